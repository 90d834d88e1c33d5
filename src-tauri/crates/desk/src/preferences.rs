//! What the person chose: a convenience, not data.

use crate::own;
use crate::view::{Failure, Preferences};
use std::path::Path;

const FILE: &str = "preferences.json";

/// The preferences; defaults when there are none or they cannot be read.
pub(crate) fn load(data: &Path) -> Preferences {
    own::load(&data.join(FILE))
}

/// Keeps the preferences.
pub(crate) fn save(data: &Path, preferences: &Preferences) -> Result<(), Failure> {
    own::save(data, FILE, preferences)
}
