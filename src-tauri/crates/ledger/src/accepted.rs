//! The reviewed state of a store as a whole: reading it, setting parts of it, and taking a setting back.
//!
//! Separate from `accept`, which takes what is on disk: here a person has judged pieces, so the bytes may be on no disk.

use crate::entry::{self, Entry, Kept};
use crate::error::LedgerError;
use crate::ids::{CommitId, OperationId};
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use git2::Repository;
use jiff::Timestamp;
use memdesk_review::origin::{Author, Origin};
use memdesk_review::{File, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many reviews back a path's last one is looked for.
const LOOKED_BACK: usize = 2_000;
/// The verb of what a person accepts.
pub(crate) const ACCEPT: &str = "accept";
/// The verb of what takes an acceptance back.
pub(crate) const UNACCEPT: &str = "unaccept";

impl Ledger {
    /// The store as it was last reviewed; None when nothing of it ever was. Times are that of the last review, bits plain.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn accepted_store(&self, store: &str) -> Result<Option<Snapshot>, LedgerError> {
        let repository = self.read();
        let Some(tip) = self.branch(&repository, store, Branch::Accepted)? else { return Ok(None) };
        let git = self.git("reading what was accepted");
        let seconds = repository.find_commit(tip).map_err(&git)?.time().seconds();
        let mut snapshot = Snapshot::default();
        for (path, entry) in self.files_at(&repository, Some(tip))? {
            let content = entry::content(&repository, entry).map_err(&git)?;
            let mtime_ns = i128::from(seconds) * 1_000_000_000;
            snapshot.files.insert(path, File { content, mtime_ns, mode: 0o644, link: None });
        }
        Ok(Some(snapshot))
    }

    /// Whether anything of a store was ever reviewed.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn ever_reviewed(&self, store: &str) -> Result<bool, LedgerError> {
        Ok(self.branch(&self.read(), store, Branch::Accepted)?.is_some())
    }

    /// When each of these paths was last reviewed; none for one that never was, or not within the last [`LOOKED_BACK`] reviews.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn accepted_when(
        &self,
        store: &str,
        paths: &[&str],
    ) -> Result<BTreeMap<String, Timestamp>, LedgerError> {
        let repository = self.read();
        let tip = self.branch(&repository, store, Branch::Accepted)?;
        let mut wanted: BTreeSet<&str> = paths.iter().copied().collect();
        let mut out = BTreeMap::new();
        for past in self.steps(&repository, tip).take(LOOKED_BACK) {
            if wanted.is_empty() {
                break;
            }
            let past = past?;
            for path in self.changed(&repository, &past)?.into_keys() {
                if wanted.remove(path.as_str()) {
                    out.insert(path, past.message.time);
                }
            }
        }
        Ok(out)
    }

    /// These bytes (`None`: its absence) are what is reviewed of each path from now on. None when that changes nothing; the
    /// commit, for [`Ledger::unaccept`].
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn accept_bytes(
        &self,
        store: &str,
        files: &BTreeMap<String, Option<Arc<[u8]>>>,
        when: Timestamp,
    ) -> Result<Option<CommitId>, LedgerError> {
        let writing = self.write()?;
        let git = self.git("writing what is accepted");
        let mut entries = BTreeMap::new();
        for (path, bytes) in files {
            let kept = bytes.as_ref().map(|bytes| Kept::Whole(bytes));
            let entry = kept.map(|kept| kept.write(&writing.repository)).transpose().map_err(&git)?;
            entries.insert(path.clone(), entry);
        }
        self.put(
            &writing.repository,
            store,
            &entries,
            Message::new("", ACCEPT, when, Author::only(Origin::You)),
        )
    }

    /// Takes an acceptance back: what it changed is again as it was before, what was accepted since of other files stays.
    /// False when it changed nothing that is still so.
    ///
    /// # Errors
    /// [`LedgerError::BadId`] when it is no commit; when the ledger cannot be written.
    pub fn unaccept(&self, store: &str, accept: &CommitId, when: Timestamp) -> Result<bool, LedgerError> {
        let writing = self.write()?;
        let mut message = Message::new("", UNACCEPT, when, Author::only(Origin::You));
        message.undoes = Some(OperationId(accept.0.clone()));
        self.turn(&writing.repository, store, accept, message, false)
    }

    /// Accepts again what was taken back: what the acceptance changed is as it was after it, where it is still as it was
    /// before. False when that is nowhere so.
    ///
    /// # Errors
    /// As [`Ledger::unaccept`].
    pub fn reaccept(&self, store: &str, accept: &CommitId, when: Timestamp) -> Result<bool, LedgerError> {
        let writing = self.write()?;
        let mut message = Message::new("", ACCEPT, when, Author::only(Origin::You));
        message.redoes = Some(OperationId(accept.0.clone()));
        self.turn(&writing.repository, store, accept, message, true)
    }

    /// What an acceptance changed, changed back, or `again`.
    fn turn(
        &self,
        repository: &Repository,
        store: &str,
        accept: &CommitId,
        message: Message,
        again: bool,
    ) -> Result<bool, LedgerError> {
        let past = self.past(repository, accept)?;
        let mut before = self.files_at(repository, past.parent)?;
        let mut after = self.files_at(repository, Some(past.commit))?;
        if again {
            std::mem::swap(&mut before, &mut after);
        }
        let tip = self.branch(repository, store, Branch::Accepted)?;
        let now = self.files_at(repository, tip)?;
        let touched = before.keys().chain(after.keys());
        let entries: BTreeMap<String, Option<Entry>> = touched
            .filter(|path| before.get(*path) != after.get(*path) && now.get(*path) == after.get(*path))
            .map(|path| (path.clone(), before.get(path).copied()))
            .collect();
        Ok(self.put(repository, store, &entries, message)?.is_some())
    }

    /// What an operation wrote counted as reviewed; it is taken back, so it counts no more.
    pub(crate) fn unreview(
        &self,
        repository: &Repository,
        store: &str,
        operation: &OperationId,
        when: Timestamp,
    ) -> Result<(), LedgerError> {
        let intent = self.past(repository, &operation.clone().into())?.message.intent;
        let tip = self.branch(repository, store, Branch::Accepted)?;
        for past in self.steps(repository, tip) {
            let past = past?;
            if intent.is_some() && past.message.intent == intent {
                let commit = CommitId(past.commit.to_string());
                let message = Message::new("", UNACCEPT, when, Author::only(Origin::You));
                return self.turn(repository, store, &commit, message, false).map(|_| ());
            }
        }
        Ok(())
    }

    fn put(
        &self,
        repository: &Repository,
        store: &str,
        entries: &BTreeMap<String, Option<Entry>>,
        mut message: Message,
    ) -> Result<Option<CommitId>, LedgerError> {
        let tip = self.branch(repository, store, Branch::Accepted)?;
        let old = self.files_at(repository, tip)?;
        let mut files = old.clone();
        for (path, entry) in entries {
            match entry {
                Some(entry) => files.insert(path.clone(), *entry),
                None => files.remove(path),
            };
        }
        if files == old {
            return Ok(None);
        }
        message.summary = format!("{} {}ed", entries.len(), message.verb);
        let commit = self.commit(repository, &message, tip, entries.len(), |_| Ok(files))?;
        self.set(repository, store, Branch::Accepted, commit)?;
        Ok(Some(CommitId(commit.to_string())))
    }
}
