//! What of an operation counts as reviewed in files that it only passes through: an index whose line follows a topic, a memory
//! with a link to it, a file that moves.
//!
//! Separate because of such a file a person saw the operation's own change at most: what others wrote into it and nobody has reviewed
//! waits on. Never decides a conflict: where both changed the same lines, all of it waits.

use crate::entry::{Entry, Kept};
use crate::error::LedgerError;
use crate::ledger::Ledger;
use crate::tree::Files;
use git2::Repository;
use memdesk_review::merge::merge;
use std::collections::{BTreeMap, BTreeSet};

/// The files around an operation.
pub(crate) struct Around<'a> {
    /// As they were on disk.
    pub(crate) before: &'a Files,
    /// As they are meant to be.
    pub(crate) after: &'a Files,
    /// As they were reviewed.
    pub(crate) accepted: &'a Files,
}

impl Ledger {
    /// What is reviewed of the files that were `done`, `None` for their absence. Of one that stands `beside` it is the change
    /// alone, on what was reviewed of it before; one of which nothing was is left out.
    pub(crate) fn reviewed_by(
        &self,
        repository: &Repository,
        done: &[String],
        beside: &BTreeSet<String>,
        around: &Around<'_>,
    ) -> Result<BTreeMap<String, Option<Entry>>, LedgerError> {
        let Around { before, after, accepted } = around;
        let mut gone = done.iter().filter(|path| before.contains_key(*path) && !after.contains_key(*path));
        // what a file that moves was before
        let moved = gone.next().filter(|_| gone.next().is_none());
        let mut out = BTreeMap::new();
        for path in done {
            let new = after.get(path).copied();
            let Some(new) = new.filter(|_| beside.contains(path)) else {
                out.insert(path.clone(), new);
                continue;
            };
            let from = if before.contains_key(path) { Some(path) } else { moved };
            let (old, known) =
                (from.and_then(|from| before.get(from)), from.and_then(|from| accepted.get(from)));
            let reviewed = if old == known { Some(new) } else { self.carried(repository, old, known, new)? };
            if let Some(entry) = reviewed.or(known.copied()) {
                out.insert(path.clone(), Some(entry));
            }
        }
        Ok(out)
    }

    /// The change from `old` to `new`, made to what was reviewed; `None` where that cannot be told.
    fn carried(
        &self,
        repository: &Repository,
        old: Option<&Entry>,
        known: Option<&Entry>,
        new: Entry,
    ) -> Result<Option<Entry>, LedgerError> {
        let git = self.git("working out what was reviewed");
        let text = |entry: &Entry| -> Result<Option<String>, git2::Error> {
            let blob = repository.find_blob(entry.blob)?;
            Ok(String::from_utf8(blob.content().to_vec()).ok().filter(|_| !entry.note))
        };
        let (Some(old), Some(known)) = (old, known) else { return Ok(None) };
        if old == &new {
            return Ok(Some(*known));
        }
        let texts = (text(old).map_err(&git)?, text(known).map_err(&git)?, text(&new).map_err(&git)?);
        let (Some(old), Some(known), Some(new)) = texts else { return Ok(None) };
        let merged = merge(&old, &known, &new).text();
        merged.map(|text| Kept::Whole(text.as_bytes()).write(repository)).transpose().map_err(git)
    }
}
