//! Where the client cuts an index that is too long.
//!
//! Separate because the two limits and their order are one rule (golden `index_load.json`): 200 lines first; when what is
//! left is still over 25,000 UTF-16 units, back to the last whole line that fits; only when line 1 alone is over is a line
//! cut. Works on the stripped and trimmed text, before invisible characters are dropped and (in 2.1.332) before CRLF is
//! turned into LF: what nobody sees counts. Never changes a text.

use super::{Cut, LINE_LIMIT, UTF16_LIMIT};
use crate::Profile;

/// The size of a text and where it is cut.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// Lines, 0 for an empty text.
    pub(super) lines: usize,
    /// UTF-16 units.
    pub(super) utf16: usize,
    /// Byte offset at which the text is cut; `None` when all of it is kept.
    pub(super) at: Option<usize>,
    /// Half of a surrogate pair stays at the cut, which reaches the model as U+FFFD (2.1.197 only).
    pub(super) splits_pair: bool,
    /// The same as an account.
    pub(super) cut: Option<Cut>,
}

/// Measures `text` and finds the cut.
pub(super) fn measure(text: &str, profile: &Profile) -> Measure {
    let utf16 = utf16_len(text);
    let lines = if text.is_empty() { 0 } else { 1 + text.bytes().filter(|&b| b == b'\n').count() };
    let (over_lines, over_chars) = (lines > LINE_LIMIT, utf16 > UTF16_LIMIT);
    if !over_lines && !over_chars {
        return Measure { lines, utf16, at: None, splits_pair: false, cut: None };
    }
    let by_lines = text
        .bytes()
        .enumerate()
        .filter(|&(_, b)| b == b'\n')
        .nth(LINE_LIMIT - 1)
        .map_or(text.len(), |(at, _)| at);
    let fits = fit(text.get(..by_lines).unwrap_or(text), profile);
    let kept_lines = 1 + text.get(..fits.at).unwrap_or(text).bytes().filter(|&b| b == b'\n').count();
    let cut = if fits.inside {
        Cut {
            over_lines,
            over_chars,
            total_lines: None,
            cut_lines: None,
            first_cut_line: None,
            cut_inside_line: Some(1),
        }
    } else {
        Cut {
            over_lines,
            over_chars,
            total_lines: Some(lines),
            cut_lines: Some(lines.saturating_sub(kept_lines)),
            first_cut_line: Some(kept_lines + 1),
            cut_inside_line: None,
        }
    };
    Measure { lines, utf16, at: Some(fits.at), splits_pair: fits.splits_pair, cut: Some(cut) }
}

struct Fit {
    at: usize,
    inside: bool,
    splits_pair: bool,
}

/// How much of `text` fits into the limit of UTF-16 units.
fn fit(text: &str, profile: &Profile) -> Fit {
    let (mut units, mut last_line_end) = (0, None);
    for (at, c) in text.char_indices() {
        if c == '\n' && at > 0 {
            last_line_end = Some(at); // what stands before it has at most UTF16_LIMIT units
        }
        let next = units + c.len_utf16();
        if next > UTF16_LIMIT {
            return match last_line_end {
                Some(line_end) => Fit { at: line_end, inside: false, splits_pair: false },
                None => {
                    let splits_pair = units < UTF16_LIMIT && !profile.cut_keeps_pairs;
                    Fit { at, inside: true, splits_pair }
                }
            };
        }
        units = next;
    }
    Fit { at: text.len(), inside: false, splits_pair: false }
}

/// UTF-16 units of a text.
pub(super) fn utf16_len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}
