//! What is wrong with a line of the settings file.
//!
//! Separate because it is data for the window and words for the command line. Never repeats what may be a secret.

use super::file::FILE;
use serde::Serialize;
use std::fmt;
use ts_rs::TS;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum FindingCode {
    /// The file is no TOML; nothing of it counts.
    Syntax,
    /// The file is not UTF-8; nothing of it counts.
    NotUtf8,
    /// The file is larger than any settings are; nothing of it counts.
    TooLarge,
    /// The file cannot be read, and why.
    Unreadable,
    /// There is no such key, or no such section.
    UnknownKey,
    /// The value is of another type.
    WrongType,
    /// The word is none of those that are known.
    UnknownWord,
    /// The text cannot be what it should be: an address, a version, a pair of prices, a path.
    BadValue,
    /// The folder is not there.
    NoSuchFolder,
    /// The program is not there.
    NoSuchProgram,
    /// A key or password stands in the file, where it must not.
    Secret,
    /// What names a store is no store's id.
    NoStore,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Finding {
    /// Line, from 1; 0: the file as a whole.
    pub line: usize,
    /// The key: `window.theme`; empty: the file as a whole.
    pub key: String,
    /// What is wrong.
    pub code: FindingCode,
    /// What is there, or what the machine says of it.
    pub found: String,
    /// What is allowed; empty where nothing is.
    pub allowed: Vec<String>,
    /// What was probably meant.
    pub meant: Option<String>,
}

impl Finding {
    pub(super) fn new(line: usize, key: &str, code: FindingCode, found: impl Into<String>) -> Finding {
        Finding { line, key: key.to_owned(), code, found: found.into(), allowed: Vec::new(), meant: None }
    }

    pub(super) fn allowing(mut self, allowed: Vec<String>) -> Finding {
        self.allowed = allowed;
        self
    }

    pub(super) fn meaning(mut self, meant: Option<String>) -> Finding {
        self.meant = meant;
        self
    }

    /// Nothing of the file counts.
    pub fn is_broken(&self) -> bool {
        use FindingCode::{NotUtf8, Syntax, TooLarge, Unreadable};
        matches!(self.code, Syntax | NotUtf8 | TooLarge | Unreadable)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(FILE)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        out.write_str(": ")?;
        if !self.key.is_empty() {
            write!(out, "{}: ", self.key)?;
        }
        let found = &self.found;
        match self.code {
            FindingCode::Syntax => write!(out, "this is no TOML: {found}"),
            FindingCode::NotUtf8 => out.write_str("the file is not UTF-8"),
            FindingCode::TooLarge => write!(out, "the file has {found} bytes, more than settings have"),
            FindingCode::Unreadable => write!(out, "the file cannot be read: {found}"),
            FindingCode::UnknownKey => out.write_str("there is no such key"),
            FindingCode::WrongType => write!(out, "this is {found}"),
            FindingCode::UnknownWord => write!(out, "{found} is none of its words"),
            FindingCode::BadValue => out.write_str(found),
            FindingCode::NoSuchFolder => write!(out, "there is no folder {found}"),
            FindingCode::NoSuchProgram => write!(out, "there is no program {found}"),
            FindingCode::Secret => write!(
                out,
                "a key does not belong in a file: take it out, and put it into the system's keyring (Settings, Models) \
                 or into the environment ({found})"
            ),
            FindingCode::NoStore => {
                write!(out, "{found} is no store's id; `memdesk stores --json` lists them")
            }
        }?;
        if !self.allowed.is_empty() {
            write!(out, "; allowed: {}", self.allowed.join(", "))?;
        }
        match &self.meant {
            Some(meant) => write!(out, "; did you mean {meant}?"),
            None => Ok(()),
        }
    }
}
