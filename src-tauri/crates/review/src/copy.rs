//! The copy of a store that an agent edits: its files in memory, the tools it may use on them, and their boundary.
//!
//! Separate because a run ends in a difference that is reviewed; nothing here reaches the disk. Whatever a model sends is
//! answered: a malformed call, a path that leads out and a pattern that does not compile are words for the model, never errors.

mod arguments;
mod change;
mod look;
mod place;
mod tools;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

pub use tools::{ToolSpec, tools};

use crate::{Content, Overlay, Snapshot};
use arguments::Arguments;

/// The largest file that an agent may leave behind, in bytes. The client surfaces far less of one.
pub const FILE_LIMIT: usize = 1 << 20;
/// Bytes that an agent may change in all: the sum over the files that differ.
pub const COPY_LIMIT: usize = 16 << 20;
/// Files that may differ.
pub const FILES_LIMIT: usize = 2_000;
/// The longest answer to a call, in bytes, without the note that says what was left out.
pub const ANSWER_LIMIT: usize = 32 << 10;

/// Past conversations, as the copy shows them below `sessions/`. Read only.
pub trait Sessions {
    /// The ids, the newest first.
    fn names(&self) -> Vec<String>;
    /// A conversation as text; `None` when there is none of that name.
    fn read(&self, name: &str) -> Option<String>;
    /// Lines of conversations that match a regular expression, each with where it stands, at most `limit`.
    ///
    /// # Errors
    /// Why the pattern is none.
    fn search(&self, pattern: &str, limit: usize) -> Result<Vec<String>, String>;
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Did {
    /// `read`, `grep`, `glob`, `edit`, `write`, `delete`; `other` for a tool that there is not.
    pub tool: &'static str,
    /// The file (relative to the store, or `sessions/<id>`) or the pattern; as it was given when it is refused. At most 300
    /// characters, none of them a control character.
    pub what: String,
    /// What the model is told.
    pub answer: String,
    /// Why it was not done, in the words that the model was told; `None` when it was.
    pub refused: Option<String>,
}

/// What a call that was done came to: what it was about, and the answer.
type Done = (String, String);

/// A store's files as an agent has them.
#[derive(Debug, Clone)]
pub struct Copy {
    snapshot: Snapshot,
    /// Files that were written or taken away (`None`), some of them perhaps back to what they were.
    changed: BTreeMap<String, Option<Arc<[u8]>>>,
}

impl Copy {
    /// A copy of a store, nothing changed yet.
    pub fn of(snapshot: &Snapshot) -> Copy {
        Copy { snapshot: snapshot.clone(), changed: BTreeMap::new() }
    }

    /// Does what a model asks for. Never fails: what cannot be done is told, and changes nothing.
    pub fn call(&mut self, name: &str, input: &Value, sessions: &dyn Sessions) -> Did {
        let arguments = Arguments(input);
        let (tool, result) = match name {
            "Read" => ("read", self.read(&arguments, sessions)),
            "Grep" => ("grep", self.grep(&arguments, sessions)),
            "Glob" => ("glob", self.glob(&arguments, sessions)),
            "Edit" => ("edit", self.edit(&arguments)),
            "Write" => ("write", self.write(&arguments)),
            "Delete" => ("delete", self.delete(&arguments)),
            _ => {
                let why = "There is no such tool. There are Read, Grep, Glob, Edit, Write and Delete.";
                return refused("other", name, why.to_owned());
            }
        };
        match result {
            Ok((what, answer)) => Did { tool, what: shown(&what), answer, refused: None },
            Err(why) => refused(tool, &arguments.about(tool), why),
        }
    }

    /// What differs from the store that the copy was made of. A file written back to its old bytes is not in it.
    ///
    /// Law: applied to that store, it makes [`files`](Self::files).
    pub fn overlay(&self) -> Overlay {
        let differs = |(path, now): &(&String, &Option<Arc<[u8]>>)| match now {
            Some(bytes) => self.snapshot.bytes(path) != Some(bytes),
            None => self.snapshot.files.contains_key(*path),
        };
        let files =
            self.changed.iter().filter(differs).map(|(path, now)| (path.clone(), now.clone())).collect();
        Overlay { files, renames: Vec::new() }
    }

    /// The files that an agent can see, by path: whole ones that stand in the store itself, neither hidden nor behind a link.
    pub fn files(&self) -> BTreeMap<String, Arc<[u8]>> {
        let mut out = BTreeMap::new();
        for (path, file) in &self.snapshot.files {
            if let Content::Bytes(bytes) = &file.content
                && !self.changed.contains_key(path)
                && file.link.is_none()
                && place::is_visible(path)
            {
                out.insert(path.clone(), bytes.clone());
            }
        }
        out.extend(self.changed.iter().filter_map(|(path, now)| Some((path.clone(), now.clone()?))));
        out
    }

    /// Takes over the files as another agent left them: each difference from [`files`](Self::files) as if by Write or Delete,
    /// within the same boundary.
    pub fn adopt(&mut self, files: &BTreeMap<String, Arc<[u8]>>) -> Vec<Did> {
        let now = self.files();
        let mut out = Vec::new();
        // what goes, goes first: a new file may need its place
        for path in now.keys().filter(|path| !files.contains_key(*path)) {
            out.push(done("delete", path, self.remove(path)));
        }
        for (path, bytes) in files.iter().filter(|(path, bytes)| now.get(*path) != Some(*bytes)) {
            out.push(done("write", path, self.put(path, bytes)));
        }
        out
    }

    /// The bytes at a path, with what was changed; `None` when there is no file that can be read there.
    fn bytes(&self, path: &str) -> Option<&Arc<[u8]>> {
        match self.changed.get(path) {
            Some(now) => now.as_ref(),
            None => self.snapshot.bytes(path),
        }
    }

    /// Every path at which something stands, seen or not.
    fn paths(&self) -> impl Iterator<Item = &String> {
        let old = self.snapshot.files.keys().filter(|path| !self.changed.contains_key(*path));
        old.chain(self.changed.iter().filter(|(_, now)| now.is_some()).map(|(path, _)| path))
    }
}

fn done(tool: &'static str, path: &str, result: Result<String, String>) -> Did {
    match result {
        Ok(answer) => Did { tool, what: shown(path), answer, refused: None },
        Err(why) => refused(tool, path, why),
    }
}

fn refused(tool: &'static str, what: &str, why: String) -> Did {
    Did { tool, what: shown(what), answer: why.clone(), refused: Some(why) }
}

/// Characters of a path or pattern that are told.
const SHOWN: usize = 300;

/// What a model sent, fit to be shown on one line.
fn shown(text: &str) -> String {
    text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect()
}
