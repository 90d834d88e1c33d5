//! Facts that stood in a store before and stand nowhere after: numbers, paths, names, dates, negations, commands, addresses.
//!
//! Separate from `fate`, which follows whole files: this follows single facts, wherever they went. A fact is compared in a form of
//! its own (`1,000` is `1k`, `30 s` is half a minute, 3 March is 2026-03-03), and where it stands for little by itself, together with
//! the words around it. A sentence that says the opposite after is told as a lost negation. Rewording is no loss. What is said
//! here is a hint for a person who reviews; it decides nothing.

mod date;
mod exact;
mod facts;
mod negation;
mod numeral;
mod quantity;
mod stand;
mod units;

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::{INDEX_NAME, Snapshot};
use facts::Fact;
use stand::{After, Unit};

/// Losses that are told, at most.
pub const LOST: usize = 1_000;
/// A sentence that has this share of its words in another of its file repeats it.
const REPEATED: f64 = 0.8;
/// Characters of a sentence that are told.
const SENTENCE: usize = 300;

/// What kind of fact is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LostKind {
    /// A number with its unit, a version, a port, a time of day.
    Number,
    /// A path or a file's name.
    Path,
    /// A name of something: a proper noun, an identifier, a handle, a quoted term.
    Name,
    /// A day, month or weekday.
    Date,
    /// That something is not so, or not to be done; or that it is, when the sentence denies it after.
    Negation,
    /// A line for a shell.
    Command,
    /// A URL, a host or an e-mail address.
    Address,
}

impl LostKind {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            LostKind::Number => "number",
            LostKind::Path => "path",
            LostKind::Name => "name",
            LostKind::Date => "date",
            LostKind::Negation => "negation",
            LostKind::Command => "command",
            LostKind::Address => "address",
        }
    }
}

/// A fact that stood before and stands nowhere after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The file it stood in.
    pub path: String,
    /// 1-based line there, on which its sentence begins.
    pub line: usize,
    /// What kind of fact.
    pub kind: LostKind,
    /// The fact as it stood; of a negation the words that deny (of one that was put in: those that stand after).
    pub text: String,
    /// The sentence that it stood in, at most 300 characters.
    pub sentence: String,
    /// What says nearly the same after without the fact, when something does; of a negation what says the opposite.
    pub instead: Option<String>,
}

/// Facts that stood before and stand nowhere after, by file and line, at most [`LOST`].
///
/// The whole store after is looked at: what moved is not lost. Of a frontmatter only name and description count; links between
/// memories do not. `today` is the day of the change: it tells the year of a date that has none.
pub fn lost(before: &Snapshot, after: &Snapshot, today: Option<Date>) -> Vec<Lost> {
    let changed = before
        .files
        .iter()
        .any(|(path, file)| after.files.get(path).map(|now| &now.content) != Some(&file.content));
    if !changed {
        return Vec::new();
    }
    let after = After::new(after, today);
    let topics: BTreeSet<&str> =
        before.files.keys().map(|path| path.rsplit('/').next().unwrap_or(path)).collect();
    let mut out: Vec<Lost> = Vec::new();
    // what the index repeats of a topic is told of the topic
    let (index, rest): (Vec<_>, Vec<_>) = before.files.keys().partition(|path| *path == INDEX_NAME);
    let mut told: BTreeSet<(LostKind, String)> = BTreeSet::new();
    for path in rest.into_iter().chain(index) {
        let units = stand::read(before, path, &after.cutter, today);
        // the body says where a fact stands better than the description that sums it up
        let (titles, body): (Vec<&Unit>, Vec<&Unit>) = units.iter().partition(|unit| unit.is_title);
        let mut here: BTreeSet<(LostKind, String)> = BTreeSet::new();
        let mut denied: Vec<&Unit> = Vec::new();
        for unit in body.into_iter().chain(titles) {
            if after.has_sentence(unit) {
                continue;
            }
            for fact in facts::of(unit, path == INDEX_NAME) {
                let key = (fact.kind, fact.key());
                let again = here.contains(&key)
                    || fact.is_telling() && told.contains(&key)
                    || path == INDEX_NAME && told.contains(&key);
                if again || is_topic(&fact, &topics) || after.holds(&fact, unit) {
                    continue;
                }
                here.insert(key);
                out.push(tell(path, unit, fact.kind, fact.text.clone(), after.instead(unit)));
            }
            if let Some(turned) = negation::turned(unit, &after)
                && here.insert((LostKind::Negation, unit.norm.clone()))
                && !denied.iter().any(|other| stand::share(&unit.words, other, false) >= REPEATED)
            {
                denied.push(unit);
                out.push(tell(path, unit, LostKind::Negation, turned.text, turned.instead));
            }
        }
        told.extend(here);
        if out.len() >= LOST {
            break;
        }
    }
    out.sort_by(|a, b| (&a.path, a.line, a.kind, &a.text).cmp(&(&b.path, b.line, b.kind, &b.text)));
    out.truncate(LOST);
    out
}

/// The name of another memory is a link, and links follow what becomes of it.
fn is_topic(fact: &Fact, topics: &BTreeSet<&str>) -> bool {
    fact.kind == LostKind::Path && topics.contains(fact.text.rsplit('/').next().unwrap_or_default())
}

fn tell(path: &str, unit: &Unit, kind: LostKind, text: String, instead: Option<String>) -> Lost {
    let cut = |text: &str| text.chars().take(SENTENCE).collect::<String>();
    Lost {
        path: path.to_owned(),
        line: unit.line,
        kind,
        text,
        sentence: cut(&unit.text),
        instead: instead.map(|text| cut(&text)),
    }
}
