//! Runs on disk: each in a directory of its own below `runs/<store>/` in Memdesk's data directory, with what it proposes.
//!
//! Separate so that names and the order of writes are in one place. Never touches a store.
//!
//! | file | what |
//! |---|---|
//! | `lock` | held by the Memdesk that runs something on this store |
//! | `cursors.json` | by session, how many of its turns an extraction of ours has seen |
//! | `<run>/run.json` | the run as the window shows it |
//! | `<run>/report.json` | what it would make of the store |
//! | `<run>/held.json`, … | what it proposes, as the gate keeps what it holds |

use crate::Desk;
use crate::gate::waiting_in;
use crate::look::now;
use crate::own;
use crate::view::{Failure, RunReport, RunView};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RUN: &str = "run.json";
const REPORT: &str = "report.json";
const CURSORS: &str = "cursors.json";
/// A store keeps so many runs of which nothing waits any more; the oldest go.
const MOST_ENDED: usize = 50;
/// The lock is tried for so long.
const LOOKED_AT: Duration = Duration::from_millis(200);

impl Desk {
    /// Where the runs of all stores are kept.
    pub(crate) fn runs_dir(&self) -> PathBuf {
        self.data.join("runs")
    }

    /// Where those of one store are. Ids are hexadecimal; anything else leads nowhere.
    pub(super) fn runs_of(&self, store: &str) -> PathBuf {
        self.runs_dir().join(if is_name(store) { store } else { "none" })
    }

    /// The directory of a run that there is.
    ///
    /// # Errors
    /// `no-such-run`.
    pub(super) fn run_dir(&self, store: &str, run: &str) -> Result<PathBuf, Failure> {
        let dir = self.runs_of(store).join(run);
        match is_name(run) && dir.join(RUN).is_file() {
            true => Ok(dir),
            false => Err(Failure::new(
                "no-such-run",
                format!("there is no run {run:?} of this store"),
                "It may have been forgotten; the list of runs says which there are.".to_owned(),
            )),
        }
    }

    /// Every run of a store, the oldest first: its id and its directory.
    pub(crate) fn run_dirs(&self, store: &str) -> Vec<(String, PathBuf)> {
        let entries = fs::read_dir(self.runs_of(store)).into_iter().flatten().flatten();
        let mut found: Vec<(String, PathBuf)> = entries
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
            .filter(|(name, dir)| is_name(name) && dir.join(RUN).is_file())
            .collect();
        found.sort();
        found
    }

    /// How many files runs propose that wait for review.
    pub(crate) fn proposed_count(&self, store: &str) -> usize {
        self.run_dirs(store).into_iter().map(|(_, dir)| waiting_in(dir)).sum()
    }

    /// A directory for a new run, and its id. Ids sort by time.
    ///
    /// # Errors
    /// `io`.
    pub(super) fn new_run(&self, store: &str) -> Result<(String, PathBuf), Failure> {
        let runs = self.runs_of(store);
        let made = fs::create_dir_all(&runs).and_then(|()| {
            loop {
                let run = now().strftime("%Y-%m-%d-%H%M%S-%3f").to_string();
                match fs::create_dir(runs.join(&run)) {
                    Ok(()) => return Ok((run.clone(), runs.join(run))),
                    // two within a millisecond
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
                    Err(error) => return Err(error),
                }
            }
        });
        made.map_err(|error| Failure::io("cannot write", &runs, &error))
    }

    /// The right to run something on a store; given back when it goes.
    ///
    /// # Errors
    /// `busy` when another Memdesk has it; `io`.
    pub(super) fn lock_runs(&self, store: &str) -> Result<File, Failure> {
        let path = self.runs_of(store).join("lock");
        let opened = OpenOptions::new().create(true).append(true).open(&path);
        let file = opened.map_err(|error| Failure::io("cannot write", &path, &error))?;
        // whoever looks whether it is held holds it for a moment
        let until = Instant::now() + LOOKED_AT;
        let mut tried = file.try_lock();
        while matches!(tried, Err(TryLockError::WouldBlock)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
            tried = file.try_lock();
        }
        match tried {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                "busy",
                "another Memdesk runs something on this store",
                "Wait until it is done; what is new by then is seen by the next run.".to_owned(),
            )),
            Err(TryLockError::Error(error)) => Err(Failure::io("cannot lock", &path, &error)),
        }
    }

    /// Whether some Memdesk, this one or another, runs something on a store.
    pub(super) fn runs_are_locked(&self, store: &str) -> bool {
        let file = File::open(self.runs_of(store).join("lock"));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// By session, how many of its turns our extractions have seen.
    pub(super) fn cursors(&self, store: &str) -> BTreeMap<String, usize> {
        own::load(&self.runs_of(store).join(CURSORS))
    }

    /// An extraction has seen so many turns of these sessions.
    ///
    /// # Errors
    /// `io`.
    pub(super) fn move_cursors(&self, store: &str, seen: BTreeMap<String, usize>) -> Result<(), Failure> {
        let mut cursors = self.cursors(store);
        cursors.extend(seen);
        own::save(&self.runs_of(store), CURSORS, &cursors)
    }

    /// Ended runs of which nothing waits go once there are too many of them.
    pub(super) fn sweep_runs(&self, store: &str) {
        let dirs = self.run_dirs(store);
        let ended = dirs.into_iter().filter(|(_, dir)| {
            let over = read(dir).is_some_and(|run| run.ended.is_some());
            over && waiting_in(dir.clone()) == 0
        });
        let ended: Vec<PathBuf> = ended.map(|(_, dir)| dir).collect();
        for dir in ended.iter().take(ended.len().saturating_sub(MOST_ENDED)) {
            // one that stays is only room lost
            drop(fs::remove_dir_all(dir));
        }
    }
}

/// A run as it was kept last; none where that cannot be read.
pub(super) fn read(dir: &Path) -> Option<RunView> {
    serde_json::from_slice(&fs::read(dir.join(RUN)).ok()?).ok()
}

/// Keeps a run.
///
/// # Errors
/// `io`.
pub(super) fn keep(dir: &Path, run: &RunView) -> Result<(), Failure> {
    own::save(dir, RUN, run)
}

/// Keeps what a run would make of the store.
///
/// # Errors
/// `io`.
pub(super) fn keep_report(dir: &Path, report: &RunReport) -> Result<(), Failure> {
    own::save(dir, REPORT, report)
}

/// What a run would make of the store, as it was when it ended.
pub(super) fn report(dir: &Path) -> Option<RunReport> {
    serde_json::from_slice(&fs::read(dir.join(REPORT)).ok()?).ok()
}

/// Whether something is one part of a path, and harmless.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}
