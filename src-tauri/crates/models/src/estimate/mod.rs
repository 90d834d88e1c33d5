//! An estimate of which topics a question brings back: offline, instant, the same every time. No model is asked.
//!
//! Separate because it is the one selector that only compares words: those of the topics with those of the question, and
//! where they differ the concepts that they stand for and how near they are in meaning. It is weak by nature, as words are not
//! all that a question says, and is always shown with its measured [`AGREEMENT`]. Never reads anything but what it is given.

pub mod agreement;
mod index;
mod lexicon;
mod likely;
mod meaning;
mod near;
mod phrases;
mod text;

pub use agreement::Agreement;

use crate::{Ask, Cancel, Candidate, Choice, Ranked, Reason, Selector, SelectorError};
use index::{Index, Part};
use lexicon::Cues;
use likely::{LEAST, likely};

/// What is shown: measured once, over the sets of `tests/recall/blind`, which were written before the estimate was last
/// changed and on which nothing is tuned. A test measures it again.
pub const AGREEMENT: Agreement =
    Agreement { questions: 80, recall_at_5: 0.773, precision: 0.478, f1: 0.393, exact: 0.388 };

/// Measured over the other sets of `tests/recall`, from which it is learnt what makes a pick likely; whoever wrote the list of
/// concepts had read four of them. It flatters, so it is never shown to a person: it is for measuring whether a change made
/// something worse.
pub const SEEN: Agreement =
    Agreement { questions: 280, recall_at_5: 0.862, precision: 0.69, f1: 0.655, exact: 0.675 };

/// Topics picked at most, as the client does.
const PICKS: usize = 5;
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

    /// Every topic that weighs something, best first, equal ones in the order of the listing. The score is how likely a careful
    /// reader would pick it.
    pub fn rank(&self, question: &str) -> Vec<Ranked> {
        let (parts, cues) = self.index.weigh(question);
        let weighed = self.weighed(&parts);
        let ranked = |(at, one): (usize, &Weighed)| {
            let path = self.paths.get(one.topic).cloned().unwrap_or_default();
            let score = Some(likely(one.weight, rival(&weighed, at), cues));
            Ranked { path, score, reasons: self.reasons(one, &parts) }
        };
        weighed.iter().enumerate().map(ranked).collect()
    }

    /// At most five topics that are likely enough, best first; none where nothing matches well.
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
        let worth = |(at, one): &(usize, &Weighed)| likely(one.weight, rival(weighed, *at), cues) >= LEAST;
        let worth = weighed.iter().enumerate().take(PICKS).filter(worth);
        worth.filter_map(|(_, one)| self.paths.get(one.topic).cloned()).collect()
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

/// What the best of the others weighs.
fn rival(weighed: &[Weighed], at: usize) -> f64 {
    weighed.get(usize::from(at == 0)).map_or(0.0, |other| other.weight)
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
