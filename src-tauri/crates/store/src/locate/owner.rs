//! Which store a path is in.
//!
//! Separate because it goes from a file to its store, and must be quick: it is asked for every file that a client touches.
//! Looks at the path's parts first, at the settings of the client's folder only when those tell nothing. Creates nothing.

use super::project_place;
use crate::environment::Environment;
use crate::git_root::{normal, resolved, roots};
use crate::place::{Place, Scope};
use crate::settings;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// A file's store, and the file in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The store. Team memory and daily logs are files of their project's store here.
    pub place: Place,
    /// The path below it, with `/` between the parts; empty for the store's own directory.
    pub path: String,
}

/// The store that `path` (relative ones: from `cwd`, the folder that a client works in) is in, by any name: with `..`
/// taken by its letters or by where links lead, and with links resolved. It need not exist. `None` for every other path.
pub fn owner(environment: &Environment, cwd: &Path, path: &Path) -> Option<Owner> {
    let path = cwd.join(path);
    let mut names = vec![normal(&path)];
    for name in [resolved(&path), physical(&path)] {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let root = &environment.config_root;
    if let Some(owner) = below_root(root, &names).or_else(|| names.iter().find_map(|name| in_a_folder(name)))
    {
        return Some(owner);
    }
    let roots = roots(cwd);
    let answers = settings::read(environment, &roots);
    let project = project_place(&roots, &answers);
    if let Some(path) = below_dir(&project.dir, &names) {
        return Some(Owner { place: project, path });
    }
    answers.remote(&roots.folder).and_then(|remote| below_root(&remote, &names))
}

/// The project's store of a folder, without looking for any other.
pub fn project_of(environment: &Environment, folder: &Path) -> Place {
    let roots = roots(folder);
    let answers = settings::read(environment, &roots);
    project_place(&roots, &answers)
}

/// A store at its fixed place below a config root.
fn below_root(root: &Path, names: &[PathBuf]) -> Option<Owner> {
    let (root, real) = (normal(root), resolved(root));
    let inner = |name: &PathBuf| {
        let rest = name.strip_prefix(&root).or_else(|_| name.strip_prefix(&real)).ok()?;
        let parts: Vec<&OsStr> = rest.iter().collect();
        let (scope, length) = match parts.as_slice() {
            [projects, _, memory, ..] if *projects == "projects" && *memory == "memory" => {
                (Scope::Project, 3)
            }
            [agents, _, ..] if *agents == "agent-memory" => (Scope::AgentUser, 2),
            [projects, _, agents, _, ..] if *projects == "projects" && *agents == "agent-memory-local" => {
                (Scope::AgentLocal, 4)
            }
            _ => return None,
        };
        split(&root, &parts, length, scope)
    };
    names.iter().find_map(inner)
}

/// An agent's store in a project folder: `.claude/agent-memory/<name>` or `.claude/agent-memory-local/<name>`.
fn in_a_folder(name: &Path) -> Option<Owner> {
    let parts: Vec<&OsStr> = name.iter().collect();
    let at = parts.windows(2).position(|two| {
        matches!(two, [dot, agents] if *dot == ".claude" && (*agents == "agent-memory" || *agents == "agent-memory-local"))
    })?;
    let scope = match parts.get(at + 1) {
        Some(agents) if *agents == "agent-memory" => Scope::AgentProject,
        _ => Scope::AgentLocal,
    };
    let owner = split(Path::new(""), &parts, at + 3, scope)?;
    let folder: PathBuf = parts.iter().take(at).collect();
    Some(Owner { place: Place { project: Some(folder), ..owner.place }, ..owner })
}

/// The store of the first `length` parts (none when there are fewer), and the rest as a path in it.
fn split(base: &Path, parts: &[&OsStr], length: usize, scope: Scope) -> Option<Owner> {
    let (dir, rest) = parts.split_at_checked(length)?;
    let dir = dir.iter().fold(base.to_owned(), |dir, part| dir.join(part));
    let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let slug =
        (scope == Scope::Project).then(|| parts.get(1).map(|slug| slug.to_string_lossy().into_owned()));
    let place = Place::new(scope, dir, slug.clone().flatten().unwrap_or(name));
    Some(Owner { place: Place { slug: slug.flatten(), ..place }, path: relative(rest.iter().copied())? })
}

fn below_dir(dir: &Path, names: &[PathBuf]) -> Option<String> {
    let (dir, real) = (normal(dir), resolved(dir));
    let rest = |name: &PathBuf| {
        let rest = name.strip_prefix(&dir).or_else(|_| name.strip_prefix(&real)).ok()?;
        relative(rest.iter())
    };
    names.iter().find_map(rest)
}

/// A path below a store. `None` when it is not Unicode: no tool of the client can name such a file.
fn relative<'p>(parts: impl Iterator<Item = &'p OsStr>) -> Option<String> {
    let parts: Option<Vec<&str>> = parts.map(OsStr::to_str).collect();
    Some(parts?.join("/"))
}

/// The path as the operating system walks it: each `..` from where the links before it lead.
fn physical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out = std::fs::canonicalize(&out).unwrap_or(out);
                out.pop();
            }
            other => out.push(other),
        }
    }
    resolved(&out)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::os::unix::fs::symlink;

    #[test]
    fn by_any_name() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        let at = |path: &str| home.join(path);
        let mut environment = Environment::new(home.clone(), BTreeMap::new(), None);
        environment.managed_root = at("managed");
        let shop = memdesk_memdir::slug::slug(&at("shop").to_string_lossy());
        let memory = format!(".claude/projects/{shop}/memory");
        for dir in ["shop/.git", "own/.claude", "own-memory/sub", "deep/er", &memory] {
            std::fs::create_dir_all(at(dir)).unwrap();
        }
        let setting = format!("{{\"autoMemoryDirectory\": {:?}}}", at("own-memory"));
        std::fs::write(at("own/.claude/settings.json"), setting).unwrap();
        symlink(at(&memory), at("shop/notes")).unwrap();
        symlink(at("deep/er"), at("shop/down")).unwrap();
        symlink(at(".claude"), at("config")).unwrap();
        let one = format!("{memory}/a.md");
        let links = format!("{}/../../.claude/projects/{shop}/memory/a.md", at("shop/down").display());
        for (cwd, path, expected) in [
            ("shop", at(&one).display().to_string(), Some((memory.as_str(), "a.md"))),
            ("own", at(&one).display().to_string(), Some((&memory, "a.md"))),
            ("shop", format!("{}/sub/b.md", at(&memory).display()), Some((&memory, "sub/b.md"))),
            ("shop", at(&memory).display().to_string(), Some((&memory, ""))),
            ("shop", format!("../{one}"), Some((&memory, "a.md"))),
            ("shop", format!("x/./../../{one}"), Some((&memory, "a.md"))),
            ("shop", "notes/a.md".to_owned(), Some((&memory, "a.md"))),
            ("shop", links, Some((&memory, "a.md"))),
            (
                "shop",
                at(&format!("config/projects/{shop}/memory/a.md")).display().to_string(),
                Some((&memory, "a.md")),
            ),
            (
                "shop",
                at(".claude/agent-memory/x/a.md").display().to_string(),
                Some((".claude/agent-memory/x", "a.md")),
            ),
            ("shop", ".claude/agent-memory/x/a.md".to_owned(), Some(("shop/.claude/agent-memory/x", "a.md"))),
            (
                "shop",
                ".claude/agent-memory-local/x/a.md".to_owned(),
                Some(("shop/.claude/agent-memory-local/x", "a.md")),
            ),
            ("own", at("own-memory/sub/a.md").display().to_string(), Some(("own-memory", "sub/a.md"))),
            ("shop", at("own-memory/sub/a.md").display().to_string(), None),
            ("shop", "a.md".to_owned(), None),
            ("shop", at(&format!(".claude/projects/{shop}/memory.md")).display().to_string(), None),
            ("shop", at(&format!(".claude/projects/{shop}/memory-old/a.md")).display().to_string(), None),
            ("shop", at(&format!(".claude/projects-old/{shop}/memory/a.md")).display().to_string(), None),
            ("shop", at(&format!(".claude/projects/{shop}/x/memory/a.md")).display().to_string(), None),
            ("shop", format!("{}/../a.md", at(&memory).display()), None),
            ("shop", ".claude/agent-memory/a.md".to_owned(), Some(("shop/.claude/agent-memory/a.md", ""))),
        ] {
            let found = owner(&environment, &at(cwd), Path::new(&path));
            let said = found.as_ref().map(|owner| (owner.place.dir.clone(), owner.path.as_str()));
            assert_eq!(said, expected.map(|(dir, path)| (at(dir), path)), "{path} in {cwd}");
        }
    }

    #[test]
    fn the_id_is_that_of_the_listed_store() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().canonicalize().unwrap().join("shop");
        std::fs::create_dir_all(folder.join(".git")).unwrap();
        let environment = Environment::new(home.path().to_owned(), BTreeMap::new(), None);
        let listed = crate::of_folder(&environment, &folder).project;
        let file = listed.dir.join("a.md");
        assert_eq!(owner(&environment, &folder, &file).unwrap().place.id, listed.id);
        assert_eq!(project_of(&environment, &folder), listed);
    }
}
