//! The ledger itself.

use crate::error::LedgerError;
use crate::ids::{CommitId, OperationId};
use crate::operation::{Intent, Operation, OperationRecord, Recovered, Redo};
use jiff::Timestamp;
use memdesk_review::{Plan, Snapshot, Step};
use std::path::{Path, PathBuf};

/// The ledger: safe to share between threads, and with other processes.
#[derive(Debug)]
pub struct Ledger {
    dir: PathBuf,
}

#[allow(unused_variables, reason = "signatures first")]
impl Ledger {
    /// Opens the ledger at `dir` (a bare git repository), creating it when there is none.
    pub fn open(dir: &Path) -> Result<Ledger, LedgerError> {
        Ok(Ledger { dir: dir.to_owned() })
    }
    /// Where it lies.
    pub fn dir(&self) -> &Path {
        &self.dir
    }
    /// Writes down what is on disk, when it differs from what was last seen.
    pub fn observe(
        &self,
        store: &str,
        now: &Snapshot,
        when: Timestamp,
    ) -> Result<Option<CommitId>, LedgerError> {
        Ok(None)
    }
    /// Stores the whole bytes of a file that a snapshot holds only the head of; streams.
    pub fn keep_file(
        &self,
        store: &str,
        path: &str,
        file: &Path,
        when: Timestamp,
    ) -> Result<CommitId, LedgerError> {
        Err(LedgerError::BadId { id: store.to_owned() })
    }
    /// Stores bytes that are on disk no more (what `apply` rescued), as an outside change of `path`.
    pub fn keep_bytes(
        &self,
        store: &str,
        path: &str,
        bytes: &[u8],
        when: Timestamp,
    ) -> Result<CommitId, LedgerError> {
        Err(LedgerError::BadId { id: store.to_owned() })
    }
    /// Writes down an operation, with the bytes before and after, before the disk is touched.
    pub fn begin(
        &self,
        store: &str,
        operation: &Operation,
        before: &Snapshot,
        plan: &Plan,
        when: Timestamp,
    ) -> Result<Intent, LedgerError> {
        Err(LedgerError::BadId { id: store.to_owned() })
    }
    /// The operation is done as far as `done` (the paths whose step was taken) says; None when that is nothing.
    /// What else differs in `after` is an outside change.
    pub fn finish(
        &self,
        intent: &Intent,
        done: &[String],
        after: &Snapshot,
        when: Timestamp,
    ) -> Result<Option<OperationId>, LedgerError> {
        Ok(None)
    }
    /// Settles an intent that a crash left. Call when a store is first looked at.
    pub fn recover(&self, store: &str, now: &Snapshot, when: Timestamp) -> Result<Recovered, LedgerError> {
        Ok(Recovered::Nothing)
    }
    /// Operations and outside changes, newest first, at most `limit`.
    pub fn operations(&self, store: &str, limit: usize) -> Result<Vec<OperationRecord>, LedgerError> {
        Ok(Vec::new())
    }
    /// What an undo would take back.
    pub fn undo_target(&self, store: &str) -> Result<Option<OperationId>, LedgerError> {
        Ok(None)
    }
    /// What a redo would do again.
    pub fn redo_target(&self, store: &str) -> Result<Option<Redo>, LedgerError> {
        Ok(None)
    }
    /// The steps that take an operation back, in an order that is safe to apply.
    pub fn inverse(&self, store: &str, operation: &OperationId) -> Result<Vec<Step>, LedgerError> {
        Ok(Vec::new())
    }
    /// A file's bytes at a commit; None when it was not there.
    pub fn file_at(&self, commit: &CommitId, path: &str) -> Result<Option<Vec<u8>>, LedgerError> {
        Ok(None)
    }
    /// The store before and after an operation, only the paths that it changed.
    pub fn changes(&self, operation: &OperationId) -> Result<(Snapshot, Snapshot), LedgerError> {
        Ok(Default::default())
    }
    /// The operations that touched a path, newest first, at most `limit`.
    pub fn history(
        &self,
        store: &str,
        path: &str,
        limit: usize,
    ) -> Result<Vec<OperationRecord>, LedgerError> {
        Ok(Vec::new())
    }
    /// A file as it was last accepted; None when it never was, or its absence was.
    pub fn accepted(&self, store: &str, path: &str) -> Result<Option<Vec<u8>>, LedgerError> {
        Ok(None)
    }
    /// These bytes are what was last accepted of the path.
    pub fn reviewed(&self, store: &str, path: &str, bytes: &[u8]) -> Result<bool, LedgerError> {
        Ok(false)
    }
    /// The paths that differ from what was accepted, those accepted and now gone included. Writes nothing.
    pub fn unreviewed(&self, store: &str, now: &Snapshot) -> Result<Vec<String>, LedgerError> {
        Ok(Vec::new())
    }
    /// Accepts these paths as they are in `now`; a path that is not there is accepted as gone.
    pub fn accept(
        &self,
        store: &str,
        now: &Snapshot,
        paths: &[String],
        when: Timestamp,
    ) -> Result<Option<CommitId>, LedgerError> {
        Ok(None)
    }
    /// The last observed commit.
    pub fn tip(&self, store: &str) -> Result<Option<CommitId>, LedgerError> {
        Ok(None)
    }
}
