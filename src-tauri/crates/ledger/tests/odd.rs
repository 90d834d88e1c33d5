//! What is odd or broken: huge files, odd paths, many at once, other processes, a ledger that is no repository.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod world;

use memdesk_ledger::{CommitId, Ledger, LedgerError, OperationId};
use memdesk_review::Snapshot;
use memdesk_review::snapshot::{Content, File};
use std::collections::BTreeMap;
use world::{STORE, World, operation};

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

#[test]
fn whoever_looks_while_it_is_made_sees_none_or_a_whole_one() {
    for _ in 0..50 {
        let data = tempfile::tempdir().expect("a folder");
        let dir = data.path().join("ledger.git");
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| Ledger::open(&dir).expect("it is made"));
            }
            while !dir.exists() {
                std::hint::spin_loop();
            }
            Ledger::open_existing(&dir).expect("it is whole");
        });
        let left: Vec<_> = std::fs::read_dir(data.path()).expect("the folder").flatten().collect();
        assert_eq!(left.len(), 1, "nothing is left aside: {left:?}");
    }
}
