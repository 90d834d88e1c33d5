//! The store after, made so that it can be asked whether a fact stands in it.
//!
//! Separate because everything that is looked for is looked for here. A fact that is hardly anything else is found by itself; any
//! other has to stand among some of the words that it stood among before.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use jiff::civil::Date;

use super::date::{self, When};
use super::facts::{Fact, Value};
use super::negation::{self, Parts};
use super::quantity::{self, Measure, Quantity};
use super::{LostKind, exact, units};
use crate::words::Cutter;
use crate::{Content, Snapshot};

/// A sentence that can be compared.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// 1-based line.
    pub(super) line: usize,
    /// Its text.
    pub(super) text: String,
    /// The same in small letters, with one blank between words and at both ends.
    pub(super) norm: String,
    /// Words that say something, without numbers and units.
    pub(super) words: BTreeSet<String>,
    /// The same of what it stands under.
    pub(super) around: Arc<BTreeSet<String>>,
    pub(super) is_title: bool,
    pub(super) is_code: bool,
    /// The day of the change.
    pub(super) today: Option<Date>,
}

/// Words of units and of counting, which are no context for a number.
const UNITS: &str = " second minut hour day week month year time percent byte kilobyt megabyt gigabyt number count 分钟 小时 秒钟 毫秒 ";

/// A word of more sentences than this finds none of them; no more of them are compared with one.
const COMMON: usize = 400;

/// Sentences that are so much alike say the same, but for a number in them.
const REPLACED: f64 = 0.9;

/// The sentences of a file.
pub(super) fn read(store: &Snapshot, path: &str, cutter: &Cutter, today: Option<Date>) -> Vec<Unit> {
    let Some(Content::Bytes(bytes) | Content::Head { bytes, .. }) =
        store.files.get(path).map(|file| &file.content)
    else {
        return Vec::new();
    };
    // neighbours stand under the same
    let mut last = (String::new(), Arc::new(BTreeSet::new()));
    let unit = |sentence: units::Sentence| {
        if last.0 != sentence.around {
            last = (sentence.around.clone(), Arc::new(words(cutter, &sentence.around)));
        }
        Unit {
            line: sentence.line,
            norm: norm(&sentence.text),
            words: words(cutter, &sentence.text),
            around: last.1.clone(),
            text: sentence.text,
            is_title: sentence.is_title,
            is_code: sentence.is_code,
            today,
        }
    };
    units::sentences(bytes).into_iter().map(unit).collect()
}

/// The words of a text that can be context.
pub(super) fn words(cutter: &Cutter, text: &str) -> BTreeSet<String> {
    let words = cutter.words(text).into_iter().map(|word| word.key);
    words
        .filter(|word| !word.bytes().any(|b| b.is_ascii_digit()) && !UNITS.contains(&format!(" {word} ")))
        .collect()
}

/// Small letters, runs of letters and digits with one blank between, one at both ends.
pub(super) fn norm(text: &str) -> String {
    let mut out = String::from(" ");
    let mut wide = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if !(c.is_alphanumeric() || c == '_') {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        let is_wide = !c.is_ascii() && u32::from(c) >= 0x2E80;
        if is_wide != wide && !out.ends_with(' ') {
            out.push(' ');
        }
        wide = is_wide;
        out.push(c);
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// Whether a spelling stands in a text, both as [`norm`] makes them; as whole words, plurals too. Chinese has no blanks.
fn contains(text: &str, wanted: &str) -> bool {
    let bare = wanted.trim();
    if bare.is_empty() {
        return true;
    }
    let wide = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
    let open = if wide(bare.chars().next()) { "" } else { " " };
    let close = if wide(bare.chars().next_back()) { "" } else { " " };
    text.contains(&format!("{open}{bare}{close}"))
        || close == " " && text.contains(&format!("{open}{bare}s "))
}

/// The store after.
pub(super) struct After {
    pub(super) cutter: Cutter,
    pub(super) units: Vec<Unit>,
    /// What each sentence denies.
    pub(super) parts: Vec<Parts>,
    /// Numbers with the sentences that have them, by what can be the same.
    by_number: HashMap<String, Vec<(usize, Quantity)>>,
    /// Which sentences measure what.
    measures: HashSet<(usize, Measure)>,
    /// Dates with the sentences that have them.
    dates: Vec<(usize, When)>,
    /// Sentences by their words.
    by_word: HashMap<String, Vec<usize>>,
    /// Sentences by the words of their spelling; of Chinese, by its characters.
    by_token: HashMap<String, Vec<usize>>,
    sentences: HashSet<String>,
}

impl After {
    pub(super) fn new(store: &Snapshot, today: Option<Date>) -> After {
        let cutter = Cutter::new();
        let units: Vec<Unit> =
            store.files.keys().flat_map(|path| read(store, path, &cutter, today)).collect();
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        let mut by_token: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, unit) in units.iter().enumerate() {
            for word in &unit.words {
                by_word.entry(word.clone()).or_default().push(at);
            }
            for token in tokens(&unit.norm) {
                by_token.entry(token).or_default().push(at);
            }
        }
        let (mut dates, mut by_number, mut measures) = (Vec::new(), HashMap::new(), HashSet::new());
        for (at, unit) in units.iter().enumerate() {
            let mut text = unit.text.clone();
            for (range, when) in date::find(&unit.text, today) {
                if when != When::Relative {
                    exact::blank(&mut text, &range);
                }
                dates.push((at, when));
            }
            for (_, number) in quantity::find(&text) {
                measures.insert((at, number.measure));
                for key in number.keys() {
                    by_number.entry(key).or_insert_with(Vec::new).push((at, number.clone()));
                }
            }
        }
        let parts = units.iter().map(|unit| negation::parts(&cutter, &unit.text)).collect();
        let sentences = units.iter().map(|unit| unit.norm.clone()).collect();
        After { cutter, units, parts, by_number, measures, dates, by_word, by_token, sentences }
    }

    /// Whether a sentence stands as it stood.
    pub(super) fn has_sentence(&self, unit: &Unit) -> bool {
        self.sentences.contains(&unit.norm)
    }

    /// Whether a fact of a sentence stands somewhere.
    pub(super) fn holds(&self, fact: &Fact, unit: &Unit) -> bool {
        let (having, telling): (BTreeSet<usize>, bool) = match &fact.value {
            Value::Number(number) => {
                let near = number.keys().into_iter().filter_map(|key| self.by_number.get(&key)).flatten();
                (
                    near.filter(|(_, theirs)| number.is(theirs)).map(|(at, _)| *at).collect(),
                    number.is_telling(),
                )
            }
            Value::When(when) => {
                let same = self.dates.iter().filter(|(_, theirs)| when.is(theirs));
                (same.map(|(at, _)| *at).collect(), when.is_telling())
            }
            Value::Spelt => return self.spelt(fact),
        };
        !having.is_empty() && self.among(&having, fact, unit, telling)
    }

    /// Whether any of these sentences speaks of what the fact stood with. What is hardly anything else need not, unless its sentence
    /// stands elsewhere without it.
    fn among(&self, having: &BTreeSet<usize>, fact: &Fact, unit: &Unit, telling: bool) -> bool {
        let near = words(&self.cutter, clause(&unit.text, fact.range.start));
        let near = if near.len() < 2 { &unit.words } else { &near };
        let near = if near.is_empty() { &unit.around } else { near };
        if near.is_empty() {
            return true;
        }
        let shares =
            |at: &usize, around: bool| self.units.get(*at).map_or(0.0, |other| share(near, other, around));
        let best = |around: bool| having.iter().take(COMMON).map(|at| shares(at, around)).fold(0.0, f64::max);
        let found = best(true) > 0.0 || telling;
        let Some((at, alike)) = self.alike(unit).filter(|(at, _)| !having.contains(at)) else { return found };
        // the sentence stands elsewhere, nearly whole: without the fact, or with another number in its place
        let restated = shares(&at, true) >= 0.6 && best(true) < shares(&at, true) * 0.5;
        let replaced = alike >= REPLACED
            && best(false) < shares(&at, false)
            && matches!(&fact.value, Value::Number(number) if self.measures.contains(&(at, number.measure)));
        found && !restated && !replaced
    }

    /// Whether what is spelt out stands: as it is, its parts in one sentence, a name in a longer or shorter form.
    fn spelt(&self, fact: &Fact) -> bool {
        let text = match fact.kind {
            LostKind::Address => fact.text.split_once("://").map_or(fact.text.as_str(), |(_, rest)| rest),
            LostKind::Path => fact.text.trim_start_matches("./"),
            _ => fact.text.trim_start_matches("$ ").trim_end_matches("()"),
        };
        let wanted = norm(text);
        if self.find(&wanted, |unit| contains(&unit.norm, &wanted)) {
            return true;
        }
        let parts: Vec<&str> = wanted.split_whitespace().collect();
        let all = |unit: &Unit| parts.iter().all(|part| contains(&unit.norm, part));
        match fact.kind {
            LostKind::Command | LostKind::Path => parts.len() > 1 && self.find(&wanted, all),
            LostKind::Name if parts.len() > 1 && fact.text.contains(' ') => {
                parts.iter().all(|part| self.find(part, |unit| contains(&unit.norm, part)))
            }
            LostKind::Name => self.is_shortened(wanted.trim()),
            _ => false,
        }
    }

    /// Whether a longer or a shorter form of a name stands: `postgres` for `postgresql`.
    fn is_shortened(&self, name: &str) -> bool {
        let plain = |word: &str| word.len() >= 5 && word.bytes().all(|b| b.is_ascii_lowercase());
        let near = |a: &str, b: &str| a.starts_with(b) && b.len() * 4 >= a.len() * 3;
        plain(name)
            && self.by_token.keys().any(|token| plain(token) && (near(token, name) || near(name, token)))
    }

    /// Whether a sentence that has the first word of a spelling satisfies something.
    fn find(&self, wanted: &str, is: impl Fn(&Unit) -> bool) -> bool {
        let Some(first) = tokens(wanted).next() else { return true };
        let plural = format!("{first}s");
        let having = self.by_token.get(&first).into_iter().chain(self.by_token.get(&plural)).flatten();
        having.filter_map(|at| self.units.get(*at)).any(is)
    }

    /// The sentence that says most nearly the same, and how nearly, 0 to 1.
    pub(super) fn alike(&self, unit: &Unit) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for (at, shared) in self.sharing(&unit.words) {
            let Some(other) = self.units.get(at) else { continue };
            let alike = 2.0 * count(shared) / count(unit.words.len() + other.words.len());
            if best.is_none_or(|(old, most)| alike > most || (alike - most).abs() < f64::EPSILON && at < old)
            {
                best = Some((at, alike));
            }
        }
        best
    }

    /// What stands in a sentence's place.
    pub(super) fn instead(&self, unit: &Unit) -> Option<String> {
        let (at, _) = self.alike(unit).filter(|(_, alike)| *alike >= 0.5)?;
        self.units.get(at).map(|unit| unit.text.clone())
    }

    /// Sentences that share words with one, in their order, and how many: of several that are as near, the first is told.
    pub(super) fn sharing(&self, words: &BTreeSet<String>) -> BTreeMap<usize, usize> {
        let mut shared = BTreeMap::new();
        let having =
            words.iter().filter_map(|word| self.by_word.get(word)).filter(|having| having.len() <= COMMON);
        for at in having.flatten() {
            *shared.entry(*at).or_insert(0) += 1;
        }
        shared
    }
}

/// The part of `words` that a sentence has, with what it stands under when that counts.
pub(super) fn share(words: &BTreeSet<String>, other: &Unit, with_around: bool) -> f64 {
    let has = |word: &&String| other.words.contains(*word) || with_around && other.around.contains(*word);
    if words.is_empty() { 0.0 } else { count(words.iter().filter(has).count()) / count(words.len()) }
}

#[expect(clippy::cast_precision_loss, reason = "no text has 2^52 words")]
pub(super) fn count(n: usize) -> f64 {
    n as f64
}

/// The words of a spelling; of Chinese, its characters.
fn tokens(norm: &str) -> impl Iterator<Item = String> + '_ {
    norm.split_whitespace().flat_map(|word| {
        if word.is_ascii() { vec![word.to_owned()] } else { word.chars().map(String::from).collect() }
    })
}

/// The clause of a sentence around a place.
fn clause(text: &str, at: usize) -> &str {
    let cuts = |c: char| {
        matches!(c, ',' | ';' | ':' | '，' | '；' | '：' | '|' | '—' | '(' | ')' | '（' | '）' | '。')
    };
    let before = text.get(..at).unwrap_or_default();
    let start = before.char_indices().rfind(|(_, c)| cuts(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let after = text.get(at..).unwrap_or_default();
    let end = after.find(cuts).map_or(text.len(), |end| at + end);
    text.get(start..end).unwrap_or_default()
}
