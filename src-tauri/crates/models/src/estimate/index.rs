//! The topics' words and concepts with their weights, and what a question weighs against them.
//!
//! Separate because it is the arithmetic and nothing else: BM25F over name, file name and description, where a concept is a
//! word like another, and beside it what is said in other words. Never decides what is picked.

use super::lexicon::{Cues, LEXICON};
use super::meaning::{Hit, Meaning};
use super::near::{Known, NEAR};
use super::text::{Cut, Cutter};
use crate::Candidate;
use memdesk_memdir::frontmatter::TopicType;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// How soon a word repeated in a topic adds nothing more (BM25's k1).
const SATURATION: f64 = 2.0;
/// How much a word counts less in a field that is longer than others (BM25's b).
const LENGTH: f64 = 0.4;
/// What a word counts that stands in any project.
const COMMON: f64 = 0.5;
/// What a concept counts beside a word.
const CONCEPT: f64 = 1.0;
/// What a word counts that is near in meaning, beside one that is written out.
const MEANT: f64 = 1.0;
/// What a topic counts whose description says no more than its name.
const THIN: f64 = 0.7;
/// What a topic counts that says it replaces something: of two about one matter it is the one that holds.
const CURRENT: f64 = 1.3;
/// What a rule of working counts where something is to be done.
const ACT: f64 = 1.5;
/// What a reference counts where a place or a person is looked for.
const PLACE: f64 = 1.3;

/// Where a word stands in a topic, and what it counts there.
const FIELDS: [(&str, f64); 3] = [("name", 2.0), ("file", 1.0), ("description", 1.0)];

/// Where something stands in a topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    /// Which of the fields.
    field: usize,
    /// In characters.
    place: Range<usize>,
}

struct Posting {
    topic: usize,
    weight: f64,
    /// What the weightiest mention adds, and where it is.
    most: f64,
    spot: Spot,
}

/// A word or concept of the topics.
#[derive(Default)]
struct Term {
    /// 0 (everywhere) to 1 (in no topic).
    rarity: f64,
    postings: Vec<Posting>,
}

/// A part of what a question weighs against a topic.
pub(super) struct Part {
    /// The topic.
    pub(super) topic: usize,
    /// What it weighs.
    pub(super) weight: f64,
    /// What of the topic it is.
    pub(super) spot: Spot,
}

/// A topic as it is kept.
struct Topic {
    /// The looked at part of each field.
    fields: [Vec<char>; 3],
    topic_type: Option<TopicType>,
    /// What it counts whatever is asked.
    standing: f64,
}

/// Topics, prepared.
pub(super) struct Index {
    cutter: Cutter,
    topics: Vec<Topic>,
    words: HashMap<String, Term>,
    concepts: Vec<Term>,
    meaning: Meaning,
}

impl Index {
    /// Prepares these topics.
    pub(super) fn new(candidates: &[Candidate]) -> Self {
        let cutter = Cutter::new();
        let cuts: Vec<[Cut; 3]> = candidates
            .iter()
            .map(|candidate| {
                let or_none = |text: &Option<String>| cutter.cut(text.as_deref().unwrap_or_default());
                [
                    or_none(&candidate.name),
                    cutter.cut(stem_of_file(&candidate.path)),
                    or_none(&candidate.description),
                ]
            })
            .collect();
        let mut words: HashMap<String, Term> = HashMap::new();
        let mut concepts: Vec<Term> =
            std::iter::repeat_with(Term::default).take(LEXICON.concepts()).collect();
        for (field, (_, weight)) in FIELDS.into_iter().enumerate() {
            let length = |cuts: &[Cut; 3]| cuts.get(field).map_or(0, |cut| cut.words.len()) as f64;
            let mean = (cuts.iter().map(length).sum::<f64>() / cuts.len().max(1) as f64).max(1.0);
            for (topic, cuts) in cuts.iter().enumerate() {
                let weight = weight / (1.0 - LENGTH + LENGTH * length(cuts) / mean);
                let Some(cut) = cuts.get(field) else { continue };
                for word in cut.words.iter().filter(|word| !LEXICON.says_nothing(&word.key)) {
                    let spot = Spot { field, place: word.place.clone() };
                    words.entry(word.key.clone()).or_default().put(topic, weight, spot);
                }
                for concept in LEXICON.concepts_in(cut) {
                    if let Some(term) = concepts.get_mut(concept.number) {
                        term.put(topic, weight * concept.strength, Spot { field, place: concept.place });
                    }
                }
            }
        }
        let meaning = Meaning::new(candidates.len(), meant(&cuts));
        words.values_mut().chain(&mut concepts).for_each(|term| term.settle(cuts.len()));
        let topics = candidates
            .iter()
            .zip(cuts)
            .map(|(candidate, cuts)| Topic {
                topic_type: candidate.topic_type,
                standing: standing(&cuts),
                fields: cuts.map(|cut| cut.chars),
            })
            .collect();
        Index { cutter, topics, words, concepts, meaning }
    }

    /// From here on no concept counts: as if their list were of no use for these topics.
    #[cfg(test)]
    pub(super) fn forget_concepts(&mut self) {
        self.concepts.clear();
    }

    /// What a question weighs against the topics, part by part, and its turns of phrase.
    pub(super) fn weigh(&self, question: &str) -> (Vec<Part>, Cues) {
        let cut = self.cutter.cut(question);
        let cues = LEXICON.cues(&cut);
        let mut parts = self.written(&cut);
        parts.extend(self.meant(&cut));
        for part in &mut parts {
            let topic = self.topics.get(part.topic);
            part.weight *= topic.map_or(1.0, |topic| topic.standing * topic.suits(cues));
        }
        (parts, cues)
    }

    /// What is near in meaning. Each word of the question counts once for a topic, by the nearest word that it has.
    fn meant(&self, cut: &Cut) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut seen = HashSet::new();
        for known in NEAR.find(cut).iter().filter(|known| says_something(known)) {
            if seen.insert(known.number) {
                let hits = self.meaning.weigh(known.number);
                let part =
                    |hit: &Hit| Part { topic: hit.topic, weight: MEANT * hit.weight, spot: hit.spot.clone() };
                parts.extend(hits.iter().map(part));
            }
        }
        parts
    }

    /// What is written out, or stands for the same concept. Each word of the question counts once for a topic, by the
    /// weightiest that it and its concepts match there.
    fn written(&self, cut: &Cut) -> Vec<Part> {
        let mut hits: Vec<(usize, &Term, f64)> = Vec::new();
        let mut seen = HashSet::new();
        for word in &cut.words {
            if let Some(term) = self.words.get(&word.key)
                && seen.insert(word.key.as_str())
            {
                let common = if LEXICON.is_common(&word.key) { COMMON } else { 1.0 };
                hits.push((word.place.start, term, word.weight * common));
            }
        }
        let mut met = HashSet::new();
        for concept in LEXICON.concepts_in(cut) {
            if let Some(term) = self.concepts.get(concept.number)
                && met.insert(concept.number)
            {
                hits.push((concept.place.start, term, CONCEPT * concept.strength));
            }
        }
        hits.sort_by_key(|hit| hit.0);
        let mut parts = Vec::new();
        let mut best: Vec<Option<(f64, &Spot)>> = vec![None; self.topics.len()];
        for hits in hits.chunk_by(|a, b| a.0 == b.0) {
            for (_, term, weight) in hits {
                for posting in &term.postings {
                    let weight = weight * term.rarity * posting.weight;
                    if let Some(best) = best.get_mut(posting.topic)
                        && best.is_none_or(|best| weight > best.0)
                    {
                        *best = Some((weight, &posting.spot));
                    }
                }
            }
            for posting in hits.iter().flat_map(|hit| &hit.1.postings) {
                if let Some((weight, spot)) = best.get_mut(posting.topic).and_then(Option::take) {
                    parts.push(Part { topic: posting.topic, weight, spot: spot.clone() });
                }
            }
        }
        parts
    }

    /// What stands there.
    pub(super) fn surface(&self, topic: usize, spot: &Spot) -> String {
        let field = self.topics.get(topic).and_then(|topic| topic.fields.get(spot.field));
        field.and_then(|chars| chars.get(spot.place.clone())).unwrap_or_default().iter().collect()
    }
}

impl Spot {
    /// What the field is called.
    pub(super) fn field(&self) -> &'static str {
        FIELDS.get(self.field).map_or("description", |field| field.0)
    }

    /// Both in one, where they touch: pairs of neighbours are parts of one word.
    pub(super) fn joined(&self, other: &Spot) -> Option<Spot> {
        let (a, b) = (&self.place, &other.place);
        let overlap = self.field == other.field && a.start < b.end && b.start < a.end;
        overlap.then(|| Spot { field: self.field, place: a.start.min(b.start)..a.end.max(b.end) })
    }
}

impl Topic {
    /// What its type counts for such a question.
    fn suits(&self, cues: Cues) -> f64 {
        match self.topic_type {
            Some(TopicType::Feedback) if cues.act > 0 => ACT,
            Some(TopicType::Reference) if cues.place > 0 => PLACE,
            _ => 1.0,
        }
    }
}

impl Term {
    fn put(&mut self, topic: usize, weight: f64, spot: Spot) {
        // topics come in order within a field, so it is the last of its field or not far before
        match self.postings.iter_mut().rev().find(|posting| posting.topic == topic) {
            Some(posting) => {
                posting.weight += weight;
                if weight > posting.most {
                    (posting.most, posting.spot) = (weight, spot);
                }
            }
            None => self.postings.push(Posting { topic, weight, most: weight, spot }),
        }
    }

    fn settle(&mut self, topics: usize) {
        self.rarity = rarity(topics, self.postings.len() as f64);
        for posting in &mut self.postings {
            posting.weight *= (SATURATION + 1.0) / (SATURATION + posting.weight);
        }
    }
}

/// How rare a word is that so many of the topics have: BM25's idf, as a part of that of a word which none has. Above 0.
pub(super) fn rarity(topics: usize, having: f64) -> f64 {
    let topics = topics as f64;
    let idf = |having: f64| (1.0 + (topics - having + 0.5) / (having + 0.5)).ln();
    idf(having) / idf(0.0)
}

fn says_something(known: &Known) -> bool {
    !LEXICON.says_nothing(&known.key)
}

/// The words of topics whose meaning is known: number, topic, where.
fn meant(cuts: &[[Cut; 3]]) -> Vec<(usize, usize, Spot)> {
    let mut words = Vec::new();
    for (topic, cuts) in cuts.iter().enumerate() {
        for (field, cut) in cuts.iter().enumerate() {
            for known in NEAR.find(cut).into_iter().filter(says_something) {
                words.push((known.number, topic, Spot { field, place: known.place }));
            }
        }
    }
    words
}

/// What a topic counts whatever is asked.
fn standing([name, file, description]: &[Cut; 3]) -> f64 {
    let known: HashSet<&str> = name.words.iter().chain(&file.words).map(|word| word.key.as_str()).collect();
    let thin = description.words.iter().all(|word| known.contains(word.key.as_str()));
    let current = [name, file, description].iter().any(|cut| LEXICON.cues(cut).current > 0);
    (if thin { THIN } else { 1.0 }) * (if current { CURRENT } else { 1.0 })
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
