//! Hunks: the pieces in which a change is read and taken.
//!
//! How a change is cut into hunks is in `cut`, which words of a line differ in `words`. Never touches whole files: a
//! proposal does.
//!
//! A line ends at LF. A CR before it belongs to the line's text (as a part of its own where only the line end changed), so
//! that parts, `\n` and `no_newline` together are the file's bytes.

mod cut;
mod words;

pub use cut::{CONTEXT, Starts, hunks, hunks_from, take, take_from};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A run of changed lines with some context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hunk {
    /// Stable within its change: a hash of what it removes and adds and of its place among equals.
    pub id: String,
    /// First line (1-based) and count before; with a count of 0, the line after which the hunk inserts (0: at the start).
    pub before: [usize; 2],
    /// First line (1-based) and count after, in the same way.
    pub after: [usize; 2],
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Line {
    /// Added, removed or context.
    pub kind: LineKind,
    /// Line number before, when it was there.
    pub old: Option<usize>,
    /// Line number after, when it is there.
    pub new: Option<usize>,
    /// The text in word-level parts; concatenated they are the line without its line end.
    pub parts: Vec<Part>,
    /// The line has no line end (last line of a file).
    pub no_newline: bool,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Part {
    /// The text.
    pub text: String,
    /// True where the words differ.
    pub changed: bool,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// On both sides.
    Context,
    /// Only before.
    Removed,
    /// Only after.
    Added,
}
