//! What is known of words in general: concepts of the field in several languages, words that say nothing, and turns of
//! phrase that tell general knowledge from a question about this project.
//!
//! Separate because it is knowledge and no arithmetic: three lists in `words/`, written for any project. Never knows a topic.

use super::phrases::{Found, Phrases};
use super::text::{Cut, Cutter, Unit};
use std::collections::HashSet;
use std::sync::LazyLock;

const CONCEPTS: &str = include_str!("words/concepts.txt");
const CUES: &str = include_str!("words/cues.txt");
const STOP: &str = include_str!("words/stop.txt");

/// Read once.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

/// What a concept that is found through a part of a word, or a word like it, counts beside one that is written out.
const PART: f64 = 0.7;
/// What a single Han character counts beside a word: it may be a part of any other.
const LONE: f64 = 0.5;
/// Concepts so general that they stand in any project count so much.
const GENERAL_ROW: f64 = 0.5;
/// Words of so many letters are looked at closer when they are not known.
const LONG: usize = 6;
/// Parts of a word written together have so many letters at least.
const LONG_PART: usize = 5;

/// What is known of words.
pub(super) struct Lexicon {
    concepts: Phrases,
    /// What each concept counts, 0 to 1.
    strengths: Vec<f64>,
    cues: Phrases,
    nothing: HashSet<String>,
    common: HashSet<String>,
}

/// A concept in a text.
pub(super) struct Concept {
    /// Its number.
    pub(super) number: usize,
    /// Where it is written, in characters.
    pub(super) place: std::ops::Range<usize>,
    /// What it counts, 0 to 1.
    pub(super) strength: f64,
}

/// How many turns of phrase of each kind a text has; `words/cues.txt` says what they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cues {
    pub(super) general: usize,
    pub(super) maybe: usize,
    pub(super) act: usize,
    pub(super) place: usize,
    pub(super) current: usize,
}

/// The kinds of `words/cues.txt`; a kind's number is its place here.
const KINDS: [&str; 5] = ["general", "maybe", "do", "where", "current"];

fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

impl Lexicon {
    fn read() -> Self {
        let cutter = Cutter::new();
        let (mut nothing, mut common) = (HashSet::new(), HashSet::new());
        for (sort, words) in rows(STOP).filter_map(|row| row.split_once(':')) {
            let cut = cutter.cut(words);
            if sort == "half" {
                common.extend(cut.words.into_iter().map(|word| word.key));
            } else {
                nothing.extend(cut.units.into_iter().map(|unit| unit.key));
            }
        }
        let (mut concepts, mut strengths) = (Phrases::default(), Vec::new());
        for (number, row) in rows(CONCEPTS).enumerate() {
            let general = row.strip_prefix('~');
            strengths.push(if general.is_some() { GENERAL_ROW } else { 1.0 });
            for phrase in general.unwrap_or(row).split(',') {
                let units = cutter.cut(phrase).units;
                let says_nothing = matches!(units.as_slice(), [one] if nothing.contains(&one.key));
                if !says_nothing {
                    concepts.add(&units, number);
                }
            }
        }
        let mut cues = Phrases::default();
        for (sort, phrases) in rows(CUES).filter_map(|row| row.split_once(':')) {
            let Some(number) = KINDS.iter().position(|kind| *kind == sort) else { continue };
            for phrase in phrases.split(',') {
                cues.add(&cutter.cut(phrase).units, number);
            }
        }
        Lexicon { concepts, strengths, cues, nothing, common }
    }

    /// How many concepts there are.
    pub(super) fn concepts(&self) -> usize {
        self.strengths.len()
    }

    /// Whether a word says nothing by itself.
    pub(super) fn says_nothing(&self, key: &str) -> bool {
        self.nothing.contains(key)
    }

    /// Whether a word stands in any project.
    pub(super) fn is_common(&self, key: &str) -> bool {
        self.common.contains(key)
    }

    /// Concepts in a text.
    pub(super) fn concepts_in(&self, cut: &Cut) -> Vec<Concept> {
        let mut concepts = Vec::new();
        let mut put = |found: Found<'_>, strength: f64| {
            concepts.extend(found.numbers.iter().map(|number| Concept {
                number: *number,
                place: found.place.clone(),
                strength: strength * self.strengths.get(*number).copied().unwrap_or(0.0),
            }));
        };
        for found in self.concepts.find(&cut.units) {
            let strength = if found.place.len() == 1 { LONE } else { 1.0 };
            put(found, strength);
        }
        for whole in &cut.wholes {
            self.concepts.find(std::slice::from_ref(whole)).into_iter().for_each(|found| put(found, 1.0));
        }
        for unit in cut.units.iter().filter(|unit| unit.key.len() >= LONG && unit.key.is_ascii()) {
            for numbers in self.parts(unit) {
                put(Found { numbers, place: unit.place.clone() }, PART);
            }
        }
        concepts
    }

    /// What an unknown word is like (`committe`), or begins and ends with: German writes words together.
    fn parts(&self, unit: &Unit) -> Vec<&[usize]> {
        let key = unit.key.as_str();
        if self.concepts.knows(key) {
            return Vec::new();
        }
        if let Some(numbers) = self.concepts.like(key) {
            return vec![numbers];
        }
        let part = |part: Option<&str>| self.concepts.alone(part?);
        let front = (LONG_PART..key.len()).rev().find_map(|end| part(key.get(..end)));
        let back = (1..key.len().saturating_sub(LONG_PART - 1)).find_map(|start| part(key.get(start..)));
        front.into_iter().chain(back).collect()
    }

    /// Turns of phrase in a text.
    pub(super) fn cues(&self, cut: &Cut) -> Cues {
        let mut counts = [0; KINDS.len()];
        for number in self.cues.find(&cut.units).iter().flat_map(|found| found.numbers) {
            if let Some(count) = counts.get_mut(*number) {
                *count += 1;
            }
        }
        let [general, maybe, act, place, current] = counts;
        Cues { general, maybe, act, place, current }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_a_concept(a: &str, b: &str) -> bool {
        let of = |text: &str| -> HashSet<usize> {
            LEXICON.concepts_in(&Cutter::new().cut(text)).into_iter().map(|concept| concept.number).collect()
        };
        !of(a).is_disjoint(&of(b))
    }

    #[test]
    fn words_of_one_concept_meet_in_any_language() {
        for (a, b) in [
            ("please roll back", "回滚"),
            ("pull request", "合并请求"),
            ("database", "データベース"),
            ("Abhängigkeit", "dependencies"),
            ("deploy", "デプロイ"),
            ("Datenbankverbindung", "数据库"),
            ("TypeScript", "ts"),
        ] {
            assert!(share_a_concept(a, b), "{a} / {b}");
        }
        for (a, b) in [("haiku", "database"), ("the and", "deploy"), ("晚饭", "部署")] {
            assert!(!share_a_concept(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn every_row_is_read() {
        assert_eq!(LEXICON.concepts(), rows(CONCEPTS).count());
        for row in rows(CUES) {
            assert!(KINDS.iter().any(|kind| row.starts_with(&format!("{kind}:"))), "{row}");
        }
        for row in rows(STOP) {
            assert!(row.contains(':'), "{row}");
        }
    }

    #[test]
    fn turns_of_phrase_are_counted() {
        let cues = |text: &str| LEXICON.cues(&Cutter::new().cut(text));
        assert!(cues("what is the difference between a and b").general > 0);
        assert!(cues("add a button").act > 0);
        assert!(cues("在哪里").place > 0);
        assert!(cues("replaces the old one").current > 0);
        assert_eq!(cues(""), Cues::default());
    }
}
