//! A store of the fixture notation, laid on the disk.
//!
//! Separate from the notation, which is pure. Only for folders that a test made.

use memdesk_review::snapshot::Link;
use memdesk_review::{Content, Snapshot, fixture};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Lays the store that `text` describes into `dir`, which need not exist.
///
/// # Panics
/// On text that is no fixture, on what cannot be laid (a link inside has no destination in the notation), and when the
/// disk refuses.
pub fn lay(dir: &Path, text: &str) {
    store(dir, &fixture::parse(text));
}

fn store(dir: &Path, snapshot: &Snapshot) {
    fs::create_dir_all(dir).expect("the store's folder");
    for (name, file) in &snapshot.files {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap_or(dir)).expect("a folder in the store");
        let real = match &file.link {
            None => path,
            Some(Link::Outside(to)) => {
                symlink(to, &path).expect("a link");
                path.parent().unwrap_or(dir).join(to)
            }
            Some(Link::Broken) => {
                symlink("no-such-file.md", &path).expect("a link");
                continue;
            }
            Some(other) => panic!("{name}: {other:?} cannot be laid"),
        };
        match &file.content {
            Content::Bytes(bytes) => fs::write(&real, bytes).expect("a file"),
            Content::Head { bytes, total } => {
                fs::write(&real, bytes).expect("a file");
                let file = File::options().write(true).open(&real).expect("the file");
                // the rest are zeros that take no room
                file.set_len(*total).expect("its length");
            }
            Content::Unreadable(_) => {
                fs::write(&real, b"not for you\n").expect("a file");
                fs::set_permissions(&real, Permissions::from_mode(0o000)).expect("its mode");
                continue;
            }
            Content::Special("fifo") => {
                let mode = rustix::fs::Mode::from_raw_mode(0o644);
                rustix::fs::mknodat(rustix::fs::CWD, &real, rustix::fs::FileType::Fifo, mode, 0)
                    .expect("a pipe");
                continue;
            }
            Content::Special(kind) => panic!("{name}: a {kind} cannot be laid"),
        }
        fs::set_permissions(&real, Permissions::from_mode(file.mode)).expect("its mode");
        touch(&real, file.mtime_ns);
    }
    for (name, why) in &snapshot.oddities {
        assert_eq!(why, "directory-unreadable", "{name}: only that oddity can be laid");
        let path = dir.join(name);
        fs::create_dir_all(&path).expect("a folder");
        fs::set_permissions(&path, Permissions::from_mode(0o000)).expect("its mode");
    }
}

/// Sets a modification time, in nanoseconds since 1970.
fn touch(path: &Path, ns: i128) {
    let since = Duration::from_nanos(u64::try_from(ns).expect("a time after 1970"));
    let file = File::open(path).expect("the file");
    file.set_modified(SystemTime::UNIX_EPOCH + since).expect("its time");
}
