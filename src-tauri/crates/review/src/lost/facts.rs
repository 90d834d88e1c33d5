//! The facts of a sentence.
//!
//! Separate because it decides what counts as one, and with which words it stands. Negations are about the whole sentence and are
//! read elsewhere.

use std::ops::Range;

use super::date::{self, When};
use super::quantity::{self, Quantity};
use super::stand::Unit;
use super::{LostKind, exact};

/// A fact of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub(super) kind: LostKind,
    /// As it stands.
    pub(super) text: String,
    /// Where in the sentence.
    pub(super) range: Range<usize>,
    pub(super) value: Value,
}

/// What a fact is compared by.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Number(Quantity),
    When(When),
    /// Its spelling.
    Spelt,
}

impl Fact {
    /// One spelling for all ways to say it.
    pub(super) fn key(&self) -> String {
        match &self.value {
            Value::Number(quantity) => quantity.key(),
            Value::When(When::Relative) | Value::Spelt => self.text.to_lowercase(),
            Value::When(when) => format!("{when:?}"),
        }
    }

    /// Whether it is the same fact wherever it stands.
    pub(super) fn is_telling(&self) -> bool {
        match &self.value {
            Value::Number(quantity) => quantity.is_telling(),
            Value::When(when) => when.is_telling(),
            Value::Spelt => true,
        }
    }
}

/// The facts of a sentence, in order, without negations. Where most words have a capital, that is no sign of a name.
pub(super) fn of(unit: &Unit, is_index: bool) -> Vec<Fact> {
    let (spelt, mut left) = exact::find(&unit.text, unit.is_code);
    let fact = |kind: LostKind, range: Range<usize>, value: Value| {
        let text = unit.text.get(range.clone()).unwrap_or_default().trim().to_owned();
        Fact { kind, text, range, value }
    };
    let mut out: Vec<Fact> = spelt.into_iter().map(|(range, kind)| fact(kind, range, Value::Spelt)).collect();
    for (range, when) in date::find(&left.clone(), unit.today) {
        exact::blank(&mut left, &range);
        out.push(fact(LostKind::Date, range, Value::When(when)));
    }
    for (range, quantity) in quantity::find(&left.clone()) {
        if quantity.is_fact() && !is_loose(&left, &range, &quantity) {
            exact::blank(&mut left, &range);
            out.push(fact(LostKind::Number, range, Value::Number(quantity)));
        }
    }
    let names = exact::words(&unit.text, &mut left, !(unit.is_title || is_index) || is_prose(&unit.text));
    out.extend(names.into_iter().map(|(range, kind)| fact(kind, range, Value::Spelt)));
    out.retain(|fact| fact.text.chars().any(char::is_alphanumeric));
    out.sort_by_key(|fact| fact.range.start);
    out
}

/// Whether a title is written like a sentence: some words, few of them with a capital.
fn is_prose(text: &str) -> bool {
    let words = || text.split_whitespace().skip(1).filter(|word| word.starts_with(char::is_alphabetic));
    let capitals = words().filter(|word| word.starts_with(char::is_uppercase)).count();
    words().count() >= 3 && capitals * 5 <= words().count() * 2
}

/// A number in words that counts nothing: `two of them`, `one or two`.
fn is_loose(text: &str, range: &Range<usize>, quantity: &Quantity) -> bool {
    let after = text.get(range.end..).unwrap_or_default().trim_start();
    let word: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    quantity.in_words
        && quantity.measure == quantity::Measure::Plain
        && text.get(range.clone()).is_some_and(|words| words.is_ascii())
        && (word.is_empty() || matches!(word.as_str(), "of" | "or" | "and" | "to" | "in" | "is" | "are"))
}
