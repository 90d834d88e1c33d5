//! An estimate of which topics a question brings back: offline, instant, the same every time. No model is asked.
//!
//! Separate because it is the one selector that only compares words. It is weak by nature and always shown with its measured
//! [`AGREEMENT`]. BM25F over name, file name and description, and a cut-off below which nothing is picked.

pub mod agreement;
mod text;

pub use agreement::Agreement;

use crate::{Ask, Cancel, Candidate, Choice, Ranked, Reason, Selector, SelectorError};
use std::collections::HashMap;
use text::{Cutter, Word};

/// Measured over `tests/recall`; a test measures it again.
pub const AGREEMENT: Agreement =
    Agreement { questions: 160, recall_at_5: 0.546, precision: 0.9, f1: 0.281, exact: 0.456 };

/// Topics picked at most, as the client does.
const PICKS: usize = 5;
/// How soon a word repeated in a topic adds nothing more (BM25's k1).
const SATURATION: f64 = 1.2;
/// How much a long field counts less (BM25's b).
const LENGTH: f64 = 0.5;
/// Least score that is picked.
const CUT: f64 = 0.25;

/// Where a word stands in a topic, and what it counts there.
const FIELDS: [(&str, f64); 3] = [("name", 2.0), ("file", 1.5), ("description", 1.0)];

/// A word in a topic.
struct Place {
    topic: usize,
    weight: f64,
    surface: String,
    field: &'static str,
}

/// A word of the topics.
struct Term {
    rarity: f64,
    places: Vec<Place>,
}

/// Topics, prepared for any number of questions.
pub struct Estimate {
    cutter: Cutter,
    paths: Vec<String>,
    terms: HashMap<String, Term>,
}

impl Estimate {
    /// Prepares these topics. Takes time in proportion to their headers, of which a bounded part is looked at.
    pub fn new(candidates: &[Candidate]) -> Self {
        let cutter = Cutter::new();
        let topics: Vec<[Vec<Word>; 3]> = candidates
            .iter()
            .map(|candidate| {
                [
                    cutter.words(candidate.name.as_deref().unwrap_or_default()),
                    cutter.words(stem_of_file(&candidate.path)),
                    cutter.words(candidate.description.as_deref().unwrap_or_default()),
                ]
            })
            .collect();
        let mut terms: HashMap<String, Term> = HashMap::new();
        for (field, (name, weight)) in FIELDS.into_iter().enumerate() {
            let of = |topic: &[Vec<Word>; 3]| topic.get(field).map_or(0, Vec::len);
            let mean = (topics.iter().map(of).sum::<usize>() as f64 / topics.len().max(1) as f64).max(1.0);
            for (at, topic) in topics.iter().enumerate() {
                let counts = weight / (1.0 - LENGTH + LENGTH * of(topic) as f64 / mean);
                for word in topic.get(field).into_iter().flatten() {
                    let term =
                        terms.entry(word.key.clone()).or_insert(Term { rarity: 0.0, places: Vec::new() });
                    match term.places.iter_mut().find(|place| place.topic == at) {
                        Some(place) => place.weight += counts,
                        None => term.places.push(Place {
                            topic: at,
                            weight: counts,
                            surface: word.surface.clone(),
                            field: name,
                        }),
                    }
                }
            }
        }
        for term in terms.values_mut() {
            term.rarity = rarity(topics.len(), term.places.len());
            for place in &mut term.places {
                place.weight /= SATURATION + place.weight;
            }
        }
        Estimate { cutter, paths: candidates.iter().map(|candidate| candidate.path.clone()).collect(), terms }
    }

    /// Every topic with a score above 0, best first.
    pub fn rank(&self, question: &str) -> Vec<Ranked> {
        let mut parts: Vec<Vec<Reason>> = self.paths.iter().map(|_| Vec::new()).collect();
        let (words, whole) = self.asked(question);
        for (_, term) in words {
            for place in &term.places {
                if let Some(reasons) = parts.get_mut(place.topic) {
                    reasons.push(Reason {
                        word: place.surface.clone(),
                        field: place.field,
                        share: term.rarity * place.weight,
                    });
                }
            }
        }
        let mut ranked: Vec<Ranked> = self
            .paths
            .iter()
            .zip(parts)
            .filter(|(_, reasons)| !reasons.is_empty())
            .map(|(path, mut reasons)| {
                let sum: f64 = reasons.iter().map(|reason| reason.share).sum();
                reasons.iter_mut().for_each(|reason| reason.share /= sum);
                reasons.sort_by(|a, b| b.share.total_cmp(&a.share));
                Ranked { path: path.clone(), score: Some((sum / whole).clamp(0.0, 1.0)), reasons }
            })
            .collect();
        ranked.sort_by(|a, b| b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0)));
        ranked
    }

    /// At most five topics that are worth it, best first; none where nothing matches well.
    pub fn pick(&self, question: &str) -> Vec<String> {
        picked(&self.rank(question))
    }

    /// The question's words that topics have, and what all its words would weigh.
    fn asked(&self, question: &str) -> (Vec<(String, &Term)>, f64) {
        let mut seen = std::collections::HashSet::new();
        let mut found = Vec::new();
        let mut whole = 0.0;
        for word in self.cutter.words(question) {
            if !seen.insert(word.key.clone()) {
                continue;
            }
            if let Some(term) = self.terms.get(&word.key) {
                whole += term.rarity;
                found.push((word.key, term));
            } else {
                whole += rarity(self.paths.len(), 0);
            }
        }
        (found, whole.max(f64::MIN_POSITIVE))
    }
}

fn picked(ranked: &[Ranked]) -> Vec<String> {
    let best = ranked.first().and_then(|first| first.score).unwrap_or(0.0);
    ranked
        .iter()
        .take(PICKS)
        .filter(|one| one.score.is_some_and(|score| score >= CUT && score >= 0.8 * best))
        .map(|one| one.path.clone())
        .collect()
}

/// How rare a word is in so many topics (BM25's idf).
fn rarity(topics: usize, having: usize) -> f64 {
    (1.0 + (topics as f64 - having as f64 + 0.5) / (having as f64 + 0.5)).ln()
}

/// What a file is called: without folders, extension and the type it begins with.
fn stem_of_file(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    ["user", "feedback", "project", "reference"]
        .iter()
        .find_map(|kind| name.strip_prefix(kind)?.strip_prefix(['_', '-']))
        .unwrap_or(name)
}

/// The estimate as a selector.
#[derive(Debug, Clone, Copy, Default)]
pub struct EstimateSelector;

impl Selector for EstimateSelector {
    fn choose(&self, ask: &Ask, _: &Cancel) -> Result<Choice, SelectorError> {
        let ranked = Estimate::new(&ask.candidates).rank(&ask.query);
        Ok(Choice { selected: picked(&ranked), ranked, ..Choice::default() })
    }
}
