//! Compares two snapshots file by file.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, ChangeKind, Proposal};
use crate::hunk::{CONTEXT, hunks};
use crate::{Content, Overlay, Snapshot};

impl Proposal {
    /// Every change from `before` to `after`, by path. A file that went and one that came with the same bytes are a rename.
    /// Times and permission bits do not count.
    pub fn between(before: &Snapshot, after: &Snapshot) -> Proposal {
        Proposal::with_renames(before, after, &[])
    }

    /// What `overlay` does to `before`, with the renames that it tells of.
    pub fn of(before: &Snapshot, overlay: &Overlay) -> Proposal {
        Proposal::with_renames(before, &before.with(overlay, 0), &overlay.renames)
    }

    fn with_renames(before: &Snapshot, after: &Snapshot, told: &[(String, String)]) -> Proposal {
        let renames = renames(before, after, told);
        let gone: BTreeSet<&str> = renames.values().copied().collect();
        let paths: BTreeSet<&str> =
            before.files.keys().chain(after.files.keys()).map(String::as_str).collect();
        let mut changes = Vec::new();
        for path in paths {
            if gone.contains(path) {
                continue;
            }
            let from = renames.get(path).copied();
            let old = before.files.get(from.unwrap_or(path)).map(|file| &file.content);
            let new = after.files.get(path).map(|file| &file.content);
            let kind = match (old, new) {
                _ if from.is_some() => ChangeKind::Rename,
                (None, _) => ChangeKind::Create,
                (_, None) => ChangeKind::Delete,
                (Some(old), Some(new)) if old == new => continue,
                _ => ChangeKind::Edit,
            };
            let texts = text(old).zip(text(new));
            changes.push(Change {
                path: path.to_owned(),
                from: from.map(str::to_owned),
                kind,
                hunks: texts.map(|(old, new)| hunks(old, new, CONTEXT)).unwrap_or_default(),
                binary: texts.is_none(),
            });
        }
        Proposal { changes }
    }
}

/// The text of a file; an absent one is empty, one that is no text is `None`.
fn text(content: Option<&Content>) -> Option<&str> {
    match content {
        None => Some(""),
        Some(Content::Bytes(bytes)) => std::str::from_utf8(bytes).ok(),
        Some(_) => None,
    }
}

/// New path to old path.
fn renames<'s>(
    before: &'s Snapshot,
    after: &'s Snapshot,
    told: &'s [(String, String)],
) -> BTreeMap<&'s str, &'s str> {
    let went = |path: &str| before.files.contains_key(path) && !after.files.contains_key(path);
    let came = |path: &str| after.files.contains_key(path) && !before.files.contains_key(path);
    let mut out: BTreeMap<&str, &str> = BTreeMap::new();
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for (from, to) in told {
        if went(from) && came(to) && !out.contains_key(to.as_str()) && used.insert(from) {
            out.insert(to, from);
        }
    }
    let mut by_bytes: BTreeMap<&[u8], Vec<&str>> = BTreeMap::new();
    for path in before.files.keys().rev().filter(|path| went(path) && !used.contains(path.as_str())) {
        if let Some(bytes) = before.bytes(path).filter(|bytes| !bytes.is_empty()) {
            by_bytes.entry(bytes).or_default().push(path);
        }
    }
    for path in after.files.keys().filter(|path| came(path)) {
        if out.contains_key(path.as_str()) {
            continue;
        }
        let from = after.bytes(path).and_then(|bytes| by_bytes.get_mut(&bytes[..])).and_then(Vec::pop);
        out.extend(from.map(|from| (path.as_str(), from)));
    }
    out
}
