//! How a store came to be as it is: operations, their diffs, files as they were.

use crate::Desk;
use crate::preview::change_views;
use crate::view::{Failure, FileThen, History, OperationDetail, OperationView};
use memdesk_ledger::{CommitId, OperationId, OperationRecord, Origin};
use memdesk_review::{Edit, Proposal};

/// Most operations that are answered at once.
const MOST: usize = 2_000;

impl Desk {
    /// The operations of a store, newest first; with `path`, those that touched it.
    ///
    /// # Errors
    /// `ledger`. A store that the ledger does not know has none.
    pub fn history(&self, id: &str, path: Option<&str>, limit: usize) -> Result<History, Failure> {
        let nothing = History { operations: Vec::new(), undo: None, redo: None, more: false };
        let Some(ledger) = self.ledger_to_read()? else { return Ok(nothing) };
        let broken = |error| Failure::ledger(&error);
        let limit = limit.min(MOST);
        let mut records = match path {
            Some(path) => ledger.history(id, path, limit + 1),
            None => ledger.operations(id, limit + 1),
        }
        .map_err(broken)?;
        let more = records.len() > limit;
        records.truncate(limit);
        Ok(History {
            undo: ledger.undo_target(id).map_err(broken)?.map(|id| id.to_string()),
            redo: ledger.redo_target(id).map_err(broken)?.map(|redo| redo.operation.to_string()),
            operations: records.into_iter().map(operation_view).collect(),
            more,
        })
    }

    /// One operation with its diff.
    ///
    /// # Errors
    /// `ledger` when there is no such operation.
    pub fn operation(&self, id: &str, operation: &str) -> Result<OperationDetail, Failure> {
        let record = self
            .ledger()?
            .operations(id, MOST)
            .map_err(|error| Failure::ledger(&error))?
            .into_iter()
            .find(|record| record.id.0 == operation)
            .ok_or_else(|| Failure::ledger(&format!("it has no operation {operation}")))?;
        let proposal = self.operation_proposal(operation)?;
        Ok(OperationDetail { operation: operation_view(record), changes: change_views(proposal) })
    }

    /// One operation as a unified diff.
    ///
    /// # Errors
    /// As [`Desk::operation`].
    pub fn operation_diff(&self, _id: &str, operation: &str) -> Result<String, Failure> {
        Ok(self.operation_proposal(operation)?.unified())
    }

    fn operation_proposal(&self, operation: &str) -> Result<Proposal, Failure> {
        let (before, after) = self
            .ledger()?
            .changes(&OperationId(operation.to_owned()))
            .map_err(|error| Failure::ledger(&error))?;
        Ok(Proposal::between(&before, &after))
    }

    /// A file as it was after an operation, and the edit that would put it back.
    ///
    /// # Errors
    /// `ledger` when there is no such operation, `no-such-store`.
    pub fn file_then(&self, id: &str, operation: &str, path: &str) -> Result<FileThen, Failure> {
        let then = self
            .ledger()?
            .file_at(&CommitId(operation.to_owned()), path)
            .map_err(|error| Failure::ledger(&error))?;
        let look = self.look(id)?;
        let now = look.snapshot.bytes(path).map(|bytes| bytes.to_vec());
        let current = then == now;
        let text = then.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let is_text = then.as_ref().is_none_or(|bytes| std::str::from_utf8(bytes).is_ok());
        let restore = (!current && is_text && !self.read_only)
            .then(|| Edit::Restore { path: path.to_owned(), content: text.clone() });
        Ok(FileThen { text, current, restore })
    }
}

fn operation_view(record: OperationRecord) -> OperationView {
    let of = record.undoes.or(record.redoes).map(|id| id.to_string());
    let verb = match record.author.origin {
        Origin::You => record.verb,
        _ if record.verb == "first-sight" => record.verb,
        _ => "observed".to_owned(),
    };
    OperationView {
        id: record.id.to_string(),
        verb,
        origin: record.author.origin.word().to_owned(),
        time: crate::topics::iso(record.time),
        paths: record.paths,
        undone: record.undone,
        of,
    }
}
