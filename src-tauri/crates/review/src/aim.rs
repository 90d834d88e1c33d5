//! Text aimed at the model rather than saying what is so: orders to ignore others, to hide, to send secrets away, forged marks.
//!
//! Separate from `problem` because it judges words, and a person has to judge them again. Plain wishes ("always run the tests
//! first") are what feedback memories are made of, and are not reported. Sees through invisible and full-width characters.

mod patterns;

use memdesk_memdir::defuse;
use memdesk_memdir::invisible::{Clean, clean};

use crate::pattern::Lines;

/// Findings in one text, at most.
pub const AIMED: usize = 200;

/// What a text aimed at the model tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// To have other instructions ignored.
    Override,
    /// To make it somebody else.
    Persona,
    /// To have something kept from the person.
    Conceal,
    /// To have secrets or code sent somewhere.
    Exfiltrate,
    /// To have questions and safeguards left out.
    Bypass,
    /// Marks in which the client, or a model's template, speaks.
    Tag,
    /// The beginning of a turn of a conversation.
    Turn,
    /// A line as the client lists memories.
    Listing,
    /// To use a tool by name.
    Tool,
    /// To run what is fetched.
    Fetched,
}

impl Aim {
    /// Every aim.
    pub const ALL: [Aim; 10] = [
        Aim::Override,
        Aim::Persona,
        Aim::Conceal,
        Aim::Exfiltrate,
        Aim::Bypass,
        Aim::Tag,
        Aim::Turn,
        Aim::Listing,
        Aim::Tool,
        Aim::Fetched,
    ];

    /// The aim as a word in kebab-case.
    pub fn as_str(self) -> &'static str {
        match self {
            Aim::Override => "override",
            Aim::Persona => "persona",
            Aim::Conceal => "conceal",
            Aim::Exfiltrate => "exfiltrate",
            Aim::Bypass => "bypass",
            Aim::Tag => "tag",
            Aim::Turn => "turn",
            Aim::Listing => "listing",
            Aim::Tool => "tool",
            Aim::Fetched => "fetched",
        }
    }

    /// No person would want it in a memory. The others may be somebody's wish, and only deserve a look.
    pub fn is_grave(self) -> bool {
        matches!(self, Aim::Override | Aim::Conceal | Aim::Exfiltrate | Aim::Tag | Aim::Turn | Aim::Listing)
    }
}

/// Something aimed at the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aimed {
    /// What it tries.
    pub aim: Aim,
    /// The words, as they stand in the text.
    pub text: String,
    /// Byte offset in the text.
    pub start: usize,
    /// Length in bytes.
    pub len: usize,
    /// 1-based line.
    pub line: u32,
}

/// What in a text is aimed at the model, in order, none overlapping, at most [`AIMED`]. Linear in its length.
pub fn aimed(text: &str) -> Vec<Aimed> {
    let folded = Folded::of(text);
    let mut found: Vec<(Aim, usize, usize)> = Vec::new();
    for (at, _) in defuse::places(text) {
        let rest = text.get(at..).unwrap_or_default();
        // a tag that is not closed on its line ends there
        let end = rest
            .char_indices()
            .take(200)
            .find(|(_, c)| matches!(c, '>' | '\n'))
            .map_or(rest.len().min(64), |(at, _)| at + 1);
        found.push((Aim::Tag, at, crate::pattern::ceil(text, at + end)));
    }
    for (aim, range) in patterns::find(&folded.text) {
        found.push((aim, folded.source(range.start), folded.source(range.end)));
    }
    found.sort_by_key(|(aim, start, end)| (*start, !aim.is_grave(), usize::MAX - end));
    let lines = Lines::new(text);
    let mut free = 0;
    let mut out = Vec::new();
    for (aim, start, end) in found {
        if start < free || out.len() == AIMED {
            continue;
        }
        let Some(words) = text.get(start..end) else { continue };
        free = end;
        out.push(Aimed { aim, text: words.to_owned(), start, len: end - start, line: lines.line(start) });
    }
    out
}

/// A text as the model reads it: without invisible characters, full-width letters made narrow; and where each byte of it stands.
struct Folded {
    text: String,
    /// For each byte of `text` (and its end), its place in the source.
    places: Vec<usize>,
}

impl Folded {
    fn of(source: &str) -> Folded {
        let mut text = String::with_capacity(source.len());
        let mut places = Vec::with_capacity(source.len() + 1);
        for (at, c) in source.char_indices() {
            let c = match c {
                '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
                '\u{E0020}'..='\u{E007E}' => char::from_u32(u32::from(c) - 0xE0000).unwrap_or(c),
                '\u{3000}' => ' ',
                '\u{2018}' | '\u{2019}' => '\'',
                c => c,
            };
            match clean(c) {
                Clean::Keep => text.push(c),
                Clean::Newline => text.push('\n'),
                Clean::Drop => continue,
            }
            places.resize(text.len(), at);
        }
        places.push(source.len());
        Folded { text, places }
    }

    fn source(&self, at: usize) -> usize {
        self.places.get(at).or(self.places.last()).copied().unwrap_or_default()
    }
}
