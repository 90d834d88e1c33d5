//! The instruction files that the client loads beside the index: read-only context of a folder.
//!
//! Separate from `locate` because these are no stores. Tells paths and sizes, never contents.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One instruction file that loads with a folder's memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Whose it is.
    pub kind: ContextKind,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Whose instructions a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContextKind {
    /// The organisation's.
    Managed,
    /// The user's.
    User,
    /// The project's, checked in.
    Project,
    /// The project's, kept out of version control.
    Local,
}
