//! A text cut into words that can be compared: identifiers apart, Latin words to their stems, Han and Hangul in pairs.
//!
//! Separate because both sides of a comparison must be cut in the same way, and because this is what costs time. Chinese and
//! Japanese are cut without a dictionary: pairs of neighbours find as much in texts as short as descriptions, and a
//! dictionary would have to know each project's own words. Never looks further into a text than [`LOOK`] characters.

use rust_stemmers::{Algorithm, Stemmer};

/// Characters that are looked at in one text, at most. What is asked stands at the beginning; behind it are pasted logs.
pub(crate) const LOOK: usize = 4_000;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// What is compared.
    pub(crate) key: String,
    /// As it stands in the text.
    pub(crate) surface: String,
}

/// Kinds of characters that stay together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Han,
    Katakana,
    Hiragana,
    Hangul,
    Letter,
    Digit,
    /// Within an identifier: `_ - . / : @ # + & '`.
    Joint,
    Other,
}

fn kind(c: char) -> Kind {
    match c {
        '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{323af}'
        | '々' => Kind::Han,
        '\u{30a1}'..='\u{30fa}' | 'ー' | '\u{ff66}'..='\u{ff9f}' => Kind::Katakana,
        '\u{3041}'..='\u{309f}' => Kind::Hiragana,
        '\u{ac00}'..='\u{d7a3}' => Kind::Hangul,
        '_' | '-' | '.' | '/' | '\\' | ':' | '@' | '#' | '+' | '&' | '\'' | '’' => Kind::Joint,
        c if c.is_numeric() => Kind::Digit,
        c if c.is_alphabetic() => Kind::Letter,
        _ => Kind::Other,
    }
}

/// Full-width Latin letters, digits and signs are the same as the plain ones.
fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// Cuts texts. Holds the stemmers.
pub(crate) struct Cutter {
    english: Stemmer,
}

impl Cutter {
    pub(crate) fn new() -> Self {
        Cutter { english: Stemmer::create(Algorithm::English) }
    }

    /// What is compared of one lower-case Latin word.
    pub(crate) fn stem(&self, word: &str) -> String {
        self.english.stem(word).into_owned()
    }

    /// The words of the first [`LOOK`] characters, in order.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        let chars: Vec<char> = text.chars().take(LOOK).map(plain).collect();
        let mut words = Vec::new();
        let mut rest = chars.as_slice();
        while let Some(first) = rest.first() {
            let first = kind(*first);
            let together = |c: &char| match (first, kind(*c)) {
                (Kind::Letter | Kind::Digit, Kind::Letter | Kind::Digit | Kind::Joint) => true,
                (a, b) => a == b,
            };
            let length = rest.iter().take_while(|c| together(c)).count().max(1);
            let (run, after) = rest.split_at(length);
            rest = after;
            match first {
                Kind::Letter | Kind::Digit => self.identifier(run, &mut words),
                Kind::Han | Kind::Hangul => pairs(run, &mut words),
                Kind::Katakana if run.len() > 1 => words.push(whole(run)),
                _ => {}
            }
        }
        words
    }

    /// The parts of an identifier, and where it has more than one the whole of it.
    fn identifier(&self, run: &[char], words: &mut Vec<Word>) {
        for piece in run.split(|c| matches!(c, '/' | '\\' | ':' | '@' | '#' | '\'' | '’')) {
            let end = piece.iter().rposition(|c| kind(*c) != Kind::Joint).map_or(0, |at| at + 1);
            let piece = piece.get(..end).unwrap_or_default();
            let parts = parts(piece);
            let many = parts.len() > 1;
            for part in &parts {
                self.push(part, words);
            }
            if many && piece.len() <= 40 {
                let key: String = piece
                    .iter()
                    .filter(|c| kind(**c) != Kind::Joint)
                    .flat_map(|c| c.to_lowercase())
                    .collect();
                words.push(Word { key, surface: piece.iter().collect() });
            }
        }
    }

    fn push(&self, part: &[char], words: &mut Vec<Word>) {
        let surface: String = part.iter().collect();
        let lower = surface.to_lowercase();
        let digits = part.iter().all(|c| kind(*c) == Kind::Digit);
        // a lone letter or a short number says nothing by itself
        if (digits && part.len() < 3) || part.len() < 2 {
            return;
        }
        words.push(Word { key: self.stem(&lower), surface });
    }
}

fn whole(run: &[char]) -> Word {
    let surface: String = run.iter().collect();
    Word { key: surface.clone(), surface }
}

/// Neighbours in pairs; one alone is a word.
fn pairs(run: &[char], words: &mut Vec<Word>) {
    if run.len() == 1 {
        words.push(whole(run));
    }
    words.extend(run.windows(2).map(whole));
}

/// Splits at joints, between lower and upper case (`groupBy`, `HTTPServer`), and between letters and digits.
fn parts(piece: &[char]) -> Vec<&[char]> {
    let mut found = Vec::new();
    for chunk in piece.split(|c| kind(*c) == Kind::Joint) {
        let mut from = 0;
        for at in 1..chunk.len() {
            let (Some(before), Some(here)) = (chunk.get(at - 1), chunk.get(at)) else { break };
            let next = chunk.get(at + 1);
            let hump = here.is_uppercase()
                && (before.is_lowercase()
                    || (before.is_uppercase() && next.is_some_and(|c| c.is_lowercase() && *c != 's')));
            let number = (kind(*before) == Kind::Digit) != (kind(*here) == Kind::Digit);
            if hump || number {
                found.extend(chunk.get(from..at));
                from = at;
            }
        }
        found.extend(chunk.get(from..).filter(|part| !part.is_empty()));
    }
    found
}
