//! What the reader of entries holds while events come in: open blocks and an open link.
//!
//! Separate from `read`, which decides what becomes of them.

use std::ops::Range;

use super::link::Link;

/// A list item, a heading, or other text, while its events come in.
pub(super) struct Open {
    pub(super) kind: OpenKind,
    pub(super) start: usize,
    /// Text of its first paragraph.
    pub(super) text: Option<Range<usize>>,
    /// Its plain words.
    pub(super) words: String,
    /// Its first paragraph is over.
    pub(super) closed: bool,
    /// Where its own content ends, lists in it left out.
    pub(super) end: usize,
    /// It has a list in it, behind which nothing counts as its own.
    pub(super) has_list: bool,
    pub(super) links: Vec<Link>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenKind {
    Item,
    Heading(usize),
    Text,
}

/// A link whose text is being read.
pub(super) struct OpenLink {
    pub(super) range: Range<usize>,
    pub(super) destination: String,
    pub(super) title: String,
    pub(super) title_range: Option<Range<usize>>,
}

impl Open {
    pub(super) fn new(kind: OpenKind, start: usize) -> Open {
        Open {
            kind,
            start,
            text: None,
            words: String::new(),
            closed: false,
            end: start,
            has_list: false,
            links: Vec::new(),
        }
    }

    /// Its own content goes on to `end`.
    pub(super) fn reaches(&mut self, end: usize) {
        if !self.has_list {
            self.end = self.end.max(end);
        }
    }
}

/// Takes an inline event into the link and the block that it is in.
pub(super) fn inline(
    link: &mut Option<OpenLink>,
    block: Option<&mut Open>,
    range: &Range<usize>,
    words: &str,
) {
    if let Some(link) = link {
        link.title.push_str(words);
        let start = link.title_range.as_ref().map_or(range.start, |title| title.start);
        let end = link.title_range.as_ref().map_or(range.end, |title| title.end.max(range.end));
        link.title_range = Some(start..end);
    }
    if let Some(block) = block {
        if !block.closed {
            block.words.push_str(words);
        }
        extend(Some(block), range);
    }
}

pub(super) fn extend(block: Option<&mut Open>, range: &Range<usize>) {
    let Some(block) = block else { return };
    if !block.closed {
        let text = block.text.get_or_insert(range.clone());
        text.end = text.end.max(range.end);
    }
    block.reaches(range.end);
}
