//! Reads one file of a store.
//!
//! Separate so that the one place that opens files of others is small. Never waits for a FIFO, never opens a device.

use super::Limits;
use super::walk::{Found, kind_name};
use memdesk_review::snapshot::{Content, File, Link};
use std::fs::{Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Reads a found file; `None` when it is gone meanwhile.
pub(super) fn read(found: Found, limits: Limits) -> Option<File> {
    if let Some(special) = found.special {
        return Some(without_bytes(&found, Content::Special(special)));
    }
    if found.link == Some(Link::Broken) {
        let why = "the link leads nowhere".to_owned();
        return Some(without_bytes(&found, Content::Unreadable(why)));
    }
    let (mut file, meta) = match open(&found.at) {
        Ok(Ok(opened)) => opened,
        Ok(Err(special)) => return Some(without_bytes(&found, Content::Special(special))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return Some(without_bytes(&found, Content::Unreadable(error.to_string()))),
    };
    let limit = match found.path == memdesk_review::INDEX_NAME {
        true => limits.index_bytes,
        false => limits.whole_bytes,
    };
    let content = match held(&mut file, meta.len(), limit, limits.head_bytes) {
        Ok(content) => content,
        Err(error) => Content::Unreadable(error.to_string()),
    };
    Some(File { content, mtime_ns: mtime_ns(&meta), mode: mode(&meta), link: found.link })
}

/// The whole file, or its head when it is over `limit` bytes (or grows over it while it is read).
fn held(file: &mut std::fs::File, size: u64, limit: u64, head: u64) -> io::Result<Content> {
    let want = if size > limit { head } else { limit.saturating_add(1) };
    // one byte more than it should have, so that one call finds the end
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(want)).unwrap_or(0).saturating_add(1));
    file.take(want).read_to_end(&mut bytes)?;
    if size > limit || bytes.len() as u64 > limit {
        let total = size.max(bytes.len() as u64);
        bytes.truncate(usize::try_from(head).unwrap_or(usize::MAX));
        return Ok(Content::Head { bytes: bytes.into(), total });
    }
    Ok(Content::Bytes(bytes.into()))
}

/// See [`super::whole`].
pub(super) fn whole(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match open(path) {
        Ok(Ok((mut file, _))) => file.read_to_end(&mut bytes).map(|_| Some(bytes)),
        Ok(Err(_)) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Opens a regular file; the inner error says what else it is. What was a file when the directory was listed may be a
/// FIFO by now: opening never waits, and what was opened is looked at again.
fn open(path: &Path) -> io::Result<Result<(std::fs::File, Metadata), &'static str>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let file = options.open(path)?;
    let meta = file.metadata()?;
    Ok(match meta.is_file() {
        true => Ok((file, meta)),
        false => Err(kind_name(meta.file_type())),
    })
}

fn without_bytes(found: &Found, content: Content) -> File {
    let meta = std::fs::metadata(&found.at).or_else(|_| std::fs::symlink_metadata(&found.at)).ok();
    File {
        content,
        mtime_ns: meta.as_ref().map_or(0, mtime_ns),
        mode: meta.as_ref().map_or(0, mode),
        link: found.link.clone(),
    }
}

/// Modification time in nanoseconds since the Unix epoch; 0 where there is none.
pub(super) fn mtime_ns(meta: &Metadata) -> i128 {
    let Ok(time) = meta.modified() else { return 0 };
    match time.duration_since(std::time::UNIX_EPOCH) {
        Ok(after) => after.as_nanos().cast_signed(),
        Err(before) => -before.duration().as_nanos().cast_signed(),
    }
}

/// Permission bits; 0 where there are none.
fn mode(meta: &Metadata) -> u32 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        meta.permissions().mode() & 0o7777
    }
    #[cfg(not(unix))]
    {
        let _ = meta;
        0
    }
}
