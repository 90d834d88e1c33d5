//! The versions of one file: when it was other than before, for any past.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::Version;
use world::{STORE, World};

/// Each version as its text, `-` where there was no file; with `?` where it is one of several changes.
fn told(world: &World, versions: &[Version]) -> Vec<String> {
    versions
        .iter()
        .map(|version| {
            let bytes = world.ledger.file_at(&version.commit, "MEMORY.md").unwrap();
            assert_eq!(bytes.is_some(), version.there);
            let text = bytes.map_or("-".to_owned(), |bytes| String::from_utf8(bytes).unwrap());
            if version.changed_it { text } else { format!("{text}?") }
        })
        .collect()
}

#[test]
fn a_file_has_a_version_for_each_change_of_it() {
    let mut world = World::new();
    assert_eq!(world.ledger.versions(STORE, "MEMORY.md", 10).unwrap(), []);
    world.put("a.md", "a");
    world.observe();
    world.put("MEMORY.md", "one");
    world.observe();
    world.put("a.md", "b");
    world.observe();
    world.put("MEMORY.md", "two");
    world.observe();
    world.write(&[("MEMORY.md", Some("three")), ("a.md", Some("c"))]);
    world.undo();
    world.now.files.remove("MEMORY.md");
    world.observe();
    let versions = world.ledger.versions(STORE, "MEMORY.md", 100).unwrap();
    assert_eq!(told(&world, &versions), ["-?", "one", "two", "three", "two", "-"]);
    assert!(versions.is_sorted_by_key(|version| version.time));
    // a file in no folder of that name, and one that never was
    assert_eq!(world.ledger.versions(STORE, "sub/MEMORY.md", 100).unwrap().len(), 1);
}

#[test]
fn of_a_long_past_a_few_moments() {
    let mut world = World::new();
    for number in 0..60 {
        world.put("MEMORY.md", &number.to_string());
        world.observe();
    }
    let all = world.ledger.versions(STORE, "MEMORY.md", 100).unwrap();
    assert_eq!(all.len(), 60);
    let few = world.ledger.versions(STORE, "MEMORY.md", 10).unwrap();
    assert!(few.len() <= 10 && few.len() >= 8, "{few:?}");
    assert_eq!((few.first(), few.last()), (all.first(), all.last()));
    assert!(few.iter().all(|version| all.contains(version)));
}

#[test]
fn a_moment_between_two_looks_belongs_to_no_operation() {
    let mut world = World::new();
    world.put("MEMORY.md", "0");
    world.observe();
    for number in 1..40 {
        world.put("MEMORY.md", &(number / 20).to_string());
        world.put("a.md", &number.to_string());
        world.observe();
    }
    let few = world.ledger.versions(STORE, "MEMORY.md", 4).unwrap();
    assert_eq!(told(&world, &few), ["0", "1?"]);
}

#[test]
fn a_clock_that_was_ahead_counts_no_later_than_what_came_after() {
    let mut world = World::new();
    world.put("MEMORY.md", "one");
    let ahead = jiff::Timestamp::from_second(4_000_000_000).unwrap();
    world.ledger.observe(STORE, &world.now, ahead).unwrap();
    world.put("MEMORY.md", "two");
    world.observe();
    let versions = world.ledger.versions(STORE, "MEMORY.md", 10).unwrap();
    assert_eq!(told(&world, &versions), ["one", "two"]);
    assert!(versions.is_sorted_by_key(|version| version.time));
    assert!(versions.iter().all(|version| version.time < ahead));
}
