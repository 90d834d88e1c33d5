//! Words of a text for searching, and where a search finds them.
//!
//! Separate because what is indexed and what is looked for have to be taken apart in the same way: letters of scripts that
//! write without spaces are a word each, other words are compared without case and accents. Never sees the database, but
//! for writing an expression in its search language.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Parts of a search beyond these are not looked for.
const PARTS: usize = 32;
/// Words of one part beyond these are not looked for.
const PART_WORDS: usize = 128;

/// A word in a text.
struct Word {
    /// As it is compared.
    folded: String,
    /// Bytes of the text, from and to.
    place: (usize, usize),
    /// A single letter of a script without spaces.
    alone: bool,
}

/// What stands in the index for a text: its words as they are compared, with a space between.
pub(crate) fn indexed(text: &str) -> String {
    if text.is_ascii() { ascii(text) } else { folded(text) }
}

/// What [`folded`] makes of a text that is ASCII, in a fraction of the time.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte.to_ascii_lowercase()));
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    each(text, |word| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&word.folded);
    });
    out
}

/// What is looked for.
pub(crate) struct Search {
    /// Words that must follow one another; of the last the beginning is enough, unless it is a letter that stands alone.
    phrases: Vec<Vec<Word>>,
    /// Parts without a letter or digit, to be found as they are.
    literals: Vec<String>,
}

impl Search {
    /// Takes apart what was typed: every part between white space must occur.
    pub(crate) fn new(typed: &str) -> Self {
        let mut search = Self { phrases: Vec::new(), literals: Vec::new() };
        for part in typed.split_whitespace().take(PARTS) {
            let mut words = Vec::new();
            each(part, |word| {
                if words.len() < PART_WORDS {
                    words.push(word);
                }
            });
            if words.is_empty() { search.literals.push(part.to_owned()) } else { search.phrases.push(words) }
        }
        search
    }

    /// The words in the language of the index; none when there are none to look for.
    pub(crate) fn expression(&self) -> Option<String> {
        let phrases: Vec<String> = self
            .phrases
            .iter()
            .map(|words| {
                let folded: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
                let star = if words.last().is_some_and(|word| word.alone) { "" } else { " *" };
                format!("\"{}\"{star}", folded.join(" "))
            })
            .collect();
        (!phrases.is_empty()).then(|| phrases.join(" AND "))
    }

    /// What must occur as it is.
    pub(crate) fn literals(&self) -> &[String] {
        &self.literals
    }

    /// Where it occurs in `text`: start and length in UTF-16 units, in order and apart from one another.
    pub(crate) fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for literal in &self.literals {
            found.extend(text.match_indices(literal).map(|(at, part)| (at, at + part.len())));
        }
        if !self.phrases.is_empty() {
            let mut words = Vec::new();
            each(text, |word| words.push(word));
            for phrase in &self.phrases {
                found.extend(words.windows(phrase.len()).filter_map(|words| place(text, words, phrase)));
            }
        }
        found.sort_unstable();
        let mut apart: Vec<(usize, usize)> = Vec::new();
        for (from, to) in found {
            match apart.last_mut() {
                Some(last) if from < last.1 => last.1 = last.1.max(to),
                _ => apart.push((from, to)),
            }
        }
        in_units(text, &apart)
    }
}

/// Where `phrase` stands in these words of `text`, if it does.
fn place(text: &str, words: &[Word], phrase: &[Word]) -> Option<(usize, usize)> {
    let (last, before) = words.split_last()?;
    let (wanted, wanted_before) = phrase.split_last()?;
    let same = before.iter().zip(wanted_before).all(|(word, wanted)| word.folded == wanted.folded);
    if !same || !last.folded.starts_with(&wanted.folded) || (wanted.alone && !last.alone) {
        return None;
    }
    let from = words.first()?.place.0;
    Some((from, last.place.0 + beginning(text.get(last.place.0..last.place.1)?, wanted.folded.len())))
}

/// Bytes of `word` that fold to at least `length` bytes, with the accents that follow them.
fn beginning(word: &str, length: usize) -> usize {
    let mut folded = String::new();
    let mut to = 0;
    for (at, c) in word.char_indices() {
        let had = folded.len();
        fold(c, &mut folded);
        if had >= length && folded.len() > had {
            return to;
        }
        to = at + c.len_utf8();
    }
    to
}

/// Byte ranges, in order and apart, as UTF-16 starts and lengths.
fn in_units(text: &str, ranges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let (mut at, mut units) = (0, 0);
    let mut up_to = |byte: usize| {
        units += text.get(at..byte).map_or(0, |part| part.encode_utf16().count());
        at = byte;
        units
    };
    ranges
        .iter()
        .map(|(from, to)| {
            let start = up_to(*from);
            (start, up_to(*to) - start)
        })
        .collect()
}

/// Calls `take` with every word of `text`.
fn each(text: &str, mut take: impl FnMut(Word)) {
    let mut word = Word { folded: String::new(), place: (0, 0), alone: false };
    let mut flush = |word: &mut Word| {
        if !word.folded.is_empty() {
            let folded = std::mem::take(&mut word.folded);
            take(Word { folded, place: word.place, alone: word.alone });
        }
    };
    for (at, c) in text.char_indices() {
        let to = at + c.len_utf8();
        if c.is_ascii_alphanumeric() || (!c.is_ascii() && is_letter(c)) {
            let alone = stands_alone(c);
            if alone || word.folded.is_empty() {
                flush(&mut word);
                word.place = (at, to);
            }
            if alone {
                word.alone = true;
                word.folded.extend(std::iter::once(c).nfkc());
                flush(&mut word);
                word.alone = false;
            } else {
                fold(c, &mut word.folded);
                word.place.1 = to;
            }
        } else {
            flush(&mut word);
        }
    }
    flush(&mut word);
}

/// Letters, digits and what is written on them.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Adds a letter as it is compared: in its simplest form, small, without accents.
fn fold(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    for part in std::iter::once(c).nfkd().filter(|part| !is_accent(*part)) {
        // what such a letter comes apart into beside letters, such as brackets around a digit, would be two words
        out.extend(
            part.to_lowercase()
                .filter(|c| !c.is_ascii() || c.is_ascii_alphanumeric())
                .filter(|c| !is_accent(*c)),
        );
    }
}

/// Marks on letters of alphabets. Vowel signs of Indian scripts are none: without them words are others.
fn is_accent(c: char) -> bool {
    matches!(
        c,
        '\u{0300}'..='\u{036F}'
            | '\u{0483}'..='\u{0487}'
            | '\u{0591}'..='\u{05BD}'
            | '\u{064B}'..='\u{065F}'
            | '\u{1AB0}'..='\u{1AFF}'
            | '\u{1DC0}'..='\u{1DFF}'
            | '\u{20D0}'..='\u{20FF}'
            | '\u{FE20}'..='\u{FE2F}'
    )
}

/// Letters of scripts that are written without spaces between words, and Korean, whose words carry endings.
fn stands_alone(c: char) -> bool {
    matches!(
        c,
        '\u{0E00}'..='\u{0EFF}' // Thai, Lao
            | '\u{1000}'..='\u{109F}' // Burmese
            | '\u{1100}'..='\u{11FF}' // Korean letters
            | '\u{1780}'..='\u{17FF}' // Khmer
            | '\u{2E80}'..='\u{2FDF}' // radicals
            | '\u{3005}'..='\u{3007}'
            | '\u{3021}'..='\u{9FFF}' // kana, bopomofo, Korean letters, ideographs
            | '\u{A960}'..='\u{A97F}'
            | '\u{AA60}'..='\u{AA7F}'
            | '\u{AC00}'..='\u{D7FF}' // Korean syllables
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF66}'..='\u{FFDC}'
            | '\u{1AFF0}'..='\u{1B16F}'
            | '\u{20000}'..='\u{3FFFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_index_the_same(text in "[ -~\n\t\x00\x7f]{0,40}") {
            prop_assert_eq!(ascii(&text), folded(&text));
        }
    }
}
