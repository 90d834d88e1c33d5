//! The temporary folder that a client works in, as it is laid and as it was left.
//!
//! Separate because paths become files here and files paths: a path that leads elsewhere is not written, and a link, a pipe or
//! anything else that is no regular file is not read. Never writes outside its folder; it goes when this is dropped.

use super::{Copied, Files};
use crate::selector::SelectorError;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// A larger file was not left by an agent that wrote it by hand: it counts as untouched.
const FILE_LIMIT: u64 = 8 * 1024 * 1024;
/// Folders within folders at most.
const DEPTH: usize = 24;
/// Files that are read at most.
const MOST: usize = 20_000;

/// The folder: `work/memory/`, `work/sessions/`, and beside `work/` what the client is told.
pub(super) struct Folder {
    root: PathBuf,
    /// Takes the folder away.
    _kept: tempfile::TempDir,
}

impl Folder {
    /// Lays it.
    ///
    /// # Errors
    /// `Unreachable` when it cannot be written.
    pub(super) fn lay(copied: &Copied, instruction: &str, settings: &str) -> Result<Folder, SelectorError> {
        let lay = || -> std::io::Result<Folder> {
            let kept = tempfile::Builder::new().prefix("memdesk-run-").tempdir()?;
            // the client resolves links before it looks at its rules
            let folder = Folder { root: kept.path().canonicalize()?, _kept: kept };
            std::fs::write(folder.instruction(), instruction)?;
            std::fs::write(folder.settings(), settings)?;
            let (memory, sessions) = (folder.memory(), folder.work().join("sessions"));
            std::fs::create_dir_all(&memory)?;
            std::fs::create_dir_all(&sessions)?;
            for (path, bytes) in copied.files.iter().filter(|(path, _)| is_below(path)) {
                let place = memory.join(path);
                place.parent().map(std::fs::create_dir_all).transpose()?;
                std::fs::write(place, bytes)?;
            }
            for (name, text) in &copied.sessions {
                if is_below(name) && Path::new(name).components().count() == 1 {
                    std::fs::write(sessions.join(name), text)?;
                }
            }
            Ok(folder)
        };
        lay().map_err(|error| {
            let place = std::env::temp_dir();
            SelectorError::Unreachable(format!("no temporary folder in {}: {error}", place.display()))
        })
    }

    /// Where the client is started.
    pub(super) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    pub(super) fn settings(&self) -> PathBuf {
        self.root.join("settings.json")
    }

    pub(super) fn instruction(&self) -> PathBuf {
        self.root.join("instruction.md")
    }

    fn memory(&self) -> PathBuf {
        self.work().join("memory")
    }

    /// The files as they are now. One that was written empty is deleted; one that cannot be read, or is no regular file any more,
    /// is as it was in `before`.
    pub(super) fn read(&self, before: &Files) -> Files {
        let mut found = BTreeMap::new();
        walk(&self.memory(), String::new(), 0, &mut found);
        // what could not be laid cannot have been touched; and the client has no tool that takes a file away
        let mut files: Files = before
            .iter()
            .filter(|(path, _)| !found.contains_key(*path))
            .map(|(path, bytes)| (path.clone(), bytes.clone()))
            .collect();
        for (path, bytes) in found {
            let old = before.get(&path);
            match bytes {
                Some(bytes) if bytes.is_empty() && old.is_none_or(|old| !old.is_empty()) => {}
                Some(bytes) => drop(files.insert(path, bytes.into())),
                None => files.extend(old.map(|old| (path, old.clone()))),
            }
        }
        files
    }
}

/// Whatever is below `folder`; no bytes for what is there but cannot be taken.
fn walk(folder: &Path, before: String, depth: usize, found: &mut BTreeMap<String, Option<Vec<u8>>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (Ok(name), Ok(about)) = (entry.file_name().into_string(), entry.path().symlink_metadata()) else {
            continue;
        };
        let path = format!("{before}{name}");
        if about.is_dir() && depth < DEPTH {
            walk(&entry.path(), format!("{path}/"), depth + 1, found);
        } else if found.len() < MOST {
            let takes = about.is_file() && about.len() <= FILE_LIMIT;
            let bytes = takes.then(|| std::fs::read(entry.path()).ok()).flatten();
            found.insert(path, bytes);
        }
    }
}

/// A relative path of plain names.
fn is_below(path: &str) -> bool {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    !path.is_empty() && !path.contains(['\\', '\0']) && Path::new(path).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Files {
        files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().into())).collect()
    }

    #[test]
    fn it_is_read_as_it_was_laid_and_goes_when_it_is_dropped() {
        let before = files(&[("MEMORY.md", "x"), ("deep/er/中文.md", "y"), ("empty.md", "")]);
        let copied = Copied { files: before.clone(), sessions: vec![("s-1".to_owned(), "hi".to_owned())] };
        let folder = Folder::lay(&copied, "instruction", "{}").unwrap();
        assert_eq!(folder.read(&before), before);
        assert_eq!(std::fs::read_to_string(folder.work().join("sessions/s-1")).unwrap(), "hi");
        let root = folder.root.clone();
        drop(folder);
        assert!(!root.exists());
    }

    #[test]
    fn a_path_that_leads_out_is_not_written() {
        let outside = ["../x.md", "/x.md", "a/../../x.md", "", ".", "a\\..\\x.md"];
        let before: Files =
            outside.iter().map(|path| ((*path).to_owned(), b"bad".as_slice().into())).collect();
        let sessions =
            outside.iter().chain(&["a/b"]).map(|name| ((*name).to_owned(), "bad".to_owned())).collect();
        let folder = Folder::lay(&Copied { files: before.clone(), sessions }, "", "").unwrap();
        let names = |place: &Path| std::fs::read_dir(place).unwrap().count();
        assert_eq!((names(&folder.root), names(&folder.work())), (3, 2));
        assert_eq!((names(&folder.memory()), names(&folder.work().join("sessions"))), (0, 0));
        assert_eq!(folder.read(&before), before, "they count as untouched");
    }

    #[test]
    fn what_is_empty_is_deleted_and_what_is_no_file_is_untouched() {
        let before = files(&[("a.md", "a"), ("b.md", "b"), ("c.md", "c"), ("d.md", "d"), ("was.md", "")]);
        let folder = Folder::lay(&Copied { files: before.clone(), ..Copied::default() }, "", "").unwrap();
        let at = |path: &str| folder.memory().join(path);
        std::fs::write(at("a.md"), "").unwrap();
        std::fs::write(at("new.md"), "").unwrap();
        std::fs::write(at("b.md"), "bb").unwrap();
        std::fs::remove_file(at("d.md")).unwrap();
        std::fs::File::create(at("c.md")).unwrap().set_len(FILE_LIMIT + 1).unwrap();
        let mut after = files(&[("b.md", "bb"), ("c.md", "c"), ("d.md", "d"), ("was.md", "")]);
        assert_eq!(folder.read(&before), after);
        #[cfg(unix)]
        {
            std::fs::remove_file(at("b.md")).unwrap();
            std::os::unix::fs::symlink("/etc/hostname", at("b.md")).unwrap();
            std::os::unix::fs::symlink("/etc", at("etc")).unwrap();
            after.extend(files(&[("b.md", "b")]));
            assert_eq!(folder.read(&before), after, "no link is followed");
        }
    }
}
