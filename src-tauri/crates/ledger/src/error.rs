//! A broken ledger: the only thing here that is an error. Names the path.

use std::fmt;
use std::path::PathBuf;

/// Why the ledger cannot be used.
#[derive(Debug)]
pub enum LedgerError {
    /// git says no.
    Git {
        /// The ledger's directory.
        ledger: PathBuf,
        /// What was being done.
        what: &'static str,
        /// git's reason.
        source: git2::Error,
    },
    /// The operating system says no.
    Io {
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: std::io::Error,
    },
    /// No id of a store, commit or operation.
    BadId {
        /// What was given.
        id: String,
    },
    /// A store path that the ledger does not hold at that commit.
    Missing {
        /// The commit and path.
        what: String,
    },
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerError::Git { ledger, what, source } => {
                write!(f, "{}: {what}: {}", ledger.display(), source.message().trim_end_matches([' ', ':']))?;
                match source.code() {
                    git2::ErrorCode::Locked => {
                        f.write_str("; when no git is at work there, remove that .lock file")
                    }
                    _ => Ok(()),
                }
            }
            LedgerError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            LedgerError::BadId { id } => write!(f, "{id:?} is no id of the ledger"),
            LedgerError::Missing { what } => write!(f, "the ledger does not hold {what}"),
        }
    }
}

impl std::error::Error for LedgerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LedgerError::Git { source, .. } => Some(source),
            LedgerError::Io { source, .. } => Some(source),
            LedgerError::BadId { .. } | LedgerError::Missing { .. } => None,
        }
    }
}
