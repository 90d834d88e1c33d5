//! Calls of tools, one after the other and all at once; what is odd, and what goes wrong.

use crate::hook::{Hook, files};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const STORE: &str = "//- MEMORY.md\n- [Old](old.md) — o\n//- old.md\none\ntwo\n//- gone.md\ng\n";

#[test]
fn each_mode_by_its_answers() {
    for (mode, stopped, waits) in [("watch", false, 0), ("hold", true, 3), ("read-only", true, 0)] {
        let hook = Hook::with(STORE);
        hook.run(&["gate", "mode", mode]);
        let before = files(&hook.store);
        for (tool, input) in [
            ("Write", json!({ "file_path": hook.path("new.md"), "content": "new\n" })),
            ("Edit", json!({ "file_path": hook.path("old.md"), "old_string": "one", "new_string": "ONE" })),
            ("Edit", json!({ "file_path": hook.path("old.md"), "old_string": "two", "new_string": "TWO" })),
            ("Bash", json!({ "command": format!("rm {}", hook.path("gone.md").display()) })),
        ] {
            assert_eq!(hook.denied(tool, input), stopped, "{tool} in {mode}");
        }
        assert_eq!(files(&hook.store), before, "the gate itself writes nothing there");
        let held = hook.held();
        assert_eq!(held.len(), waits, "{held:?}");
        let (desk, id) = hook.desk();
        let records = desk.gate_records(&id).expect("records");
        let said: Vec<String> =
            records.iter().map(|one| format!("{} {} {}", one.who, one.tool, one.path)).collect();
        assert_eq!(
            said,
            [
                "main-agent Write new.md",
                "main-agent Edit old.md",
                "main-agent Edit old.md",
                "main-agent Bash gone.md"
            ]
        );
        assert!(records.iter().all(|one| one.is_stopped() == stopped), "{records:?}");
        if waits > 0 {
            assert_eq!(held["old.md"].as_deref(), Some("ONE\nTWO\n"));
            assert_eq!(held["gone.md"], None);
        }
    }
}

#[test]
fn what_is_no_write_to_a_memory_leaves_no_trace() {
    let hook = Hook::with(STORE);
    hook.run(&["gate", "mode", "hold"]);
    let data = files(&hook.data());
    let beside = hook.store.with_file_name("memory-old").join("a.md");
    for (tool, input) in [
        ("Write", json!({ "file_path": hook.project.join("a.md"), "content": "x" })),
        ("Write", json!({ "file_path": beside, "content": "x" })),
        ("Bash", json!({ "command": "rm a.md && cargo test > log" })),
        ("Bash", json!({ "command": format!("cat {}", hook.path("old.md").display()) })),
        ("Read", json!({ "file_path": hook.path("old.md") })),
        ("Grep", json!({ "pattern": "x", "path": hook.store })),
        ("Bash", json!({ "command": "rm 'unclosed" })),
    ] {
        assert_eq!(hook.ask(&hook.payload(tool, input.clone())), None, "{tool} {input}");
    }
    assert_eq!(files(&hook.data()), data);
}

#[test]
fn by_another_name_it_is_held_all_the_same() {
    let hook = Hook::with(STORE);
    hook.run(&["gate", "mode", "hold"]);
    let name = hook.store.display().to_string();
    std::os::unix::fs::symlink(&hook.store, hook.project.join("notes")).expect("a link");
    for (at, input) in
        [format!("{name}/../memory/a.md"), "notes/a.md".to_owned(), format!("{name}/sub/../a.md")]
            .iter()
            .map(|path| json!({ "file_path": path, "content": "x" }))
            .enumerate()
    {
        assert!(hook.denied("Write", input.clone()), "{at}: {input}");
    }
    assert!(hook.denied("Bash", json!({ "command": "cd notes && rm -f old.md" })));
    assert!(hook.denied("Bash", json!({ "command": "rm -r notes/." })), "all that is there");
    let held = hook.held();
    assert_eq!(held.keys().map(String::as_str).collect::<Vec<_>>(), ["MEMORY.md", "gone.md", "old.md"]);
    assert!(held.values().all(Option::is_none), "what was new is gone again: {held:?}");
    for command in
        ["echo x >> notes/old.md", "mv notes/old.md x.md", "rm notes/*.md", "sed -i s/a/b/ notes/old.md"]
    {
        assert!(hook.denied("Bash", json!({ "command": command })), "{command}");
    }
}

#[test]
fn a_hundred_at_once_lose_nothing() {
    const MANY: usize = 100;
    let hook = Hook::with(STORE);
    hook.run(&["gate", "mode", "hold"]);
    std::thread::scope(|scope| {
        for n in 0..MANY {
            let hook = &hook;
            scope.spawn(move || {
                let input =
                    json!({ "file_path": hook.path(&format!("t{n}.md")), "content": format!("text {n}\n") });
                assert!(hook.denied("Write", input), "{n}: {:?}", hook.notes());
            });
        }
    });
    let held = hook.held();
    assert_eq!(held.len(), MANY);
    for n in 0..MANY {
        assert_eq!(held[&format!("t{n}.md")], Some(format!("text {n}\n")));
    }
    let (desk, id) = hook.desk();
    assert_eq!(desk.gate_records(&id).expect("records").len(), MANY);
    assert_eq!(hook.notes(), Vec::<String>::new());
}

#[test]
fn what_was_seen_is_settled_and_what_came_since_is_not() {
    let hook = Hook::with(STORE);
    hook.run(&["gate", "mode", "hold"]);
    let write = |name: &str, text: &str| json!({ "file_path": hook.path(name), "content": text });
    assert!(hook.denied("Write", write("a.md", "1\n")) && hook.denied("Write", write("b.md", "1\n")));
    let (desk, id) = hook.desk();
    let seen: Vec<(String, String)> =
        desk.held(&id).expect("held").into_iter().map(|file| (file.path, file.version)).collect();
    assert!(hook.denied("Write", write("b.md", "2\n")));
    assert_eq!(desk.held_settle(&id, &seen, "seen").expect("settled"), ["a.md"]);
    assert_eq!(hook.held(), BTreeMap::from([("b.md".to_owned(), Some("2\n".to_owned()))]));
}

#[test]
fn the_record_of_calls_stays_small_and_what_waits_keeps_its_calls() {
    let hook = Hook::with(STORE);
    hook.run(&["gate", "mode", "hold"]);
    let write = |name: &str, text: &str| json!({ "file_path": hook.path(name), "content": text });
    for name in ["a.md", "b.md", "c.md"] {
        assert!(hook.denied("Write", write(name, "1\n")));
    }
    let (desk, id) = hook.desk();
    let waits = || desk.held(&id).expect("held");
    let seen = waits();
    let version = |nth: usize| (seen[nth].path.clone(), seen[nth].version.clone());
    assert_eq!(desk.held_settle(&id, &[version(2)], "decided").expect("settled"), ["c.md"]);
    // years of calls that were let pass
    let calls = hook.data().join("gate").join(&id).join("calls.jsonl");
    let mut text = std::fs::read_to_string(&calls).expect("calls");
    let line = text.lines().next().expect("a line").replace("\"held\"", "\"passed\"") + "\n";
    let line = line.replace("a.md", "old.md");
    text.push_str(&line.repeat(5 * 1024 * 1024 / line.len()));
    std::fs::write(&calls, text).expect("calls");
    assert!(hook.denied("Write", write("b.md", "2\n")), "the gate itself lets it be");
    let length = || std::fs::metadata(&calls).expect("calls").len();
    assert!(length() > 5 * 1024 * 1024);
    // whoever only looks changes nothing; who reviews has room made
    let options = memdesk_desk::Options { read_only: true, ..hook.options() };
    let looks = memdesk_desk::Desk::open(options).expect("a desk");
    looks.open_folder(&hook.project).expect("a project");
    assert_eq!(looks.held(&id).expect("held").len(), 2);
    assert!(length() > 5 * 1024 * 1024);
    let now = waits();
    assert!(length() < 2 * 1024 * 1024, "{}", length());
    assert_eq!(now, looks.held(&id).expect("held"), "nothing that waits has another name");
    assert_eq!(now[0], seen[0]);
    assert_eq!(now[1].records.len(), 2);
    assert_eq!(now[1].records[0], seen[1].records[0]);
    // and it goes on
    assert!(hook.denied("Write", write("b.md", "3\n")));
    assert_eq!(waits()[1].records.len(), 3);
    assert_eq!(desk.gate_records(&id).expect("records").last(), waits()[1].records.last());
    assert_eq!(desk.held_settle(&id, &[version(0), version(1)], "seen").expect("settled"), ["a.md"]);
}

#[test]
fn modes_stand_in_the_settings_and_an_odd_one_falls_back_to_the_usual_one() {
    let hook = Hook::with(STORE);
    let id = hook.desk().1;
    let settings = hook.data().join("settings.toml");
    std::fs::create_dir_all(hook.data()).expect("the data");
    let write = || json!({ "file_path": hook.path("a.md"), "content": "x" });
    for (text, denied, notes) in [
        ("", false, 0),
        ("[gate]\nmode = \"hold\"\n", true, 0),
        (&format!("[gate]\nmode = \"hold\"\nmodes.\"{id}\" = \"watch\"\n"), false, 0),
        (&format!("gate.modes = {{ \"{id}\" = \"read-only\" }}"), true, 0),
        // what is odd elsewhere is none of the gate's business
        ("[window]\ntheme = 3\n[gate]\nmode = \"hold\"\n", true, 0),
        ("[gate]\nmode = \"hold\"\n[gate.modes]\n\"0000000000000000\" = 1\n", true, 0),
        // what is odd about this very store is noted each time
        (&format!("[gate]\nmode = \"hold\"\n[gate.modes]\n\"{id}\" = \"hodl\"\n"), true, 1),
        ("[gate]\nmode = \"hodl\"\n", false, 1),
        ("[claude]\nroot = \"/nowhere\"\n[gate]\nmode = \"hold\"\n", true, 0),
    ] {
        std::fs::write(&settings, text).expect("the settings");
        let before = hook.notes().len();
        assert_eq!(hook.denied("Write", write()), denied, "{text}");
        assert_eq!(hook.notes().len() - before, notes, "{text}: {:?}", hook.notes());
    }
    // and what is set keeps what a person wrote
    std::fs::write(&settings, "# mine\n[window]\ntheme = 'dark' # at night\n").expect("the settings");
    hook.run(&["gate", "mode", "hold"]);
    let text = std::fs::read_to_string(&settings).expect("the settings");
    let own = format!("# mine\n[window]\ntheme = 'dark' # at night\n\n[gate.modes]\n\"{id}\" = \"hold\"\n");
    assert_eq!(text, own);
    assert!(hook.denied("Write", write()));
}

#[test]
fn whatever_goes_wrong_lets_the_call_pass_and_leaves_a_note() {
    let hook = Hook::with(STORE);
    hook.run(&["gate", "mode", "hold"]);
    let write = hook.payload("Write", json!({ "file_path": hook.path("a.md"), "content": "x" }));
    for odd in [&b""[..], b"{", b"[]", b"null", b"\xff\xfe", br#"{"hook_event_name": 3}"#] {
        assert_eq!(hook.ask(odd), None);
    }
    assert_eq!(hook.ask(&hook.payload("Write", json!({ "content": "x" }))), None);
    let before = hook.notes().len();
    assert!(before >= 6, "{:?}", hook.notes());
    // nowhere to hold it
    let gate = hook.data().join("gate");
    let held = gate.join(hook.desk().1);
    std::fs::remove_dir_all(&held).ok();
    std::fs::create_dir_all(&gate).expect("the gate's directory");
    std::fs::write(&held, "in the way").expect("a file");
    assert_eq!(hook.ask(&write), None);
    std::fs::remove_file(&held).expect("it was there");
    let settings = hook.data().join("settings.toml");
    std::fs::write(&settings, "[gate").expect("a broken file");
    assert_eq!(hook.ask(&write), None);
    std::fs::remove_file(&settings).expect("it was there");
    assert_eq!(hook.notes().len(), before + 2, "{:?}", hook.notes());
    // a lock that somebody keeps
    hook.run(&["gate", "mode", "hold"]);
    assert!(hook.ask(&write).is_some());
    let lock = std::fs::File::open(held.join("lock")).expect("the lock");
    lock.lock().expect("ours");
    assert_eq!(hook.ask(&write), None);
    assert_eq!(hook.notes().len(), before + 3, "{:?}", hook.notes());
}

/// A call, and the same done to the text of a directory by hand.
#[derive(Debug, Clone)]
enum Act {
    Write(usize, String),
    Edit(usize, char, char),
    Remove(usize),
}

const NAMES: [&str; 3] = ["a.md", "b.md", "sub/c.md"];

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..3usize, "[xyz]{0,3}\n?").prop_map(|(at, text)| Act::Write(at, text)),
        (0..3usize, prop::sample::select(vec!['x', 'y', 'z']), prop::sample::select(vec!['p', 'q']))
            .prop_map(|(at, old, new)| Act::Edit(at, old, new)),
        (0..3usize).prop_map(Act::Remove),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]
    /// What waits is what a directory would hold after the same calls.
    #[test]
    fn a_row_of_calls_is_a_row_of_changes(acts in prop::collection::vec(act(), 1..12)) {
        let hook = Hook::with("//- MEMORY.md\n- x\n//- a.md\nxyz\n");
        hook.run(&["gate", "mode", "hold"]);
        let disk: BTreeMap<String, String> = BTreeMap::from([("a.md".to_owned(), "xyz\n".to_owned())]);
        let mut should = disk.clone();
        for act in acts {
            let (tool, input): (&str, Value) = match &act {
                Act::Write(at, text) => {
                    should.insert(NAMES[*at].to_owned(), text.clone());
                    ("Write", json!({ "file_path": hook.path(NAMES[*at]), "content": text }))
                }
                Act::Edit(at, old, new) => {
                    if let Some(text) = should.get_mut(NAMES[*at])
                        && text.matches(*old).count() == 1
                    {
                        *text = text.replace(*old, &new.to_string());
                    }
                    ("Edit", json!({ "file_path": hook.path(NAMES[*at]), "old_string": old.to_string(), "new_string": new.to_string() }))
                }
                Act::Remove(at) => {
                    should.remove(NAMES[*at]);
                    ("Bash", json!({ "command": format!("rm -f {}", hook.path(NAMES[*at]).display()) }))
                }
            };
            hook.ask(&hook.payload(tool, input));
        }
        let mut seen = disk;
        for (path, text) in hook.held() {
            match text {
                Some(text) => seen.insert(path, text),
                None => seen.remove(&path),
            };
        }
        prop_assert_eq!(seen, should);
        prop_assert_eq!(hook.notes(), Vec::<String>::new());
    }
}

/// What is on disk and what is held are taken by one decision, which one undo takes back and one redo makes again.
#[test]
fn what_is_taken_together_is_taken_back_together() {
    let hook = Hook::with(STORE);
    hook.run(&["accept", "all"]);
    hook.run(&["gate", "mode", "hold"]);
    assert!(hook.denied("Write", json!({ "file_path": hook.path("held.md"), "content": "held\n" })));
    std::fs::write(hook.path("disk.md"), "disk\n").expect("a topic");
    let (desk, id) = hook.desk();
    let waits = || {
        let queue = desk.review(&id).expect("the queue");
        let mut paths: Vec<String> =
            queue.proposals.into_iter().flat_map(|one| one.changes).map(|change| change.path).collect();
        paths.sort();
        paths
    };
    for (words, waiting, written) in [
        (&["accept", "all"][..], &[][..], true),
        (&["undo"], &["disk.md", "held.md"], false),
        (&["redo"], &[], true),
        (&["undo"], &["disk.md", "held.md"], false),
    ] {
        hook.run(words);
        assert_eq!(waits(), waiting, "{words:?}");
        assert_eq!(std::path::Path::new(&hook.path("held.md")).exists(), written, "{words:?}");
        assert!(std::path::Path::new(&hook.path("disk.md")).exists(), "{words:?}");
        let history = desk.history(&id, None, 10).expect("a history");
        assert_eq!(history.redo.is_some(), words == ["undo"], "{words:?}");
    }
    // what was accepted before stands
    let history = desk.history(&id, None, 20).expect("a history");
    assert!(
        history.undo.is_some_and(|undo| !history.operations.iter().any(|one| one.id == undo && one.undone))
    );
}

/// Decisions about what is held, and undo, in the words of the command line: nothing that waited is ever lost.
#[test]
fn what_was_decided_about_held_writes_can_be_taken_back() {
    let hook = Hook::with(STORE);
    hook.run(&["accept", "all"]);
    hook.run(&["gate", "mode", "hold"]);
    let write = |name: &str, text: &str| json!({ "file_path": hook.path(name), "content": text });
    assert!(hook.denied("Write", write("a.md", "one\n\ntwo\n")));
    let waits = || hook.held().into_keys().collect::<Vec<_>>();
    let on_disk = || std::fs::read_to_string(hook.path("a.md")).ok();
    // refused, and taken back
    hook.run(&["reject", "all", "--even-if-active"]);
    assert!(waits().is_empty());
    let (desk, id) = hook.desk();
    let history = desk.history(&id, Some("a.md"), 10).expect("a history");
    let refusal = history.operations.first().expect("it is told");
    assert_eq!((refusal.verb.as_str(), history.undo.as_deref()), ("refuse-held", Some(refusal.id.as_str())));
    let diff = desk.operation_diff(&id, &refusal.id).expect("what was refused");
    assert!(diff.contains("+one") && desk.operation(&id, &refusal.id).is_ok(), "{diff}");
    let then = desk.file_then(&id, &refusal.id, "a.md").expect("as it was held");
    assert_eq!((then.text.as_deref(), then.current), (Some("one\n\ntwo\n"), false));
    hook.run(&["undo"]);
    let queue = desk.review(&id).expect("the queue");
    let mut changes = queue.proposals.iter().flat_map(|one| &one.changes);
    assert!(changes.all(|one| one.refused.is_none() && one.hunks.iter().all(|hunk| hunk.refused.is_none())));
    assert_eq!(desk.history(&id, Some("a.md"), 10).expect("a history").operations.len(), 0);
    assert_eq!(hook.held(), BTreeMap::from([("a.md".to_owned(), Some("one\n\ntwo\n".to_owned()))]));
    // taken, and taken back: it is not on disk any more, and waits again
    hook.run(&["accept", "all"]);
    assert_eq!(on_disk().as_deref(), Some("one\n\ntwo\n"));
    hook.run(&["undo"]);
    assert_eq!((on_disk(), waits()), (None, vec!["a.md".to_owned()]));
    // taken, then changed by a further call: one piece of it is refused, the rest waits on
    hook.run(&["accept", "all"]);
    let longer = "one!\n\n\n\ntwo\n\n\n\nthree\n";
    assert!(hook.denied("Write", write("a.md", longer)));
    let said: serde_json::Value = serde_json::from_str(&hook.run(&["review", "--json"])).expect("JSON");
    let pieces: Vec<serde_json::Value> = said["proposals"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| one["held"] == true)
        .flat_map(|one| one["changes"][0]["hunks"].as_array().cloned().unwrap_or_default())
        .collect();
    let three = pieces.iter().find(|one| one["text"].as_str().is_some_and(|text| text.contains("+three")));
    let three = three.and_then(|one| one["id"].as_str()).expect("a piece");
    hook.run(&["reject", "all", "--hunk", three, "--even-if-active"]);
    let left = hook.held().remove("a.md").flatten().expect("the rest waits");
    assert!(left.starts_with("one!") && !left.contains("three"), "{left:?}");
    hook.run(&["undo"]);
    assert_eq!(hook.held()["a.md"].as_deref(), Some(longer));
}
