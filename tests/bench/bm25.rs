//! Plain BM25 over a store's topics: what anybody would try first, and so what the estimate is held against.
//!
//! Separate because it must share nothing with what it is compared to. Words are lower-cased runs of letters and digits, and of
//! Han and Kana pairs of neighbours; no stems, no lists, no fields. Never used by Memdesk itself.

use memdesk_models::Candidate;
use std::collections::HashMap;

/// The usual k1: how soon a word repeated adds nothing more.
const SATURATION: f64 = 1.2;
/// The usual b: how much a word counts less in a longer text.
const LENGTH: f64 = 0.75;
/// Picked at most, as the client does.
const PICKS: usize = 5;

/// Topics, prepared.
pub(crate) struct Bm25 {
    paths: Vec<String>,
    /// Per word the topics that have it, and what it counts there.
    words: HashMap<String, Vec<(usize, f64)>>,
}

impl Bm25 {
    /// Prepares the names, file names and descriptions of these topics.
    pub(crate) fn new(candidates: &[Candidate]) -> Self {
        let text = |candidate: &Candidate| {
            let or_none = |text: &Option<String>| text.clone().unwrap_or_default();
            format!("{} {} {}", or_none(&candidate.name), or_none(&candidate.description), candidate.path)
        };
        let texts: Vec<Vec<String>> = candidates.iter().map(|candidate| words(&text(candidate))).collect();
        let topics = texts.len() as f64;
        let mean = (texts.iter().map(Vec::len).sum::<usize>() as f64 / topics.max(1.0)).max(1.0);
        let mut counts: HashMap<String, HashMap<usize, f64>> = HashMap::new();
        for (topic, text) in texts.iter().enumerate() {
            for word in text {
                *counts.entry(word.clone()).or_default().entry(topic).or_default() += 1.0;
            }
        }
        let weighed = |(word, having): (String, HashMap<usize, f64>)| {
            let rarity = (1.0 + (topics - having.len() as f64 + 0.5) / (having.len() as f64 + 0.5)).ln();
            let weight = |(topic, count): (usize, f64)| {
                let length = texts.get(topic).map_or(0, Vec::len) as f64 / mean;
                let full = count + SATURATION * (1.0 - LENGTH + LENGTH * length);
                (topic, rarity * count * (SATURATION + 1.0) / full)
            };
            let mut postings: Vec<_> = having.into_iter().map(weight).collect();
            postings.sort_by_key(|posting| posting.0);
            (word, postings)
        };
        Self {
            paths: candidates.iter().map(|candidate| candidate.path.clone()).collect(),
            words: counts.into_iter().map(weighed).collect(),
        }
    }

    /// Topics that share a word with the question, best first, equal ones in the order of the listing.
    pub(crate) fn rank(&self, question: &str) -> Vec<(&str, f64)> {
        let mut scores = vec![0.0; self.paths.len()];
        for (topic, weight) in words(question).iter().filter_map(|word| self.words.get(word)).flatten() {
            if let Some(score) = scores.get_mut(*topic) {
                *score += weight;
            }
        }
        let mut ranked: Vec<(&str, f64)> =
            self.paths.iter().map(String::as_str).zip(scores).filter(|(_, score)| *score > 0.0).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }
}

/// The best of a ranking that score at least so much, five at most.
pub(crate) fn picked(ranked: &[(&str, f64)], least: f64) -> Vec<String> {
    ranked.iter().take(PICKS).filter(|one| one.1 >= least).map(|one| one.0.to_owned()).collect()
}

/// Whether a character is of a script without spaces between words: Han or Kana.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}' | '々')
}

fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    for run in chars
        .chunk_by(|a, b| (a.is_alphanumeric(), is_unspaced(*a)) == (b.is_alphanumeric(), is_unspaced(*b)))
    {
        match run {
            [first, _, ..] if is_unspaced(*first) => {
                found.extend(run.windows(2).map(|pair| pair.iter().collect()));
            }
            [first, ..] if first.is_alphanumeric() => found.push(run.iter().collect()),
            _ => {}
        }
    }
    found
}
