//! The instruction files that the client loads beside the index: read-only context of a folder.
//!
//! Separate from `locate` because these are no stores. Tells paths and sizes, never contents. Seen in 2.1.332.

use crate::environment::Environment;
use crate::git_root::Roots;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// At most so many rules of one directory, and levels of directories below it.
const MOST: usize = 1000;
const DEPTH: usize = 16;

/// One instruction file that loads with a folder's memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Whose it is.
    pub kind: ContextKind,
    /// Its size in bytes.
    pub bytes: u64,
    /// A rule with `paths`: it loads once a file that they match is looked at, not at the start.
    pub conditional: bool,
}

/// Whose instructions a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContextKind {
    /// The organisation's.
    Managed,
    /// The user's.
    User,
    /// The project's, checked in.
    Project,
    /// The project's, kept out of version control.
    Local,
}

struct Found {
    files: Vec<ContextFile>,
    seen: HashSet<PathBuf>,
}

/// The instruction files of a folder in load order: the organisation's, the user's, then from the file system's root down to
/// the folder. Rules of one directory load in directory order; here they are sorted by path.
///
/// In a linked worktree that lies inside its main checkout, what is checked in there (but not what is local) is left out,
/// since the worktree has its own. Rules that are links to outside the folder are left out.
pub fn context(environment: &Environment, roots: &Roots) -> Vec<ContextFile> {
    let mut found = Found { files: Vec::new(), seen: HashSet::new() };
    let managed = &environment.managed_root;
    found.add(managed.join("CLAUDE.md"), ContextKind::Managed);
    found.rules(&managed.join(".claude/rules"), ContextKind::Managed, None);
    found.add(environment.config_root.join("CLAUDE.md"), ContextKind::User);
    found.rules(&environment.config_root.join("rules"), ContextKind::User, None);
    let mut way: Vec<&Path> = roots.folder.ancestors().collect();
    way.reverse();
    for folder in way {
        if !shadowed(folder, roots) {
            found.add(folder.join("CLAUDE.md"), ContextKind::Project);
            found.add(folder.join(".claude/CLAUDE.md"), ContextKind::Project);
            found.rules(&folder.join(".claude/rules"), ContextKind::Project, Some(&roots.folder));
        }
        found.add(folder.join("CLAUDE.local.md"), ContextKind::Local);
    }
    found.files
}

/// Whether a folder is part of a main checkout, above a linked worktree that lies in it.
fn shadowed(folder: &Path, roots: &Roots) -> bool {
    roots.checkout.as_deref().is_some_and(|checkout| {
        checkout != roots.main
            && checkout.starts_with(&roots.main)
            && folder.starts_with(&roots.main)
            && !folder.starts_with(checkout)
    })
}

impl Found {
    /// Adds a file that is there, has something in it, and was not added before.
    fn add(&mut self, path: PathBuf, kind: ContextKind) {
        let Ok(meta) = std::fs::metadata(&path) else { return };
        if meta.is_file() && meta.len() > 0 && self.seen.insert(path.clone()) {
            self.files.push(ContextFile { path, kind, bytes: meta.len(), conditional: false });
        }
    }

    /// Adds the `*.md` below a directory of rules, and with `inside` what links lead to only when it lies there.
    fn rules(&mut self, dir: &Path, kind: ContextKind, inside: Option<&Path>) {
        let mut paths = Vec::new();
        below(dir, DEPTH, &mut paths);
        paths.sort();
        for path in paths {
            let end = std::fs::canonicalize(&path).unwrap_or_default();
            if inside.is_some_and(|inside| end != path && !end.starts_with(inside)) {
                continue;
            }
            let conditional = has_paths(&path);
            let before = self.files.len();
            self.add(path, kind);
            if let Some(file) = self.files.get_mut(before) {
                file.conditional = conditional;
            }
        }
    }
}

fn below(dir: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(meta) = std::fs::metadata(&path) else { continue };
        if out.len() >= MOST {
            return;
        }
        if meta.is_dir() && depth > 0 {
            below(&path, depth - 1, out);
        } else if meta.is_file() && path.extension().is_some_and(|extension| extension == "md") {
            out.push(path);
        }
    }
}

/// Whether a rule's frontmatter restricts it to paths. `**` alone restricts nothing.
fn has_paths(rule: &Path) -> bool {
    let mut head = Vec::new();
    let Ok(file) = std::fs::File::open(rule) else { return false };
    if file.take(4096).read_to_end(&mut head).is_err() {
        return false;
    }
    let head = String::from_utf8_lossy(&head);
    let mut lines = head.lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return false;
    }
    let block: Vec<&str> = lines.take_while(|line| line.trim_end() != "---").collect();
    let Some(at) = block.iter().position(|line| line.starts_with("paths:")) else { return false };
    let value =
        block.iter().skip(at).enumerate().take_while(|(n, line)| *n == 0 || line.starts_with([' ', '-']));
    let letters: String = value.map(|(_, line)| line.trim_start_matches("paths:")).collect();
    let globs = letters.split([',', '[', ']', ' ', '\'', '"', '-']).filter(|glob| !glob.is_empty());
    globs.into_iter().any(|glob| glob != "**")
}
