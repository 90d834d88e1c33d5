//! Every store that can be found from the config root.
//!
//! Separate from `of_folder` because it goes the other way: from directories with slugs to the projects they are of.

use super::{agents, below, folders_in, name_of, project_place, user_agents, within, without_twins};
use crate::environment::{Environment, OVERRIDE, REMOTE_DIR};
use crate::git_root::{Roots, roots};
use crate::place::{Layout, Place, Scope};
use crate::settings;
use memdesk_memdir::slug::{hashed, slug};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A directory below `projects/`.
struct Folder {
    name: String,
    dir: PathBuf,
    /// Where its sessions took place, newest first.
    roots: Vec<Roots>,
}

/// Every store below the config root and in the projects that its sessions name.
///
/// `cwds` tells the working directories recorded in the session files of a `projects/<slug>` directory, newest first; it is
/// called once for each, from several threads. Where no session tells a project's path, the client's state file may.
/// Stores are listed by scope, then name; a directory is listed once. Creates nothing.
pub fn all(environment: &Environment, cwds: impl Fn(&Path) -> Vec<PathBuf> + Sync) -> Vec<Place> {
    let projects = environment.config_root.join("projects");
    let folders: Vec<Folder> = folders_in(&projects)
        .into_par_iter()
        .map(|(name, dir)| {
            let roots = cwds(&dir).iter().map(|cwd| roots(cwd)).collect();
            Folder { name, dir, roots }
        })
        .collect();
    let known = Known::new(&folders, environment);
    let mut places: Vec<Place> =
        folders.par_iter().flat_map_iter(|folder| stores_of(folder, &known)).collect();
    // the variable holds for a client started beside this process, not for every project
    let mut settings_only = environment.clone();
    settings_only.vars.remove(OVERRIDE);
    let more = known.roots.par_iter().flat_map_iter(|roots| elsewhere(&settings_only, roots));
    places.extend(more.collect::<Vec<_>>());
    places.extend(user_agents(&environment.config_root));
    places.extend(set_by_variable(environment, &known));
    let mut places = without_twins(places);
    places.sort_by(|a, b| (a.scope, &a.name, &a.dir).cmp(&(b.scope, &b.name, &b.dir)));
    places
}

/// The projects that sessions and the state file name.
struct Known {
    /// Each folder once.
    roots: Vec<Roots>,
    /// Main roots by slug: more than one is a collision.
    by_slug: HashMap<String, Vec<PathBuf>>,
    /// Folders by the name that the hashed layout gives them.
    by_hash: HashMap<String, PathBuf>,
    /// Main roots that only the state file names, by slug.
    by_state: HashMap<String, Vec<PathBuf>>,
}

impl Known {
    fn new(folders: &[Folder], environment: &Environment) -> Known {
        let mut known = Known {
            roots: Vec::new(),
            by_slug: HashMap::new(),
            by_hash: HashMap::new(),
            by_state: HashMap::new(),
        };
        let mut seen = HashSet::new();
        for roots in folders.iter().flat_map(|folder| &folder.roots) {
            if !seen.insert(roots.folder.clone()) {
                continue;
            }
            put(&mut known.by_slug, &roots.main);
            for path in [&roots.folder, &roots.main] {
                known.by_hash.insert(hashed(&path.to_string_lossy()), path.clone());
            }
            known.roots.push(roots.clone());
        }
        for path in projects_in_state(&environment.state_file) {
            put(&mut known.by_state, &path);
            known.by_hash.entry(hashed(&path.to_string_lossy())).or_insert(path);
        }
        known
    }

    /// The projects whose memory lies under this slug, the most recently used first.
    fn projects(&self, slug: &str) -> &[PathBuf] {
        self.by_slug.get(slug).or_else(|| self.by_state.get(slug)).map_or(&[], Vec::as_slice)
    }
}

fn put(map: &mut HashMap<String, Vec<PathBuf>>, path: &Path) {
    let paths = map.entry(slug(&path.to_string_lossy())).or_default();
    if !paths.iter().any(|known| known == path) {
        paths.push(path.to_owned());
    }
}

/// The projects that the client's state file lists; none when it is absent or broken.
fn projects_in_state(state_file: &Path) -> Vec<PathBuf> {
    let state = std::fs::read(state_file)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    let projects = state.as_ref().and_then(|state| state.get("projects")?.as_object());
    projects.into_iter().flatten().map(|(path, _)| PathBuf::from(path)).collect()
}

/// The stores in one directory below `projects/`: memory with what lies in it, and summaries of sessions.
fn stores_of(folder: &Folder, known: &Known) -> Vec<Place> {
    let mut out = Vec::new();
    let projects = known.projects(&folder.name);
    let collides = if projects.len() > 1 { projects.to_vec() } else { Vec::new() };
    let (project, layout) = match projects.first() {
        Some(first) => (Some(first.clone()), Layout::Slug),
        None => match (known.by_hash.get(&folder.name), is_hash(&folder.name)) {
            (None, false) => (None, Layout::Slug),
            (project, _) => (project.cloned(), Layout::Hashed),
        },
    };
    let name = project.as_deref().map_or_else(|| folder.name.clone(), name_of);
    let memory = Place {
        project,
        collides,
        layout,
        slug: Some(folder.name.clone()),
        ..Place::new(Scope::Project, folder.dir.join("memory"), name)
    };
    if memory.dir.is_dir() {
        out.extend(within(&memory));
        out.push(memory.clone());
    }
    for (session, dir) in folders_in(&folder.dir) {
        let dir = dir.join("session-memory");
        if dir.join("summary.md").is_file() {
            // a session's directory lies under the slug of its own working directory
            let project =
                folder.roots.first().map(|roots| roots.folder.clone()).or_else(|| memory.project.clone());
            let place = Place::new(Scope::Summary, dir, session);
            out.push(Place { project, slug: Some(folder.name.clone()), ..place });
        }
    }
    out
}

/// Whether a directory's name is of the hashed layout. Slugs of absolute paths begin otherwise.
fn is_hash(name: &str) -> bool {
    name.len() == 12 && name.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Stores that lie in a project itself, or where its settings say.
fn elsewhere(environment: &Environment, roots: &Roots) -> Vec<Place> {
    if !roots.folder.is_dir() {
        return Vec::new();
    }
    let answers = settings::read(environment, roots);
    let mut out = agents(environment, roots, &answers);
    let project = project_place(roots, &answers);
    if project.layout == Layout::Setting && project.dir.is_dir() {
        out.extend(within(&project));
        out.push(project);
    }
    out
}

/// Stores that a variable of this process names.
fn set_by_variable(environment: &Environment, known: &Known) -> Vec<Place> {
    let mut out = Vec::new();
    if let Some(dir) = environment.var(OVERRIDE).map(PathBuf::from).filter(|dir| dir.is_absolute()) {
        let place = Place::new(Scope::Project, crate::git_root::normal(&dir), name_of(&dir));
        out.push(Place { layout: Layout::Override, ..place });
    }
    if let Some(remote) = environment.var(REMOTE_DIR).map(PathBuf::from).filter(|dir| dir.is_absolute()) {
        for (name, dir) in folders_in(&remote.join("projects")) {
            out.extend(stores_of(&Folder { name, dir: dir.clone(), roots: Vec::new() }, known));
            out.extend(below(&dir.join("agent-memory-local"), Scope::AgentLocal));
        }
        out.extend(user_agents(&remote));
    }
    out.retain(|place| place.dir.is_dir());
    out
}
