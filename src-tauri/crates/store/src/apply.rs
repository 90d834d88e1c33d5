//! Carries out a plan on the disk, file by file, each atomically.
//!
//! Separate from `scan` because writing follows no link and leaves no trace outside the store. Puts nothing in place of
//! bytes that the plan does not know: they are compared before, and again once they are out of the way.

#[cfg_attr(unix, path = "apply/folder_unix.rs")]
#[cfg_attr(not(unix), path = "apply/folder_other.rs")]
mod folder;
mod step;
mod sweep;
mod way;

pub use sweep::{TEMP_SUFFIX, sweep};

use memdesk_review::Plan;
use serde::{Deserialize, Serialize};
use std::io;
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
    /// The path is absolute, empty, no `.md`, has `..` or `.` parts, or leads through something that is no directory.
    BadPath,
    /// Another step of the plan was refused, so this one was not tried.
    Held,
    /// The operating system said no.
    Failed {
        /// Its reason.
        why: String,
    },
}

/// A system step about to be taken; what a fault or a crash may come before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Point {
    /// A directory is made.
    MakeFolder,
    /// The temporary file is created.
    CreateTemp,
    /// A piece of at most 64 KiB is written into it.
    Write,
    /// Owner, permissions and times are set on it.
    Attributes,
    /// It is brought to the disk.
    SyncFile,
    /// It takes the file's place (or the file leaves its place).
    Rename,
    /// What was there is looked at.
    Verify,
    /// It is put back, as it was not what the plan knew.
    PutBack,
    /// What was there is removed.
    Unlink,
    /// The directory is brought to the disk.
    SyncFolder,
    /// A directory that is empty now is removed.
    RemoveFolder,
}

/// Called before each system step with the path it is for. An error is what the operating system would have said; a
/// panic is a crash at that point, after which nothing is cleaned up.
pub type Fault<'a> = &'a dyn Fn(Point, &str) -> io::Result<()>;

/// Carries out `plan` in the store at `dir`.
///
/// Every step is checked before the first is taken: if one is refused, none is. When a step fails while it is taken
/// (another writer was faster, the disk is full), the later ones are held. The store directory is made when it is missing.
pub fn apply(dir: &Path, plan: &Plan) -> Applied {
    apply_with(dir, plan, &|_, _| Ok(()))
}

/// [`apply`], with faults: for tests of what a crash leaves.
pub fn apply_with(dir: &Path, plan: &Plan, fault: Fault) -> Applied {
    let mut applied = Applied::default();
    let checks: Vec<Option<Refused>> = plan.steps.iter().map(|one| step::check(dir, one).err()).collect();
    if checks.iter().any(Option::is_some) {
        let refused = plan.steps.iter().zip(checks);
        applied.refused =
            refused.map(|(one, why)| (one.path.clone(), why.unwrap_or(Refused::Held))).collect();
        return applied;
    }
    let mut held = false;
    for one in &plan.steps {
        let outcome = match held {
            true => Err(Refused::Held),
            false => step::take(dir, one, fault, &mut applied.rescued),
        };
        match outcome {
            Ok(()) => applied.done.push(one.path.clone()),
            Err(why) => {
                held = true;
                applied.refused.push((one.path.clone(), why));
            }
        }
    }
    applied
}
