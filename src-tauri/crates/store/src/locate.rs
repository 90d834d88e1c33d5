//! Finds stores: all there are, and those of one folder.

use crate::context::ContextFile;
use crate::environment::Environment;
use crate::place::Place;
use crate::settings::Memory;
use std::path::{Path, PathBuf};

/// The stores that a client started in a folder would use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderStores {
    /// The folder, with links resolved.
    pub folder: PathBuf,
    /// The main repository's root (outside git: the folder).
    pub root: PathBuf,
    /// Whether the client would use memory there at all.
    pub memory: Memory,
    /// The project's store; it need not exist yet.
    pub project: Place,
    /// The other stores that exist: agents, team, logs, hashed layout.
    pub others: Vec<Place>,
    /// Instruction files that load with it, in load order.
    pub context: Vec<ContextFile>,
}

/// Every store below the config root and in the projects that its sessions name.
///
/// `cwds` tells the working directories recorded in the session files of a `projects/<slug>` directory, newest first.
pub fn all(environment: &Environment, cwds: impl Fn(&Path) -> Vec<PathBuf> + Sync) -> Vec<Place> {
    let _ = (environment, cwds);
    Vec::new()
}

/// The stores of a folder; `folder` may be relative and need not exist. Never creates anything.
pub fn of_folder(environment: &Environment, folder: &Path) -> FolderStores {
    let _ = environment;
    FolderStores {
        folder: folder.to_owned(),
        root: folder.to_owned(),
        memory: Memory::On,
        project: Place::new(crate::place::Scope::Project, folder.to_owned(), ""),
        others: Vec::new(),
        context: Vec::new(),
    }
}
