//! What a change costs: from the disk until a desk shows it, and two hundred of them accepted or put back.
//!
//! Separate from `stores`, which only looks. The references do the least that anybody could: the operating system's own
//! notice and one read, and git between two commits that differ in the same files.

use crate::report::{Aim, Row, Sample};
use memdesk_desk::{Desk, Options};
use memdesk_tests::{Person, programs};
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Topics of the store that is changed.
const FILES: usize = 200;
/// The watch promises to tell so soon, in milliseconds.
const SEEN: f64 = 400.0;
/// Nobody waits longer for a change to be seen.
const PATIENCE: Duration = Duration::from_secs(20);
/// Between two changes, so that the second is not told with the first.
const REST: Duration = Duration::from_millis(600);

/// A topic's text; `version` is all that differs.
fn text(number: usize, version: usize) -> String {
    let body = "It was decided, and these are the reasons for it.\n".repeat(20);
    format!(
        "---\nname: Topic {number}\ndescription: what was decided about part {number}\ntype: project\n---\n\n{body}Version {version}.\n"
    )
}

fn name(number: usize) -> String {
    format!("topic-{number:03}.md")
}

/// Puts a file in the place of another at once, as the client does.
fn replace(dir: &Path, name: &str, text: &str) {
    let aside = dir.join(format!(".{name}.new"));
    fs::write(&aside, text).expect("a file");
    fs::rename(&aside, dir.join(name)).expect("the file in its place");
}

fn rewrite(dir: &Path, version: usize) {
    (0..FILES).for_each(|number| replace(dir, &name(number), &text(number, version)));
}

fn store(person: &Person) -> std::path::PathBuf {
    let mut fixture = String::from("//- MEMORY.md\n# Shop\n\n");
    (0..FILES).for_each(|number| {
        fixture.push_str(&format!("- [Topic {number}]({}) — part {number}\n", name(number)));
    });
    let project = person.remember("changing", &fixture);
    rewrite(&person.store(&project), 0);
    project
}

/// Measures all of them.
pub(crate) fn measure(person: &Person, runs: usize) -> Vec<Row> {
    let project = store(person);
    let mut rows = decided(person, &project, runs);
    rows.push(seen(person, &project, runs));
    rows
}

/// From a change on disk until a desk that watches hands out the new text.
fn seen(person: &Person, project: &Path, runs: usize) -> Row {
    println!("a change on disk until it is shown, against a notice and a read …");
    let dir = person.store(project);
    let options = Options { root: Some(person.root()), data: Some(person.data()), ..Options::default() };
    let desk = Arc::new(Desk::open(options).expect("a desk"));
    desk.stores().expect("every store, as in the window");
    let id = desk.store_of(Some(project)).expect("the store");
    desk.open_store(&id).expect("the store");
    let (sender, changes) = mpsc::channel();
    desk.watch(move |changed| drop(sender.send(changed)));
    let notices = inotify::init(CreateFlags::CLOEXEC).expect("a way to hear of changes");
    inotify::add_watch(&notices, &dir, WatchFlags::MOVED_TO).expect("a watched directory");
    let mut notices = File::from(notices);
    let one = name(0);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // the first fills caches, and waits until the watch has begun
    for run in 0..=runs {
        std::thread::sleep(if run == 0 { REST * 5 } else { REST });
        while changes.try_recv().is_ok() {}
        let wanted = text(0, 1_000 + run);
        let start = Instant::now();
        replace(&dir, &one, &wanted);
        assert!(notices.read(&mut [0; 4096]).expect("a notice") > 0);
        assert_eq!(fs::read_to_string(dir.join(&one)).expect("the topic"), wanted);
        let heard = start.elapsed();
        loop {
            let changed = changes.recv_timeout(PATIENCE).expect("the change is told");
            if changed.stores.contains(&id) && desk.topic(&id, &one).expect("the topic").source == wanted {
                break;
            }
        }
        if run > 0 {
            ours.push(start.elapsed().as_secs_f64() * 1e3);
            theirs.push(heard.as_secs_f64() * 1e3);
        }
    }
    Row {
        what: "a change on disk, until it is shown",
        ours: Sample::of(ours),
        theirs: Sample::of(theirs),
        unit: "ms",
        aim: Aim::Most(SEEN),
        sides: "a topic replaced on disk until a desk that watches every store above has it in its ledger, has told the window and hands \
                out the new text, against `inotify` on the one directory and a read of the file; 80 ms of it are waited for on purpose, \
                so that a file is told once it is whole",
    }
}

/// Two hundred changed topics accepted, and put back.
fn decided(person: &Person, project: &Path, runs: usize) -> Vec<Row> {
    println!("{FILES} changed topics accepted and put back, against git checkout …");
    let dir = person.store(project);
    let memdesk = |words: &[&str]| {
        let mut command = Command::new(programs::program("memdesk"));
        command.arg("--root").arg(person.root()).arg("--data").arg(person.data()).args(words);
        timed(person, project, command)
    };
    let repository = person.project("two-commits");
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=Someone", "-c", "user.email=someone@example.invalid"]).args(words);
        timed(person, &repository, command)
    };
    git(&["init", "-q", "-b", "one"]);
    for (branch, version) in [("one", 1), ("other", 2)] {
        if branch == "other" {
            git(&["checkout", "-q", "-b", branch]);
        }
        rewrite(&repository, version);
        git(&["add", "."]);
        git(&["commit", "-q", "-m", branch]);
    }
    memdesk(&["accept", "all"]);
    let (mut accepted, mut refused, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..runs {
        let (kept, other) = (2 * run + 1, 2 * run + 2);
        rewrite(&dir, kept);
        accepted.push(memdesk(&["accept", "all"]));
        others.push(git(&["checkout", "-q", if run % 2 == 0 { "one" } else { "other" }]));
        rewrite(&dir, other);
        refused.push(memdesk(&["reject", "all", "--even-if-active"]));
        let all = (0..FILES).all(|number| {
            fs::read_to_string(dir.join(name(number))).expect("the topic") == text(number, kept)
        });
        assert!(all, "what is refused is as it was accepted");
    }
    let row = |what, ours, sides| Row {
        what,
        ours: Sample::of(ours),
        theirs: Sample::of(others.clone()),
        unit: "ms",
        aim: Aim::None,
        sides,
    };
    vec![
        row(
            "accept 200 changed topics",
            accepted,
            "`memdesk accept all`, which finds what waits, notes what is on disk, accepts it and changes no file, against `git checkout` \
             of a commit that differs in the same 200 files, which writes them and syncs nothing",
        ),
        row(
            "put 200 changed topics back",
            refused,
            "`memdesk reject all`, which writes each file beside its place, syncs it and keeps what it replaces, against the same",
        ),
    ]
}

/// Milliseconds from start to end.
fn timed(person: &Person, folder: &Path, mut command: Command) -> f64 {
    let start = Instant::now();
    let status = command
        .env_clear()
        .envs(person.env())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success(), "{command:?} ended with {status}");
    start.elapsed().as_secs_f64() * 1e3
}
