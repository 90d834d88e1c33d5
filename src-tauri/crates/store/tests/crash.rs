//! What crashes and other writers can do to a plan.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a test stops where it fails")]

mod machine;

use machine::Machine;
use machine::plans::{files, plan};
use memdesk_review::Plan;
use memdesk_store::apply::{Point, apply_with, sweep};
use proptest::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A plan with every kind of step, the files it is for, and how they are afterwards.
fn whole_plan(machine: &Machine) -> (Plan, BTreeMap<String, [Option<String>; 2]>) {
    let long = "n".repeat(200_000);
    let steps: Vec<(&str, Option<&str>, Option<&str>)> = vec![
        ("new/b.md", None, Some("b")),
        ("a.md", Some("old a"), Some(&long)),
        ("MEMORY.md", Some("old index"), Some("new index")),
        ("x/gone.md", Some("bye"), None),
    ];
    let mut states = BTreeMap::new();
    for (path, before, after) in &steps {
        if let Some(before) = before {
            machine.put(&format!("store/{path}"), before);
        }
        states.insert((*path).to_owned(), [before.map(str::to_owned), after.map(str::to_owned)]);
    }
    (plan(&steps), states)
}

/// How many system steps the whole plan takes.
fn points() -> usize {
    let machine = Machine::new();
    let (plan, _) = whole_plan(&machine);
    let count = RefCell::new(0);
    let applied = apply_with(&machine.path("store"), &plan, &|_, _| {
        *count.borrow_mut() += 1;
        Ok(())
    });
    assert_eq!(applied.refused, []);
    count.into_inner()
}

#[test]
fn a_crash_at_any_step_leaves_every_file_old_or_new() {
    let points = points();
    assert!(points > 25, "{points}");
    for at in 0..points {
        let machine = Machine::new();
        let (plan, states) = whole_plan(&machine);
        let count = RefCell::new(0);
        let crash = |_: Point, _: &str| {
            *count.borrow_mut() += 1;
            if *count.borrow() == at + 1 {
                resume_unwind(Box::new("crash"));
            }
            Ok(())
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| apply_with(&machine.path("store"), &plan, &crash)));
        assert!(outcome.is_err(), "step {at}");
        let mut kept = Vec::new();
        sweep(&machine.path("store"), |path, bytes| {
            kept.push((path.to_owned(), bytes.to_vec()));
            true
        });
        let left = files(&machine.path("store"));
        assert!(left.keys().all(|path| states.contains_key(path)), "step {at}: {:?}", left.keys());
        for (path, [old, new]) in &states {
            let is = left.get(path);
            assert!(is == old.as_ref() || is == new.as_ref(), "step {at}: {path} is torn");
        }
        // an index entry never stands without its topic
        assert!(
            left.get("MEMORY.md").is_some_and(|index| index != "new index") || left.contains_key("new/b.md")
        );
        for (path, _) in kept {
            assert!(states.contains_key(&path), "step {at}: a leftover of {path}");
        }
    }
}

#[test]
fn a_fault_at_any_step_is_reported_and_leaves_no_trace() {
    for at in 0..points() {
        let machine = Machine::new();
        let (plan, states) = whole_plan(&machine);
        let count = RefCell::new(0);
        let fail = |_: Point, _: &str| {
            *count.borrow_mut() += 1;
            match *count.borrow() == at + 1 {
                true => Err(std::io::Error::other("no space left")),
                false => Ok(()),
            }
        };
        let applied = apply_with(&machine.path("store"), &plan, &fail);
        let left = files(&machine.path("store"));
        let temp = left.keys().find(|path| !states.contains_key(*path));
        // what was displaced and could not be removed is all that may stay, until it is swept
        assert!(temp.is_none() || applied.refused.is_empty(), "fault {at}: {temp:?}");
        for (path, [old, new]) in &states {
            let want = if applied.done.contains(path) { new } else { old };
            assert_eq!(left.get(path), want.as_ref(), "fault {at}: {path}, {applied:?}");
        }
        assert_eq!(applied.done.len() + applied.refused.len(), plan.steps.len());
    }
}

#[test]
fn sweeping_takes_only_our_own_leftovers() {
    let machine = Machine::new();
    let mine = format!(".a.md.{}-0-1.memdesk-tmp", std::process::id());
    for path in [mine.as_str(), "sub/.b.md.4194304-0-1.memdesk-tmp", ".x.md.1-0-1.memdesk-tmp"] {
        machine.put(&format!("store/{path}"), path);
    }
    for path in ["a.md", ".memdesk-tmp", "x.memdesk-tmp", ".a.md.swp", ".a.md.zz-1.memdesk-tmp", "keep.md"] {
        machine.put(&format!("store/{path}"), path);
    }
    machine.put("outside/.o.md.4194304-0-1.memdesk-tmp", "x");
    machine.link("store/link", "$B/outside");
    let mut kept = Vec::new();
    let removed = sweep(&machine.path("store"), |path, bytes| {
        kept.push(format!("{path}: {}", String::from_utf8_lossy(bytes)));
        path != "a.md"
    });
    kept.sort();
    assert_eq!(kept, [format!("a.md: {mine}"), "sub/b.md: sub/.b.md.4194304-0-1.memdesk-tmp".to_owned()]);
    assert_eq!(removed, 1);
    assert!(machine.path("store").join(mine).exists(), "what was not kept stays");
    assert!(machine.path("store/.x.md.1-0-1.memdesk-tmp").exists(), "process 1 runs");
    assert!(machine.path("outside/.o.md.4194304-0-1.memdesk-tmp").exists());
    assert_eq!(sweep(&machine.path("missing"), |_, _| true), 0);
}

/// What another writer does just before one of our system steps.
#[derive(Debug, Clone)]
struct Move {
    at: At,
    path: usize,
    what: What,
}

#[derive(Debug, Clone, Copy)]
enum At {
    /// Any step, counted.
    Count(usize),
    /// Where it matters: a step for the very path.
    Point(Point),
}

#[derive(Debug, Clone, Copy)]
enum What {
    InPlace,
    ByRename,
    Delete,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let what = prop_oneof![Just(What::InPlace), Just(What::ByRename), Just(What::Delete)];
    let points =
        vec![Point::Write, Point::Rename, Point::Verify, Point::PutBack, Point::Unlink, Point::SyncFolder];
    let at =
        prop_oneof![(0usize..45).prop_map(At::Count), proptest::sample::select(points).prop_map(At::Point)];
    let one = (at, 0usize..4, what).prop_map(|(at, path, what)| Move { at, path, what });
    proptest::collection::vec(one, 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever another writer does in between: what it wrote last is on disk or rescued, and nothing of ours is torn.
    #[test]
    fn no_byte_of_another_writer_is_lost(moves in moves()) {
        let machine = Machine::new();
        let (plan, states) = whole_plan(&machine);
        let paths: Vec<String> = states.keys().cloned().collect();
        let store = machine.path("store");
        let count = RefCell::new(0usize);
        // by path, what the other writer last made of it
        let theirs: RefCell<BTreeMap<String, Option<String>>> = RefCell::default();
        let other = |point: Point, of: &str| {
            let now = *count.borrow();
            *count.borrow_mut() += 1;
            for (n, one) in moves.iter().enumerate() {
                let path = &paths[one.path];
                let due = match one.at {
                    At::Count(at) => at == now,
                    At::Point(at) => at == point && of == path,
                };
                if !due {
                    continue;
                }
                let at = store.join(path);
                fs::create_dir_all(at.parent().unwrap()).unwrap();
                let text = format!("theirs {n} {now}");
                match one.what {
                    What::InPlace => fs::write(&at, &text).unwrap(),
                    What::ByRename => {
                        let temp = machine.path("theirs");
                        fs::write(&temp, &text).unwrap();
                        fs::rename(temp, &at).unwrap();
                    }
                    What::Delete => drop(fs::remove_file(&at)),
                }
                let now = (!matches!(one.what, What::Delete)).then_some(text);
                theirs.borrow_mut().insert(path.clone(), now);
            }
            Ok(())
        };
        let applied = apply_with(&store, &plan, &other);
        let left = files(&store);
        for (path, text) in theirs.borrow().iter().filter_map(|(path, text)| Some((path, text.as_ref()?))) {
            let rescued = applied.rescued.iter().any(|(p, bytes)| p == path && bytes == text.as_bytes());
            prop_assert!(left.get(path) == Some(text) || rescued, "{path}: {text} is lost; {left:?} {applied:?}");
        }
        for (path, [old, new]) in &states {
            let is = left.get(path);
            let known = is == old.as_ref() || is == new.as_ref() || is.is_none() || is.is_some_and(|text| text.starts_with("theirs"));
            prop_assert!(known, "{path} is torn");
            if !theirs.borrow().contains_key(path) {
                let want = if applied.done.contains(path) { new } else { old };
                prop_assert_eq!(is, want.as_ref());
            }
        }
        prop_assert!(left.keys().all(|path| states.contains_key(path)), "{:?}", left.keys());
    }
}
