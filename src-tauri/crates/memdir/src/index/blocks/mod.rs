//! The blocks of a Markdown text as the client's own reader divides it, at the top level only.
//!
//! Separate, and not a Markdown library, because what counts as a top-level HTML block depends on where the blocks before
//! it end, and the client's reader differs from CommonMark there: a paragraph goes on over an indented comment, a heading
//! of two lines may contain one, HTML blocks of the kinds 3 to 5 end in the middle of a line, a list ends at `<x …>`. The
//! rules were found by asking 2.1.332 and 2.1.197 (golden `index_load_more.json`); without GFM, so that a table is a
//! paragraph. The two differ in where a quote ends. Never looks inside a block, but for the last one of a quote.
//!
//! Linear in the length of the text, but for quotes in quotes, which are read once for each level up to a bound.

mod definition;
mod html;
mod leaf;
mod list;
mod quote;

use std::ops::Range;

use crate::Profile;

/// What a block is, as far as it matters for comments and for where a quote ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Blank lines.
    Space,
    /// Indented or fenced code.
    Code,
    /// A heading of either form, or a rule.
    Single,
    /// A quote; `open` when a line without `>` would continue a paragraph in it.
    Quote { open: bool },
    /// A list; `open` when a line that is not indented would continue a paragraph in it.
    List { open: bool },
    /// An HTML block of any of the seven kinds, with the line ends behind it.
    Html,
    /// A link definition with the line ends behind it.
    Definition,
    /// A paragraph.
    Paragraph,
}

/// A block of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// Its bytes.
    pub(super) range: Range<usize>,
}

/// Goes through the blocks of a text, whose line endings are all LF.
pub(super) struct Blocks<'t> {
    text: &'t str,
    at: usize,
    /// How many quotes the text is in.
    depth: usize,
    /// 2.1.332: a line without `>` continues a quote only where it would continue a paragraph.
    strict_quotes: bool,
    underlines: leaf::Underlines,
    /// Blocks that have ended in the middle of the line.
    on_line: usize,
}

/// Most blocks on one line; what is left of it then is a paragraph. Each block looks at the rest of its line.
const LINE_BLOCKS: usize = 32;

impl<'t> Blocks<'t> {
    pub(super) fn new(text: &'t str, profile: &Profile) -> Blocks<'t> {
        Blocks::at_depth(text, 0, profile.quotes_end_strictly)
    }

    fn at_depth(text: &'t str, depth: usize, strict_quotes: bool) -> Blocks<'t> {
        Blocks { text, at: 0, depth, strict_quotes, underlines: leaf::Underlines::default(), on_line: 0 }
    }

    /// The kind and the end of the block that begins at `self.at`. The order of the questions is part of the rule.
    fn read(&mut self) -> (Kind, usize) {
        let (text, at) = (self.text, self.at);
        if let Some(end) = leaf::blank(text, at) {
            return (Kind::Space, end);
        }
        if let Some(end) = leaf::indented_code(text, at).or_else(|| leaf::fenced_code(text, at)) {
            return (Kind::Code, end);
        }
        if let Some(end) = leaf::heading(text, at).or_else(|| leaf::rule(text, at)) {
            return (Kind::Single, end);
        }
        if let Some((end, open)) = quote::read(text, at, self.depth, self.strict_quotes) {
            return (Kind::Quote { open }, end);
        }
        if let Some((end, open)) = list::read(text, at) {
            return (Kind::List { open }, end);
        }
        if let Some(end) = html::read(text, at) {
            return (Kind::Html, end);
        }
        if let Some(end) = definition::read(text, at) {
            return (Kind::Definition, end);
        }
        if let Some(end) = self.underlines.heading(text, at) {
            return (Kind::Single, end);
        }
        (Kind::Paragraph, leaf::paragraph(text, at))
    }
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        let (kind, end) = match self.on_line {
            LINE_BLOCKS.. => (Kind::Paragraph, leaf::paragraph(self.text, start)),
            _ => self.read(),
        };
        let is_inside = kind == Kind::Html && !self.text.get(..end).is_some_and(|text| text.ends_with('\n'));
        self.on_line = if is_inside { self.on_line + 1 } else { 0 };
        self.at = end.max(start + 1); // each block has at least one byte; never stands still
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Some(Block { kind, range: start..self.at })
    }
}

/// The line at `at` without its ending, and where the next one begins.
fn line(text: &str, at: usize) -> (&str, usize) {
    let rest = text.get(at..).unwrap_or_default();
    match rest.split_once('\n') {
        Some((line, _)) => (line, at + line.len() + 1),
        None => (rest, text.len()),
    }
}

/// `line` without its leading spaces, when these are at most `most`.
fn outdent(line: &str, most: usize) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    (line.len() - rest.len() <= most).then_some(rest)
}

/// Nothing but spaces and tabs.
fn is_blank(line: &str) -> bool {
    line.bytes().all(|b| b == b' ' || b == b'\t')
}

/// Past the empty lines at `at`.
fn past_line_feeds(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + (rest.len() - rest.trim_start_matches('\n').len())
}
