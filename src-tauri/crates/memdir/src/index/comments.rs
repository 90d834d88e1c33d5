//! Which HTML comments the client takes out of the index.
//!
//! Separate because this is a rule of its own on top of the Markdown blocks: a comment goes when it begins an HTML block at
//! the top level of the document, together with the line ends and empty lines after it when nothing else is in that block.
//! Inline ones, those in code, in lists, in quotes, inside other HTML and unclosed ones stay. An index that has a `<!--`
//! anywhere also gets LF line endings at this point, and in 2.1.197 loses its link definitions (`[a]: a.md`); there the
//! account calls them comments too. Never looks for comments itself: `blocks` knows what is a block.

use std::ops::Range;

use super::Why;
use super::blocks::{Blocks, Kind};
use super::draft::{Change, Draft};
use crate::Profile;
use crate::text::is_space;

const OPEN: &str = "<!--";
const CLOSE: &str = "-->";

/// Takes the comments out.
pub(super) fn strip(draft: &mut Draft<'_>, profile: &Profile) {
    if !draft.text().contains(OPEN) {
        return;
    }
    draft.apply(&line_feeds(draft.text()));
    let text = draft.text();
    let mut changes = Vec::new();
    for block in Blocks::new(text, profile) {
        match block.kind {
            Kind::Html => from_html(text, block.range, &mut changes),
            Kind::Definition if profile.loses_definitions => {
                changes.push(Change::drop(block.range, Why::Comment));
            }
            _ => {}
        }
    }
    draft.apply(&changes);
}

/// CRLF and lone CR as LF.
fn line_feeds(text: &str) -> Vec<Change> {
    let bytes = text.as_bytes();
    let returns = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\r').map(|(at, _)| at);
    returns
        .map(|at| match bytes.get(at + 1) {
            Some(b'\n') => Change::drop(at..at + 1, Why::Invisible),
            _ => Change::newline(at..at + 1),
        })
        .collect()
}

/// The comments of one HTML block: nothing when it does not begin with one, the whole block when it has nothing else.
fn from_html(text: &str, block: Range<usize>, changes: &mut Vec<Change>) {
    let raw = text.get(block.clone()).unwrap_or_default();
    if !raw.trim_start_matches(is_space).starts_with(OPEN) {
        return;
    }
    let spans = spans(raw);
    let mut at = 0;
    let is_alone = spans.iter().chain([&(raw.len()..raw.len())]).all(|span| {
        let between = raw.get(at..span.start).unwrap_or_default();
        at = span.end;
        between.chars().all(is_space)
    });
    if is_alone {
        changes.push(Change::drop(block, Why::Comment));
    } else {
        let moved = |span: Range<usize>| block.start + span.start..block.start + span.end;
        changes.extend(spans.into_iter().map(|span| Change::drop(moved(span), Why::Comment)));
    }
}

/// From each `<!--` to the next `-->` behind it.
fn spans(raw: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = raw.get(at..).and_then(|rest| rest.find(OPEN)).map(|found| at + found) {
        let inside = start + OPEN.len();
        let Some(end) = raw.get(inside..).and_then(|rest| rest.find(CLOSE)) else { break };
        at = inside + end + CLOSE.len();
        out.push(start..at);
    }
    out
}
