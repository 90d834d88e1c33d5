//! What the person chose: kept as JSON in Memdesk's own data directory, never in a store.

use crate::view::{Failure, Preferences};
use std::path::Path;

const FILE: &str = "preferences.json";

/// The preferences; defaults when there are none or they cannot be read (they are a convenience, not data).
pub(crate) fn load(data: &Path) -> Preferences {
    std::fs::read(data.join(FILE))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default()
}

/// Keeps the preferences, atomically.
pub(crate) fn save(data: &Path, preferences: &Preferences) -> Result<(), Failure> {
    let path = data.join(FILE);
    let text =
        serde_json::to_vec_pretty(preferences).map_err(|error| Failure::broken("preferences", &error))?;
    std::fs::create_dir_all(data)
        .and_then(|()| tempfile::NamedTempFile::new_in(data))
        .and_then(|mut file| {
            std::io::Write::write_all(&mut file, &text)?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        })
        .map_err(|error| Failure::io("cannot keep the preferences in", &path, &error))
}
