//! What the gate holds and what runs propose, as it waits for review; and writing it when it is taken.
//!
//! Separate because these changes are on no disk yet: they were made on bytes that may not be there any more, so they are
//! brought onto what is there by a three-way merge, or are a conflict.

use super::decide::{Decided, operation};
use super::{Held, Waiting, waiting};
use crate::Desk;
use crate::gate::{Answered, Record};
use crate::look::{Look, now};
use crate::view::{Failure, Outcome};
use jiff::Timestamp;
use memdesk_ledger::{CommitId, Ledger, Operation};
use memdesk_review::merge::{Merge, merge};
use memdesk_review::origin::{Author, Deed, Evidence, Origin, Strength};
use memdesk_review::pending::{Bytes, Pending, link, pending};
use memdesk_review::{Content, File, Overlay, Plan, Refusal, Snapshot};
use std::collections::BTreeSet;

/// How it is known who made what a run of ours proposes.
const RUN: &str = "run";

impl Desk {
    /// What the gate holds of a store and what runs propose, as it would change what is on disk now: one file a proposal's change.
    pub(crate) fn held_waiting(&self, look: &Look) -> Result<Vec<Waiting>, Failure> {
        let id = look.place.id.as_str();
        let mut out = Vec::new();
        for file in self.held(id)? {
            let evidence = if file.run.is_some() { RUN } else { Strength::Gate.word() };
            let author = |record: &Record| Author { evidence: Some(evidence.to_owned()), ..author(record) };
            let mut authors: Vec<Author> = file.records.iter().map(author).collect();
            let author = authors.pop().unwrap_or_else(|| Author::only(Origin::Client));
            authors.dedup_by(|a, b| (a.origin, &a.session) == (b.origin, &b.session));
            let time = author.time.unwrap_or_else(now);
            let disk = look.snapshot.bytes(&file.path).map(|bytes| bytes.to_vec());
            let (before, after, conflict) = match onto(&file.base, &disk, &file.text) {
                Ok(after) => (disk, after, None),
                Err(merge) => (file.base, file.text, merge),
            };
            for pending in pending(&of(&file.path, before), &of(&file.path, after), self.profile()) {
                let held = Some(Held { version: file.version.clone(), run: file.run.clone() });
                let one = waiting(id, pending, author.clone(), authors.clone(), held, time);
                out.push(Waiting { conflict: conflict.clone(), ..one });
            }
        }
        self.tie(look, &mut out);
        Ok(out)
    }

    /// Ties what belongs together within a run, and within what the gate holds: each of these files was looked at by itself.
    fn tie(&self, look: &Look, waiting: &mut [Waiting]) {
        let run = |one: &Waiting| one.held.as_ref().and_then(|held| held.run.clone());
        let sources: BTreeSet<Option<String>> = waiting.iter().map(run).collect();
        for source in sources {
            let mut own: Vec<&mut Waiting> = waiting.iter_mut().filter(|one| run(one) == source).collect();
            let mut pending: Vec<Pending> = own.iter().map(|one| one.pending.clone()).collect();
            let side = |bytes: fn(&Pending) -> &Bytes| {
                let files = pending.iter().map(|one| (one.path.clone(), bytes(one).clone())).collect();
                look.snapshot.with(&Overlay { files, renames: Vec::new() }, 0)
            };
            let (before, after) = (side(|one| &one.before), side(|one| &one.after));
            link(&mut pending, &before, &after, self.profile());
            for (one, pending) in own.iter_mut().zip(pending) {
                one.pending = pending;
            }
        }
    }

    /// Evidence from what the gate saw, whether it held it or let it pass.
    pub(crate) fn gate_evidence(&self, id: &str) -> Vec<Evidence> {
        // what cannot be read is no evidence
        let records = self.gate_records(id).unwrap_or_default();
        records
            .iter()
            .filter(|record| record.answered == Answered::Passed)
            .filter_map(|record| {
                let author = author(record);
                Some(Evidence {
                    path: record.path.clone(),
                    time: author.time?,
                    strength: Strength::Gate,
                    deed: if record.digest.is_some() { Deed::Wrote } else { Deed::Either },
                    digest: record.digest.clone(),
                    author,
                })
            })
            .collect()
    }

    /// What was taken waits no more, should a crash have come between writing it and noting that here. What somebody else
    /// wrote in the same words is not taken thereby.
    pub(crate) fn settle_written(&self, look: &Look, ledger: &Ledger) -> Result<(), Failure> {
        let id = look.place.id.as_str();
        for file in self.held(id)? {
            let disk = look.snapshot.bytes(&file.path).map(|bytes| bytes.to_vec());
            let unknown = disk.is_none() && look.snapshot.files.contains_key(&file.path);
            // it may have been brought onto what somebody else wrote
            if unknown || onto(&file.base, &disk, &file.text) != Ok(disk) {
                continue;
            }
            let last = ledger.history(id, &file.path, 1).map_err(|error| Failure::ledger(&error))?;
            let ours = last.first().filter(|last| last.author.origin == Origin::You);
            // an undo names what was done at first, however often it was done again
            let by = ours.map(|last| last.redoes.as_ref().unwrap_or(&last.id).0.as_str());
            // what a run would make and is there already leaves nothing to decide, whoever made it
            if let Some(by) = by.or(file.run.as_deref()) {
                self.held_settle(id, &[(file.path, file.version)], by)?;
            }
        }
        Ok(())
    }

    /// Writes what was held and is taken. None of it is [`stale`]. `accepts` is what was accepted by the same decision.
    pub(crate) fn take_held(
        &self,
        look: &Look,
        decided: Vec<Decided>,
        accepts: Option<CommitId>,
    ) -> Result<Outcome, Failure> {
        let mut overlay = Overlay::default();
        let mut taken: Vec<&Decided> = Vec::new();
        for one in &decided {
            let path = one.waiting.pending.path.clone();
            // a second proposal for the same file is brought onto the first; where it does not fit it goes on waiting
            let bytes = match overlay.files.get(&path) {
                None => one.bytes.clone(),
                Some(first) => match beside(&one.waiting.pending.before, first, &one.bytes) {
                    Some(bytes) => bytes,
                    None => continue,
                },
            };
            overlay.files.insert(path, bytes);
            taken.push(one);
        }
        let summary = overlay.files.keys().cloned().collect::<Vec<_>>().join(", ");
        let plan = Plan::between(&look.snapshot, &overlay);
        let operation = Operation { accepts, ..operation("take", &summary, true) };
        let outcome = self.carry_out(look, &plan, &operation)?;
        if let Outcome::Applied { operation, .. } = &outcome {
            // a file of which only a part was taken goes on waiting with the rest
            let whole = taken.into_iter().filter(|one| one.bytes == one.waiting.pending.after);
            let whole: Vec<(String, String)> = whole.filter_map(Decided::held).collect();
            self.held_settle(&look.place.id, &whole, operation)?;
        }
        Ok(outcome)
    }
}

/// Why none of it can be taken: one of them was held on lines that both changed.
pub(crate) fn stale(held: &[Decided]) -> Option<Refusal> {
    held.iter().find_map(|one| {
        let (path, merge) = (one.waiting.pending.path.clone(), one.waiting.conflict.clone()?);
        Some(Refusal::Stale { path, merge })
    })
}

/// What is on disk with what was held brought onto it. The error: both changed the same lines (or, none, it is no text).
fn onto(
    base: &Option<Vec<u8>>,
    disk: &Option<Vec<u8>>,
    held: &Option<Vec<u8>>,
) -> Result<Option<Vec<u8>>, Option<Merge>> {
    if disk == base || disk == held {
        return Ok(held.clone());
    }
    let text = |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap_or_default()).ok();
    let (Some(base), Some(disk), Some(mine)) = (text(base), text(disk), text(held)) else {
        return Err(None);
    };
    let merged = merge(&base, &disk, &mine);
    match (held, merged.text()) {
        (Some(_), Some(text)) => Ok(Some(text.into_bytes())),
        // it would go, and what is there is not what was to go; or both changed the same lines
        _ => Err(Some(merged)),
    }
}

/// Both of two changes of the same bytes; none where they do not go together.
fn beside(before: &Bytes, first: &Bytes, second: &Bytes) -> Option<Bytes> {
    if first.is_none() && second.is_some() {
        // one takes the file away, the other goes on with it
        return None;
    }
    let owned = |bytes: &Bytes| bytes.as_ref().map(|bytes| bytes.to_vec());
    let both = onto(&owned(before), &owned(first), &owned(second)).ok()?;
    Some(both.map(Into::into))
}

/// A store with one file in it.
fn of(path: &str, bytes: Option<Vec<u8>>) -> Snapshot {
    let mut snapshot = Snapshot::default();
    if let Some(bytes) = bytes {
        let file = File { content: Content::Bytes(bytes.into()), mtime_ns: 0, mode: 0o644, link: None };
        snapshot.files.insert(path.to_owned(), file);
    }
    snapshot
}

/// Whose a call was.
fn author(record: &Record) -> Author {
    Author {
        origin: Origin::of(record.who.as_bytes()),
        session: record.session.clone(),
        turn: None,
        agent: record.agent.clone().filter(|_| record.who == "subagent"),
        time: record.time.parse::<Timestamp>().ok(),
        version: None,
        evidence: Some(Strength::Gate.word().to_owned()),
    }
}
