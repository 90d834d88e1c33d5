//! What a watch tells, by the operating system and by polling.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it fails")]

mod machine;

use machine::Machine;
use memdesk_store::watch::{Changed, Dirs, LATEST, Status, Watch};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than any change may take to be told, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn start(dirs: Dirs) -> (Watch, Receiver<Changed>) {
    let (sender, told) = channel();
    let watch = Watch::start(dirs, move |changed| drop(sender.send(changed)));
    // the watch is set up on its own thread
    std::thread::sleep(Duration::from_millis(200));
    (watch, told)
}

/// Waits until every one of these directories was told.
fn wait(told: &Receiver<Changed>, dirs: &[PathBuf]) {
    let begun = Instant::now();
    let mut missing: BTreeSet<&PathBuf> = dirs.iter().collect();
    while !missing.is_empty() {
        let left = PATIENCE.saturating_sub(begun.elapsed());
        let changed = told.recv_timeout(left).unwrap_or_else(|_| panic!("not told: {missing:?}"));
        missing.retain(|dir| !changed.dirs.contains(dir));
    }
}

fn quiet(told: &Receiver<Changed>) {
    std::thread::sleep(Duration::from_millis(500));
    while told.try_recv().is_ok() {}
}

fn stores(machine: &Machine, names: &[&str]) -> Dirs {
    Dirs { stores: names.iter().map(|name| machine.path(name)).collect(), ..Dirs::default() }
}

#[test]
fn changes_are_told_by_store_and_soon() {
    let machine = Machine::new();
    machine.put("one/a.md", "a");
    machine.put("two/sub/b.md", "b");
    let (_watch, told) = start(stores(&machine, &["one", "two"]));
    let begun = Instant::now();
    machine.put("one/a.md", "changed");
    let changed = told.recv_timeout(PATIENCE).unwrap();
    assert_eq!(
        changed,
        Changed {
            dirs: vec![machine.path("one")],
            files: Vec::new(),
            projects: false,
            status: Status::Native,
        }
    );
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    machine.put("two/sub/new/deep.md", "x");
    wait(&told, &[machine.path("two")]);
    quiet(&told);
    // also in the directory that came meanwhile
    machine.put("two/sub/new/deep.md", "y");
    wait(&told, &[machine.path("two")]);
    quiet(&told);
    fs::remove_file(machine.path("two/sub/new/deep.md")).unwrap();
    wait(&told, &[machine.path("two")]);
}

#[test]
fn a_burst_is_told_in_few_pieces_but_not_held_back_for_ever() {
    let machine = Machine::new();
    machine.put("one/a.md", "a");
    let (_watch, told) = start(stores(&machine, &["one"]));
    let begun = Instant::now();
    let mut writes = 0;
    while begun.elapsed() < LATEST * 3 {
        machine.put("one/a.md", &writes.to_string());
        writes += 1;
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(LATEST);
    let pieces = told.try_iter().count();
    assert!((2..=8).contains(&pieces), "{pieces} pieces of {writes} writes");
}

#[test]
fn our_temporary_files_and_reads_are_no_change() {
    let machine = Machine::new();
    machine.put("one/a.md", "a");
    let (_watch, told) = start(stores(&machine, &["one"]));
    machine.put("one/.a.md.1-0-0.memdesk-tmp", "x");
    fs::read(machine.path("one/a.md")).unwrap();
    fs::remove_file(machine.path("one/.a.md.1-0-0.memdesk-tmp")).unwrap();
    assert_eq!(told.recv_timeout(LATEST * 2).ok(), None);
}

#[test]
fn stores_come_and_go_and_come_again() {
    let machine = Machine::new();
    machine.put("p/", "");
    let store = machine.path("p/x/memory");
    let (_watch, told) = start(stores(&machine, &["p/x/memory"]));
    for round in 0..3 {
        machine.put("p/x/memory/a.md", &format!("{round}"));
        wait(&told, std::slice::from_ref(&store));
        quiet(&told);
        machine.put("p/x/memory/a.md", &format!("{round} again"));
        wait(&told, std::slice::from_ref(&store));
        quiet(&told);
        fs::remove_dir_all(machine.path("p/x")).unwrap();
        wait(&told, std::slice::from_ref(&store));
        quiet(&told);
    }
    // replaced by another directory under its name
    machine.put("p/x/memory/a.md", "here");
    machine.put("other/memory/b.md", "there");
    wait(&told, std::slice::from_ref(&store));
    quiet(&told);
    fs::rename(machine.path("p/x"), machine.path("p/y")).unwrap();
    fs::rename(machine.path("other"), machine.path("p/x")).unwrap();
    wait(&told, std::slice::from_ref(&store));
    quiet(&told);
    machine.put("p/x/memory/b.md", "changed");
    wait(&told, std::slice::from_ref(&store));
}

#[test]
fn new_projects_are_told_once_they_have_a_store() {
    let machine = Machine::new();
    machine.put("projects/-old/memory/a.md", "a");
    let dirs = Dirs { projects: vec![machine.path("projects")], ..Dirs::default() };
    let (_watch, told) = start(dirs);
    let told_of_projects = || {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if told.recv_timeout(PATIENCE).is_ok_and(|changed| changed.projects) {
                return;
            }
        }
        panic!("not told");
    };
    machine.put("projects/-new/5f0c.jsonl", "{}");
    told_of_projects();
    quiet(&told);
    // sessions are written all the time
    machine.put("projects/-new/5f0c.jsonl", "{}{}");
    machine.put("projects/-old/memory/a.md", "not watched as a store");
    assert_eq!(told.recv_timeout(LATEST * 2).ok(), None);
    machine.put("projects/-new/memory/a.md", "a");
    told_of_projects();
}

#[test]
fn what_is_watched_can_be_changed() {
    let machine = Machine::new();
    for name in ["one", "one/team", "two"] {
        machine.put(&format!("{name}/a.md"), "a");
    }
    let (watch, told) = start(stores(&machine, &["one", "one/team"]));
    machine.put("one/team/a.md", "b");
    wait(&told, &[machine.path("one"), machine.path("one/team")]);
    watch.set(stores(&machine, &["one/team", "two"]));
    std::thread::sleep(Duration::from_millis(300));
    quiet(&told);
    machine.put("one/a.md", "c");
    assert_eq!(told.recv_timeout(LATEST * 2).ok(), None);
    machine.put("one/team/a.md", "c");
    machine.put("two/a.md", "c");
    wait(&told, &[machine.path("one/team"), machine.path("two")]);
    drop(watch);
    quiet(&told);
    machine.put("two/a.md", "d");
    assert!(told.recv_timeout(LATEST * 2).is_err());
}

#[test]
fn a_single_file_is_seen_whatever_happens_to_it_and_nothing_beside_it() {
    for polling in [false, true] {
        let machine = Machine::new();
        machine.put("elsewhere/real.json", "0");
        machine.put("tree/deep/", "");
        let names = ["set.json", "later/set.json", "tree/linked.json"].map(|name| machine.path(name));
        machine.link("tree/linked.json", "$B/elsewhere/real.json");
        let (sender, told) = channel();
        let tell = move |changed: Changed| drop(sender.send(changed));
        let dirs = Dirs { files: names.to_vec(), ..Dirs::default() };
        let _watch =
            if polling { Watch::start_polling(dirs, "a test", tell) } else { Watch::start(dirs, tell) };
        std::thread::sleep(Duration::from_millis(300));
        while told.try_recv().is_ok() {}
        let next = || {
            let begun = Instant::now();
            while begun.elapsed() < PATIENCE {
                let changed = told.recv_timeout(PATIENCE).unwrap();
                if !changed.files.is_empty() {
                    return changed.files;
                }
            }
            panic!("not told");
        };
        let steps = [
            (1, "later/set.json", "with its directory"),
            (2, "elsewhere/real.json", "behind the link"),
            (1, "later/set.json", "changed"),
            (0, "set.json", "it comes"),
            (0, "set.json", "it is another"),
        ];
        // a look each two seconds: a part says enough
        let steps = if polling { &steps[..2] } else { &steps[..] };
        for (step, (nth, name, text)) in steps.iter().enumerate() {
            machine.put(name, text);
            assert_eq!(next(), [names[*nth].clone()], "polling {polling}, step {step}");
            quiet(&told);
        }
        if polling {
            fs::remove_file(&names[1]).unwrap();
            assert_eq!(next(), [names[1].clone()]);
            continue;
        }
        // replaced whole, as programs do
        machine.put("other.json", "replaced");
        fs::rename(machine.path("other.json"), &names[0]).unwrap();
        assert_eq!(next(), [names[0].clone()]);
        quiet(&told);
        // what is beside it, and below that, is none of ours
        machine.put("tree/other.json", "x");
        machine.put("tree/deep/other.json", "x");
        assert!(told.recv_timeout(LATEST * 2).map_or(true, |changed| changed.files.is_empty()));
        fs::remove_file(&names[0]).unwrap();
        assert_eq!(next(), [names[0].clone()]);
        fs::remove_dir_all(machine.path("later")).unwrap();
        assert_eq!(next(), [names[1].clone()]);
        fs::remove_file(machine.path("tree/linked.json")).unwrap();
        assert_eq!(next(), [names[2].clone()]);
    }
}

#[test]
fn polling_sees_what_whole_seconds_would_hide() {
    let machine = Machine::new();
    machine.put("one/a.md", "a");
    machine.put("one/z.txt", "no topic");
    let (sender, told) = channel();
    let watch = Watch::start_polling(stores(&machine, &["one", "later"]), "a test", move |changed| {
        drop(sender.send(changed))
    });
    let first = told.recv_timeout(PATIENCE).unwrap();
    assert_eq!(first.status, Status::Polling { why: "a test".to_owned() });
    assert_eq!(watch.status(), first.status);
    std::thread::sleep(Duration::from_millis(100));
    while told.try_recv().is_ok() {}
    // same size, older time
    let at = machine.path("one/a.md");
    let time = fs::metadata(&at).unwrap().modified().unwrap() - Duration::from_millis(3);
    machine.put("one/a.md", "b");
    fs::File::options().append(true).open(&at).unwrap().set_modified(time).unwrap();
    wait(&told, &[machine.path("one")]);
    machine.put("later/a.md", "b");
    wait(&told, &[machine.path("later")]);
    fs::remove_dir_all(machine.path("one")).unwrap();
    wait(&told, &[machine.path("one")]);
}

#[test]
fn links_in_a_store_are_not_watched_through() {
    let machine = Machine::new();
    machine.put("one/a.md", "a");
    machine.put("outside/b.md", "b");
    machine.link("one/link", "$B/outside");
    machine.link("one/loop", "$B");
    machine.link("linked", "one");
    let (_watch, told) = start(stores(&machine, &["linked"]));
    machine.put("outside/b.md", "c");
    assert_eq!(told.recv_timeout(LATEST * 2).ok(), None);
    machine.put("one/a.md", "b");
    wait(&told, &[machine.path("linked")]);
}
