//! A store's bytes at a moment, and what the rules of the client make of them.
//!
//! Separate from `store` so that every preview is the same functions over another snapshot. Never reads the disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{INDEX_NAME, Overlay};

/// What stands in one place of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A regular file, whole.
    Bytes(Arc<[u8]>),
    /// A regular file too large to be held: its first bytes (at least the client's 30 header lines), and its size in bytes.
    Head {
        /// The first bytes.
        bytes: Arc<[u8]>,
        /// Size of the whole, in bytes.
        total: u64,
    },
    /// It is there but cannot be read; the operating system's reason.
    Unreadable(String),
    /// Not a regular file: a FIFO, socket or device. Never opened.
    Special(&'static str),
}

/// One file of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// What it holds. Through a symbolic link: what the link leads to, as the client reads it.
    pub content: Content,
    /// Modification time, nanoseconds since the Unix epoch (of what a link leads to, as the client sorts by it).
    pub mtime_ns: i128,
    /// Unix permission bits (0 where the platform has none).
    pub mode: u32,
    /// Where a symbolic link (this file or a directory above it) leads; None for a plain file.
    pub link: Option<Link>,
}

/// A symbolic link's end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// Still inside the store.
    Inside,
    /// Outside the store: shown, listed as the client does, never written through.
    Outside(String),
    /// Leads nowhere, or in a circle.
    Broken,
}

/// All files of a store at a moment, by path below the store with `/` between the parts.
///
/// Holds every file that could matter (`*.md` at any depth, hidden ones too), not other files' bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The files, by relative path.
    pub files: BTreeMap<String, File>,
    /// What could not be represented as a file: directories that cannot be read, names that are not UTF-8 (path shown
    /// lossily, reason as an English word: `directory-unreadable`, `name-not-utf8`, `too-many-files`, …).
    pub oddities: Vec<(String, String)>,
}

/// Permission bits of a file that a person creates, unless the store's other files say otherwise.
pub const NEW_MODE: u32 = 0o644;

impl Snapshot {
    /// The whole bytes of a regular file; `None` when it is absent, too large to be held, unreadable or special.
    pub fn bytes(&self, path: &str) -> Option<&Arc<[u8]>> {
        match &self.files.get(path)?.content {
            Content::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The whole text of a regular file; `None` also when it is not UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.bytes(path)?).ok()
    }

    /// The text of the index.
    pub fn index_text(&self) -> Option<&str> {
        self.text(INDEX_NAME)
    }

    /// The store after `overlay`. Files it changes get `now_ns` (nanoseconds since the Unix epoch) as their time and keep
    /// their bits; a file renamed with its bytes keeps its time.
    ///
    /// Law: [`Overlay::between`] of the two is `overlay`, when every file of it differs.
    pub fn with(&self, overlay: &Overlay, now_ns: i128) -> Snapshot {
        let mut out = self.clone();
        for (path, bytes) in &overlay.files {
            let Some(bytes) = bytes else {
                out.files.remove(path);
                continue;
            };
            let old = self.files.get(path);
            let moved = overlay.moved_from(path, self);
            let file = File {
                content: Content::Bytes(bytes.clone()),
                mtime_ns: moved.map_or(now_ns, |file| file.mtime_ns),
                mode: old.or(moved).map_or(NEW_MODE, |file| file.mode),
                link: old.and_then(|file| file.link.clone()),
            };
            out.files.insert(path.clone(), file);
        }
        out
    }

    /// Files that `overlay` changes or takes away although the snapshot holds only their head. Whoever makes a plan reads
    /// them whole first: what goes must be in the ledger, and is checked byte by byte.
    pub fn partial<'o>(&self, overlay: &'o Overlay) -> Vec<&'o str> {
        let held =
            |path: &&String| matches!(self.files.get(*path).map(|f| &f.content), Some(Content::Head { .. }));
        overlay.files.keys().filter(held).map(String::as_str).collect()
    }
}
