//! Topics as the table and the reader show them.

use memdesk_review::Problem;
use memdesk_review::hunk::Hunk;
use serde::Serialize;
use ts_rs::TS;

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TopicList {
    /// Newest first.
    pub topics: Vec<TopicRow>,
    /// What could not be shown as a topic: path (lossy) and why, as a kebab-case word.
    pub oddities: Vec<(String, String)>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TopicRow {
    /// Relative path.
    pub path: String,
    /// `name`, when it has one.
    pub name: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `user`, `feedback`, `project`, `reference`, or none.
    pub topic_type: Option<String>,
    /// Last change.
    pub modified: String,
    /// Whole days since then when the client would warn of it.
    pub stale_days: Option<usize>,
    /// Bytes.
    pub bytes: usize,
    /// Lines (of what was read).
    pub lines: usize,
    /// The body is cut when recalled: `lines`, `bytes` or none.
    pub truncated: Option<String>,
    /// The selector is offered it.
    pub listed: bool,
    /// Why not: `is-index`, `not-markdown`, `hidden`, `logs`, `sessions`, `below-team`, `beyond-200`, `unreadable`; none when listed.
    pub unlisted: Option<String>,
    /// An index entry leads to it: `loaded`, `cut` or none.
    pub indexed: Option<String>,
    /// Who wrote it, as far as known: `extractor`, `dream`, `main-agent`, `subagent`, `you`, `outside`, `client` (a client session, by its frontmatter).
    pub origin: String,
    /// The bytes on disk were reviewed.
    pub reviewed: bool,
    /// Kinds of its problems.
    pub problems: Vec<Problem>,
    /// `whole`, `head` (too large), `unreadable`, `special`, `not-utf8`.
    pub content: String,
    /// Leads through a symbolic link: `inside`, `outside`, `broken`.
    pub link: Option<String>,
}

/// A topic in the reader.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TopicView {
    /// Its row.
    pub row: TopicRow,
    /// The text on disk: `base` of edits. Lossy when `content` is `not-utf8`; the head only when `head`.
    pub source: String,
    /// Can be edited here.
    pub editable: bool,
    /// Why not: `not-utf8`, `too-large`, `special`, `unreadable`, `outside`, `read-only`.
    pub not_editable: Option<String>,
    /// What it looks like.
    pub draft: Draft,
    /// Frontmatter fields that the client added.
    pub origin_session: Option<String>,
    /// `metadata.modified`.
    pub stamped: Option<String>,
    /// Index lines that lead here.
    pub entries: Vec<usize>,
    /// Topics with a `[[link]]` here.
    pub backlinks: Vec<String>,
    /// Where a link outside leads, as a label.
    pub link_target: Option<String>,
}

/// What a text would be as this topic: the same for the text on disk and for one being typed.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Draft {
    /// Rendered body: sanitised HTML. Links carry `data-topic` (a path in the store), `data-missing` (a name that leads nowhere) or `data-url`
    /// (outside; opened only after a confirmation), never `href`. Pictures are named, not loaded.
    pub html: String,
    /// `name`.
    pub name: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// What stands as the type, valid or not.
    pub topic_type: Option<String>,
    /// Why the fields cannot be set without touching other bytes: `unreadable`, `too-long`, `entangled`; none when they can.
    pub fields_locked: Option<String>,
    /// The line of the manifest; none when it would not be listed.
    pub manifest_line: Option<String>,
    /// The body as recalled.
    pub recalled: Recalled,
    /// Bytes and lines, against 4,096 and 200.
    pub bytes: usize,
    /// Lines.
    pub lines: usize,
    /// Problems it would have.
    pub problems: Vec<Problem>,
}

/// A body as the client attaches it.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Recalled {
    /// The text attached (frontmatter included, as the client does); none when nothing is left.
    pub kept: Option<String>,
    /// `lines`, `bytes` or none.
    pub truncated: Option<String>,
    /// Lines kept, when cut.
    pub limit: Option<usize>,
    /// Lines of the whole.
    pub total_lines: usize,
    /// The client would add that it is this many days old.
    pub stale_days: Option<usize>,
}

/// What an edit would do, before it is done.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Preview {
    /// The diff.
    pub changes: Vec<ChangeView>,
    /// The index before.
    pub before: Meter,
    /// The index after.
    pub after: Meter,
    /// Entries that the client loads, before and after.
    pub loaded_entries: [usize; 2],
    /// Problems that would go.
    pub mended: Vec<Problem>,
    /// Problems of severity warning or error that would come.
    pub caused: Vec<Problem>,
    /// Of a merge: facts that would stand nowhere any more.
    pub lost: Vec<super::LostView>,
}

/// Two topics on the way to become one.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Combined {
    /// The text of the one that goes: `base` of the edit.
    pub base: String,
    /// The text of the one that stays: `into_base`.
    pub into_base: String,
    /// What both say, nothing twice: a text to begin with.
    pub text: String,
}

use super::store::Meter;

/// A file in a diff.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ChangeView {
    /// Path after (before, for a deletion).
    pub path: String,
    /// Path before, of a rename.
    pub from: Option<String>,
    /// `create`, `edit`, `delete`, `rename`.
    pub kind: String,
    /// The pieces.
    pub hunks: Vec<Hunk>,
    /// Not text.
    pub binary: bool,
}
