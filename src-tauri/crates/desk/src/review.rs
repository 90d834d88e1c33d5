//! Review: what changed since a person last looked, by whom, in pieces that can be taken or refused.
//!
//! Composes the ledger's `accepted` (what was reviewed), the disk, what the gate holds, and evidence of who wrote. Looking
//! writes nothing; what is decided goes through `decide`.

mod alarms;
mod back;
mod decide;
mod held;
mod refused;
mod talk;
mod whose;

pub(crate) use alarms::Alarms;
pub(crate) use decide::REFUSAL;
pub(crate) use whose::Whose;

use crate::Desk;
use crate::look::{Look, now};
use crate::topics::{iso, unlisted};
use crate::view::{Failure, OriginView, ProposalView, ReviewChange, ReviewHunk, ReviewQueue, ReviewTexts};
use jiff::{SignedDuration, Timestamp};
use memdesk_memdir::digest::hex;
use memdesk_review::alarm::{Alarm, brought};
use memdesk_review::merge::Merge;
use memdesk_review::origin::Author;
use memdesk_review::pending::{Bytes, Pending, pending};
use memdesk_review::{Content, Reading, Snapshot};
use refused::Refusals;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A session file that was written so lately is of a client at work.
const AT_WORK: SignedDuration = SignedDuration::from_secs(120);

/// A file that waits, and whose it is.
pub(crate) struct Waiting {
    pub(crate) proposal: String,
    pub(crate) pending: Pending,
    /// Not on disk: held by the gate, or proposed by a run.
    pub(crate) held: Option<Held>,
    /// It was held on bytes that are not there any more, and both changed the same lines.
    pub(crate) conflict: Option<Merge>,
    pub(crate) author: Author,
    pub(crate) also: Vec<Author>,
    pub(crate) time: Timestamp,
}

/// Where something waits that is not on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    /// Names what waits, for settling it.
    pub(crate) version: String,
    /// The run that proposes it; none: the gate holds it.
    pub(crate) run: Option<String>,
}

impl Desk {
    /// What is to be reviewed in a store.
    ///
    /// # Errors
    /// `no-such-store`; `ledger`.
    pub fn review(&self, id: &str) -> Result<ReviewQueue, Failure> {
        let look = self.look(id)?;
        let (waiting, first_sight) = self.waiting(&look)?;
        let refusals = Refusals::load(&self.data, id);
        let reading = Reading::new(&look.snapshot, self.profile());
        let files = waiting.len();
        let mut proposals: BTreeMap<String, ProposalView> = BTreeMap::new();
        let mut alarms = self.alarms.those_of(id);
        for one in waiting {
            let change = change_view(&one, &refusals, &reading, &alarms.of(&one.pending));
            let proposal = proposals.entry(one.proposal.clone()).or_insert_with(|| ProposalView {
                id: one.proposal.clone(),
                origin: whose::view(&one.author),
                held: one.held.is_some(),
                run: one.held.as_ref().and_then(|held| held.run.clone()),
                time: iso(one.time),
                changes: Vec::new(),
            });
            proposal.time = proposal.time.clone().max(iso(one.time));
            proposal.changes.push(change);
        }
        self.alarms.keep(id, alarms);
        let mut proposals: Vec<ProposalView> = proposals.into_values().collect();
        proposals.sort_by(|a, b| (b.held, &b.time, &a.id).cmp(&(a.held, &a.time, &b.id)));
        Ok(ReviewQueue { proposals, files, first_sight, active: self.at_work(&look) })
    }

    /// What waits in a store, by names that are other ones for other bytes: to tell what is new.
    ///
    /// # Errors
    /// As [`Desk::review`].
    pub fn waiting_names(&self, id: &str) -> Result<BTreeSet<String>, Failure> {
        let (waiting, _) = self.waiting(&self.look(id)?)?;
        // whose it is may become clear later, and is no news
        Ok(waiting
            .into_iter()
            .map(|one| {
                format!("{} {}", one.pending.version, one.held.map(|held| held.version).unwrap_or_default())
            })
            .collect())
    }

    /// Every store that there is now, and those of folders that were opened.
    pub fn store_ids(&self) -> BTreeSet<String> {
        self.all_places();
        self.known().places.keys().cloned().collect()
    }

    /// A file of a proposal in whole.
    ///
    /// # Errors
    /// `no-such-store`; `ledger`; `no-such-proposal` when it does not wait (any more).
    pub fn review_texts(&self, id: &str, proposal: &str, path: &str) -> Result<ReviewTexts, Failure> {
        let look = self.look(id)?;
        let (waiting, _) = self.waiting(&look)?;
        let one = waiting.into_iter().find(|one| one.proposal == proposal && one.pending.path == path);
        let one = one.ok_or_else(|| {
            Failure::new(
                "no-such-proposal",
                format!("{path} does not wait for review in proposal {proposal}"),
                "`memdesk review` lists what waits.".to_owned(),
            )
        })?;
        let text = |bytes: &Bytes| bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Ok(ReviewTexts {
            before: text(&one.pending.before),
            after: text(&one.pending.after),
            version: one.pending.version,
        })
    }

    /// Everything that waits in a store; and whether nothing of it was ever reviewed.
    pub(crate) fn waiting(&self, look: &Look) -> Result<(Vec<Waiting>, bool), Failure> {
        let id = look.place.id.as_str();
        let broken = |error| Failure::ledger(&error);
        let ledger = self.ledger_to_read()?;
        let accepted = ledger.map(|ledger| ledger.accepted_store(id)).transpose().map_err(broken)?.flatten();
        let first_sight = accepted.is_none();
        let accepted = accepted.unwrap_or_default();
        let profile = self.profile();
        let whose = self.whose(look);
        let pending = pending(&comparable(&accepted, &look.snapshot), &look.snapshot, profile);
        let paths: Vec<&str> = pending.iter().map(|one| one.from.as_deref().unwrap_or(&one.path)).collect();
        let reviewed = ledger.map(|ledger| ledger.accepted_when(id, &paths)).transpose().map_err(broken)?;
        let reviewed = reviewed.unwrap_or_default();
        let mut out = Vec::new();
        for pending in pending {
            let file = look.snapshot.files.get(&pending.path);
            let mtime = file.and_then(|file| Timestamp::from_nanosecond(file.mtime_ns).ok());
            let since = reviewed.get(pending.from.as_deref().unwrap_or(&pending.path)).copied();
            // what was not written since was there when a part of it was taken: its rest is whose it was
            let rest = since.zip(mtime).is_some_and(|(since, mtime)| mtime <= since);
            let mut found = whose.of(&pending.path, file, since.filter(|_| !rest), profile);
            if rest {
                found.also.clear();
            }
            let time = found.author.time.or(mtime).unwrap_or_else(now);
            out.push(waiting(id, pending, found.author, found.also, None, time));
        }
        out.extend(self.held_waiting(look)?);
        out.sort_by(|a, b| (&a.proposal, &a.pending.path).cmp(&(&b.proposal, &b.pending.path)));
        Ok((out, first_sight))
    }

    /// The session of a client that is at work in the project now, and when it last wrote.
    pub(crate) fn at_work(&self, look: &Look) -> Option<(String, String)> {
        let dirs = self.session_dirs(&look.place);
        let newest = dirs.iter().filter_map(|dir| newest_session(dir)).max_by_key(|(time, _)| *time)?;
        let since = now().duration_since(newest.0);
        (since <= AT_WORK).then(|| (iso(newest.0), newest.1))
    }
}

/// The newest session file directly in a directory.
fn newest_session(dir: &Path) -> Option<(Timestamp, String)> {
    let entries = std::fs::read_dir(dir).ok()?.flatten();
    entries
        .filter_map(|entry| {
            let path = entry.path();
            if path.extension()? != "jsonl" {
                return None;
            }
            let time = Timestamp::try_from(entry.metadata().ok()?.modified().ok()?).ok()?;
            Some((time, path.file_stem()?.to_string_lossy().into_owned()))
        })
        .max_by_key(|(time, _)| *time)
}

/// What was reviewed, without files that are there and whose bytes are not known now: nothing can be said of them.
fn comparable(accepted: &Snapshot, now: &Snapshot) -> Snapshot {
    let unknown = |path: &String| {
        let content = now.files.get(path).map(|file| &file.content);
        matches!(content, Some(Content::Unreadable(_) | Content::Special(_)))
    };
    let mut out = accepted.clone();
    out.files.retain(|path, _| !unknown(path));
    out
}

pub(crate) fn waiting(
    store: &str,
    pending: Pending,
    author: Author,
    also: Vec<Author>,
    held: Option<Held>,
    time: Timestamp,
) -> Waiting {
    let session = author.session.as_deref().unwrap_or("-");
    let agent = author.agent.as_deref().unwrap_or("-");
    let proposal = match held.as_ref().and_then(|held| held.run.as_deref()) {
        Some(run) => run_proposal(store, run),
        None => named(&format!("{store}\n{}\n{session}\n{agent}\n{}", author.origin.word(), held.is_some())),
    };
    Waiting { proposal, pending, held, conflict: None, author, also, time }
}

/// The proposal of a run.
pub(crate) fn run_proposal(store: &str, run: &str) -> String {
    named(&format!("{store}\nrun {run}"))
}

fn named(what: &str) -> String {
    hex(what.as_bytes()).chars().take(12).collect()
}

fn change_view(one: &Waiting, refusals: &Refusals, reading: &Reading, alarms: &[Alarm]) -> ReviewChange {
    let Waiting { pending, .. } = one;
    let listed = match reading.topic(&pending.path) {
        Some(topic) => unlisted(topic, reading).unwrap_or("listed"),
        None => "listed",
    };
    ReviewChange {
        path: pending.path.clone(),
        from: pending.from.clone(),
        kind: pending.kind.word().to_owned(),
        version: pending.version.clone(),
        time: iso(one.time),
        hunks: pending
            .pieces
            .iter()
            .map(|piece| ReviewHunk {
                id: piece.id.clone(),
                refused: refusals.piece(&Pending::brings(piece)).map(iso),
                with: piece.with.clone(),
                alarms: brought(alarms, &piece.hunk),
                hunk: piece.hunk.clone(),
            })
            .collect(),
        binary: pending.binary,
        also: one.also.iter().map(whose::view).collect::<Vec<OriginView>>(),
        refused: refusals.file(&pending.path, pending.after.as_deref()).map(iso),
        conflict: one.conflict.clone(),
        listed: listed.to_owned(),
    }
}
