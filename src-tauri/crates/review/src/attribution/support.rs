//! Whether what a person said supports what is attributed to them: by the words that both share.
//!
//! Separate because it knows turns, where the rest knows only the memory. A word that many turns have counts for little. What is
//! found is that a turn speaks of the same things; a person has to read whether it says so.

use std::collections::HashSet;

use crate::words::{Cutter, is_unspaced};

/// From this share of the weight of its words on, a turn counts as support.
const ENOUGH: f64 = 0.5;
/// Below this share, it does not.
const TOO_LITTLE: f64 = 0.25;
/// With fewer words than this, nothing can be told.
const WORDS: usize = 2;

/// What came of looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Supported {
    /// A turn speaks of the same.
    Found,
    /// No turn does. It may have been said elsewhere, or in other words.
    NotFound,
    /// It cannot be told.
    CannotTell(Why),
}

/// Why it cannot be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There are no turns to look at.
    NoTurns,
    /// Most turns are in a language that shares no words with it.
    OtherLanguage,
    /// It says too little.
    TooShort,
    /// A turn shares some words, but not enough.
    Partly,
}

/// How well the turns of a person support an attribution.
#[derive(Debug, Clone, PartialEq)]
pub struct Support {
    /// What came of it.
    pub supported: Supported,
    /// The turn that shares most, as an index into what was given; the earliest of equals.
    pub turn: Option<usize>,
    /// Share of the weight of the attribution's words that this turn has, 0 to 1.
    pub score: f64,
    /// The shared words, as they stand in the attribution.
    pub words: Vec<String>,
}

/// Turns of a person, cut into words once for all attributions that are held against them.
pub struct Said {
    cutter: Cutter,
    /// The words of each turn.
    turns: Vec<HashSet<String>>,
    /// How many turns are written without spaces between words.
    unspaced: usize,
}

impl Said {
    /// Cuts turns into words.
    pub fn new(user_turns: &[&str]) -> Said {
        let cutter = Cutter::new();
        let words = |turn: &&str| cutter.words(turn).into_iter().map(|word| word.key).collect();
        let turns = user_turns.iter().map(words).collect();
        let unspaced = user_turns.iter().filter(|turn| is_unspaced(turn)).count();
        Said { cutter, turns, unspaced }
    }

    /// Whether any turn supports what these words say. `words` are those of an [`Attribution`](super::Attribution).
    pub fn supports(&self, words: &[String]) -> Support {
        let cannot = |why| Support {
            supported: Supported::CannotTell(why),
            turn: None,
            score: 0.0,
            words: Vec::new(),
        };
        if self.turns.is_empty() {
            return cannot(Why::NoTurns);
        }
        let mut wanted: Vec<(String, String)> = Vec::new();
        // pairs of Chinese overlap, so that each word is cut by itself
        for word in words.iter().flat_map(|word| self.cutter.words(word)) {
            if !wanted.iter().any(|(key, _)| *key == word.key) {
                wanted.push((word.key, word.surface));
            }
        }
        if wanted.len() < WORDS {
            return cannot(Why::TooShort);
        }
        let weights: Vec<f64> = wanted
            .iter()
            .map(|(key, _)| {
                let having = self.turns.iter().filter(|turn| turn.contains(key)).count();
                (1.0 + count(self.turns.len()) / (1.0 + count(having))).ln()
            })
            .collect();
        let total: f64 = weights.iter().sum();
        let mut best: Option<(usize, f64)> = None;
        for (at, turn) in self.turns.iter().enumerate() {
            let shared = wanted.iter().zip(&weights).filter(|((key, _), _)| turn.contains(key));
            let score = shared.map(|(_, weight)| weight).sum::<f64>() / total;
            if score > best.map_or(0.0, |(_, score)| score) {
                best = Some((at, score));
            }
        }
        let (turn, score) = best.map_or((None, 0.0), |(turn, score)| (Some(turn), score));
        let nearest = turn.and_then(|turn| self.turns.get(turn));
        let found = wanted.iter().filter(|(key, _)| nearest.is_some_and(|turn| turn.contains(key)));
        let found: Vec<String> = found.map(|(_, surface)| surface.clone()).collect();
        let supported = if score >= ENOUGH && found.len() >= WORDS {
            Supported::Found
        } else if self.is_mostly_another_language(&words.join(" ")) {
            Supported::CannotTell(Why::OtherLanguage)
        } else if score < TOO_LITTLE {
            Supported::NotFound
        } else {
            Supported::CannotTell(Why::Partly)
        };
        Support { supported, turn, score, words: found }
    }

    fn is_mostly_another_language(&self, said: &str) -> bool {
        let same = if is_unspaced(said) { self.unspaced } else { self.turns.len() - self.unspaced };
        same * 2 < self.turns.len()
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has 2^52 turns")]
fn count(n: usize) -> f64 {
    n as f64
}
