//! The main repository root of a folder, as the client finds it: by looking at files, without running git.
//!
//! Separate because it is a rule of the client with cases of its own (`tests/golden/locate.json`). Never writes.
//!
//! Seen in 2.1.332: the nearest `.git` above the resolved folder makes a root, whatever it is (an empty directory, a file
//! of nonsense, a link to something). Only a linked worktree leads on to its main checkout, and only when both point at
//! each other: its `.git` file at `<common>/worktrees/<name>`, and the `gitdir` there back at it. Submodules and nested
//! repositories are roots of their own, `GIT_DIR` is not asked.

use std::path::{Component, Path, PathBuf};

/// At most so many bytes of git's small files are read.
const SMALL: u64 = 16 * 1024;

/// The checkout that a folder is in, and the one that its memory is kept for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// The folder with links resolved (as far as it exists).
    pub folder: PathBuf,
    /// The root of the checkout that holds it: a linked worktree's own. `None` outside git.
    pub checkout: Option<PathBuf>,
    /// The folder whose slug names the memory: the main checkout's root (of a bare or moved repository: its git directory),
    /// or outside git the folder.
    pub main: PathBuf,
}

/// Finds the roots of `folder`, which may be relative and need not exist.
pub fn roots(folder: &Path) -> Roots {
    let folder = resolved(folder);
    let checkout = folder.ancestors().find(|above| above.join(".git").exists()).map(Path::to_owned);
    let main = match &checkout {
        Some(checkout) => main_of(checkout).unwrap_or_else(|| checkout.clone()),
        None => folder.clone(),
    };
    Roots { folder, checkout, main }
}

/// The folder whose slug names the memory of `folder`.
pub fn main_root(folder: &Path) -> PathBuf {
    roots(folder).main
}

/// Where a linked worktree's main checkout is; `None` for anything else, and when the two do not point at each other.
fn main_of(checkout: &Path) -> Option<PathBuf> {
    let dot_git = checkout.join(".git");
    let pointer = small(&dot_git)?; // none for a directory
    let git_dir = normal(&checkout.join(pointer.trim().strip_prefix("gitdir:")?.trim()));
    let common = normal(&git_dir.join(small(&git_dir.join("commondir"))?.trim()));
    let back = normal(&git_dir.join(small(&git_dir.join("gitdir"))?.trim()));
    let mutual = git_dir.parent()? == common.join("worktrees")
        && std::fs::canonicalize(back).ok()? == std::fs::canonicalize(checkout).ok()?.join(".git");
    if !mutual {
        return None;
    }
    match common.file_name()? == ".git" {
        true => common.parent().map(Path::to_owned),
        false => Some(common),
    }
}

/// A small regular file's text.
fn small(path: &Path) -> Option<String> {
    use std::io::Read;
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(SMALL).read_to_string(&mut text).ok()?;
    Some(text)
}

/// The path with links resolved; what does not exist (any more) stays as it is behind what does.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = normal(&path);
    for above in path.ancestors() {
        if let Ok(real) = std::fs::canonicalize(above)
            && let Ok(rest) = path.strip_prefix(above)
        {
            // joining an empty rest would add a slash
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    path
}

/// The path without `.` and `..`, by its letters alone; without a slash at its end.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
