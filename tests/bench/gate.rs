//! `memdesk gate` as a whole process beside `true`: what each call of a tool waits for in somebody's session.

use crate::report::{Aim, Row, Sample};
use memdesk_tests::{Person, programs};
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A call is measured so often in each run: it is short, and the machine has moods.
const OFTEN: usize = 20;
/// Nobody should notice it, in milliseconds.
const MOST: f64 = 10.0;

/// Measures each kind of call, turn by turn with the reference.
pub(crate) fn measure(person: &Person, runs: usize) -> Vec<Row> {
    println!("memdesk gate, against true …");
    let project = person.project("gated");
    let (memory, code) = (person.store(&project), project.join("src"));
    let content = "A line of some length, as memories have them.\n".repeat(90);
    let payload = |name: &str, folder: &Path| {
        let call = serde_json::json!({
            "hook_event_name": "PreToolUse", "session_id": "s", "cwd": project, "tool_use_id": "t", "tool_name": "Write",
            "tool_input": { "file_path": folder.join("a.md"), "content": content },
        });
        let path = person.home().join(name);
        std::fs::write(&path, call.to_string()).expect("a payload");
        path
    };
    let elsewhere = payload("elsewhere.json", &code);
    let write = payload("write.json", &memory);
    let gate = |words: &[&str]| {
        let mut command = Command::new(programs::program("memdesk"));
        command
            .arg("--data")
            .arg(person.data())
            .args(words)
            .current_dir(&project)
            .env_clear()
            .envs(person.env());
        command
    };
    let mut rows = Vec::new();
    for (what, mode, input, sides) in [
        (
            "gate: a call that is none of memory",
            "hold",
            &elsewhere,
            "`memdesk gate` given a `Write` elsewhere, against `true`",
        ),
        (
            "gate: a write to memory, watched",
            "watch",
            &write,
            "the same given a `Write` of 4 kB to memory, which it records",
        ),
        (
            "gate: a write to memory, held",
            "hold",
            &write,
            "the same in hold: the text is on the disk before it answers",
        ),
    ] {
        let status = gate(&["gate", "mode", mode]).stdout(Stdio::null()).status().expect("memdesk starts");
        assert!(status.success(), "gate mode {mode}");
        let (mut mine, mut others) = (Vec::new(), Vec::new());
        timed(&mut gate(&["gate"]), input);
        for _ in 0..runs * OFTEN {
            mine.push(timed(&mut gate(&["gate"]), input));
            others.push(timed(&mut Command::new("true"), input));
        }
        rows.push(Row {
            what,
            ours: Sample::of(mine),
            theirs: Sample::of(others),
            unit: "ms",
            aim: Aim::Most(MOST),
            sides,
        });
    }
    rows
}

/// Milliseconds from start to end.
fn timed(command: &mut Command, input: &Path) -> f64 {
    let input = File::open(input).expect("the payload");
    let start = Instant::now();
    let status = command.stdin(input).stdout(Stdio::null()).status().expect("it starts");
    assert!(status.success(), "{command:?} ended with {status}");
    start.elapsed().as_secs_f64() * 1e3
}
