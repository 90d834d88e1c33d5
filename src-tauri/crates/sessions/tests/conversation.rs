//! Reading what was said: whole turns of a session, a search in many, and how far the client's extractor has seen.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where it fails")]

use memdesk_sessions::{
    BadPattern, Cache, Filter, Speaker, Transcript, extracted_until, search, session_files, transcript,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden/provenance/projects/-home-me-shop")
}

fn asked(text: &str) -> Value {
    json!({"type": "user", "uuid": format!("q {text}"), "timestamp": "2026-01-01T09:00:00Z", "cwd": "/p", "message": {"content": text}})
}

fn answered(text: &str) -> Value {
    json!({"type": "assistant", "uuid": format!("a {text}"), "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}})
}

fn called(id: &str, name: &str, input: &Value) -> Value {
    json!({"type": "assistant", "cwd": "/p", "message": {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": name, "input": input}]}})
}

fn returned(id: &str, failed: bool, text: &str) -> Value {
    json!({"type": "user", "toolUseResult": {}, "message": {"content": [{"type": "tool_result", "tool_use_id": id, "is_error": failed, "content": text}]}})
}

fn saved(verb: Option<&str>) -> Value {
    json!({"type": "system", "subtype": "memory_saved", "writtenPaths": ["/m/memory/a.md"], "verb": verb})
}

fn lines(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// Writes a session of these rows; the directory, and its file.
fn session(rows: &[Value]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("one.jsonl");
    std::fs::write(&file, lines(rows)).unwrap();
    (dir, file)
}

fn told(read: &Transcript) -> Vec<String> {
    let who = |who| match who {
        Speaker::Person => "person",
        Speaker::Assistant => "agent",
        Speaker::Tool => "tool",
    };
    read.passages.iter().map(|one| format!("{} {}: {}", one.turn, who(one.who), one.text)).collect()
}

#[test]
fn the_recorded_session() {
    let file = recorded().join("f031402e-04a2-45f4-b3be-0c20ea957300.jsonl");
    let read = transcript(&file, 1, 60).unwrap();
    expect_test::expect![[r#"
        1 person: please fix the login tests
        1 tool: Bash {"command":"sleep 0.3; echo hi","description":"hi"}
        1 tool: hi
        1 agent: Done.
        2 person: please remember that deploys go out on Tuesday
        2 tool: Write {"file_path":"/home/me/.claude/projects/-home-me-shop/
        2 tool: File created successfully at: /home/me/.claude/projects/-hom
        2 agent: Done.
        3 person: what about auth now
        3 tool: Bash {"command":"sleep 0.3; echo hi","description":"hi"}
        3 tool: hi
        3 agent: Done."#]]
    .assert_eq(&told(&read).join("\n"));
    let memory = "/home/me/.claude/projects/-home-me-shop/memory/deploy-day.md";
    assert_eq!(read.wrote_memory, [(2, PathBuf::from(memory))]);
    assert_eq!((read.turns, read.broken_rows), (3, 0));
    assert_eq!(read.ended.unwrap().to_string(), "2026-11-29T23:46:37.637Z");
    assert_eq!(
        (read.cwd.as_deref(), read.version.as_deref()),
        (Some(Path::new("/home/me/shop")), Some("2.1.332"))
    );
    assert_eq!(read.passages[5].id.as_deref(), Some("4767381e-6a89-46bc-b220-a809b4305cd3"));
    assert!(read.passages[5].cut && !read.passages[0].cut);
    // of longer passages the path is whole
    assert!(transcript(&file, 2, 4_000).unwrap().passages[1].text.contains(memory));
    let last = transcript(&file, 3, 60).unwrap();
    assert_eq!((told(&last), last.turns), (told(&read)[8..].to_vec(), 3));
    assert_eq!(last.wrote_memory, []);
    assert_eq!(transcript(&file, 4, 60).unwrap().passages, []);
    assert_eq!(extracted_until(&file).unwrap(), 1, "the dream, later, is not the extractor");
}

#[test]
fn what_a_turn_is_and_what_is_left_out() {
    let mut meta = asked("meta");
    meta["isMeta"] = json!(true);
    let mut aside = answered("a subagent");
    aside["isSidechain"] = json!(true);
    let mut failed = answered("the model could not be reached");
    failed["isApiErrorMessage"] = json!(true);
    let queued = json!({"type": "attachment", "uuid": "row", "attachment": {"type": "queued_command", "prompt": "and that", "source_uuid": "own"}});
    let hook = json!({"type": "attachment", "attachment": {"type": "hook_success", "content": "hook"}});
    let long = "x".repeat(1_000);
    let (_dir, file) = session(&[
        asked("<task-notification>done</task-notification>"),
        answered("before anything was asked"),
        asked("first"),
        meta,
        aside,
        failed,
        hook,
        called("t1", "Read", &json!({"file_path": format!("/p/{long}.rs")})),
        returned("t1", false, &long),
        queued,
        answered("both"),
        asked("[Request interrupted by user]"),
        answered(&long),
    ]);
    let read = transcript(&file, 0, 2_000).unwrap();
    let expected = [
        String::from("0 agent: before anything was asked"),
        String::from("1 person: first"),
        format!("1 tool: Read {{\"file_path\":\"/p/{long}.rs\"}}"),
        format!("1 tool: {}", &long[..400]),
        String::from("2 person: and that"),
        String::from("2 agent: both"),
        format!("2 agent: {long}"),
    ];
    assert_eq!(told(&read), expected);
    let cut: Vec<bool> = read.passages.iter().map(|one| one.cut).collect();
    assert_eq!(cut, [false, false, false, true, false, false, false]);
    assert_eq!((read.passages[4].id.as_deref(), read.turns), (Some("own"), 2));
    // the same questions as the cache finds
    let cache = Cache::in_memory().unwrap();
    let dirs = [file.parent().unwrap().to_owned()];
    cache.refresh(&dirs, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(cache.questions(&dirs, &Filter::default()).unwrap().total, read.turns);
}

#[test]
fn memories_that_were_written() {
    let write = |id: &str, path: &str| called(id, "Write", &json!({"file_path": path, "content": "x"}));
    let (_dir, file) = session(&[
        asked("one"),
        write("t1", "/m/a.md"),
        write("t2", "/m/refused.md"),
        write("t3", "notes.md"),
        returned("t3", false, "done"),
        returned("t2", true, "no"),
        asked("two"),
        returned("t1", true, "told late, but told"),
        called("t4", "Edit", &json!({"file_path": "/m/MEMORY.md", "old_string": "a", "new_string": "b"})),
        called("t5", "Edit", &json!({"file_path": "/p/main.rs"})),
        called("t6", "Read", &json!({"file_path": "/m/b.md"})),
        write("", "/m/no-id.md"),
    ]);
    let of = |from| {
        let found = transcript(&file, from, 100).unwrap().wrote_memory;
        found.iter().map(|(turn, path)| format!("{turn} {}", path.display())).collect::<Vec<_>>()
    };
    assert_eq!(of(1), ["1 /p/notes.md", "2 /m/MEMORY.md", "2 /m/no-id.md"]);
    assert_eq!(of(2), ["2 /m/MEMORY.md", "2 /m/no-id.md"]);
    assert_eq!(of(3), Vec::<String>::new());
}

#[test]
fn files_that_are_odd_or_being_written() {
    let (dir, file) = session(&[asked("one")]);
    let whole = lines(&[answered("two"), asked("three")]);
    let long = format!("{{\"type\":\"x\",\"a\":\"{}\"}}\n", "x".repeat(5 << 20));
    let picture = json!({"type": "user", "message": {"content": [{"type": "image", "data": "x".repeat(5 << 20)}, {"type": "text", "text": "what is this"}]}});
    for (name, more, turns, broken, passages) in [
        ("nothing more", String::new(), 1, 0, 1),
        ("empty lines", String::from("\n \r\n\n"), 1, 0, 1),
        ("no JSON", String::from("nonsense\n{\"half\n[1]\n"), 1, 2, 1),
        ("whole, without its line end", whole.trim_end().to_owned(), 2, 0, 3),
        ("half a last row", whole[..whole.len() - 9].to_owned(), 1, 0, 2),
        ("a row of 5 MB", long.clone() + &whole, 2, 1, 3),
        ("a question with a picture of 5 MB", format!("{picture}\n{whole}"), 3, 0, 4),
        ("half a row of 5 MB", long.trim_end().to_owned(), 1, 0, 1),
    ] {
        std::fs::write(&file, lines(&[asked("one")]) + &more).unwrap();
        let read = transcript(&file, 1, 100).unwrap();
        assert_eq!((read.turns, read.broken_rows, read.passages.len()), (turns, broken, passages), "{name}");
    }
    assert!(transcript(&dir.path().join("none.jsonl"), 1, 100).is_err());
    assert!(transcript(dir.path(), 1, 100).is_err());
    assert!(extracted_until(&dir.path().join("none.jsonl")).is_err());
}

#[test]
fn how_far_the_extractor_has_seen() {
    let of = |kinds: &str| {
        let rows: Vec<Value> = kinds
            .chars()
            .map(|kind| match kind {
                'q' => asked("a question"),
                'e' => saved(None),
                'd' => saved(Some("Improved")),
                _ => answered("words"),
            })
            .collect();
        let (_dir, file) = session(&rows);
        extracted_until(&file).unwrap()
    };
    for (kinds, expected) in [
        ("", 0),
        ("qa", 0),
        ("qae", 1),
        ("qaeqa", 1),
        ("qaeqaqae", 3),
        ("qad", 0),
        ("qaeqad", 1),
        ("e", 0),
        ("qeqe", 2),
    ] {
        assert_eq!(of(kinds), expected, "{kinds}");
    }
}

#[test]
fn session_files_are_the_newest_first() {
    let place = tempfile::tempdir().unwrap();
    let dirs = [place.path().join("a"), place.path().join("b"), place.path().join("none")];
    for (path, age) in [
        ("a/one.jsonl", 30),
        ("b/two.jsonl", 10),
        ("a/three.jsonl", 20),
        ("a/notes.txt", 0),
        ("a/one/subagents/agent-x.jsonl", 0),
    ] {
        let path = place.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, path.to_string_lossy().as_bytes()).unwrap();
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(2_000_000_000 - age);
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(at).unwrap();
    }
    let twice: Vec<PathBuf> = dirs.iter().chain(&dirs).cloned().collect();
    let found = session_files(&twice);
    let ids: Vec<&str> = found.iter().map(|file| file.id.as_str()).collect();
    assert_eq!(ids, ["two", "three", "one"]);
    let bytes = u64::try_from(found[0].path.as_os_str().len()).unwrap();
    assert_eq!((found[0].bytes, &found[0].path), (bytes, &dirs[1].join("two.jsonl")));
    assert_eq!(found[2].modified, SystemTime::UNIX_EPOCH + Duration::from_secs(2_000_000_000 - 30));
}

#[test]
fn searching_in_sessions() {
    let place = tempfile::tempdir().unwrap();
    let rows = [
        asked("Why does the Deploy fail?"),
        answered("The deploy script needs a token.\nIt is set in CI."),
        called("t1", "Bash", &json!({"command": "deploy"})),
        returned("t1", false, "deploy deploy deploy"),
        asked("部署脚本在哪里 (x"),
        answered("In tools/ship.sh"),
    ];
    std::fs::write(place.path().join("one.jsonl"), lines(&rows)).unwrap();
    // a copy of the first rows, and one more
    std::fs::write(
        place.path().join("two.jsonl"),
        lines(&rows[..2]) + &lines(&[answered("No deploy today.")]),
    )
    .unwrap();
    let mut files = session_files(&[place.path().to_owned()]);
    files.sort_by(|a, b| a.id.cmp(&b.id));
    let find = |pattern: &str, limit, most| {
        let hits = search(&files, pattern, limit, most, &|| false)?;
        Ok(hits.iter().map(|hit| format!("{} {} {}", hit.session, hit.turn, hit.text)).collect::<Vec<_>>())
    };
    let first = "one 1 Why does the Deploy fail?";
    for (pattern, limit, most, expected) in [
        (
            "deploy",
            9,
            99,
            vec![first, "one 1 The deploy script needs a token.\nIt is set in CI.", "two 1 No deploy today."],
        ),
        ("deploy", 1, 99, vec![first]),
        ("deploy", 0, 99, vec![]),
        ("deploy", 1, 12, vec!["one 1 …he Deploy fa…"]),
        ("^it is .* CI", 9, 16, vec!["one 1 …It is set in CI."]),
        (r"ship\.sh|where", 9, 99, vec!["one 2 In tools/ship.sh"]),
        ("脚本", 9, 99, vec!["one 2 部署脚本在哪里 (x"]),
        ("(x", 9, 99, vec!["one 2 部署脚本在哪里 (x"]),
        ("x*", 9, 99, vec!["one 2 部署脚本在哪里 (x"]),
        ("nowhere", 9, 99, vec![]),
    ] {
        assert_eq!(
            find(pattern, limit, most),
            Ok(expected.into_iter().map(str::to_owned).collect()),
            "{pattern}"
        );
    }
    assert_eq!(find(" ", 9, 99), Err(BadPattern::Empty));
    // stopped after some rows: what was found stays
    let left = Cell::new(2);
    let stopped = || left.replace(left.get().max(1) - 1) == 0;
    assert_eq!(search(&files, "deploy", 9, 99, &stopped).unwrap().len(), 2);
    std::fs::remove_file(place.path().join("one.jsonl")).unwrap();
    assert_eq!(find("deploy", 9, 99).unwrap().len(), 3, "of files that are gone nothing is found");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Turns are those of the cache, whatever rows there are, and from a later turn on comes the end of the same.
    #[test]
    fn turns_are_questions(kinds in proptest::collection::vec(0..8, 0..30), from in 1usize..6) {
        let rows: Vec<Value> = kinds.iter().enumerate().map(|(number, kind)| match kind {
            0 | 1 => asked(&format!("question {number}")),
            2 => asked("<bash-stdout>x</bash-stdout>"),
            3 => called(&format!("t{number}"), "Write", &json!({"file_path": "/m/a.md", "content": "x"})),
            4 => returned(&format!("t{}", number.saturating_sub(1)), number % 2 == 0, "x"),
            5 => saved(None),
            6 => json!({"type": "something"}),
            _ => answered(&format!("answer {number}")),
        }).collect();
        let (dir, file) = session(&rows);
        let (all, some) = (transcript(&file, 1, 50).unwrap(), transcript(&file, from, 50).unwrap());
        let later: Vec<_> = all.passages.iter().filter(|one| from == 1 || one.turn >= from).cloned().collect();
        let wrote: Vec<_> = all.wrote_memory.iter().filter(|one| from == 1 || one.0 >= from).cloned().collect();
        prop_assert_eq!((&some.passages, &some.wrote_memory, some.turns), (&later, &wrote, all.turns));
        let cache = Cache::in_memory().unwrap();
        let dirs = [dir.path().to_owned()];
        cache.refresh(&dirs, &mut |_| ControlFlow::Continue(())).unwrap();
        prop_assert_eq!(cache.questions(&dirs, &Filter::default()).unwrap().total, all.turns);
        prop_assert!(extracted_until(&file).unwrap() <= all.turns);
    }
}
