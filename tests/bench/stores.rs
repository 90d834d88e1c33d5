//! `memdesk stores` beside the least that anybody could do with the same files: list them and read their heads.

use crate::report::{Aim, Row, Sample};
use memdesk_tests::{Person, programs};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The reference: ripgrep lists, `head` reads. Standard output goes nowhere.
const REFERENCE: &str = "rg --files \"$1\" | xargs -d '\\n' head -q -n 30 > /dev/null";

/// Measures both, turn by turn.
pub(crate) fn measure(person: &Person, runs: usize) -> Vec<Row> {
    println!("memdesk stores, against rg and head …");
    let ours = || {
        let mut command = Command::new(programs::program("memdesk"));
        command.arg("--root").arg(person.root()).arg("--data").arg(person.data()).args(["stores", "--json"]);
        command
    };
    let theirs = || {
        let mut command = Command::new("sh");
        command.args(["-c", REFERENCE, "sh"]).arg(person.root());
        command
    };
    let output = ours().env_clear().envs(person.env()).output().expect("memdesk stores");
    let answer: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("memdesk stores prints JSON");
    let stores = answer["stores"].as_array().map_or(0, Vec::len);
    assert_eq!(stores, crate::SIZE.0, "memdesk stores sees every store");
    timed(person, theirs()); // both have read everything once now
    let (mut mine, mut others) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        mine.push(timed(person, ours()));
        others.push(timed(person, theirs()));
    }
    vec![Row {
        what: "list every store",
        ours: Sample::of(mine),
        theirs: Sample::of(others),
        unit: "ms",
        aim: Aim::Ratio(1.5),
        sides: "`memdesk stores --json` (parses every index and topic, and checks them) against \
                `rg --files ROOT | xargs -d '\\n' head -q -n 30 > /dev/null` (lists the same files and reads their first 30 lines)",
    }]
}

/// Milliseconds from start to end.
fn timed(person: &Person, mut command: Command) -> f64 {
    let start = Instant::now();
    let status = command
        .env_clear()
        .envs(person.env())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success(), "{command:?} ended with {status}");
    start.elapsed().as_secs_f64() * 1e3
}
