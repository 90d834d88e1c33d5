//! What a tree of the ledger holds for one file: its bytes, or of a huge file only what tells whether it changed.
//!
//! Separate from `tree` because it is the only place that turns files into objects and back.

use git2::{ObjectType, Oid, Repository};
use memdesk_review::{Content, File};
use std::sync::Arc;

/// A tree entry's mode for whole files, and for notes of huge ones (executable, so that no file's bytes can pass for one).
pub(crate) const WHOLE: i32 = 0o100_644;
pub(crate) const NOTE: i32 = 0o100_755;

/// A file in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The blob.
    pub(crate) blob: Oid,
    /// The blob is a note of a huge file, not its bytes.
    pub(crate) note: bool,
}

/// What of a file goes into the ledger.
pub(crate) enum Kept<'f> {
    /// Its bytes.
    Whole(&'f [u8]),
    /// A note.
    Note(String),
}

impl Kept<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Kept::Whole(bytes) => bytes,
            Kept::Note(note) => note.as_bytes(),
        }
    }

    /// The entry it makes, without writing anything.
    pub(crate) fn entry(&self) -> Result<Entry, git2::Error> {
        let blob = Oid::hash_object(ObjectType::Blob, self.bytes())?;
        Ok(Entry { blob, note: matches!(self, Kept::Note(_)) })
    }

    /// Writes the blob.
    pub(crate) fn write(&self, repository: &Repository) -> Result<Entry, git2::Error> {
        let blob = repository.blob(self.bytes())?;
        Ok(Entry { blob, note: matches!(self, Kept::Note(_)) })
    }
}

/// What of a file goes into the ledger; `None` for what has no bytes to be known.
pub(crate) fn kept(file: &File) -> Option<Kept<'_>> {
    match &file.content {
        Content::Bytes(bytes) => Some(Kept::Whole(bytes)),
        Content::Head { bytes, total } => {
            let head = Oid::hash_object(ObjectType::Blob, bytes)
                .map_or_else(|_| String::new(), |oid| oid.to_string());
            Some(Kept::Note(format!("huge file\nsize {total}\nmtime_ns {}\nhead {head}\n", file.mtime_ns)))
        }
        Content::Unreadable(_) | Content::Special(_) => None,
    }
}

/// Whether a tree's entry stands for the file as it is. Of a huge file the ledger may hold the whole bytes.
pub(crate) fn is(repository: &Repository, entry: Entry, file: &File) -> Result<bool, git2::Error> {
    if let (Content::Head { bytes, total }, false) = (&file.content, entry.note) {
        let blob = repository.find_blob(entry.blob)?;
        return Ok(blob.size() as u64 == *total && blob.content().starts_with(bytes));
    }
    Ok(match kept(file) {
        Some(kept) => kept.entry()? == entry,
        None => false,
    })
}

/// An entry as a file's content: of a note only the size.
pub(crate) fn content(repository: &Repository, entry: Entry) -> Result<Content, git2::Error> {
    let blob = repository.find_blob(entry.blob)?;
    if !entry.note {
        return Ok(Content::Bytes(Arc::from(blob.content())));
    }
    let note = String::from_utf8_lossy(blob.content());
    let total = note.lines().find_map(|line| line.strip_prefix("size ")?.parse().ok()).unwrap_or(0);
    Ok(Content::Head { bytes: Arc::from([]), total })
}
