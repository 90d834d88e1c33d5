//! Observing, operating, undoing, accepting: what the ledger holds, and what plain git sees of it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::{Ledger, Origin, Recovered};
use memdesk_review::snapshot::{Content, File};
use world::{STORE, World, operation};

#[test]
fn what_is_seen_is_kept_and_seen_once() {
    let mut world = World::new();
    assert!(!world.observe(), "an empty store is no news");
    world.put("MEMORY.md", "- [A](a.md)\n");
    world.put("sub/a.md", "a");
    assert!(world.observe());
    assert!(!world.observe());
    let first = world.ledger.tip(STORE).unwrap().unwrap();
    world.put("sub/a.md", "changed");
    world.now.files.remove("MEMORY.md");
    world.put("b.md", "b");
    assert!(world.observe());
    assert_eq!(world.ledger.file_at(&first, "sub/a.md").unwrap().unwrap(), b"a");
    assert_eq!(world.ledger.file_at(&first, "b.md").unwrap(), None);
    let all = world.ledger.operations(STORE, 10).unwrap();
    let lines: Vec<String> = all
        .iter()
        .map(|one| format!("{} {:?} {} {:?}", one.verb, one.author.origin, one.summary, one.paths))
        .collect();
    assert_eq!(
        lines,
        [
            r#"observe Outside 1 new, 1 changed, 1 gone ["MEMORY.md", "b.md", "sub/a.md"]"#,
            r#"first-sight Outside 2 new, 0 changed, 0 gone ["MEMORY.md", "sub/a.md"]"#
        ]
    );
    assert!(all.iter().all(|one| !one.can_undo && !one.undone), "what others did is not for us to take back");
    world.fsck();
    if let Some(log) = world.git(&["log", "--format=%an <%ae> %s", &format!("{STORE}/observed")]) {
        assert!(log.starts_with("outside <outside@memdesk> 1 new, 1 changed, 1 gone\n"), "{log}");
        let diff =
            world.git(&["diff", &format!("{STORE}/observed~1..{STORE}/observed"), "--", "sub/a.md"]).unwrap();
        assert!(diff.contains("-a\n") && diff.contains("+changed\n"), "{diff}");
    }
}

#[test]
fn an_operation_is_one_commit_and_can_be_taken_back_with_bits_and_times() {
    let mut world = World::new();
    world.put("a.md", "a");
    world.put("gone.md", "bye");
    world.now.files.get_mut("gone.md").unwrap().mode = 0o600;
    let before = world.now.clone();
    let id = world.write(&[("a.md", Some("b")), ("new/c.md", Some("c")), ("gone.md", None)]);
    let all = world.ledger.operations(STORE, 10).unwrap();
    assert_eq!(all.len(), 2, "what was there, and what was done");
    assert_eq!((all[0].id.clone(), all[0].author.origin, all[0].can_undo), (id.clone(), Origin::You, true));
    assert_eq!(all[0].paths, ["a.md", "gone.md", "new/c.md"]);
    let (old, new) = world.ledger.changes(&id).unwrap();
    assert_eq!(old.files["gone.md"], before.files["gone.md"]);
    assert_eq!(
        (old.text("a.md"), new.text("a.md"), new.files.contains_key("gone.md")),
        (Some("a"), Some("b"), false)
    );
    let steps = world.ledger.inverse(STORE, &id).unwrap();
    let order: Vec<&str> = steps.iter().map(|step| step.path.as_str()).collect();
    assert_eq!(order, ["a.md", "gone.md", "new/c.md"], "deletions come last");
    world.undo();
    assert_eq!(world.now, before);
    world.fsck();
}

#[test]
fn undo_and_redo_are_stacks() {
    let mut world = World::new();
    let texts = |world: &World| world.text("a.md").unwrap_or_else(|| "-".to_owned());
    for text in ["1", "2", "3"] {
        world.write(&[("a.md", Some(text))]);
    }
    let mut seen = vec![texts(&world)];
    for what in
        ["undo", "undo", "redo", "undo", "undo", "undo", "redo", "redo", "write", "redo", "undo", "undo"]
    {
        match what {
            "undo" => drop(world.undo()),
            "redo" => drop(world.redo()),
            _ => drop(world.write(&[("a.md", Some("4"))])),
        }
        seen.push(texts(&world));
    }
    assert_eq!(seen.join(" "), "3 2 1 2 1 - - 1 2 4 4 2 1");
    let all = world.ledger.operations(STORE, 100).unwrap();
    let states: Vec<String> = all
        .iter()
        .filter(|one| one.verb == "write")
        .map(|one| format!("{}{}{}", u8::from(one.undone), u8::from(one.can_undo), u8::from(one.can_redo)))
        .collect();
    assert_eq!(states, ["100", "100", "101", "010"], "newest first: 4 undone, 3 lost, 2 undone, 1 done");
    world.fsck();
}

#[test]
fn outside_changes_in_between_are_told_apart() {
    let mut world = World::new();
    world.put("a.md", "a");
    world.put("b.md", "b");
    let plan = world.plan(&[("a.md", Some("mine"))]);
    let when = world.when();
    let intent = world.ledger.begin(STORE, &operation("write"), &world.now, &plan, when).unwrap();
    world.carry_out(&plan.steps);
    world.put("b.md", "theirs");
    assert!(world.observe(), "a watch looks before the operation is finished");
    let when = world.when();
    let id = world.ledger.finish(&intent, &["a.md".to_owned()], &world.now, when).unwrap().unwrap();
    let all = world.ledger.operations(STORE, 10).unwrap();
    let lines: Vec<String> =
        all.iter().map(|one| format!("{:?} {:?}", one.author.origin, one.paths)).collect();
    assert_eq!(lines, [r#"You ["a.md"]"#, r#"Outside ["b.md"]"#, r#"Outside ["a.md", "b.md"]"#]);
    assert_eq!(world.ledger.inverse(STORE, &id).unwrap()[0].after.as_deref(), Some(b"a".as_slice()));
    assert_eq!(
        world.ledger.unreviewed(STORE, &world.now).unwrap(),
        ["b.md"],
        "one's own writing is accepted"
    );
    // a deletion under way is left to its operation too
    let plan = world.plan(&[("b.md", None)]);
    let when = world.when();
    let intent = world.ledger.begin(STORE, &operation("delete"), &world.now, &plan, when).unwrap();
    world.carry_out(&plan.steps);
    assert!(!world.observe());
    let when = world.when();
    assert!(world.ledger.finish(&intent, &["b.md".to_owned()], &world.now, when).unwrap().is_some());
    world.undo();
    assert_eq!(world.text("b.md").as_deref(), Some("theirs"));
}

#[test]
fn a_refused_operation_leaves_nothing_behind() {
    let mut world = World::new();
    world.put("a.md", "a");
    let plan = world.plan(&[("a.md", Some("mine"))]);
    let when = world.when();
    let intent = world.ledger.begin(STORE, &operation("write"), &world.now, &plan, when).unwrap();
    world.put("a.md", "theirs");
    let when = world.when();
    assert_eq!(world.ledger.finish(&intent, &[], &world.now, when).unwrap(), None);
    assert_eq!(world.ledger.operations(STORE, 10).unwrap().len(), 2);
    assert_eq!(world.ledger.undo_target(STORE).unwrap(), None);
    let when = world.when();
    assert_eq!(world.ledger.recover(STORE, &world.now, when).unwrap(), Recovered::Nothing);
}

#[test]
fn a_crash_is_settled_by_what_is_on_disk() {
    for taken in 0..=3 {
        let mut world = World::new();
        world.put("a.md", "a");
        world.put("gone.md", "bye");
        let before = world.now.clone();
        let plan = world.plan(&[("new.md", Some("n")), ("a.md", Some("b")), ("gone.md", None)]);
        let when = world.when();
        world.ledger.begin(STORE, &operation("write"), &world.now, &plan, when).unwrap();
        world.carry_out(&plan.steps[..taken]);
        // another start of the program
        let dir = world.ledger.dir().to_owned();
        world.ledger = Ledger::open(&dir).unwrap();
        let when = world.when();
        let recovered = world.ledger.recover(STORE, &world.now, when).unwrap();
        assert_eq!(matches!(recovered, Recovered::Finished(_)), taken > 0, "{taken}: {recovered:?}");
        assert!(!world.observe(), "{taken}: all of it is settled");
        if taken > 0 {
            assert_eq!(world.ledger.operations(STORE, 1).unwrap()[0].paths.len(), taken);
            world.undo();
        }
        assert_eq!(world.now, before, "{taken}");
        world.fsck();
    }
}

#[test]
fn what_was_written_and_then_replaced_by_another_before_it_was_settled_is_kept() {
    let mut world = World::new();
    world.put("a.md", "a");
    let plan = world.plan(&[("a.md", Some("mine")), ("b.md", Some("never written"))]);
    let when = world.when();
    world.ledger.begin(STORE, &operation("write"), &world.now, &plan, when).unwrap();
    world.carry_out(&plan.steps[..1]);
    // it could not be finished, and somebody else was quicker than the next look
    world.put("a.md", "theirs");
    let when = world.when();
    assert_eq!(world.ledger.recover(STORE, &world.now, when).unwrap(), Recovered::Dropped);
    world.observe();
    let texts = world.git(&["log", "--all", "-p", "--format="]).unwrap();
    assert!(texts.contains("+mine") && texts.contains("+theirs"), "{texts}");
    assert!(!texts.contains("never written"), "{texts}");
    assert_eq!(world.text("a.md").as_deref(), Some("theirs"));
    world.fsck();
}

#[test]
fn a_second_process_that_settles_an_operation_under_way_makes_no_second_one() {
    let mut world = World::new();
    world.put("a.md", "a");
    let plan = world.plan(&[("a.md", Some("b")), ("c.md", Some("c"))]);
    let when = world.when();
    let intent = world.ledger.begin(STORE, &operation("write"), &world.now, &plan, when).unwrap();
    world.carry_out(&plan.steps[..1]);
    let other = Ledger::open(world.ledger.dir()).unwrap();
    let when = world.when();
    let Recovered::Finished(first) = other.recover(STORE, &world.now, when).unwrap() else { panic!() };
    let when = world.when();
    let done = ["a.md".to_owned()];
    assert_eq!(world.ledger.finish(&intent, &done, &world.now, when).unwrap(), Some(first));
    world.carry_out(&plan.steps[1..]);
    let when = world.when();
    let done = ["a.md".to_owned(), "c.md".to_owned()];
    assert!(world.ledger.finish(&intent, &done, &world.now, when).unwrap().is_some());
    let paths: Vec<_> = world.ledger.operations(STORE, 2).unwrap().into_iter().map(|one| one.paths).collect();
    assert_eq!(paths, [["c.md"], ["a.md"]]);
}

#[test]
fn accepted_is_a_branch_of_its_own() {
    let mut world = World::new();
    world.put("a.md", "a");
    world.put("b.md", "b");
    let odd = Content::Special("fifo");
    world.now.files.insert("fifo.md".to_owned(), File { content: odd, mtime_ns: 0, mode: 0, link: None });
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), ["a.md", "b.md"]);
    assert!(!world.ledger.dir().join("refs/heads").join(STORE).exists(), "asking writes nothing");
    let when = world.when();
    let all = ["a.md".to_owned(), "b.md".to_owned(), "fifo.md".to_owned(), "never.md".to_owned()];
    assert!(world.ledger.accept(STORE, &world.now, &all, when).unwrap().is_some());
    assert!(world.ledger.accept(STORE, &world.now, &all, when).unwrap().is_none());
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), [] as [String; 0]);
    world.put("a.md", "changed");
    world.put("c.md", "c");
    world.now.files.remove("b.md");
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), ["a.md", "b.md", "c.md"]);
    assert_eq!(world.ledger.accepted(STORE, "a.md").unwrap().as_deref(), Some(b"a".as_slice()));
    assert_eq!(world.ledger.accepted(STORE, "c.md").unwrap(), None);
    assert!(world.ledger.reviewed(STORE, "a.md", b"a").unwrap());
    assert!(!world.ledger.reviewed(STORE, "a.md", b"changed").unwrap());
    assert!(!world.ledger.reviewed(STORE, "c.md", b"c").unwrap());
    world.ledger.accept(STORE, &world.now, &["b.md".to_owned()], when).unwrap();
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), ["a.md", "c.md"]);
    world.fsck();
}
