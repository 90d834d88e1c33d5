//! Observing, operating, undoing, accepting: what the ledger holds, and what plain git sees of it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::{CommitId, Ledger, LedgerError, OperationId, Origin, Recovered};
use memdesk_review::Snapshot;
use memdesk_review::snapshot::{Content, File};
use std::collections::BTreeMap;
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
        .map(|one| format!("{} {:?} {} {:?}", one.verb, one.origin, one.summary, one.paths))
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
    assert_eq!((all[0].id.clone(), all[0].origin, all[0].can_undo), (id.clone(), Origin::You, true));
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
    let lines: Vec<String> = all.iter().map(|one| format!("{:?} {:?}", one.origin, one.paths)).collect();
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

#[test]
fn huge_files_leave_a_note_until_they_are_kept() {
    let mut world = World::new();
    let whole = format!("---\nname: huge\n---\n{}", "x".repeat(200_000));
    let file = world.dir.path().join("huge.md");
    std::fs::write(&file, &whole).unwrap();
    let head = Content::Head { bytes: whole.as_bytes()[..100].into(), total: whole.len() as u64 };
    world
        .now
        .files
        .insert("huge.md".to_owned(), File { content: head, mtime_ns: 7, mode: 0o644, link: None });
    assert!(world.observe());
    assert!(!world.observe());
    let noted = world.ledger.tip(STORE).unwrap().unwrap();
    assert!(matches!(world.ledger.file_at(&noted, "huge.md"), Err(LedgerError::Missing { .. })));
    let (_, after) = world.ledger.changes(&OperationId(noted.0.clone())).unwrap();
    assert!(
        matches!(&after.files["huge.md"].content, Content::Head { total, .. } if *total == whole.len() as u64)
    );
    let when = world.when();
    let kept = world.ledger.keep_file(STORE, "huge.md", &file, when).unwrap();
    assert_eq!(world.ledger.file_at(&kept, "huge.md").unwrap().unwrap(), whole.as_bytes());
    assert!(!world.observe(), "the whole bytes stand for their head");
    assert_eq!(world.ledger.operations(STORE, 10).unwrap().len(), 1, "keeping is no change");
    let when = world.when();
    world.ledger.accept(STORE, &world.now, &["huge.md".to_owned()], when).unwrap();
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), [] as [String; 0]);
    // a plan gives the whole bytes, which are in the ledger before it is carried out
    world.now.files.get_mut("huge.md").unwrap().mtime_ns = 8;
    let mut plan = world.plan(&[("huge.md", None)]);
    plan.steps[0].before = Some(whole.as_bytes().into());
    let id = world.operate(operation("delete"), &plan);
    assert_eq!(world.ledger.inverse(STORE, &id).unwrap()[0].after.as_deref(), Some(whole.as_bytes()));
    world.fsck();
}

#[test]
fn odd_paths_come_back_and_git_is_content() {
    let mut world = World::new();
    let paths = [
        ".git/config.md",
        ".GIT/x.md",
        ".gitmodules/x.md",
        "git~1/x.md",
        ".g\u{200c}it/x.md",
        "a b/ü 中文 😀.md",
        "100%.md",
        "new\nline.md",
        "tab\t.md",
        "quote\".md",
        "back\\slash.md",
        "-dash.md",
        ".hidden.md",
        "con.md",
        "x.md/y.md",
        "%2E.md",
    ];
    for path in paths {
        world.put(path, path);
    }
    world.observe();
    let tip = world.ledger.tip(STORE).unwrap().unwrap();
    let all = world.ledger.operations(STORE, 1).unwrap();
    let mut sorted: Vec<&str> = paths.to_vec();
    sorted.sort_unstable();
    assert_eq!(all[0].paths, sorted);
    for path in paths {
        assert_eq!(world.ledger.file_at(&tip, path).unwrap().as_deref(), Some(path.as_bytes()), "{path:?}");
        assert_eq!(world.ledger.history(STORE, path, 5).unwrap().len(), 1, "{path:?}");
    }
    let deleted: Vec<(&str, Option<&str>)> = paths.iter().map(|path| (*path, None)).collect();
    let before = world.now.clone();
    world.write(&deleted);
    world.undo();
    assert_eq!(world.now, before);
    world.fsck();
}

#[test]
fn many_files_go_into_one_pack_and_history_still_reads() {
    let mut world = World::new();
    for n in 0..300 {
        world.put(&format!("{}/{n}.md", n % 7), &n.to_string().repeat(50));
    }
    world.observe();
    let loose = || walk(&world.ledger.dir().join("objects")).filter(|name| !name.contains("pack")).count();
    assert!(loose() < 20, "{}", loose());
    assert!(!world.observe());
    world.put("0/0.md", "changed");
    world.observe();
    assert_eq!(world.ledger.history(STORE, "0/0.md", 10).unwrap().len(), 2);
    let when = world.when();
    let all: Vec<String> = world.now.files.keys().cloned().collect();
    world.ledger.accept(STORE, &world.now, &all, when).unwrap();
    assert_eq!(world.ledger.unreviewed(STORE, &world.now).unwrap(), [] as [String; 0]);
    world.fsck();
    // after plain git packed everything anew
    if world.git(&["gc", "-q", "--prune=now"]).is_some() {
        assert_eq!(world.ledger.operations(STORE, 10).unwrap().len(), 2);
        let id = world.write(&[("0/0.md", Some("once more"))]);
        assert_eq!(world.ledger.inverse(STORE, &id).unwrap().len(), 1);
        world.fsck();
    }
}

fn walk(dir: &std::path::Path) -> impl Iterator<Item = String> {
    let mut todo = vec![dir.to_owned()];
    let mut out = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.path().is_dir() {
                true => todo.push(entry.path()),
                false => out.push(entry.path().to_string_lossy().into_owned()),
            }
        }
    }
    out.into_iter()
}

#[test]
fn two_processes_and_many_threads_take_turns() {
    let world = World::new();
    let dir = world.ledger.dir();
    let snapshot = |thread: usize, n: usize| {
        let content = Content::Bytes(format!("{thread} {n}").as_bytes().into());
        let file = File { content, mtime_ns: 0, mode: 0o644, link: None };
        Snapshot { files: BTreeMap::from([(format!("{n}.md"), file)]), oddities: Vec::new() }
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                // each its own handle, as another process has
                let ledger = Ledger::open(dir).unwrap();
                let when = jiff::Timestamp::from_second(1_795_000_000).unwrap();
                for n in 0..10 {
                    ledger.observe(STORE, &snapshot(thread, n), when).unwrap();
                    ledger.observe(&format!("own{thread}"), &snapshot(thread, n), when).unwrap();
                }
            });
        }
    });
    assert_eq!(world.ledger.operations(STORE, 100).unwrap().len(), 40);
    for thread in 0..4 {
        assert_eq!(world.ledger.operations(&format!("own{thread}"), 100).unwrap().len(), 10);
    }
    world.fsck();
}

#[test]
fn what_is_broken_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let error = Ledger::open(&file.join("ledger.git")).unwrap_err().to_string();
    assert!(error.contains(&*file.to_string_lossy()), "{error}");
    let world = World::new();
    for id in ["", "..", "a/b", "-x", "ünï", &"x".repeat(65), "a.lock"] {
        let error = world.ledger.observe(id, &world.now, jiff::Timestamp::UNIX_EPOCH).err();
        assert!(matches!(error, Some(LedgerError::BadId { .. })), "{id:?}: {error:?}");
    }
    for id in ["", "HEAD", "zz", "0000", &"g".repeat(40)] {
        assert!(
            matches!(world.ledger.changes(&OperationId(id.to_owned())), Err(LedgerError::BadId { .. })),
            "{id:?}"
        );
    }
    let unknown = "1".repeat(40);
    let error = world.ledger.file_at(&CommitId(unknown), "a.md").unwrap_err().to_string();
    assert!(error.contains(&*world.ledger.dir().to_string_lossy()), "{error}");
    assert_eq!(world.ledger.operations("unknown", 10).unwrap(), []);
    assert_eq!(world.ledger.tip("unknown").unwrap(), None);
}

#[test]
fn an_operation_of_another_store_is_not_taken_back_here() {
    let mut world = World::new();
    world.put("a.md", "a");
    let id = world.write(&[("a.md", Some("b"))]);
    assert!(world.ledger.inverse(STORE, &id).is_ok());
    assert!(matches!(world.ledger.inverse("other", &id), Err(LedgerError::BadId { .. })));
}

#[test]
fn unreadable_files_stay_as_they_were_known() {
    let mut world = World::new();
    world.put("a.md", "a");
    world.observe();
    world.now.files.get_mut("a.md").unwrap().content = Content::Unreadable("no".to_owned());
    assert!(!world.observe());
    world.put("b.md", "b");
    assert!(world.observe());
    let tip = world.ledger.tip(STORE).unwrap().unwrap();
    assert_eq!(world.ledger.file_at(&tip, "a.md").unwrap().as_deref(), Some(b"a".as_slice()));
}

#[test]
fn rescued_bytes_are_kept() {
    let mut world = World::new();
    world.put("a.md", "a");
    world.observe();
    let when = world.when();
    let at = world.ledger.keep_bytes(STORE, "a.md", b"came in between", when).unwrap();
    world.observe();
    assert_eq!(world.ledger.file_at(&at, "a.md").unwrap().unwrap(), b"came in between");
    assert_eq!(world.ledger.history(STORE, "a.md", 10).unwrap().len(), 3);
}
