//! Past questions out of session files, beside ripgrep looking for one word in the same files.

use crate::report::{Aim, Row, Sample};
use memdesk_sessions::{Cache, Filter};
use memdesk_tests::talk::{self, Talk};
use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Megabytes of sessions, but for `MEMDESK_BENCH_SESSIONS_MB`.
const MEGABYTES: usize = 2_000;
/// Rows of an append.
const ROWS: usize = 100;
/// What an append may take until it is found, in milliseconds.
const APPEND_AIM: f64 = 50.0;

/// Measures the first index and an append.
pub(crate) fn measure(runs: usize) -> Vec<Row> {
    let megabytes = std::env::var("MEMDESK_BENCH_SESSIONS_MB").ok().and_then(|text| text.parse().ok());
    let megabytes: usize = megabytes.unwrap_or(MEGABYTES);
    println!("making {megabytes} MB of sessions …");
    let place = tempfile::tempdir().expect("a directory for sessions");
    let dir = place.path().join("projects/-home-someone-code-shop");
    let made = talk::make(&dir, megabytes * 1_000_000).expect("the sessions");
    println!("{made:?}; first index, against rg …");
    looked_for(&dir); // both find the files in the page cache
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in 0..runs {
        let file = place.path().join(format!("cache-{run}/questions"));
        let start = Instant::now();
        let cache = Cache::open(&file).expect("a cache");
        let done = refresh(&cache, &dir);
        ours.push(start.elapsed().as_secs_f64() * 1e3);
        assert_eq!((done, made.files), (made.questions, files(&dir)), "every question is found");
        theirs.push(looked_for(&dir));
    }
    let index = Row {
        what: "find all past questions for the first time",
        ours: Sample::of(ours),
        theirs: Sample::of(theirs),
        unit: "ms",
        aim: Aim::Ratio(1.5),
        sides: "opening a new cache and reading every session into it, ready to be searched, against `rg -c relevant_memories` over the \
                same files (2 GB in some 900 of them, each question with the rows of a dozen calls of tools; \
                `MEMDESK_BENCH_SESSIONS_MB` makes it another size)",
    };
    vec![index, append(&place.path().join("cache-0/questions"), &dir, runs)]
}

/// Appends to one session and waits until the last row is found.
fn append(cache: &Path, dir: &Path, runs: usize) -> Row {
    println!("an append, until it is found …");
    let cache = Cache::open(cache).expect("the cache");
    let dirs = [dir.to_owned()];
    let path = dir.join("00000000-0000-4000-8000-000000000000.jsonl");
    let mut ours = Vec::new();
    for run in 0..runs {
        let mut talk = Talk::new(&format!("00000000-0000-4000-9000-{run:012}"));
        for row in 1..ROWS {
            talk.question(&format!("question {row} of run {run}"));
        }
        let word = format!("最后一句{run}");
        talk.question(&word);
        File::options()
            .append(true)
            .open(&path)
            .expect("the session")
            .write_all(talk.rows.as_bytes())
            .expect("an append");
        let start = Instant::now();
        assert_eq!(refresh(&cache, dir), ROWS);
        let filter = Filter { search: word, limit: 20, ..Filter::default() };
        let found = cache.questions(&dirs, &filter).expect("an answer").matches;
        ours.push(start.elapsed().as_secs_f64() * 1e3);
        assert_eq!(found, 1);
    }
    Row {
        what: "append 100 rows, until the last is found",
        ours: Sample::of(ours),
        theirs: Sample::of(vec![APPEND_AIM]),
        unit: "ms",
        aim: Aim::Ratio(1.0),
        sides: "a refresh over all these sessions and a search for a Chinese phrase of the last row, against a limit of 50 ms that is set, \
                not measured",
    }
}

/// Refreshes; how many questions were new.
fn refresh(cache: &Cache, dir: &Path) -> usize {
    let done = cache.refresh(&[dir.to_owned()], &mut |_| ControlFlow::Continue(())).expect("a refresh");
    assert_eq!((done.broken_rows, done.unreadable.len()), (0, 0));
    done.new_questions
}

fn files(dir: &Path) -> usize {
    std::fs::read_dir(dir).expect("the sessions").count()
}

/// Milliseconds that ripgrep takes for one word in all files.
fn looked_for(dir: &Path) -> f64 {
    let start = Instant::now();
    let status = Command::new("rg")
        .args(["--count", "relevant_memories"])
        .arg(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .expect("rg starts");
    assert!(status.success(), "rg ended with {status}");
    start.elapsed().as_secs_f64() * 1e3
}
