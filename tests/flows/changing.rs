//! Commands that change a store: topic and index line together, and every one can be taken back and done again.

use crate::desk::Desk;
use std::collections::BTreeMap;

const STORE: &str = "\
//- MEMORY.md
# Memory

- [Auth](auth.md) — how tokens are checked
- [Deploy](deploy.md) — when it goes out
//- auth.md
---
name: Auth
description: how tokens are checked
type: project
---

See [[Deploy]] and [[deploy]].
//- deploy.md mode=600 crlf
---
name: Deploy   # a comment that stays
description: 'when it goes out'
type: project
---

On Thursdays.
";

/// A change: words, standard input, and what must be so afterwards.
type Change = (&'static [&'static str], &'static str, fn(&Desk) -> bool);

const CHANGES: &[Change] = &[
    (
        &["new", "cache.md", "--name", "Cache", "--description", "what is cached", "--type", "reference"],
        "An hour.\n",
        |desk| {
            desk.file("cache.md")
                .is_some_and(|text| text.contains("name: Cache") && text.ends_with("An hour.\n"))
                && desk.file("MEMORY.md").is_some_and(|text| text.contains("(cache.md)"))
        },
    ),
    (&["new", "deep/er/cache.md", "--no-entry"], "Plain.\n", |desk| {
        desk.file("deep/er/cache.md").as_deref() == Some("Plain.\n")
            && desk.file("MEMORY.md").is_some_and(|text| !text.contains("cache.md"))
    }),
    (&["write", "auth.md"], "All new.\n", |desk| desk.file("auth.md").as_deref() == Some("All new.\n")),
    (&["write", "MEMORY.md"], "# Nothing\n", |desk| desk.file("MEMORY.md").as_deref() == Some("# Nothing\n")),
    (&["rename", "deploy.md", "releases/when.md"], "", |desk| {
        desk.file("deploy.md").is_none()
            && desk.file("releases/when.md").is_some_and(|text| text.contains("On Thursdays.\r\n"))
            && desk
                .file("MEMORY.md")
                .is_some_and(|text| text.contains("[Deploy](releases/when.md) — when it goes out"))
            && desk.file("auth.md").is_some_and(|text| text.contains("[[Deploy]] and [[when]]"))
    }),
    (&["merge", "deploy.md", "auth.md"], "", |desk| {
        desk.file("deploy.md").is_none()
            && desk
                .file("auth.md")
                .is_some_and(|text| text.ends_with("See Deploy and deploy.\n\nOn Thursdays.\n"))
            && desk
                .file("MEMORY.md")
                .is_some_and(|text| text.contains("(auth.md)") && !text.contains("deploy.md"))
    }),
    (&["delete", "deploy.md"], "", |desk| {
        desk.file("deploy.md").is_none()
            && desk.file("MEMORY.md").is_some_and(|text| !text.contains("Deploy"))
    }),
    (&["entry", "deploy.md", "--top"], "", |desk| {
        desk.file("MEMORY.md").is_some_and(|text| text.find("(deploy.md)") < text.find("(auth.md)"))
    }),
    (&["entry", "auth.md", "--hook", "when a login fails"], "", |desk| {
        desk.file("MEMORY.md").is_some_and(|text| text.contains("- [Auth](auth.md) — when a login fails\n"))
    }),
    (&["entry", "auth.md", "--remove"], "", |desk| {
        desk.file("auth.md").is_some() && desk.file("MEMORY.md").is_some_and(|text| !text.contains("auth.md"))
    }),
];

/// The store's files alone: times and folders left empty by an undo do not count.
fn files(desk: &Desk) -> BTreeMap<std::path::PathBuf, (u32, Vec<u8>)> {
    let mut disk = desk.disk();
    disk.retain(|path, _| path.is_file());
    disk
}

#[test]
fn each_change_is_shown_done_undone_and_redone() {
    for (words, input, holds) in CHANGES {
        let desk = Desk::with(STORE);
        let before = files(&desk);

        let mut dry = words.to_vec();
        dry.push("--dry-run");
        let shown = desk.done(&dry, input);
        assert!(
            shown.out.lines().any(|line| line.starts_with('+') || line.starts_with('-')),
            "{words:?} shows a diff: {shown:?}"
        );
        assert_eq!(files(&desk), before, "{words:?} --dry-run changes nothing");

        desk.done(words, input);
        assert!(holds(&desk), "{words:?}: {:?}", desk.file("MEMORY.md"));
        let after = files(&desk);

        desk.done(&["undo"], "");
        assert_eq!(files(&desk), before, "{words:?} undone");
        desk.done(&["redo"], "");
        assert_eq!(files(&desk), after, "{words:?} redone");
        desk.done(&["undo"], "");
        assert_eq!(files(&desk), before, "{words:?} undone again");
    }
}

#[test]
fn what_was_not_touched_stays_byte_for_byte() {
    let desk = Desk::with(STORE);
    let before = files(&desk);
    desk.done(&["entry", "auth.md", "--hook", "another"], "");
    for (path, was) in before.iter().filter(|(path, _)| !path.ends_with("MEMORY.md")) {
        assert_eq!(files(&desk).get(path), Some(was), "{}", path.display());
    }
}

#[test]
fn a_chain_of_changes_is_walked_back_and_forth() {
    let desk = Desk::with(STORE);
    let mut states = vec![files(&desk)];
    for (words, input) in [
        (&["entry", "deploy.md", "--top"][..], ""),
        (&["rename", "auth.md", "login.md"], ""),
        (&["write", "login.md"], "Shorter.\n"),
        (&["delete", "deploy.md"], ""),
    ] {
        desk.done(words, input);
        states.push(files(&desk));
    }
    for state in states.iter().rev().skip(1) {
        desk.done(&["undo"], "");
        assert_eq!(&files(&desk), state);
    }
    for state in states.iter().skip(1) {
        desk.done(&["redo"], "");
        assert_eq!(&files(&desk), state);
    }
    let json = desk.done(&["log", "--json"], "").json();
    assert!(json.to_string().contains("rename"), "{json}");
}
