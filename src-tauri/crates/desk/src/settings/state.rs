//! What is remembered between launches without having been wished: the store and the pane shown last.
//!
//! Separate from the settings, which are a person's: this is a convenience, and a loss of it is none.

use crate::own;
use crate::view::Failure;
use serde::{Deserialize, Serialize};
use std::path::Path;

const FILE: &str = "state.json";

/// What is remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct State {
    /// The store shown last.
    pub(crate) store: Option<String>,
    /// The pane shown last.
    pub(crate) pane: Option<String>,
}

/// What is remembered; nothing where there is none or it cannot be read.
pub(crate) fn load(data: &Path) -> State {
    own::load(&data.join(FILE))
}

/// Remembers it.
///
/// # Errors
/// `io`.
pub(crate) fn save(data: &Path, state: &State) -> Result<(), Failure> {
    own::save(data, FILE, state)
}
