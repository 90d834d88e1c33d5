//! The window beside an empty one of the same toolkit: time to the first index on screen, and memory.

use crate::memory;
use crate::report::{Aim, Row, Sample};
use memdesk_tests::display::{Display, Running};
use memdesk_tests::{Person, programs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Both windows make the file that this names when their page has painted.
const MARK: &str = "MEMDESK_PAINTED";
/// Nobody waits longer for a window.
const PATIENCE: Duration = Duration::from_secs(60);
/// After the paint the window goes on to read every store; memory is that of a window at rest.
const REST: Duration = Duration::from_secs(4);

/// A project with an index as people have them: some forty entries.
fn project(person: &Person) -> PathBuf {
    let mut fixture = String::from("//- MEMORY.md\n# Shop\n\n");
    for number in 0..40 {
        fixture.push_str(&format!(
            "- [Topic {number}](topic-{number:02}.md) — what was decided about part {number}, and why\n"
        ));
    }
    for number in 0..40 {
        fixture.push_str(&format!(
            "//- topic-{number:02}.md\n---\nname: Topic {number}\ndescription: what was decided about part {number}\ntype: project\n---\n\nIt was decided.\n"
        ));
    }
    person.remember("shop", &fixture)
}

/// Measures both, turn by turn, on one display.
pub(crate) fn measure(person: &Person, runs: usize) -> Vec<Row> {
    println!("the window, against an empty one …");
    let folder = project(person);
    let display = Display::new(person, 1280, 800);
    let mark = person.home().join("painted");
    let ours = || {
        let mut command = display.command(&programs::program("memdesk-desktop"));
        command.arg("--root").arg(person.root()).arg("--data").arg(person.data()).arg(&folder);
        command
    };
    let theirs = || display.command(&programs::program("memdesk-empty-window"));
    // the first of each fills caches that every later one finds
    one(ours(), &mark);
    one(theirs(), &mark);
    let (mut mine, mut others) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        mine.push(one(ours(), &mark));
        others.push(one(theirs(), &mark));
    }
    let time = |sample: &[(f64, f64)]| Sample::of(sample.iter().map(|one| one.0).collect());
    let room = |sample: &[(f64, f64)]| Sample::of(sample.iter().map(|one| one.1).collect());
    vec![
        Row {
            what: "start to first index on screen",
            ours: time(&mine),
            theirs: time(&others),
            unit: "ms",
            aim: Aim::Ratio(1.2),
            sides: "process start to the second animation frame after the index is in the page, on a root with every store above, \
                    against the same of `tests/bench/empty-window`, a Tauri window with an empty page, which draws no text and loads no font",
        },
        Row {
            what: "memory",
            ours: room(&mine),
            theirs: room(&others),
            unit: "MiB",
            aim: Aim::Ratio(1.2),
            sides: "proportional set size of all processes of each, four seconds after that paint, every store listed",
        },
    ]
}

/// Milliseconds to the mark, and MiB at rest.
fn one(mut command: Command, mark: &Path) -> (f64, f64) {
    let _ = std::fs::remove_file(mark);
    command.env(MARK, mark).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let running = Running::start(&mut command, "none: cargo xtask bench builds it");
    while !mark.exists() {
        assert!(start.elapsed() < PATIENCE, "{command:?} has not painted in {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    let took = start.elapsed().as_secs_f64() * 1e3;
    std::thread::sleep(REST);
    (took, memory::of_tree(running.id()))
}
