//! What is changed in the index before and after the cut, but for comments: frontmatter, white space at the ends, what
//! nobody sees, and tags.
//!
//! Separate from `draft`, which makes the changes found here. Never changes a text itself.

use super::Why;
use super::draft::Change;
use crate::Profile;
use crate::defuse;
use crate::invisible::{Clean, clean};
use crate::text::{BOM, is_space};

/// The leading frontmatter block, as the index loader sees it: `---` and white space with a newline in it, then anything up
/// to the next `---` wherever that stands, and the white space after it. It need not be YAML, and it may be longer than a
/// topic's header. In 2.1.332 one byte order mark may precede it; in 2.1.197 that hides it.
pub(super) fn frontmatter(text: &str, profile: &Profile) -> Vec<Change> {
    let bom = text.strip_prefix(BOM).filter(|_| profile.index_frontmatter_after_bom);
    let start = bom.map_or(0, |_| BOM.len_utf8());
    let end = || {
        let after_open = text.get(start..)?.strip_prefix("---")?;
        let blank = after_open.len() - after_open.trim_start_matches(is_space).len();
        let newline = after_open.get(..blank)?.rfind('\n')?;
        let inside = after_open.get(newline + 1..)?;
        let after_close = inside.split_once("---")?.1;
        Some(text.len() - after_close.trim_start_matches(is_space).len())
    };
    match end() {
        Some(end) if start > 0 => {
            vec![Change::drop(0..start, Why::Bom), Change::drop(start..end, Why::Frontmatter)]
        }
        Some(end) => vec![Change::drop(0..end, Why::Frontmatter)],
        None => Vec::new(),
    }
}

/// Which ends are trimmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    Start,
    Both,
}

/// White space at the ends of a text: what JavaScript calls so, and that includes a byte order mark.
pub(super) fn ends(text: &str, ends: Ends) -> Vec<Change> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let end = match ends {
        Ends::Start => text.len(),
        Ends::Both => text.trim_end_matches(is_space).len().max(start),
    };
    let bom = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    [(0..bom, Why::Bom), (bom..start, Why::Trimmed), (end..text.len(), Why::Trimmed)]
        .into_iter()
        .filter(|(range, _)| !range.is_empty())
        .map(|(range, why)| Change::drop(range, why))
        .collect()
}

/// Invisible characters, and every line ending as LF. With `before_note` the text is followed by the client's note about
/// the cut, which begins with newlines: a CR at the very end then is one line ending with the first of them.
pub(super) fn unseen(text: &str, before_note: bool, profile: &Profile) -> Vec<Change> {
    let mut out = Vec::new();
    for (at, c) in text.char_indices() {
        if !(if c == '\r' { profile.index_normalises_newlines } else { profile.drops_invisible }) {
            continue;
        }
        let end = at + c.len_utf8();
        let rest = text.get(end..).unwrap_or_default();
        match clean(c) {
            Clean::Keep => {}
            Clean::Drop => out.push(Change::drop(at..end, Why::Invisible)),
            Clean::Newline if c == '\r' && rest.starts_with('\n') => {
                out.push(Change::drop(at..end, Why::Invisible))
            }
            Clean::Newline if c == '\r' && rest.is_empty() && before_note => {
                out.push(Change::drop(at..end, Why::Limit));
            }
            Clean::Newline => out.push(Change::newline(at..end)),
        }
    }
    out
}

/// Tags that are defused: a backslash behind the `<`, which may be a look-alike.
pub(super) fn tags(text: &str, profile: &Profile) -> Vec<Change> {
    let mut out = Vec::new();
    for (at, c) in defuse::places(text).filter(|_| profile.defuses_tags) {
        if c == '<' {
            out.push(Change::add(at + 1, "\\"));
        } else {
            out.push(Change::add(at, defuse::DEFUSED));
            out.push(Change::drop(at..at + c.len_utf8(), Why::Invisible));
        }
    }
    out
}
