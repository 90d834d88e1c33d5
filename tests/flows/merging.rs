//! Merging two topics through the command line, whatever they look like: all of it comes back, what waited for review included.
//!
//! Separate from `changing`, where each change is shown once on an ordinary store.

use crate::desk::Desk;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// Files of a store: path, mode, text.
type Laid = &'static [(&'static str, u32, &'static str)];

const STORES: &[Laid] = &[
    &[("MEMORY.md", 0o644, "- [A](a.md) — a\n- [B](b.md) — b\n"), ("a.md", 0o600, "a"), ("b.md", 0o640, "b")],
    &[
        (
            "MEMORY.md",
            0o640,
            "\u{FEFF}# M\r\n\r\n- [A](./a.md#x) - a\r\n  - [B][b]\r\n    - [C](c.md)\r\n\r\n[b]: b.md \"B\"\r\nSee [A](a.md), [[a|it]] and [[a#x]].",
        ),
        ("a.md", 0o755, "\u{FEFF}---\r\nname: 'A: #1'\r\ndescription: >\r\n  folded\r\n---\r\n\r\nOne.\r\n"),
        ("b.md", 0o644, "---\nname: B\n\nnever closed\n"),
        ("c.md", 0o444, "See [[a]], [[A: #1]] and [[ a | label ]]; `[[a]]`.\r\n"),
    ],
    &[
        ("MEMORY.md", 0o644, "* [[sub/a]] — one\n* [[b]]\n"),
        ("a.md", 0o600, "---\n---\n"),
        ("b.md", 0o644, ""),
        ("sub/a.md", 0o644, "[[b]]\r"),
        ("sub/deep/b.md", 0o644, "[[sub/a]] [[a]]\n"),
    ],
    &[("a.md", 0o644, "no index\n"), ("b.md", 0o644, "```\nopen")],
    &[
        ("MEMORY.md", 0o644, "- [B](b.md)"),
        ("a.md", 0o644, "---\nbroken: [\n---\nx\n"),
        ("b.md", 0o600, "x\n"),
    ],
];

const PAIRS: &[[&str; 2]] =
    &[["a.md", "b.md"], ["b.md", "a.md"], ["sub/a.md", "sub/deep/b.md"], ["sub/deep/b.md", "a.md"]];

fn laid(files: Laid) -> Desk {
    let desk = Desk::with("//- MEMORY.md\nx\n");
    fs::remove_file(desk.store.join("MEMORY.md")).expect("it was there");
    for (path, mode, text) in files {
        let at = desk.store.join(path);
        fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        fs::write(&at, text).expect("a file of the store");
        fs::set_permissions(&at, fs::Permissions::from_mode(*mode)).expect("a mode");
    }
    desk
}

fn files(desk: &Desk) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    let mut disk = desk.disk();
    disk.retain(|path, _| path.is_file());
    disk
}

/// What waits, without when.
fn waiting(desk: &Desk) -> Vec<String> {
    let said = desk.run(&["review", "--json"]).json();
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let changes = list(&said["proposals"]).into_iter().flat_map(|one| list(&one["changes"]));
    let mut out: Vec<String> = changes
        .map(|change| {
            let texts: Vec<String> =
                list(&change["hunks"]).iter().map(|hunk| hunk["text"].to_string()).collect();
            format!("{} {} {}", change["path"], change["kind"], texts.join(" "))
        })
        .collect();
    out.sort();
    out
}

#[test]
fn a_merge_comes_back_whole() {
    for store in STORES {
        for [path, into] in
            PAIRS.iter().filter(|pair| pair.iter().all(|one| store.iter().any(|(at, ..)| at == one)))
        {
            // reviewed: all, nothing, all but what is appended since
            for reviewed in [&["accept", "all"][..], &[], &["accept", "all"]].into_iter().enumerate() {
                let (which, accept) = reviewed;
                let desk = laid(store);
                if !accept.is_empty() {
                    desk.done(accept, "");
                }
                if which == 2 {
                    for (at, ..) in *store {
                        let mut bytes = fs::read(desk.store.join(at)).expect("it is there");
                        bytes.extend(b"\n\nNew, and seen by nobody.\n");
                        fs::set_permissions(desk.store.join(at), fs::Permissions::from_mode(0o644))
                            .expect("a mode");
                        fs::write(desk.store.join(at), bytes).expect("a file of the store");
                    }
                }
                let about = format!("{path} into {into}, {which}, of {store:?}");
                let before = (files(&desk), waiting(&desk));
                desk.done(&["merge", path, into], "");
                let after = (files(&desk), waiting(&desk));
                assert!(desk.file(path).is_none() && after.0 != before.0, "{about}");
                for round in 0..2 {
                    desk.done(&["undo"], "");
                    assert_eq!((files(&desk), waiting(&desk)), before, "{about}, undone {round}");
                    desk.done(&["redo"], "");
                    assert_eq!((files(&desk), waiting(&desk)), after, "{about}, redone {round}");
                }
                if which == 0 {
                    assert!(after.1.is_empty(), "{about}: {after:?}");
                }
            }
        }
    }
}
