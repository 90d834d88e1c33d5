//! What became of each line of the file.
//!
//! Separate because this is what a screen draws: the file with its own line numbers, what is dropped inside each line and
//! why. Made from the pieces of the finished draft alone, so that it cannot say anything else than what was loaded.

use std::ops::Range;

use serde::Serialize;

use super::draft::{Piece, PieceFate};
use super::{Cut, LINE_LIMIT};
use crate::eol::line_end;

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceLine {
    /// 1-based number in the file.
    pub number: usize,
    /// The line without its ending. Bytes that are no UTF-8 are U+FFFD here.
    pub text: String,
    /// What becomes of it.
    pub fate: Fate,
    /// Its 1-based number in the stripped text, which is what the limits and the client's own note count;
    /// `None` when nothing of it is there.
    pub loaded_line: Option<usize>,
    /// Byte ranges of `text` that do not reach the model, in order.
    pub dropped: Vec<Dropped>,
    /// What reaches the model at this line without standing in the file, in order.
    pub added: Vec<Added>,
    /// The line ending as it reaches the model: `"\n"`, in older clients also `"\r\n"` and `"\r"`; empty when it does not.
    pub ending: &'static str,
}

impl SourceLine {
    /// What of this line reaches the model, with its ending.
    pub fn kept(&self) -> String {
        let mut out = String::new();
        let mut added = self.added.iter().peekable();
        let mut at = 0;
        let ends = std::iter::once(self.text.len()..self.text.len());
        for gap in self.dropped.iter().map(|dropped| dropped.range.clone()).chain(ends) {
            while let Some(add) = added.next_if(|add| add.at <= gap.start) {
                out.push_str(self.text.get(at..add.at).unwrap_or_default());
                out.push_str(add.text);
                at = add.at.max(at);
            }
            out.push_str(self.text.get(at..gap.start).unwrap_or_default());
            at = gap.end.max(at);
        }
        out.push_str(self.ending);
        out
    }
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It reaches the model, perhaps without parts of it.
    Loaded,
    /// Nothing of it reaches the model, for a reason that has nothing to do with the limits.
    Stripped(Why),
    /// Lost to the limit of lines.
    CutByLines,
    /// Lost to the limit of UTF-16 units.
    CutByChars,
    /// Its beginning reaches the model, its end is lost to the limit of UTF-16 units.
    CutInside,
}

/// Why bytes of the file do not reach the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The byte order mark.
    Bom,
    /// An invisible character (see [`crate::invisible`]), or a look-alike that the client replaces.
    Invisible,
    /// A block-level HTML comment; in 2.1.197 also what is lost beside one, see `comments`.
    Comment,
    /// The frontmatter block.
    Frontmatter,
    /// White space at the beginning or the end of the whole text.
    Trimmed,
    /// Beyond one of the limits.
    Limit,
}

/// A part of a line that does not reach the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// Bytes of the line's text.
    pub range: Range<usize>,
    /// Why.
    pub why: Why,
}

/// Something that reaches the model without standing in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Added {
    /// Byte offset in the line's text.
    pub at: usize,
    /// What is added: a newline for U+2028 and U+2029, the backslash of a defused tag, U+FFFD for half a surrogate pair.
    pub text: &'static str,
}

/// The account of every line of `source`. `stripped` are the draft's pieces before the cut, `pieces` those of the end;
/// both cover the source. Linear.
pub(super) fn account(
    source: &str,
    stripped: &[Piece],
    pieces: &[Piece],
    cut: Option<&Cut>,
) -> Vec<SourceLine> {
    let mut out = Vec::new();
    let mut before = Walk { pieces: stripped, next: 0 };
    let mut after = Walk { pieces, next: 0 };
    let (mut start, mut newlines) = (0, 0);
    while start < source.len() {
        let span = Span::new(source, start);
        let mut line = SourceLine {
            number: out.len() + 1,
            text: source.get(start..span.content_end).unwrap_or_default().to_owned(),
            fate: Fate::Loaded,
            loaded_line: None,
            dropped: Vec::new(),
            added: Vec::new(),
            ending: "",
        };
        if before.is_there(&span) {
            line.loaded_line = Some(newlines + 1);
        }
        newlines += before.newlines(&span);
        let ending_why = after.fill(&span, &mut line);
        line.fate = fate(&line, ending_why, cut);
        start = span.end;
        out.push(line);
    }
    out
}

/// What becomes of a line, from what was dropped of it and its number in the stripped text.
fn fate(line: &SourceLine, ending_why: Option<Why>, cut: Option<&Cut>) -> Fate {
    let why = line.dropped.first().map(|dropped| dropped.why).or(ending_why);
    let Some(number) = line.loaded_line else { return Fate::Stripped(why.unwrap_or(Why::Trimmed)) };
    let lost = if number > LINE_LIMIT { Fate::CutByLines } else { Fate::CutByChars };
    let is_after_cut = match cut {
        None => false,
        Some(Cut { first_cut_line: Some(first), .. }) => number >= *first,
        Some(_) => number > 1, // cut inside line 1
    };
    if is_after_cut {
        return lost;
    }
    let is_bare = line.dropped.iter().map(|dropped| dropped.range.len()).sum::<usize>() == line.text.len();
    match line.dropped.last() {
        Some(last) if last.why == Why::Limit && is_bare => lost,
        Some(last) if last.why == Why::Limit => Fate::CutInside,
        Some(first) if is_bare && line.added.is_empty() => Fate::Stripped(first.why),
        _ => Fate::Loaded,
    }
}

/// A line's place in the source.
struct Span<'s> {
    source: &'s str,
    start: usize,
    content_end: usize,
    end: usize,
}

impl<'s> Span<'s> {
    fn new(source: &'s str, start: usize) -> Span<'s> {
        let (content_end, end) = line_end(source, start);
        Span { source, start, content_end, end }
    }

    /// The part of the line's ending that lies in a piece.
    fn ending_in(&self, piece: &Piece) -> &'s str {
        let (from, to) = (piece.start.max(self.content_end), piece.end.min(self.end));
        self.source.get(from..to).unwrap_or_default()
    }
}

/// Goes through pieces line by line, each piece being looked at once for each line that it touches.
struct Walk<'p> {
    pieces: &'p [Piece],
    next: usize,
}

impl<'p> Walk<'p> {
    /// The pieces that touch a line, and moves on to those of the next one.
    fn touching(&mut self, span: &Span<'_>) -> &'p [Piece] {
        let first = self.next;
        let is_last = span.end == span.source.len();
        while let Some(piece) = self.pieces.get(self.next) {
            if piece.start >= span.end && !is_last || piece.end > span.end {
                break;
            }
            self.next += 1;
        }
        let reaches_over = self.pieces.get(self.next).is_some_and(|piece| piece.start < span.end);
        self.pieces.get(first..self.next + usize::from(reaches_over)).unwrap_or_default()
    }

    /// The same without moving on.
    fn peek(&self, span: &Span<'_>) -> &'p [Piece] {
        Walk { pieces: self.pieces, next: self.next }.touching(span)
    }

    /// Whether anything of the line (of an empty line: its ending) is kept.
    fn is_there(&self, span: &Span<'_>) -> bool {
        self.peek(span).iter().any(|piece| match piece.fate {
            PieceFate::Kept | PieceFate::Newline if span.start == span.content_end => {
                !span.ending_in(piece).is_empty()
            }
            PieceFate::Kept | PieceFate::Newline => {
                piece.start.max(span.start) < piece.end.min(span.content_end)
            }
            PieceFate::Dropped(_) | PieceFate::Added(_) => false,
        })
    }

    /// How many line feeds end this line in the draft: none or one.
    fn newlines(&mut self, span: &Span<'_>) -> usize {
        let ends = self.touching(span).iter().any(|piece| match piece.fate {
            PieceFate::Kept => span.ending_in(piece).ends_with('\n'),
            PieceFate::Newline => piece.start >= span.content_end,
            PieceFate::Dropped(_) | PieceFate::Added(_) => false,
        });
        usize::from(ends)
    }

    /// Notes in `line` what was dropped and added, and returns why its ending was dropped, if it was.
    fn fill(&mut self, span: &Span<'_>, line: &mut SourceLine) -> Option<Why> {
        let mut ending_why = None;
        for piece in self.touching(span) {
            let within = |at: usize| at.clamp(span.start, span.content_end) - span.start;
            let range = within(piece.start)..within(piece.end);
            let ending = span.ending_in(piece);
            match piece.fate {
                PieceFate::Kept if !ending.is_empty() => line.ending = known_ending(ending),
                PieceFate::Kept => {}
                PieceFate::Dropped(why) => {
                    if !ending.is_empty() {
                        ending_why = Some(why);
                    }
                    drop_more(&mut line.dropped, range, why);
                }
                PieceFate::Newline if !ending.is_empty() => line.ending = "\n",
                PieceFate::Newline => {
                    line.added.push(Added { at: range.start, text: "\n" });
                    drop_more(&mut line.dropped, range, Why::Invisible);
                }
                PieceFate::Added(text) => line.added.push(Added { at: range.start, text }),
            }
        }
        ending_why
    }
}

/// Adds a dropped range; neighbours with the same reason are one.
fn drop_more(dropped: &mut Vec<Dropped>, range: Range<usize>, why: Why) {
    match dropped.last_mut() {
        _ if range.is_empty() => {}
        Some(last) if last.range.end == range.start && last.why == why => last.range.end = range.end,
        _ => dropped.push(Dropped { range, why }),
    }
}

fn known_ending(kept: &str) -> &'static str {
    ["\r\n", "\n", "\r"].into_iter().find(|&known| known == kept).unwrap_or_default()
}
