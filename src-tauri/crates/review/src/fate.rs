//! What becomes of each file between two moments of a store: kept, edited, renamed, merged into others, deleted, new.
//!
//! Separate from `proposal`, which says what differs line by line: this says where a text went, going by its words. The same two
//! stores always give the same fates. Never judges whether a merge is right.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::words::Cutter;
use crate::{Content, INDEX_NAME, Snapshot};

/// What becomes of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Fate {
    /// It is as it was.
    Kept,
    /// It stands at its path with other bytes.
    Edited,
    /// It is gone, and most of what it said stands in other files.
    Merged {
        /// Those files, the one that holds most first.
        into: Vec<String>,
        /// The part of its words that stands there, by weight, 0 to 1. A word that many files have weighs little.
        share: f64,
    },
    /// It stands at another path with the same or nearly the same text.
    Renamed {
        /// That path.
        into: String,
    },
    /// It is gone, and so is what it said.
    Deleted,
    /// It was not there before, and is no renamed one.
    New,
}

impl Fate {
    /// The word on the wire.
    pub fn word(&self) -> &'static str {
        match self {
            Fate::Kept => "kept",
            Fate::Edited => "edited",
            Fate::Merged { .. } => "merged",
            Fate::Renamed { .. } => "renamed",
            Fate::Deleted => "deleted",
            Fate::New => "new",
        }
    }
}

/// From this likeness on a file at another path is the same one.
const RENAMED: f64 = 0.75;
/// From this share of its words on a file that is gone counts as merged.
const MERGED: f64 = 0.5;
/// A file holds part of another when it adds at least this share to what is found.
const PART: f64 = 0.12;
/// The first of them holds at least this share.
const FIRST: f64 = 0.25;
/// Files that one is merged into, at most.
const INTO: usize = 5;

/// The fate of every file of either store, by path. A path that only a renamed file has is not listed by itself.
pub fn fates(before: &Snapshot, after: &Snapshot) -> Vec<(String, Fate)> {
    let gone: Vec<&String> = before.files.keys().filter(|path| !after.files.contains_key(*path)).collect();
    let fresh: Vec<&String> = after.files.keys().filter(|path| !before.files.contains_key(*path)).collect();
    let reader = Reader(Cutter::new());
    let renamed =
        if gone.is_empty() { BTreeMap::new() } else { renames(before, after, &gone, &fresh, &reader) };
    let mut out = BTreeMap::new();
    for (path, file) in &before.files {
        let fate = match after.files.get(path) {
            Some(now) if now.content == file.content => Fate::Kept,
            Some(_) => Fate::Edited,
            None => match renamed.get(path.as_str()) {
                Some(into) => Fate::Renamed { into: (*into).to_owned() },
                None => continue,
            },
        };
        out.insert(path.clone(), fate);
    }
    let taken: BTreeSet<&str> = renamed.values().copied().collect();
    for path in fresh.iter().filter(|path| !taken.contains(path.as_str())) {
        out.insert((*path).clone(), Fate::New);
    }
    let left: Vec<&String> = gone.into_iter().filter(|path| !renamed.contains_key(path.as_str())).collect();
    if !left.is_empty() {
        let holders = Holders::new(before, after, &reader);
        for path in left {
            out.insert(path.clone(), holders.fate(&reader.words(before, path)));
        }
    }
    out.into_iter().collect()
}

/// Cuts files into words.
struct Reader(Cutter);

impl Reader {
    /// The different words of a file; none when it is no text.
    fn words(&self, store: &Snapshot, path: &str) -> BTreeSet<String> {
        let text = text(store, path);
        let lines = text.lines().filter(|line| !is_bookkeeping(line));
        lines.flat_map(|line| self.0.words(line)).map(|word| word.key).collect()
    }

    /// Words and pairs of neighbouring words: what two versions of one text share, and two texts about one thing do not.
    fn shingles(&self, store: &Snapshot, path: &str) -> BTreeSet<String> {
        let text = text(store, path);
        let words: Vec<String> = text
            .lines()
            .filter(|line| !is_bookkeeping(line))
            .flat_map(|line| self.0.words(line))
            .map(|word| word.key)
            .collect();
        let pairs = words.windows(2).map(|pair| pair.join(" "));
        pairs.chain(words.iter().cloned()).collect()
    }
}

fn text(store: &Snapshot, path: &str) -> String {
    match store.files.get(path).map(|file| &file.content) {
        Some(Content::Bytes(bytes) | Content::Head { bytes, .. }) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => String::new(),
    }
}

/// Keys of a frontmatter that say nothing about the world.
fn is_bookkeeping(line: &str) -> bool {
    let keys = ["originSessionId:", "modified:", "node_type:", "type:", "metadata:", "---"];
    keys.iter().any(|key| line.trim_start().starts_with(key))
}

/// Old paths and the new ones that the same texts stand at; the likest first, each at most once.
fn renames<'s>(
    before: &'s Snapshot,
    after: &'s Snapshot,
    gone: &[&'s String],
    fresh: &[&'s String],
    reader: &Reader,
) -> BTreeMap<&'s str, &'s str> {
    let old: Vec<BTreeSet<String>> = gone.iter().map(|path| reader.shingles(before, path)).collect();
    let new: Vec<BTreeSet<String>> = fresh.iter().map(|path| reader.shingles(after, path)).collect();
    let mut pairs: Vec<(f64, &str, &str)> = Vec::new();
    for (from, old) in gone.iter().zip(&old) {
        for (to, new) in fresh.iter().zip(&new) {
            let same = before.bytes(from).is_some_and(|bytes| after.bytes(to) == Some(bytes));
            let alike = if same { 2.0 } else { dice(old, new) };
            if alike >= RENAMED && (*from == INDEX_NAME) == (*to == INDEX_NAME) {
                pairs.push((alike, from, to));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)).then(a.2.cmp(b.2)));
    let mut out = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (_, from, to) in pairs {
        if !out.contains_key(from) && taken.insert(to) {
            out.insert(from, to);
        }
    }
    out
}

/// How much two sets share, 0 to 1; nothing shares with an empty one.
fn dice(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    if shared == 0 { 0.0 } else { 2.0 * count(shared) / count(a.len() + b.len()) }
}

#[expect(clippy::cast_precision_loss, reason = "no text has 2^52 words")]
fn count(n: usize) -> f64 {
    n as f64
}

/// The files after, with their words, and how rare each word was before.
struct Holders {
    files: Vec<(String, BTreeSet<String>)>,
    /// In how many files before a word stood.
    having: HashMap<String, usize>,
    total: usize,
}

impl Holders {
    fn new(before: &Snapshot, after: &Snapshot, reader: &Reader) -> Holders {
        let mut having = HashMap::new();
        for path in before.files.keys().filter(|path| *path != INDEX_NAME) {
            for word in reader.words(before, path) {
                *having.entry(word).or_insert(0) += 1;
            }
        }
        let files = after.files.keys().map(|path| (path.clone(), reader.words(after, path))).collect();
        Holders { files, having, total: before.files.len() }
    }

    fn weight(&self, word: &str) -> f64 {
        let having = self.having.get(word).copied().unwrap_or(0);
        (1.0 + count(self.total) / count(having.max(1))).ln()
    }

    /// Where the words of a file that is gone stand now.
    fn fate(&self, words: &BTreeSet<String>) -> Fate {
        let weigh =
            |words: &mut dyn Iterator<Item = &String>| words.map(|word| self.weight(word)).sum::<f64>();
        let total = weigh(&mut words.iter());
        let mut open: BTreeSet<&String> = words.iter().collect();
        let (mut into, mut share): (Vec<String>, f64) = (Vec::new(), 0.0);
        while into.len() < INTO && total > 0.0 {
            let mut best: Option<(f64, &String, &BTreeSet<String>)> = None;
            for (path, has) in self.files.iter().filter(|(path, _)| !into.contains(path)) {
                let gain = weigh(&mut open.iter().copied().filter(|word| has.contains(*word))) / total;
                // the index repeats what topics say
                let gain = if path == INDEX_NAME { gain * 0.7 } else { gain };
                if best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, path, has));
                }
            }
            let least = if into.is_empty() { FIRST } else { PART };
            let Some((gain, path, has)) = best.filter(|(gain, ..)| *gain >= least) else { break };
            share += gain;
            into.push(path.clone());
            open.retain(|word| !has.contains(*word));
        }
        if share >= MERGED { Fate::Merged { into, share: share.min(1.0) } } else { Fate::Deleted }
    }
}
