//! What the pictures are drawn from: the index over time, and what leads where.

use serde::Serialize;
use ts_rs::TS;

/// The index over time against both limits, and when it will be full.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Growth {
    /// Oldest first; the last is that of this moment. Counted by the rules that count now. At most some hundreds, whatever the
    /// length of the past.
    pub points: Vec<GrowthPoint>,
    /// Lines that load at most.
    pub line_limit: usize,
    /// UTF-16 units that load at most.
    pub utf16_limit: usize,
    /// Days of history from which on a pace is told.
    pub least_days: usize,
    /// What becomes of the lines.
    pub lines: GrowthForecast,
    /// What becomes of the UTF-16 units.
    pub utf16: GrowthForecast,
    /// Which limit is reached first at this pace, or is exceeded already: `lines`, `chars`; none when neither will be.
    pub first: Option<String>,
}

/// The index from a moment on.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct GrowthPoint {
    /// Since when.
    pub time: String,
    /// The operation or outside change that made it so; none for this moment, and where it is one of several of a long past.
    pub operation: Option<String>,
    /// There was an index.
    pub exists: bool,
    /// Lines that count against the limit.
    pub lines: usize,
    /// UTF-16 units that count against the limit.
    pub utf16: usize,
    /// Entries that lead somewhere in the store, loaded or not.
    pub entries: usize,
}

/// What becomes of one number at its present pace.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct GrowthForecast {
    /// `full` (or over it), `too-short`, `flat`, `shrinking`, `growing`.
    pub outlook: String,
    /// The pace, by the week; none when there is too little history.
    pub per_week: Option<f64>,
    /// Days of history that it is told from.
    pub days: f64,
    /// Of `growing`: days until the limit is reached.
    pub full_in_days: Option<f64>,
    /// Of `growing`: when that is; none when no calendar holds it.
    pub full_at: Option<String>,
}

/// What leads where in a store.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LinkGraph {
    /// Those of the index first, then by the path of the topic they stand in.
    pub links: Vec<LinkView>,
    /// Links beyond those, of a store that has too many to be told.
    pub left_out: usize,
}

/// All links from one file to one topic, or to one name that leads nowhere.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LinkView {
    /// The file: `MEMORY.md`, or a topic's path.
    pub from: String,
    /// The topic; none when it leads nowhere.
    pub to: Option<String>,
    /// The topic's path, or what is written.
    pub name: String,
    /// How many there are.
    pub times: usize,
}
