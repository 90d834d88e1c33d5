//! The head of one session file: the first `cwd` and `version` that its rows name.
//!
//! Separate so that the row format is known in one place. Never reads past [`crate::HEAD_BYTES`].

use serde::Deserialize;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What the first rows of a session file say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// The working directory of the session.
    pub cwd: Option<PathBuf>,
    /// The client's version.
    pub version: Option<String>,
}

/// The two fields of interest; both may have any JSON type in a row of another kind.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    cwd: serde_json::Value,
    #[serde(default)]
    version: serde_json::Value,
}

/// Reads a session file until a row has named `cwd`, or [`crate::HEAD_BYTES`] are read.
///
/// Rows that are no JSON, half written or of another shape are skipped; a file that cannot be opened says nothing.
pub fn head_of(path: &Path) -> Head {
    let mut head = Head::default();
    let Ok(mut file) = crate::files::open_regular(path) else { return head };
    let mut bytes = Vec::new();
    let mut begin = 0; // of the first row not yet looked at
    let mut chunk = [0u8; 8 * 1024];
    loop {
        let read = match file.read(&mut chunk) {
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        let room = crate::HEAD_BYTES.saturating_sub(bytes.len());
        bytes.extend(chunk.iter().take(read.min(room)));
        let at_end = read == 0 || read >= room;
        while let Some(length) = bytes.iter().skip(begin).position(|b| *b == b'\n') {
            if take(bytes.get(begin..begin + length).unwrap_or_default(), &mut head) {
                return head;
            }
            begin += length + 1;
        }
        if at_end {
            // a last row without its line end is complete or fails to parse
            take(bytes.get(begin..).unwrap_or_default(), &mut head);
            return head;
        }
    }
}

/// Takes what a row says; true once the working directory is known.
fn take(row: &[u8], head: &mut Head) -> bool {
    let Ok(row) = serde_json::from_slice::<Row>(row) else { return false };
    if let Some(version) = row.version.as_str().filter(|v| !v.is_empty()) {
        head.version.get_or_insert_with(|| version.to_owned());
    }
    match row.cwd.as_str() {
        Some(cwd) if !cwd.is_empty() => {
            head.cwd = Some(PathBuf::from(cwd));
            true
        }
        _ => false,
    }
}
