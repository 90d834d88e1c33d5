//! Where a list ends.
//!
//! Separate because a list is the one container whose end depends on the indentation of each of its items. What is inside
//! an item never matters: nothing in a list is at the top level.

use super::{is_blank, leaf, line, outdent};
use crate::text::is_space;

/// The length of the list marker at the beginning of `rest`: `-`, `*`, `+`, or up to nine digits with `.` or `)`.
pub(super) fn bullet(rest: &str) -> Option<usize> {
    if rest.starts_with(['*', '+', '-']) {
        return Some(1);
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let delimiter = rest.as_bytes().get(digits).is_some_and(|b| b".)".contains(b));
    ((1..=9).contains(&digits) && delimiter).then_some(digits + 1)
}

/// A list at `at`: where it ends, and whether a line that is not indented would continue a paragraph in it.
pub(super) fn read(text: &str, at: usize) -> Option<(usize, bool)> {
    let (first, _) = line(text, at);
    let rest = outdent(first, 3)?;
    let length = bullet(rest)?;
    let tail = rest.get(length..)?;
    // a marker with a single blank behind it begins no list
    if !(tail.is_empty() || tail.starts_with([' ', '\t']) && tail.chars().nth(1).is_some()) {
        return None;
    }
    let mark = rest.as_bytes().get(length - 1).copied()?;
    let (mut next, mut open) = (at, false);
    while next < text.len() {
        let Some(item) = Item::begin(text, next, mark) else { break };
        (next, open) = item.read(text);
    }
    let raw = text.get(at..next).unwrap_or_default();
    Some((at + raw.trim_end_matches(is_space).len(), open))
}

/// An item of a list while its lines are read.
struct Item {
    /// Where its first line ends.
    next: usize,
    /// Columns that its content is indented by.
    indent: usize,
    /// It had a blank line, or begins with one.
    blank: bool,
    /// Its last line so far is blank.
    ends_blank: bool,
    /// What a line without indentation would continue.
    line: String,
}

impl Item {
    /// The item that begins at `at`, with the list's kind of marker (its last byte).
    fn begin(text: &str, at: usize, mark: u8) -> Option<Item> {
        let (content, next) = line(text, at);
        let rest = outdent(content, 3)?;
        let length = bullet(rest)?;
        let tail = rest.get(length..)?;
        let is_same = rest.as_bytes().get(length - 1) == Some(&mark);
        if !is_same || !(tail.is_empty() || tail.starts_with([' ', '\t'])) || leaf::is_rule(content, 3, true)
        {
            return None;
        }
        let marker = content.len() - tail.len();
        let blank = tail.chars().all(is_space);
        let spaces = tail.len() - tail.trim_start_matches(' ').len();
        let indent = match spaces {
            _ if blank => marker + 1,
            5.. => marker + 1, // indented code in the item
            _ => marker + spaces,
        };
        let tabs = tail.len() - tail.trim_start_matches('\t').len();
        let line = " ".repeat(3 * tabs) + tail.trim_start_matches('\t');
        Some(Item { next, indent, blank, ends_blank: blank, line })
    }

    /// Reads the item's other lines; returns where it ends and whether its last paragraph is open.
    fn read(mut self, text: &str) -> (usize, bool) {
        if self.blank {
            let (content, after) = line(text, self.next);
            if is_blank(content) {
                return (after, false);
            }
        }
        let most = self.indent.saturating_sub(1).min(3);
        while self.next < text.len() {
            let (content, after) = line(text, self.next);
            if begins_other(content, most) {
                break;
            }
            let expanded = content.replace('\t', "    ");
            let is_empty = content.chars().all(is_space);
            if !(is_empty
                || column(&expanded).is_some_and(|at| at >= self.indent)
                || !self.blank && self.is_open(most))
            {
                break;
            }
            self.blank |= is_empty;
            self.ends_blank = is_empty;
            self.next = after;
            self.line = skip_units(&expanded, self.indent);
        }
        (self.next, !self.ends_blank && self.is_open(most))
    }

    /// Whether the last line is one of a paragraph, as far as that can be told without reading the item.
    fn is_open(&self, most: usize) -> bool {
        let is_code = column(&self.line.replace('\t', "    ")).is_some_and(|at| at >= 4);
        let is_closed = outdent(&self.line, most)
            .is_some_and(|rest| begins_fence(rest) || rest.starts_with('#'))
            || leaf::is_rule(&self.line, most, false);
        !(is_code || is_closed)
    }
}

/// Whether a line, indented by at most `most` spaces, begins something that ends a list item.
fn begins_other(content: &str, most: usize) -> bool {
    let Some(rest) = outdent(content, most) else { return false };
    let is_html = rest.strip_prefix('<').is_some_and(|tag| {
        tag.starts_with("!--")
            || tag.starts_with(|c: char| c.is_ascii_alphabetic())
                && tag
                    .split(['\u{2028}', '\u{2029}', '\r'])
                    .next()
                    .is_some_and(|line| line.get(1..).is_some_and(|l| l.contains('>')))
    });
    let is_item = bullet(rest)
        .and_then(|length| rest.get(length..))
        .is_some_and(|tail| tail.is_empty() || tail.starts_with([' ', '\t']));
    begins_fence(rest) || rest.starts_with('#') || is_html || is_item || leaf::is_rule(content, most, false)
}

fn begins_fence(rest: &str) -> bool {
    rest.starts_with("```") || rest.starts_with("~~~")
}

/// The column of the first character that is no space.
fn column(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches(' ');
    (!rest.is_empty()).then(|| line.len() - rest.len())
}

/// `line` without its first `units` UTF-16 units.
fn skip_units(line: &str, units: usize) -> String {
    let mut left = units;
    line.chars()
        .skip_while(|c| {
            let skip = left > 0;
            left = left.saturating_sub(c.len_utf16());
            skip
        })
        .collect()
}
