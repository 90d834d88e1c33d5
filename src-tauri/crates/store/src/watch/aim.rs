//! What to ask the operating system to watch, so that the wanted directories are seen, there or not.
//!
//! Separate from `keeper` so that it is a function of the disk. Never writes.

use super::Dirs;
use notify::RecursiveMode;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Directories to be watched, links resolved, and whether with everything below.
pub(super) type Aims = BTreeMap<PathBuf, RecursiveMode>;

/// What is wanted, and what of it is there.
#[derive(Debug, Default)]
pub(super) struct Aim {
    /// What to watch.
    pub(super) aims: Aims,
    /// The stores that exist, as given, with links resolved.
    pub(super) stores: BTreeMap<PathBuf, PathBuf>,
    /// The directories below `projects`, and the stores in them, that exist.
    pub(super) projects: BTreeSet<PathBuf>,
    /// Size and time of each of the single files, as given; none: it is not there.
    pub(super) files: BTreeMap<PathBuf, Option<(u64, SystemTime)>>,
    /// Which of them a path with links resolved is.
    seen_at: BTreeMap<PathBuf, PathBuf>,
    /// The other way: which stores a directory is.
    given: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl Aim {
    /// The stores, as given, that a path with links resolved lies in.
    pub(super) fn stores_of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a PathBuf> {
        path.ancestors().filter_map(|above| self.given.get(above)).flatten()
    }

    /// The single file, as given, that a path with links resolved is.
    pub(super) fn file_at(&self, path: &Path) -> Option<&PathBuf> {
        self.seen_at.get(path)
    }
}

/// Looks at the disk. A store that is there is watched with everything below it, and its parent, for it may be moved with
/// that; one that is not, by its nearest ancestor.
pub(super) fn aim(dirs: &Dirs) -> Aim {
    let mut aim = Aim::default();
    for store in &dirs.stores {
        if let Some(real) = std::fs::canonicalize(store).ok().filter(|real| real.is_dir()) {
            aim.given.entry(real.clone()).or_default().push(store.clone());
            aim.stores.insert(store.clone(), real);
        }
    }
    for real in aim.given.keys() {
        if !covered(real, &aim.given) {
            aim.aims.insert(real.clone(), RecursiveMode::Recursive);
        }
    }
    let mut lone: BTreeSet<PathBuf> = dirs.stores.iter().chain(aim.given.keys()).cloned().collect();
    for file in &dirs.files {
        let there = std::fs::metadata(file).ok();
        let print = there.and_then(|there| Some((there.len(), there.modified().ok()?)));
        aim.files.insert(file.clone(), print);
        let folder = file.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
        let named = folder.zip(file.file_name()).map(|(folder, name)| folder.join(name));
        // the link, and what it leads to
        for path in named.into_iter().chain(std::fs::canonicalize(file)) {
            lone.insert(path.clone());
            aim.seen_at.insert(path, file.clone());
        }
        lone.insert(file.clone());
    }
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
        let parent = path.ancestors().skip(1).find_map(|above| std::fs::canonicalize(above).ok());
        if let Some(parent) = parent
            && !aim.given.contains_key(&parent)
            && !covered(&parent, &aim.given)
        {
            aim.aims.entry(parent).or_insert(RecursiveMode::NonRecursive);
        }
    }
    aim
}

/// Whether a directory lies in a store. Both have their links resolved, so that no link is in between.
fn covered(dir: &Path, stores: &BTreeMap<PathBuf, Vec<PathBuf>>) -> bool {
    dir.ancestors().skip(1).any(|above| stores.contains_key(above))
}
