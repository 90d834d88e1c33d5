//! A plan: what `store` carries out, file by file, each after checking that the bytes reviewed are still there.

use std::sync::Arc;

/// One file's step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Path below the store.
    pub path: String,
    /// The bytes that must be on disk for the step to be taken; `None`: nothing may be there.
    pub before: Option<Arc<[u8]>>,
    /// The bytes to be there afterwards; `None`: the file goes.
    pub after: Option<Arc<[u8]>>,
    /// Permission bits and modification time to give the file, when they are known from before (undo of a deletion);
    /// otherwise a changed file keeps its bits and gets a new time.
    pub attributes: Option<Attributes>,
}

/// What a file has beside its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes {
    /// Unix permission bits.
    pub mode: u32,
    /// Modification time in nanoseconds since the Unix epoch.
    pub mtime_ns: i128,
}

/// Steps in the order in which they are safe: new and changed topics, then the index, then deletions,
/// so that a crash in between never leaves an index entry without its topic.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
}
