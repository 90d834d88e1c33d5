//! Walks a store's directories and finds its `*.md` files.
//!
//! Separate from `read` so that links, loops and limits are apart from bytes. Opens directories only.
//!
//! As in the client (2.1.332), every directory is visited once, however many links lead to it, while each link to a file is
//! a file. The client takes the way that comes first in directory order; here real directories come before links, and
//! links by name.

use super::Limits;
use memdesk_review::snapshot::Link;
use std::collections::{BTreeMap, HashSet};
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
    /// With links resolved.
    real: PathBuf,
    link: Option<Link>,
    depth: usize,
}

struct Walk {
    /// The store with links resolved.
    store: PathBuf,
    limits: Limits,
    seen: HashSet<PathBuf>,
    todo: Vec<Folder>,
    /// Directories that links lead to, by path; with where the link stands.
    links: BTreeMap<String, (Folder, PathBuf)>,
    out: Walked,
}

/// Finds the files of `store`.
///
/// # Errors
/// When the store itself cannot be listed; directories below it that cannot are oddities.
pub(super) fn walk(store: &Path, limits: Limits) -> io::Result<Walked> {
    let real = std::fs::canonicalize(store)?;
    let top = Folder { path: String::new(), at: store.to_owned(), real: real.clone(), link: None, depth: 0 };
    let (seen, todo) = (HashSet::from([real.clone()]), Vec::new());
    let mut walk = Walk { store: real, limits, seen, todo, links: BTreeMap::new(), out: Walked::default() };
    walk.list(&top)?;
    loop {
        let folder = match (walk.todo.pop(), walk.links.is_empty()) {
            (Some(folder), _) => folder,
            (None, true) => break,
            (None, false) => match walk.through_link() {
                Some(folder) => folder,
                None => continue,
            },
        };
        if let Err(error) = walk.list(&folder)
            && error.kind() != io::ErrorKind::NotFound
        {
            walk.odd(&folder.path, "directory-unreadable");
        }
    }
    walk.out.oddities.sort();
    Ok(walk.out)
}

impl Walk {
    fn odd(&mut self, path: &str, why: &str) {
        self.out.oddities.push((path.to_owned(), why.to_owned()));
    }

    /// True, once with an oddity, when no more may be looked at.
    fn full(&mut self) -> bool {
        let full = self.out.files.len() >= self.limits.files || self.seen.len() > self.limits.files;
        if full {
            self.todo.clear();
            self.links.clear();
            let oddity = (String::new(), "too-many-files".to_owned());
            if !self.out.oddities.contains(&oddity) {
                self.out.oddities.push(oddity);
            }
        }
        full
    }

    fn list(&mut self, folder: &Folder) -> io::Result<()> {
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
                let real = folder.real.join(name);
                if self.seen.insert(real.clone()) {
                    self.enter(Folder { path, at, real, link: folder.link.clone(), depth: folder.depth + 1 });
                }
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
        let end = std::fs::metadata(&at).and_then(|meta| Ok((meta, std::fs::canonicalize(&at)?)));
        let (meta, real) = match end {
            Ok(end) => end,
            Err(_) if is_topic => {
                return self.out.files.push(Found { path, at, link: Some(Link::Broken), special: None });
            }
            Err(_) => return,
        };
        let link = Some(match real.starts_with(&self.store) {
            true => Link::Inside,
            false => Link::Outside(real.to_string_lossy().into_owned()),
        });
        if meta.is_dir() {
            let next = Folder { path: path.clone(), at, real, link, depth: folder.depth + 1 };
            self.links.insert(path, (next, folder.real.clone()));
        } else if is_topic {
            let special = (!meta.is_file()).then(|| kind_name(meta.file_type()));
            self.out.files.push(Found { path, at, link, special });
        }
    }

    /// The first directory that a link leads to, unless it was visited by another way.
    fn through_link(&mut self) -> Option<Folder> {
        let (path, (folder, from)) = self.links.pop_first()?;
        if !self.seen.insert(folder.real.clone()) {
            let why = if from.starts_with(&folder.real) { "link-loop" } else { "linked-twice" };
            self.odd(&path, why);
            return None;
        }
        if folder.depth > self.limits.depth {
            self.odd(&path, "too-deep");
            return None;
        }
        Some(folder)
    }
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
