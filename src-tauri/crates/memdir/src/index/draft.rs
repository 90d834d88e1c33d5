//! The index on its way from the file to the model: the text as it stands, and where each piece of it comes from.
//!
//! Separate because every rule of loading goes through this one mechanism, so that what is kept and the account of what
//! became of each line cannot disagree: the text of a draft is the concatenation of its pieces, by construction.
//! Never decides what to drop.

use std::ops::Range;

use super::Why;

/// A stretch of the source and what has become of it. Pieces cover the source in order, without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// First byte in the source.
    pub(super) start: usize,
    /// One past the last byte in the source; equal to `start` for something added.
    pub(super) end: usize,
    /// What stands for it in the draft.
    pub(super) fate: PieceFate,
}

/// What stands in the draft for a piece of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceFate {
    /// The piece itself.
    Kept,
    /// Nothing.
    Dropped(Why),
    /// A newline, for another kind of line ending or a character that the client turns into one.
    Newline,
    /// A text that the source does not have.
    Added(&'static str),
}

/// One change of the draft's present text.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// Bytes of the present text.
    pub(super) range: Range<usize>,
    /// What is done with them.
    pub(super) fate: PieceFate,
}

impl Change {
    /// Takes `range` out.
    pub(super) fn drop(range: Range<usize>, why: Why) -> Change {
        Change { range, fate: PieceFate::Dropped(why) }
    }
    /// Puts a newline in the place of `range`.
    pub(super) fn newline(range: Range<usize>) -> Change {
        Change { range, fate: PieceFate::Newline }
    }
    /// Adds `text` at `at`.
    pub(super) fn add(at: usize, text: &'static str) -> Change {
        Change { range: at..at, fate: PieceFate::Added(text) }
    }
}

/// The index between two rules of loading.
#[derive(Debug)]
pub(super) struct Draft<'s> {
    source: &'s str,
    pieces: Vec<Piece>,
    text: String,
}

impl<'s> Draft<'s> {
    /// The whole source, kept.
    pub(super) fn new(source: &'s str) -> Draft<'s> {
        let whole = Piece { start: 0, end: source.len(), fate: PieceFate::Kept };
        Draft { source, pieces: vec![whole], text: source.to_owned() }
    }

    /// The text as it stands.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The pieces as they stand.
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The text and the pieces.
    pub(super) fn into_parts(self) -> (String, Vec<Piece>) {
        (self.text, self.pieces)
    }

    /// Makes `changes`, which are in order and do not overlap and lie on character boundaries of the text. Linear in the
    /// number of pieces and changes and in the length of the text.
    pub(super) fn apply(&mut self, changes: &[Change]) {
        if changes.is_empty() {
            return;
        }
        let mut pieces = Vec::with_capacity(self.pieces.len() + 2 * changes.len());
        let mut changes = changes.iter().peekable();
        let mut at = 0; // in the text
        for piece in &self.pieces {
            let length = match piece.fate {
                PieceFate::Kept => piece.end - piece.start,
                PieceFate::Dropped(_) => 0,
                PieceFate::Newline => 1,
                PieceFate::Added(text) => text.len(),
            };
            let end = at + length;
            if length == 0 {
                pieces.push(*piece);
                continue;
            }
            if piece.fate != PieceFate::Kept {
                // one unit: a change that touches it takes it whole
                let hit = changes.peek().filter(|change| change.range.start < end && change.range.end > at);
                match (hit, piece.fate) {
                    (Some(_), PieceFate::Added(_)) => {}
                    (Some(change), _) => pieces.push(Piece { fate: change.fate, ..*piece }),
                    (None, _) => pieces.push(*piece),
                }
                at = end;
                while changes.peek().is_some_and(|change| change.range.end <= at && change.range.start < at) {
                    changes.next();
                }
                continue;
            }
            let mut from = at;
            while let Some(change) = changes.peek() {
                if change.range.start >= end {
                    break;
                }
                let source_of = |offset: usize| piece.start + (offset - at);
                let (start, stop) = (change.range.start.max(from), change.range.end.min(end).max(from));
                if start > from {
                    pieces.push(Piece {
                        start: source_of(from),
                        end: source_of(start),
                        fate: PieceFate::Kept,
                    });
                }
                if change.range.is_empty() || stop > start {
                    pieces.push(Piece { start: source_of(start), end: source_of(stop), fate: change.fate });
                }
                from = stop.max(start);
                if change.range.end > end {
                    break; // goes on in the next piece
                }
                changes.next();
            }
            if from < end {
                pieces.push(Piece {
                    start: piece.start + (from - at),
                    end: piece.end,
                    fate: PieceFate::Kept,
                });
            }
            at = end;
        }
        self.pieces = pieces;
        self.render();
    }

    fn render(&mut self) {
        let mut text = String::with_capacity(self.text.len());
        for piece in &self.pieces {
            match piece.fate {
                PieceFate::Kept => text.push_str(self.source.get(piece.start..piece.end).unwrap_or_default()),
                PieceFate::Dropped(_) => {}
                PieceFate::Newline => text.push('\n'),
                PieceFate::Added(added) => text.push_str(added),
            }
        }
        self.text = text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_the_concatenation_of_the_pieces() {
        let mut draft = Draft::new("one\r\ntwo three\rfour");
        draft.apply(&[Change::newline(3..5), Change::newline(14..15)]);
        assert_eq!(draft.text(), "one\ntwo three\nfour");
        draft.apply(&[
            Change::drop(1..6, Why::Comment),
            Change::add(8, "\\"),
            Change::drop(13..14, Why::Limit),
        ]);
        assert_eq!(draft.text(), "oo \\threefour");
        draft.apply(&[Change::drop(0..2, Why::Trimmed), Change::drop(3..4, Why::Trimmed)]);
        assert_eq!(draft.text(), " threefour");
        let mut at = 0;
        for piece in draft.pieces() {
            assert_eq!(piece.start, at, "pieces cover the source: {:?}", draft.pieces());
            at = piece.end;
        }
        assert_eq!(at, 19);
    }

    #[test]
    fn a_change_over_many_pieces_reaches_all_of_them() {
        let mut draft = Draft::new("abcdef");
        draft.apply(&[Change::drop(1..2, Why::Comment), Change::drop(3..4, Why::Comment)]);
        draft.apply(&[Change::drop(0..4, Why::Limit)]);
        assert_eq!(draft.text(), "");
        assert_eq!(draft.pieces().iter().filter(|p| p.fate == PieceFate::Dropped(Why::Comment)).count(), 2);
        assert_eq!(draft.pieces().iter().filter(|p| p.fate == PieceFate::Dropped(Why::Limit)).count(), 3);
    }
}
