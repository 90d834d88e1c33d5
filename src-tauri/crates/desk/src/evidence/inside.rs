//! Whether a path that a memory names is there, without ever leaving the project's folder.
//!
//! Separate because memory text must not choose what is looked at: a path that leads out, or through a link, is not looked up.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum There {
    /// It is there: its path below the folder.
    Yes(String),
    /// It is not.
    No(String),
    /// It is outside the folder, or would be.
    Outside,
    /// The way to it leads through a link.
    Link,
    /// The operating system would not say.
    Unknown,
}

/// Looks for `path`, which may be absolute, begin with `~`, or be relative to `root`.
pub(crate) fn there(root: &Path, home: &Path, path: &str) -> There {
    let Some(relative) = below(root, home, path) else { return There::Outside };
    let shown = relative.join("/");
    let mut at: PathBuf = root.to_owned();
    let last = relative.len().saturating_sub(1);
    for (depth, part) in relative.iter().enumerate() {
        at.push(part);
        match std::fs::symlink_metadata(&at) {
            Ok(meta) if depth < last && meta.is_symlink() => return There::Link,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return There::No(shown);
            }
            Err(_) => return There::Unknown,
        }
    }
    There::Yes(shown)
}

/// The parts of a path below `root`, by its words alone; `None` when it leads out.
fn below(root: &Path, home: &Path, path: &str) -> Option<Vec<String>> {
    let path = match path.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None => root.join(path),
    };
    let mut kept: Vec<std::path::Component<'_>> = Vec::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                kept.pop()?;
            }
            std::path::Component::CurDir => {}
            part => kept.push(part),
        }
    }
    let whole: PathBuf = kept.iter().collect();
    let rest = whole.strip_prefix(root).ok()?;
    rest.iter().map(|part| part.to_str().map(str::to_owned)).collect()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn paths_never_lead_out() {
        let world = tempfile::tempdir().unwrap();
        let home = world.path().canonicalize().unwrap();
        let root = home.join("code/shop");
        std::fs::create_dir_all(root.join("src")).unwrap();
        std::fs::write(root.join("src/a.rs"), "").unwrap();
        std::fs::write(home.join("secret.txt"), "").unwrap();
        std::os::unix::fs::symlink(&home, root.join("out")).unwrap();
        let yes = |path: &str| There::Yes(path.to_owned());
        let no = |path: &str| There::No(path.to_owned());
        for (path, expected) in [
            ("src/a.rs".to_owned(), yes("src/a.rs")),
            ("./src/".to_owned(), yes("src")),
            ("src/../src/a.rs".to_owned(), yes("src/a.rs")),
            ("src/b.rs".to_owned(), no("src/b.rs")),
            ("src/a.rs/x".to_owned(), no("src/a.rs/x")),
            ("~/code/shop/src/a.rs".to_owned(), yes("src/a.rs")),
            (root.join("src/a.rs").display().to_string(), yes("src/a.rs")),
            ("out".to_owned(), yes("out")),
            ("out/secret.txt".to_owned(), There::Link),
            ("../../secret.txt".to_owned(), There::Outside),
            ("~/secret.txt".to_owned(), There::Outside),
            ("/etc/hosts".to_owned(), There::Outside),
            ("../".repeat(99), There::Outside),
        ] {
            assert_eq!(there(&root, &home, &path), expected, "{path}");
        }
    }
}
