//! Taking and refusing: what a person decides about what waits.
//!
//! Separate because it is the only part of review that changes anything. What is taken of the disk's own changes moves only
//! the ledger's `accepted`; what is refused is written back through `write`, and what is held by the gate is written when it
//! is taken. Whatever changed since it was seen is not decided unseen.

use super::held::stale;
use super::refused::Refusals;
use super::{Waiting, whose};
use crate::Desk;
use crate::gate::Rest;
use crate::look::{Look, now};
use crate::view::{BlameLine, Failure, Outcome, ReviewOutcome, ReviewTake};
use memdesk_ledger::{CommitId, Ledger, Operation};
use memdesk_review::pending::{Bytes, Pending};
use memdesk_review::{Overlay, Plan, Refusal};
use std::collections::{BTreeMap, BTreeSet};

/// What `undo` names: an acceptance, an operation, or the refusal of what was held (with its time).
const ACCEPT: &str = "accept:";
const OPERATION: &str = "operation:";
pub(crate) const REFUSAL: &str = "refusal:";

/// What is decided about a file.
pub(crate) struct Decided {
    pub(crate) waiting: Waiting,
    hunks: Vec<String>,
    /// The bytes that the decision leaves in place of those before.
    pub(crate) bytes: Bytes,
}

impl Decided {
    /// What settles it with the gate: path and version; none when it is on disk.
    pub(crate) fn held(&self) -> Option<(String, String)> {
        let held = self.waiting.held.as_ref()?;
        Some((self.waiting.pending.path.clone(), held.version.clone()))
    }
}

impl Desk {
    /// Takes what waits: it counts as reviewed, and what the gate holds is written.
    ///
    /// # Errors
    /// `no-such-store`; `ledger`; `io`. What cannot be done is an outcome.
    pub fn take(&self, id: &str, takes: &[ReviewTake]) -> Result<ReviewOutcome, Failure> {
        self.decide(id, |desk, look, ledger| {
            let decided = match desk.decided(look, takes, Pending::taking::<String>)? {
                Ok(decided) => decided,
                Err(moved) => return Ok(moved),
            };
            let (held, seen): (Vec<_>, Vec<_>) = decided.into_iter().partition(|one| one.held().is_some());
            // before anything counts as reviewed
            if let Some(refusal) = stale(&held) {
                return Ok(ReviewOutcome::Refused { refusal });
            }
            let mut accepted: BTreeMap<String, Bytes> = BTreeMap::new();
            let mut paths = Vec::new();
            for one in seen {
                if let Some(from) = &one.waiting.pending.from {
                    accepted.insert(from.clone(), None);
                }
                paths.push(one.waiting.pending.path.clone());
                accepted.insert(one.waiting.pending.path.clone(), one.bytes);
            }
            desk.observe_now(look, ledger)?;
            let commit =
                ledger.accept_bytes(id, &accepted, now()).map_err(|error| Failure::ledger(&error))?;
            let mut undo = commit.as_ref().map(|commit| format!("{ACCEPT}{commit}"));
            let mut written = Vec::new();
            if !held.is_empty() {
                match desk.take_held(look, held, commit)? {
                    Outcome::Applied { operation, paths: files, .. } => {
                        undo = Some(format!("{OPERATION}{operation}"));
                        paths.extend(files.iter().cloned());
                        written = files;
                    }
                    Outcome::Refused { refusal } => return Ok(ReviewOutcome::Refused { refusal }),
                }
            }
            Ok(ReviewOutcome::Done { written, paths, undo })
        })
    }

    /// Takes a file with another text than was proposed: it is written, and counts as reviewed.
    ///
    /// # Errors
    /// As [`Desk::take`].
    pub fn take_edited(&self, id: &str, take: &ReviewTake, text: &str) -> Result<ReviewOutcome, Failure> {
        self.decide(id, |desk, look, ledger| {
            let decided = match desk.decided(look, std::slice::from_ref(take), Pending::taking::<String>)? {
                Ok(decided) => decided,
                Err(moved) => return Ok(moved),
            };
            let held: Vec<(String, String)> = decided.iter().filter_map(Decided::held).collect();
            let mut overlay = Overlay::default();
            for one in &decided {
                overlay.files.insert(one.waiting.pending.path.clone(), Some(text.as_bytes().into()));
            }
            let operation = operation("take-edited", &take.path, true);
            let outcome = desk.carry_out(look, &Plan::between(&look.snapshot, &overlay), &operation)?;
            let outcome = match outcome {
                // the text on disk is the very one: it only counts as reviewed from now on
                Outcome::Refused { refusal: Refusal::Nothing } => {
                    let accepted = BTreeMap::from([(take.path.clone(), Some(text.as_bytes().into()))]);
                    let commit = ledger.accept_bytes(id, &accepted, now());
                    let commit = commit.map_err(|error| Failure::ledger(&error))?;
                    let undo = commit.map(|commit| format!("{ACCEPT}{commit}"));
                    ReviewOutcome::Done { written: Vec::new(), paths: vec![take.path.clone()], undo }
                }
                other => done(other),
            };
            if matches!(outcome, ReviewOutcome::Done { .. }) {
                let undo = match &outcome {
                    ReviewOutcome::Done { undo: Some(undo), .. } => {
                        undo.trim_start_matches(OPERATION).to_owned()
                    }
                    _ => refusal_name(),
                };
                desk.held_settle(id, &held, &undo)?;
            }
            Ok(outcome)
        })
    }

    /// Refuses what waits: the bytes that were reviewed last come back, or what the gate holds is dropped. Its return will be
    /// told.
    ///
    /// # Errors
    /// As [`Desk::take`].
    pub fn refuse(
        &self,
        id: &str,
        takes: &[ReviewTake],
        even_if_active: bool,
    ) -> Result<ReviewOutcome, Failure> {
        self.decide(id, |desk, look, _| {
            let decided = match desk.decided(look, takes, Pending::refusing::<String>)? {
                Ok(decided) => decided,
                Err(moved) => return Ok(moved),
            };
            let on_disk = decided.iter().any(|one| one.held().is_none());
            if let Some((time, session)) = desk.at_work(look).filter(|_| on_disk && !even_if_active) {
                return Ok(ReviewOutcome::Active { session, time });
            }
            let mut overlay = Overlay::default();
            let mut held: Vec<&Decided> = Vec::new();
            for one in &decided {
                let pending = &one.waiting.pending;
                match (&pending.from, one.hunks.is_empty()) {
                    _ if one.waiting.held.is_some() => held.push(one),
                    // of a rename as a whole, the file goes back to where it was
                    (Some(from), true) => {
                        overlay.files.insert(from.clone(), pending.before.clone());
                        overlay.files.insert(pending.path.clone(), None);
                    }
                    _ => drop(overlay.files.insert(pending.path.clone(), one.bytes.clone())),
                }
            }
            let mut outcome = ReviewOutcome::Done { written: Vec::new(), paths: Vec::new(), undo: None };
            if !overlay.files.is_empty() {
                let summary = overlay.files.keys().cloned().collect::<Vec<_>>().join(", ");
                let plan = Plan::between(&look.snapshot, &overlay);
                outcome = done(desk.carry_out(look, &plan, &operation("refuse", &summary, false))?);
            }
            if let ReviewOutcome::Done { paths, undo, .. } = &mut outcome {
                let name = undo.as_deref().map(|undo| undo.trim_start_matches(OPERATION).to_owned());
                let name = name.unwrap_or_else(refusal_name);
                paths.extend(desk.drop_held(id, &held, &name)?);
                desk.remember(id, &decided, &name)?;
                undo.get_or_insert(name);
            }
            Ok(outcome)
        })
    }

    /// Takes back what the last review action did; `undo` is what its outcome named.
    ///
    /// # Errors
    /// `no-such-store`; `ledger`; `bad-undo` when it names nothing.
    pub fn undo_review(&self, id: &str, undo: &str) -> Result<ReviewOutcome, Failure> {
        if self.read_only {
            return Ok(ReviewOutcome::Refused { refusal: Refusal::ReadOnly });
        }
        if let Some(operation) = undo.strip_prefix(OPERATION) {
            let last = self.ledger()?.undo_target(id).map_err(|error| Failure::ledger(&error))?;
            if last.as_ref().map(|last| last.0.as_str()) != Some(operation) {
                return Ok(ReviewOutcome::Refused { refusal: Refusal::Nothing });
            }
            return self.undo(id).map(done);
        }
        if undo.starts_with(REFUSAL) {
            let _one = self.turn_to_write();
            let ledger = self.ledger()?;
            let _alone = ledger.alone().map_err(|error| Failure::ledger(&error))?;
            let paths = self.put_refused_back(id, undo)?;
            return Ok(match paths.is_empty() {
                true => ReviewOutcome::Refused { refusal: Refusal::Nothing },
                false => ReviewOutcome::Done { written: Vec::new(), paths, undo: None },
            });
        }
        let Some(commit) = undo.strip_prefix(ACCEPT) else {
            return Err(Failure::new("bad-undo", format!("{undo:?} names nothing that was done"), None));
        };
        self.decide(id, |_, _, ledger| {
            let commit = CommitId(commit.to_owned());
            let back = ledger.unaccept(id, &commit, now()).map_err(|error| Failure::ledger(&error))?;
            Ok(match back {
                true => ReviewOutcome::Done { written: Vec::new(), paths: Vec::new(), undo: None },
                false => ReviewOutcome::Refused { refusal: Refusal::Nothing },
            })
        })
    }

    /// What was held and is refused waits no more, but for what was left of it. Returns the paths.
    fn drop_held(&self, id: &str, held: &[&Decided], by: &str) -> Result<Vec<String>, Failure> {
        let mut paths = Vec::new();
        for one in held {
            let Some(seen) = one.held() else { continue };
            let left = !one.hunks.is_empty() && one.bytes != one.waiting.pending.before;
            let settled = match left {
                true => {
                    let base = one.waiting.pending.before.as_deref();
                    self.held_leave(id, &seen, Rest { base, text: one.bytes.as_deref() }, by)?
                }
                false => !self.held_settle(id, std::slice::from_ref(&seen), by)?.is_empty(),
            };
            paths.extend(settled.then_some(seen.0));
        }
        Ok(paths)
    }

    /// Who wrote each line of a file as it was last seen.
    ///
    /// # Errors
    /// `no-such-store`; `ledger`.
    pub fn blame(&self, id: &str, path: &str) -> Result<Vec<BlameLine>, Failure> {
        let look = self.look(id)?;
        let Some(ledger) = self.ledger_to_read()? else { return Ok(Vec::new()) };
        let runs = ledger.blame(id, path).map_err(|error| Failure::ledger(&error))?;
        let evidence = self.whose(&look);
        let lines = runs.into_iter().flat_map(|run| {
            let origin = whose::view(&evidence.of_commit(path, &run.from));
            let (operation, time) = (run.from.id.to_string(), crate::topics::iso(run.from.time));
            (run.line..run.line + run.lines).map(move |line| BlameLine {
                line,
                operation: operation.clone(),
                time: time.clone(),
                origin: origin.clone(),
            })
        });
        Ok(lines.collect())
    }

    /// Runs a decision alone: no other write of ours comes between looking and deciding.
    fn decide(
        &self,
        id: &str,
        decision: impl FnOnce(&Desk, &Look, &Ledger) -> Result<ReviewOutcome, Failure>,
    ) -> Result<ReviewOutcome, Failure> {
        if self.read_only {
            return Ok(ReviewOutcome::Refused { refusal: Refusal::ReadOnly });
        }
        let _one = self.turn_to_write();
        let ledger = self.ledger()?;
        let broken = |error| Failure::ledger(&error);
        let _alone = ledger.alone().map_err(broken)?;
        let look = self.look(id)?;
        ledger.recover(id, &look.snapshot, now()).map_err(broken)?;
        self.settle_written(&look, ledger)?;
        decision(self, &look, ledger)
    }

    /// What `takes` name, as it is now. The inner error: some of it is not as it was seen.
    fn decided(
        &self,
        look: &Look,
        takes: &[ReviewTake],
        bytes: impl Fn(&Pending, &[String]) -> Option<Bytes>,
    ) -> Result<Result<Vec<Decided>, ReviewOutcome>, Failure> {
        let (mut waiting, _) = self.waiting(look)?;
        let mut decided = Vec::new();
        let mut moved = Vec::new();
        for take in takes {
            let at = waiting.iter().position(|one| {
                one.proposal == take.proposal
                    && one.pending.path == take.path
                    && one.pending.version == take.version
            });
            let found = at.and_then(|at| Some((at, bytes(&waiting.get(at)?.pending, &take.hunks)?)));
            match found {
                Some((at, bytes)) => decided.push(Decided {
                    waiting: waiting.swap_remove(at),
                    hunks: take.hunks.clone(),
                    bytes,
                }),
                None => moved.push(take.path.clone()),
            }
        }
        Ok(match moved.is_empty() {
            true => Ok(decided),
            false => Err(ReviewOutcome::Moved { paths: moved }),
        })
    }

    fn remember(&self, id: &str, decided: &[Decided], by: &str) -> Result<(), Failure> {
        let mut refusals = Refusals::load(&self.data, id);
        for one in decided {
            let pending = &one.waiting.pending;
            let all = one.hunks.is_empty();
            if all {
                refusals.refuse_file(&pending.path, pending.after.as_deref(), by, now());
            }
            for piece in pending.pieces.iter().filter(|piece| all || one.hunks.contains(&piece.id)) {
                refusals.refuse_piece(&pending.path, &Pending::brings(piece), by, now());
            }
        }
        refusals.save(&self.data, id)
    }
}

pub(crate) fn operation(verb: &str, summary: &str, reviewed: bool) -> Operation {
    Operation {
        verb: verb.to_owned(),
        summary: format!("{verb} {summary}"),
        undoes: None,
        redoes: None,
        accepts: None,
        beside: BTreeSet::new(),
        reviewed,
    }
}

/// A name for a refusal that is no operation: nothing on disk changes with it.
fn refusal_name() -> String {
    format!("{REFUSAL}{}", now())
}

/// What came of an operation, as a review action tells it.
fn done(outcome: Outcome) -> ReviewOutcome {
    match outcome {
        Outcome::Applied { operation, paths, .. } => ReviewOutcome::Done {
            written: paths.clone(),
            paths,
            undo: Some(format!("{OPERATION}{operation}")),
        },
        Outcome::Refused { refusal } => ReviewOutcome::Refused { refusal },
    }
}
