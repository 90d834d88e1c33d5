//! Where things are in the repository.
//!
//! Separate so that every path is written once. Never creates anything.

use std::path::{Path, PathBuf};

/// The repository: two folders above `src-tauri/crates/xtask`, whatever the current directory.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(3).unwrap_or(here).to_path_buf()
}

/// The window's pages.
pub(crate) fn ui() -> PathBuf {
    root().join("ui")
}

/// Where cargo puts what it builds, for a profile's folder name (`debug`, `release`).
pub(crate) fn built(profile: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    // cargo takes a relative target directory from where it is started, and xtask starts it in the root
    root().join(target).join(profile)
}

/// A program that cargo built, with the system's ending.
pub(crate) fn program(profile: &str, name: &str) -> PathBuf {
    built(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Every file below `dir`, sorted, but for folders named in `without`. What cannot be read is left out.
pub(crate) fn files(dir: &Path, without: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let name = entry.file_name();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && without.iter().any(|one| name == *one) => {}
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
