//! Edit, Write and Delete: what changes a copy.
//!
//! Separate from looking because each of these checks first and changes last, so that a call that is refused leaves everything
//! as it was.

use std::sync::Arc;

use memdesk_memdir::edit_tool::{self, Miss};

use super::arguments::Arguments;
use super::place::{Place, place};
use super::{COPY_LIMIT, Copy, Done, FILE_LIMIT, FILES_LIMIT};
use crate::INDEX_NAME;

/// The path below the store that a changing tool was given.
fn target(arguments: &Arguments<'_>) -> Result<String, String> {
    match place(arguments.path()?)? {
        Place::Memory(path) => Ok(path),
        Place::Store => Err("That is a folder: name a file in it.".to_owned()),
        Place::AllSessions | Place::Session(_) => {
            Err("Conversations can only be read. Write below `memory/`.".to_owned())
        }
    }
}

impl Copy {
    pub(super) fn edit(&mut self, arguments: &Arguments<'_>) -> Result<Done, String> {
        let path = target(arguments)?;
        let (old, new) = (arguments.text("old_string")?, arguments.text("new_string")?);
        let all = arguments.flag("replace_all")?;
        let there = self.reach(&path)?;
        let file = self.bytes(&path).filter(|_| there);
        let count = count(file.map(|bytes| &bytes[..]), old);
        let after = edit_tool::edit(file.map(|bytes| &bytes[..]), old, new, all)
            .map_err(|miss| missed(miss, count))?;
        self.put(&path, &after.into())?;
        let answer = match (there, count) {
            (false, _) => format!("Created memory/{path}."),
            (true, 0 | 1) => format!("Edited memory/{path}."),
            (true, count) => format!("Edited memory/{path} in {count} places."),
        };
        Ok((path, answer))
    }

    pub(super) fn write(&mut self, arguments: &Arguments<'_>) -> Result<Done, String> {
        let path = target(arguments)?;
        let content = arguments.text("content")?;
        let answer = self.put(&path, &content.as_bytes().into())?;
        Ok((path, answer))
    }

    pub(super) fn delete(&mut self, arguments: &Arguments<'_>) -> Result<Done, String> {
        let path = target(arguments)?;
        let answer = self.remove(&path)?;
        Ok((path, answer))
    }

    /// Puts a file in its place.
    pub(super) fn put(&mut self, path: &str, bytes: &Arc<[u8]>) -> Result<String, String> {
        let there = self.reach(path)?;
        let old = self.bytes(path).filter(|_| there).map_or(0, |bytes| bytes.len());
        if std::str::from_utf8(bytes).is_err() {
            return Err("A memory has to be UTF-8 text.".to_owned());
        }
        // a file that is too large already may still be made smaller
        if bytes.len() > FILE_LIMIT && bytes.len() >= old {
            return Err(format!("That makes {} bytes; a file may have {FILE_LIMIT} at most.", bytes.len()));
        }
        let others = || self.changed.iter().filter(|(other, now)| *other != path && now.is_some());
        let sum: usize = others().filter_map(|(_, now)| now.as_ref()).map(|bytes| bytes.len()).sum();
        if sum + bytes.len() > COPY_LIMIT || others().count() >= FILES_LIMIT {
            return Err("Too much has been written in this run; nothing more can be added.".to_owned());
        }
        self.changed.insert(path.to_owned(), Some(bytes.clone()));
        Ok(format!("{} memory/{path} ({} bytes).", if there { "Replaced" } else { "Created" }, bytes.len()))
    }

    /// Takes a file away.
    pub(super) fn remove(&mut self, path: &str) -> Result<String, String> {
        if path == INDEX_NAME {
            return Err("The index is rewritten, never deleted.".to_owned());
        }
        if !self.reach(path)? {
            return Err(format!("There is no memory/{path}."));
        }
        self.changed.insert(path.to_owned(), None);
        Ok(format!("Deleted memory/{path}."))
    }
}

/// How often a text stands in a file, counted as the edit counts it.
fn count(file: Option<&[u8]>, old: &str) -> usize {
    let text = file.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
    if old.is_empty() { 0 } else { text.replace("\r\n", "\n").matches(old).count() }
}

/// Why an edit is not made, in words for a model.
fn missed(miss: Miss, count: usize) -> String {
    match miss {
        Miss::NotFound => "`old_string` is not in the file. Read it again and give the text exactly as it stands, without line numbers.".to_owned(),
        Miss::NotUnique => format!("`old_string` is in the file {count} times. Give more of the text around it, or set `replace_all`."),
        Miss::Same => "`old_string` and `new_string` are the same.".to_owned(),
        Miss::Exists => "The file exists and has text in it: an empty `old_string` only makes a new one.".to_owned(),
        Miss::Missing => "There is no such file. Write makes one.".to_owned(),
        Miss::NotUtf8 => "The file is not UTF-8 text and cannot be edited in pieces. It can be replaced with Write.".to_owned(),
    }
}
