//! How near two words are in meaning: a list of words of several languages, with a direction for each.
//!
//! Separate because it is the one thing that no person wrote: `words/near.txt` has the words, sorted, and `words/near.bin` for
//! each of them [`LENGTH`] signed bytes. `words/near.py` makes both and says from what. Never knows a store or a question.

use super::text::{Cut, Unit};
use std::ops::Range;
use std::sync::LazyLock;

const WORDS: &str = include_str!("words/near.txt");
const DIRECTIONS: &[u8] = include_bytes!("words/near.bin");

/// Read once.
pub(super) static NEAR: LazyLock<Near> = LazyLock::new(|| Near { words: WORDS.lines().collect() });

/// Numbers of a direction.
pub(super) const LENGTH: usize = 48;
/// Words without spaces between them have so many characters at most.
const LONGEST: usize = 6;
/// Words that are written together have so many bytes each at least.
const SHORTEST: usize = 4;
/// What an English word may end with beyond the one that the list has, and what stands there instead.
const ENDINGS: [(&str, &str); 7] =
    [("s", ""), ("es", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("ies", "y")];

/// The list.
pub(super) struct Near {
    words: Vec<&'static str>,
}

/// A word of the list in a text.
pub(super) struct Known {
    /// Its number.
    pub(super) number: usize,
    /// As the other lists know it: its stem, or where there are no spaces between words the word.
    pub(super) key: String,
    /// Where it stands, in characters.
    pub(super) place: Range<usize>,
}

/// Where a word points; those of words that are used alike point alike.
#[derive(Debug, Clone, Copy)]
pub(super) struct Direction {
    numbers: [i8; LENGTH],
    length: f64,
}

impl Direction {
    /// How alike two are: 1 for the same, about 0 for what has nothing to do with one another.
    pub(super) fn alike(&self, other: &Direction) -> f64 {
        let sum: i32 =
            self.numbers.iter().zip(&other.numbers).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        f64::from(sum) / (self.length * other.length)
    }
}

impl Near {
    /// Where a word points; none where it points nowhere.
    pub(super) fn direction(&self, number: usize) -> Option<Direction> {
        let bytes = DIRECTIONS.get(number * LENGTH..(number + 1) * LENGTH)?;
        let mut numbers = [0_i8; LENGTH];
        for (number, byte) in numbers.iter_mut().zip(bytes) {
            *number = byte.cast_signed();
        }
        let square: i32 = numbers.iter().map(|one| i32::from(*one).pow(2)).sum();
        (square > 0).then(|| Direction { numbers, length: f64::from(square).sqrt() })
    }

    /// The words of the list in a text, from the left; where there are no spaces between words the longest first.
    pub(super) fn find(&self, cut: &Cut) -> Vec<Known> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(unit) = cut.units.get(at) {
            if is_spaced(unit) {
                let known = |number| Known { number, key: unit.key.clone(), place: unit.place.clone() };
                found.extend(self.spaced(&written(cut, &unit.place)).into_iter().map(known));
                at += 1;
                continue;
            }
            let (number, taken) = self.unspaced(cut, at);
            let pieces = cut.units.get(at..at + taken).unwrap_or_default();
            if let (Some(number), Some(last)) = (number, pieces.last()) {
                let key = pieces.iter().map(|piece| piece.key.as_str()).collect();
                found.push(Known { number, key, place: unit.place.start..last.place.end });
            }
            at += taken;
        }
        found
    }

    fn number(&self, word: &str) -> Option<usize> {
        self.words.binary_search(&word).ok()
    }

    /// A word as it stands, or without its ending, or both of the words that are written together in it.
    fn spaced(&self, word: &str) -> Vec<usize> {
        if let Some(number) = self.ended(word) {
            return vec![number];
        }
        let apart = |at: usize| {
            let (front, back) = (word.get(..at)?, word.get(at..)?);
            Some(vec![
                self.number(front).or_else(|| self.number(front.strip_suffix('s')?))?,
                self.ended(back)?,
            ])
        };
        let splits = SHORTEST..(word.len() + 1).saturating_sub(SHORTEST);
        splits.rev().find_map(apart).unwrap_or_default()
    }

    /// A word as it stands, or without its ending.
    fn ended(&self, word: &str) -> Option<usize> {
        let without = |(end, instead): &(&str, &str)| {
            let front = word.strip_suffix(end).filter(|front| front.len() >= 2)?;
            self.number(&format!("{front}{instead}"))
        };
        self.number(word).or_else(|| ENDINGS.iter().find_map(without))
    }

    /// The longest word that begins at this piece, and how many pieces it takes.
    fn unspaced(&self, cut: &Cut, at: usize) -> (Option<usize>, usize) {
        let pieces = cut.units.get(at..).unwrap_or_default();
        let together = pieces
            .windows(2)
            .take(LONGEST - 1)
            .take_while(|pair| matches!(pair, [a, b] if a.place.end == b.place.start && !is_spaced(b)))
            .count()
            + 1;
        let longest = (1..=together).rev().find_map(|taken| {
            let word: String = pieces.iter().take(taken).map(|unit| unit.key.as_str()).collect();
            self.number(&word).map(|number| (Some(number), taken))
        });
        longest.unwrap_or((None, 1))
    }
}

fn written(cut: &Cut, place: &Range<usize>) -> String {
    cut.chars.get(place.clone()).unwrap_or_default().iter().flat_map(|c| c.to_lowercase()).collect()
}

/// Whether a piece is of a script with spaces between words.
fn is_spaced(unit: &Unit) -> bool {
    !unit.key.chars().all(|c| c >= '\u{3040}')
}

#[cfg(test)]
mod tests {
    use super::super::text::Cutter;
    use super::*;

    #[test]
    fn the_list_is_sorted_and_each_word_points_somewhere() {
        assert!(NEAR.words.is_sorted_by(|a, b| a < b));
        assert_eq!(DIRECTIONS.len(), NEAR.words.len() * LENGTH);
        assert!((0..NEAR.words.len()).all(|number| NEAR.direction(number).is_some()));
        assert!(NEAR.direction(NEAR.words.len()).is_none());
    }

    #[test]
    fn words_are_found_where_they_stand() {
        for (text, expected) in [
            ("", vec![]),
            ("Replies, replied", vec!["Replies", "replied"]),
            ("数据库迁移", vec!["数据库", "迁移"]),
            ("the メモリ 部署", vec!["the", "メモリ", "部署"]),
            ("Datenbankpasswort", vec!["Datenbankpasswort", "Datenbankpasswort"]),
            ("qzxqzx 龘", vec![]),
        ] {
            let cut = Cutter::new().cut(text);
            let found: Vec<String> =
                NEAR.find(&cut).iter().map(|known| cut.chars[known.place.clone()].iter().collect()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_is_used_alike_is_nearer_than_what_is_not() {
        let alike = |a: &str, b: &str| {
            let of = |word: &str| NEAR.direction(NEAR.number(word).unwrap()).unwrap();
            of(a).alike(&of(b))
        };
        for (a, near, far) in [
            ("picture", "photo", "invoice"),
            ("buy", "purchase", "sleep"),
            ("database", "数据库", "holiday"),
            ("费用", "成本", "地图"),
            ("holiday", "urlaub", "invoice"),
        ] {
            assert!(alike(a, near) > alike(a, far) + 0.2, "{a}: {} {}", alike(a, near), alike(a, far));
            assert!((alike(a, a) - 1.0).abs() < 1e-9);
        }
    }
}
