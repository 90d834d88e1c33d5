//! Sentences that deny, and whether they still do.
//!
//! Separate because a negation is no thing that can be looked for: it turns a sentence round. Whether two sentences agree is told
//! by the words that they share and by whether the number of denying words is even in both; `avoid` denies as `not` does.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::stand::{After, Unit, count, share, words};
use crate::pattern::pattern;
use crate::words::Cutter;

/// A sentence that says the opposite, or is gone.
pub(super) struct Turned {
    /// The words that deny.
    pub(super) text: String,
    /// What stands in its place.
    pub(super) instead: Option<String>,
}

static DENIES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bno\ longer\b | \b(?:do|does|did|is|are|was|were|has|have|had|can|could|must|shall|should|will|would|need|may)\ ?n[o'’]t\b
        | \b(?:cannot|never|not|without|neither|nor|none|nobody|nothing|nowhere|no|avoid(?:s|ed|ing)?|forbid(?:s|den)?|forbidding
            |prohibit(?:s|ed)?|refus(?:e|es|ed|ing)|dislik(?:e|es|ed|ing)|hat(?:e|es|ed)|reject(?:s|ed)?|ban(?:s|ned)?|skip(?:s|ped)?|exclud(?:e|es|ed|ing)
            |disabl(?:e|es|ed|ing)|unless|except|instead\ of|rather\ than|stop(?:s|ped)?)\b
        | 不要 | 不得 | 不能 | 不可 | 不再 | 不许 | 不准 | 不用 | 不是 | 不会 | 不应 | 不该 | 不 | 别 | 从不 | 从未 | 绝不 | 没有 | 没 | 未 | 无需 | 无须 | 无 | 勿 | 禁止 | 禁用 | 严禁 | 避免 | 拒绝 | 除非",
    )
});

/// Characters of Chinese words that only look as if they denied.
static HARMLESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"别人|别的|特别|区别|分别|级别|类别|识别|个别|性别|不仅|不但|不同|不过|不断|差不多|不少|未来|无论|不管|not\ only|no\.\ ?\d|\bno\ matter\b|if\ not\b",
    )
});

/// At least this much of the words of two sentences is shared when one is the other.
const SAME: f64 = 0.7;
/// At least this much, when something beside it is denied.
const SURE: f64 = 0.9;
/// With less of its words in any sentence, what a clause denies is not spoken of any more.
const LEFT: f64 = 0.34;

/// A part of a sentence, for what denies.
struct Clause {
    words: BTreeSet<String>,
    /// The words that deny.
    denies: Vec<String>,
}

/// The parts of a sentence that can be true by themselves.
pub(super) fn split(text: &str) -> Vec<&str> {
    text.split([',', ';', ':', '，', '；', '：', '。', '—', '(', ')', '（', '）', '|'])
        .filter(|part| part.chars().any(char::is_alphanumeric))
        .collect()
}

fn clause(cutter: &Cutter, text: &str) -> Clause {
    let plain = HARMLESS.replace_all(text, " ");
    let denies: Vec<String> = DENIES.find_iter(&plain).map(|found| found.as_str().to_owned()).collect();
    let bare = DENIES.replace_all(&plain, " ");
    Clause { words: words(cutter, &bare), denies }
}

/// The clauses of a sentence; and the whole, where there is more than one.
pub(super) struct Parts {
    clauses: Vec<Clause>,
    whole: Option<Clause>,
}

/// Reads what a sentence denies.
pub(super) fn parts(cutter: &Cutter, text: &str) -> Parts {
    let split = split(text);
    let whole = (split.len() > 1).then(|| clause(cutter, text));
    Parts { clauses: split.iter().map(|part| clause(cutter, part)).collect(), whole }
}

/// What became of a sentence's negation: `None` when it stands, in whatever words.
pub(super) fn turned(unit: &Unit, after: &After) -> Option<Turned> {
    if unit.is_code {
        return None;
    }
    let mine = parts(&after.cutter, &unit.text).clauses;
    mine.iter().filter(|clause| clause.words.len() >= 2).find_map(|clause| {
        opposite(clause, after).or_else(|| {
            let text = clause.denies.first()?.clone();
            (!is_left(clause, unit, after)).then_some(Turned { text, instead: None })
        })
    })
}

/// What says the opposite of a clause, when nothing says the same.
fn opposite(clause: &Clause, after: &After) -> Option<Turned> {
    let mut same = 0.0_f64;
    let mut opposite: Option<(f64, usize, &Clause)> = None;
    for (at, shared) in after.sharing(&clause.words) {
        // with fewer, no part of that sentence can be alike enough
        if 2.0 * count(shared) < SAME * count(clause.words.len()) {
            continue;
        }
        let Some(theirs) = after.parts.get(at) else { continue };
        // which of several clauses is denied cannot always be told
        let unsure = theirs.whole.as_ref().is_some_and(|whole| !whole.denies.is_empty());
        let parts = theirs
            .clauses
            .iter()
            .map(|part| (false, part))
            .chain(theirs.whole.iter().map(|part| (true, part)));
        for (is_whole, part) in parts {
            let shared = clause.words.intersection(&part.words).count();
            let alike = 2.0 * count(shared) / count(clause.words.len() + part.words.len());
            let unsure = unsure && (is_whole || !clause.denies.is_empty() && alike < SURE);
            if clause.denies.len() % 2 == part.denies.len() % 2 || unsure {
                same = same.max(alike);
            } else if opposite.is_none_or(|(most, ..)| alike > most) {
                opposite = Some((alike, at, part));
            }
        }
    }
    let (_, at, part) = opposite.filter(|(alike, ..)| *alike >= SAME && same < *alike)?;
    let text = clause.denies.first().or(part.denies.first()).cloned().unwrap_or_default();
    Some(Turned { text, instead: after.units.get(at).map(|unit| unit.text.clone()) })
}

/// Whether anything still speaks of what a clause denies, in whatever words.
fn is_left(clause: &Clause, unit: &Unit, after: &After) -> bool {
    after.sharing(&clause.words).into_keys().any(|at| {
        after.units.get(at).is_some_and(|other| {
            share(&clause.words, other, true) >= LEFT || share(&unit.words, other, true) >= 0.5
        })
    })
}
