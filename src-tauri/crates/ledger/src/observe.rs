//! Observing: what is on disk goes into the ledger, as somebody else's doing.
//!
//! Separate from `operate`, which is what is done here. Never looks at a disk itself, but for the one file it is told to keep.

use crate::entry::{self, Entry, Kept, kept};
use crate::error::LedgerError;
use crate::ids::CommitId;
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use crate::tree::Files;
use git2::{Oid, Repository};
use jiff::Timestamp;
use memdesk_review::origin::{Author, Origin};
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
        self.observe_as(store, now, when, &|_| Author::only(Origin::Outside))
    }

    /// The same, where `whose` tells who wrote a path (or took it away): a commit for each of them, the earliest first. A
    /// store that is seen for the first time is one commit of nobody's.
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn observe_as(
        &self,
        store: &str,
        now: &Snapshot,
        when: Timestamp,
        whose: &dyn Fn(&str) -> Author,
    ) -> Result<Option<CommitId>, LedgerError> {
        let writing = self.write()?;
        let seen = self.observe_in(&writing.repository, store, now, when, whose)?;
        Ok(seen.map(|commit| CommitId(commit.to_string())))
    }

    pub(crate) fn observe_in(
        &self,
        repository: &Repository,
        store: &str,
        now: &Snapshot,
        when: Timestamp,
        whose: &dyn Fn(&str) -> Author,
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
        let mut news: BTreeMap<String, Option<Kept>> = BTreeMap::new();
        for (path, file) in &now.files {
            let was = old.get(path);
            let by_intent = intent.is_some() && meant.get(path) != was && compare(meant.get(path), file)?;
            match kept(file) {
                Some(_) if by_intent || compare(was, file)? => {
                    new.extend(was.map(|was| (path.clone(), *was)))
                }
                Some(kept) => {
                    news.insert(path.clone(), Some(kept));
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
        let gone = old.keys().filter(|path| !new.contains_key(*path) && !news.contains_key(*path));
        let gone: Vec<String> = gone.cloned().collect();
        news.extend(gone.into_iter().map(|path| (path, None)));
        if news.is_empty() && (tip.is_some() || now.files.is_empty()) {
            return Ok(None);
        }
        let verb = if tip.is_none() { "first-sight" } else { "observe" };
        let mut by_author: BTreeMap<(Option<Timestamp>, Author), BTreeMap<String, Option<Kept>>> =
            BTreeMap::new();
        for (path, kept) in news {
            let author = if tip.is_none() { Author::only(Origin::Outside) } else { whose(&path) };
            by_author.entry((author.time, author)).or_default().insert(path, kept);
        }
        if by_author.is_empty() {
            by_author.insert((None, Author::only(Origin::Outside)), BTreeMap::new());
        }
        let mut files = old.clone();
        let mut at = tip;
        for ((_, author), news) in by_author {
            let count = |with: &dyn Fn(&String, &Option<Kept>) -> bool| {
                news.iter().filter(|(path, kept)| with(path, kept)).count()
            };
            let added = count(&|path, kept| kept.is_some() && !old.contains_key(path));
            let changed = count(&|path, kept| kept.is_some() && old.contains_key(path));
            let gone = count(&|_, kept| kept.is_none());
            let summary = format!("{added} new, {changed} changed, {gone} gone");
            let message = Message::new(&summary, verb, when, author);
            let commit = self.commit(repository, &message, at, added + changed, |repository| {
                for (path, kept) in &news {
                    match kept {
                        Some(kept) => files.insert(path.clone(), kept.write(repository)?),
                        None => files.remove(path),
                    };
                }
                Ok(files.clone())
            })?;
            at = Some(commit);
        }
        if let Some(commit) = at {
            self.set(repository, store, Branch::Observed, commit)?;
        }
        Ok(at)
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
        let message = Message::new(&format!("{verb} {path}"), verb, when, Author::only(Origin::Outside));
        let commit = self.commit(repository, &message, tip, 1, |_| Ok(files))?;
        self.set(repository, store, Branch::Observed, commit)?;
        Ok(CommitId(commit.to_string()))
    }
}
