//! An overlay: files that differ from a snapshot. What an edit comes to, before anything is written.

use std::collections::BTreeMap;
use std::sync::Arc;

/// New bytes by path; `None` takes the file away. Paths are relative to the store, with `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// The files that differ.
    pub files: BTreeMap<String, Option<Arc<[u8]>>>,
    /// Renames among them, old path to new: for telling a person, not for applying.
    pub renames: Vec<(String, String)>,
}
