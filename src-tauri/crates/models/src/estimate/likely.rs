//! How likely a topic is one that a careful reader would pick, from what it weighs beside the others and how the question is
//! put.
//!
//! Separate because it is learnt and not thought out: a logistic regression over the sets of `tests/recall`, which a test makes
//! again and holds against the numbers here; another tells how it does for a store that it was not learnt from. Never sees a
//! word.

use super::lexicon::Cues;

/// What is looked at of a topic, and what each adds to the logarithm of the odds.
const LEARNT: [f64; TRAITS] = [1.33, 2.11, -1.59, -1.53];
/// What the odds begin with.
const BEGIN: f64 = -2.46;
/// As likely as this a topic is picked: learnt too, as what gives the best F1.
pub(super) const LEAST: f64 = 0.3;

/// How many traits there are.
const TRAITS: usize = 4;

/// What is looked at of a topic that weighs `weight`, where `rival` is the best of the others.
fn traits(weight: f64, rival: f64, cues: Cues) -> [f64; TRAITS] {
    [
        weight.ln_1p(),
        // 1 where there is no rival, 0 for two that weigh the same, below for all but the best
        (weight - rival) / weight.max(rival).max(f64::MIN_POSITIVE),
        cues.general.min(2) as f64,
        cues.maybe.min(1) as f64,
    ]
}

/// How likely it is, between 0 and 1. Of two topics of one question the weightier is the likelier.
pub(super) fn likely(weight: f64, rival: f64, cues: Cues) -> f64 {
    let traits = traits(weight, rival, cues);
    let odds = BEGIN + traits.iter().zip(&LEARNT).map(|(a, b)| a * b).sum::<f64>();
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests;
