//! Observing: what is on disk goes into the ledger, as somebody else's doing.
//!
//! Separate from `operate`, which is what is done here. Never looks at a disk itself, but for the one file it is told to keep.

use crate::entry::{self, Entry, kept};
use crate::error::LedgerError;
use crate::ids::CommitId;
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use crate::operation::Origin;
use crate::tree::Files;
use git2::{Oid, Repository};
use jiff::Timestamp;
use memdesk_review::{Content, File, Snapshot};
use std::collections::BTreeMap;
use std::path::Path;

impl Ledger {
    /// Writes down what is on disk, when it differs from what was last seen: every byte of it is safe then. Files that are
    /// too large to be held leave a note only, see [`Ledger::keep_file`].
    ///
    /// While an operation is under way, what it has written is left to it.
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn observe(
        &self,
        store: &str,
        now: &Snapshot,
        when: Timestamp,
    ) -> Result<Option<CommitId>, LedgerError> {
        let writing = self.write()?;
        let seen = self.observe_in(&writing.repository, store, now, when)?;
        Ok(seen.map(|commit| CommitId(commit.to_string())))
    }

    pub(crate) fn observe_in(
        &self,
        repository: &Repository,
        store: &str,
        now: &Snapshot,
        when: Timestamp,
    ) -> Result<Option<Oid>, LedgerError> {
        let tip = self.branch(repository, store, Branch::Observed)?;
        let old = self.files_at(repository, tip)?;
        let intent = self.branch(repository, store, Branch::Intent)?;
        let meant = self.files_at(repository, intent)?;
        let compare = |entry: Option<&Entry>, file: &File| match entry {
            Some(entry) => {
                entry::is(repository, *entry, file).map_err(self.git("comparing with what was seen"))
            }
            None => Ok(false),
        };
        let mut new = Files::new();
        let mut write = BTreeMap::new();
        let (mut added, mut changed) = (0usize, 0usize);
        for (path, file) in &now.files {
            let was = old.get(path);
            let by_intent = intent.is_some() && meant.get(path) != was && compare(meant.get(path), file)?;
            match kept(file) {
                Some(_) if by_intent || compare(was, file)? => {
                    new.extend(was.map(|was| (path.clone(), *was)))
                }
                Some(kept) => {
                    *(if was.is_some() { &mut changed } else { &mut added }) += 1;
                    write.insert(path.clone(), kept);
                }
                // what it holds is not known: as it was
                None if matches!(file.content, Content::Unreadable(_)) => {
                    new.extend(was.map(|was| (path.clone(), *was)));
                }
                None => {}
            }
        }
        let deletes = |path: &String| intent.is_some() && !meant.contains_key(path);
        let absent = old.iter().filter(|(path, _)| !now.files.contains_key(*path));
        new.extend(absent.filter(|(path, _)| deletes(path)).map(|(path, was)| (path.clone(), *was)));
        let gone = old.keys().filter(|path| !new.contains_key(*path) && !write.contains_key(*path)).count();
        if (added, changed, gone) == (0, 0, 0) && (tip.is_some() || now.files.is_empty()) {
            return Ok(None);
        }
        let verb = if tip.is_none() { "first-sight" } else { "observe" };
        let message = Message::new(&format!("{added} new, {changed} changed, {gone} gone"), verb, when);
        let objects = write.len();
        let commit = self.commit(repository, Origin::Outside, &message, tip, objects, |repository| {
            for (path, kept) in &write {
                new.insert(path.clone(), kept.write(repository)?);
            }
            Ok(new)
        })?;
        self.set(repository, store, Branch::Observed, commit)?;
        Ok(Some(commit))
    }

    /// Stores the whole bytes of a file that a snapshot holds only the head of; streams. `path` is the file's path below the
    /// store. Call it before such a file is overwritten or deleted.
    ///
    /// # Errors
    /// When the file cannot be read or the ledger not written.
    pub fn keep_file(
        &self,
        store: &str,
        path: &str,
        file: &Path,
        when: Timestamp,
    ) -> Result<CommitId, LedgerError> {
        let writing = self.write()?;
        let git = self.git("keeping a file");
        let io = |source| LedgerError::Io { path: file.to_owned(), source };
        if !std::fs::metadata(file).map_err(io)?.is_file() {
            return Err(io(std::io::ErrorKind::InvalidInput.into())); // opening a FIFO would wait
        }
        let mut from = std::fs::File::open(file).map_err(io)?;
        let mut blob = writing.repository.blob_writer(None).map_err(&git)?;
        std::io::copy(&mut from, &mut blob).map_err(io)?;
        let blob = blob.commit().map_err(&git)?;
        self.note_unsynced([self.loose(blob)]);
        self.keep(&writing.repository, store, path, Entry { blob, note: false }, "keep", when)
    }

    /// Stores bytes that are on disk no more (what `apply` rescued), as an outside change of `path`.
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn keep_bytes(
        &self,
        store: &str,
        path: &str,
        bytes: &[u8],
        when: Timestamp,
    ) -> Result<CommitId, LedgerError> {
        let writing = self.write()?;
        let blob = writing.repository.blob(bytes).map_err(self.git("keeping bytes"))?;
        self.keep(&writing.repository, store, path, Entry { blob, note: false }, "rescue", when)
    }

    /// A commit on `observed` in which one file is this blob; the tip when it is so already.
    pub(crate) fn keep(
        &self,
        repository: &Repository,
        store: &str,
        path: &str,
        entry: Entry,
        verb: &str,
        when: Timestamp,
    ) -> Result<CommitId, LedgerError> {
        let tip = self.branch(repository, store, Branch::Observed)?;
        let mut files = self.files_at(repository, tip)?;
        if let (Some(tip), true) = (tip, files.get(path) == Some(&entry)) {
            return Ok(CommitId(tip.to_string()));
        }
        files.insert(path.to_owned(), entry);
        let message = Message::new(&format!("{verb} {path}"), verb, when);
        let commit = self.commit(repository, Origin::Outside, &message, tip, 1, |_| Ok(files))?;
        self.set(repository, store, Branch::Observed, commit)?;
        Ok(CommitId(commit.to_string()))
    }
}
