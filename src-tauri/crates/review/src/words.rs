//! A text cut into words that can be compared: stems of words in letters, pairs of neighbours in Chinese and Japanese.
//!
//! Separate because what a memory says and what a person said must be cut in the same way. Never looks further into a text than
//! [`LOOK`] characters.

use rust_stemmers::{Algorithm, Stemmer};

/// Characters of a text that are looked at. What a person says stands at the beginning; behind it are pasted logs.
const LOOK: usize = 8_000;

/// Words that say nothing by themselves.
const COMMON: &str = " a about after all also always am an and any are as at be because been before being but by can could did do does \
    doesn don each else even every few for from get had has have he her here him his how i if in into is it its just let like \
    made make many may me might more most must my need never no not now of off often on once one only or other our out over own \
    per please rather same shall she should since so some still such than that the their them then there these they thing this \
    those through to too under until up us use used user users using very want was way we were what when where which while who \
    why will with without would yes you your ";

/// Characters that bind others together in Chinese.
const BINDING: &str = "的了是在和与及或也都就把被对从到这那我你他她它们们很个着过吗呢吧以为之其于用户";

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// What is compared.
    pub(crate) key: String,
    /// As it stands in the text.
    pub(crate) surface: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Han,
    Katakana,
    Other,
    Letters,
}

fn run(c: char) -> Run {
    match c {
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々' => Run::Han,
        '\u{ac00}'..='\u{d7a3}' => Run::Han,
        '\u{30a1}'..='\u{30fa}' | 'ー' => Run::Katakana,
        '\u{3041}'..='\u{309f}' => Run::Other,
        c if c.is_alphanumeric() => Run::Letters,
        _ => Run::Other,
    }
}

/// Cuts texts. Holds the stemmer.
pub(crate) struct Cutter(Stemmer);

impl Cutter {
    pub(crate) fn new() -> Cutter {
        Cutter(Stemmer::create(Algorithm::English))
    }

    /// The words of a text that say something, in order, repeated ones too.
    pub(crate) fn words(&self, text: &str) -> Vec<Word> {
        let chars: Vec<char> = text.chars().take(LOOK).collect();
        let mut words = Vec::new();
        for part in chars.chunk_by(|a, b| run(*a) == run(*b)) {
            match part.first().map_or(Run::Other, |c| run(*c)) {
                Run::Letters => self.letters(part, &mut words),
                Run::Katakana if part.len() > 1 => words.push(whole(part)),
                Run::Han if part.len() == 1 => {}
                Run::Han => {
                    let says = |pair: &&[char]| !pair.iter().any(|c| BINDING.contains(*c));
                    words.extend(part.windows(2).filter(says).map(whole));
                }
                Run::Katakana | Run::Other => {}
            }
        }
        words
    }

    fn letters(&self, part: &[char], words: &mut Vec<Word>) {
        let hump = |a: &char, b: &char| !(a.is_lowercase() && b.is_uppercase());
        for word in part.chunk_by(hump) {
            let surface: String = word.iter().collect();
            let lower = surface.to_lowercase();
            if word.len() > 1 && word.len() <= 64 && !is_common(&lower) {
                words.push(Word { key: self.0.stem(&lower).into_owned(), surface });
            }
        }
    }
}

fn is_common(word: &str) -> bool {
    COMMON.match_indices(word).any(|(at, _)| {
        let bytes = COMMON.as_bytes();
        at.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b' ')
            && bytes.get(at + word.len()) == Some(&b' ')
    })
}

fn whole(part: &[char]) -> Word {
    let surface: String = part.iter().collect();
    Word { key: surface.clone(), surface }
}

/// Whether a text is mostly written without spaces between words, as Chinese and Japanese are.
pub(crate) fn is_unspaced(text: &str) -> bool {
    let (mut letters, mut unspaced) = (0usize, 0usize);
    for c in text.chars().take(LOOK).filter(|c| c.is_alphabetic()) {
        match run(c) {
            // one of these says as much as some letters
            Run::Han | Run::Katakana => unspaced += 3,
            Run::Other => unspaced += 1,
            Run::Letters => letters += 1,
        }
    }
    unspaced > letters
}
