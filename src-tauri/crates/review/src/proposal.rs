//! A proposal: the difference of two snapshots, to be reviewed.
//!
//! Separate from `plan`: this is for eyes, a plan is for the disk.

mod between;
mod unified;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Every change between two snapshots.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Proposal {
    /// By path.
    pub changes: Vec<Change>,
}

/// What happens to one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Change {
    /// The file's path after (before, for a deletion).
    pub path: String,
    /// The path before, of a rename.
    pub from: Option<String>,
    /// What happens.
    pub kind: ChangeKind,
    /// The pieces. Empty when the file is not text.
    pub hunks: Vec<crate::hunk::Hunk>,
    /// Not text: only sizes can be told.
    pub binary: bool,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It was not there before.
    Create,
    /// Other bytes.
    Edit,
    /// It is there no more.
    Delete,
    /// Same file under another path, perhaps with other bytes.
    Rename,
}

impl ChangeKind {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            ChangeKind::Create => "create",
            ChangeKind::Edit => "edit",
            ChangeKind::Delete => "delete",
            ChangeKind::Rename => "rename",
        }
    }
}
