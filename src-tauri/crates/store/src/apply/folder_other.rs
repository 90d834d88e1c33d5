//! A directory by its path, where there are no descriptors of directories: every step looks at the names again.
//!
//! Separate from `folder_unix`, which it mirrors. A link that appears between the look and the step is not noticed here.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A directory.
pub(in crate::apply) struct Folder {
    at: PathBuf,
}

/// Why a directory cannot be entered.
pub(in crate::apply) enum Closed {
    /// There is none.
    Missing,
    /// It is a symbolic link.
    Link,
    /// It is something else.
    NotFolder,
    /// The operating system says no.
    Failed(io::Error),
}

/// What a name in a directory stands for.
pub(in crate::apply) enum Look {
    /// Nothing.
    Absent,
    /// A regular file, opened for reading.
    Plain(File),
    /// A symbolic link that leads somewhere.
    Link,
    /// A symbolic link that leads nowhere, or a special file: something that goes without loss of bytes.
    Bare,
    /// A directory.
    Folder,
    /// A regular file that cannot be read.
    Unreadable(io::Error),
}

impl Folder {
    /// Opens a store's directory.
    pub(in crate::apply) fn open(dir: &Path) -> io::Result<Folder> {
        match std::fs::metadata(dir)?.is_dir() {
            true => Ok(Folder { at: dir.to_owned() }),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    /// Opens a directory in this one.
    pub(in crate::apply) fn child(&self, name: &str) -> Result<Folder, Closed> {
        let at = self.at.join(name);
        match std::fs::symlink_metadata(&at) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Closed::Missing),
            Err(error) => Err(Closed::Failed(error)),
            Ok(meta) if meta.is_symlink() => Err(Closed::Link),
            Ok(meta) if meta.is_dir() => Ok(Folder { at }),
            Ok(_) => Err(Closed::NotFolder),
        }
    }

    /// Makes a directory in this one; fine when another made it meanwhile.
    pub(in crate::apply) fn make(&self, name: &str) -> io::Result<()> {
        match std::fs::create_dir(self.at.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        }
    }

    /// What a name stands for.
    pub(in crate::apply) fn look(&self, name: &str) -> io::Result<Look> {
        let at = self.at.join(name);
        let meta = match std::fs::symlink_metadata(&at) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Look::Absent),
            other => other?,
        };
        if meta.is_symlink() {
            return Ok(if at.exists() { Look::Link } else { Look::Bare });
        }
        if meta.is_dir() {
            return Ok(Look::Folder);
        }
        if !meta.is_file() {
            return Ok(Look::Bare);
        }
        Ok(File::open(&at).map_or_else(Look::Unreadable, Look::Plain))
    }

    /// Creates a file that was not there.
    pub(in crate::apply) fn create(&self, name: &str, _private: bool) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.at.join(name))
    }

    /// Exchanges two names: not to be had here.
    pub(in crate::apply) fn exchange(&self, _: &str, _: &str) -> io::Result<bool> {
        Ok(false)
    }

    /// Gives a file another name that must be free; `AlreadyExists` when it is not.
    pub(in crate::apply) fn move_to_free(&self, from: &str, to: &str) -> io::Result<()> {
        match std::fs::symlink_metadata(self.at.join(to)) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => self.replace(from, to),
        }
    }

    /// Gives a file another name, in place of what has it.
    pub(in crate::apply) fn replace(&self, from: &str, to: &str) -> io::Result<()> {
        std::fs::rename(self.at.join(from), self.at.join(to))
    }

    /// Removes a name that is no directory.
    pub(in crate::apply) fn remove(&self, name: &str) -> io::Result<()> {
        std::fs::remove_file(self.at.join(name))
    }

    /// Removes an empty directory; false when it is not empty, or gone.
    pub(in crate::apply) fn remove_empty(&self, name: &str) -> bool {
        std::fs::remove_dir(self.at.join(name)).is_ok()
    }

    /// Directories cannot be brought to the disk here.
    pub(in crate::apply) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// Names of everything in it that are valid Unicode; ours always are.
    pub(in crate::apply) fn names(&self) -> io::Result<Vec<String>> {
        let entries = std::fs::read_dir(&self.at)?;
        Ok(entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect())
    }
}

/// Permissions of an old file onto a new one.
pub(in crate::apply) fn keep_owner_and_mode(new: &File, old: &File) -> io::Result<()> {
    new.set_permissions(old.metadata()?.permissions())
}

/// Permission bits mean nothing here.
pub(in crate::apply) fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}

/// Whether the process that made a file may still be at work with it: within an hour, for there is no asking here.
pub(in crate::apply) fn may_be_running(_: u32, file: &File) -> bool {
    let age = file.metadata().and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
    age.is_none_or(|age| age.as_secs() < 3600)
}
