//! HTML blocks, of the seven kinds of CommonMark.
//!
//! Separate because each kind has its own beginning and end. Unlike in CommonMark, the kinds 3 to 5 end right behind their
//! closing mark, also in the middle of a line. Never looks at what the HTML says.

use super::leaf::RAW_TAGS;
use super::{is_blank, line, outdent, past_line_feeds};
use crate::text::is_space;

/// Elements that begin a block of kind 6, from CommonMark 0.31.
const BLOCK_TAGS: [&str; 62] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "meta",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
];
const LAST_BLOCK_TAG: &str = "ul";

/// The end of the HTML block that begins at `at`, with the line ends behind it.
pub(super) fn read(text: &str, at: usize) -> Option<usize> {
    let (content, _) = line(text, at);
    let rest = outdent(content, 3)?;
    let start = at + content.len() - rest.len();
    let html = text.get(start..)?;
    let inner = html.strip_prefix('<')?;
    raw(html, inner)
        .or_else(|| comment(html))
        .or_else(|| until(html, "<?", "?>"))
        .or_else(|| declaration(html, inner))
        .or_else(|| until(html, "<![CDATA[", "]]>"))
        .or_else(|| element(html, inner))
        .map(|length| start + length)
}

/// Kind 1: `<script`, `<pre`, `<style`, `<textarea`, up to the line with the closing tag.
fn raw(html: &str, inner: &str) -> Option<usize> {
    let tag = RAW_TAGS.into_iter().find(|tag| {
        starts_with(inner, tag)
            && inner.get(tag.len()..).is_some_and(|rest| rest.starts_with(|c| c == '>' || is_space(c)))
    })?;
    let close = format!("</{tag}>");
    let found = (0..html.len())
        .find(|&at| html.as_bytes().get(at) == Some(&b'<') && starts_with_at(html, at, &close));
    Some(found.map_or(html.len(), |at| past_line_feeds(html, line_stop(html, at))))
}

/// Kind 2: a comment and the rest of the line on which it is closed.
fn comment(html: &str) -> Option<usize> {
    let inner = html.strip_prefix("<!--")?;
    let closed = if inner.starts_with('>') || inner.starts_with("->") {
        Some(4)
    } else {
        inner.find("-->").map(|at| 4 + at + 3)
    };
    Some(closed.map_or(html.len(), |at| past_line_feeds(html, line_stop(html, at))))
}

/// Kinds 3 and 5: from a mark to another one.
fn until(html: &str, open: &str, close: &str) -> Option<usize> {
    let inner = starts_with(html, open).then(|| html.get(open.len()..)).flatten()?;
    Some(inner.find(close).map_or(html.len(), |at| past_line_feeds(html, open.len() + at + close.len())))
}

/// Kind 4: `<!` and a letter, up to `>`.
fn declaration(html: &str, inner: &str) -> Option<usize> {
    inner.strip_prefix('!')?.chars().next().filter(char::is_ascii_alphabetic)?;
    Some(html.find('>').map_or(html.len(), |at| past_line_feeds(html, at + 1)))
}

/// Kinds 6 and 7: up to a blank line.
fn element(html: &str, inner: &str) -> Option<usize> {
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let begun = match block_tag(name, true) {
        Some(length) => html.len() - name.len() + length,
        None => html.len() - alone(inner)?.len(),
    };
    // the first blank line whose line end before it is not part of what has been read
    let mut at = begun;
    while let Some(feed) = html.get(at..).and_then(|rest| rest.find('\n')).map(|found| at + found) {
        let end = super::leaf::blank(html, feed + 1).filter(|&end| {
            // a last line of blanks without an end is no blank line
            html.get(feed + 1..end).is_some_and(|blanks| blanks.contains('\n'))
        });
        if let Some(end) = end {
            let blanks = html.get(..end).unwrap_or_default();
            return Some(blanks.rfind('\n').map_or(end, |last| last + 1));
        }
        at = feed + 1;
    }
    Some(html.len())
}

/// Kind 6: whether `name` begins with a block element's name followed by a space, `>`, `/>` or the end of an ended line.
pub(super) fn is_block_tag(name: &str, ended: bool, any_case: bool) -> bool {
    if !any_case && name.bytes().take_while(u8::is_ascii_alphabetic).any(|b| b.is_ascii_uppercase()) {
        return false;
    }
    block_tag(name, ended).is_some()
}

/// The length of a block element's name at the beginning of `name` and of what has to follow it. The end of the text
/// counts as a line end when `ended`, for callers that have a single line.
fn block_tag(name: &str, ended: bool) -> Option<usize> {
    let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let tag = name.get(..length)?.to_ascii_lowercase();
    if !BLOCK_TAGS.contains(&tag.as_str()) && tag != LAST_BLOCK_TAG {
        return None;
    }
    let rest = name.get(length..)?;
    let after = if rest.starts_with(' ') {
        rest.len() - rest.trim_start_matches(' ').len()
    } else if rest.starts_with('\n') || rest.starts_with('>') {
        1
    } else if rest.starts_with("/>") {
        2
    } else {
        (rest.is_empty() && ended).then_some(0)?
    };
    Some(length + after)
}

/// Kind 7: a whole opening or closing tag of another element, alone on its line. What is left of the text after it.
fn alone(inner: &str) -> Option<&str> {
    let (name, is_closing) = match inner.strip_prefix('/') {
        Some(name) => (name, true),
        None => (inner, false),
    };
    if !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || RAW_TAGS.iter().any(|tag| starts_with(name, tag))
    {
        return None;
    }
    let mut rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_closing {
        rest = rest.trim_start_matches(is_space).strip_prefix('>')?;
    } else {
        while let Some(after) = attribute(rest) {
            rest = after;
        }
        rest = rest.trim_start_matches(' ');
        rest = rest.strip_prefix('/').unwrap_or(rest).strip_prefix('>')?;
    }
    is_blank(line(rest, 0).0).then_some(rest)
}

/// What is left after one attribute, with the spaces before it.
fn attribute(text: &str) -> Option<&str> {
    let name = text.strip_prefix(' ')?.trim_start_matches(' ');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == ':' || c == '_') {
        return None;
    }
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_.:-".contains(c));
    let value = || {
        let value = rest.trim_start_matches(' ').strip_prefix('=')?.trim_start_matches(' ');
        for quote in ['"', '\''] {
            if let Some(inside) = value.strip_prefix(quote) {
                let end = inside.find([quote, '\n'])?;
                return inside.get(end..)?.strip_prefix(quote);
            }
        }
        let after = value.trim_start_matches(|c: char| !is_space(c) && !"\"'=<>`".contains(c));
        (after.len() < value.len()).then_some(after)
    };
    Some(value().unwrap_or(rest))
}

/// Whether `text` begins with `prefix`, whatever the case of ASCII letters.
fn starts_with(text: &str, prefix: &str) -> bool {
    starts_with_at(text, 0, prefix)
}

fn starts_with_at(text: &str, at: usize, prefix: &str) -> bool {
    text.as_bytes()
        .get(at..at + prefix.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// The end of the line in which `at` lies.
fn line_stop(text: &str, at: usize) -> usize {
    at + line(text, at).0.len()
}
