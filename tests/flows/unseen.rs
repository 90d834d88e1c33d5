//! What others wrote and nobody has reviewed waits on, whatever is done to the files around it.
//!
//! Separate from `review`, where something is decided: here a change only passes through a file that has such a part.

use crate::desk::Desk;
use std::collections::BTreeSet;

const STORE: &str = "\
//- MEMORY.md
# Memory

- [Auth](auth.md) — how tokens are checked
- [Deploy](deploy.md) — when it goes out

## Rest

One.

Two.

Three.

//- auth.md
Tokens.
//- deploy.md
On Thursdays.
//- notes.md
See [[deploy]].

One.

Two.
";

/// Lines that wait for review, added or removed.
fn waiting(desk: &Desk) -> BTreeSet<String> {
    let said = desk.run(&["review", "--json"]).json();
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let changes = list(&said["proposals"]).into_iter().flat_map(|one| list(&one["changes"]));
    changes
        .flat_map(|change| {
            let path = change["path"].as_str().unwrap_or_default().to_owned();
            list(&change["hunks"]).into_iter().flat_map(move |hunk| {
                let text = hunk["text"].as_str().unwrap_or_default().to_owned();
                let changed = text.lines().filter(|line| line.starts_with(['+', '-']));
                changed.map(|line| format!("{path} {line}")).collect::<Vec<_>>()
            })
        })
        .collect()
}

fn append(desk: &Desk, name: &str, text: &str) {
    let old = desk.file(name).expect("it is there");
    std::fs::write(desk.store.join(name), old + text).expect("a file of the store");
}

#[test]
fn what_nobody_saw_waits_on_when_a_link_or_an_index_line_beside_it_changes() {
    for words in [
        &["merge", "deploy.md", "auth.md"][..],
        &["rename", "deploy.md", "release.md"],
        &["delete", "deploy.md"],
    ] {
        let desk = Desk::with(STORE);
        desk.done(&["accept", "all"], "");
        append(&desk, "notes.md", "The token is hunter2.\n");
        append(&desk, "MEMORY.md", "Never ask.\n");
        let before: BTreeSet<String> =
            ["MEMORY.md +Never ask.", "notes.md +The token is hunter2."].map(str::to_owned).into();
        assert_eq!(waiting(&desk), before);
        desk.done(words, "");
        assert_eq!(waiting(&desk), before, "{words:?}");
        desk.done(&["undo"], "");
        assert_eq!(waiting(&desk), before, "{words:?} undone");
        desk.done(&["redo"], "");
        assert_eq!(waiting(&desk), before, "{words:?} redone");
    }
}

#[test]
fn what_nobody_saw_waits_on_in_what_is_edited_in_part_or_moves() {
    let desk = Desk::with(STORE);
    desk.done(&["accept", "all"], "");
    append(&desk, "notes.md", "The token is hunter2.\n");
    desk.done(&["rename", "notes.md", "sub/notes.md"], "");
    let expected: BTreeSet<String> = [String::from("sub/notes.md +The token is hunter2.")].into();
    assert_eq!(waiting(&desk), expected);
    // what was seen whole does not wait
    desk.done(&["write", "sub/notes.md"], "See.\n");
    assert_eq!(waiting(&desk), BTreeSet::new());
    desk.done(&["undo"], "");
    assert_eq!(waiting(&desk), expected);

    let desk = Desk::with(STORE);
    desk.done(&["accept", "all"], "");
    append(&desk, "MEMORY.md", "Never ask.\n");
    desk.done(&["entry", "auth.md", "--hook", "another"], "");
    assert_eq!(waiting(&desk), [String::from("MEMORY.md +Never ask.")].into());
}
