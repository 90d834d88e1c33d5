//! Searching everything: what is asked, and what was found where.
//!
//! Separate because it leads into every other pane. What was found travels as text in parts, never as markup.

use memdesk_review::search::SnippetPart;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SearchQuery {
    /// As it was typed: every word must occur, without regard to case; what stands between `"` is one word.
    pub text: String,
    /// Topics and indexes of all stores, not only of the open one.
    pub all: bool,
    /// `topic`, `index`, `question`, `proposal`, `history`; none named: all of them.
    pub kinds: Vec<String>,
    /// At most so many of each kind; 0: as many as suit a list.
    pub limit: usize,
    /// How verbs and writers are called in the person's language, so that an operation is found by what the window calls it.
    pub called: Vec<(String, String)>,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
pub struct Found {
    /// The best first: by name or path, by description, in the index, in bodies, then the rest; the newest first among equals.
    pub hits: Vec<SearchHit>,
    /// How many of each kind that was looked for.
    pub counts: Vec<SearchCount>,
    /// Of past questions: `read`, `behind` (session files have been added to since), `unread` (nothing was read of them yet).
    pub questions: String,
    /// Stores that were looked through.
    pub stores: usize,
    /// What could not be looked through: the kind, or a store's label, and why.
    pub skipped: Vec<(String, String)>,
}

/// How many of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SearchCount {
    /// As in [`SearchQuery`].
    pub kind: String,
    /// So many there are.
    pub found: usize,
    /// So many of them are in the answer.
    pub shown: usize,
}

/// Something that was found, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SearchHit {
    /// `topic`, `index`, `question`, `proposal`, `history`.
    pub kind: String,
    /// What all of the words stand in: `name` (or path), `description`, `entry` (a line of the index), `body`, `question`,
    /// `change`, `operation`, `gone` (a text that is not on disk any more).
    pub field: String,
    /// The store.
    pub store: String,
    /// Its name.
    pub store_name: String,
    /// The file, below the store.
    pub path: Option<String>,
    /// 1-based line in it; of a proposal as it would be, of a text that is gone as it was.
    pub line: Option<usize>,
    /// The question, the proposal or the operation.
    pub id: Option<String>,
    /// The session of a question.
    pub session: Option<String>,
    /// The text of a question, at most 2,000 characters.
    pub text: Option<String>,
    /// What it is called; empty where it has no name.
    pub title: Vec<SnippetPart>,
    /// What `line` says: where most of it stands; of a topic that is called so, its description; of a proposal, what would
    /// stand there.
    pub snippet: Vec<SnippetPart>,
    /// Further lines with any of the words.
    pub more: usize,
    /// When it was last changed, asked, made.
    pub time: Option<String>,
    /// Of the index, what becomes of the line: `loaded`, `stripped`, `cut`, `cut-inside`. Of a proposal, who made it. Of an
    /// operation, its verb.
    pub what: Option<String>,
}
