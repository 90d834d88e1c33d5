//! Operations and outcomes.

use super::ChangeView;
use memdesk_review::Refusal;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What came of an edit, an undo or a redo. A refusal is an answer, not an error.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// Done.
    Applied {
        /// The operation, for History.
        operation: String,
        /// Files written or deleted.
        paths: Vec<String>,
        /// The topic to show now (after a rename or creation).
        show: Option<String>,
    },
    /// Not done; nothing changed.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// What came of asking for a preview.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PreviewOutcome {
    /// This is what it would do.
    Preview {
        /// The consequences.
        preview: Box<super::Preview>,
        /// The edit, tied to the bytes it was previewed on: applying this one does what was shown, or is refused.
        edit: memdesk_review::Edit,
    },
    /// It would be refused.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

/// The operations of a store.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct History {
    /// Newest first.
    pub operations: Vec<OperationView>,
    /// What undo would undo; none when there is nothing.
    pub undo: Option<String>,
    /// What redo would redo.
    pub redo: Option<String>,
    /// There are older ones beyond the limit asked for.
    pub more: bool,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct OperationView {
    /// Its id; of the refusal of what was held its own name, `refusal:` and a time.
    pub id: String,
    /// `create`, `write`, `fields`, `rename`, `merge-into`, `delete`, `entry-top`, `entry-move`, `entry-hook`, `entry-remove`, `entry-add`, `restore`, `undo`,
    /// `redo`, `observed` (the disk had changed), `first-sight`; of review `take` (held writes were written), `take-edited`,
    /// `refuse` (bytes were written back); and, where no file on disk was changed, `accept`, `unaccept` (an acceptance was taken
    /// back) and `refuse-held`.
    pub verb: String,
    /// Whose: `you`, `outside`, …
    pub origin: String,
    /// When it was done; of what was found on disk, when it was written as far as that is known, else when it was found.
    pub time: String,
    /// Files.
    pub paths: Vec<String>,
    /// It was undone since.
    pub undone: bool,
    /// The operation that it undoes or redoes.
    pub of: Option<String>,
}

/// An operation with its diff.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct OperationDetail {
    /// The operation.
    pub operation: OperationView,
    /// The diff.
    pub changes: Vec<ChangeView>,
}

/// A file as it was after an operation.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FileThen {
    /// Its text (lossy); none when it was not there.
    pub text: Option<String>,
    /// The same bytes are on disk now.
    pub current: bool,
    /// The edit that would put it back, to preview and apply; none when it is current or not text.
    pub restore: Option<memdesk_review::Edit>,
}

/// Only a broken machine is an error: it says what happened, to which file, and what to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Failure {
    /// A kebab-case word that the window words in the person's language: `no-such-store`, `store-missing`, `io`, `ledger`, `no-window`, `bad-folder`, `bad-link`, `bad-url`.
    pub code: String,
    /// English sentence: what happened, and to which file.
    pub message: String,
    /// English sentence: what to do.
    pub hint: Option<String>,
}

/// Told to the window without being asked: event `changed`.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Changed {
    /// Stores whose files changed.
    pub stores: Vec<String>,
    /// Stores may have come or gone.
    pub list: bool,
    /// The settings may be others.
    pub settings: bool,
    /// Whether changes on disk are being seen.
    pub watch: super::WatchState,
}
