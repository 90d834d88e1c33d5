//! Acceptances as a person's own deeds: their list, and which of them undo and redo would take.
//!
//! Separate from `accepted`, which makes them, and from `history`, which tells of operations: these change no file. What
//! only follows an operation on `accepted` is not told here, for the operation is.

use crate::error::LedgerError;
use crate::ids::CommitId;
use crate::ledger::{Branch, Ledger};
use crate::operation::OperationRecord;
use jiff::Timestamp;

impl Ledger {
    /// Acceptances, and what took them back, newest first, at most `limit`; with `path`, those of that file.
    ///
    /// # Errors
    /// When git cannot read them.
    pub fn decisions(
        &self,
        store: &str,
        path: Option<&str>,
        limit: usize,
    ) -> Result<Vec<OperationRecord>, LedgerError> {
        self.records(store, Branch::Accepted, limit, |repository, past| {
            path.map_or(Ok(true), |path| self.touched(repository, past, path))
        })
    }

    /// The last acceptance that is not taken back, and when it was made.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn last_accept(&self, store: &str) -> Result<Option<(CommitId, Timestamp)>, LedgerError> {
        let Some(accept) = self.replay(store, Branch::Accepted)?.undo_target().cloned() else {
            return Ok(None);
        };
        let time = self.finished(&accept)?;
        Ok(Some((accept.into(), time)))
    }

    /// The acceptance that was taken back last, and when it was taken back; none when a newer one was made since.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn last_unaccept(&self, store: &str) -> Result<Option<(CommitId, Timestamp)>, LedgerError> {
        let Some(redo) = self.replay(store, Branch::Accepted)?.redo_target() else { return Ok(None) };
        let time = self.finished(&redo.undo)?;
        Ok(Some((redo.operation.into(), time)))
    }
}
