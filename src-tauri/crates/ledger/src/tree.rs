//! Trees: a store's files by path, to git and back.
//!
//! Separate so that odd names are made safe in one place. Every tree that is written here passes `git fsck`.

use crate::entry::{Entry, NOTE, WHOLE};
use git2::{ObjectType, Oid, Repository};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::collections::BTreeMap;

/// Files by path.
pub(crate) type Files = BTreeMap<String, Entry>;

/// Characters that stand as `%XX` in a name; others than ASCII stay readable, but for those below.
const ODD: &AsciiSet = &CONTROLS.add(b'%').add(b'\\');

/// A path's part as a name in a tree. What some file system takes for `.git`, or git for a file of its own, is written
/// otherwise; so are characters that some file system ignores in names.
fn name(part: &str) -> String {
    let lower = part.get(..4).unwrap_or_default().to_ascii_lowercase();
    match part.chars().next() {
        None => "%-".to_owned(),
        // the first is an ASCII character then
        Some(first) if matches!(part, "." | "..") || matches!(lower.as_str(), ".git" | "git~") => {
            format!("%{:02X}{}", u32::from(first), escaped(part.get(1..).unwrap_or_default()))
        }
        Some(_) => escaped(part),
    }
}

/// Odd characters as `%XX`. The percent-encoding crate alone would write every character that is not ASCII so.
fn escaped(part: &str) -> String {
    let ignored = |c: char| matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    part.chars().fold(String::new(), |mut out, c| {
        match c.is_ascii() || ignored(c) {
            true => out.extend(utf8_percent_encode(c.encode_utf8(&mut [0; 4]), ODD)),
            false => out.push(c),
        }
        out
    })
}

/// A name in a tree as the path's part that it stands for.
fn part(name: &str) -> String {
    match name {
        "%-" => String::new(),
        _ => percent_decode_str(name).decode_utf8_lossy().into_owned(),
    }
}

/// A path below a store as a path in a tree.
pub(crate) fn encode(path: &str) -> String {
    path.split('/').map(name).collect::<Vec<_>>().join("/")
}

/// A path in a tree as the path below a store.
pub(crate) fn decode(path: &str) -> String {
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// All files of a tree.
pub(crate) fn read(repository: &Repository, tree: Oid) -> Result<Files, git2::Error> {
    let mut files = Files::new();
    let mut todo = vec![(String::new(), tree)];
    while let Some((folder, tree)) = todo.pop() {
        for item in &repository.find_tree(tree)? {
            let path = format!("{folder}{}", part(&String::from_utf8_lossy(item.name_bytes())));
            match item.kind() {
                Some(ObjectType::Tree) => todo.push((format!("{path}/"), item.id())),
                Some(ObjectType::Blob) => {
                    files.insert(path, Entry { blob: item.id(), note: item.filemode() == NOTE });
                }
                _ => {}
            }
        }
    }
    Ok(files)
}

/// One file of a tree.
pub(crate) fn find(tree: &git2::Tree<'_>, path: &str) -> Result<Option<Entry>, git2::Error> {
    match tree.get_path(std::path::Path::new(&encode(path))) {
        Ok(item) if item.kind() == Some(ObjectType::Blob) => {
            Ok(Some(Entry { blob: item.id(), note: item.filemode() == NOTE }))
        }
        Ok(_) => Ok(None),
        Err(error) if error.code() == git2::ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a tree of files whose blobs are written. Where a file and a directory have one name the directory stays.
pub(crate) fn write(repository: &Repository, files: &Files) -> Result<Oid, git2::Error> {
    let mut top = Folder::default();
    for (path, entry) in files {
        let mut folder = &mut top;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let name = name(part);
            if parts.peek().is_none() {
                folder.files.insert(name, *entry);
                break;
            }
            folder = folder.folders.entry(name).or_default();
        }
    }
    top.write(repository)
}

/// A directory on its way into git.
#[derive(Default)]
struct Folder {
    files: BTreeMap<String, Entry>,
    folders: BTreeMap<String, Folder>,
}

impl Folder {
    /// As deep as the paths are; those come from a directory walk with a limit.
    fn write(&self, repository: &Repository) -> Result<Oid, git2::Error> {
        let mut builder = repository.treebuilder(None)?;
        for (name, entry) in &self.files {
            builder.insert(name, entry.blob, if entry.note { NOTE } else { WHOLE })?;
        }
        for (name, folder) in &self.folders {
            builder.insert(name, folder.write(repository)?, 0o040_000)?;
        }
        builder.write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn odd_names_are_written_otherwise() {
        for (path, want) in [
            ("MEMORY.md", "MEMORY.md"),
            ("sub/ünï 中文.md", "sub/ünï 中文.md"),
            ("100%.md", "100%25.md"),
            (".git/x.md", "%2Egit/x.md"),
            (".GitModules/x.md", "%2EGitModules/x.md"),
            ("GIT~1/x.md", "%47IT~1/x.md"),
            (".g\u{200c}it/x.md", ".g%E2%80%8Cit/x.md"),
            ("a\nb\tc.md", "a%0Ab%09c.md"),
            ("../x.md", "%2E./x.md"),
            (".hidden.md", ".hidden.md"),
            ("a//b.md", "a/%-/b.md"),
            ("ü%\\.md", "ü%25%5C.md"),
        ] {
            assert_eq!(encode(path), want, "{path:?}");
            assert_eq!(decode(want), path, "{path:?}");
        }
    }

    proptest! {
        #[test]
        fn names_come_back(path in "[\\PC\u{0}-\u{1f}]{1,20}(/[\\.gitGIT~%1\u{200c}]{0,6}){0,3}") {
            prop_assert_eq!(decode(&encode(&path)), path);
        }
    }
}
