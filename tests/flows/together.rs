//! More than one hand at a store: other programs, killed programs, full disks. Nothing is lost, and everything is told.

use crate::desk::Desk;
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

const STORE: &str = "\
//- MEMORY.md
- [Auth](auth.md) — how tokens are checked
- [Deploy](deploy.md) — when it goes out
//- auth.md
Tokens.
//- deploy.md
Thursdays.
";

/// As many programs as this at once.
const MANY: usize = 12;

#[test]
fn programs_that_write_at_once_take_turns() {
    use std::fmt::Write as _;
    let mut store = STORE.to_owned();
    for n in 0..MANY {
        let _ = write!(store, "//- t{n}.md\nbefore {n}\n");
    }
    let index: String = (0..MANY).map(|n| format!("- [T{n}](t{n}.md) — number {n}\n")).collect();
    let desk = Desk::with(&store.replacen("//- auth.md", &format!("{index}//- auth.md"), 1));
    std::thread::scope(|scope| {
        for n in 0..MANY {
            let (desk, path) = (&desk, format!("t{n}.md"));
            scope.spawn(move || desk.done(&["write", &path], &format!("after {n}\n")));
            let path = format!("t{n}.md");
            scope.spawn(move || desk.done(&["entry", &path, "--top"], ""));
        }
    });
    let index = desk.file("MEMORY.md").unwrap_or_default();
    for n in 0..MANY {
        assert_eq!(desk.file(&format!("t{n}.md")), Some(format!("after {n}\n")));
        assert_eq!(index.matches(&format!("(t{n}.md)")).count(), 1, "{index}");
    }
    assert!(index.find("(auth.md)") > index.rfind("(t"), "those two are last: {index}");
    // each is an operation of its own, and none is taken for somebody else's
    for _ in 0..2 * MANY {
        desk.done(&["undo"], "");
    }
    assert_eq!(desk.run(&["undo"]).status, 2);
    for n in 0..MANY {
        assert_eq!(desk.file(&format!("t{n}.md")), Some(format!("before {n}\n")));
    }
}

#[test]
fn a_pipe_or_a_dead_link_that_goes_is_told_as_gone() {
    let desk =
        Desk::with("//- MEMORY.md\n- [Pipe](pipe.md)\n//- pipe.md special=fifo\n//- other.md special=fifo\n");
    symlink("nowhere.md", desk.store.join("dead.md")).expect("a link");
    for name in ["pipe.md", "other.md", "dead.md"] {
        let said = desk.done(&["delete", name, "--json"], "").json();
        assert_eq!(said["refused"], serde_json::json!([]), "{said}");
        assert!(said["applied"].as_array().is_some_and(|paths| paths.contains(&name.into())), "{said}");
        assert!(desk.store.join(name).symlink_metadata().is_err(), "{name} is gone");
    }
    assert_eq!(desk.file("MEMORY.md").as_deref(), Some(""));
}

#[test]
fn a_ledger_is_looked_at_as_it_is() {
    // what stands at its place, and whether looking can do without it
    for (lay, log) in [("nothing", 0), ("an empty folder", 2), ("a file", 2), ("no HEAD", 2)] {
        let desk = Desk::with(STORE);
        let ledger = desk.person.data().join("ledger.git");
        match lay {
            "an empty folder" => std::fs::create_dir_all(&ledger).expect("a folder"),
            "a file" => {
                std::fs::create_dir_all(desk.person.data()).expect("a folder");
                std::fs::write(&ledger, "mine").expect("a file");
            }
            "no HEAD" => {
                desk.done(&["new", "x.md"], "");
                std::fs::remove_file(ledger.join("HEAD")).expect("a file less");
            }
            _ => {}
        }
        let before = tree(&desk.person.data());
        for words in [&["topics"][..], &["stores"], &["index"], &["check"], &["log"], &["log", "--json"]] {
            let said = desk.run(words);
            let is_log = words.first() == Some(&"log");
            assert_eq!(
                said.status,
                if is_log { log } else { said.status.min(1) },
                "{lay}, {words:?}: {said:?}"
            );
        }
        assert_eq!(tree(&desk.person.data()), before, "{lay}: looking changes nothing");
    }
}

#[test]
fn a_lock_that_a_killed_program_left_is_named_or_taken_away() {
    let desk = Desk::with(STORE);
    desk.done(&["new", "first.md"], "");
    let branches = desk.person.data().join("ledger.git/refs/heads");
    let branch = std::fs::read_dir(branches).expect("branches").flatten().next().expect("a store's").path();
    let lock = branch.join("observed.lock");
    std::fs::write(&lock, "").expect("a lock");
    let said = desk.run_in(&desk.project, &["write", "auth.md"], "new\n");
    assert_eq!(said.status, 2, "somebody may be at work: {said:?}");
    assert!(said.err.contains("observed.lock") && said.err.contains("remove"), "{said:?}");
    assert_eq!(desk.file("auth.md").as_deref(), Some("Tokens.\n"));
    let long_ago = SystemTime::now() - Duration::from_secs(3_600);
    std::fs::File::options()
        .write(true)
        .open(&lock)
        .and_then(|file| file.set_modified(long_ago))
        .expect("an old lock");
    desk.done(&["write", "auth.md"], "new\n");
    desk.done(&["undo"], "");
    assert_eq!(desk.file("auth.md").as_deref(), Some("Tokens.\n"));
}

/// Everything below a folder that is there, with the bytes of files.
fn tree(dir: &std::path::Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = vec![(dir.to_owned(), std::fs::read(dir).unwrap_or_default())];
    found.retain(|(path, _)| path.exists());
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        found.extend(tree(&entry.path()));
    }
    found.sort();
    found
}

#[test]
fn an_undo_after_another_hand_keeps_its_bytes() {
    // what another program made of the file since, and what an undo leaves (none: it is refused)
    let lines =
        |second: &str, last: &[u8]| [b"a\n", second.as_bytes(), b"\nc\nd\ne\nf\n", last, b"\n"].concat();
    for (since, left) in [
        (lines("B", b"g"), Some(lines("b", b"g"))),
        (lines("B", b"G"), Some(lines("b", b"G"))),
        (lines("X", b"g"), None),
        (lines("B", b"caf\xe9"), None),
    ] {
        let desk = Desk::with(STORE);
        let file = desk.store.join("t.md");
        std::fs::write(&file, lines("b", b"g")).expect("a file");
        desk.done(&["write", "t.md"], &String::from_utf8_lossy(&lines("B", b"g")));
        std::fs::write(&file, &since).expect("another's write");
        let said = desk.run(&["undo"]);
        assert_eq!(said.status == 0, left.is_some(), "{since:?}: {said:?}");
        assert_eq!(std::fs::read(&file).expect("a file"), left.unwrap_or(since));
    }
}

#[test]
fn a_window_without_a_display_is_told_on_one_line() {
    let desk = Desk::with(STORE);
    let said = desk.run(&["."]);
    assert_eq!((said.status, said.err.trim_end().lines().count()), (2, 1), "{said:?}");
}
