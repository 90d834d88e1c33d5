//! Finds stores: all there are, and those of one folder.
//!
//! Separate from `place` (what a store is) and `settings` (what replaces one). A project's path is what sessions and the
//! client's state file recorded, never guessed from a slug. Looking creates nothing.

mod owner;
mod projects;

use crate::context::{ContextFile, context};
use crate::environment::Environment;
use crate::git_root::{Roots, roots};
use crate::place::{Layout, Place, Scope};
use crate::settings::{self, Answers, Instead, Memory};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use owner::{Owner, owner, project_of};
pub use projects::all;

/// The stores that a client started in a folder would use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderStores {
    /// The folder, with links resolved.
    pub folder: PathBuf,
    /// The main repository's root (outside git: the folder): what the slug is made of.
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

/// The stores of a folder; `folder` may be relative and need not exist. Never creates anything.
pub fn of_folder(environment: &Environment, folder: &Path) -> FolderStores {
    let roots = roots(folder);
    let answers = settings::read(environment, &roots);
    let project = project_place(&roots, &answers);
    let mut others = within(&project);
    others.extend(agents(environment, &roots, &answers));
    others.extend(hashed(environment, &roots));
    FolderStores {
        memory: answers.memory(),
        context: context(environment, &roots),
        project,
        others,
        folder: roots.folder,
        root: roots.main,
    }
}

/// The store of a folder, by whichever rule.
fn project_place(roots: &Roots, answers: &Answers) -> Place {
    let slug = memdesk_memdir::slug::slug(&roots.main.to_string_lossy());
    let (dir, layout) = match answers.instead(&roots.folder) {
        Instead::Override(dir) => (dir, Layout::Override),
        Instead::Setting { dir, .. } => (dir, Layout::Setting),
        Instead::Nothing { base } => (base.join("projects").join(&slug).join("memory"), Layout::Slug),
    };
    let name = name_of(&roots.main);
    let slug = (layout == Layout::Slug).then_some(slug);
    Place { project: Some(roots.main.clone()), slug, layout, ..Place::new(Scope::Project, dir, name) }
}

/// Team memory and daily logs in a project's store.
fn within(project: &Place) -> Vec<Place> {
    let inner = [("team", Scope::Team), ("logs", Scope::Log)].into_iter();
    let places = inner.map(|(name, scope)| {
        let place = Place::new(scope, project.dir.join(name), project.name.clone());
        Place {
            project: project.project.clone(),
            slug: project.slug.clone(),
            layout: project.layout,
            ..place
        }
    });
    places.filter(|place| place.dir.is_dir()).collect()
}

/// The stores of agents that a client in this folder would use. Those of a project lie below the FOLDER, not the
/// repository's root (2.1.332).
fn agents(environment: &Environment, roots: &Roots, answers: &Answers) -> Vec<Place> {
    let remote = answers.remote(&roots.folder);
    let base = remote.clone().unwrap_or_else(|| environment.config_root.clone());
    let mut out = user_agents(&base);
    let mut own = below(&roots.folder.join(".claude/agent-memory"), Scope::AgentProject);
    own.extend(match remote {
        Some(remote) => {
            let slug = memdesk_memdir::slug::slug(&roots.main.to_string_lossy());
            below(&remote.join("projects").join(slug).join("agent-memory-local"), Scope::AgentLocal)
        }
        None => below(&roots.folder.join(".claude/agent-memory-local"), Scope::AgentLocal),
    });
    out.extend(own.into_iter().map(|place| Place { project: Some(roots.folder.clone()), ..place }));
    out
}

/// The stores of agents with `memory: user`.
fn user_agents(base: &Path) -> Vec<Place> {
    below(&base.join("agent-memory"), Scope::AgentUser)
}

/// A store for each directory in `dir`, by name.
fn below(dir: &Path, scope: Scope) -> Vec<Place> {
    let mut names: Vec<(String, PathBuf)> = folders_in(dir);
    names.sort();
    names.into_iter().map(|(name, dir)| Place::new(scope, dir, name)).collect()
}

/// The store in the layout of another program, when there is one for this folder.
fn hashed(environment: &Environment, roots: &Roots) -> Option<Place> {
    let name = memdesk_memdir::slug::hashed(&roots.folder.to_string_lossy());
    let dir = environment.config_root.join("projects").join(&name).join("memory");
    let place = Place::new(Scope::Project, dir, name_of(&roots.folder));
    let place =
        Place { project: Some(roots.folder.clone()), slug: Some(name), layout: Layout::Hashed, ..place };
    place.dir.is_dir().then_some(place)
}

/// What to call a project.
fn name_of(project: &Path) -> String {
    project.file_name().unwrap_or(project.as_os_str()).to_string_lossy().into_owned()
}

/// Directories (or links to some) in a directory, with their names; in directory order.
fn folders_in(dir: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
        Ok(kind) => kind.is_dir(),
        Err(_) => false,
    });
    folders.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())).collect()
}

/// Keeps the first of places with the same directory.
fn without_twins(places: Vec<Place>) -> Vec<Place> {
    let mut seen = HashSet::new();
    places.into_iter().filter(|place| seen.insert(place.dir.clone())).collect()
}
