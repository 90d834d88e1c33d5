//! A text cut into words that can be compared: identifiers apart, Latin words to their stems, Han and Hangul in pairs.
//!
//! Separate because both sides of a comparison must be cut in the same way, and because this is what costs time. Chinese and
//! Japanese are cut without a dictionary: in texts as short as descriptions pairs of neighbours do as well as words from one,
//! and no dictionary knows a project's own words. Never looks further into a text than [`LOOK`] characters.

use rust_stemmers::{Algorithm, Stemmer};
use std::ops::Range;

/// Characters that are looked at in one text, at most. What is asked stands at the beginning; behind it are pasted logs.
pub(super) const LOOK: usize = 2_000;
/// What a pair of neighbours counts beside a word: a word of four characters is three of them.
const PAIR: f64 = 0.6;
/// An identifier is also taken as one word up to so many characters; what is longer is a hash or a dump.
const IDENTIFIER: usize = 40;

/// A smallest piece: a Latin word or number, or one character of a script that is written without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    /// What is compared.
    pub(super) key: String,
    /// Where it stands, in characters.
    pub(super) place: Range<usize>,
}

/// What is compared word by word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// What is compared.
    pub(super) key: String,
    /// Where it stands, in characters.
    pub(super) place: Range<usize>,
    /// What it counts beside a plain word, 0 to 1.
    pub(super) weight: f64,
}

/// A text, cut.
#[derive(Debug, Clone, Default)]
pub(super) struct Cut {
    /// The part that was looked at.
    pub(super) chars: Vec<char>,
    /// All pieces in order, for finding phrases.
    pub(super) units: Vec<Unit>,
    /// Identifiers of several parts as one (`TypeScript`).
    pub(super) wholes: Vec<Unit>,
    /// What is compared word by word.
    pub(super) words: Vec<Word>,
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
    /// Within an identifier.
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
        '_' | '-' | '.' | '+' | '&' => Kind::Joint,
        c if c.is_numeric() => Kind::Digit,
        c if c.is_alphabetic() => Kind::Letter,
        _ => Kind::Other,
    }
}

/// Full-width Latin letters, digits and signs are the same as the plain ones.
fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '’' => '\'',
        c => c,
    }
}

/// Latin letters with marks are the same as those without.
fn fold(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        c => c,
    }
}

/// Cuts texts. Holds the stemmer.
pub(super) struct Cutter(Stemmer);

impl Cutter {
    pub(super) fn new() -> Self {
        Cutter(Stemmer::create(Algorithm::English))
    }

    /// Cuts the first [`LOOK`] characters.
    pub(super) fn cut(&self, text: &str) -> Cut {
        let chars: Vec<char> = text.chars().take(LOOK).map(plain).collect();
        let mut cut = Cut::default();
        let mut at = 0;
        while let Some(first) = chars.get(at) {
            let first = kind(*first);
            let together = |c: &&char| match (first, kind(**c)) {
                (Kind::Letter | Kind::Digit, Kind::Letter | Kind::Digit | Kind::Joint) => true,
                (a, b) => a == b,
            };
            let length = chars.iter().skip(at).take_while(together).count().max(1);
            let run = chars.get(at..at + length).unwrap_or_default();
            match first {
                Kind::Letter | Kind::Digit => self.identifier(run, at, &mut cut),
                Kind::Han | Kind::Hangul | Kind::Katakana | Kind::Hiragana => {
                    unspaced(run, first, at, &mut cut);
                }
                Kind::Joint | Kind::Other => {}
            }
            at += length;
        }
        cut.chars = chars;
        cut
    }

    /// The parts of an identifier, and where it has more than one the whole of it.
    fn identifier(&self, run: &[char], at: usize, cut: &mut Cut) {
        let end = run.iter().rposition(|c| kind(*c) != Kind::Joint).map_or(0, |last| last + 1);
        let run = run.get(..end).unwrap_or_default();
        let parts = parts(run);
        for part in &parts {
            let Some(chars) = run.get(part.clone()) else { continue };
            let key = self.stem(chars.iter());
            let place = at + part.start..at + part.end;
            let digits = chars.first().is_some_and(|c| kind(*c) == Kind::Digit);
            // a lone letter or a short number says nothing by itself
            if chars.len() >= if digits { 3 } else { 2 } {
                cut.words.push(Word { key: key.clone(), place: place.clone(), weight: 1.0 });
            }
            cut.units.push(Unit { key, place });
        }
        if parts.len() > 1 && run.len() <= IDENTIFIER {
            let key = self.stem(run.iter().filter(|c| kind(**c) != Kind::Joint));
            let place = at..at + run.len();
            cut.words.push(Word { key: key.clone(), place: place.clone(), weight: 1.0 });
            cut.wholes.push(Unit { key, place });
        }
    }

    /// The stem of a word of any language with Latin letters, near enough: no marks, the English stem, and then the endings of
    /// German that English does not have.
    fn stem<'a>(&self, word: impl Iterator<Item = &'a char>) -> String {
        let lower: String =
            word.flat_map(|c| c.to_lowercase()).map(fold).collect::<String>().replace('ß', "ss");
        if lower.len() < 4 || !lower.is_ascii() {
            return lower;
        }
        let stem = self.0.stem(&lower);
        let short = ["en", "es", "e", "n"].iter().find_map(|end| stem.strip_suffix(end));
        match short {
            Some(short) if stem.len() >= 6 => short.to_owned(),
            _ => stem.into_owned(),
        }
    }
}

/// A run of a script without spaces: each character, and as words pairs of neighbours, or Katakana as it is.
fn unspaced(run: &[char], kind: Kind, at: usize, cut: &mut Cut) {
    let text = |range: Range<usize>| run.get(range).unwrap_or_default().iter().collect::<String>();
    for start in 0..run.len() {
        cut.units.push(Unit { key: text(start..start + 1), place: at + start..at + start + 1 });
    }
    // one Han character alone is more often grammar than a word, and so are Hiragana
    let (starts, length, weight) = match kind {
        Kind::Katakana => (1, run.len(), 1.0),
        Kind::Han | Kind::Hangul => (run.len().saturating_sub(1), 2, PAIR),
        _ => return,
    };
    for start in 0..starts {
        let place = at + start..at + start + length;
        cut.words.push(Word { key: text(start..start + length), place, weight });
    }
}

/// Splits at joints, between lower and upper case (`groupBy`, `HTTPServer`), and between letters and digits.
fn parts(run: &[char]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    for at in 0..=run.len() {
        let before = at.checked_sub(1).and_then(|before| run.get(before));
        let cuts = match (before, run.get(at)) {
            (_, None) => true,
            (None, _) => false,
            (Some(before), Some(here)) => {
                // `PRs` is no P and Rs
                let last = run.get(at + 1).is_some_and(|next| next.is_lowercase() && *next != 's');
                let hump = here.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && last));
                let digits = (kind(*before) == Kind::Digit) != (kind(*here) == Kind::Digit);
                hump || digits || kind(*here) == Kind::Joint
            }
        };
        if !cuts {
            continue;
        }
        while from < at && run.get(from).is_some_and(|c| kind(*c) == Kind::Joint) {
            from += 1;
        }
        if from < at {
            found.push(from..at);
        }
        from = at;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        Cutter::new().cut(text).words.into_iter().map(|word| word.key).collect()
    }

    #[test]
    fn words_are_cut() {
        let cases: &[(&str, &[&str])] = &[
            ("", &[]),
            ("Tests, tested!", &["test", "test"]),
            ("src/groupBy.ts", &["src", "group", "by", "ts", "groupbyt"]),
            ("HTTPServer PRs k8s", &["http", "server", "httpserver", "prs", "k8s"]),
            ("Zählerstände Zählerstand", &["zahlerstand", "zahlerstand"]),
            ("Bibliotheken, Bibliothek", &["bibliothek", "bibliothek"]),
            ("ＡＰＩ", &["api"]),
            ("数据库", &["数据", "据库"]),
            ("キャンセル料の", &["キャンセル"]),
            ("端口 5434, 42", &["端口", "5434"]),
            ("snake_case-name", &["snake", "case", "name", "snakecasenam"]),
        ];
        for (text, expected) in cases {
            assert_eq!(keys(text), *expected, "{text}");
        }
    }

    #[test]
    fn places_are_where_it_stands() {
        let cut = Cutter::new().cut("日本 groupBy 値");
        for word in &cut.words {
            let surface: String = cut.chars.get(word.place.clone()).unwrap().iter().collect();
            assert!(["日本", "group", "By", "groupBy"].contains(&surface.as_str()), "{surface}");
        }
    }

    #[test]
    fn only_a_part_of_a_long_text_is_looked_at() {
        let cut = Cutter::new().cut(&"数据库 data ".repeat(200_000));
        assert_eq!(cut.chars.len(), LOOK);
        assert!(cut.units.len() <= LOOK && cut.words.len() <= LOOK);
    }
}
