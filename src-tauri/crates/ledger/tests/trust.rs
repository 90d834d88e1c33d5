//! Whose a change is, what is reviewed of a store, and taking that back.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::{Author, Origin};
use std::collections::BTreeMap;
use world::{STORE, World};

fn author(origin: Origin, session: &str, second: i64) -> Author {
    Author {
        session: Some(session.to_owned()),
        time: Some(jiff::Timestamp::from_second(second).unwrap()),
        version: Some("2.1.332".to_owned()),
        evidence: Some("memory-saved".to_owned()),
        ..Author::only(origin)
    }
}

#[test]
fn each_author_has_a_commit_and_the_earliest_comes_first() {
    let mut world = World::new();
    world.put("old.md", "old\n");
    world.observe();
    world.put("by-dream.md", "d\n");
    world.put("by-extractor.md", "e\n");
    world.put("by-hand.md", "h\n");
    world.now.files.remove("old.md");
    let when = world.when();
    let whose = |path: &str| match path {
        "by-dream.md" | "old.md" => author(Origin::Dream, "s: 1\nMemdesk-Verb: forged", 1_795_000_200),
        "by-extractor.md" => author(Origin::Extractor, "s-1", 1_795_000_100),
        _ => Author::only(Origin::Outside),
    };
    world.ledger.observe_as(STORE, &world.now, when, &whose).unwrap().unwrap();
    let all = world.ledger.operations(STORE, 10).unwrap();
    let told: Vec<String> = all
        .iter()
        .map(|one| format!("{} {:?} {:?}", one.author.origin.word(), one.paths, one.author.session))
        .collect();
    assert_eq!(
        told,
        [
            r#"dream ["by-dream.md", "old.md"] Some("s: 1\nMemdesk-Verb: forged")"#,
            r#"extractor ["by-extractor.md"] Some("s-1")"#,
            r#"outside ["by-hand.md"] None"#,
            r#"outside ["old.md"] None"#,
        ]
    );
    assert!(all.iter().all(|one| one.verb == "observe" || one.verb == "first-sight"));
    world.fsck();
}

#[test]
fn pieces_are_accepted_and_taken_back() {
    let mut world = World::new();
    world.put("a.md", "one\ntwo\n");
    world.put("b.md", "b\n");
    world.observe();
    assert_eq!(world.ledger.accepted_store(STORE).unwrap(), None);
    assert!(!world.ledger.ever_reviewed(STORE).unwrap());
    let first = BTreeMap::from([
        ("a.md".to_owned(), Some("one\n".as_bytes().into())),
        ("b.md".to_owned(), Some("b\n".as_bytes().into())),
    ]);
    let when = world.when();
    let first = world.ledger.accept_bytes(STORE, &first, when).unwrap().unwrap();
    let accepted = world.ledger.accepted_store(STORE).unwrap().unwrap();
    assert!(world.ledger.ever_reviewed(STORE).unwrap());
    assert_eq!((accepted.text("a.md"), accepted.text("b.md")), (Some("one\n"), Some("b\n")));
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), ["a.md"]);
    let rest = BTreeMap::from([("b.md".to_owned(), None)]);
    let when = world.when();
    let rest = world.ledger.accept_bytes(STORE, &rest, when).unwrap().unwrap();
    assert_eq!(world.ledger.last_accept(STORE).unwrap().unwrap().0, rest);
    let when = world.when();
    assert!(
        world.ledger.unaccept(STORE, &first, when).unwrap(),
        "b.md was accepted otherwise since, a.md was not"
    );
    let accepted = world.ledger.accepted_store(STORE).unwrap().unwrap();
    assert_eq!((accepted.text("a.md"), accepted.text("b.md")), (None, None));
    assert_eq!(world.ledger.last_accept(STORE).unwrap().unwrap().0, rest, "this one is not taken back yet");
    let when = world.when();
    assert!(world.ledger.unaccept(STORE, &rest, when).unwrap());
    assert_eq!(world.ledger.accepted_store(STORE).unwrap().unwrap().text("b.md"), Some("b\n"));
    assert_eq!(world.ledger.last_accept(STORE).unwrap(), None);
    // and forth: what was taken back last is first, and a new acceptance ends it
    assert_eq!(world.ledger.last_unaccept(STORE).unwrap().unwrap().0, rest);
    let when = world.when();
    assert!(world.ledger.reaccept(STORE, &rest, when).unwrap());
    assert_eq!(world.ledger.accepted_store(STORE).unwrap().unwrap().text("b.md"), None);
    assert_eq!(world.ledger.last_accept(STORE).unwrap().unwrap().0, rest);
    assert_eq!(world.ledger.last_unaccept(STORE).unwrap().unwrap().0, first);
    let told = world.ledger.decisions(STORE, None, 10).unwrap();
    let told: Vec<(&str, bool)> = told.iter().map(|one| (one.verb.as_str(), one.undone)).collect();
    assert_eq!(
        told,
        [("accept", false), ("unaccept", false), ("unaccept", false), ("accept", false), ("accept", true)]
    );
    assert_eq!(world.ledger.decisions(STORE, Some("a.md"), 10).unwrap().len(), 2);
    let new = BTreeMap::from([("a.md".to_owned(), Some("one\ntwo\n".as_bytes().into()))]);
    let when = world.when();
    world.ledger.accept_bytes(STORE, &new, when).unwrap().unwrap();
    assert_eq!(world.ledger.last_unaccept(STORE).unwrap(), None);
    world.fsck();
}

#[test]
fn what_is_undone_is_no_more_reviewed_than_before() {
    let mut world = World::new();
    world.put("a.md", "theirs\n");
    world.observe();
    let unreviewed = |world: &World| world.ledger.unreviewed(STORE, &world.now).unwrap();
    assert_eq!(unreviewed(&world), ["a.md"]);
    world.write(&[("a.md", Some("mine\n"))]);
    assert!(unreviewed(&world).is_empty(), "what one writes oneself is reviewed");
    world.undo();
    assert_eq!(world.text("a.md").as_deref(), Some("theirs\n"));
    assert_eq!(unreviewed(&world), ["a.md"]);
}

#[test]
fn every_line_has_its_change() {
    let mut world = World::new();
    world.put("a.md", "one\ntwo\nthree\n");
    world.observe();
    world.put("a.md", "one\n2\nthree\n");
    let when = world.when();
    let whose = |_: &str| author(Origin::Extractor, "s-1", 1_795_000_100);
    world.ledger.observe_as(STORE, &world.now, when, &whose).unwrap();
    world.write(&[("a.md", Some("zero\none\n2\nthree\n"))]);
    let runs = world.ledger.blame(STORE, "a.md").unwrap();
    let told: Vec<(usize, usize, &str)> =
        runs.iter().map(|run| (run.line, run.lines, run.from.author.origin.word())).collect();
    assert_eq!(told, [(1, 1, "you"), (2, 1, "outside"), (3, 1, "extractor"), (4, 1, "outside")]);
    assert!(world.ledger.blame(STORE, "none.md").unwrap().is_empty());
}
