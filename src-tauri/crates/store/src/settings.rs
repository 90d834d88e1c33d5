//! What the client's settings files say about memory.
//!
//! Separate so that precedence and tolerance of broken files are in one place. Reads, never writes.

use crate::environment::Environment;
use std::path::{Path, PathBuf};

/// Memory as the settings and variables have it for one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Memory {
    /// The client keeps and loads memory.
    On,
    /// It does not; `why` is the variable or file that says so.
    Off {
        /// The variable's name, or the settings file's path.
        why: String,
    },
}

/// Stub to be filled.
pub fn memory(_environment: &Environment, _folder: &Path) -> (Memory, Option<PathBuf>) {
    (Memory::On, None)
}
