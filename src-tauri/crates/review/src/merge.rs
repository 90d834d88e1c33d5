//! Three-way merge of texts, line by line, with conflicts as data.
//!
//! The merging itself is in `diff3`. Never decides a conflict.

mod diff3;

pub use diff3::merge;

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

impl Merge {
    /// The merged text; `None` while there is a conflict.
    pub fn text(&self) -> Option<String> {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Settled { text, .. } => Some(text.as_str()),
                Piece::Conflict { .. } => None,
            })
            .collect()
    }

    /// The merged text with every conflict between markers, for a person at a command line.
    pub fn marked(&self) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Settled { text, .. } => out.push_str(text),
                Piece::Conflict { base, disk, mine } => {
                    let sides = [
                        ("<<<<<<< on disk", disk),
                        ("||||||| before", base),
                        ("=======", mine),
                        (">>>>>>> yours", &String::new()),
                    ];
                    for (marker, text) in sides {
                        if !out.is_empty() && !out.ends_with('\n') {
                            out.push('\n');
                        }
                        out.push_str(marker);
                        out.push('\n');
                        out.push_str(text);
                    }
                }
            }
        }
        out
    }
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
