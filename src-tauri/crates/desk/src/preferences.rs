//! What the person chose: kept as JSON in Memdesk's own data directory, never in a store.

use crate::view::{Failure, Preferences};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

const FILE: &str = "preferences.json";

/// The preferences; defaults when there are none or they cannot be read (they are a convenience, not data).
pub(crate) fn load(data: &Path) -> Preferences {
    load_file(&data.join(FILE))
}

/// Keeps the preferences, atomically.
pub(crate) fn save(data: &Path, preferences: &Preferences) -> Result<(), Failure> {
    save_file(data, FILE, preferences)
}

/// What a file of ours holds; defaults when there is none or it cannot be read.
pub(crate) fn load_file<T: DeserializeOwned + Default>(path: &Path) -> T {
    std::fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Keeps something in a file of ours, atomically.
pub(crate) fn save_file(data: &Path, name: &str, value: &impl Serialize) -> Result<(), Failure> {
    let path = data.join(name);
    let text = serde_json::to_vec_pretty(value).map_err(|error| Failure::broken("preferences", &error))?;
    std::fs::create_dir_all(data)
        .and_then(|()| tempfile::NamedTempFile::new_in(data))
        .and_then(|mut file| {
            std::io::Write::write_all(&mut file, &text)?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        })
        .map_err(|error| Failure::io("cannot keep the preferences in", &path, &error))
}
