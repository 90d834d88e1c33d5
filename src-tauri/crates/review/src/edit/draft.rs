//! An overlay under construction: reads through to the snapshot, and refuses what may not be touched.
//!
//! Separate so that every edit meets the same refusals. Never decides what an edit means.

use std::collections::BTreeMap;
use std::sync::Arc;

use memdesk_memdir::Profile;

use super::Refusal;
use crate::{Content, File, INDEX_NAME, Overlay, Snapshot, snapshot::Link};

/// Files as they shall be, over a snapshot.
pub(super) struct Draft<'s> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) profile: &'s Profile,
    overlay: Overlay,
}

impl<'s> Draft<'s> {
    pub(super) fn new(snapshot: &'s Snapshot, profile: &'s Profile) -> Draft<'s> {
        Draft { snapshot, profile, overlay: Overlay { files: BTreeMap::new(), renames: Vec::new() } }
    }

    /// The text of a file that may be edited, as on disk.
    pub(super) fn on_disk(&self, path: &str) -> Result<&'s str, Refusal> {
        text(self.file(path)?, path)
    }

    /// The text of the index as on disk; empty when there is none.
    pub(super) fn index(&self) -> Result<&'s str, Refusal> {
        match self.on_disk(INDEX_NAME) {
            Err(Refusal::Missing { .. }) => Ok(""),
            other => other,
        }
    }

    /// A file that is there.
    pub(super) fn file(&self, path: &str) -> Result<&'s File, Refusal> {
        let missing = || Refusal::Missing { path: path.to_owned() };
        self.snapshot.files.get(path).ok_or_else(missing)
    }

    /// The text of a file as the draft has it; `None` when it may not be edited or goes away.
    pub(super) fn current(&self, path: &str) -> Option<&str> {
        match self.overlay.files.get(path) {
            Some(bytes) => bytes.as_ref().and_then(|bytes| std::str::from_utf8(bytes).ok()),
            None => self.on_disk(path).ok(),
        }
    }

    /// Files that the draft gives new bytes.
    pub(super) fn drafted(&self) -> impl Iterator<Item = &str> {
        self.overlay.files.iter().filter(|(_, bytes)| bytes.is_some()).map(|(path, _)| path.as_str())
    }

    pub(super) fn put(&mut self, path: &str, text: &str) {
        self.put_bytes(path, text.as_bytes().into());
    }

    pub(super) fn put_bytes(&mut self, path: &str, bytes: Arc<[u8]>) {
        self.overlay.files.insert(path.to_owned(), Some(bytes));
    }

    pub(super) fn remove(&mut self, path: &str) {
        self.overlay.files.insert(path.to_owned(), None);
    }

    pub(super) fn renamed(&mut self, from: &str, to: &str) {
        self.overlay.renames.push((from.to_owned(), to.to_owned()));
    }

    /// The overlay without files that stay as they are.
    pub(super) fn finish(mut self) -> Result<Overlay, Refusal> {
        self.overlay.files.retain(|path, bytes| match bytes {
            Some(bytes) => self.snapshot.bytes(path) != Some(bytes),
            None => self.snapshot.files.contains_key(path),
        });
        if self.overlay.files.is_empty() { Err(Refusal::Nothing) } else { Ok(self.overlay) }
    }
}

/// Refuses what is reached through a symbolic link: nothing is ever written through one.
pub(super) fn not_a_link(file: &File, path: &str) -> Result<(), Refusal> {
    let path = path.to_owned();
    match file.link {
        None => Ok(()),
        // the file that it leads to is to be edited under its own path
        Some(Link::Inside) => Err(Refusal::NotText { path, why: "special".to_owned() }),
        Some(Link::Outside(_) | Link::Broken) => Err(Refusal::Outside { path }),
    }
}

/// The text of a file that may be edited.
fn text<'f>(file: &'f File, path: &str) -> Result<&'f str, Refusal> {
    not_a_link(file, path)?;
    match &file.content {
        Content::Bytes(bytes) => std::str::from_utf8(bytes).map_err(|_| "not-utf8"),
        Content::Head { .. } => Err("too-large"),
        Content::Unreadable(_) => Err("unreadable"),
        Content::Special(_) => Err("special"),
    }
    .map_err(|why| Refusal::NotText { path: path.to_owned(), why: why.to_owned() })
}
