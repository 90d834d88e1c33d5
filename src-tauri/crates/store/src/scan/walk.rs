//! Walks a store's directories and finds its `*.md` files.
//!
//! Separate from `read` so that links, loops and limits are apart from bytes. Opens directories only.

use super::Limits;
use memdesk_review::snapshot::Link;
use std::fs::FileType;
use std::io;
use std::path::{Path, PathBuf};

/// A file to be read.
#[derive(Debug)]
pub(super) struct Found {
    /// Path below the store, with `/`.
    pub(super) path: String,
    /// Where to open it.
    pub(super) at: PathBuf,
    /// Where the links on the way to it lead.
    pub(super) link: Option<Link>,
    /// What the directory says it is, when that is no regular file.
    pub(super) special: Option<&'static str>,
}

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// Files, in directory order.
    pub(super) files: Vec<Found>,
    /// See [`memdesk_review::Snapshot::oddities`].
    pub(super) oddities: Vec<(String, String)>,
}

/// A directory still to be listed.
struct Folder {
    path: String,
    at: PathBuf,
    link: Option<Link>,
    depth: usize,
}

struct Walk<'a> {
    store: &'a Path,
    limits: Limits,
    folders_seen: usize,
    todo: Vec<Folder>,
    out: Walked,
}

/// Finds the files of `store`.
///
/// # Errors
/// When the store itself cannot be listed; directories below it that cannot are oddities.
pub(super) fn walk(store: &Path, limits: Limits) -> io::Result<Walked> {
    let top = Folder { path: String::new(), at: store.to_owned(), link: None, depth: 0 };
    let mut walk = Walk { store, limits, folders_seen: 0, todo: Vec::new(), out: Walked::default() };
    walk.list(&top)?;
    while let Some(folder) = walk.todo.pop() {
        if let Err(error) = walk.list(&folder)
            && error.kind() != io::ErrorKind::NotFound
        {
            walk.odd(&folder.path, "directory-unreadable");
        }
    }
    walk.out.oddities.sort();
    Ok(walk.out)
}

impl Walk<'_> {
    fn odd(&mut self, path: &str, why: &str) {
        self.out.oddities.push((path.to_owned(), why.to_owned()));
    }

    /// True, once with an oddity, when no more may be looked at.
    fn full(&mut self) -> bool {
        let full = self.out.files.len() >= self.limits.files || self.folders_seen > self.limits.files;
        if full {
            self.todo.clear();
            let oddity = (String::new(), "too-many-files".to_owned());
            if !self.out.oddities.contains(&oddity) {
                self.out.oddities.push(oddity);
            }
        }
        full
    }

    fn list(&mut self, folder: &Folder) -> io::Result<()> {
        self.folders_seen += 1;
        for entry in std::fs::read_dir(&folder.at)? {
            let Ok(entry) = entry else {
                self.odd(&folder.path, "directory-unreadable");
                break;
            };
            let Ok(kind) = entry.file_type() else { continue }; // gone already
            let name = entry.file_name();
            let is_topic = name.as_encoded_bytes().ends_with(b".md");
            if !is_topic && kind.is_file() {
                continue;
            }
            let Some(name) = name.to_str() else {
                if is_topic || kind.is_dir() {
                    self.odd(&join(&folder.path, &name.to_string_lossy()), "name-not-utf8");
                }
                continue;
            };
            if self.full() {
                break;
            }
            let (path, at) = (join(&folder.path, name), entry.path());
            if kind.is_dir() {
                self.enter(Folder { path, at, link: folder.link.clone(), depth: folder.depth + 1 });
            } else if kind.is_symlink() {
                self.follow(folder, path, at, is_topic);
            } else if is_topic {
                let special = (!kind.is_file()).then(|| kind_name(kind));
                self.out.files.push(Found { path, at, link: folder.link.clone(), special });
            }
        }
        Ok(())
    }

    fn enter(&mut self, folder: Folder) {
        match folder.depth > self.limits.depth {
            true => self.odd(&folder.path, "too-deep"),
            false => self.todo.push(folder),
        }
    }

    /// A symbolic link: to a topic, to a directory that may hold some, or to nothing.
    fn follow(&mut self, folder: &Folder, path: String, at: PathBuf, is_topic: bool) {
        let Ok(meta) = std::fs::metadata(&at) else {
            if is_topic {
                self.out.files.push(Found { path, at, link: Some(Link::Broken), special: None });
            }
            return;
        };
        if meta.is_dir() {
            if leads_to_ancestor(&at, self.store, &folder.path) {
                self.odd(&path, "link-loop");
                return;
            }
            let link = self.end_of(&at);
            self.enter(Folder { path, at, link: Some(link), depth: folder.depth + 1 });
        } else if is_topic {
            let special = (!meta.is_file()).then(|| kind_name(meta.file_type()));
            let link = self.end_of(&at);
            self.out.files.push(Found { path, at, link: Some(link), special });
        }
    }

    /// Whether a link's end lies in the store.
    fn end_of(&self, at: &Path) -> Link {
        match (std::fs::canonicalize(at), std::fs::canonicalize(self.store)) {
            (Ok(end), Ok(store)) if end.starts_with(&store) => Link::Inside,
            (Ok(end), _) => Link::Outside(end.to_string_lossy().into_owned()),
            (Err(_), _) => Link::Broken,
        }
    }
}

/// Whether the directory that `at` leads to is the store or one of the directories on the way to `folder`, through links
/// or not: then following it would never end.
fn leads_to_ancestor(at: &Path, store: &Path, folder: &str) -> bool {
    let Ok(end) = std::fs::canonicalize(at) else { return true };
    let mut way = store.to_owned();
    let parts = folder.split('/').filter(|part| !part.is_empty());
    std::iter::once("").chain(parts).any(|part| {
        way.push(part);
        std::fs::canonicalize(&way).is_ok_and(|way| way == end)
    })
}

fn join(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}

/// What a special file is called.
pub(super) fn kind_name(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "fifo";
        } else if kind.is_socket() {
            return "socket";
        } else if kind.is_block_device() || kind.is_char_device() {
            return "device";
        }
    }
    match kind.is_dir() {
        true => "directory",
        false => "special",
    }
}
