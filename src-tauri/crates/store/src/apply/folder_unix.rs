//! An opened directory, by descriptor: what is done in it cannot be led elsewhere by a link that appears meanwhile.
//!
//! Separate from `folder_other` because only Unix has descriptors of directories. Follows no symbolic link below the store.

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

/// A directory.
pub(in crate::apply) struct Folder {
    fd: OwnedFd,
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
    /// A symbolic link that leads nowhere, a FIFO, a device: something that goes without loss of bytes.
    Bare,
    /// A directory.
    Folder,
    /// A regular file that cannot be read.
    Unreadable(io::Error),
}

/// Opened without waiting, without following.
const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

impl Folder {
    /// Opens a store's directory. The store itself may be reached through links: where it lies is the user's choice.
    pub(in crate::apply) fn open(dir: &Path) -> io::Result<Folder> {
        Ok(Folder { fd: rustix::fs::open(dir, DIRECTORY, Mode::empty())? })
    }

    /// Opens a directory in this one.
    pub(in crate::apply) fn child(&self, name: &str) -> Result<Folder, Closed> {
        match rustix::fs::openat(&self.fd, name, DIRECTORY | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(fd) => Ok(Folder { fd }),
            Err(Errno::NOENT) => Err(Closed::Missing),
            Err(Errno::LOOP | Errno::NOTDIR | Errno::MLINK) => match self.kind(name) {
                Ok(rustix::fs::FileType::Symlink) => Err(Closed::Link),
                _ => Err(Closed::NotFolder),
            },
            Err(error) => Err(Closed::Failed(error.into())),
        }
    }

    /// Makes a directory in this one; fine when another made it meanwhile.
    pub(in crate::apply) fn make(&self, name: &str) -> io::Result<()> {
        match rustix::fs::mkdirat(&self.fd, name, Mode::from(0o777)) {
            Err(Errno::EXIST) => Ok(()),
            other => Ok(other?),
        }
    }

    fn kind(&self, name: &str) -> io::Result<rustix::fs::FileType> {
        let stat = rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(rustix::fs::FileType::from_raw_mode(stat.st_mode))
    }

    /// What a name stands for. Only what the directory says is a regular file is opened.
    pub(in crate::apply) fn look(&self, name: &str) -> io::Result<Look> {
        let kind = match self.kind(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Look::Absent),
            other => other?,
        };
        match kind {
            rustix::fs::FileType::RegularFile => {}
            rustix::fs::FileType::Directory => return Ok(Look::Folder),
            rustix::fs::FileType::Symlink => {
                let end = rustix::fs::statat(&self.fd, name, AtFlags::empty());
                return Ok(if end.is_ok() { Look::Link } else { Look::Bare });
            }
            _ => return Ok(Look::Bare),
        }
        match rustix::fs::openat(&self.fd, name, READ, Mode::empty()) {
            Ok(fd) => {
                let file = File::from(fd);
                // it may have become a FIFO since; then it is no file to be changed
                Ok(if file.metadata()?.is_file() { Look::Plain(file) } else { Look::Bare })
            }
            Err(Errno::NOENT) => Ok(Look::Absent),
            Err(Errno::LOOP) => Ok(Look::Link),
            Err(error) => Ok(Look::Unreadable(error.into())),
        }
    }

    /// Creates a file that was not there; `private`: for this user alone, else as the process's mask has it.
    pub(in crate::apply) fn create(&self, name: &str, private: bool) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(File::from(rustix::fs::openat(
            &self.fd,
            name,
            flags,
            Mode::from(if private { 0o600 } else { 0o666 }),
        )?))
    }

    /// Exchanges two names. False where the file system cannot.
    pub(in crate::apply) fn exchange(&self, a: &str, b: &str) -> io::Result<bool> {
        rename_with(self, a, b, Exchange)
    }

    /// Gives a file another name that must be free; `AlreadyExists` when it is not.
    pub(in crate::apply) fn move_to_free(&self, from: &str, to: &str) -> io::Result<()> {
        if rename_with(self, from, to, NoReplace)? {
            return Ok(());
        }
        // file systems without the flag: a second name, which must be free, then the first one away
        match rustix::fs::linkat(&self.fd, from, &self.fd, to, AtFlags::empty()) {
            Ok(()) => Ok(rustix::fs::unlinkat(&self.fd, from, AtFlags::empty())?),
            Err(Errno::EXIST) => Err(Errno::EXIST.into()),
            // no hard links either: the check and the renaming are two calls
            Err(_) => match self.kind(to) {
                Ok(_) => Err(Errno::EXIST.into()),
                Err(_) => self.replace(from, to),
            },
        }
    }

    /// Gives a file another name, in place of what has it.
    pub(in crate::apply) fn replace(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.fd, from, &self.fd, to)?)
    }

    /// Removes a name that is no directory.
    pub(in crate::apply) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.fd, name, AtFlags::empty())?)
    }

    /// Removes an empty directory; false when it is not empty, or gone.
    pub(in crate::apply) fn remove_empty(&self, name: &str) -> bool {
        rustix::fs::unlinkat(&self.fd, name, AtFlags::REMOVEDIR).is_ok()
    }

    /// Brings the directory's names to the disk. File systems that cannot say so are taken at their word.
    pub(in crate::apply) fn sync(&self) -> io::Result<()> {
        match rustix::fs::fsync(&self.fd) {
            Err(Errno::INVAL | Errno::NOTSUP | Errno::BADF) => Ok(()),
            other => Ok(other?),
        }
    }
}

/// Owner and permission bits of an old file onto a new one, as far as this user may. Extended rights that a new owner
/// must not inherit (set-user-id) only when the owner could be kept.
pub(in crate::apply) fn keep_owner_and_mode(new: &File, old: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let (was, is) = (old.metadata()?, new.metadata()?);
    let same_owner = (was.uid(), was.gid()) == (is.uid(), is.gid())
        || fchown(new, Some(was.uid()), Some(was.gid())).is_ok();
    let bits = if same_owner { 0o7777 } else { 0o777 };
    new.set_permissions(std::fs::Permissions::from_mode(was.mode() & bits))
}

/// Permission bits of a file.
pub(in crate::apply) fn set_mode(new: &File, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    new.set_permissions(std::fs::Permissions::from_mode(mode & 0o7777))
}

use RenameHow::{Exchange, NoReplace};
enum RenameHow {
    Exchange,
    NoReplace,
}

/// A rename with a flag; false where it is not to be had.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_with(folder: &Folder, from: &str, to: &str, how: RenameHow) -> io::Result<bool> {
    use rustix::fs::RenameFlags;
    let flags = match how {
        Exchange => RenameFlags::EXCHANGE,
        NoReplace => RenameFlags::NOREPLACE,
    };
    match rustix::fs::renameat_with(&folder.fd, from, &folder.fd, to, flags) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_with(_: &Folder, _: &str, _: &str, _: RenameHow) -> io::Result<bool> {
    Ok(false)
}

impl Folder {
    /// Names of everything in it that are UTF-8; ours always are.
    pub(in crate::apply) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::read_from(&self.fd)? {
            names.extend(
                entry?
                    .file_name()
                    .to_str()
                    .ok()
                    .filter(|name| !matches!(*name, "." | ".."))
                    .map(str::to_owned),
            );
        }
        Ok(names)
    }
}

/// Whether the process that made a file may still be at work with it.
pub(in crate::apply) fn may_be_running(process: u32, _: &File) -> bool {
    let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    // "not permitted" means that it is there and another user's
    id.is_some_and(|id| rustix::process::test_kill_process(id) != Err(Errno::SRCH))
}
