//! History: operations, what they changed, and how to take them back.
//!
//! Separate from what writes. Reads commits; never a store.

use crate::accepted::{ACCEPT, UNACCEPT};
use crate::entry::{self, Entry};
use crate::error::LedgerError;
use crate::ids::{CommitId, OperationId};
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use crate::operation::{OperationRecord, Redo};
use crate::replay::{Kind, Replay};
use crate::tree;
use git2::{Oid, Repository};
use jiff::Timestamp;
use memdesk_review::origin::Origin;
use memdesk_review::{Content, File, INDEX_NAME, Snapshot, Step};
use std::collections::BTreeMap;

/// The verb of commits that only keep bytes: no change of the store.
const KEEP: &str = "keep";

/// One commit on `observed`.
pub(crate) struct Past {
    pub(crate) commit: Oid,
    pub(crate) parent: Option<Oid>,
    pub(crate) message: Message,
}

/// What became of one file.
pub(crate) struct Changed {
    before: Option<Entry>,
    after: Option<Entry>,
}

impl Past {
    fn id(&self) -> OperationId {
        OperationId(self.commit.to_string())
    }

    /// What it is to undo; `None` for an outside change, and on `accepted` for what only follows an operation.
    fn kind(&self, branch: Branch) -> Option<Kind> {
        let own = match branch {
            Branch::Accepted if self.message.verb == UNACCEPT => self.message.undoes.is_some(),
            Branch::Accepted => self.message.verb == ACCEPT,
            _ => true,
        };
        (own && self.message.author.origin == Origin::You).then(|| {
            match (&self.message.undoes, &self.message.redoes) {
                (Some(of), _) => Kind::Undo(of.clone()),
                (None, Some(of)) => Kind::Redo(of.clone()),
                (None, None) => Kind::New,
            }
        })
    }
}

impl Ledger {
    /// Operations and outside changes, newest first, at most `limit`.
    ///
    /// # Errors
    /// When git cannot read them.
    pub fn operations(&self, store: &str, limit: usize) -> Result<Vec<OperationRecord>, LedgerError> {
        self.records(store, Branch::Observed, limit, |_, _| Ok(true))
    }

    /// The operations and outside changes that touched a path, newest first, at most `limit`. Does not follow renames.
    ///
    /// # Errors
    /// When git cannot read them.
    pub fn history(
        &self,
        store: &str,
        path: &str,
        limit: usize,
    ) -> Result<Vec<OperationRecord>, LedgerError> {
        self.records(store, Branch::Observed, limit, |repository, past| self.touched(repository, past, path))
    }

    /// Whether a commit changed a path.
    pub(crate) fn touched(
        &self,
        repository: &Repository,
        past: &Past,
        path: &str,
    ) -> Result<bool, LedgerError> {
        let git = self.git("reading a file's history");
        let at = |commit: Oid| {
            let tree = repository.find_commit(commit).and_then(|commit| commit.tree());
            tree.and_then(|tree| tree::find(&tree, path)).map_err(&git)
        };
        Ok(at(past.commit)? != past.parent.map(at).transpose()?.flatten())
    }

    /// When an operation was finished.
    ///
    /// # Errors
    /// [`LedgerError::BadId`] when it is none.
    pub fn finished(&self, operation: &OperationId) -> Result<Timestamp, LedgerError> {
        Ok(self.past(&self.read(), &operation.clone().into())?.message.time)
    }

    pub(crate) fn records(
        &self,
        store: &str,
        branch: Branch,
        limit: usize,
        wanted: impl Fn(&Repository, &Past) -> Result<bool, LedgerError>,
    ) -> Result<Vec<OperationRecord>, LedgerError> {
        let repository = self.read();
        let tip = self.branch(&repository, store, branch)?;
        let mut replay = Replay::default();
        let mut records = Vec::new();
        for past in self.steps(&repository, tip) {
            if records.len() >= limit && replay.is_done() {
                break;
            }
            let past = past?;
            let kind = past.kind(branch);
            let undone = kind.as_ref().is_some_and(|kind| replay.take(&past.id(), kind));
            if branch == Branch::Accepted && kind.is_none() {
                continue;
            }
            if records.len() < limit && past.message.verb != KEEP && wanted(&repository, &past)? {
                let paths = self.changed(&repository, &past)?.into_keys().collect();
                records.push(record(past, paths, undone));
            }
        }
        let (undo, redo) = (replay.undo_target(), replay.redo_target());
        for record in &mut records {
            record.can_undo = undo == Some(&record.id);
            record.can_redo = redo.as_ref().is_some_and(|redo| redo.operation == record.id);
        }
        Ok(records)
    }

    /// What an undo would take back.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn undo_target(&self, store: &str) -> Result<Option<OperationId>, LedgerError> {
        Ok(self.replay(store, Branch::Observed)?.undo_target().cloned())
    }

    /// What a redo would do again.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn redo_target(&self, store: &str) -> Result<Option<Redo>, LedgerError> {
        Ok(self.replay(store, Branch::Observed)?.redo_target())
    }

    /// The acceptance that was one decision with an operation.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn accepted_with(&self, operation: &OperationId) -> Result<Option<CommitId>, LedgerError> {
        Ok(self.past(&self.read(), &operation.clone().into())?.message.accepts)
    }

    pub(crate) fn replay(&self, store: &str, branch: Branch) -> Result<Replay, LedgerError> {
        let repository = self.read();
        let tip = self.branch(&repository, store, branch)?;
        let mut replay = Replay::default();
        for past in self.steps(&repository, tip) {
            let past = past?;
            if let Some(kind) = past.kind(branch) {
                replay.take(&past.id(), &kind);
            }
            if replay.is_done() {
                break;
            }
        }
        Ok(replay)
    }

    /// The steps that take an operation back, in an order that is safe to apply: topics, the index, then deletions. Files get
    /// back the permission bits and times they had.
    ///
    /// # Errors
    /// [`LedgerError::BadId`] when it is no operation of the store, [`LedgerError::Missing`] when it touched a huge file whose
    /// bytes were not kept.
    pub fn inverse(&self, store: &str, operation: &OperationId) -> Result<Vec<Step>, LedgerError> {
        let repository = self.read();
        let past = self.past(&repository, &operation.clone().into())?;
        let tip = self.branch(&repository, store, Branch::Observed)?;
        let descends = |tip: Oid| {
            tip == past.commit || repository.graph_descendant_of(tip, past.commit).unwrap_or(false)
        };
        if !tip.is_some_and(descends) {
            return Err(LedgerError::BadId { id: operation.0.clone() });
        }
        let bytes = |path: &str, entry: Option<Entry>| match entry {
            None => Ok(None),
            Some(entry) => match entry::content(&repository, entry).map_err(self.git("reading a file"))? {
                Content::Bytes(bytes) => Ok(Some(bytes)),
                _ => Err(LedgerError::Missing { what: format!("all bytes of {path} at {operation}") }),
            },
        };
        let mut steps = Vec::new();
        for (path, changed) in self.changed(&repository, &past)? {
            steps.push(Step {
                before: bytes(&path, changed.after)?,
                after: bytes(&path, changed.before)?,
                attributes: past.message.files.get(&path).copied(),
                path,
            });
        }
        let is_index = |step: &Step| step.path.rsplit('/').next() == Some(INDEX_NAME);
        steps.sort_by_key(|step| (step.after.is_none(), is_index(step)));
        Ok(steps)
    }

    /// A file's bytes at a commit; None when it was not there.
    ///
    /// # Errors
    /// [`LedgerError::Missing`] when it was huge and its bytes were not kept.
    pub fn file_at(&self, commit: &CommitId, path: &str) -> Result<Option<Vec<u8>>, LedgerError> {
        let repository = self.read();
        let git = self.git("reading a file");
        let tree =
            repository.find_commit(self.oid(commit)?).and_then(|commit| commit.tree()).map_err(&git)?;
        match tree::find(&tree, path).map_err(&git)? {
            Some(entry) if entry.note => {
                Err(LedgerError::Missing { what: format!("all bytes of {path} at {commit}") })
            }
            Some(entry) => Ok(Some(repository.find_blob(entry.blob).map_err(&git)?.content().to_vec())),
            None => Ok(None),
        }
    }

    /// The store before and after an operation or outside change, only the paths that it changed. Times and bits are those
    /// that are on record, else those of the commit.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn changes(&self, operation: &OperationId) -> Result<(Snapshot, Snapshot), LedgerError> {
        let repository = self.read();
        let past = self.past(&repository, &operation.clone().into())?;
        let (mut before, mut after) = (Snapshot::default(), Snapshot::default());
        for (path, changed) in self.changed(&repository, &past)? {
            let had = past.message.files.get(&path);
            let time = past.message.time.as_nanosecond();
            for (snapshot, entry, had) in
                [(&mut before, changed.before, had), (&mut after, changed.after, None)]
            {
                let Some(entry) = entry else { continue };
                let content = entry::content(&repository, entry).map_err(self.git("reading a file"))?;
                let (mode, mtime_ns) = had.map_or((0o644, time), |had| (had.mode, had.mtime_ns));
                snapshot.files.insert(path.clone(), File { content, mtime_ns, mode, link: None });
            }
        }
        Ok((before, after))
    }

    /// Commits from `tip` back, newest first.
    pub(crate) fn steps<'r>(
        &'r self,
        repository: &'r Repository,
        tip: Option<Oid>,
    ) -> impl Iterator<Item = Result<Past, LedgerError>> + 'r {
        let mut next = tip;
        std::iter::from_fn(move || {
            let past = self.past(repository, &CommitId(next?.to_string()));
            next = past.as_ref().ok().and_then(|past| past.parent);
            Some(past)
        })
    }

    /// One operation or outside change by its id. Whether it is undone is not looked at.
    pub(crate) fn record_of(
        &self,
        repository: &Repository,
        id: &OperationId,
    ) -> Result<OperationRecord, LedgerError> {
        let past = self.past(repository, &id.clone().into())?;
        let paths = self.changed(repository, &past)?.into_keys().collect();
        Ok(record(past, paths, false))
    }

    pub(crate) fn past(&self, repository: &Repository, id: &CommitId) -> Result<Past, LedgerError> {
        let commit = repository.find_commit(self.oid(id)?).map_err(self.git("reading history"))?;
        let text = String::from_utf8_lossy(commit.message_raw_bytes()).into_owned();
        Ok(Past {
            commit: commit.id(),
            parent: commit.parent_id(0).ok(),
            message: Message::read(&text, commit.time().seconds(), Origin::of(commit.author().name_bytes())),
        })
    }

    /// The files that a commit changed.
    pub(crate) fn changed(
        &self,
        repository: &Repository,
        past: &Past,
    ) -> Result<BTreeMap<String, Changed>, LedgerError> {
        let git = self.git("comparing trees");
        let tree = |commit: Oid| repository.find_commit(commit).and_then(|commit| commit.tree());
        let old = past.parent.map(tree).transpose().map_err(&git)?;
        let new = tree(past.commit).map_err(&git)?;
        let diff = repository.diff_tree_to_tree(old.as_ref(), Some(&new), None).map_err(&git)?;
        let entry = |file: git2::DiffFile<'_>| {
            let note = file.mode() == git2::FileMode::BlobExecutable;
            file.exists().then(|| Entry { blob: file.id(), note })
        };
        let mut changed: BTreeMap<String, Changed> = BTreeMap::new();
        for delta in diff.deltas() {
            let (before, after) = (entry(delta.old_file()), entry(delta.new_file()));
            let name = delta.new_file().path_bytes().or_else(|| delta.old_file().path_bytes());
            let path = tree::decode(&String::from_utf8_lossy(name.unwrap_or_default()));
            // a change of mode may come as a deletion and an addition
            let one = changed.entry(path).or_insert(Changed { before: None, after: None });
            one.before = one.before.or(before);
            one.after = one.after.or(after);
        }
        Ok(changed)
    }

    /// A commit's id as git's.
    pub(crate) fn oid(&self, id: &CommitId) -> Result<Oid, LedgerError> {
        let hex = id.0.len() == 40 && id.0.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bad = || LedgerError::BadId { id: id.0.clone() };
        if !hex {
            return Err(bad());
        }
        Oid::from_str(&id.0).map_err(|_| bad())
    }
}

fn record(past: Past, paths: Vec<String>, undone: bool) -> OperationRecord {
    OperationRecord {
        id: past.id(),
        verb: past.message.verb,
        summary: past.message.summary,
        author: past.message.author,
        time: past.message.time,
        paths,
        undone,
        undoes: past.message.undoes,
        redoes: past.message.redoes,
        can_undo: false,
        can_redo: false,
    }
}
