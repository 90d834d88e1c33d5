//! Three-way merge of texts, line by line, with conflicts as data.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A merged text, or what stands in its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Merge {
    /// Pieces in order; the merged text is their concatenation once every conflict is settled.
    pub pieces: Vec<Piece>,
    /// Number of conflicts among them.
    pub conflicts: usize,
    /// The text on disk now: what a new edit must give as its base.
    pub disk: String,
}

/// A piece of a merge. Texts are whole lines with their line ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Piece {
    /// Both sides agree, or only one changed it.
    Settled {
        /// The lines.
        text: String,
        /// Who changed it.
        from: Side,
    },
    /// Both changed it, differently.
    Conflict {
        /// Before.
        base: String,
        /// On disk now.
        disk: String,
        /// The person's.
        mine: String,
    },
}

/// Whose text a settled piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Unchanged.
    Base,
    /// Changed on disk only.
    Disk,
    /// Changed by the person only.
    Mine,
    /// Changed alike by both.
    Both,
}
