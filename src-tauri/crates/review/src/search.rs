//! Finding what a person typed in a text, and the one line of it that shows that best.
//!
//! Separate so that every place that is searched (topics, the index, hunks, texts that are gone) is searched alike. Words are
//! compared without case and may stand anywhere in a text, within words too: so Chinese and Japanese are found by any part.
//! Never more than [`TERMS`] words of [`LONGEST`] characters, and never more than [`PLACES`] places of one of them in a text.

use crate::lines::{cut_end, numbered};
use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use ts_rs::TS;

/// Words of a search beyond these are not looked for.
pub const TERMS: usize = 16;
/// Characters of one word beyond these are not looked for.
pub const LONGEST: usize = 200;
/// Places of one word in one text beyond these are not counted.
pub const PLACES: usize = 200;
/// Longest snippet, in characters.
pub const SNIPPET: usize = 180;
/// Characters before the first place in a line that is cut.
const BEFORE: usize = 40;

/// What is looked for: every one of these must occur.
#[derive(Debug, Clone)]
pub struct Terms(Vec<Term>);

#[derive(Debug, Clone)]
struct Term {
    /// As it was typed, without quotes.
    typed: String,
    pattern: Regex,
}

/// A part of a snippet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SnippetPart {
    /// The text.
    pub text: String,
    /// It is what was looked for.
    pub found: bool,
}

/// A line of a text in which something was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// 1-based.
    pub line: usize,
    /// The line, or what there is room for around the first place; `…` where there is more.
    pub parts: Vec<SnippetPart>,
    /// Further lines with any of the words.
    pub more: usize,
}

/// A place in a text and which word stands there.
struct Place {
    at: Range<usize>,
    term: usize,
}

impl Terms {
    /// Takes apart what was typed: words between white space; what stands between `"` is one, with any white space within.
    pub fn new(typed: &str) -> Terms {
        let mut terms: Vec<Term> = Vec::new();
        for (at, piece) in typed.split('"').enumerate() {
            // an odd piece stands between quotes, the last one perhaps without the closing one yet
            let words = match at % 2 {
                1 => vec![piece.trim()],
                _ => piece.split_whitespace().collect(),
            };
            for word in words.into_iter().filter(|word| !word.is_empty()) {
                if terms.len() < TERMS && !terms.iter().any(|term| term.typed == word) {
                    terms.extend(Term::new(word));
                }
            }
        }
        Terms(terms)
    }

    /// Nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words as they were typed; a phrase is one.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|term| term.typed.as_str())
    }

    /// Whether every word occurs in one of these texts or another.
    pub fn all_in(&self, texts: &[&str]) -> bool {
        !self.is_empty() && self.0.iter().all(|term| texts.iter().any(|text| term.pattern.is_match(text)))
    }

    /// A whole short text with what is found in it marked, for a name or a path.
    pub fn marked(&self, text: &str) -> Vec<SnippetPart> {
        snippet(text, &apart(self.places(text).into_iter().map(|place| place.at).collect()))
    }

    /// The line in which most of the words stand, of several the first; none when none stands in the text.
    pub fn passage(&self, text: &str) -> Option<Passage> {
        passage(text, self.places(text))
    }

    fn places(&self, text: &str) -> Vec<Place> {
        let found = |(term, one): (usize, &Term)| -> Vec<Place> {
            let places = one.pattern.find_iter(text).filter(|found| !found.is_empty()).take(PLACES);
            places.map(|found| Place { at: found.range(), term }).collect()
        };
        self.0.iter().enumerate().flat_map(found).collect()
    }
}

impl Term {
    fn new(word: &str) -> Option<Term> {
        let typed: String = word.chars().take(LONGEST).collect();
        let parts: Vec<String> = typed.split_whitespace().map(regex::escape).collect();
        let built = RegexBuilder::new(&parts.join(r"\s+")).case_insensitive(true).build();
        // an escaped text of this length is always a pattern, and a small one
        built.ok().map(|pattern| Term { typed, pattern })
    }
}

/// The line of a text with most of these places, for places that somebody else found. Byte ranges; those that do not lie on
/// boundaries of characters are left out.
pub fn passage_at(text: &str, places: &[Range<usize>]) -> Option<Passage> {
    let inside = places.iter().filter(|at| !at.is_empty() && text.get((*at).clone()).is_some());
    let places =
        inside.take(PLACES).enumerate().map(|(at, place)| Place { at: place.clone(), term: at % TERMS });
    passage(text, places.collect())
}

fn passage(text: &str, mut places: Vec<Place>) -> Option<Passage> {
    places.sort_by_key(|place| (place.at.start, place.at.end));
    let mut left = places.iter().peekable();
    let mut best: Option<(u32, usize, usize, &str)> = None;
    let mut lines = 0usize;
    let mut start = 0;
    for (number, line) in numbered(text).into_iter().enumerate() {
        let end = start + line.len();
        let mut terms = 0u32;
        while let Some(place) = left.next_if(|place| place.at.start < end) {
            terms |= 1 << (place.term % TERMS);
        }
        if terms != 0 {
            lines += 1;
            if best.is_none_or(|best| best.0 < terms.count_ones()) {
                best = Some((terms.count_ones(), number + 1, start, line));
            }
        }
        start = end;
        if left.peek().is_none() {
            break;
        }
    }
    let (_, number, start, line) = best?;
    let (body, _) = cut_end(line);
    let inside = |place: &Place| {
        let at = place.at.start.max(start)..place.at.end.min(start + body.len());
        (at.start < at.end).then(|| at.start - start..at.end - start)
    };
    let marks = apart(places.iter().filter_map(inside).collect());
    Some(Passage { line: number, parts: snippet(body, &marks), more: lines - 1 })
}

/// Ranges in order, those that touch put together.
fn apart(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

/// A line in parts, cut to [`SNIPPET`] characters around the first mark. `marks` are in order and apart.
fn snippet(line: &str, marks: &[Range<usize>]) -> Vec<SnippetPart> {
    let indent = line.len() - line.trim_start().len();
    let first = marks.first().map_or(indent, |mark| mark.start);
    let is_long = line.get(indent..).unwrap_or_default().chars().nth(SNIPPET).is_some();
    let begin = match is_long {
        false => indent.min(first),
        true => {
            let before = line.get(indent.min(first)..first).unwrap_or_default();
            let back = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
            indent.min(first) + back
        }
    };
    let rest = line.get(begin..).unwrap_or_default();
    let end = rest.char_indices().nth(SNIPPET).map_or(line.len(), |(at, _)| begin + at);
    let end = if end == line.len() { begin + rest.trim_end().len() } else { end };
    let mut parts: Vec<SnippetPart> = Vec::new();
    let mut push = |text: &str, found: bool| match parts.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.found == found => last.text.push_str(text),
        _ => parts.push(SnippetPart { text: text.to_owned(), found }),
    };
    let is_cut_before = begin > indent;
    push(if is_cut_before { "…" } else { "" }, false);
    let mut at = begin;
    for mark in marks {
        let (from, to) = (mark.start.clamp(at, end.max(at)), mark.end.clamp(at, end.max(at)));
        push(line.get(at..from).unwrap_or_default(), false);
        push(line.get(from..to).unwrap_or_default(), true);
        at = to;
    }
    push(line.get(at..end.max(at)).unwrap_or_default(), false);
    push(if end < line.trim_end().len() { "…" } else { "" }, false);
    parts
}
