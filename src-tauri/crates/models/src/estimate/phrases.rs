//! Finds phrases of a list in a text: from the left, the longest first, none within another.
//!
//! Separate because the concepts and the turns of phrase are found in the same way. Never knows what a phrase stands for.

use super::text::Unit;
use std::collections::HashMap;
use std::ops::Range;

/// Two words are alike when both begin with so large a part of the longer one.
const ALIKE: f64 = 0.7;
/// Words that are alike begin with the same letters, so many.
const FRONT: usize = 5;

/// Phrases, as a tree over their pieces.
#[derive(Default)]
pub(super) struct Phrases {
    /// Each different piece has a number.
    pieces: HashMap<String, usize>,
    /// From a node (the root is 0) by a piece to a node.
    steps: HashMap<(usize, usize), usize>,
    /// What the phrases stand for that end at a node.
    ends: Vec<Vec<usize>>,
    /// Latin phrases of one piece, by its first letters.
    fronts: HashMap<String, Vec<String>>,
}

/// A phrase in a text.
pub(super) struct Found<'a> {
    /// What it stands for.
    pub(super) numbers: &'a [usize],
    /// Where it stands, in characters.
    pub(super) place: Range<usize>,
}

impl Phrases {
    /// Adds a phrase that stands for a number. A lone Latin letter is none.
    pub(super) fn add(&mut self, units: &[Unit], number: usize) {
        if let [one] = units {
            if one.key.len() < 2 {
                return;
            }
            if let Some(front) = front(&one.key) {
                self.fronts.entry(front.to_owned()).or_default().push(one.key.clone());
            }
        }
        if self.ends.is_empty() {
            self.ends.push(Vec::new());
        }
        let mut node = 0;
        for unit in units {
            let next = self.pieces.len();
            let piece = *self.pieces.entry(unit.key.clone()).or_insert(next);
            let new = self.ends.len();
            node = *self.steps.entry((node, piece)).or_insert(new);
            if node == new {
                self.ends.push(Vec::new());
            }
        }
        if let Some(end) = self.ends.get_mut(node)
            && node > 0
            && !end.contains(&number)
        {
            end.push(number);
        }
    }

    /// Whether some phrase has this piece.
    pub(super) fn knows(&self, key: &str) -> bool {
        self.pieces.contains_key(key)
    }

    /// What the piece alone stands for.
    pub(super) fn alone(&self, key: &str) -> Option<&[usize]> {
        let node = self.steps.get(&(0, *self.pieces.get(key)?))?;
        self.ends.get(*node).map(Vec::as_slice).filter(|numbers| !numbers.is_empty())
    }

    /// What the piece that is most like this one stands for.
    pub(super) fn like(&self, key: &str) -> Option<&[usize]> {
        let alike = |other: &String| {
            let same = key.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
            same as f64 / key.len().max(other.len()) as f64
        };
        let (best, other) = self
            .fronts
            .get(front(key)?)?
            .iter()
            .map(|other| (alike(other), other))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        self.alone(other).filter(|_| best >= ALIKE)
    }

    /// The phrases in a text.
    pub(super) fn find(&self, units: &[Unit]) -> Vec<Found<'_>> {
        let pieces: Vec<Option<usize>> =
            units.iter().map(|unit| self.pieces.get(&unit.key).copied()).collect();
        let mut found = Vec::new();
        let mut start = 0;
        while start < pieces.len() {
            let mut node = 0;
            let mut longest: Option<(usize, &[usize])> = None;
            for (at, piece) in pieces.iter().enumerate().skip(start) {
                let Some(next) = piece.and_then(|piece| self.steps.get(&(node, piece))) else { break };
                node = *next;
                longest = match self.ends.get(node) {
                    Some(end) if !end.is_empty() => Some((at, end)),
                    _ => longest,
                };
            }
            let Some((last, numbers)) = longest else {
                start += 1;
                continue;
            };
            if let (Some(first), Some(end)) = (units.get(start), units.get(last)) {
                found.push(Found { numbers, place: first.place.start..end.place.end });
            }
            start = last + 1;
        }
        found
    }
}

fn front(key: &str) -> Option<&str> {
    key.get(..FRONT).filter(|_| key.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::super::text::Cutter;
    use super::*;

    fn phrases(list: &[&str]) -> Phrases {
        let mut phrases = Phrases::default();
        for (number, phrase) in list.iter().enumerate() {
            phrases.add(&Cutter::new().cut(phrase).units, number);
        }
        phrases
    }

    #[test]
    fn the_longest_is_found() {
        let list = phrases(&["pull request", "pull", "数据库", "数据", "c", ""]);
        for (text, expected) in [
            ("a pull request here", vec![vec![0]]),
            ("pull the requests", vec![vec![1]]),
            ("数据库和数据", vec![vec![2], vec![3]]),
            ("c", vec![]),
            ("", vec![]),
        ] {
            let units = Cutter::new().cut(text).units;
            let found: Vec<Vec<usize>> = list.find(&units).iter().map(|one| one.numbers.to_vec()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn words_that_are_alike() {
        let list = phrases(&["commit", "communication"]);
        assert_eq!(list.like("committe"), Some([0].as_slice()));
        assert_eq!(list.like("commander"), None);
        assert_eq!(list.like("com"), None);
    }
}
