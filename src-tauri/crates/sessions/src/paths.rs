//! Paths as the database holds them: bytes, since a path need not be UTF-8.
//!
//! Separate because both hands, the one that writes and the one that asks, need it. Never touches the disk.

use rusqlite::types::Value;
use std::path::{Path, PathBuf};

pub(crate) fn value(path: &Path) -> Value {
    Value::Blob(path.as_os_str().as_encoded_bytes().to_vec())
}

pub(crate) fn values(paths: &[PathBuf]) -> impl Iterator<Item = Value> + '_ {
    paths.iter().map(|path| value(path))
}

#[cfg(unix)]
pub(crate) fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
pub(crate) fn path(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
