//! Where in a header the value of a key stands.
//!
//! Separate from `set`, which decides what to do there. It goes by lines and indentation, and understands what people and the
//! client write: `key: value` with the key plain or in quotes, values over several lines, and maps in brackets. What it
//! does not find may still be there in some other shape; `set` notices by reading the result.

use std::ops::Range;

use super::dialect::scalar;

/// A key of a block map and the lines that belong to it. All offsets are bytes in the text given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) key: String,
    /// Whole lines, the end of the last one included.
    pub(crate) lines: Range<usize>,
    /// Right after the `:`.
    pub(crate) after_colon: usize,
    /// Where the lines' content ends: before blanks, comments on lines of their own, and the last line's end.
    pub(crate) content_end: usize,
    /// Columns before the key.
    pub(crate) indent: usize,
}

/// A line without its end, and where the next one begins.
struct Line<'t> {
    text: &'t str,
    start: usize,
    next: usize,
}

fn lines(text: &str, range: Range<usize>) -> impl Iterator<Item = Line<'_>> {
    let mut start = range.start;
    text.get(range).unwrap_or_default().split_inclusive('\n').map(move |line| {
        let from = start;
        start += line.len();
        let text = line.strip_suffix('\n').unwrap_or(line);
        Line { text: text.strip_suffix('\r').unwrap_or(text), start: from, next: start }
    })
}

/// The keys of the block map in `range` of `text`, in their order; its first line with content says how far it is indented.
pub(crate) fn places(text: &str, range: Range<usize>) -> Vec<Place> {
    let mut out: Vec<Place> = Vec::new();
    let mut indent = None;
    let mut in_block_text = false;
    for line in lines(text, range) {
        let content = line.text.trim_start_matches(' ');
        let own = line.text.len() - content.len();
        let is_note = content.is_empty() || content.starts_with('#');
        let first = *match (indent, is_note) {
            (None, true) => continue,
            _ => indent.get_or_insert(own),
        };
        let key = if own == first && !is_note { key_of(content) } else { None };
        if let Some((key, colon)) = key {
            let after_colon = line.start + own + colon;
            let value = text.get(after_colon..line.start + line.text.len()).unwrap_or_default();
            in_block_text = value.trim_start_matches([' ', '\t']).starts_with(['|', '>']);
            out.push(Place {
                key,
                lines: line.start..line.next,
                after_colon,
                content_end: line.start + line.text.trim_end_matches([' ', '\t']).len(),
                indent: own,
            });
            continue;
        }
        // a comment that is not lined up with a block of text ends it
        if is_note && !(in_block_text && own > first) {
            continue;
        }
        if let Some(last) = out.last_mut() {
            last.lines.end = line.next;
            if !content.is_empty() {
                last.content_end = line.start + line.text.trim_end_matches([' ', '\t']).len();
            }
        }
    }
    out
}

/// The key that a line begins with, and the bytes up to and including its `:`.
fn key_of(line: &str) -> Option<(String, usize)> {
    let (name, used) = match line.chars().next()? {
        quote @ ('"' | '\'') => {
            let name = line.get(1..)?.split(quote).next()?;
            (name, name.len() + 2)
        }
        '-' | '?' if line.get(1..)?.starts_with([' ', '\t']) => return None,
        _ => {
            let used = scalar::plain(line, -1, false).ok()?.used;
            (line.get(..used)?, used)
        }
    };
    let rest = line.get(used..)?;
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let after = rest.get(blank..)?.strip_prefix(':')?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then(|| (name.to_owned(), used + blank + 1))
}

/// The value within `line_end` that begins after `after_colon`: a value of one line, without blanks around it and without a
/// comment behind it. Empty where none stands.
pub(crate) fn value_on_line(text: &str, after_colon: usize, line_end: usize) -> Range<usize> {
    let rest = text.get(after_colon..line_end).unwrap_or_default();
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let start = after_colon + blank;
    let value = rest.get(blank..).unwrap_or_default();
    let used = match value.chars().next() {
        None | Some('#') => 0,
        Some('"') => scalar::double_quoted(value, -1).map_or(value.len(), |scalar| scalar.used),
        Some('\'') => scalar::single_quoted(value, -1).map_or(value.len(), |scalar| scalar.used),
        Some(_) => before_comment(value),
    };
    start..start + used
}

/// The bytes of `value` before a comment and the blanks in front of it.
fn before_comment(value: &str) -> usize {
    let end = value
        .match_indices('#')
        .map(|(at, _)| at)
        .find(|&at| value.get(..at).is_some_and(|before| before.ends_with([' ', '\t'])));
    let value = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
    value.trim_end_matches([' ', '\t']).len()
}

/// The value of `key` in the map in brackets that `range` of `text` is, and the range to take out to remove the entry.
pub(crate) fn in_brackets(
    text: &str,
    range: Range<usize>,
    key: &str,
) -> Option<(Range<usize>, Range<usize>)> {
    let map = text.get(range.clone())?;
    let mut found = None;
    let mut depth = 0usize;
    let mut at = 0;
    let mut entry_start = 0;
    let mut entry_key: Option<&str> = None;
    let mut value: Option<Range<usize>> = None;
    while let Some(c) = map.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = map.get(at..)?;
        match c {
            '{' | '[' => {
                depth += 1;
                at += 1;
                if depth == 1 {
                    entry_start = at;
                }
                continue;
            }
            '}' | ']' | ',' if depth == 1 => {
                let name = entry_key.take();
                if let Some(value) = value.take().filter(|_| name == Some(key)) {
                    // the comma behind it goes with it, or else the one before it
                    let removed =
                        if c == ',' { entry_start..at + 1 } else { entry_start.saturating_sub(1).max(1)..at };
                    found = Some((value, removed));
                }
                entry_start = at + 1;
                at += 1;
                if c != ',' {
                    break;
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            ':' => at += 1,
            c if c.is_whitespace() || c == ',' => at += c.len_utf8(),
            '#' => return None,
            _ => {
                let scalar = match c {
                    '"' => scalar::double_quoted(rest, -1),
                    '\'' => scalar::single_quoted(rest, -1),
                    _ => scalar::plain(rest, -1, true),
                }
                .ok()?;
                let used = at..at + scalar.used;
                at = used.end;
                if depth == 1 && entry_key.is_none() {
                    let quotes = usize::from(!scalar.plain);
                    entry_key = map.get(used.start + quotes..used.end.saturating_sub(quotes));
                } else if depth == 1 {
                    value = Some(used);
                }
            }
        }
    }
    let shift = |inner: Range<usize>| inner.start + range.start..inner.end + range.start;
    found.map(|(value, removed)| (shift(value), shift(removed)))
}
