//! An estimate of which topics a question brings back: offline, instant, the same every time. No model is asked.
//!
//! Separate because it is the one selector that only compares words: those of the topics with those of the question, and
//! where they differ the concepts that they stand for. It is weak by nature, as no list has all that words can mean, and is
//! always shown with its measured [`AGREEMENT`]. Never reads anything but what it is given.

pub mod agreement;
mod index;
mod lexicon;
mod phrases;
mod text;

pub use agreement::Agreement;

use crate::{Ask, Cancel, Candidate, Choice, Ranked, Reason, Selector, SelectorError};
use index::{Index, Part};
use lexicon::Cues;

/// What is shown: measured over the sets of `tests/recall/blind`, which were written without a look at the lists in `words/`
/// and on which nothing is tuned. A test measures it again.
pub const AGREEMENT: Agreement =
    Agreement { questions: 120, recall_at_5: 0.609, precision: 0.5, f1: 0.36, exact: 0.408 };

/// Measured over the sets of `tests/recall` that whoever wrote those lists had read. It flatters, so it is never shown to a
/// person: it is for measuring whether a change made something worse.
pub const SEEN: Agreement =
    Agreement { questions: 160, recall_at_5: 0.963, precision: 0.772, f1: 0.793, exact: 0.806 };

/// Topics picked at most, as the client does.
const PICKS: usize = 5;
/// What a topic must weigh to be picked: as much as a rare word that stands in a description.
const NEEDED: f64 = 1.0;
/// How much more it needs where a question asks for general knowledge, once for each such turn of phrase, twice at most.
const GENERAL: f64 = 2.5;
/// How much more where it may.
const MAYBE: f64 = 2.5;
/// A further topic is picked when it weighs so large a part of the best.
const NEAR: f64 = 0.95;

/// Topics, prepared for any number of questions.
pub struct Estimate {
    paths: Vec<String>,
    index: Index,
}

/// A topic that a question weighs against.
struct Weighed {
    topic: usize,
    weight: f64,
}

impl Estimate {
    /// Prepares these topics. Takes time and room in proportion to their headers, of which a bounded part is looked at.
    pub fn new(candidates: &[Candidate]) -> Self {
        let paths = candidates.iter().map(|candidate| candidate.path.clone()).collect();
        Estimate { paths, index: Index::new(candidates) }
    }

    /// Every topic with a score above 0, best first, equal ones in the order of the listing. A score of ½ and more is worth
    /// picking.
    pub fn rank(&self, question: &str) -> Vec<Ranked> {
        let (parts, cues) = self.index.weigh(question);
        let ranked = |one: &Weighed| {
            let score = one.weight / (one.weight + needed(cues));
            let path = self.paths.get(one.topic).cloned().unwrap_or_default();
            Ranked { path, score: Some(score), reasons: self.reasons(one, &parts) }
        };
        self.weighed(&parts).iter().map(ranked).collect()
    }

    /// At most five topics that are worth it, best first; none where nothing matches well.
    pub fn pick(&self, question: &str) -> Vec<String> {
        let (parts, cues) = self.index.weigh(question);
        self.picked(&self.weighed(&parts), cues)
    }

    fn weighed(&self, parts: &[Part]) -> Vec<Weighed> {
        let mut weights = vec![0.0; self.paths.len()];
        for part in parts {
            if let Some(weight) = weights.get_mut(part.topic) {
                *weight += part.weight;
            }
        }
        let mut weighed: Vec<Weighed> = weights
            .into_iter()
            .enumerate()
            .filter(|(_, weight)| *weight > 0.0)
            .map(|(topic, weight)| Weighed { topic, weight })
            .collect();
        weighed.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        weighed
    }

    fn picked(&self, weighed: &[Weighed], cues: Cues) -> Vec<String> {
        let best = weighed.first().map_or(0.0, |first| first.weight);
        let least = needed(cues).max(NEAR * best);
        let worth = weighed.iter().take(PICKS).filter(|one| one.weight >= least);
        worth.filter_map(|one| self.paths.get(one.topic).cloned()).collect()
    }

    /// What of the topic matched, the weightiest first.
    fn reasons(&self, one: &Weighed, parts: &[Part]) -> Vec<Reason> {
        let mut spots: Vec<(index::Spot, f64)> = Vec::new();
        for part in parts.iter().filter(|part| part.topic == one.topic) {
            let (mut spot, mut weight) = (part.spot.clone(), part.weight);
            spots.retain(|(other, theirs)| match spot.joined(other) {
                Some(both) => {
                    (spot, weight) = (both, weight + theirs);
                    false
                }
                None => true,
            });
            spots.push((spot, weight));
        }
        spots.sort_by(|a, b| b.1.total_cmp(&a.1));
        spots
            .into_iter()
            .map(|(spot, weight)| Reason {
                word: self.index.surface(one.topic, &spot),
                field: spot.field(),
                share: weight / one.weight,
            })
            .collect()
    }
}

/// What a topic must weigh to be picked for a question with such turns of phrase.
fn needed(cues: Cues) -> f64 {
    NEEDED * (1.0 + GENERAL * cues.general.min(2) as f64 + MAYBE * cues.maybe.min(1) as f64)
}

/// The estimate as a selector.
#[derive(Debug, Clone, Copy, Default)]
pub struct EstimateSelector;

impl Selector for EstimateSelector {
    fn choose(&self, ask: &Ask, _: &Cancel) -> Result<Choice, SelectorError> {
        let estimate = Estimate::new(&ask.candidates);
        let selected = estimate.pick(&ask.query);
        Ok(Choice { ranked: estimate.rank(&ask.query), selected, ..Choice::default() })
    }
}
