//! Reads a store into a snapshot.
//!
//! Separate from `apply` because reading follows links, as the client does, and writing never does. Creates nothing, opens
//! no FIFO, socket or device; odd files are data.

mod read;
mod walk;

use memdesk_review::{Content, File, Snapshot};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// From so many files on, a store is read in parallel.
const PARALLEL_FROM: usize = 64;

/// How much of a store is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Topics up to so many bytes are held whole.
    pub whole_bytes: u64,
    /// Of larger topics, so many bytes.
    pub head_bytes: u64,
    /// The index (`MEMORY.md` at the top) is held whole up to so many bytes.
    pub index_bytes: u64,
    /// Once so many bytes are held of a store, of every further topic (by path) only the beginning is: a link to a whole disk
    /// must not fill the memory.
    pub total_bytes: u64,
    /// At most so many files, and as many directories.
    pub files: usize,
    /// At most so many levels of directories.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            whole_bytes: 8 << 20,
            head_bytes: 1 << 20,
            index_bytes: 64 << 20,
            total_bytes: 512 << 20,
            files: 100_000,
            depth: 64,
        }
    }
}

/// Files that are read side by side.
const AT_A_TIME: usize = 64;
/// Bytes that are held of a topic of a store that is far too large: most headers are shorter.
const BEGINNING: u64 = 4 << 10;

/// What stands at a store's path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scan {
    /// Nothing.
    Missing,
    /// Something that cannot be read as a directory.
    Unreadable {
        /// The operating system's reason, or `not-a-directory`.
        why: String,
    },
    /// A store.
    Here(Snapshot),
}

/// Reads every `*.md` below `dir`, at any depth, hidden ones too; links are followed, loops are not.
///
/// A snapshot is no lock: a file that another program is writing is held as the bytes it had when it was read. What goes
/// away between listing and reading is not in the snapshot.
pub fn scan(dir: &Path, limits: Limits) -> Scan {
    match std::fs::metadata(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Scan::Missing,
        // a file where a directory should be on the way: there is no store either
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Scan::Missing,
        Err(error) => return Scan::Unreadable { why: error.to_string() },
        Ok(meta) if !meta.is_dir() => return Scan::Unreadable { why: "not-a-directory".to_owned() },
        Ok(_) => {}
    }
    let found = match walk::walk(dir, limits) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Scan::Missing,
        Err(error) => return Scan::Unreadable { why: error.to_string() },
    };
    let one = |item: walk::Found, limits| Some((item.path.clone(), read::read(item, limits)?));
    let files = match found.files.len() < PARALLEL_FROM {
        true => found.files.into_iter().filter_map(|item| one(item, limits)).collect(),
        false => many(found.files, limits, one),
    };
    Scan::Here(Snapshot { files, oddities: found.oddities })
}

/// Reads some at a time and by path, so that which of them are held whole does not depend on who was quicker.
fn many(
    mut found: Vec<walk::Found>,
    limits: Limits,
    one: impl Fn(walk::Found, Limits) -> Option<(String, File)> + Sync,
) -> BTreeMap<String, File> {
    found.sort_by(|a, b| a.path.cmp(&b.path));
    let mut files = BTreeMap::new();
    let (mut held, mut found) = (0_u64, found.into_iter().peekable());
    while found.peek().is_some() {
        let some: Vec<walk::Found> = found.by_ref().take(AT_A_TIME).collect();
        let limits = if held < limits.total_bytes {
            limits
        } else {
            Limits { whole_bytes: BEGINNING, head_bytes: BEGINNING, ..limits }
        };
        let read: Vec<(String, File)> = some.into_par_iter().filter_map(|item| one(item, limits)).collect();
        held += read.iter().map(|(_, file)| bytes_of(file)).sum::<u64>();
        files.extend(read);
    }
    files
}

/// Bytes that are held of a file.
fn bytes_of(file: &File) -> u64 {
    match &file.content {
        Content::Bytes(bytes) | Content::Head { bytes, .. } => bytes.len() as u64,
        Content::Unreadable(_) | Content::Special(_) => 0,
    }
}

/// The whole bytes of one file of a store, however large: for a plan that changes a file the snapshot holds only the head
/// of. `None` when it is gone, or no regular file.
///
/// # Errors
/// When the operating system cannot read it.
pub fn whole(dir: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    read::whole(&dir.join(path))
}

/// What tells whether a store changed, without opening a file: path, size, modification time, and where links lead.
pub(crate) fn prints_of(dir: &Path, limits: Limits) -> Vec<(String, u64, i128)> {
    let Ok(found) = walk::walk(dir, limits) else { return Vec::new() };
    let print = |file: walk::Found| {
        let meta = std::fs::metadata(&file.at).ok();
        (file.path, meta.as_ref().map_or(0, std::fs::Metadata::len), meta.as_ref().map_or(0, read::mtime_ns))
    };
    let oddities = found.oddities.into_iter().map(|(path, why)| (format!("{path} {why}"), 0, 0));
    found.files.into_iter().map(print).chain(oddities).collect()
}
