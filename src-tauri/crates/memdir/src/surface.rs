//! What of a topic's body reaches the model when the selector picks it.
//!
//! Separate because surfacing has limits of its own, other than the index's. Never decides which topics are surfaced
//! (`question` does) and never adds the client's own words: what is told about a cut is said here as data.

use jiff::Timestamp;
use serde::Serialize;

use crate::{Profile, invisible, text, time};

/// At most this many lines of a file are surfaced (2.1.332, golden `surface.json`). What follows the last newline counts
/// as a line even when it is empty.
pub const SURFACE_LINES: usize = 200;

/// At most this many UTF-8 bytes of a file are surfaced, newlines between the lines included.
pub const SURFACE_BYTES: usize = 4096;

/// A session surfaces no more once it has surfaced more bytes than this (checked before each selector call).
pub const SESSION_BUDGET: usize = 60 * 1024;

/// The first age, in whole days, about which the model is warned (golden `age.json`).
pub const STALE_DAYS: u64 = 2;

const MILLISECONDS_OF_A_DAY: f64 = 86_400_000.0;

/// Which limit cut a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Truncated {
    /// [`SURFACE_LINES`].
    Lines,
    /// [`SURFACE_BYTES`].
    Bytes,
}

/// What is surfaced of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Surfaced {
    /// The text that reaches the model, frontmatter and comments included. Never `None` today: even an empty file is
    /// surfaced, as nothing.
    pub kept: Option<String>,
    /// Which limit cut it, of both the one that was met first.
    pub truncated: Option<Truncated>,
    /// Lines kept, as the client records them: only when the file was cut or when cleaning changed its text.
    pub limit: Option<usize>,
}

/// What is surfaced of a file with these bytes: decoded, whole lines up to both limits, then cleaned of invisible
/// characters (where the profile does so; a lone CR becomes a newline then, but did not count as a line).
pub fn surface(bytes: &[u8], profile: &Profile) -> Surfaced {
    let text = text::decode(bytes, profile);
    let mut kept = String::new();
    let mut lines = 0;
    let mut truncated = None;
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if lines == SURFACE_LINES {
            truncated = Some(Truncated::Lines);
            break;
        }
        if kept.len() + usize::from(lines > 0) + line.len() > SURFACE_BYTES {
            truncated = Some(Truncated::Bytes);
            break;
        }
        if lines > 0 {
            kept.push('\n');
        }
        kept.push_str(line);
        lines += 1;
    }
    let clean = invisible::strip(&kept, profile);
    let changed = clean.as_ref() != kept;
    Surfaced {
        limit: (changed || truncated.is_some()).then_some(lines),
        truncated,
        kept: Some(clean.into_owned()),
    }
}

/// The age in whole days that the model is warned about, or `None` when the file is younger than [`STALE_DAYS`].
pub fn stale_days(mtime: Timestamp, now: Timestamp) -> Option<u64> {
    let days = ((time::milliseconds(now) - time::milliseconds(mtime)) / MILLISECONDS_OF_A_DAY).floor();
    // a float to integer cast saturates: the future is 0 days old
    Some(days as u64).filter(|&days| days >= STALE_DAYS)
}
