//! The way from a store to a file: the parts of a path, checked, and the directories they name.
//!
//! Separate so that confinement is one function that every step goes through. No part may be a symbolic link.

use super::folder::{Closed, Folder};
use super::{Fault, Point, Refused};
use std::path::Path;

/// A file's directory, opened, and its name there.
pub(super) struct Way<'p> {
    /// The directories from the store down, each with its name in the one above; the first is the store.
    pub(super) folders: Vec<(&'p str, Folder)>,
    /// The file's name in the last of them.
    pub(super) name: &'p str,
}

impl Way<'_> {
    /// The directory that holds the file.
    pub(super) fn folder(&self) -> Result<&Folder, Refused> {
        self.folders.last().map(|(_, folder)| folder).ok_or(Refused::BadPath)
    }
}

/// The directories and the name in a path below a store. Refused: what is empty, absolute, no `.md`, or has parts that
/// mean something to a file system.
pub(super) fn parts(path: &str) -> Result<(Vec<&str>, &str), Refused> {
    let odd = |part: &str| {
        matches!(part, "" | "." | "..")
            || part.contains('\0')
            || cfg!(windows) && part.contains(['\\', ':', '<', '>', '"', '|', '?', '*'])
    };
    let mut parts: Vec<&str> = path.split('/').collect();
    match parts.pop() {
        Some(name) if name.ends_with(".md") && !odd(name) && !parts.iter().any(|part| odd(part)) => {
            Ok((parts, name))
        }
        _ => Err(Refused::BadPath),
    }
}

/// Opens the way to `path`; `Ok(None)` when a directory of it does not exist.
pub(super) fn open<'p>(store: &Path, path: &'p str) -> Result<Option<Way<'p>>, Refused> {
    walk(store, path, None)
}

/// Opens the way to `path`, making the directories that do not exist.
pub(super) fn make<'p>(store: &Path, path: &'p str, fault: Fault) -> Result<Way<'p>, Refused> {
    walk(store, path, Some(fault))?.ok_or(Refused::Stale)
}

fn walk<'p>(store: &Path, path: &'p str, make: Option<Fault>) -> Result<Option<Way<'p>>, Refused> {
    let (parts, name) = parts(path)?;
    if let Some(fault) = make
        && !store.exists()
    {
        failed(fault(Point::MakeFolder, path).and_then(|()| std::fs::create_dir_all(store)))?;
    }
    let top = match Folder::open(store) {
        Ok(top) => top,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Refused::Failed { why: error.to_string() }),
    };
    let mut folders = vec![("", top)];
    for part in parts {
        let Some((_, above)) = folders.last() else { return Err(Refused::BadPath) };
        let next = match (above.child(part), make) {
            (Err(Closed::Missing), None) => return Ok(None),
            (Err(Closed::Missing), Some(fault)) => {
                failed(fault(Point::MakeFolder, path).and_then(|()| above.make(part)))?;
                failed(fault(Point::SyncFolder, path).and_then(|()| above.sync()))?;
                above.child(part)
            }
            (other, _) => other,
        };
        let next = match next {
            Ok(next) => next,
            Err(Closed::Link) => return Err(Refused::Outside),
            Err(Closed::NotFolder) => return Err(Refused::BadPath),
            Err(Closed::Missing) => return Err(Refused::Stale), // it went while we looked
            Err(Closed::Failed(error)) => return Err(Refused::Failed { why: error.to_string() }),
        };
        folders.push((part, next));
    }
    Ok(Some(Way { folders, name }))
}

/// The operating system's no as a refusal.
pub(super) fn failed<T>(result: std::io::Result<T>) -> Result<T, Refused> {
    result.map_err(|error| Refused::Failed { why: error.to_string() })
}
