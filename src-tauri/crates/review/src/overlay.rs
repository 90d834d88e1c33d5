//! An overlay: files that differ from a snapshot. What an edit comes to, before anything is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Content, File, Snapshot};

/// New bytes by path; `None` takes the file away. Paths are relative to the store, with `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// The files that differ.
    pub files: BTreeMap<String, Option<Arc<[u8]>>>,
    /// Renames among them, old path to new: for telling a person, not for applying.
    pub renames: Vec<(String, String)>,
}

impl Overlay {
    /// What turns `before` into `after`. Only whole regular files can be told; anything else that differs is left out,
    /// but for its going away.
    pub fn between(before: &Snapshot, after: &Snapshot) -> Overlay {
        let mut files = BTreeMap::new();
        for (path, file) in &after.files {
            if let Content::Bytes(bytes) = &file.content
                && before.bytes(path) != Some(bytes)
            {
                files.insert(path.clone(), Some(bytes.clone()));
            }
        }
        for path in before.files.keys().filter(|path| !after.files.contains_key(*path)) {
            files.insert(path.clone(), None);
        }
        Overlay { files, renames: Vec::new() }
    }

    /// The file that `path` is after a rename with the same bytes: it keeps that file's bits and time, as with `mv`.
    pub(crate) fn moved_from<'s>(&self, path: &str, snapshot: &'s Snapshot) -> Option<&'s File> {
        let (from, _) = self.renames.iter().find(|(_, to)| to == path)?;
        let bytes = self.files.get(path)?.as_ref()?;
        snapshot.files.get(from).filter(|file| matches!(&file.content, Content::Bytes(old) if old == bytes))
    }
}
