//! Plans on the disk: what is done, what is refused, what is kept.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a test stops where it fails")]

mod machine;

use machine::Machine;
use machine::plans::{files, map, plan, run, step};
use memdesk_review::plan::Attributes;
use memdesk_review::{Plan, Step};
use memdesk_store::{Applied, Refused};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

#[test]
fn steps_are_taken_in_order() {
    let machine = Machine::new();
    machine.put("store/a.md", "old a");
    machine.put("store/MEMORY.md", "old index");
    machine.put("store/x/y/gone.md", "bye");
    machine.put("store/z/gone.md", "bye");
    machine.put("store/z/stays.txt", "");
    let applied = run(
        &machine,
        &plan(&[
            ("new/deep/b.md", None, Some("b")),
            ("a.md", Some("old a"), Some("")),
            ("MEMORY.md", Some("old index"), Some("new index")),
            ("x/y/gone.md", Some("bye"), None),
            ("z/gone.md", Some("bye"), None),
        ]),
    );
    assert_eq!(applied.refused, []);
    assert_eq!(applied.done, ["new/deep/b.md", "a.md", "MEMORY.md", "x/y/gone.md", "z/gone.md"]);
    let want = [("MEMORY.md", "new index"), ("a.md", ""), ("new/deep/b.md", "b"), ("z/stays.txt", "")];
    assert_eq!(files(&machine.path("store")), map(&want));
    assert!(!machine.path("store/x").exists(), "emptied directories go");
}

#[test]
fn a_store_is_made_for_its_first_topic_but_not_for_nothing() {
    let machine = Machine::new();
    assert_eq!(run(&machine, &plan(&[])), Applied::default());
    assert!(!machine.path("store").exists());
    assert_eq!(
        run(&machine, &plan(&[("gone.md", Some("x"), None)])).refused,
        [("gone.md".to_owned(), Refused::Stale)]
    );
    assert!(!machine.path("store").exists());
    assert_eq!(run(&machine, &plan(&[("a.md", None, Some("x"))])).done, ["a.md"]);
}

#[test]
fn one_refusal_refuses_the_plan() {
    let outside = Some(Refused::Outside);
    let bad = Some(Refused::BadPath);
    let stale = Some(Refused::Stale);
    type Case<'a> = (&'a str, Option<&'a str>, Option<&'a str>, &'a Option<Refused>);
    let cases: &[Case] = &[
        ("a.md", Some("other"), Some("x"), &stale),
        ("a.md", Some("a "), Some("x"), &stale),
        ("a.md", None, Some("x"), &stale),
        ("a.md", None, None, &stale),
        ("missing.md", Some("a"), Some("x"), &stale),
        ("missing.md", Some("a"), None, &stale),
        ("missing.md", None, None, &stale),
        ("fifo.md", Some(""), Some("x"), &stale),
        ("fifo.md", None, Some("x"), &stale),
        ("broken.md", None, Some("x"), &stale),
        ("link.md", Some("a"), Some("x"), &outside),
        ("link.md", Some("a"), None, &outside),
        ("link.md", None, None, &outside),
        ("out/o.md", Some("o"), Some("x"), &outside),
        ("out/new.md", None, Some("x"), &outside),
        ("in/t.md", Some("t"), Some("x"), &outside),
        ("dir.md", None, Some("x"), &bad),
        ("a.md/b.md", None, Some("x"), &bad),
        ("", None, Some("x"), &bad),
        (".md/", None, Some("x"), &bad),
        ("/etc/x.md", None, Some("x"), &bad),
        ("../x.md", None, Some("x"), &bad),
        ("sub/../../x.md", None, Some("x"), &bad),
        ("./x.md", None, Some("x"), &bad),
        ("sub//x.md", None, Some("x"), &bad),
        ("nul\0.md", None, Some("x"), &bad),
        ("x.txt", None, Some("x"), &bad),
        ("x.MD", None, Some("x"), &bad),
        ("fifo.md", None, None, &None),
        ("broken.md", None, None, &None),
        ("a.md", Some("a"), None, &None),
        (".hidden.md", None, Some("x"), &None),
    ];
    for (path, before, after, want) in cases {
        let machine = Machine::new();
        machine.put("store/a.md", "a");
        machine.put("store/other.md", "other");
        machine.put("store/sub/t.md", "t");
        machine.put("store/dir.md/", "");
        machine.put("outside/o.md", "o");
        machine.link("store/link.md", "a.md");
        machine.link("store/out", "$B/outside");
        machine.link("store/in", "sub");
        machine.link("store/broken.md", "nowhere");
        let fifo = machine.path("store/fifo.md");
        rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        let before_all = files(&machine.base);
        let name = format!("{path:?} {before:?} {after:?}");
        let plan = plan(&[("other.md", Some("other"), Some("changed")), (path, *before, *after)]);
        let applied = run(&machine, &plan);
        match want {
            Some(why) => {
                let refused = [("other.md".to_owned(), Refused::Held), ((*path).to_owned(), why.clone())];
                assert_eq!(applied.refused, refused, "{name}");
                assert_eq!(applied.done, [] as [String; 0], "{name}");
                assert_eq!(files(&machine.base), before_all, "{name}");
            }
            None => {
                assert_eq!(applied.refused, [], "{name}");
                assert_eq!(machine.path("store").join(path).exists(), after.is_some(), "{name}");
            }
        }
    }
}

#[test]
fn the_store_itself_may_be_a_link() {
    let machine = Machine::new();
    machine.put("real/a.md", "a");
    machine.link("store", "real");
    assert_eq!(run(&machine, &plan(&[("a.md", Some("a"), Some("b"))])).done, ["a.md"]);
    assert_eq!(files(&machine.path("real")), map(&[("a.md", "b")]));
}

#[test]
fn permissions_owner_and_times() {
    let machine = Machine::new();
    machine.put("store/a.md", "a");
    let at = machine.path("store/a.md");
    fs::set_permissions(&at, fs::Permissions::from_mode(0o604)).unwrap();
    let am_root = fs::metadata(&at).unwrap().uid() == 0;
    if am_root {
        std::os::unix::fs::chown(&at, Some(1234), Some(1235)).unwrap();
    }
    run(&machine, &plan(&[("a.md", Some("a"), Some("b"))]));
    let meta = fs::metadata(&at).unwrap();
    assert_eq!(meta.mode() & 0o7777, 0o604);
    assert!(!am_root || (meta.uid(), meta.gid()) == (1234, 1235));
    assert!(meta.modified().unwrap().elapsed().unwrap().as_secs() < 60, "a change has a new time");
    let attributes = Some(Attributes { mode: 0o640, mtime_ns: 1_795_000_000_123_456_789 });
    for (before, after) in [(Some("b"), Some("c")), (Some("c"), None), (None, Some("d"))] {
        run(&machine, &Plan { steps: vec![Step { attributes, ..step("a.md", before, after) }] });
    }
    let meta = fs::metadata(&at).unwrap();
    assert_eq!((meta.mode() & 0o7777, meta.mtime(), meta.mtime_nsec()), (0o640, 1_795_000_000, 123_456_789));
}

#[test]
fn fifty_megabytes() {
    let machine = Machine::new();
    let (old, new) = ("o".repeat(50 << 20), "n".repeat(50 << 20));
    machine.put("store/huge.md", &old);
    assert_eq!(run(&machine, &plan(&[("huge.md", Some(&old), Some(&new))])).done, ["huge.md"]);
    assert_eq!(
        run(&machine, &plan(&[("huge.md", Some(&old), None)])).refused,
        [("huge.md".to_owned(), Refused::Stale)]
    );
    assert_eq!(run(&machine, &plan(&[("huge.md", Some(&new), None)])).done, ["huge.md"]);
}
