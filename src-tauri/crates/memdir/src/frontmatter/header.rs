//! Where the header of a topic is.
//!
//! Separate because the client finds it by rules of its own, which know nothing of YAML: a `---` inside a value ends it.
//! Never looks at what stands in it.

use std::borrow::Cow;

use crate::Profile;
use crate::text::{BOM, decode, is_space, lossy};

/// A header has to close within this many lines of the file, lines ending at LF (2.1.332 and 2.1.197).
pub const HEADER_LINES: usize = 30;

/// And within this many bytes, a BOM not counted (2.1.332).
pub(crate) const HEADER_BYTES: usize = 64 * 1024;

/// What opens a header and what closes it.
pub(crate) const MARKER: &str = "---";

/// It opens, and does not close where the client looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unclosed;

/// The part of a file in which the client looks for a header.
#[derive(Debug)]
pub(crate) struct Header<'b> {
    text: Cow<'b, str>,
    /// Bytes of byte order marks before `text`.
    skipped: usize,
    /// Whether the file is longer than `text`.
    cut: bool,
}

impl<'b> Header<'b> {
    /// The first [`HEADER_LINES`] lines, decoded.
    pub(crate) fn find(bytes: &'b [u8], profile: &Profile) -> Header<'b> {
        let mark = "\u{FEFF}".as_bytes();
        let mut skipped = 0;
        let mut rest = bytes;
        let marks = if profile.bounds_header { 2 } else { 1 };
        for _ in 0..marks {
            if let Some(after) = rest.strip_prefix(mark) {
                rest = after;
                skipped += mark.len();
            }
        }
        if skipped == 0 && profile.reads_utf16 && rest.starts_with(&[0xFF, 0xFE]) {
            let whole = decode(rest.get(..HEADER_BYTES).unwrap_or(rest), profile);
            let whole = whole.strip_prefix(BOM).map(str::to_owned).unwrap_or(whole.into_owned());
            let end = end_of_lines(whole.as_bytes());
            let cut = end < whole.len() || rest.len() > HEADER_BYTES;
            return Header { text: Cow::Owned(whole.get(..end).unwrap_or(&whole).to_owned()), skipped, cut };
        }
        let bounded = if profile.bounds_header { rest.get(..HEADER_BYTES).unwrap_or(rest) } else { rest };
        let end = end_of_lines(bounded);
        let lines = bounded.get(..end).unwrap_or(bounded);
        Header { text: lossy(lines), skipped, cut: lines.len() < rest.len() }
    }

    /// Where in the file the YAML begins, when there is any.
    pub(crate) fn content_start(&self) -> usize {
        let Some(after) = self.text.strip_prefix(MARKER) else { return 0 };
        let blank = after.len() - after.trim_start_matches(is_space).len();
        let newline = after.get(..blank).and_then(|blank| blank.rfind('\n')).unwrap_or_default();
        self.skipped + MARKER.len() + newline + 1
    }

    /// The YAML between the markers and where the body begins, the latter as a byte offset from the start of the file.
    /// `None` when the file does not begin with a marker of its own line.
    pub(crate) fn yaml(&self) -> Result<Option<(&str, usize)>, Unclosed> {
        let Some(after) = self.text.strip_prefix(MARKER) else { return Ok(None) };
        // blank lines after the marker belong to it
        let blank = after.len() - after.trim_start_matches(is_space).len();
        let Some(newline) = after.get(..blank).and_then(|blank| blank.rfind('\n')) else {
            // a file that consists of the marker alone opens nothing, whether its line ends or not
            return Ok(None);
        };
        let start = MARKER.len() + newline + 1;
        let content = self.text.get(start..).unwrap_or_default();
        let Some(close) = content.find(MARKER) else { return Err(Unclosed) };
        let yaml = content.get(..close).unwrap_or_default();
        let tail = content.get(close + MARKER.len()..).unwrap_or_default();
        let blank = tail.len() - tail.trim_start_matches(|c| c != '\n' && is_space(c)).len();
        let newline = usize::from(tail.get(blank..).is_some_and(|rest| rest.starts_with('\n')));
        // the newline of the last line that is looked at is not part of `text`
        let newline = if blank == tail.len() && self.cut { 1 } else { newline };
        Ok(Some((yaml, self.skipped + start + close + MARKER.len() + blank + newline)))
    }
}

/// Where the last line that is looked at ends, its newline not included.
fn end_of_lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).nth(HEADER_LINES - 1).unwrap_or(bytes.len())
}
