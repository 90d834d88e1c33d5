//! Which files of which stores a shell command means.
//!
//! Separate from what its words say (`memdesk_review::held::shell`) because a path has to be walked from where the command
//! stands. Looks, never writes.

use memdesk_review::held::shell::{Deed, deeds};
use memdesk_store::{Environment, Owner, owner};
use std::path::{Path, PathBuf};

/// No removal names more files.
const FILES: usize = 10_000;

/// What a command does to memory.
#[derive(Debug, Default)]
pub(super) struct Means {
    /// Files that `rm` takes away; each is there, on disk or among what waits.
    pub(super) removed: Vec<Owner>,
    /// Files that are changed in another way, or by a pattern.
    pub(super) changed: Vec<Owner>,
}

/// What `command`, run in `cwd`, does to memory. `waits` tells whether and which files wait below a path of a store.
pub(super) fn means(
    environment: &Environment,
    cwd: &Path,
    command: &str,
    waits: impl Fn(&Owner) -> Vec<String>,
) -> Means {
    let mut means = Means::default();
    let mut at = cwd.to_owned();
    for deed in deeds(command) {
        match deed {
            Deed::Enter(dir) => match literal(environment, &dir) {
                Some(dir) => at = at.join(dir),
                None => break, // from here on nobody knows where it is
            },
            Deed::Write(paths) => {
                means.changed.extend(paths.iter().filter_map(|path| owned(environment, &at, path)));
            }
            Deed::Remove { paths, recursive } => {
                for one in paths.iter().filter_map(|path| owned(environment, &at, path)) {
                    match one.path.contains(['*', '?', '[', '{']) {
                        true => means.changed.push(one),
                        false => means.removed.extend(there(&one, recursive, &waits)),
                    }
                }
            }
        }
    }
    means.changed.retain(|one| !one.path.is_empty());
    means
}

/// The files that removing `one` takes away.
fn there(one: &Owner, recursive: bool, waits: impl Fn(&Owner) -> Vec<String>) -> Vec<Owner> {
    let at = |path: String| Owner { place: one.place.clone(), path };
    let file = one.place.dir.join(&one.path);
    let mut paths = match recursive {
        true => waits(one),
        false => waits(one).into_iter().filter(|path| *path == one.path).collect(),
    };
    match std::fs::symlink_metadata(&file) {
        Ok(kind) if kind.is_dir() && recursive => below(&file, &one.path, &mut paths),
        Ok(kind) if !kind.is_dir() => paths.push(one.path.clone()),
        _ => {}
    }
    paths.sort();
    paths.dedup();
    paths.into_iter().map(at).collect()
}

/// Every file below a directory; follows no link.
fn below(dir: &Path, path: &str, out: &mut Vec<String>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        match entry.file_type() {
            _ if out.len() >= FILES => return,
            Ok(kind) if kind.is_dir() => below(&entry.path(), &path, out),
            _ => out.push(path),
        }
    }
}

fn owned(environment: &Environment, at: &Path, path: &str) -> Option<Owner> {
    owner(environment, at, &literal(environment, path)?)
}

/// The path that a word of the shell stands for; `None` for one that only a shell could tell.
fn literal(environment: &Environment, word: &str) -> Option<PathBuf> {
    for home in ["~", "$HOME", "${HOME}"] {
        match word.strip_prefix(home) {
            Some("") => return Some(environment.home.clone()),
            Some(rest) if rest.starts_with('/') => {
                return literal(environment, rest.trim_start_matches('/'))
                    .map(|rest| environment.home.join(rest));
            }
            _ => {}
        }
    }
    (!word.is_empty() && !word.contains(['$', '`'])).then(|| PathBuf::from(word))
}
