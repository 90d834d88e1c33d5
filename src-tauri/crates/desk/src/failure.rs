//! Failures: only a broken machine is one. They name the file and say what to do.

use crate::view::Failure;
use std::fmt;
use std::path::Path;

impl Failure {
    /// A failure with its code (kebab-case), sentence and hint.
    pub fn new(code: &str, message: impl Into<String>, hint: impl Into<Option<String>>) -> Failure {
        Failure { code: code.to_owned(), message: message.into(), hint: hint.into() }
    }

    /// The operating system refused something for a file.
    pub fn io(what: &str, path: &Path, error: &dyn fmt::Display) -> Failure {
        Failure::new(
            "io",
            format!("{what} {}: {error}", path.display()),
            "Check that the disk has room and that you may write there, then try again.".to_owned(),
        )
    }

    /// The ledger could not be read or written.
    pub fn ledger(error: &dyn fmt::Display) -> Failure {
        Failure::new(
            "ledger",
            format!("the ledger cannot be used: {error}"),
            "Nothing was changed. The ledger is an ordinary bare git repository in Memdesk's data directory: `git fsck` there tells more."
                .to_owned(),
        )
    }

    /// Nothing is written when Memdesk is open for reading only.
    pub fn read_only() -> Failure {
        Failure::new("read-only", "Memdesk is open for reading only", None)
    }

    /// Something that cannot happen did.
    pub fn broken(what: &str, error: &dyn fmt::Display) -> Failure {
        Failure::new("broken", format!("{what}: {error}"), None)
    }

    /// No store has that id (any more).
    pub fn no_such_store(id: &str) -> Failure {
        Failure::new(
            "no-such-store",
            format!("there is no store {id}"),
            "It may have been deleted; `memdesk stores` lists those there are.".to_owned(),
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(out, ". {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
