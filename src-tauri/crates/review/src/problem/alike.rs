//! Topics that say much the same. Separate because it compares every topic with every other, by the words they have in common.
//!
//! A hint for a person, who merges them or not: it has no mend of its own. Words that many topics have say nothing about two.

use std::collections::{BTreeMap, HashMap, HashSet};

use memdesk_memdir::lossy;

use super::{Code, Problem};
use crate::reading::{Reading, State, TopicFacts};
use crate::words::Cutter;

/// Topics of a store that are compared, at most: three times what the client lists.
const COMPARED: usize = 600;
/// A word that more topics have than this (or than a quarter of them) is about the store, not about one.
const COMMON: usize = 24;
/// Of a small store so many may have it, and no more than half of it: the same may have been noted three or four times.
const FEW: usize = 4;
/// Words of their own that both must have; with fewer, chance makes them alike.
const LEAST: usize = 6;
/// So much of what the shorter one says stands in the other, beyond what of any topic stands there: a long text has many words of
/// every other.
const SHARE: f64 = 0.4;

/// Pairs that say much the same, each told once, of the one that says less: args `other` (path) and `percent` (of its words, by
/// weight, that the other has too). By path. None where there are more than 600 topics.
pub fn look_alikes(reading: &Reading) -> Vec<Problem> {
    let topics: Vec<&TopicFacts> = reading
        .topics
        .iter()
        .filter(|topic| topic.state == State::Text && topic.link.is_none() && topic.listed.is_ok())
        .collect();
    if topics.len() < 2 || topics.len() > COMPARED {
        return Vec::new();
    }
    let cutter = Cutter::new();
    let words: Vec<HashSet<String>> = topics.iter().map(|topic| words(topic, &cutter)).collect();
    let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, words) in words.iter().enumerate() {
        for word in words {
            having.entry(word).or_default().push(at);
        }
    }
    let often = COMMON.min(topics.len() / 4).max(FEW.min(topics.len() / 2)).max(2);
    // of words that few have: how much they weigh in each topic, and in each two
    let mut own = vec![(0.0, 0_usize); topics.len()];
    let mut both: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let mut telling: Vec<(&str, &[usize])> = having
        .iter()
        .map(|(word, having)| (*word, having.as_slice()))
        .filter(|(_, having)| having.len() <= often)
        .collect();
    // sums of the same numbers in another order are others
    telling.sort_unstable();
    for (_, having) in telling {
        let weight = (1.0 + topics.len() as f64 / having.len() as f64).ln();
        for (at, one) in having.iter().enumerate() {
            if let Some((sum, count)) = own.get_mut(*one) {
                *sum += weight;
                *count += 1;
            }
            for other in having.iter().skip(at + 1) {
                *both.entry((*one, *other)).or_default() += weight;
            }
        }
    }
    let of = |at: usize| own.get(at).copied().unwrap_or_default();
    let all: f64 = own.iter().map(|(sum, _)| sum).sum();
    let mut shared = vec![0.0; topics.len()];
    for ((one, other), common) in &both {
        for at in [one, other] {
            shared.get_mut(*at).into_iter().for_each(|sum: &mut f64| *sum += common);
        }
    }
    // how much of the others stands in a topic
    let anyway = |less: usize, more: usize, common: f64| {
        let others = all - of(less).0 - of(more).0;
        let shared = shared.get(more).copied().unwrap_or_default() - common;
        if others > 0.0 { (shared / others).clamp(0.0, 1.0) } else { 0.0 }
    };
    let mut found: Vec<Problem> = both
        .into_iter()
        .filter_map(|((one, other), common)| {
            let (less, more) = if of(one).0 <= of(other).0 { (one, other) } else { (other, one) };
            let (sum, count) = of(less);
            let share = common / sum;
            let anyway = anyway(less, more, common);
            (count >= LEAST && share - anyway >= SHARE * (1.0 - anyway)).then_some((less, more, share))
        })
        .filter_map(|(less, more, share)| {
            let problem =
                Problem::new(Code::LookAlike, &topics.get(less)?.path).with("other", &topics.get(more)?.path);
            Some(problem.with("percent", (share * 100.0).round()))
        })
        .collect();
    found.sort_by(|a, b| (&a.path, &a.args).cmp(&(&b.path, &b.args)));
    found
}

/// The words that a topic has, once each.
fn words(topic: &TopicFacts, cutter: &Cutter) -> HashSet<String> {
    let text = lossy(topic.bytes.as_deref().unwrap_or_default());
    let body = text.get(topic.frontmatter.body_start..).unwrap_or_default();
    let fields = [topic.frontmatter.name.as_deref(), topic.frontmatter.description.as_deref()];
    let all = fields.into_iter().flatten().chain([body]);
    all.flat_map(|text| cutter.words(text)).map(|word| word.key).collect()
}
