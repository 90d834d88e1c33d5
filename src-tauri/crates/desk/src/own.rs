//! Memdesk's own small files: JSON in its data directory, read with defaults and written whole or not at all.
//!
//! Separate because what is remembered, runs and refusals are all kept so. Never in a store.

use crate::view::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::path::Path;

/// What a file holds; defaults when there is none or it cannot be read.
pub(crate) fn load<T: DeserializeOwned + Default>(path: &Path) -> T {
    std::fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Keeps something in the file `name` of the data directory.
///
/// # Errors
/// `io` when that cannot be written.
pub(crate) fn save(data: &Path, name: &str, value: &impl Serialize) -> Result<(), Failure> {
    let path = data.join(name);
    let text = serde_json::to_vec_pretty(value).map_err(|error| Failure::broken(name, &error))?;
    write_whole(&path, &text).map_err(|error| Failure::io("cannot write", &path, &error))
}

/// Writes a file whole or not at all, and only returns when it is on the disk.
///
/// # Errors
/// The disk refuses.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir)?;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
