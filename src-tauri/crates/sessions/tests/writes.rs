//! Who wrote memories: the recorded session, and a table of rows as agents and clients write them.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use memdesk_memdir::digest::hex;
use memdesk_review::origin::{Author, Deed, Evidence, Origin, Strength, provenance};
use memdesk_review::{Content, File};
use memdesk_sessions::{Cache, Progress, Speaker, Writer, Written};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const SESSION: &str = "f031402e-04a2-45f4-b3be-0c20ea957300";

fn read(cache: &Cache, dir: &Path) -> Vec<Written> {
    let dirs = [dir.to_owned()];
    cache.refresh(&dirs, &mut |_: Progress| ControlFlow::Continue(())).unwrap();
    cache.writes(&dirs).unwrap()
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/provenance")
}

/// What a session tells, as it is weighed.
fn evidence(written: &Written) -> Option<Evidence> {
    let path = written.path.to_str()?.split_once("/memory/")?.1.to_owned();
    let origin = match written.who {
        Writer::MainAgent => Origin::MainAgent,
        Writer::Subagent(_) => Origin::Subagent,
        Writer::Extractor => Origin::Extractor,
        Writer::Dream => Origin::Dream,
    };
    Some(Evidence {
        path,
        time: written.time,
        author: Author::only(origin),
        strength: if written.saved { Strength::MemorySaved } else { Strength::ToolCall },
        deed: written.deed,
        digest: written.digest.clone(),
    })
}

#[test]
fn the_recorded_changes_are_from_whom_they_are_from() {
    let expected: Value =
        serde_json::from_slice(&std::fs::read(golden().join("expected.json")).unwrap()).unwrap();
    let dir = golden().join("projects/-home-me-shop");
    let writes = read(&Cache::in_memory().unwrap(), &dir);
    assert!(writes.iter().all(|one| one.session == SESSION && one.version.as_deref() == Some("2.1.332")));
    assert!(writes.iter().all(|one| one.question.is_some()));
    let evidence: Vec<Evidence> = writes.iter().filter_map(evidence).collect();
    assert_eq!(evidence.len(), writes.len());
    let origin = |path: &str| {
        let told = evidence.iter().rfind(|one| one.path == path)?;
        let file = std::fs::read(dir.join("memory").join(path)).ok().map(|bytes| File {
            content: Content::Bytes(bytes.as_slice().into()),
            mtime_ns: told.time.as_nanosecond(),
            mode: 0o644,
            link: None,
        });
        Some(provenance(path, file.as_ref(), (None, None), None, &evidence).author.origin.word())
    };
    for change in expected["changes"].as_array().unwrap() {
        let word = change["origin"].as_str().unwrap().replace(' ', "-");
        assert_eq!(origin(change["path"].as_str().unwrap()), Some(word.as_str()), "{change}");
    }
    for path in expected["unchanged"].as_array().unwrap() {
        assert_eq!(origin(path.as_str().unwrap()), None, "{path}");
    }
    assert_eq!(writes.len(), 4);
    // what was really written, with the client's stamp
    let written = std::fs::read(dir.join("memory/deploy-day.md")).unwrap();
    assert_eq!(writes.last().unwrap().digest, Some(hex(&written)));
}

#[test]
fn the_recorded_conversation_is_quoted() {
    let dirs = [golden().join("projects/-home-me-shop")];
    let cache = Cache::in_memory().unwrap();
    let writes = read(&cache, &dirs[0]);
    let here = |around: Option<&str>| {
        let quotes = cache.conversation(&dirs, SESSION, around).unwrap();
        quotes.into_iter().find(|quote| quote.here).map(|quote| (quote.who, quote.text))
    };
    let asked = |text: &str| Some((Speaker::Person, text.to_owned()));
    let question = writes.last().unwrap().question.as_deref();
    assert_eq!(here(question), asked("please remember that deploys go out on Tuesday"));
    assert_eq!(here(None), asked("what about auth now"));
    assert_eq!(cache.conversation(&dirs, SESSION, Some("none")).unwrap(), []);
    assert_eq!(cache.conversation(&dirs, "none", None).unwrap(), []);
}

fn question(id: &str, second: u32) -> Value {
    json!({"type": "user", "uuid": id, "timestamp": format!("2026-11-28T10:00:{second:02}Z"),
        "message": {"role": "user", "content": format!("question {id}")}})
}

/// A row with calls `[id, tool, input]`; `more` is put over it.
fn calls(id: &str, second: u32, calls: &[Value], more: &Value) -> Value {
    let blocks: Vec<Value> = calls
        .iter()
        .map(|call| json!({"type": "tool_use", "id": call[0], "name": call[1], "input": call[2]}))
        .collect();
    let mut row = json!({"isSidechain": false, "type": "assistant", "uuid": id, "cwd": "/p", "version": "2.1.332",
        "timestamp": format!("2026-11-28T10:00:{second:02}Z"), "message": {"role": "assistant", "content": blocks}});
    row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    row
}

fn result(call: &str, is_error: bool, came: Value) -> Value {
    json!({"type": "user", "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": call, "is_error": is_error, "content": "x"}]}, "toolUseResult": came})
}

fn saved(second: u32, paths: &Value, verb: &str) -> Value {
    json!({"type": "system", "subtype": "memory_saved", "verb": verb, "writtenPaths": paths,
        "timestamp": format!("2026-11-28T10:00:{second:02}Z")})
}

fn rows(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// A write on one line: who, what, where, in whose turn, and which of the given texts was written.
fn told(writes: &[Written]) -> Vec<String> {
    let text = |digest: &String| ["x", "stamped"].into_iter().find(|text| hex(text.as_bytes()) == *digest);
    writes
        .iter()
        .map(|one| {
            let who = match &one.who {
                Writer::MainAgent => "main".to_owned(),
                Writer::Subagent(agent) => format!("sub {}", agent.as_deref().unwrap_or("?")),
                Writer::Extractor => "extractor".to_owned(),
                Writer::Dream => "dream".to_owned(),
            };
            let deed = match one.deed {
                Deed::Wrote => "wrote",
                Deed::Removed => "removed",
                Deed::Either => "either",
            };
            let digest = one.digest.as_ref().map_or("-", |digest| text(digest).unwrap_or("?"));
            let question = one.question.as_deref().unwrap_or("-");
            format!("{who} {deed} {} in {}:{question} {digest}", one.path.display(), one.session)
        })
        .collect()
}

#[test]
fn each_kind_of_row() {
    let none = json!({});
    let write = |call: &str, path: &str| json!([call, "Write", {"file_path": path, "content": "x"}]);
    let run = |command: &str| json!(["t1", "Bash", {"command": command}]);
    let ok = result("t1", false, json!({"content": "stamped"}));
    let by_sub = json!({"isSidechain": true, "agentId": "a7", "sessionId": "parent"});
    for (name, given, expected) in [
        (
            "no result",
            vec![calls("r", 2, &[write("t1", "/m/memory/a.md")], &none)],
            vec!["main wrote /m/memory/a.md in s:q x"],
        ),
        (
            "what was really written",
            vec![calls("r", 2, &[write("t1", "/m/memory/a.md")], &none), ok.clone()],
            vec!["main wrote /m/memory/a.md in s:q stamped"],
        ),
        (
            "refused",
            vec![
                calls("r", 2, &[write("t1", "/m/memory/a.md")], &none),
                result("t1", true, json!("Error: no")),
            ],
            vec![],
        ),
        (
            "a result after the next question is none",
            vec![calls("r", 2, &[write("t1", "/m/memory/a.md")], &none), question("q2", 3), ok.clone()],
            vec!["main wrote /m/memory/a.md in s:q x"],
        ),
        (
            "two calls, the second refused",
            vec![
                calls("r", 2, &[write("t0", "/m/memory/a.md"), write("t1", "/m/memory/b.md")], &none),
                result("t1", true, json!("Error: no")),
                result("t0", false, json!({"content": "stamped"})),
            ],
            vec!["main wrote /m/memory/a.md in s:q stamped"],
        ),
        (
            "edits have no digest",
            vec![calls(
                "r",
                2,
                &[
                    json!(["t1", "Edit", {"file_path": "/m/memory/a.md", "old_string": "a", "new_string": "b"}]),
                    json!(["t2", "MultiEdit", {"file_path": "/m/memory/b.md", "edits": []}]),
                ],
                &none,
            )],
            vec!["main wrote /m/memory/a.md in s:q -", "main wrote /m/memory/b.md in s:q -"],
        ),
        (
            "below the working directory",
            vec![calls("r", 2, &[write("t1", "memory/a.md")], &none)],
            vec!["main wrote /p/memory/a.md in s:q x"],
        ),
        (
            "elsewhere, or read",
            vec![calls(
                "r",
                2,
                &[
                    write("t1", "/m/notes/a.md"),
                    write("t2", "/m/memory/a.rs"),
                    json!(["t3", "Read", {"file_path": "/m/memory/a.md"}]),
                    json!(["t4", "Write", {"file_path": 7}]),
                    json!(["t5", "Write", "memory"]),
                ],
                &none,
            )],
            vec![],
        ),
        (
            "taken away",
            vec![
                calls("r", 2, &[run("cd /m/memory && rm a.md")], &none),
                result("t1", false, json!({"stdout": ""})),
            ],
            vec!["main removed /m/memory/a.md in s:q -"],
        ),
        (
            "not taken away",
            vec![
                calls("r", 2, &[run("rm /m/memory/a.md")], &none),
                result("t1", true, json!("Error: Exit code 1")),
            ],
            vec![],
        ),
        ("only looked at", vec![calls("r", 2, &[run("cat /m/memory/a.md # rm")], &none)], vec![]),
        (
            "a subagent's among the main agent's",
            vec![calls("r", 2, &[write("t1", "/m/agent-memory/x/a.md")], &by_sub)],
            vec!["sub a7 wrote /m/agent-memory/x/a.md in parent:q x"],
        ),
        (
            "in the background",
            vec![
                saved(2, &json!(["/m/memory/a.md", "/m/memory/log.txt", 7]), ""),
                saved(3, &json!(["/m/memory/b.md"]), "Improved"),
                saved(4, &json!("/m/memory/c.md"), "Improved"),
            ],
            vec!["extractor either /m/memory/a.md in s:q -", "dream either /m/memory/b.md in s:q -"],
        ),
        (
            "a row that stands there twice",
            vec![
                calls("r", 2, &[write("t1", "/m/memory/a.md")], &none),
                calls("r", 2, &[write("t1", "/m/memory/a.md")], &none),
            ],
            vec!["main wrote /m/memory/a.md in s:q x"],
        ),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let text = rows(&[question("q", 1)]) + &rows(&given);
        std::fs::write(dir.path().join("s.jsonl"), &text).unwrap();
        assert_eq!(told(&read(&Cache::in_memory().unwrap(), dir.path())), expected, "{name}");
        // row by row, as it grows
        let (dir, cache) = (tempfile::tempdir().unwrap(), Cache::in_memory().unwrap());
        let mut found = Vec::new();
        for (at, _) in text.match_indices('\n') {
            std::fs::write(dir.path().join("s.jsonl"), &text[..=at]).unwrap();
            found = told(&read(&cache, dir.path()));
        }
        assert_eq!(found, expected, "{name}, row by row");
    }
}

#[test]
fn subagents_have_files_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let below = dir.join("s/subagents");
    std::fs::create_dir_all(&below).unwrap();
    let write = |call: &str, path: &str| json!([call, "Write", {"file_path": path, "content": "x"}]);
    let aside = json!({"isSidechain": true, "agentId": "a7"});
    std::fs::write(dir.join("s.jsonl"), rows(&[question("q", 1)])).unwrap();
    let file = below.join("agent-b8.jsonl");
    std::fs::write(
        &file,
        rows(&[
            question("not typed", 1),
            calls("r1", 2, &[write("t1", "/m/agent-memory/x/a.md")], &aside),
            result("t1", false, json!({"content": "stamped"})),
            calls("r2", 3, &[write("t2", "/m/agent-memory/x/b.md")], &json!({})),
            calls("r3", 4, &[write("t3", "/src/a.rs")], &aside),
        ]),
    )
    .unwrap();
    std::fs::write(
        below.join("notes.jsonl"),
        rows(&[calls("r4", 2, &[write("t4", "/m/memory/c.md")], &aside)]),
    )
    .unwrap();
    let cache = Cache::in_memory().unwrap();
    let expected = [
        "sub a7 wrote /m/agent-memory/x/a.md in s:- stamped",
        "sub b8 wrote /m/agent-memory/x/b.md in s:- x",
    ];
    assert_eq!(told(&read(&cache, dir)), expected);
    let dirs = [dir.to_owned()];
    let state = cache.read_state(&dirs).unwrap();
    assert_eq!((state.files, state.behind), (1, false), "a subagent's file is no session");
    let turns = cache.session(&dirs, "s").unwrap();
    assert_eq!(
        (turns.len(), turns[0].wrote.len()),
        (1, 0),
        "what it is told is no question, what it does no turn's"
    );
    std::fs::remove_file(file).unwrap();
    assert!(cache.read_state(&dirs).unwrap().behind);
    assert_eq!(read(&cache, dir), []);
}

#[test]
fn a_copied_session_tells_it_once() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let write = json!(["t1", "Write", {"file_path": "/m/memory/a.md", "content": "x"}]);
    let text = rows(&[question("q", 1), calls("r", 2, &[write], &json!({}))]);
    for name in ["b.jsonl", "a.jsonl"] {
        std::fs::write(dir.join(name), &text).unwrap();
    }
    assert_eq!(told(&read(&Cache::in_memory().unwrap(), dir)), ["main wrote /m/memory/a.md in a:q x"]);
}
