//! Where title and target of one Markdown link stand, and the hook behind it.
//!
//! Separate because the Markdown reader says where a link is, but not where its parts are. Never reads more than the link
//! and the text behind it.

use std::ops::Range;

use percent_encoding::percent_decode_str;

use super::Separator;

/// A link in a text.
#[derive(Debug, Clone)]
pub(super) struct Link {
    /// The whole link.
    pub(super) range: Range<usize>,
    pub(super) title: String,
    pub(super) title_range: Range<usize>,
    pub(super) target: String,
    pub(super) target_range: Range<usize>,
    pub(super) is_wiki: bool,
}

/// The destination of an inline link as written, from the end of its title on (`](…)`). `None` for a reference link.
pub(super) fn target_range(text: &str, title_end: usize, link_end: usize) -> Option<Range<usize>> {
    let rest = text.get(title_end..link_end)?.strip_prefix("](")?;
    let inner = rest.trim_start_matches(char::is_whitespace);
    let start = link_end - inner.len();
    let is_angle = inner.starts_with('<');
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, c) in inner.char_indices().skip(usize::from(is_angle)) {
        let is_end = match c {
            _ if escaped => {
                escaped = false;
                false
            }
            '\\' => {
                escaped = true;
                false
            }
            '>' if is_angle => return Some(start + 1..start + at),
            _ if is_angle => false,
            '(' => {
                depth += 1;
                false
            }
            ')' if depth > 0 => {
                depth -= 1;
                false
            }
            c => c == ')' || c.is_whitespace(),
        };
        if is_end {
            return Some(start..start + at);
        }
    }
    None
}

/// A target as it is meant: without fragment, percent-decoded (unless that gives no UTF-8).
pub(super) fn decoded(destination: &str) -> String {
    let path = destination.split('#').next().unwrap_or_default();
    percent_decode_str(path).decode_utf8().map_or_else(|_| path.to_owned(), std::borrow::Cow::into_owned)
}

/// The hook in `text` between the end of a link and the end of what it belongs to. `next_link` finds a further link that
/// begins exactly at an offset: in `[A](a.md), [B](b.md) — hook` the hook is behind both.
pub(super) fn hook(
    text: &str,
    link_end: usize,
    end: usize,
    next_link: impl Fn(usize) -> Option<usize>,
) -> (Separator, Range<usize>) {
    let after = |from: usize| {
        let rest = text.get(from..end).unwrap_or_default();
        from + (rest.len() - rest.trim_start_matches(['*', '_', '~']).len())
    };
    let start = after(link_end);
    if let Some(found) = separated(text, start, end) {
        return found;
    }
    let mut from = start;
    loop {
        let rest = text.get(from..end).unwrap_or_default();
        let gap = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;/&+|、，；*_~".contains(c));
        let Some(next) = next_link(end - gap.len()) else { break };
        from = after(next);
        if let Some(found) = separated(text, from, end) {
            return found;
        }
    }
    let rest = text.get(start..end).unwrap_or_default();
    if rest.trim().is_empty() {
        return (Separator::None, start..start);
    }
    (Separator::None, end - rest.trim_start().len()..start + rest.trim_end().len())
}

/// A separator at `start`, and the hook behind it.
fn separated(text: &str, start: usize, end: usize) -> Option<(Separator, Range<usize>)> {
    let rest = text.get(start..end)?.trim_start();
    let (separator, hook) = if let Some(hook) = rest.strip_prefix(['—', '–', '―']) {
        (Separator::EmDash, hook)
    } else if rest.starts_with("--") {
        (Separator::DoubleHyphen, rest.trim_start_matches('-'))
    } else if let Some(hook) =
        rest.strip_prefix('-').filter(|hook| hook.is_empty() || hook.starts_with(char::is_whitespace))
    {
        (Separator::Hyphen, hook)
    } else if let Some(hook) = rest.strip_prefix([':', '：']) {
        (Separator::Colon, hook)
    } else {
        return None;
    };
    let begin = end - hook.trim_start().len();
    Some((separator, begin..begin + hook.trim().len()))
}

/// Text of several lines as one: runs of white space with a line end in them are a blank.
pub(super) fn one_line(text: &str) -> String {
    let mut lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        out.push(' ');
        out.push_str(line);
    }
    out
}
