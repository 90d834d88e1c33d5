//! Where a path of a model leads, and whether it may go there. The boundary of every tool.
//!
//! Separate because all six tools ask here and nowhere else. Two roots: `memory/`, the store, and `sessions/`, read only; a path
//! with neither is taken below the store. Compares names without case too: what differs only in case is one file on some disks.

use std::collections::BTreeMap;

use crate::paths::{self, BadPath};
use crate::{Content, INDEX_NAME};

use super::Copy;

/// The store's root, as a model sees it.
pub(super) const MEMORY: &str = "memory";
/// The sessions' root.
pub(super) const SESSIONS: &str = "sessions";

/// What a path means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// The store itself.
    Store,
    /// Something below it, by its relative path.
    Memory(String),
    /// All conversations.
    AllSessions,
    /// One, by its id.
    Session(String),
}

/// Reads a path.
///
/// # Errors
/// What is wrong with it, for the model.
pub(super) fn place(path: &str) -> Result<Place, String> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let path = path.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(path);
    if path.is_empty() || path == "." {
        return Ok(Place::Store);
    }
    if path.contains('\\') {
        return Err("A path has `/` between its parts, never a backslash.".to_owned());
    }
    if path.starts_with('~') {
        return Err(told(BadPath::Absolute));
    }
    paths::confined(path).map_err(told)?;
    let (root, rest) = path.split_once('/').map_or((path, None), |(root, rest)| (root, Some(rest)));
    match (root, rest) {
        (MEMORY, None) => Ok(Place::Store),
        (MEMORY, Some(rest)) => Ok(Place::Memory(rest.to_owned())),
        (SESSIONS, None) => Ok(Place::AllSessions),
        (SESSIONS, Some(rest)) => Ok(Place::Session(rest.to_owned())),
        _ if root.eq_ignore_ascii_case(MEMORY) || root.eq_ignore_ascii_case(SESSIONS) => {
            Err("The two folders are called `memory/` and `sessions/`, in lower case.".to_owned())
        }
        _ => Ok(Place::Memory(path.to_owned())),
    }
}

/// Why a path is refused, in words for a model.
fn told(why: BadPath) -> String {
    match why {
        BadPath::Empty => "A path may have no empty part.",
        BadPath::Absolute => "Absolute paths lead nowhere here: give one that begins with `memory/`.",
        BadPath::DotDot => "A path may have no `.` or `..` in it.",
        BadPath::NotMarkdown => "Only files whose names end in `.md` can be memories.",
        BadPath::Hidden => "Files and folders whose names begin with a dot are out of reach.",
        BadPath::Reserved => {
            "That name is taken for something else: `MEMORY.md` stands only at the top, `logs/` and `sessions/` hold no \
             memories, and some names cannot be stored on every system."
        }
        BadPath::TooLong => "The path is too long: at most 255 bytes for a part and 1,024 in all.",
        BadPath::ControlCharacter => "A path may have no control or invisible characters.",
    }
    .to_owned()
}

/// Whether an agent is shown the file at this path, going by its name alone.
pub(super) fn is_visible(path: &str) -> bool {
    readable(path).is_ok()
}

/// The rule for files that are there: they may have odd names, but not everything is a memory.
fn readable(path: &str) -> Result<(), BadPath> {
    paths::confined(path)?;
    if path.split('/').any(|part| part.starts_with('.')) {
        return Err(BadPath::Hidden);
    }
    if !path.ends_with(".md") {
        return Err(BadPath::NotMarkdown);
    }
    let top = path.split_once('/').map_or("", |(top, _)| top);
    if top.eq_ignore_ascii_case("logs") || top.eq_ignore_ascii_case(SESSIONS) {
        return Err(BadPath::Reserved);
    }
    Ok(())
}

impl Copy {
    /// Whether the file at a path below the store may be read or changed. `Ok(true)`: it is there. `Ok(false)`: there is none,
    /// and nothing in the way of making one.
    ///
    /// # Errors
    /// Why not, for the model.
    pub(super) fn reach(&self, path: &str) -> Result<bool, String> {
        if self.changed.get(path).is_some_and(Option::is_some) {
            return Ok(true);
        }
        if !self.changed.contains_key(path)
            && let Some(file) = self.snapshot.files.get(path)
        {
            readable(path).map_err(told)?;
            if file.link.is_some() {
                return Err("That is reached through a symbolic link and is out of reach.".to_owned());
            }
            return match &file.content {
                Content::Bytes(_) => Ok(true),
                Content::Head { .. } => Err("That file is too large to be worked on.".to_owned()),
                Content::Unreadable(_) => Err("That file cannot be read.".to_owned()),
                Content::Special(_) => Err("That is not a regular file.".to_owned()),
            };
        }
        self.free(path)?;
        if path != INDEX_NAME {
            paths::topic(path).map_err(told)?;
        }
        Ok(false)
    }

    /// Whether a new file can stand at `path`, next to all that is there.
    fn free(&self, path: &str) -> Result<(), String> {
        let folded = path.to_lowercase();
        let below =
            |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with('/'));
        for other in self.paths() {
            let theirs = other.to_lowercase();
            if theirs == folded {
                return Err(format!(
                    "There is `memory/{other}`: names that differ only in case are one file on some disks."
                ));
            }
            if below(&theirs, &folded) {
                return Err("That is a folder.".to_owned());
            }
            if below(&folded, &theirs) {
                return Err(format!("`memory/{other}` is a file, not a folder."));
            }
        }
        if self.linked_folders().any(|folder| below(&folded, &folder)) {
            return Err("That may lead through a symbolic link and is out of reach.".to_owned());
        }
        for (odd, _) in &self.snapshot.oddities {
            let odd = odd.to_lowercase();
            if folded == odd || below(&folded, &odd) {
                return Err("What stands there cannot be read, so that nothing can be put there.".to_owned());
            }
        }
        Ok(())
    }

    /// Folders, in small letters, that may be links: everything right in them is reached through one.
    fn linked_folders(&self) -> impl Iterator<Item = String> {
        let mut folders: BTreeMap<String, bool> = BTreeMap::new();
        for (path, file) in &self.snapshot.files {
            if let Some((folder, _)) = path.rsplit_once('/') {
                *folders.entry(folder.to_lowercase()).or_insert(true) &= file.link.is_some();
            }
        }
        folders.into_iter().filter(|(_, linked)| *linked).map(|(folder, _)| folder)
    }
}
