//! The main repository root of a folder, as the client finds it: by looking at files, without running git.
//!
//! Separate because it is a rule of the client with cases of its own (`tests/golden/locate.json`). Never writes.

use std::path::{Path, PathBuf};

/// The folder whose slug names the memory of `folder`: the main checkout's root, or outside git the resolved folder.
pub fn main_root(folder: &Path) -> PathBuf {
    folder.to_owned()
}
