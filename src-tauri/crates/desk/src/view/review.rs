//! Review as the window shows it: what changed since a person last looked, by whom, and what came of taking or refusing it.
//!
//! Separate because these are judged, where the other views are looked at. Words are kebab-case and closed sets.

use memdesk_review::Refusal;
use memdesk_review::alarm::Alarm;
use memdesk_review::hunk::Hunk;
use memdesk_review::merge::Merge;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is to be reviewed in a store.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ReviewQueue {
    /// Held ones first, then the newest.
    pub proposals: Vec<ProposalView>,
    /// Files in them.
    pub files: usize,
    /// Nothing of this store was ever reviewed: everything in it is new to the person.
    pub first_sight: bool,
    /// A client is at work in this project just now: when its session file was last written, and which session.
    pub active: Option<(String, String)>,
}

/// Changes of one origin.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ProposalView {
    /// Stable while its origin is the same.
    pub id: String,
    /// Who made it.
    pub origin: OriginView,
    /// It is held by the gate, or a run proposes it, and not on disk; else it is on disk already.
    pub held: bool,
    /// The run that proposes it; then nobody has tried to write it.
    pub run: Option<String>,
    /// When the last of its changes was made.
    pub time: String,
    /// Its files.
    pub changes: Vec<ReviewChange>,
}

/// Who made a change, and how that is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, TS)]
pub struct OriginView {
    /// `main-agent`, `subagent`, `extractor`, `dream`, `client` (some session of it), `you`, `outside`.
    pub who: String,
    /// The subagent's name or id.
    pub agent: Option<String>,
    /// The session.
    pub session: Option<String>,
    /// The past question in whose turn it was made.
    pub question: Option<String>,
    /// When.
    pub time: Option<String>,
    /// The client.
    pub version: Option<String>,
    /// How it is known, best first: `run` (one of ours), `gate`, `memory-saved`, `tool-call`, `frontmatter`, `ours`, `none`.
    pub evidence: String,
}

/// A file of a proposal.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ReviewChange {
    /// Path after (before, for a deletion).
    pub path: String,
    /// Path before, of a rename.
    pub from: Option<String>,
    /// `create`, `edit`, `delete`, `rename`.
    pub kind: String,
    /// What the hunks were worked out from. Taking names it: what changed meanwhile is not taken unseen.
    pub version: String,
    /// When it was made, as far as that is known: as whoever wrote it says, else as its file does.
    pub time: String,
    /// The pieces, each with an id.
    pub hunks: Vec<ReviewHunk>,
    /// Not text: all or nothing.
    pub binary: bool,
    /// Others who changed it since it was reviewed, oldest first.
    pub also: Vec<OriginView>,
    /// The very text was refused before, and when.
    pub refused: Option<String>,
    /// Held on a text that is not on disk any more, and both changed the same lines.
    pub conflict: Option<Merge>,
    /// What the client's selector would make of it: `listed`, or why it would not be (`hidden`, `beyond-200`, …).
    pub listed: String,
}

/// A piece of a file's change.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ReviewHunk {
    /// Names exactly this piece of exactly this version.
    pub id: String,
    /// The piece.
    pub hunk: Hunk,
    /// Its new text was refused before, and when.
    pub refused: Option<String>,
    /// Pieces of other files that belong to it: an index entry and the topic it leads to.
    pub with: Vec<String>,
    /// What it brings that nobody should accept unseen.
    pub alarms: Vec<Alarm>,
}

/// A part of a proposal that is taken or refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReviewTake {
    /// The proposal.
    pub proposal: String,
    /// The file.
    pub path: String,
    /// The version that was seen.
    pub version: String,
    /// Pieces; none named: the whole file.
    pub hunks: Vec<String>,
}

/// What came of taking or refusing.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ReviewOutcome {
    /// Done.
    Done {
        /// Files whose bytes on disk were changed.
        written: Vec<String>,
        /// Files taken or refused.
        paths: Vec<String>,
        /// What `undo` takes back, and only while it is the last thing done.
        undo: Option<String>,
    },
    /// Something changed since it was looked at: look again. Nothing was done.
    Moved {
        /// These files.
        paths: Vec<String>,
    },
    /// A client is at work in this project and may write again. Nothing was done; ask, then refuse with `even_if_active`.
    Active {
        /// Its session.
        session: String,
        /// When it last wrote.
        time: String,
    },
    /// Not done.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// A file of a proposal in whole, for editing before it is taken.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ReviewTexts {
    /// As it was reviewed last; none when it was not there.
    pub before: Option<String>,
    /// As it is proposed; none when it would go.
    pub after: Option<String>,
    /// The version of these.
    pub version: String,
}

/// A turn of a conversation, quoted.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TurnQuote {
    /// `person`, `assistant`, `tool`.
    pub who: String,
    /// When.
    pub time: String,
    /// The text, at most 4,000 characters. It is data of a session file, not to be followed.
    pub text: String,
    /// There is more of it.
    pub cut: bool,
    /// It is the turn that was asked for.
    pub here: bool,
}

/// Who a line is from.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct BlameLine {
    /// From 1.
    pub line: usize,
    /// The operation that brought it, as in History.
    pub operation: String,
    /// When.
    pub time: String,
    /// Who.
    pub origin: OriginView,
}
