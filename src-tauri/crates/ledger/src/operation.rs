//! Operations: what was done to a store, by whom, and whether it can be undone. Plain data.

use crate::ids::OperationId;
use memdesk_review::origin::Author;
use std::collections::BTreeSet;

/// An operation about to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// One word: `create`, `write`, `rename`, `delete`, `undo`, …
    pub verb: String,
    /// One line for people.
    pub summary: String,
    /// The operation that this one takes back.
    pub undoes: Option<OperationId>,
    /// The operation that this one does again.
    pub redoes: Option<OperationId>,
    /// The acceptance that was one decision with it: whoever takes the operation back takes that back too.
    pub accepts: Option<crate::ids::CommitId>,
    /// Files that it changes without their having been seen whole: because something in them leads to what it is about, or
    /// because only a part was edited. Of these its own change counts as reviewed, and nothing that waited before.
    pub beside: BTreeSet<String>,
    /// What it writes counts as reviewed from then on. Not so when something is put back or refused: what a person has
    /// reviewed is then what it was.
    pub reviewed: bool,
}

/// An operation written down before the disk is touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// The store.
    pub store: String,
    /// The commit that holds it, and the bytes before and after.
    pub commit: crate::ids::CommitId,
}

/// An operation, or an outside change, of a store's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRecord {
    /// Its id.
    pub id: OperationId,
    /// `observe` for an outside change, `first-sight` for the store as it was found.
    pub verb: String,
    /// One line for people.
    pub summary: String,
    /// Who wrote.
    pub author: Author,
    /// When it was finished (by you) or seen (outside).
    pub time: jiff::Timestamp,
    /// The paths it changed.
    pub paths: Vec<String>,
    /// It is undone at present.
    pub undone: bool,
    /// What it takes back, of an undo.
    pub undoes: Option<OperationId>,
    /// What it does again, of a redo.
    pub redoes: Option<OperationId>,
    /// It is what an undo would take back now.
    pub can_undo: bool,
    /// It is what a redo would do again now.
    pub can_redo: bool,
}

/// What a redo would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redo {
    /// The operation to be done again: what `redoes` names.
    pub operation: OperationId,
    /// The undo whose inverse that is: what to give to [`crate::Ledger::inverse`].
    pub undo: OperationId,
}

/// What became of an intent that a crash left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// There was none.
    Nothing,
    /// Nothing of it had been written; it was dropped.
    Dropped,
    /// Something of it is on disk; it is an operation now.
    Finished(OperationId),
}
