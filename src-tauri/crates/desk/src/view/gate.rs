//! The gate as the window shows it: whether the hook is there, what it does with a store, what it could not do.
//!
//! Separate from `review`, where what it holds is judged.

use serde::Serialize;
use ts_rs::TS;

pub use crate::gate::{GateMode, GateNote};

/// The gate, for one store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct GateStatus {
    /// The client's settings have the hook.
    pub installed: bool,
    /// The program that the hook runs, as a label; none when it is not installed.
    pub program: Option<String>,
    /// That program is not there: the client gets no answer, and nothing is held or recorded.
    pub program_missing: bool,
    /// The settings have hooks turned off altogether.
    pub disabled: bool,
    /// The settings file, as a label.
    pub settings: String,
    /// Why the settings file cannot be read; none when it can, or when there is none.
    pub unreadable: Option<String>,
    /// What happens to writes to this store.
    pub mode: GateMode,
    /// Files of this store that wait for review.
    pub held: usize,
    /// What went wrong, oldest first. Each of these calls was let pass.
    pub notes: Vec<GateNote>,
    /// Commands of other hooks of the same event. They run too, and may refuse a write as well.
    pub other_hooks: Vec<String>,
}

/// A change of the client's settings file, to be looked at before it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct GateChange {
    /// The settings file, as a label.
    pub settings: String,
    /// The change as a unified diff; empty when nothing is to be done.
    pub diff: String,
    /// What the file was when this was worked out. Making the change names it.
    pub seen: String,
}
