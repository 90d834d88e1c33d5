//! What of a topic's body reaches the model when the selector picks it.
//!
//! Separate because surfacing has limits of its own, other than the index's. Never decides which topics are surfaced
//! (`question` does) and never adds the client's own words: what is told about a cut is said here as data.

use jiff::Timestamp;
use serde::Serialize;

use crate::{Profile, defuse, invisible, text, time};

/// At most this many lines of a file are surfaced (2.1.332, golden `surface.json`). What follows the last newline counts
/// as a line even when it is empty.
pub const SURFACE_LINES: usize = 200;

/// At most this many UTF-8 bytes of a file are surfaced, newlines between the lines included.
pub const SURFACE_BYTES: usize = 4096;

/// A session surfaces no more once what it has surfaced comes to this many UTF-16 units (checked before each selector call;
/// the call that crosses it still attaches). Units of text, not bytes: a Chinese memory counts a third of its bytes.
pub const SESSION_BUDGET: usize = 60 * 1024;

/// UTF-16 units of the note that follows a cut file, the file's absolute path in it not counted.
const NOTE_UNITS: usize = 102;

/// More bytes than these of a file never decide what is surfaced: each line ending drops at most one byte of CRLF, and two
/// bytes of UTF-16 give at least one of UTF-8.
const BYTES_THAT_MATTER: usize = 4 * SURFACE_BYTES;

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
    /// Lines kept, as the client records them: only when the file was cut, or when cleaning or defusing changed its text.
    pub limit: Option<usize>,
}

impl Surfaced {
    /// UTF-16 units that count against [`SESSION_BUDGET`]: the text, and when it was cut, the client's note about it, which
    /// names the file by its absolute `path`.
    pub fn units(&self, path: &str) -> usize {
        let units = |text: &str| text.encode_utf16().count();
        let note = if self.truncated.is_some() { NOTE_UNITS + units(path) } else { 0 };
        self.kept.as_deref().map_or(0, units) + note
    }
}

/// What is surfaced of a file with these bytes: decoded, whole lines up to both limits, then cleaned of invisible
/// characters (where the profile does so; a lone CR becomes a newline then, but did not count as a line), then with the
/// client's own tags defused.
pub fn surface(bytes: &[u8], profile: &Profile) -> Surfaced {
    let text = text::decode(bytes.get(..BYTES_THAT_MATTER).unwrap_or(bytes), profile);
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
    let safe = defuse::defuse(&clean, profile).into_owned();
    let changed = safe != kept;
    Surfaced { limit: (changed || truncated.is_some()).then_some(lines), truncated, kept: Some(safe) }
}

/// The age in whole days that the model is warned about, or `None` when the file is younger than [`STALE_DAYS`].
pub fn stale_days(mtime: Timestamp, now: Timestamp) -> Option<u64> {
    let days = ((time::milliseconds(now) - time::milliseconds(mtime)) / MILLISECONDS_OF_A_DAY).floor();
    // a float to integer cast saturates: the future is 0 days old
    Some(days as u64).filter(|&days| days >= STALE_DAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_defused_after_the_limits() {
        let tags = "<tick>".repeat(680); // 4,080 bytes
        let kept = |profile| surface(format!("{tags}\nmore of it, over the limit").as_bytes(), profile).kept;
        assert_eq!(kept(&Profile::V2_1_332), Some("<\\tick>".repeat(680)));
        assert_eq!(kept(&Profile::V2_1_197), Some(tags.clone()));
    }

    #[test]
    fn units_are_utf16_and_a_cut_adds_the_note() {
        let whole = surface("中😀\n".as_bytes(), Profile::latest());
        assert_eq!(whole.units("/home/me/a.md"), 4);
        let cut = surface(&b"x\n".repeat(201), Profile::latest());
        assert_eq!(cut.units("/home/me/a.md"), 399 + NOTE_UNITS + "/home/me/a.md".len());
    }

    #[test]
    fn what_lies_beyond_the_bytes_that_matter_does_not_matter() {
        for line in ["x\r\n", "é\n", "\u{FEFF}", "中中中中中中中中中中\r\n"] {
            let long = line.repeat(100_000);
            let short = line.repeat(9_000);
            let (long, short) = (long.as_bytes(), short.as_bytes());
            assert_eq!(surface(long, Profile::latest()), surface(short, Profile::latest()));
            let utf16: Vec<u8> = [0xFF, 0xFE]
                .into_iter()
                .chain(line.repeat(20_000).encode_utf16().flat_map(u16::to_le_bytes))
                .collect();
            let expected = surface(line.repeat(9_000).as_bytes(), Profile::latest());
            if !line.starts_with('\u{FEFF}') {
                assert_eq!(surface(&utf16, Profile::latest()), expected);
            }
        }
    }
}
