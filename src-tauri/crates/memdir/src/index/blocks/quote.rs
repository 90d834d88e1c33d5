//! Where a quote ends.
//!
//! Separate because a line without `>` may go on with a quote, and whether it does depends on what the quote ends with.
//! Here the two known clients differ. 2.1.332: only where it continues a paragraph, and not when it begins a block of
//! its own. 2.1.197: also after a heading, a rule or HTML, but not after code; a comment that is indented does not end the
//! quote there. Never says what is in the quote.
//! Not reproduced: where lines without `>` follow a list in a quote, 2.1.197 may add a line feed to what it loads.

use super::{Blocks, Kind, html, is_blank, leaf, line, outdent};

/// How deep quotes in quotes are looked into; deeper ones count as paragraphs.
const DEPTH_LIMIT: usize = 8;

/// A quote at `at`: where it ends, and whether a line without `>` would continue it.
pub(super) fn read(text: &str, at: usize, depth: usize, strict: bool) -> Option<(usize, bool)> {
    inner(line(text, at).0)?;
    let mut next = at;
    let mut chunk = String::new(); // lines without `>`, then lines with it, without it
    loop {
        let mut last = "";
        while next < text.len() {
            let (content, after) = line(text, next);
            let Some(rest) = inner(content) else { break };
            last = rest;
            chunk.push_str(rest);
            chunk.push('\n');
            next = after;
        }
        chunk.pop();
        let open = !is_blank(last) && is_open(&chunk, depth, strict);
        if !open {
            return Some((next, false));
        }
        chunk.clear();
        if strict {
            chunk.push_str("a\n"); // stands for the paragraph that goes on
        }
        let mut is_lazy = false;
        while next < text.len() {
            let (content, after) = line(text, next);
            let ended = after > next + content.len();
            if is_blank(content)
                || if strict { begins_block(content) } else { leaf::interrupts(content, ended) }
            {
                break;
            }
            if is_underline(content) {
                chunk.push_str("    "); // continues the paragraph, does not make it a heading
            }
            chunk.push_str(content);
            chunk.push('\n');
            is_lazy = true;
            next = after;
        }
        if !is_lazy || inner(line(text, next).0).is_none() {
            return Some((next, true));
        }
    }
}

/// A line without its `>` and the blank behind that.
fn inner(content: &str) -> Option<&str> {
    let rest = outdent(content, 3)?.strip_prefix('>')?;
    Some(rest.strip_prefix([' ', '\t']).unwrap_or(rest))
}

/// Whether a line without `>` may continue what this part of a quote ends with.
fn is_open(chunk: &str, depth: usize, strict: bool) -> bool {
    if depth >= DEPTH_LIMIT {
        return true;
    }
    let last = Blocks::at_depth(chunk, depth + 1, strict).filter(|block| block.kind != Kind::Space).last();
    match last.map(|block| block.kind) {
        Some(Kind::Paragraph | Kind::Definition) => true,
        Some(Kind::Quote { open } | Kind::List { open }) => open || !strict,
        Some(Kind::Single | Kind::Html) => !strict,
        Some(Kind::Code | Kind::Space) | None => false,
    }
}

/// Whether a line begins a block of its own in 2.1.332, so that it does not continue a quote.
fn begins_block(content: &str) -> bool {
    let rest = outdent(content, 3).unwrap_or_default();
    let is_tag = rest.strip_prefix('<').is_some_and(|tag| {
        let lower = tag.get(..9).unwrap_or(tag).to_ascii_lowercase();
        lower.starts_with("!--")
            || leaf::RAW_TAGS.iter().any(|raw| lower.starts_with(raw))
            || html::is_block_tag(tag.strip_prefix('/').unwrap_or(tag), true, true)
    });
    let is_empty_item = matches!(rest, "-" | "*" | "+");
    is_tag || is_empty_item || leaf::begins_block(content, true)
}

fn is_underline(content: &str) -> bool {
    let marks = outdent(content, 3).unwrap_or_default().trim_end_matches(' ');
    !marks.is_empty() && (marks.bytes().all(|b| b == b'=') || marks.bytes().all(|b| b == b'-'))
}
