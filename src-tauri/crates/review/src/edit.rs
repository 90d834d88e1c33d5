//! What a person may do to a store, and why it may be refused. One sum type for every mutation.
//!
//! Separate from `overlay` because this is what travels on the wire. Never carries an absolute path. What each edit comes to
//! is in the files below: `topics`, `entries` and `links` know the rules, `sheet` the index as text, `draft` the refusals.

mod compute;
mod draft;
mod entries;
mod links;
mod refusal;
mod sheet;
mod stale;
mod topics;
mod wording;

pub use wording::HOOK_LIMIT;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One change a person asks for. Paths are relative to the store, with `/`; lines are 1-based lines of the index file.
///
/// `base` is the text that the person was looking at; when the file on disk has other bytes the edit is [`Refusal::Stale`]
/// and carries a three-way merge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Edit {
    /// A new topic; with `entry`, its line in the index.
    Create {
        /// Where.
        path: String,
        /// The whole file.
        text: String,
        /// The index line to add; none when the person does not want one.
        entry: Option<NewEntry>,
    },
    /// The whole text of a topic or of the index.
    Write {
        /// Which file.
        path: String,
        /// The text it had when the person began; `None` = whatever is there now.
        base: Option<String>,
        /// The text it shall have.
        text: String,
    },
    /// Frontmatter fields, byte-preserving. `None` leaves a field alone, `Some("")` removes it.
    Fields {
        /// Which topic.
        path: String,
        /// As in `Write`.
        base: Option<String>,
        /// `name`.
        name: Option<String>,
        /// `description`.
        description: Option<String>,
        /// `type`: user, feedback, project or reference.
        topic_type: Option<String>,
    },
    /// Another path for a topic, with its index lines and every `[[link]]` to it.
    Rename {
        /// From.
        path: String,
        /// To.
        to: String,
    },
    /// A topic becomes part of another, which has the text given; its index lines and `[[links]]` to it lead there.
    MergeInto {
        /// The topic that goes.
        path: String,
        /// As in `Write`.
        base: Option<String>,
        /// The topic that stays.
        into: String,
        /// The text that one had when the person began; `None` = whatever is there now.
        into_base: Option<String>,
        /// The text it shall have. [`combined`](crate::combine::combined) makes one to begin with.
        text: String,
    },
    /// Away with a topic, with its index lines. `[[links]]` to it in other topics become their plain text.
    Delete {
        /// Which topic.
        path: String,
        /// As in `Write`.
        base: Option<String>,
    },
    /// An index entry, with its wrapped lines, before all other entries.
    EntryTop {
        /// The file line where the entry starts.
        line: usize,
        /// The whole index text the line number was read from.
        base: Option<String>,
    },
    /// An index entry before another line.
    EntryMove {
        /// The file line where the entry starts.
        line: usize,
        /// The line it shall stand before (one past the last line: at the end).
        before: usize,
        /// As in `EntryTop`.
        base: Option<String>,
    },
    /// Another hook for an index entry.
    EntryHook {
        /// The file line where the entry starts.
        line: usize,
        /// The new hook, one line.
        hook: String,
        /// As in `EntryTop`.
        base: Option<String>,
    },
    /// An index entry away; the topic stays.
    EntryRemove {
        /// The file line where the entry starts.
        line: usize,
        /// As in `EntryTop`.
        base: Option<String>,
    },
    /// An index entry for a topic that has none. Title and hook default to the topic's name and description.
    EntryAdd {
        /// Which topic.
        path: String,
        /// Title of the entry.
        title: Option<String>,
        /// Hook of the entry.
        hook: Option<String>,
    },
    /// A file as it once was: `content` is put back (`None`: the file was absent then).
    Restore {
        /// Which file.
        path: String,
        /// Its bytes then, as text; the desk fills it from the ledger.
        content: Option<String>,
    },
}

/// The index line of a new topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NewEntry {
    /// Title; the link's text.
    pub title: String,
    /// Hook: what stands after the dash.
    pub hook: String,
}

/// An expected "no". Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Refusal {
    /// The file changed since it was read; here is the merge of both.
    Stale {
        /// Which file.
        path: String,
        /// The three-way merge of base, disk and the person's text.
        merge: crate::merge::Merge,
    },
    /// The path would leave the store, is hidden, empty, too long or no `.md`: `why` is a kebab-case word.
    BadPath {
        /// The path as given.
        path: String,
        /// `empty`, `absolute`, `dot-dot`, `not-markdown`, `hidden`, `reserved`, `too-long`, `control-character`.
        why: String,
    },
    /// The path leads out of the store through a symbolic link.
    Outside {
        /// Which file.
        path: String,
    },
    /// There is a file already.
    Exists {
        /// Which file.
        path: String,
    },
    /// There is no such file (any more).
    Missing {
        /// Which file.
        path: String,
    },
    /// There is no such index entry (any more).
    NoEntry {
        /// The line asked for.
        line: usize,
    },
    /// Not text, too large to edit, special or unreadable: it can be deleted or restored, not edited.
    NotText {
        /// Which file.
        path: String,
        /// `not-utf8`, `too-large`, `special`, `unreadable`.
        why: String,
    },
    /// The frontmatter is such that the field cannot be changed without touching other bytes.
    Frontmatter {
        /// Which file.
        path: String,
        /// Why, in a few English words.
        why: String,
    },
    /// The edit would change nothing.
    Nothing,
    /// The store, or Memdesk, is read-only.
    ReadOnly,
}
