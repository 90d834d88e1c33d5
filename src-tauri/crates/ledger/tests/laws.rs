//! Whatever happens in whatever order: no byte that an operation replaced is lost, and what is taken back is as it was.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::Ledger;
use memdesk_review::Snapshot;
use proptest::prelude::*;
use std::collections::BTreeSet;
use world::{STORE, World, operation};

/// Paths that are written; one is a directory of another's name on purpose.
const PATHS: [&str; 4] = ["MEMORY.md", "a.md", "sub/b.md", ".git/c.md"];

#[derive(Debug, Clone)]
enum Act {
    /// Somebody else writes, or deletes.
    Outside(usize, bool),
    Observe,
    /// A person writes or deletes some files.
    Operate(Vec<(usize, bool)>),
    /// The same, but the program crashes after so many steps.
    Crash(Vec<(usize, bool)>, usize),
    Undo,
    Redo,
    Accept(usize),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let file = || (0..PATHS.len(), proptest::bool::weighted(0.7));
    let files = || proptest::collection::btree_map(0..PATHS.len(), proptest::bool::weighted(0.7), 1..4);
    let act = prop_oneof![
        2 => file().prop_map(|(path, write)| Act::Outside(path, write)),
        1 => Just(Act::Observe),
        3 => files().prop_map(|files| Act::Operate(files.into_iter().collect())),
        1 => (files(), 0usize..3).prop_map(|(files, taken)| Act::Crash(files.into_iter().collect(), taken)),
        2 => Just(Act::Undo),
        2 => Just(Act::Redo),
        1 => (0..PATHS.len()).prop_map(Act::Accept),
    ];
    proptest::collection::vec(act, 1..14)
}

/// Every text in any commit of the store.
fn texts(world: &World) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for one in world.ledger.operations(STORE, usize::MAX).unwrap() {
        let (before, after) = world.ledger.changes(&one.id).unwrap();
        for snapshot in [before, after] {
            texts.extend(snapshot.files.keys().filter_map(|path| Some(snapshot.text(path)?.to_owned())));
        }
    }
    texts
}

fn all(snapshot: &Snapshot) -> Vec<String> {
    snapshot.files.keys().filter_map(|path| Some(snapshot.text(path)?.to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_that_was_replaced_is_lost(acts in acts()) {
        let mut world = World::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        for (n, act) in acts.into_iter().enumerate() {
            let texts_of = |files: &[(usize, bool)]| -> Vec<(&str, Option<String>)> {
                files.iter().map(|(path, write)| (PATHS[*path], write.then(|| format!("mine {n} {path}")))).collect()
            };
            match act {
                Act::Outside(path, true) => world.put(PATHS[path], &format!("theirs {n}")),
                Act::Outside(path, false) => drop(world.now.files.remove(PATHS[path])),
                Act::Observe => {
                    world.observe();
                    known.extend(all(&world.now));
                }
                Act::Operate(files) | Act::Crash(files, _) if files.iter().all(|(path, write)| !write && !world.now.files.contains_key(PATHS[*path])) => {}
                Act::Operate(files) => {
                    known.extend(all(&world.now));
                    let texts = texts_of(&files);
                    let files: Vec<_> = texts.iter().map(|(path, text)| (*path, text.as_deref())).collect();
                    let files: Vec<_> = files.into_iter().filter(|(path, text)| text.is_some() || world.now.files.contains_key(*path)).collect();
                    let before = world.now.clone();
                    let id = world.write(&files);
                    prop_assert_eq!(world.ledger.undo_target(STORE).unwrap(), Some(id.clone()));
                    prop_assert_eq!(world.ledger.redo_target(STORE).unwrap(), None);
                    let steps = world.ledger.inverse(STORE, &id).unwrap();
                    prop_assert_eq!(steps.len(), files.len());
                    for step in steps {
                        prop_assert_eq!(step.after.as_ref(), before.bytes(&step.path));
                        prop_assert_eq!(step.before.as_ref(), world.now.bytes(&step.path));
                    }
                }
                Act::Crash(files, taken) => {
                    known.extend(all(&world.now));
                    let texts = texts_of(&files);
                    let files: Vec<_> = texts.iter().map(|(path, text)| (*path, text.as_deref())).collect();
                    let plan = world.plan(&files);
                    let when = world.when();
                    world.ledger.begin(STORE, &operation("write"), &world.now, &plan, when).unwrap();
                    world.carry_out(&plan.steps[..taken.min(plan.steps.len())]);
                    world.ledger = Ledger::open(world.ledger.dir()).unwrap();
                    let when = world.when();
                    world.ledger.recover(STORE, &world.now, when).unwrap();
                    prop_assert!(!world.observe());
                    known.extend(all(&world.now));
                }
                Act::Undo | Act::Redo => {
                    // only as far as nobody else has touched the files, as a store would check
                    let undo = matches!(act, Act::Undo);
                    let target = match undo {
                        true => world.ledger.undo_target(STORE).unwrap(),
                        false => world.ledger.redo_target(STORE).unwrap().map(|redo| redo.undo),
                    };
                    let Some(target) = target else { continue };
                    let steps = world.ledger.inverse(STORE, &target).unwrap();
                    if steps.iter().any(|step| step.before.as_ref() != world.now.bytes(&step.path)) {
                        continue;
                    }
                    known.extend(all(&world.now));
                    if undo { world.undo() } else { world.redo() };
                    for step in steps {
                        prop_assert_eq!(step.after.as_ref(), world.now.bytes(&step.path));
                    }
                }
                Act::Accept(path) => {
                    let when = world.when();
                    world.ledger.accept(STORE, &world.now, &[PATHS[path].to_owned()], when).unwrap();
                    let left = world.ledger.unreviewed(STORE, &world.now).unwrap();
                    prop_assert!(!left.iter().any(|left| left == PATHS[path]));
                }
            }
        }
        let texts = texts(&world);
        let lost: Vec<&String> = known.difference(&texts).collect();
        prop_assert!(lost.is_empty(), "lost: {lost:?}");
        world.fsck();
    }
}
