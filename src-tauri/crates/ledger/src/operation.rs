//! Operations: what was done to a store, by whom, and whether it can be undone. Plain data.

use crate::ids::OperationId;
use serde::{Deserialize, Serialize};

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

/// Who wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// You, through this program.
    You,
    /// The agent that a person talks to.
    MainAgent,
    /// An agent that it started.
    Subagent,
    /// The client's extractor, in the background of a conversation.
    Extractor,
    /// The client's consolidation, in the background of many.
    Dream,
    /// The client, whoever in it.
    Client,
    /// Anything else: an editor, a sync, or it is not known.
    Outside,
}

impl Origin {
    /// All of them.
    pub const ALL: [Origin; 7] = [
        Origin::You,
        Origin::MainAgent,
        Origin::Subagent,
        Origin::Extractor,
        Origin::Dream,
        Origin::Client,
        Origin::Outside,
    ];

    /// Its word: the author's name of a commit, and the word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Origin::You => "you",
            Origin::MainAgent => "main-agent",
            Origin::Subagent => "subagent",
            Origin::Extractor => "extractor",
            Origin::Dream => "dream",
            Origin::Client => "client",
            Origin::Outside => "outside",
        }
    }

    /// Who an author's name stands for; an unknown one is somebody outside.
    pub(crate) fn of(name: &[u8]) -> Origin {
        Origin::ALL.into_iter().find(|origin| origin.word().as_bytes() == name).unwrap_or(Origin::Outside)
    }
}

/// Who wrote, and where that is told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Author {
    /// Who.
    pub origin: Origin,
    /// The client's session.
    pub session: Option<String>,
    /// The question in whose turn it was written.
    pub turn: Option<String>,
    /// The subagent.
    pub agent: Option<String>,
    /// When it was written, where that is told; a commit's own time is when it was seen.
    pub time: Option<jiff::Timestamp>,
    /// The client's version.
    pub version: Option<String>,
    /// How it is known, one word.
    pub evidence: Option<String>,
}

impl Author {
    /// Somebody of whom nothing else is known.
    pub fn only(origin: Origin) -> Author {
        Author { origin, session: None, turn: None, agent: None, time: None, version: None, evidence: None }
    }
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
