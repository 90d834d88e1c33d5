//! The door to session files: where conversations took place, with which client, and what was asked and said in them.
//!
//! Separate from `store` because session files are another outside thing, with rows that change in every release. What a
//! row means is `memdir::row`'s to say. Skips what it does not know, and never writes anywhere but into its own cache.

mod ask;
mod cache;
mod error;
mod files;
mod gather;
mod head;
mod paths;
mod question;
mod refresh;
mod rows;
mod schema;
mod search;
mod talk;
mod touched;
mod transcript;
mod walk;
mod words;
mod write;
mod writes;

pub use cache::Cache;
pub use error::CacheError;
pub use files::{SessionFile, session_files};
pub use head::{Head, head_of};
pub use question::{Attached, Filter, Page, Progress, Question, ReadState, Refreshed, Turn};
pub use search::{BadPattern, Hit, search};
pub use talk::{Quote, Speaker};
pub use touched::Writer;
pub use transcript::{Passage, Transcript, extracted_until, transcript};
pub use writes::Written;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// At most so many session files of a project are looked at, newest first.
pub const NEWEST_FILES: usize = 64;
/// At most so many bytes of a session file are read. The first rows carry `cwd` and `version` in every known release.
pub const HEAD_BYTES: usize = 64 * 1024;

/// A working directory that sessions of a project recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The directory, as the client wrote it (it need not exist any more).
    pub cwd: PathBuf,
    /// How many of the looked-at session files name it.
    pub sessions: usize,
    /// Modification time of the newest of them.
    pub newest: SystemTime,
}

/// The working directories recorded in the session files of `project_dir` (`<root>/projects/<slug>`), newest first.
///
/// Looks at the [`NEWEST_FILES`] newest `*.jsonl` directly in it; what cannot be read or understood is skipped, so a
/// directory without sessions, or a missing one, yields nothing.
pub fn working_dirs(project_dir: &Path) -> Vec<Seen> {
    let mut seen: HashMap<PathBuf, Seen> = HashMap::new();
    for (path, modified) in newest_sessions(project_dir) {
        let Some(cwd) = head_of(&path).cwd else { continue };
        let entry = seen.entry(cwd.clone()).or_insert(Seen { cwd, sessions: 0, newest: modified });
        entry.sessions += 1;
        entry.newest = entry.newest.max(modified);
    }
    let mut seen: Vec<Seen> = seen.into_values().collect();
    seen.sort_by(|a, b| b.newest.cmp(&a.newest).then_with(|| a.cwd.cmp(&b.cwd)));
    seen
}

/// The client version that the newest session file with one names, such as `2.1.332`.
pub fn client_version(project_dir: &Path) -> Option<String> {
    newest_sessions(project_dir).into_iter().find_map(|(path, _)| head_of(&path).version)
}

/// Session files directly in a project directory, newest first, at most [`NEWEST_FILES`].
fn newest_sessions(project_dir: &Path) -> Vec<(PathBuf, SystemTime)> {
    let Ok(entries) = std::fs::read_dir(project_dir) else { return Vec::new() };
    let mut files: Vec<(PathBuf, SystemTime)> = entries
        .flatten()
        .filter(|entry| Path::new(&entry.file_name()).extension().is_some_and(|e| e == "jsonl"))
        .filter_map(|entry| {
            let path = entry.path();
            // follows links, as the client does when it resumes; a FIFO or device is no session
            let meta = std::fs::metadata(&path).ok()?;
            meta.is_file().then(|| (path, meta.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
        })
        .collect();
    files.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    files.truncate(NEWEST_FILES);
    files
}
