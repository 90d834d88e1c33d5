//! What waits to be reviewed: each file that differs, in pieces with names that hold for exactly these bytes.
//!
//! Separate from `proposal`, which is for eyes only: here a piece is taken or refused, so a name must never mean another
//! piece than the one that was seen. Laws: taking every piece is the file after, taking none the file before, and what is
//! taken and what is left add up.

use crate::hunk::{self, Hunk, Starts};
use crate::{Change, ChangeKind, Content, Proposal, Snapshot};
use memdesk_memdir::Profile;
use memdesk_memdir::digest::hex;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Bytes of a file; `None`: it is not there.
pub type Bytes = Option<Arc<[u8]>>;

/// A file that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Path after (before, for a deletion).
    pub path: String,
    /// Path before, of a rename.
    pub from: Option<String>,
    /// What happens.
    pub kind: ChangeKind,
    /// Its bytes before (of a rename, those of `from`).
    pub before: Bytes,
    /// Its bytes after.
    pub after: Bytes,
    /// Names exactly these bytes at exactly these paths.
    pub version: String,
    /// Its pieces; none when it is not text.
    pub pieces: Vec<Piece>,
    /// Not text.
    pub binary: bool,
    /// Where pieces of an index begin, beside where they would anyway.
    starts: Starts,
}

/// A piece of a file's change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Names exactly this piece of exactly this version.
    pub id: String,
    /// The piece. Its own id is of no use elsewhere.
    pub hunk: Hunk,
    /// Pieces of other files that belong to it, by id.
    pub with: Vec<String>,
}

/// Everything that differs from `before` to `after`, by path. What is not a regular file that can be read is left out, and so
/// is a file of which only the head is held and the head is the same.
pub fn pending(before: &Snapshot, after: &Snapshot, profile: &Profile) -> Vec<Pending> {
    let mut out: Vec<Pending> = Proposal::between(before, after)
        .changes
        .into_iter()
        .filter_map(|change| one(change, before, after))
        .collect();
    link(&mut out, before, after, profile);
    out
}

fn one(change: Change, before: &Snapshot, after: &Snapshot) -> Option<Pending> {
    let Change { path, from, kind, hunks, binary } = change;
    let old = held(before, from.as_deref().unwrap_or(&path))?;
    let new = held(after, &path)?;
    if old == new && from.is_none() {
        return None;
    }
    let digest = |bytes: &Bytes| bytes.as_deref().map_or_else(|| "-".to_owned(), hex);
    let named =
        format!("{}\n{path}\n{}\n{}", from.as_deref().unwrap_or_default(), digest(&old), digest(&new));
    let version: String = hex(named.as_bytes()).chars().take(16).collect();
    let pieces = pieces(&version, hunks);
    let starts = Starts::default();
    Some(Pending { path, from, kind, before: old, after: new, version, pieces, binary, starts })
}

fn pieces(version: &str, hunks: Vec<Hunk>) -> Vec<Piece> {
    let piece = |hunk: Hunk| Piece { id: format!("{version}-{}", hunk.id), hunk, with: Vec::new() };
    hunks.into_iter().map(piece).collect()
}

/// The text of a file that has pieces.
fn text(bytes: &Bytes) -> String {
    // a file without pieces is not text and is never asked for
    String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned()
}

/// The bytes of a file; the outer `None`: they are not known.
fn held(snapshot: &Snapshot, path: &str) -> Option<Bytes> {
    match snapshot.files.get(path).map(|file| &file.content) {
        None => Some(None),
        Some(Content::Bytes(bytes) | Content::Head { bytes, .. }) => Some(Some(bytes.clone())),
        Some(Content::Unreadable(_) | Content::Special(_)) => None,
    }
}

impl Pending {
    /// The bytes when the named pieces are taken and the others left; with no name given, the whole. None when a name is none
    /// of its pieces.
    pub fn taking<S: AsRef<str>>(&self, ids: &[S]) -> Option<Bytes> {
        if ids.is_empty() {
            return Some(self.after.clone());
        }
        let own: Vec<&str> = ids.iter().map(|id| self.hunk_of(id.as_ref())).collect::<Option<_>>()?;
        Some(self.with_hunks(&own))
    }

    /// The bytes when the named pieces are refused and the others stay; with no name given, what was there before.
    pub fn refusing<S: AsRef<str>>(&self, ids: &[S]) -> Option<Bytes> {
        if ids.is_empty() {
            return Some(self.before.clone());
        }
        let refused: Vec<&str> = ids.iter().map(|id| self.hunk_of(id.as_ref())).collect::<Option<_>>()?;
        let hunks = self.pieces.iter().map(|piece| piece.hunk.id.as_str());
        let left: Vec<&str> = hunks.filter(|id| !refused.contains(id)).collect();
        Some(self.with_hunks(&left))
    }

    /// The text that a piece brings, without context; what a refusal is remembered by.
    pub fn brings(piece: &Piece) -> String {
        let added = piece.hunk.lines.iter().filter(|line| line.kind == hunk::LineKind::Added);
        added
            .map(|line| line.parts.iter().map(|part| part.text.as_str()).collect::<String>() + "\n")
            .collect()
    }

    fn hunk_of(&self, id: &str) -> Option<&str> {
        self.pieces.iter().find(|piece| piece.id == id).map(|piece| piece.hunk.id.as_str())
    }

    fn with_hunks(&self, hunks: &[&str]) -> Bytes {
        if hunks.len() >= self.pieces.len() {
            return self.after.clone();
        }
        if hunks.is_empty() {
            return self.before.clone();
        }
        let taken = hunk::take_from(&text(&self.before), &text(&self.after), hunks, &self.starts);
        Some(taken.into_bytes().into())
    }
}

/// Ties pieces of an index to those of the topics that the entries in them lead to, when these come or go. Where one piece would
/// be tied to several topics it is cut: an entry and its topic stand or fall together, and not with others that happen to stand
/// beside them. [`pending`] has done so; it is for changes that were worked out one by one.
pub fn link(pending: &mut [Pending], before: &Snapshot, after: &Snapshot, profile: &Profile) {
    let sides = Sides {
        came: tied(pending, &entries(after, profile), &[ChangeKind::Create, ChangeKind::Rename]),
        went: tied(pending, &entries(before, profile), &[ChangeKind::Delete, ChangeKind::Rename]),
    };
    let mut partners: HashMap<String, Vec<String>> = HashMap::new();
    for index in pending.iter_mut().filter(|one| one.path == crate::INDEX_NAME) {
        index.cut(&sides);
        for piece in &index.pieces {
            for topic in sides.of(piece) {
                partners.entry(piece.id.clone()).or_default().push(topic.to_owned());
                partners.entry(topic.to_owned()).or_default().push(piece.id.clone());
            }
        }
    }
    for piece in pending.iter_mut().flat_map(|one| &mut one.pieces) {
        let partners = partners.remove(&piece.id).unwrap_or_default();
        let new: Vec<String> = partners.into_iter().filter(|id| !piece.with.contains(id)).collect();
        piece.with.extend(new);
    }
}

/// An entry of the index whose topic comes or goes.
struct Tied {
    /// Its lines, from 0.
    lines: std::ops::Range<usize>,
    /// The piece of the topic.
    topic: String,
}

/// Entries by the line (from 1) that they begin at.
struct Sides {
    came: BTreeMap<usize, Tied>,
    went: BTreeMap<usize, Tied>,
}

impl Sides {
    /// The topics' pieces that a piece of the index is tied to, each once.
    fn of(&self, piece: &Piece) -> Vec<&str> {
        let lines = piece.hunk.lines.iter().filter_map(|line| match line.kind {
            hunk::LineKind::Added => self.came.get(&line.new?),
            hunk::LineKind::Removed => self.went.get(&line.old?),
            hunk::LineKind::Context => None,
        });
        let mut seen = HashSet::new();
        lines.map(|tied| tied.topic.as_str()).filter(|topic| seen.insert(*topic)).collect()
    }
}

impl Pending {
    /// Cuts pieces that are tied to several topics.
    fn cut(&mut self, sides: &Sides) {
        let mut starts = Starts::default();
        for piece in self.pieces.iter().filter(|piece| sides.of(piece).len() > 1) {
            // blank lines that a piece begins with stay with its first entry
            let mut blank = true;
            for line in &piece.hunk.lines {
                let (number, tied, starts) = match line.kind {
                    hunk::LineKind::Added => (line.new, &sides.came, &mut starts.after),
                    hunk::LineKind::Removed => (line.old, &sides.went, &mut starts.before),
                    hunk::LineKind::Context => continue,
                };
                if let Some(tied) = number.and_then(|number| tied.get(&number)) {
                    starts.extend((!blank).then_some(tied.lines.start));
                    starts.insert(tied.lines.end);
                }
                blank &= line.parts.iter().all(|part| part.text.trim().is_empty());
            }
        }
        if starts == Starts::default() {
            return;
        }
        let (before, after) = (text(&self.before), text(&self.after));
        // what follows an entry and says nothing stays with it
        for (starts, text, tied) in
            [(&mut starts.before, &before, &sides.went), (&mut starts.after, &after, &sides.came)]
        {
            let lines = crate::lines::split(text);
            let blank = |at: usize| lines.get(at).is_some_and(|line| line.trim().is_empty());
            starts.retain(|&at| {
                let next = (at..).find(|at| !blank(*at)).unwrap_or(at);
                at == next
                    || tied.contains_key(&(at + 1))
                    || !(tied.contains_key(&(next + 1)) || next >= lines.len())
            });
        }
        let hunks = hunk::hunks_from(&before, &after, hunk::CONTEXT, &starts);
        self.pieces = pieces(&self.version, hunks);
        self.starts = starts;
    }
}

/// Those of the entries that lead to a topic of which all comes or goes, by their line.
fn tied(
    pending: &[Pending],
    entries: &[(std::ops::Range<usize>, String)],
    kinds: &[ChangeKind],
) -> BTreeMap<usize, Tied> {
    let whole = pending.iter().filter(|one| kinds.contains(&one.kind));
    let whole: HashMap<&str, &Piece> =
        whole.filter_map(|one| Some((one.path.as_str(), one.pieces.first()?))).collect();
    let tied = entries.iter().filter_map(|(lines, path)| {
        let topic = whole.get(path.as_str())?.id.clone();
        Some((lines.start + 1, Tied { lines: lines.clone(), topic }))
    });
    tied.collect()
}

/// Entries of an index: their lines (from 0), and the path that they lead to.
fn entries(snapshot: &Snapshot, profile: &Profile) -> Vec<(std::ops::Range<usize>, String)> {
    let reading = crate::Reading::new(snapshot, profile);
    let Some(index) = reading.index else { return Vec::new() };
    let entries = index.entries.iter().zip(index.targets);
    let entries = entries.filter(|(entry, _)| entry.line > 0);
    entries
        .filter_map(|(entry, target)| Some((entry.line - 1..entry.end_line.max(entry.line), target?)))
        .collect()
}
