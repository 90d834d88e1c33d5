//! What to ask the operating system to watch, so that the wanted directories are seen, there or not.
//!
//! Separate from `keeper` so that it is a function of the disk. Never writes.

use super::Dirs;
use notify::RecursiveMode;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Directories to be watched, and whether with everything below.
pub(super) type Aims = BTreeMap<PathBuf, RecursiveMode>;

/// What is wanted, and what of it is there.
#[derive(Debug, Default)]
pub(super) struct Aim {
    /// What to watch.
    pub(super) aims: Aims,
    /// The stores that exist.
    pub(super) stores: BTreeSet<PathBuf>,
    /// The directories below `projects`, and the stores in them, that exist.
    pub(super) projects: BTreeSet<PathBuf>,
}

/// Looks at the disk. A store that is there is watched with everything below it, one that is not by its nearest ancestor.
pub(super) fn aim(dirs: &Dirs) -> Aim {
    let mut aim = Aim::default();
    for store in &dirs.stores {
        if store.is_dir() {
            aim.stores.insert(store.clone());
        }
    }
    for store in &aim.stores {
        if !covered(store, &aim.stores) {
            aim.aims.insert(store.clone(), RecursiveMode::Recursive);
        }
    }
    let mut lone: BTreeSet<PathBuf> =
        dirs.stores.iter().filter(|store| !aim.stores.contains(*store)).cloned().collect();
    for projects in &dirs.projects {
        lone.insert(projects.join("*")); // stands for whatever comes
        for project in std::fs::read_dir(projects).into_iter().flatten().flatten() {
            let project = project.path();
            if !project.is_dir() {
                continue;
            }
            let memory = project.join("memory");
            if memory.is_dir() {
                aim.projects.insert(memory.clone());
            }
            lone.insert(memory);
            aim.projects.insert(project);
        }
    }
    for path in lone {
        // the parent of what is or will be there, so that its coming and going is seen
        let parent = path.ancestors().skip(1).find(|above| above.is_dir());
        if let Some(parent) = parent
            && !aim.stores.contains(parent)
            && !covered(parent, &aim.stores)
        {
            aim.aims.entry(parent.to_owned()).or_insert(RecursiveMode::NonRecursive);
        }
    }
    aim
}

/// Whether a directory lies in a store, with no link in between that the watch would not follow.
fn covered(dir: &Path, stores: &BTreeSet<PathBuf>) -> bool {
    dir.ancestors().skip(1).filter(|above| stores.contains(*above)).any(|above| {
        match (std::fs::canonicalize(above), std::fs::canonicalize(dir), dir.strip_prefix(above)) {
            (Ok(above), Ok(dir), Ok(rest)) => above.join(rest) == dir,
            _ => false,
        }
    })
}
