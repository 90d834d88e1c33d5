//! A store's bytes at a moment, and what the rules of the client make of them.
//!
//! Separate from `store` so that every preview is the same functions over another snapshot. Never reads the disk.

use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands in one place of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A regular file, whole.
    Bytes(Arc<[u8]>),
    /// A regular file too large to be held: its first bytes (at least the client's 30 header lines), and its size in bytes.
    Head { bytes: Arc<[u8]>, total: u64 },
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
