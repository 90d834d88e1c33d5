//! Hunks: the pieces in which a change is read and taken.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A run of changed lines with some context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hunk {
    /// Stable within its change: a hash of what it removes and adds and of its place among equals.
    pub id: String,
    /// First line (1-based) and count before.
    pub before: [usize; 2],
    /// First line (1-based) and count after.
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
