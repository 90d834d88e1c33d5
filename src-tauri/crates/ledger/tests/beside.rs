//! Of a file that an operation only passes through, what nobody has reviewed waits on: finished, taken back, done again, or after a crash.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::Operation;
use std::collections::BTreeMap;
use world::{STORE, World, operation};

/// What was reviewed (none: nothing), what is on disk, what is written, what is reviewed then.
type Case = (Option<&'static str>, &'static str, &'static str, Option<&'static str>);

const CASES: &[Case] = &[
    (Some("a\nb\n"), "a\nb\n", "A\nb\n", Some("A\nb\n")),
    (Some("a\nb\nc\n"), "a\nb\nc\nnew\n", "A\nb\nc\nnew\n", Some("A\nb\nc\n")),
    (Some("a\nb\nc\nold\n"), "a\nb\nc\n", "A\nb\nc\n", Some("A\nb\nc\nold\n")),
    // both changed the same lines: all of it waits
    (Some("a\nb\n"), "a\nnew\n", "a\nNEW\n", Some("a\nb\n")),
    // it comes to what was reviewed
    (Some("a\nb\n"), "a\nb\nc\n", "a\nb\n", Some("a\nb\n")),
    (None, "a\n", "A\n", None),
    (Some("a\n"), "\u{FEFF}a\r\nnew\r\n", "A\r\nnew\r\n", Some("a\n")),
];

fn begun((reviewed, disk, _, _): &Case) -> World {
    let mut world = World::new();
    world.put("about.md", "x\n");
    if let Some(text) = reviewed {
        world.put("a.md", text);
        world.observe();
        let when = world.when();
        world.ledger.accept(STORE, &world.now, &["a.md".to_owned()], when).unwrap();
    }
    world.put("a.md", disk);
    world.observe();
    world
}

fn reviewed(world: &World, path: &str) -> Option<String> {
    world.ledger.accepted(STORE, path).unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
}

fn passing(path: &str) -> Operation {
    Operation { beside: [path.to_owned()].into(), ..operation("rename") }
}

#[test]
fn what_waits_in_a_file_that_is_passed_through_waits_on() {
    for case in CASES {
        let (before, _, after, expected) = case;
        for crash in [false, true] {
            let mut world = begun(case);
            let plan = world.plan(&[("a.md", Some(after)), ("about.md", Some("y\n"))]);
            if crash {
                let when = world.when();
                world.ledger.begin(STORE, &passing("a.md"), &world.now, &plan, when).unwrap();
                world.carry_out(&plan.steps);
                let when = world.when();
                world.ledger.recover(STORE, &world.now, when).unwrap();
            } else {
                world.operate(passing("a.md"), &plan);
            }
            assert_eq!(reviewed(&world, "a.md").as_deref(), *expected, "{case:?} {crash}");
            assert_eq!(reviewed(&world, "about.md").as_deref(), Some("y\n"), "what it is about is reviewed");
            world.undo().unwrap();
            assert_eq!(reviewed(&world, "a.md").as_deref(), *before, "{case:?} {crash} undone");
            assert_eq!(reviewed(&world, "about.md"), None);
            world.redo().unwrap();
            assert_eq!(reviewed(&world, "a.md").as_deref(), *expected, "{case:?} {crash} redone");
            world.fsck();
        }
    }
}

#[test]
fn what_waits_in_a_file_waits_on_where_it_moves_to() {
    for case in CASES {
        let (_, _, after, expected) = case;
        let mut world = begun(case);
        let plan = world.plan(&[("a.md", None), ("b.md", Some(after))]);
        world.operate(passing("b.md"), &plan);
        let now: BTreeMap<&str, Option<String>> =
            ["a.md", "b.md"].map(|path| (path, reviewed(&world, path))).into();
        let expected: BTreeMap<&str, Option<String>> =
            [("a.md", None), ("b.md", expected.map(str::to_owned))].into();
        assert_eq!(now, expected, "{case:?}");
    }
}
