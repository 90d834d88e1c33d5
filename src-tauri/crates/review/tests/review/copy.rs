//! What an agent may do to a copy of a store, tool by tool, and what is left of it.
//!
//! Each table is a store and calls; what comes of them is a text. A call is the name of a tool and its arguments in JSON.

use expect_test::{Expect, expect};
use memdesk_review::copy::{Copy, Did, Sessions, tools};
use memdesk_review::{Overlay, Snapshot, fixture};
use serde_json::{Value, json};

use crate::support::NOW;

/// Two conversations.
pub(crate) struct Talks;

impl Sessions for Talks {
    fn names(&self) -> Vec<String> {
        vec!["9f".to_owned(), "3c".to_owned()]
    }

    fn read(&self, name: &str) -> Option<String> {
        match name {
            "9f" => Some("turn 1 person: use port 8080\nturn 1 model: done\n".to_owned()),
            "3c" => Some("turn 1 person: hello\n".to_owned()),
            _ => None,
        }
    }

    fn search(&self, pattern: &str, limit: usize) -> Result<Vec<String>, String> {
        let regex = regex::Regex::new(pattern).map_err(|_| "no pattern".to_owned())?;
        let line = "sessions/9f turn 1 person: use port 8080";
        Ok([line].into_iter().filter(|line| regex.is_match(line)).map(str::to_owned).take(limit).collect())
    }
}

pub(crate) const STORE: &str = "\
//- MEMORY.md
- [Build](build.md) — how to build
- [Tests](sub/tests.md) — how to test
//- build.md
Build with make.
Then make test, then make test again.
//- sub/tests.md crlf
one
two
//- latin.md
caf\\xe9
//- linked.md link=../elsewhere.md
far away
//- dir/far.md link=inside
far away
//- dir/near.md link=inside
far away
//- .hidden.md
secret
//- logs/2026.md
log
//- pipe.md special=fifo
//- huge.md head=9000000
the head
//- locked.md unreadable=denied
//- notes.txt
no memory
//? shut directory-unreadable
";

fn told(did: &Did, out: &mut String) {
    let mark = if did.refused.is_some() { "✗" } else { "✓" };
    out.push_str(&format!("{mark} {} {}\n", did.tool, did.what));
    for line in did.answer.lines() {
        out.push_str(&format!("    {line}\n"));
    }
    assert!(did.refused.as_ref().is_none_or(|why| *why == did.answer), "{did:?}");
}

/// What differs, in the notation of the fixture.
fn difference(before: &Snapshot, overlay: &Overlay) -> String {
    let mut out = String::new();
    for path in overlay.files.iter().filter(|(_, bytes)| bytes.is_none()).map(|(path, _)| path) {
        out.push_str(&format!("gone {path}\n"));
    }
    let mut after = before.with(overlay, NOW);
    after.files.retain(|path, _| overlay.files.contains_key(path));
    after.oddities.clear();
    out + &fixture::render(&after)
}

/// A store, calls, and what comes of them.
#[track_caller]
pub(crate) fn check(store: &str, calls: &[(&str, Value)], expect: &Expect) {
    let snapshot = fixture::parse(store);
    let mut copy = Copy::of(&snapshot);
    let mut out = String::new();
    for (name, input) in calls {
        told(&copy.call(name, input, &Talks), &mut out);
    }
    out.push_str(&difference(&snapshot, &copy.overlay()));
    expect.assert_eq(&out);
}

#[test]
fn looking() {
    check(
        STORE,
        &[
            ("Read", json!({"file_path": "memory/build.md"})),
            ("Read", json!({"path": "sub/tests.md", "offset": 2})),
            ("Read", json!({"file_path": "build.md", "offset": 1, "limit": 1})),
            ("Read", json!({"file_path": "build.md", "offset": 9})),
            ("Read", json!({"file_path": "latin.md"})),
            ("Read", json!({"file_path": "sessions/9f", "limit": 1})),
            ("Read", json!({"file_path": "sessions/none"})),
            ("Read", json!({"file_path": "memory/"})),
            ("Read", json!({"file_path": "sub"})),
            ("Grep", json!({"pattern": "make \\w+"})),
            ("Grep", json!({"pattern": "TWO", "ignore_case": true, "path": "memory/sub"})),
            ("Grep", json!({"pattern": "nowhere"})),
            ("Grep", json!({"pattern": "PORT (\\d+)", "path": "sessions", "ignore_case": true})),
            ("Grep", json!({"pattern": "port", "path": "sessions/9f"})),
            ("Grep", json!({"pattern": "x", "path": "memory/none.md"})),
            ("Grep", json!({"pattern": "x", "path": "linked.md"})),
            ("Glob", json!({"pattern": "memory/**/*.md"})),
            ("Glob", json!({"pattern": "*.md"})),
            ("Glob", json!({"pattern": "{build,latin}.md", "path": "memory"})),
            ("Glob", json!({"pattern": "sessions/*"})),
            ("Glob", json!({"pattern": "*.rs"})),
        ],
        &expect![[r#"
            ✓ read build.md
                1	Build with make.
                2	Then make test, then make test again.
            ✓ read sub/tests.md
                2	two
            ✓ read build.md
                1	Build with make.
                [2 lines in all; read on with offset 2.]
            ✓ read build.md
                [There are only 2 lines.]
            ✓ read latin.md
                1	caf�
                [This file is not UTF-8; what is no text is shown as �. Edit cannot change it.]
            ✓ read sessions/9f
                1	turn 1 person: use port 8080
                [2 lines in all; read on with offset 2.]
            ✗ read sessions/none
                There is no such conversation; Glob `sessions/*` lists them.
            ✗ read memory/
                That is a folder: Glob lists what is in it.
            ✗ read sub
                That is a folder.
            ✓ grep make \w+
                memory/build.md:2: Then make test, then make test again.
            ✓ grep TWO
                memory/sub/tests.md:2: two
            ✓ grep nowhere
                Nothing matches.
            ✓ grep PORT (\d+)
                sessions/9f turn 1 person: use port 8080
            ✓ grep port
                sessions/9f:1: turn 1 person: use port 8080
            ✗ grep x
                There is no memory/none.md.
            ✗ grep x
                That is reached through a symbolic link and is out of reach.
            ✓ glob memory/**/*.md
                memory/MEMORY.md
                memory/build.md
                memory/latin.md
                memory/sub/tests.md
            ✓ glob *.md
                memory/MEMORY.md
                memory/build.md
                memory/latin.md
            ✓ glob {build,latin}.md
                memory/build.md
                memory/latin.md
            ✓ glob sessions/*
                sessions/9f
                sessions/3c
            ✓ glob *.rs
                No file has such a path.
        "#]],
    );
}

#[test]
fn changing() {
    check(
        STORE,
        &[
            (
                "Edit",
                json!({"file_path": "memory/build.md", "old_string": "with make", "new_string": "with just"}),
            ),
            (
                "Edit",
                json!({"file_path": "build.md", "old_string": "make test", "new_string": "just test", "replace_all": true}),
            ),
            (
                "Edit",
                json!({"file_path": "sub/tests.md", "old_string": "one\ntwo", "new_string": "one\nthree"}),
            ),
            ("Edit", json!({"file_path": "new.md", "old_string": "", "new_string": "new\n"})),
            ("Write", json!({"file_path": "memory/MEMORY.md", "content": "- [New](new.md) — all of it\n"})),
            ("Write", json!({"file_path": "./memory/deep/er/构建.md", "content": "构建\n"})),
            ("Write", json!({"file_path": "latin.md", "content": "café\n"})),
            ("Grep", json!({"pattern": "just|构"})),
            ("Delete", json!({"file_path": "latin.md"})),
            ("Read", json!({"file_path": "latin.md"})),
        ],
        &expect![[r#"
            ✓ edit build.md
                Edited memory/build.md.
            ✓ edit build.md
                Edited memory/build.md in 2 places.
            ✓ edit sub/tests.md
                Edited memory/sub/tests.md.
            ✓ edit new.md
                Created memory/new.md.
            ✓ write MEMORY.md
                Replaced memory/MEMORY.md (30 bytes).
            ✓ write deep/er/构建.md
                Created memory/deep/er/构建.md (7 bytes).
            ✓ write latin.md
                Replaced memory/latin.md (6 bytes).
            ✓ grep just|构
                memory/build.md:1: Build with just.
                memory/build.md:2: Then just test, then just test again.
                memory/deep/er/构建.md:1: 构建
            ✓ delete latin.md
                Deleted memory/latin.md.
            ✗ read latin.md
                There is no memory/latin.md.
            gone latin.md
            //- MEMORY.md
            - [New](new.md) — all of it
            //- build.md
            Build with just.
            Then just test, then just test again.
            //- deep/er/构建.md
            构建
            //- new.md
            new
            //- sub/tests.md crlf
            one
            three
        "#]],
    );
}

#[test]
fn a_file_that_is_as_it_was_is_no_difference() {
    check(
        STORE,
        &[
            ("Delete", json!({"file_path": "build.md"})),
            (
                "Write",
                json!({"file_path": "build.md", "content": "Build with make.\nThen make test, then make test again.\n"}),
            ),
            ("Write", json!({"file_path": "passing.md", "content": "x"})),
            ("Delete", json!({"file_path": "passing.md"})),
            ("Delete", json!({"file_path": "passing.md"})),
        ],
        &expect![[r#"
            ✓ delete build.md
                Deleted memory/build.md.
            ✓ write build.md
                Created memory/build.md (55 bytes).
            ✓ write passing.md
                Created memory/passing.md (1 bytes).
            ✓ delete passing.md
                Deleted memory/passing.md.
            ✗ delete passing.md
                There is no memory/passing.md.
        "#]],
    );
}

#[test]
fn files_that_another_agent_left() {
    let snapshot = fixture::parse(STORE);
    let mut copy = Copy::of(&snapshot);
    let mut files = copy.files();
    assert_eq!(copy.adopt(&files), []);
    let mut out = format!("seen: {:?}\n", files.keys().collect::<Vec<_>>());
    files.remove("build.md");
    files.remove("MEMORY.md");
    let mut put = |path: &str, bytes: &[u8]| files.insert(path.to_owned(), bytes.into());
    put("sub/tests.md", b"one\r\n");
    put("BUILD.md", b"moved\n");
    put("linked.md", b"through\n");
    put("../out.md", b"out\n");
    put("run.sh", b"#!/bin/sh\n");
    put(".claude/settings.md", b"x");
    put("bytes.md", b"\xff\n");
    for did in copy.adopt(&files) {
        told(&did, &mut out);
    }
    out.push_str(&difference(&snapshot, &copy.overlay()));
    expect![[r#"
        seen: ["MEMORY.md", "build.md", "latin.md", "sub/tests.md"]
        ✗ delete MEMORY.md
            The index is rewritten, never deleted.
        ✓ delete build.md
            Deleted memory/build.md.
        ✗ write ../out.md
            A path may have no `.` or `..` in it.
        ✗ write .claude/settings.md
            Files and folders whose names begin with a dot are out of reach.
        ✓ write BUILD.md
            Created memory/BUILD.md (6 bytes).
        ✗ write bytes.md
            A memory has to be UTF-8 text.
        ✗ write linked.md
            That is reached through a symbolic link and is out of reach.
        ✗ write run.sh
            Only files whose names end in `.md` can be memories.
        ✓ write sub/tests.md
            Replaced memory/sub/tests.md (5 bytes).
        gone build.md
        //- BUILD.md
        moved
        //- sub/tests.md crlf
        one
    "#]]
    .assert_eq(&out);
}

#[test]
fn each_tool_says_what_it_takes() {
    let names: Vec<&str> = tools().iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["Read", "Grep", "Glob", "Edit", "Write", "Delete"]);
    for tool in tools() {
        let properties = tool.schema["properties"].as_object().unwrap();
        let required: Vec<&str> =
            tool.schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(required.iter().all(|name| properties.contains_key(*name)), "{}", tool.name);
        // each argument that has to be there is asked for by its name when it is left out
        for left_out in &required {
            let input: Value = required
                .iter()
                .filter(|name| *name != left_out)
                .map(|name| ((*name).to_owned(), json!("build.md")))
                .collect::<serde_json::Map<_, _>>()
                .into();
            let did = Copy::of(&fixture::parse(STORE)).call(tool.name, &input, &Talks);
            assert!(
                did.refused.is_some_and(|why| why.contains(&format!("`{left_out}`"))),
                "{} {left_out}",
                tool.name
            );
        }
    }
}
