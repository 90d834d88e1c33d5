//! Whether what a person said supports what is attributed to them: by the words that both share.
//!
//! Separate because it knows turns, where the rest knows only the memory. A word that many turns have counts for little. What is
//! found is that a turn speaks of the same things; a person has to read whether it says so.

use std::collections::{HashMap, HashSet};

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

/// Whether any turn supports what these words say. `words` are those of an [`Attribution`](super::Attribution).
pub fn supported(words: &[String], user_turns: &[&str]) -> Support {
    let cannot =
        |why| Support { supported: Supported::CannotTell(why), turn: None, score: 0.0, words: Vec::new() };
    if user_turns.is_empty() {
        return cannot(Why::NoTurns);
    }
    let cutter = Cutter::new();
    let joined = words.join(" ");
    let mut wanted: Vec<(String, String)> = Vec::new();
    // pairs of Chinese overlap, so that each word is cut by itself
    for word in words.iter().flat_map(|word| cutter.words(word)) {
        if !wanted.iter().any(|(key, _)| *key == word.key) {
            wanted.push((word.key, word.surface));
        }
    }
    if wanted.len() < WORDS {
        return cannot(Why::TooShort);
    }
    let index: HashMap<&str, usize> =
        wanted.iter().enumerate().map(|(at, (key, _))| (key.as_str(), at)).collect();
    let shared: Vec<HashSet<usize>> = user_turns
        .iter()
        .map(|turn| {
            cutter.words(turn).iter().filter_map(|word| index.get(word.key.as_str()).copied()).collect()
        })
        .collect();
    let weights: Vec<f64> = (0..wanted.len())
        .map(|at| {
            let having = shared.iter().filter(|shared| shared.contains(&at)).count();
            (1.0 + count(user_turns.len()) / (1.0 + count(having))).ln()
        })
        .collect();
    let total: f64 = weights.iter().sum();
    let weight =
        |shared: &HashSet<usize>| shared.iter().filter_map(|at| weights.get(*at)).sum::<f64>() / total;
    let mut best: Option<(usize, f64)> = None;
    for (turn, shared) in shared.iter().enumerate() {
        let score = weight(shared);
        if score > best.map_or(0.0, |(_, score)| score) {
            best = Some((turn, score));
        }
    }
    let (turn, score) = best.map_or((None, 0.0), |(turn, score)| (Some(turn), score));
    let mut found: Vec<usize> =
        turn.and_then(|turn| shared.get(turn)).into_iter().flatten().copied().collect();
    found.sort_unstable();
    let supported = if score >= ENOUGH && found.len() >= WORDS {
        Supported::Found
    } else if mostly_another_language(&joined, user_turns) {
        Supported::CannotTell(Why::OtherLanguage)
    } else if score < TOO_LITTLE {
        Supported::NotFound
    } else {
        Supported::CannotTell(Why::Partly)
    };
    let words =
        found.into_iter().filter_map(|at| wanted.get(at)).map(|(_, surface)| surface.clone()).collect();
    Support { supported, turn, score, words }
}

fn mostly_another_language(said: &str, turns: &[&str]) -> bool {
    let unspaced = is_unspaced(said);
    turns.iter().filter(|turn| is_unspaced(turn) != unspaced).count() * 2 > turns.len()
}

#[expect(clippy::cast_precision_loss, reason = "nobody has 2^52 turns")]
fn count(n: usize) -> f64 {
    n as f64
}
