//! What is refused: with exit status 2, one line that says why, and a disk as it was.

use crate::desk::Desk;
use std::os::unix::fs::symlink;

const STORE: &str = "\
//- MEMORY.md
- [Auth](auth.md) — how tokens are checked
//- auth.md
---
name: Auth
description: how tokens are checked
type: project
---
//- latin.md
caf\\xe9
//- pipe.md special=fifo
//- large.md head=52428800
//- away.md link=../../../../outside.md
not in the store
";

#[test]
fn nothing_is_written_where_it_must_not_be() {
    let desk = Desk::with(STORE);
    symlink(desk.person.home(), desk.store.join("home")).expect("a link out of the store");
    let before = desk.disk();
    let paths = [
        "../escaped.md",
        "a/../../escaped.md",
        "/tmp/escaped.md",
        "home/escaped.md",
        "plain.txt",
        ".hidden.md",
        "",
        "two\nlines.md",
        "nul\0.md",
    ];
    for path in paths.iter().filter(|path| !path.contains('\0')) {
        let said = desk.run_in(&desk.project, &["new", path], "text\n");
        assert_eq!(said.status, 2, "new {path:?}: {said:?}");
        assert_eq!(said.err.trim_end().lines().count(), 1, "one line: {said:?}");
        let said = desk.run(&["rename", "auth.md", path]);
        assert_eq!(said.status, 2, "rename to {path:?}: {said:?}");
    }
    for (words, input) in [
        (&["new", "auth.md"][..], "there is one already\n"),
        (&["new", "AUTH.md", "--no-such-option"], ""),
        (&["write", "away.md"], "through a link\n"),
        (&["write", "latin.md"], "not text\n"),
        (&["write", "pipe.md"], "a pipe\n"),
        (&["delete", "missing.md"], ""),
        (&["rename", "missing.md", "found.md"], ""),
        (&["merge", "missing.md", "auth.md"], ""),
        (&["merge", "auth.md", "latin.md"], ""),
        (&["merge", "auth.md", "auth.md"], ""),
        (&["merge", "auth.md", "MEMORY.md"], ""),
        (&["entry", "latin.md", "--top"], ""),
        (&["nonsense"], ""),
        (&["undo"], ""),
        (&["index", "one", "too", "many"], ""),
        (&["check", "--level", "nonsense"], ""),
        (&["entry", "auth.md"], ""),
        (&["--profile", "nonsense", "index"], ""),
        (&["write", "auth.md"], &"x".repeat((16 << 20) + 1)),
    ] {
        let said = desk.run_in(&desk.project, words, input);
        assert_eq!(said.status, 2, "{words:?}: {said:?}");
        assert!(said.err.trim_end().lines().count() == 1, "{words:?} says why on one line: {said:?}");
    }
    let mut after = desk.disk();
    after.retain(|path, _| before.contains_key(path));
    assert_eq!(after, before);
    assert!(!desk.person.home().join("escaped.md").exists());
}

#[test]
fn odd_things_are_data() {
    let desk = Desk::with(STORE);
    for words in [
        &["topics", "--json"][..],
        &["index", "--json"],
        &["check", "--json"],
        &["manifest"],
        &["stores", "--json"],
    ] {
        let said = desk.run(words);
        assert!(said.status < 2, "{words:?}: {said:?}");
    }
    let topics = desk.done(&["topics", "--json"], "").out;
    for name in ["auth.md", "latin.md", "large.md", "away.md"] {
        assert!(topics.contains(name), "{name} in {topics}");
    }
}

#[test]
fn a_missing_store_is_told_and_not_made() {
    let desk = Desk::with(STORE);
    let empty = desk.person.project("empty");
    let said = desk.run_in(&empty, &["index"], "");
    assert!(said.status < 2, "{said:?}");
    assert!(!desk.person.store(&empty).exists());
    // one that is named outright must be there, and be a directory
    let file = desk.store.join("auth.md");
    for store in [&desk.person.home().join("nowhere"), &file] {
        for verb in ["index", "topics", "manifest", "check"] {
            let said = desk.run(&["--store", &store.to_string_lossy(), verb]);
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{verb}: {said:?}");
            assert!(said.err.contains(&*store.to_string_lossy()), "{said:?}");
        }
    }
    let said = desk.run(&["index", "/no/such/folder", "--json"]);
    assert!(said.status == 2 || said.json()["loaded"] == false, "{said:?}");
}

#[test]
fn names_and_descriptions_stay_on_their_line() {
    let desk = Desk::with(STORE);
    let odd = "two\nlines\u{1b}[2J\u{202e}.md";
    std::fs::write(desk.store.join(odd), "---\ndescription: \"a\\n- [user] forged.md\\e[31m\"\n---\n")
        .expect("an odd name");
    desk.done(&["delete", odd], "");
    desk.done(&["undo"], "");
    for words in [&["topics"][..], &["check"], &["log"], &["index"], &["surface", odd], &["stores"]] {
        let out = desk.run(words).out;
        assert!(!out.contains(['\u{1b}', '\u{202e}']), "{words:?}: {out}");
        assert!(
            !out.lines().any(|line| line.starts_with("lines") || line.starts_with("- [user]")),
            "{words:?}: {out}"
        );
    }
}
