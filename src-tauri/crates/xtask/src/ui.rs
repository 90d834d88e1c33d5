//! The pages of the window: packages and build, only when something changed.
//!
//! Separate because both are slow and most runs need neither. Stamps lie in `ui/node_modules`, never in `ui/dist`, whose
//! every file ends up in the binary.

use crate::step::{Done, Stop, npm};
use crate::tree;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Packages as `package-lock.json` names them.
pub(crate) fn packages() -> Done {
    let lock = read(&tree::ui().join("package-lock.json"))?;
    let stamp = stamp("lock");
    if fs::read(&stamp).is_ok_and(|then| then == lock) {
        return Ok(());
    }
    npm().args(["ci", "--no-audit", "--no-fund"]).run()?;
    write(&stamp, &lock)
}

/// `ui/dist`, made from the sources as they are.
pub(crate) fn build() -> Done {
    packages()?;
    let sources = fingerprint()?;
    let stamp = stamp("built");
    let page = tree::ui().join("dist/index.html");
    if page.exists() && fs::read(&stamp).is_ok_and(|then| then == sources) {
        return Ok(());
    }
    npm().args(["run", "--silent", "build"]).run()?;
    write(&stamp, &sources)
}

/// Runs a script of `ui/package.json`.
pub(crate) fn script(name: &str) -> Done {
    packages()?;
    npm().args(["run", "--silent", name]).run()
}

/// A number for all that the build reads, by content: a checkout changes times without changing anything.
fn fingerprint() -> Result<Vec<u8>, Stop> {
    let ui = tree::ui();
    let mut hasher = DefaultHasher::new();
    for file in tree::files(&ui, &["node_modules", "dist"]) {
        file.strip_prefix(&ui).unwrap_or(&file).hash(&mut hasher);
        read(&file)?.hash(&mut hasher);
    }
    Ok(format!("{:016x}\n", hasher.finish()).into_bytes())
}

fn stamp(name: &str) -> PathBuf {
    tree::ui().join("node_modules").join(format!(".memdesk-{name}"))
}

fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    fs::read(path).map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))
}

fn write(path: &Path, bytes: &[u8]) -> Done {
    fs::write(path, bytes).map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))
}
