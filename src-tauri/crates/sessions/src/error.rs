//! What goes wrong with the cache itself. Odd session files never come here: they are data.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The cache cannot be used: the machine is broken, or the place is not ours to write in.
#[derive(Debug)]
pub enum CacheError {
    /// The database says no.
    Database {
        /// The cache's file; none for one in memory.
        file: Option<PathBuf>,
        /// What it says.
        source: rusqlite::Error,
    },
    /// The directory for it cannot be made, or a broken file cannot be taken away.
    Disk {
        /// Which.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl CacheError {
    pub(crate) fn disk(file: &Path, source: io::Error) -> Self {
        Self::Disk { file: file.to_owned(), source }
    }

    /// Whether the file itself is at fault, so that a new one would do.
    pub(crate) fn is_broken_file(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, Unknown};
        match self {
            Self::Database { source: rusqlite::Error::SqliteFailure(error, _), .. } => {
                matches!(error.code, DatabaseCorrupt | NotADatabase | Unknown)
            }
            Self::Database { source, .. } => {
                matches!(
                    source,
                    rusqlite::Error::SqlInputError { .. } | rusqlite::Error::InvalidColumnType(..)
                )
            }
            Self::Disk { .. } => false,
        }
    }
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database { file: Some(file), source } => write!(f, "{}: {source}", file.display()),
            Self::Database { file: None, source } => write!(f, "questions in memory: {source}"),
            Self::Disk { file, source } => write!(f, "{}: {source}", file.display()),
        }
    }
}

impl std::error::Error for CacheError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Database { source, .. } => Some(source),
            Self::Disk { source, .. } => Some(source),
        }
    }
}
