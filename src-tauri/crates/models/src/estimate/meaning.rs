//! What a word of a question weighs against topics that say nearly the same in other words.
//!
//! Separate because it compares by how words are used and not by how they are written: each word of the question with every
//! word of the topics, through the directions of [`super::near`]. Never decides what is picked.

use super::index::Spot;
use super::near::{Direction, NEAR};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Words less alike than this have nothing to do with one another.
const ALIKE: f64 = 0.35;
/// How much faster than in proportion a word counts less that is less alike.
const FALL: f64 = 1.5;
/// Words of questions that are kept with what they weigh, at most; questions about one store share most of theirs.
const KEPT: usize = 4_096;

/// The words of the topics, by where they point.
pub(super) struct Meaning {
    words: Vec<Word>,
    topics: usize,
    /// What words of earlier questions weigh.
    met: Mutex<HashMap<usize, Arc<[Hit]>>>,
}

struct Word {
    direction: Direction,
    /// Each topic that has it, and where first.
    spots: Vec<(usize, Spot)>,
}

/// What a word of a question weighs against a topic.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    /// The topic.
    pub(super) topic: usize,
    /// 0 to 1: how alike the two words are, and how few topics have such a word.
    pub(super) weight: f64,
    /// Where the topic's word stands.
    pub(super) spot: Spot,
}

impl Meaning {
    /// Of so many topics, with their words topic by topic: the word's number, the topic, where it stands there.
    pub(super) fn new(topics: usize, places: Vec<(usize, usize, Spot)>) -> Self {
        let mut by_word: HashMap<usize, Vec<(usize, Spot)>> = HashMap::new();
        for (number, topic, spot) in places {
            let spots = by_word.entry(number).or_default();
            if spots.last().is_none_or(|(last, _)| *last != topic) {
                spots.push((topic, spot));
            }
        }
        let mut by_word: Vec<_> = by_word.into_iter().collect();
        by_word.sort_by_key(|word| word.0); // so that of two that are alike the same one is named every time
        let word = |(number, spots)| NEAR.direction(number).map(|direction| Word { direction, spots });
        Meaning { words: by_word.into_iter().filter_map(word).collect(), topics, met: Mutex::default() }
    }

    /// What a word weighs, topic by topic.
    pub(super) fn weigh(&self, number: usize) -> Arc<[Hit]> {
        if let Some(hits) = self.met.lock().unwrap_or_else(PoisonError::into_inner).get(&number) {
            return Arc::clone(hits);
        }
        let hits: Arc<[Hit]> = self.compare(number).into();
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if met.len() >= KEPT {
            met.clear();
        }
        met.insert(number, Arc::clone(&hits));
        hits
    }

    fn compare(&self, number: usize) -> Vec<Hit> {
        let Some(direction) = NEAR.direction(number) else { return Vec::new() };
        let mut best: Vec<Option<(f64, &Spot)>> = vec![None; self.topics];
        for word in &self.words {
            let alike = word.direction.alike(&direction);
            if alike <= ALIKE {
                continue;
            }
            for (topic, spot) in &word.spots {
                if let Some(best) = best.get_mut(*topic)
                    && best.is_none_or(|best| alike > best.0)
                {
                    *best = Some((alike, spot));
                }
            }
        }
        let mut hits: Vec<Hit> = best
            .iter()
            .enumerate()
            .filter_map(|(topic, best)| best.map(|(alike, spot)| (topic, alike, spot)))
            .map(|(topic, alike, spot)| {
                let weight = ((alike - ALIKE) / (1.0 - ALIKE)).powf(FALL);
                Hit { topic, weight, spot: spot.clone() }
            })
            .collect();
        let rarity = super::index::rarity(self.topics, hits.iter().map(|hit| hit.weight).sum());
        hits.iter_mut().for_each(|hit| hit.weight *= rarity);
        hits
    }
}
