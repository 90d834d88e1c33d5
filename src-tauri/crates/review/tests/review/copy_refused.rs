//! What an agent may not do to a copy of a store, and what it is told.

use expect_test::expect;
use memdesk_review::copy::{ANSWER_LIMIT, COPY_LIMIT, Copy, FILE_LIMIT};
use memdesk_review::{Overlay, fixture};
use serde_json::json;

use crate::copy::{STORE, Talks, check};

#[test]
fn edits_that_are_not_made() {
    check(
        STORE,
        &[
            ("Edit", json!({"file_path": "build.md", "old_string": "cmake", "new_string": "x"})),
            ("Edit", json!({"file_path": "build.md", "old_string": "make test", "new_string": "x"})),
            ("Edit", json!({"file_path": "build.md", "old_string": "make", "new_string": "make"})),
            ("Edit", json!({"file_path": "build.md", "old_string": "", "new_string": "x"})),
            ("Edit", json!({"file_path": "none.md", "old_string": "a", "new_string": "b"})),
            ("Edit", json!({"file_path": "latin.md", "old_string": "caf", "new_string": "b"})),
        ],
        &expect![[r#"
            ✗ edit build.md
                `old_string` is not in the file. Read it again and give the text exactly as it stands, without line numbers.
            ✗ edit build.md
                `old_string` is in the file 2 times. Give more of the text around it, or set `replace_all`.
            ✗ edit build.md
                `old_string` and `new_string` are the same.
            ✗ edit build.md
                The file exists and has text in it: an empty `old_string` only makes a new one.
            ✗ edit none.md
                There is no such file. Write makes one.
            ✗ edit latin.md
                The file is not UTF-8 text and cannot be edited in pieces. It can be replaced with Write.
        "#]],
    );
}

#[test]
fn paths_out_of_reach() {
    let long = format!("{}.md", "a".repeat(300));
    let paths = [
        "../x.md",
        "memory/../../x.md",
        "memory/./x.md",
        "sub/../../x.md",
        "/etc/x.md",
        "/memory/x.md",
        "~/x.md",
        "C:\\x.md",
        "C:/x.md",
        "c:x.md",
        "sub\\x.md",
        "..\\x.md",
        "linked.md",
        "dir/far.md",
        "dir/new.md",
        "dir/deeper/new.md",
        ".hidden.md",
        ".git/x.md",
        "sub/.git/hooks.md",
        "notes.txt",
        "x.txt",
        "x.MD",
        "x",
        "nul\0.md",
        "a\nb.md",
        "a\u{202E}b.md",
        &long,
        "sub",
        "memory",
        "",
        "build.md/x.md",
        "BUILD.md",
        "Sub/Tests.md",
        "Build.MD",
        "memory.md",
        "sub/MEMORY.md",
        "Memory/x.md",
        "SESSIONS/x.md",
        "sessions/x.md",
        "sessions",
        "memory/sessions/x.md",
        "logs/2026.md",
        "logs/x.md",
        "Logs/x.md",
        "pipe.md",
        "huge.md",
        "locked.md",
        "shut/x.md",
        "con.md",
        "a//b.md",
        "x.md ",
        "file:///etc/x.md",
    ];
    let mut out = String::new();
    let snapshot = fixture::parse(STORE);
    let mut copy = Copy::of(&snapshot);
    for path in paths {
        let short: String = path.chars().take(30).collect();
        let mut last = String::new();
        for (name, rest) in [
            ("Write", json!({"content": "x"})),
            ("Edit", json!({"old_string": "", "new_string": "x"})),
            ("Delete", json!({})),
        ] {
            let mut input = rest;
            input["file_path"] = json!(path);
            let did = copy.call(name, &input, &Talks);
            let why = did.refused.unwrap_or_else(|| panic!("{name} {path:?} was done"));
            if why != last {
                out.push_str(&format!("{short:?} {}: {why}\n", did.tool));
            }
            last = why;
        }
        assert_eq!(copy.overlay(), Overlay::default(), "{path:?}");
        for (name, input) in [("Read", json!({"file_path": path})), ("Glob", json!({"pattern": path}))] {
            let did = copy.call(name, &input, &Talks);
            assert!(
                did.refused.is_some() || !did.answer.contains("far away") && !did.answer.contains("secret"),
                "{did:?}"
            );
        }
    }
    expect![[r#"
        "../x.md" write: A path may have no `.` or `..` in it.
        "memory/../../x.md" write: A path may have no `.` or `..` in it.
        "memory/./x.md" write: A path may have no `.` or `..` in it.
        "sub/../../x.md" write: A path may have no `.` or `..` in it.
        "/etc/x.md" write: Absolute paths lead nowhere here: give one that begins with `memory/`.
        "/memory/x.md" write: Absolute paths lead nowhere here: give one that begins with `memory/`.
        "~/x.md" write: Absolute paths lead nowhere here: give one that begins with `memory/`.
        "C:\\x.md" write: A path has `/` between its parts, never a backslash.
        "C:/x.md" write: Absolute paths lead nowhere here: give one that begins with `memory/`.
        "c:x.md" write: Absolute paths lead nowhere here: give one that begins with `memory/`.
        "sub\\x.md" write: A path has `/` between its parts, never a backslash.
        "..\\x.md" write: A path has `/` between its parts, never a backslash.
        "linked.md" write: That is reached through a symbolic link and is out of reach.
        "dir/far.md" write: That is reached through a symbolic link and is out of reach.
        "dir/new.md" write: That may lead through a symbolic link and is out of reach.
        "dir/deeper/new.md" write: That may lead through a symbolic link and is out of reach.
        ".hidden.md" write: Files and folders whose names begin with a dot are out of reach.
        ".git/x.md" write: Files and folders whose names begin with a dot are out of reach.
        "sub/.git/hooks.md" write: Files and folders whose names begin with a dot are out of reach.
        "notes.txt" write: Only files whose names end in `.md` can be memories.
        "x.txt" write: Only files whose names end in `.md` can be memories.
        "x.MD" write: Only files whose names end in `.md` can be memories.
        "x" write: Only files whose names end in `.md` can be memories.
        "nul\0.md" write: A path may have no control or invisible characters.
        "a\nb.md" write: A path may have no control or invisible characters.
        "a\u{202e}b.md" write: A path may have no control or invisible characters.
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" write: The path is too long: at most 255 bytes for a part and 1,024 in all.
        "sub" write: That is a folder.
        "memory" write: That is a folder: name a file in it.
        "" write: That is a folder: name a file in it.
        "build.md/x.md" write: `memory/build.md` is a file, not a folder.
        "BUILD.md" write: There is `memory/build.md`: names that differ only in case are one file on some disks.
        "Sub/Tests.md" write: There is `memory/sub/tests.md`: names that differ only in case are one file on some disks.
        "Build.MD" write: There is `memory/build.md`: names that differ only in case are one file on some disks.
        "memory.md" write: There is `memory/MEMORY.md`: names that differ only in case are one file on some disks.
        "sub/MEMORY.md" write: That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no memories, and some names cannot be stored on every system.
        "Memory/x.md" write: The two folders are called `memory/` and `sessions/`, in lower case.
        "SESSIONS/x.md" write: The two folders are called `memory/` and `sessions/`, in lower case.
        "sessions/x.md" write: Conversations can only be read. Write below `memory/`.
        "sessions" write: Conversations can only be read. Write below `memory/`.
        "memory/sessions/x.md" write: That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no memories, and some names cannot be stored on every system.
        "logs/2026.md" write: That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no memories, and some names cannot be stored on every system.
        "logs/x.md" write: That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no memories, and some names cannot be stored on every system.
        "Logs/x.md" write: That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no memories, and some names cannot be stored on every system.
        "pipe.md" write: That is not a regular file.
        "huge.md" write: That file is too large to be worked on.
        "locked.md" write: That file cannot be read.
        "shut/x.md" write: What stands there cannot be read, so that nothing can be put there.
        "con.md" write: That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no memories, and some names cannot be stored on every system.
        "a//b.md" write: A path may have no empty part.
        "x.md " write: Only files whose names end in `.md` can be memories.
        "file:///etc/x.md" write: A path may have no empty part.
    "#]].assert_eq(&out);
}

#[test]
fn what_is_no_call() {
    check(
        STORE,
        &[
            ("Bash", json!({"command": "rm -rf /"})),
            ("read", json!({"file_path": "build.md"})),
            ("", json!(null)),
            ("Read", json!(null)),
            ("Read", json!("build.md")),
            ("Read", json!({})),
            ("Read", json!({"file_path": null})),
            ("Read", json!({"file_path": 7})),
            ("Read", json!({"file_path": "build.md", "offset": "2"})),
            ("Read", json!({"file_path": "build.md", "limit": -1})),
            ("Read", json!({"file_path": "build.md", "limit": 1.5})),
            ("Write", json!({"file_path": "x.md"})),
            ("Write", json!({"file_path": "x.md", "content": ["a"]})),
            ("Edit", json!({"file_path": "build.md", "old_string": "a"})),
            (
                "Edit",
                json!({"file_path": "build.md", "old_string": "a", "new_string": "b", "replace_all": "yes"}),
            ),
            ("Delete", json!({"file_path": {"a": 1}})),
            ("Delete", json!({"file_path": "MEMORY.md"})),
            ("Grep", json!({"pattern": "("})),
            ("Grep", json!({"pattern": "a(?=b)"})),
            ("Grep", json!({"pattern": ""})),
            ("Grep", json!({"pattern": "(((a{100}){100}){100})"})),
            ("Grep", json!({"pattern": "x".repeat(2_000)})),
            ("Grep", json!({"pattern": "x", "path": "../.."})),
            ("Grep", json!({"pattern": "x", "path": 1})),
            ("Glob", json!({"pattern": ""})),
            ("Glob", json!({"pattern": "[a"})),
            ("Glob", json!({"pattern": "../*"})),
            ("Glob", json!({"pattern": "/etc/*"})),
            ("Glob", json!({"pattern": "memory/../../*"})),
            ("Glob", json!({"pattern": "*", "path": "sessions/9f"})),
        ],
        &expect![[r#"
            ✗ other Bash
                There is no such tool. There are Read, Grep, Glob, Edit, Write and Delete.
            ✗ other read
                There is no such tool. There are Read, Grep, Glob, Edit, Write and Delete.
            ✗ other 
                There is no such tool. There are Read, Grep, Glob, Edit, Write and Delete.
            ✗ read 
                The arguments have to be a JSON object.
            ✗ read 
                The arguments have to be a JSON object.
            ✗ read 
                `file_path` is missing: give a string.
            ✗ read 
                `file_path` is missing: give a string.
            ✗ read 
                `file_path` has to be a string, not this number.
            ✗ read build.md
                `offset` has to be a whole number from 0 on, not a string.
            ✗ read build.md
                `limit` has to be a whole number from 0 on, not this number.
            ✗ read build.md
                `limit` has to be a whole number from 0 on, not this number.
            ✗ write x.md
                `content` is missing: give a string.
            ✗ write x.md
                `content` has to be a string, not a list.
            ✗ edit build.md
                `new_string` is missing: give a string.
            ✗ edit build.md
                `replace_all` has to be true or false, not a string.
            ✗ delete 
                `file_path` has to be a string, not an object.
            ✗ delete MEMORY.md
                The index is rewritten, never deleted.
            ✗ grep (
                The pattern is no regular expression: unclosed group.
            ✗ grep a(?=b)
                The pattern is no regular expression: look-around, including look-ahead and look-behind, is not supported.
            ✗ grep 
                `pattern` is empty.
            ✗ grep (((a{100}){100}){100})
                The pattern asks for too much; use a simpler one.
            ✗ grep xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
                The pattern is too long: at most 1000 bytes.
            ✗ grep x
                A path may have no `.` or `..` in it.
            ✗ grep x
                `path` has to be a string, not this number.
            ✗ glob 
                `pattern` is empty.
            ✗ glob [a
                The pattern cannot be read: unclosed character class; missing ']'.
            ✗ glob ../*
                A path may have no `.` or `..` in it.
            ✗ glob /etc/*
                Absolute paths lead nowhere here: give one that begins with `memory/`.
            ✗ glob memory/../../*
                A path may have no `.` or `..` in it.
            ✗ glob *
                A conversation is no folder.
        "#]],
    );
}

#[test]
fn there_are_limits() {
    let snapshot = fixture::parse(STORE);
    let mut copy = Copy::of(&snapshot);
    let write = |copy: &mut Copy, path: &str, len: usize| {
        copy.call("Write", &json!({"file_path": path, "content": "x".repeat(len)}), &Talks).refused
    };
    assert!(write(&mut copy, "a.md", FILE_LIMIT + 1).is_some_and(|why| why.contains("1048576")));
    for at in 0..COPY_LIMIT / FILE_LIMIT {
        assert_eq!(write(&mut copy, &format!("a{at}.md"), FILE_LIMIT), None);
    }
    assert!(write(&mut copy, "b.md", 1).is_some_and(|why| why.contains("Too much")));
    assert_eq!(write(&mut copy, "a0.md", 1), None, "what is made smaller fits");
    assert_eq!(write(&mut copy, "b.md", 1), None);
    let answer = copy.call("Read", &json!({"file_path": "a1.md"}), &Talks).answer;
    assert!(
        answer.len() < ANSWER_LIMIT && answer.ends_with("more bytes]\n"),
        "{}",
        &answer[answer.len() - 80..]
    );
    let answer = copy.call("Grep", &json!({"pattern": "x+"}), &Talks).answer;
    assert!(answer.len() < ANSWER_LIMIT + 200, "{}", answer.len());
    let many = "line\n".repeat(20_000);
    let did = copy.call("Write", &json!({"file_path": "many.md", "content": many}), &Talks);
    assert_eq!(did.refused, None);
    let answer = copy.call("Read", &json!({"file_path": "many.md"}), &Talks).answer;
    let last = answer.lines().last().unwrap_or_default();
    assert_eq!(last, "[20000 lines in all; read on with offset 3388.]");
    let answer = copy.call("Grep", &json!({"pattern": "^line$"}), &Talks).answer;
    assert!(answer.ends_with("[Only the first 200 are shown; narrow the search.]\n"));
}
