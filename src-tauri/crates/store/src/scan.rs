//! Reads a store into a snapshot.
//!
//! Separate from `apply` because reading follows links, as the client does, and writing never does. Creates nothing, opens
//! no FIFO, socket or device; odd files are data.

mod read;
mod walk;

use memdesk_review::Snapshot;
use rayon::prelude::*;
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
    /// At most so many files, and as many directories.
    pub files: usize,
    /// At most so many levels of directories.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { whole_bytes: 8 << 20, head_bytes: 1 << 20, index_bytes: 64 << 20, files: 100_000, depth: 64 }
    }
}

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
    let one = |item: walk::Found| Some((item.path.clone(), read::read(item, limits)?));
    let files = match found.files.len() < PARALLEL_FROM {
        true => found.files.into_iter().filter_map(one).collect(),
        false => found.files.into_par_iter().filter_map(one).collect(),
    };
    Scan::Here(Snapshot { files, oddities: found.oddities })
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
