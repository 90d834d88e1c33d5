//! Carries out a plan on the disk.

use memdesk_review::Plan;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What became of a plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Applied {
    /// Paths whose step was taken, in order. When a step is refused while checking, before anything is written, it is empty.
    pub done: Vec<String>,
    /// Paths whose step was not taken, and why.
    pub refused: Vec<(String, Refused)>,
    /// Bytes of another writer that came in at the very moment of a step and could not be left in place. The caller puts
    /// them into the ledger; they are on disk no more.
    pub rescued: Vec<(String, Vec<u8>)>,
}

/// Why a step was not taken. Nothing was changed by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Refused {
    /// Other bytes are on disk than those the plan was made from, or a file where there should be none.
    Stale,
    /// The path, or a part of it, is a symbolic link.
    Outside,
    /// The path is absolute, empty, has `..` or `.` parts, or names a directory or a special file.
    BadPath,
    /// Another step of the plan was refused, so this one was not tried.
    Held,
    /// The operating system said no.
    Failed {
        /// Its reason, with the path.
        why: String,
    },
}

/// Carries out `plan` in the store at `dir`: all `before`s are checked first, and any that is not so refuses the whole plan.
pub fn apply(dir: &Path, plan: &Plan) -> Applied {
    let _ = (dir, plan);
    Applied::default()
}

/// Temporary files that a crash left in a store, removed after `keep` took their bytes (false: leave it there).
/// Returns how many were removed.
pub fn sweep(dir: &Path, keep: impl FnMut(&str, &[u8]) -> bool) -> usize {
    let _ = (dir, keep);
    0
}
