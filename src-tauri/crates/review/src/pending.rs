//! What waits to be reviewed: each file that differs, in pieces with names that hold for exactly these bytes.
//!
//! Separate from `proposal`, which is for eyes only: here a piece is taken or refused, so a name must never mean another
//! piece than the one that was seen. Laws: taking every piece is the file after, taking none the file before, and what is
//! taken and what is left add up.

use crate::hunk::{self, Hunk};
use crate::{Change, ChangeKind, Content, Proposal, Snapshot};
use memdesk_memdir::Profile;
use memdesk_memdir::digest::hex;
use std::collections::BTreeMap;
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
    let pieces = hunks
        .into_iter()
        .map(|hunk| Piece { id: format!("{version}-{}", hunk.id), hunk, with: Vec::new() })
        .collect();
    Some(Pending { path, from, kind, before: old, after: new, version, pieces, binary })
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
        // a file without pieces is not text and never comes here with a name
        let text = |bytes: &Bytes| String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
        let taken = hunk::take(&text(&self.before), &text(&self.after), hunks);
        Some(taken.into_bytes().into())
    }
}

/// Ties pieces of an index to those of the topics that the entries in them lead to, when these come or go. [`pending`] has done
/// so; it is for changes that were worked out one by one.
pub fn link(pending: &mut [Pending], before: &Snapshot, after: &Snapshot, profile: &Profile) {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let whole = |path: &str, kinds: &[ChangeKind]| {
        let found = pending.iter().find(|one| one.path == path && kinds.contains(&one.kind));
        found.and_then(|one| one.pieces.first()).map(|piece| piece.id.clone())
    };
    for index in pending.iter().filter(|one| one.path == crate::INDEX_NAME) {
        let came = targets(after, profile);
        let went = targets(before, profile);
        for piece in &index.pieces {
            for line in &piece.hunk.lines {
                let (number, targets, kinds) = match line.kind {
                    hunk::LineKind::Added => (line.new, &came, &[ChangeKind::Create, ChangeKind::Rename]),
                    hunk::LineKind::Removed => (line.old, &went, &[ChangeKind::Delete, ChangeKind::Rename]),
                    hunk::LineKind::Context => continue,
                };
                let target = number.and_then(|number| targets.get(&number));
                if let Some(other) = target.and_then(|path| whole(path, kinds)) {
                    pairs.push((piece.id.clone(), other));
                }
            }
        }
    }
    for piece in pending.iter_mut().flat_map(|one| &mut one.pieces) {
        for (one, other) in &pairs {
            let partner = match () {
                () if *one == piece.id => other,
                () if *other == piece.id => one,
                () => continue,
            };
            if !piece.with.contains(partner) {
                piece.with.push(partner.clone());
            }
        }
    }
}

/// Index lines and the paths that their entries lead to.
fn targets(snapshot: &Snapshot, profile: &Profile) -> BTreeMap<usize, String> {
    let reading = crate::Reading::new(snapshot, profile);
    let Some(index) = reading.index else { return BTreeMap::new() };
    let entries = index.entries.iter().zip(index.targets);
    entries.filter_map(|(entry, target)| Some((entry.line, target?))).collect()
}
