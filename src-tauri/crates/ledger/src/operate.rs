//! Operations: written down as intents before the disk is touched, finished after.
//!
//! Separate from `observe`: this is what a person does here. An intent is the commit that the operation would make if all of
//! it succeeds, held by a ref of its own; so a crash leaves enough to tell what was meant. Never touches a store.

use crate::beside::Around;
use crate::entry::{self, Entry, Kept};
use crate::error::LedgerError;
use crate::ids::{CommitId, OperationId};
use crate::ledger::{Branch, Ledger};
use crate::message::Message;
use crate::operation::{Intent, Operation, Recovered};
use crate::tree::Files;
use git2::{Oid, Repository};
use jiff::Timestamp;
use memdesk_review::origin::{Author, Origin};
use memdesk_review::plan::Attributes;
use memdesk_review::{Plan, Snapshot};
use std::collections::BTreeSet;

/// What an intent says.
struct Meant {
    message: Message,
    before: Files,
    after: Files,
}

impl Ledger {
    /// Writes down an operation before the disk is touched. When it returns, what the store held (`before`), every byte that
    /// the plan replaces or deletes, and every byte that it writes are in the ledger and on the disk.
    ///
    /// # Errors
    /// When the ledger cannot be written. Then the plan must not be carried out.
    pub fn begin(
        &self,
        store: &str,
        operation: &Operation,
        before: &Snapshot,
        plan: &Plan,
        when: Timestamp,
    ) -> Result<Intent, LedgerError> {
        let writing = self.write()?;
        let repository = &writing.repository;
        self.recover_in(repository, store, before, when)?; // should a crash have left one
        self.observe_in(repository, store, before, when, &|_| Author::only(Origin::Outside))?;
        let git = self.git("writing down an operation");
        for step in &plan.steps {
            let Some(bytes) = &step.before else { continue };
            // usually observed just now; of a huge file there was only a note
            let entry = Kept::Whole(bytes).write(repository).map_err(&git)?;
            self.keep(repository, store, &step.path, entry, "keep", when)?;
        }
        let mut message = Message::new(&operation.summary, &operation.verb, when, Author::only(Origin::You));
        message.reviewed = operation.reviewed;
        message.beside.clone_from(&operation.beside);
        message.undoes.clone_from(&operation.undoes);
        message.redoes.clone_from(&operation.redoes);
        message.accepts.clone_from(&operation.accepts);
        let had = plan.steps.iter().filter_map(|step| {
            let file = before.files.get(&step.path)?;
            Some((step.path.clone(), Attributes { mode: file.mode, mtime_ns: file.mtime_ns }))
        });
        message.files = had.collect();
        let tip = self.branch(repository, store, Branch::Observed)?;
        let mut files = self.files_at(repository, tip)?;
        let commit = self.commit(repository, &message, tip, plan.steps.len(), |repository| {
            for step in &plan.steps {
                match &step.after {
                    Some(bytes) => files.insert(step.path.clone(), Kept::Whole(bytes).write(repository)?),
                    None => files.remove(&step.path),
                };
            }
            Ok(files)
        })?;
        // a branch that cannot be moved is to be found out now, and not once the disk is changed
        for branch in [Branch::Observed, Branch::Accepted] {
            if let Some(at) = self.branch(repository, store, branch)? {
                self.set(repository, store, branch, at)?;
            }
        }
        self.set(repository, store, Branch::Intent, commit)?;
        self.sync()?;
        Ok(Intent { store: store.to_owned(), commit: CommitId(commit.to_string()) })
    }

    /// The operation is done as far as `done` (the paths whose step was taken) says; None when that is nothing. What was
    /// written by oneself counts as accepted; of files that stand beside it, only its own change does. What else differs in
    /// `after` is an outside change.
    ///
    /// # Errors
    /// When the ledger cannot be written; [`Ledger::recover`] finishes it then.
    pub fn finish(
        &self,
        intent: &Intent,
        done: &[String],
        after: &Snapshot,
        when: Timestamp,
    ) -> Result<Option<OperationId>, LedgerError> {
        let writing = self.write()?;
        let commit = self.oid(&intent.commit)?;
        let finished = self.finish_in(&writing.repository, &intent.store, commit, done, when)?;
        let outside = |_: &str| Author::only(Origin::Outside);
        self.observe_in(&writing.repository, &intent.store, after, when, &outside)?;
        Ok(finished)
    }

    /// Settles an intent that a crash left. Call it when a store is first looked at, with what is on disk: it becomes an
    /// operation when any of it is there, and is dropped when nothing is. What it would have written stays in the ledger where
    /// somebody else has written since: it may have been there for a moment.
    ///
    /// # Errors
    /// When the ledger cannot be written.
    pub fn recover(&self, store: &str, now: &Snapshot, when: Timestamp) -> Result<Recovered, LedgerError> {
        if self.branch(&self.read(), store, Branch::Intent)?.is_none() {
            return Ok(Recovered::Nothing); // without waiting for the lock
        }
        let writing = self.write()?;
        self.recover_in(&writing.repository, store, now, when)
    }

    fn recover_in(
        &self,
        repository: &Repository,
        store: &str,
        now: &Snapshot,
        when: Timestamp,
    ) -> Result<Recovered, LedgerError> {
        let Some(intent) = self.branch(repository, store, Branch::Intent)? else {
            return Ok(Recovered::Nothing);
        };
        let meant = self.meant(repository, intent)?;
        let paths: BTreeSet<&String> = meant.before.keys().chain(meant.after.keys()).collect();
        let mut done: Vec<String> = Vec::new();
        for path in paths {
            let (was, wanted) = (meant.before.get(path), meant.after.get(path));
            if was == wanted {
                continue;
            }
            let is = |entry: Option<&Entry>| match (entry, now.files.get(path)) {
                (Some(entry), Some(file)) => {
                    entry::is(repository, *entry, file).map_err(self.git("comparing with an intent"))
                }
                (entry, file) => Ok(entry.is_none() && file.is_none()),
            };
            if is(wanted)? {
                done.push(path.clone());
            } else if let Some(wanted) = wanted
                && !is(was)?
            {
                // neither: it may have been written, and replaced by somebody before anyone looked
                self.keep(repository, store, path, *wanted, "rescue", when)?;
            }
        }
        Ok(match self.finish_in(repository, store, intent, &done, when)? {
            Some(operation) => Recovered::Finished(operation),
            None => Recovered::Dropped,
        })
    }

    fn finish_in(
        &self,
        repository: &Repository,
        store: &str,
        intent: Oid,
        done: &[String],
        when: Timestamp,
    ) -> Result<Option<OperationId>, LedgerError> {
        let meant = self.meant(repository, intent)?;
        let tip = self.branch(repository, store, Branch::Observed)?;
        let mut files = self.files_at(repository, tip)?;
        let mut news = false;
        for path in
            done.iter().filter(|path| files.get(*path) != meant.after.get(*path)).cloned().collect::<Vec<_>>()
        {
            news = true;
            match meant.after.get(&path) {
                Some(entry) => files.insert(path, *entry),
                None => files.remove(&path),
            };
        }
        let finished = if news {
            let mut message =
                Message { intent: Some(intent.to_string()), time: when, ..meant.message.clone() };
            message.files.retain(|path, _| done.contains(path));
            let commit = self.commit(repository, &message, tip, 1, |_| Ok(files))?;
            self.set(repository, store, Branch::Observed, commit)?;
            Some(OperationId(commit.to_string()))
        } else if done.is_empty() {
            None
        } else {
            // another process, which came in while this one was at work, has finished it
            self.operation_of(repository, tip, intent)?
        };
        let (reviewed, beside) = match (&meant.message.undoes, &meant.message.redoes) {
            (Some(of), _) if !done.is_empty() => {
                self.unreview(repository, store, of, when)?;
                (false, BTreeSet::new())
            }
            (None, Some(of)) => {
                let first = self.past(repository, &of.clone().into())?.message;
                (first.reviewed, first.beside)
            }
            _ => (meant.message.reviewed, meant.message.beside.clone()),
        };
        if !done.is_empty() && reviewed {
            let tip = self.branch(repository, store, Branch::Accepted)?;
            let accepted = self.files_at(repository, tip)?;
            let around = Around { before: &meant.before, after: &meant.after, accepted: &accepted };
            let accepted = self.reviewed_by(repository, done, &beside, &around)?;
            self.advance(repository, store, accepted, intent, when)?;
        }
        if self.branch(repository, store, Branch::Intent)? == Some(intent) {
            self.unset(repository, store, Branch::Intent)?;
        }
        Ok(finished)
    }

    fn meant(&self, repository: &Repository, intent: Oid) -> Result<Meant, LedgerError> {
        let commit = repository.find_commit(intent).map_err(self.git("reading an intent"))?;
        Ok(Meant {
            message: Message::read(
                &String::from_utf8_lossy(commit.message_raw_bytes()),
                commit.time().seconds(),
                Origin::You,
            ),
            before: self.files_at(repository, commit.parent_id(0).ok())?,
            after: self.files_at(repository, Some(intent))?,
        })
    }

    /// The operation that carried out an intent, among the last ones.
    fn operation_of(
        &self,
        repository: &Repository,
        tip: Option<Oid>,
        intent: Oid,
    ) -> Result<Option<OperationId>, LedgerError> {
        let intent = Some(intent.to_string());
        let mut steps = self.steps(repository, tip).take(64);
        steps
            .find(|step| step.as_ref().map_or(true, |step| step.message.intent == intent))
            .map(|step| step.map(|step| OperationId(step.commit.to_string())))
            .transpose()
    }
}
