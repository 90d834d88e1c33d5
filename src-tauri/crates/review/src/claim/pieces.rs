//! A memory's text cut into what is prose, code, shell input and addresses; and into blocks, within which sentences lie.
//!
//! Separate because claims and attributions are read from the same pieces. A CommonMark parser decides what is code. Ranges are
//! bytes of the whole text, so that nothing has to be found again.

use std::ops::Range;

use memdesk_memdir::{Profile, frontmatter};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Running text, without marks of emphasis in it.
    Prose(Range<usize>),
    /// What is between the ticks of a code span, on one line.
    Code(Range<usize>),
    /// A code block that is shell input or a transcript.
    Shell(Range<usize>),
    /// A link with its target.
    Address(Range<usize>),
}

/// The pieces of a text.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// In the order of the text.
    pub(crate) pieces: Vec<Piece>,
    /// From the first to the last character of each paragraph, heading, cell and list item.
    pub(crate) blocks: Vec<Range<usize>>,
}

/// Longest code span that is read, in bytes.
const LONGEST: usize = 300;

impl Pieces {
    pub(crate) fn of(text: &str) -> Pieces {
        let body = frontmatter::read(text.as_bytes(), Profile::latest()).body_start.min(text.len());
        let mut out = Pieces::default();
        if let Some(description) = description(text.get(..body).unwrap_or_default()) {
            out.parse(text, description);
        }
        out.parse(text, body..text.len());
        out
    }

    fn parse(&mut self, whole: &str, range: Range<usize>) {
        let base = range.start;
        let Some(text) = whole.get(range) else { return };
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
        let mut in_code = false;
        let mut block: Option<Range<usize>> = None;
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            let range = range.start + base..range.end + base;
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    self.end_block(&mut block);
                    in_code = true;
                    if is_shell(&kind, whole.get(range.clone()).unwrap_or_default()) {
                        self.pieces.push(Piece::Shell(inner(whole, range)));
                    }
                }
                Event::End(TagEnd::CodeBlock) => in_code = false,
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. })
                    if dest_url.contains("://") =>
                {
                    self.pieces.push(Piece::Address(range));
                }
                Event::Text(_) if in_code => {}
                Event::Text(_) => {
                    grow(&mut block, &range);
                    match self.pieces.last_mut() {
                        Some(Piece::Prose(last)) if last.end == range.start => last.end = range.end,
                        _ => self.pieces.push(Piece::Prose(range)),
                    }
                }
                Event::Code(_) => {
                    grow(&mut block, &range);
                    self.pieces.extend(span(whole, range).map(Piece::Code));
                }
                Event::Start(tag) if is_block(&tag) => self.end_block(&mut block),
                Event::End(end) if is_block_end(end) => self.end_block(&mut block),
                _ => {}
            }
        }
        self.end_block(&mut block);
    }

    fn end_block(&mut self, block: &mut Option<Range<usize>>) {
        self.blocks.extend(block.take());
    }
}

fn grow(block: &mut Option<Range<usize>>, range: &Range<usize>) {
    match block {
        Some(block) => block.end = block.end.max(range.end),
        None => *block = Some(range.clone()),
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::BlockQuote(_)
            | Tag::HtmlBlock
            | Tag::List(_)
            | Tag::Item
            | Tag::Table(_)
            | Tag::TableHead
            | Tag::TableRow
            | Tag::TableCell
    )
}

fn is_block_end(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell | TagEnd::BlockQuote(_)
    )
}

/// The value of a frontmatter's `description`, without its quotes.
fn description(header: &str) -> Option<Range<usize>> {
    let key = "description:";
    let mut at = 0;
    for line in crate::lines::numbered(header) {
        if let Some(value) = line.strip_prefix(key) {
            let trimmed = value.trim().trim_matches(['"', '\'']);
            let start = at + key.len() + value.find(trimmed)?;
            return (!trimmed.is_empty()).then_some(start..start + trimmed.len());
        }
        at += line.len();
    }
    None
}

/// What is between the ticks of a code span.
fn span(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let raw = text.get(range.clone())?;
    let code = raw.trim_matches('`').trim();
    if code.is_empty() || code.len() > LONGEST || code.contains(['\n', '\r']) {
        return None;
    }
    let start = range.start + raw.find(code)?;
    Some(start..start + code.len())
}

/// A block is shell input when it says so, or when it says nothing and begins with a prompt.
fn is_shell(kind: &CodeBlockKind<'_>, block: &str) -> bool {
    let language = match kind {
        CodeBlockKind::Fenced(info) => info.split([' ', ',']).next().unwrap_or_default(),
        CodeBlockKind::Indented => "",
    };
    match language.to_ascii_lowercase().as_str() {
        "sh" | "bash" | "shell" | "zsh" | "fish" | "console" | "shell-session" | "terminal" => true,
        "" => block
            .lines()
            .find(|line| !line.trim().is_empty() && !is_fence(line))
            .is_some_and(super::code::has_prompt),
        _ => false,
    }
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// The lines of a block without its fences.
fn inner(text: &str, range: Range<usize>) -> Range<usize> {
    let block = text.get(range.clone()).unwrap_or_default();
    let first = block.split_inclusive('\n').next().unwrap_or_default();
    let start = if is_fence(first) { first.len() } else { 0 };
    let rest = block.get(start..).unwrap_or_default();
    let last = rest.trim_end().rsplit('\n').next().unwrap_or_default();
    let end =
        if start > 0 && is_fence(last) { start + rest.trim_end().len() - last.len() } else { block.len() };
    range.start + start..range.start + end
}
