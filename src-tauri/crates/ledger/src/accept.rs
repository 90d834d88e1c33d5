//! Accepting: what a person has reviewed, and what not yet.
//!
//! Separate from `observe`, because trust is another branch: the review queue is the difference of the two. Asking writes
//! nothing, not even objects.

use crate::entry::{self, Entry, kept};
use crate::error::LedgerError;
use crate::ids::CommitId;
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use crate::tree::{self, Files};
use git2::{ObjectType, Oid, Repository};
use jiff::Timestamp;
use memdesk_review::origin::{Author, Origin};
use memdesk_review::{Content, Snapshot};
use std::collections::BTreeMap;

impl Ledger {
    /// A file as it was last accepted; None when it never was, when its absence was, or when it is too large for its bytes to
    /// be held.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn accepted(&self, store: &str, path: &str) -> Result<Option<Vec<u8>>, LedgerError> {
        let repository = self.read();
        let git = self.git("reading what was accepted");
        match self.accepted_entry(&repository, store, path)? {
            Some(entry) if !entry.note => {
                Ok(Some(repository.find_blob(entry.blob).map_err(git)?.content().to_vec()))
            }
            _ => Ok(None),
        }
    }

    /// These bytes are what was last accepted of the path.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn reviewed(&self, store: &str, path: &str, bytes: &[u8]) -> Result<bool, LedgerError> {
        let repository = self.read();
        let Some(entry) = self.accepted_entry(&repository, store, path)? else { return Ok(false) };
        let blob = Oid::hash_object(ObjectType::Blob, bytes).map_err(self.git("hashing"))?;
        Ok(entry == Entry { blob, note: false })
    }

    fn accepted_entry(
        &self,
        repository: &Repository,
        store: &str,
        path: &str,
    ) -> Result<Option<Entry>, LedgerError> {
        let Some(tip) = self.branch(repository, store, Branch::Accepted)? else { return Ok(None) };
        let tree = repository.find_commit(tip).and_then(|commit| commit.tree());
        tree.and_then(|tree| tree::find(&tree, path)).map_err(self.git("reading what was accepted"))
    }

    /// The paths that differ from what was accepted, in order; those that were accepted and are gone included. Everything,
    /// when nothing was ever accepted. What has no bytes (unreadable, special) cannot be reviewed and is not told.
    ///
    /// Writes nothing. Many threads may ask at once: only reading the accepted tree is one at a time.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn unreviewed(&self, store: &str, now: &Snapshot) -> Result<Vec<String>, LedgerError> {
        let accepted = {
            let repository = self.read();
            let tip = self.branch(&repository, store, Branch::Accepted)?;
            self.files_at(&repository, tip)?
        };
        let git = self.git("comparing with what was accepted");
        let mut paths = Vec::new();
        for (path, file) in &now.files {
            let Some(kept) = kept(file) else { continue };
            let same = match accepted.get(path) {
                None => false,
                // of a huge file the whole bytes may have been accepted
                Some(entry) if matches!(file.content, Content::Head { .. }) && !entry.note => {
                    entry::is(&self.read(), *entry, file).map_err(&git)?
                }
                Some(entry) => kept.entry().map_err(&git)? == *entry,
            };
            if !same {
                paths.push(path.clone());
            }
        }
        paths.extend(accepted.into_keys().filter(|path| !now.files.contains_key(path)));
        paths.sort();
        Ok(paths)
    }

    /// Accepts these paths as they are in `now`; a path that is not there is accepted as gone. None when that changes nothing.
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn accept(
        &self,
        store: &str,
        now: &Snapshot,
        paths: &[String],
        when: Timestamp,
    ) -> Result<Option<CommitId>, LedgerError> {
        let writing = self.write()?;
        let tip = self.branch(&writing.repository, store, Branch::Accepted)?;
        let mut files = self.files_at(&writing.repository, tip)?;
        let git = self.git("comparing with what was accepted");
        let mut write = BTreeMap::new();
        let mut gone = 0;
        for path in paths {
            match now.files.get(path).map(|file| (file, kept(file))) {
                Some((file, Some(kept))) => {
                    let same = files.get(path).map(|entry| entry::is(&writing.repository, *entry, file));
                    if !same.transpose().map_err(&git)?.unwrap_or(false) {
                        write.insert(path.clone(), kept);
                    }
                }
                Some((_, None)) => {} // no bytes to accept
                None => gone += usize::from(files.remove(path).is_some()),
            }
        }
        if write.is_empty() && gone == 0 {
            return Ok(None);
        }
        let message = Message::new(
            &format!("{} accepted", write.len() + gone),
            "accept",
            when,
            Author::only(Origin::You),
        );
        let commit = self.commit(&writing.repository, &message, tip, write.len(), |repository| {
            for (path, kept) in &write {
                files.insert(path.clone(), kept.write(repository)?);
            }
            Ok(files)
        })?;
        self.set(&writing.repository, store, Branch::Accepted, commit)?;
        Ok(Some(CommitId(commit.to_string())))
    }

    /// Puts entries that are in the ledger already onto `accepted`, as what the operation of an intent wrote; `None` for gone.
    pub(crate) fn advance(
        &self,
        repository: &Repository,
        store: &str,
        entries: BTreeMap<String, Option<Entry>>,
        intent: Oid,
        when: Timestamp,
    ) -> Result<(), LedgerError> {
        let tip = self.branch(repository, store, Branch::Accepted)?;
        let old = self.files_at(repository, tip)?;
        let mut files: Files = old.clone();
        for (path, entry) in entries {
            match entry {
                Some(entry) => files.insert(path, entry),
                None => files.remove(&path),
            };
        }
        if files == old {
            return Ok(());
        }
        let mut message = Message::new("written by you", "written", when, Author::only(Origin::You));
        message.intent = Some(intent.to_string());
        let commit = self.commit(repository, &message, tip, 1, |_| Ok(files))?;
        self.set(repository, store, Branch::Accepted, commit)
    }
}
