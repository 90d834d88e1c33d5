//! The sample: a config root of our own writing, inside the program, unpacked on request into Memdesk's data directory.
//!
//! Separate from everything that reads real memory. Never unpacked over a changed one without being asked anew.

use crate::view::Failure;
use include_dir::{Dir, DirEntry, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

static SAMPLE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/sample");

/// Where the unpacked sample's parts are.
pub(crate) struct Unpacked {
    /// Its config root.
    pub(crate) root: PathBuf,
    /// Memdesk's data directory for it.
    pub(crate) data: PathBuf,
}

/// Unpacks the sample afresh below `data` (ours alone), with the ages that the sample gives its files.
pub(crate) fn unpack(data: &Path, now: SystemTime) -> Result<Unpacked, Failure> {
    let home = data.join("sample");
    let root = home.join("root");
    let fail =
        |path: &Path, error: std::io::Error| Failure::io("cannot unpack the sample into", path, &error);
    if home.exists() {
        std::fs::remove_dir_all(&home).map_err(|error| fail(&home, error))?;
    }
    let ages: BTreeMap<String, u64> = SAMPLE
        .get_file("ages.json")
        .and_then(|file| serde_json::from_slice(file.contents()).ok())
        .unwrap_or_default();
    let mut pending = vec![&SAMPLE];
    while let Some(dir) = pending.pop() {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => pending.push(dir),
                DirEntry::File(file) => {
                    let Ok(relative) = file.path().strip_prefix("root") else { continue };
                    let path = root.join(relative);
                    if let Some(parent) = path.parent() {
                        std::fs::create_dir_all(parent).map_err(|error| fail(parent, error))?;
                    }
                    std::fs::write(&path, file.contents()).map_err(|error| fail(&path, error))?;
                    let age =
                        ages.get(&relative.to_string_lossy().replace('\\', "/")).copied().unwrap_or(3600);
                    let then = now.checked_sub(Duration::from_secs(age)).unwrap_or(now);
                    std::fs::File::options()
                        .write(true)
                        .open(&path)
                        .and_then(|file| file.set_modified(then))
                        .map_err(|error| fail(&path, error))?;
                }
            }
        }
    }
    Ok(Unpacked { root, data: home.join("data") })
}
