//! Watches stores for changes.

use std::path::PathBuf;

/// How well changes are seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// The operating system tells of each change.
    Native,
    /// The directories are read again every two seconds.
    Polling {
        /// Why the operating system's way cannot be had.
        why: String,
    },
    /// Changes were missed; everything is reported as changed.
    Behind,
}

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The watched store directories, as they were given, in which something changed.
    pub dirs: Vec<PathBuf>,
    /// A project appeared or went: time to look for stores again.
    pub projects: bool,
    /// How well changes are seen at this moment.
    pub status: Status,
}

/// What is watched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dirs {
    /// Memory directories, watched at every depth; they need not exist yet.
    pub stores: Vec<PathBuf>,
    /// Directories that hold projects (`<root>/projects`), watched for new ones.
    pub projects: Vec<PathBuf>,
}

/// A running watch; dropping it ends it.
#[derive(Debug)]
pub struct Watch {}

impl Watch {
    /// Starts watching. `on_change` is called on a thread of the watch, at most 400 ms after a change.
    pub fn start(dirs: Dirs, on_change: impl Fn(Changed) + Send + 'static) -> Watch {
        let _ = (dirs, on_change);
        Watch {}
    }

    /// Watches these directories from now on.
    pub fn set(&self, dirs: Dirs) {
        let _ = dirs;
    }

    /// How well changes are seen.
    pub fn status(&self) -> Status {
        Status::Native
    }
}
