//! Session files on the disk: which there are, whether one is still the one that was read, and how to open one safely.
//!
//! Separate because these are the questions to the file system; what is in a file is asked elsewhere. Never waits for the
//! other end of a FIFO.

use memdesk_memdir::digest::hex;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Bytes at the beginning of a file, and before the place where reading stopped, by which it is known again.
const HEAD: u64 = 1024;
const TAIL: u64 = 4 * 1024;
/// For both.
const ROOM: usize = 5 * 1024;

/// What the file system says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Bytes; none for one that was not read to its end.
    pub(crate) size: Option<u64>,
    /// Modification time, nanoseconds since 1970.
    pub(crate) mtime: i64,
    pub(crate) inode: u64,
    pub(crate) device: u64,
}

impl Stat {
    pub(crate) fn of(meta: &Metadata) -> Self {
        let since = meta.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
        let mtime = since.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX));
        #[cfg(unix)]
        let (inode, device) = {
            use std::os::unix::fs::MetadataExt;
            (meta.ino(), meta.dev())
        };
        #[cfg(not(unix))]
        let (inode, device) = (0, 0);
        Self { size: Some(meta.len()), mtime, inode, device }
    }
}

/// How far a file was read, and how to tell that it is still the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) stat: Stat,
    /// The first byte not read.
    pub(crate) offset: u64,
    /// Of the bytes around it, see [`HEAD`].
    pub(crate) digest: String,
    /// The last row had no line end yet.
    pub(crate) open_end: bool,
}

impl Mark {
    pub(crate) fn new(file: &mut File, stat: Stat, offset: u64, open_end: bool) -> io::Result<Self> {
        Ok(Self { stat, offset, digest: digest(file, offset)?, open_end })
    }

    /// Whether `file` is what was read, with more behind it. One that was only touched is not: it may have been rewritten.
    pub(crate) fn goes_on(&self, file: &mut File, now: &Stat) -> io::Result<bool> {
        let same_place = self.stat.inode == now.inode && self.stat.device == now.device;
        let longer = match (now.size, self.stat.size) {
            (Some(now), Some(read)) => now > read,
            (Some(now), None) => now >= self.offset,
            (None, _) => false,
        };
        if !same_place || !longer || digest(file, self.offset)? != self.digest {
            return Ok(false);
        }
        Ok(!self.open_end || ends_line(file, self.offset)?)
    }
}

/// Whether a row that was read without its line end has got one, or still has nothing behind it.
fn ends_line(file: &mut File, offset: u64) -> io::Result<bool> {
    file.seek(SeekFrom::Start(offset))?;
    let mut next = Vec::new();
    file.take(64).read_to_end(&mut next)?;
    Ok(next.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).is_none_or(|byte| *byte == b'\n'))
}

fn digest(file: &mut File, offset: u64) -> io::Result<String> {
    let mut bytes = Vec::with_capacity(ROOM);
    file.seek(SeekFrom::Start(0))?;
    file.take(HEAD.min(offset)).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(offset.saturating_sub(TAIL)))?;
    file.take(TAIL.min(offset)).read_to_end(&mut bytes)?;
    Ok(hex(&bytes))
}

/// Opens a file for reading that is a regular one; a FIFO or device that stands in its place is not waited for.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

pub(crate) fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}

/// The session files directly in a directory, in order of their names; of a directory that is gone, none. Directories are
/// left out, whatever their name.
pub(crate) fn list(dir: &Path) -> io::Result<Vec<(PathBuf, io::Result<Stat>)>> {
    let entries = match std::fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        // follows links, as the client does when it resumes a session
        let stat = match std::fs::metadata(&path) {
            Ok(meta) if meta.is_dir() => continue,
            Ok(meta) if meta.is_file() => Ok(Stat::of(&meta)),
            Ok(_) => Err(not_regular()),
            Err(error) => Err(error),
        };
        found.push((path, stat));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// A session's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFile {
    /// The session: the file's name without its ending.
    pub id: String,
    /// The file.
    pub path: PathBuf,
    /// When it was last written.
    pub modified: SystemTime,
    /// Its size.
    pub bytes: u64,
}

/// The session files directly in these `projects/<slug>` directories, newest first; without those of subagents, and without
/// what is no regular file. A directory that cannot be listed has none.
pub fn session_files(dirs: &[PathBuf]) -> Vec<SessionFile> {
    let mut found: Vec<SessionFile> = Vec::new();
    for (number, dir) in dirs.iter().enumerate() {
        if dirs.iter().take(number).any(|before| before == dir) {
            continue;
        }
        let listed = list(dir).unwrap_or_default();
        found.extend(listed.into_iter().filter_map(|(path, stat)| {
            let stat = stat.ok()?;
            let since = Duration::from_nanos(u64::try_from(stat.mtime).unwrap_or(0));
            let modified = SystemTime::UNIX_EPOCH.checked_add(since)?;
            Some(SessionFile { id: place(&path).1, path, modified, bytes: stat.size.unwrap_or(0) })
        }));
    }
    found.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
    found
}

/// The directory, below that of a session, in which its subagents have their files.
const SUBAGENTS: &str = "subagents";

/// The files of subagents, `<session>/subagents/agent-*.jsonl`, in order of their names. What cannot be listed has none.
pub(crate) fn of_subagents(dir: &Path) -> Vec<(PathBuf, io::Result<Stat>)> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    // links are not followed: they could lead anywhere, or round in a circle
    let sessions = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut found: Vec<(PathBuf, io::Result<Stat>)> =
        sessions.filter_map(|session| list(&session.path().join(SUBAGENTS)).ok()).flatten().collect();
    found.retain(|(path, _)| agent(path).is_some());
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// The id of the subagent whose file this is; none when it is a session's.
pub(crate) fn agent(path: &Path) -> Option<String> {
    let is_below = path.parent().and_then(Path::file_name).is_some_and(|name| name == SUBAGENTS);
    let stem = path.file_stem()?.to_str()?;
    stem.strip_prefix("agent-").filter(|_| is_below).map(str::to_owned)
}

/// The project's directory and the session that a file belongs to: the one that it is named after, or the one that started
/// the subagent.
pub(crate) fn place(path: &Path) -> (PathBuf, String) {
    let text = |name: Option<&std::ffi::OsStr>| {
        name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let parent = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
    if agent(path).is_some() {
        let session = parent(&parent(path));
        return (parent(&session), text(session.file_name()));
    }
    (parent(path), text(path.file_stem()))
}
