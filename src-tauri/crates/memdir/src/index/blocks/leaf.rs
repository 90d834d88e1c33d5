//! Blocks that contain no other blocks: blank lines, code, headings, rules and paragraphs.
//!
//! Separate from the containers and from HTML, whose rules are longer. Each function gets the text and the place where a
//! block may begin and returns where it ends. Never allocates.

use super::{is_blank, line, outdent, past_line_feeds};
use crate::text::is_space;

/// Names of HTML elements that begin a block of kind 1; a prefix of a longer name is enough to interrupt a paragraph.
pub(super) const RAW_TAGS: [&str; 4] = ["script", "pre", "style", "textarea"];

/// A run of blank lines.
pub(super) fn blank(text: &str, at: usize) -> Option<usize> {
    let mut end = at;
    while end < text.len() {
        let (content, next) = line(text, end);
        if !is_blank(content) {
            break;
        }
        end = next;
    }
    (end > at).then_some(end)
}

/// Lines indented by four spaces or a tab, with the blank lines between and after them.
pub(super) fn indented_code(text: &str, at: usize) -> Option<usize> {
    let mut end = at;
    while end < text.len() {
        let (content, next) = line(text, end);
        if !is_code(content) {
            break;
        }
        end = blank(text, next).unwrap_or(next);
    }
    (end > at).then_some(end)
}

/// Whether a line that is not blank is indented like code.
pub(super) fn is_code(line: &str) -> bool {
    let rest = line.trim_start_matches(' ');
    let spaces = line.len() - rest.len();
    spaces >= 4 && line.len() > 4 || rest.starts_with('\t') && rest.len() > 1
}

/// The fence that begins a line: its character and length.
fn fence(content: &str) -> Option<(char, usize)> {
    let rest = outdent(content, 3)?;
    let mark = rest.chars().next().filter(|&c| c == '`' || c == '~')?;
    let after = rest.trim_start_matches(mark);
    let length = rest.len() - after.len();
    (length >= 3 && (mark == '~' || !after.contains('`'))).then_some((mark, length))
}

/// From a fence to one that is as long, or to the end.
pub(super) fn fenced_code(text: &str, at: usize) -> Option<usize> {
    let (first, mut next) = line(text, at);
    let (mark, length) = fence(first)?;
    while next < text.len() {
        let (content, after) = line(text, next);
        let closes = outdent(content, 3).is_some_and(|rest| {
            let tail = rest.trim_start_matches(mark);
            rest.len() - tail.len() >= length
                && tail.trim_start_matches(['~', '`']).bytes().all(|b| b == b' ')
        });
        if closes {
            return Some(next + content.len());
        }
        next = after;
    }
    Some(text.len())
}

/// One to six `#`, white space, and the rest of the line, with the empty lines after it.
pub(super) fn heading(text: &str, at: usize) -> Option<usize> {
    let (content, next) = line(text, at);
    let rest = outdent(content, 3)?.trim_start_matches('#');
    let level = content.trim_start_matches(' ').len() - rest.len();
    let is_heading = (1..=6).contains(&level) && (rest.is_empty() || rest.starts_with(is_space));
    (is_heading && !rest.contains(['\u{2028}', '\u{2029}', '\r'])).then(|| past_line_feeds(text, next))
}

/// `---`, `***`, `___`, with blanks between.
pub(super) fn rule(text: &str, at: usize) -> Option<usize> {
    let (content, _) = line(text, at);
    is_rule(content, 3, true).then_some(at + content.len())
}

/// Whether a line is a rule, indented by at most `most` spaces, with spaces (and `tabs`) between its marks.
pub(super) fn is_rule(content: &str, most: usize, tabs: bool) -> bool {
    let Some(rest) = outdent(content, most) else { return false };
    let Some(mark) = rest.bytes().next().filter(|b| b"-_*".contains(b)) else { return false };
    rest.bytes().all(|b| b == mark || b == b' ' || tabs && b == b'\t')
        && rest.bytes().filter(|&b| b == mark).count() >= 3
}

/// A paragraph: the line at `at` and those after it up to one that interrupts it.
pub(super) fn paragraph(text: &str, at: usize) -> usize {
    let (content, mut next) = line(text, at);
    let mut end = at + content.len();
    while next < text.len() {
        let (content, after) = line(text, next);
        if content.is_empty() || interrupts(content, after > next + content.len()) {
            break;
        }
        end = next + content.len();
        next = after;
    }
    end
}

/// Whether a line (that is not empty, and ends with LF when `ended`) ends a paragraph before it.
pub(super) fn interrupts(content: &str, ended: bool) -> bool {
    let blank = ended && content.bytes().all(|b| b == b' ');
    let tag = content.strip_prefix('<').is_some_and(|rest| {
        let raw = rest.starts_with("!--") || RAW_TAGS.iter().any(|tag| rest.starts_with(tag));
        raw || super::html::is_block_tag(rest.strip_prefix('/').unwrap_or(rest), ended, false)
    });
    blank || tag || begins_block(content, ended)
}

/// Whether a line begins a rule, heading, quote, fence or list, as far as these interrupt a paragraph.
pub(super) fn begins_block(content: &str, ended: bool) -> bool {
    let Some(rest) = outdent(content, 3) else { return false };
    let after_hashes = rest.trim_start_matches('#');
    let is_heading = (1..=6).contains(&(rest.len() - after_hashes.len()))
        && (after_hashes.is_empty() || after_hashes.starts_with(is_space));
    let item = rest
        .strip_prefix(['*', '+', '-'])
        .or_else(|| rest.strip_prefix("1."))
        .or_else(|| rest.strip_prefix("1)"));
    is_rule(content, 3, true)
        || is_heading
        || rest.starts_with('>')
        || ended && fence(content).is_some()
        || item.is_some_and(|tail| tail.starts_with(' '))
}

/// Finds headings that are underlined with `===` or `---`.
///
/// Where the lines of such a heading end does not depend on where it begins, so that one look ahead answers for all the
/// places within it; without that, a long run of paragraphs would be read once for each of them.
#[derive(Debug, Default)]
pub(super) struct Underlines {
    /// A look from anywhere in `from..stop` ends at `stop`.
    from: usize,
    stop: usize,
    /// The end of the heading, when there is an underline at `stop`.
    end: Option<usize>,
}

impl Underlines {
    /// The end of the underlined heading that begins at `at`.
    pub(super) fn heading(&mut self, text: &str, at: usize) -> Option<usize> {
        let (first, next) = line(text, at);
        if is_excluded(first, next > at + first.len()) || first.contains(['\u{2028}', '\u{2029}', '\r']) {
            return None;
        }
        if !(self.from <= at && next <= self.stop) {
            (self.from, self.stop, self.end) = (at, text.len(), None);
            let mut start = next;
            while start < text.len() {
                let (content, after) = line(text, start);
                let underline = underline(content);
                if underline || is_excluded(content, after > start + content.len()) || is_end(content) {
                    self.stop = start;
                    self.end = underline.then(|| past_line_feeds(text, after));
                    break;
                }
                start = after;
            }
        }
        self.end
    }
}

/// A line of `=` or of `-`.
fn underline(content: &str) -> bool {
    let marks = outdent(content, 3).unwrap_or_default().trim_end_matches(' ');
    !marks.is_empty() && (marks.bytes().all(|b| b == b'=') || marks.bytes().all(|b| b == b'-'))
}

/// A line in which the text of an underlined heading cannot go on, blank or with a character that ends it.
fn is_end(content: &str) -> bool {
    content.chars().all(is_space) || content.contains(['\u{2028}', '\u{2029}', '\r'])
}

/// A line with which the text of an underlined heading can neither begin nor go on.
fn is_excluded(content: &str, ended: bool) -> bool {
    let item = super::list::bullet(content)
        .is_some_and(|length| content.get(length..).is_some_and(|c| c.starts_with(' ')));
    let mut rest = content;
    let spaces = content.len() - content.trim_start_matches(' ').len();
    let code = spaces >= 4 || content.trim_start_matches(' ').starts_with('\t');
    if spaces <= 3 {
        rest = content.trim_start_matches(' ');
    }
    let html = ended
        && rest
            .strip_prefix('<')
            .and_then(|inner| inner.strip_suffix('>'))
            .is_some_and(|inner| !inner.is_empty() && !inner.contains('>'));
    item || code
        || spaces <= 3
            && (rest.starts_with("```") || rest.starts_with("~~~") || rest.starts_with(['>', '#']) || html)
}
