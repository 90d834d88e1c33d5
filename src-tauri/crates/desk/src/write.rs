//! Carrying out edits, undo and redo: the only way from the desk into a store.
//!
//! Order matters: every old byte is in the ledger, and the operation with it, before the disk is touched; the disk is
//! touched by `store` only; what really happened is read back and written down. A store that changed meanwhile is looked
//! at again, and the edit either still holds or is refused with a merge.

use crate::Desk;
use crate::look::{Look, look_at, now};
use crate::view::{Failure, Outcome};
use memdesk_ledger::{Ledger, LedgerError, Operation, OperationId};
use memdesk_memdir::Profile;
use memdesk_review::merge::{Merge, merge};
use memdesk_review::{Content, Edit, Overlay, Plan, Refusal, Snapshot, Step};
use memdesk_store::{Limits, Place, Refused};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How often an edit is tried again when a writer comes in at the very moment.
const TRIES: usize = 3;

impl Desk {
    /// Carries out an edit.
    ///
    /// # Errors
    /// `no-such-store`, `io`, `ledger`. A refusal is an [`Outcome`], and then nothing was changed.
    pub fn apply(&self, id: &str, edit: &Edit) -> Result<Outcome, Failure> {
        if self.read_only {
            return Ok(Outcome::Refused { refusal: Refusal::ReadOnly });
        }
        let _one = self.turn_to_write();
        let _alone = self.ledger()?.alone().map_err(|error| Failure::ledger(&error))?;
        let operation = Operation {
            verb: edit.verb().to_owned(),
            summary: format!("{} {}", edit.verb(), edit.path()),
            undoes: None,
            redoes: None,
            accepts: None,
            beside: BTreeSet::new(),
            reviewed: true,
        };
        let mut refusal = Refusal::Nothing;
        for _ in 0..TRIES {
            let look = self.look(id)?;
            let overlay = match overlay(edit, &look.snapshot, self.profile()) {
                Ok(overlay) => overlay,
                Err(refusal) => return Ok(Outcome::Refused { refusal }),
            };
            let look = whole(look, &overlay)?;
            let plan = Plan::between(&look.snapshot, &overlay);
            let operation = Operation { beside: beside(edit, &plan), ..operation.clone() };
            match self.carry_out(&look, &plan, &operation)? {
                Outcome::Applied { operation, paths, .. } => {
                    return Ok(Outcome::Applied { operation, paths, show: shown(edit) });
                }
                Outcome::Refused { refusal: again } => refusal = again,
            }
        }
        Ok(Outcome::Refused { refusal })
    }

    /// Takes back the last thing that was done: an operation, or an acceptance that came after it.
    ///
    /// # Errors
    /// As [`Desk::apply`].
    pub fn undo(&self, id: &str) -> Result<Outcome, Failure> {
        if self.read_only {
            return Ok(Outcome::Refused { refusal: Refusal::ReadOnly });
        }
        if let Some(outcome) = self.undo_judgement(id)? {
            return Ok(outcome);
        }
        let target = self.ledger()?.undo_target(id).map_err(|error| Failure::ledger(&error))?;
        let outcome = self.take_back(id, |ledger| {
            let target = ledger.undo_target(id)?;
            Ok(target.map(|target| (target.clone(), taking_back(target))))
        })?;
        if let (Outcome::Applied { .. }, Some(target)) = (&outcome, target) {
            // what it took of the gate, or refused there, waits again
            self.held_put_back(id, &target.0)?;
            self.turn_with(id, &target, true)?;
        }
        Ok(outcome)
    }

    /// Does again what was undone last: an operation, or an acceptance that was taken back after it.
    ///
    /// # Errors
    /// As [`Desk::apply`].
    pub fn redo(&self, id: &str) -> Result<Outcome, Failure> {
        if self.read_only {
            return Ok(Outcome::Refused { refusal: Refusal::ReadOnly });
        }
        if let Some(outcome) = self.redo_judgement(id)? {
            return Ok(outcome);
        }
        let target = self.ledger()?.redo_target(id).map_err(|error| Failure::ledger(&error))?;
        let outcome = self.take_back(id, |ledger| {
            let operation = |of| Operation {
                verb: "redo".to_owned(),
                summary: "redo".to_owned(),
                undoes: None,
                redoes: Some(of),
                accepts: None,
                beside: BTreeSet::new(),
                reviewed: true,
            };
            Ok(ledger.redo_target(id)?.map(|target| (target.undo, operation(target.operation))))
        })?;
        if let (Outcome::Applied { .. }, Some(target)) = (&outcome, target) {
            self.turn_with(id, &target.operation, false)?;
            // what it took of the gate or of a run, and undo had put back, waits no more
            self.settle_written(&self.look(id)?, self.ledger()?)?;
        }
        Ok(outcome)
    }

    /// Marks files as reviewed as they are on disk now; no paths: every one. Writes into the ledger only.
    ///
    /// # Errors
    /// `no-such-store`, `ledger`; `read-only` when nothing may be written.
    pub fn accept(&self, id: &str, paths: &[String]) -> Result<(), Failure> {
        self.may_write()?;
        let _one = self.turn_to_write();
        let broken = |error| Failure::ledger(&error);
        let ledger = self.ledger()?;
        let _alone = ledger.alone().map_err(broken)?;
        let look = self.look(id)?;
        self.observe_now(&look, ledger)?;
        let paths = match paths.is_empty() {
            true => ledger.unreviewed(id, &look.snapshot).map_err(broken)?,
            false => paths.to_vec(),
        };
        ledger.accept(id, &look.snapshot, &paths, now()).map_err(broken)?;
        Ok(())
    }

    /// Puts back what the operation that `choose` names has changed. It is asked once what a crash left is settled.
    fn take_back(
        &self,
        id: &str,
        choose: impl FnOnce(&Ledger) -> Result<Option<(OperationId, Operation)>, LedgerError>,
    ) -> Result<Outcome, Failure> {
        if self.read_only {
            return Ok(Outcome::Refused { refusal: Refusal::ReadOnly });
        }
        let _one = self.turn_to_write();
        let ledger = self.ledger()?;
        let broken = |error| Failure::ledger(&error);
        let _alone = ledger.alone().map_err(broken)?;
        ledger.recover(id, &self.look(id)?.snapshot, now()).map_err(broken)?;
        let Some((target, operation)) = choose(ledger).map_err(broken)? else {
            return Ok(Outcome::Refused { refusal: Refusal::Nothing });
        };
        let steps = ledger.inverse(id, &target).map_err(broken)?;
        let mut refusal = Refusal::Nothing;
        for _ in 0..TRIES {
            let look = self.look(id)?;
            let touched = Overlay {
                files: steps.iter().map(|step| (step.path.clone(), step.after.clone())).collect(),
                renames: Vec::new(),
            };
            let look = whole(look, &touched)?;
            let mut plan = Plan::default();
            for step in &steps {
                match rebased(step, &look.snapshot) {
                    Ok(step) => plan.steps.push(step),
                    Err(refusal) => return Ok(Outcome::Refused { refusal }),
                }
            }
            match self.carry_out(&look, &plan, &operation)? {
                done @ Outcome::Applied { .. } => return Ok(done),
                Outcome::Refused { refusal: again } => refusal = again,
            }
        }
        Ok(Outcome::Refused { refusal })
    }

    /// Takes temporary files that a crash left out of a store, their bytes into the ledger. One that cannot be kept stays.
    pub(crate) fn sweep(&self, place: &Place, ledger: &Ledger) {
        memdesk_store::apply::sweep(&place.dir, |path, bytes| {
            ledger.keep_bytes(&place.id, path, bytes, now()).is_ok()
        });
    }

    /// Ledger, disk, ledger.
    pub(crate) fn carry_out(
        &self,
        look: &Look,
        plan: &Plan,
        operation: &Operation,
    ) -> Result<Outcome, Failure> {
        let ledger = self.ledger()?;
        let id = look.place.id.as_str();
        let broken = |error| Failure::ledger(&error);
        let before = &look.snapshot;
        self.sweep(&look.place, ledger);
        ledger.recover(id, before, now()).map_err(broken)?;
        self.observe_now(look, ledger)?;
        let intent = ledger.begin(id, operation, before, plan, now()).map_err(broken)?;
        let applied = memdesk_store::apply(&look.place.dir, plan);
        for (path, bytes) in &applied.rescued {
            ledger.keep_bytes(id, path, bytes, now()).map_err(unnoted)?;
        }
        let after = look_at(look.place.clone(), Limits::default());
        let finished = ledger.finish(&intent, &applied.done, &after.snapshot, now()).map_err(unnoted)?;
        let Some((path, why)) = applied.refused.into_iter().next() else {
            // a pipe or a dead link that went has no bytes: there is nothing for History, nor to be brought back
            let operation = finished.map_or_else(|| intent.commit.to_string(), |id| id.to_string());
            return Ok(match applied.done.is_empty() {
                true => Outcome::Refused { refusal: Refusal::Nothing },
                false => Outcome::Applied { operation, paths: applied.done, show: None },
            });
        };
        if let Some(operation) = finished
            && !self.put_back(look, ledger, &operation)?
        {
            return Err(Failure::new(
                "partly",
                format!("only {} could be changed, and not put back; {path} was not changed", applied.done.join(", ")),
                "Nothing is lost: make room on the disk or writing possible, then `memdesk undo` puts it all back."
                    .to_owned(),
            ));
        }
        Ok(Outcome::Refused { refusal: refusal(path, why, &after.snapshot)? })
    }

    /// Puts back what an operation had done before one of its steps was refused: a topic and its index line change together
    /// or not at all. False when that cannot be done either.
    fn put_back(&self, look: &Look, ledger: &Ledger, operation: &OperationId) -> Result<bool, Failure> {
        let id = look.place.id.as_str();
        let broken = |error| Failure::ledger(&error);
        let plan = Plan { steps: ledger.inverse(id, operation).map_err(broken)? };
        let before = look_at(look.place.clone(), Limits::default()).snapshot;
        let intent =
            ledger.begin(id, &taking_back(operation.clone()), &before, &plan, now()).map_err(broken)?;
        let applied = memdesk_store::apply(&look.place.dir, &plan);
        for (path, bytes) in &applied.rescued {
            ledger.keep_bytes(id, path, bytes, now()).map_err(unnoted)?;
        }
        let after = look_at(look.place.clone(), Limits::default()).snapshot;
        ledger.finish(&intent, &applied.done, &after, now()).map_err(unnoted)?;
        Ok(applied.refused.is_empty())
    }
}

/// The ledger failed once the disk was changed.
fn unnoted(error: LedgerError) -> Failure {
    Failure::new(
        "ledger",
        format!("the files are changed, but the ledger cannot be used: {error}"),
        "What was there before is in it. Once it can be written again, the next change or `memdesk undo` takes note of this one."
            .to_owned(),
    )
}

/// The operation that takes one back.
fn taking_back(target: OperationId) -> Operation {
    Operation {
        verb: "undo".to_owned(),
        summary: "undo".to_owned(),
        undoes: Some(target),
        redoes: None,
        accepts: None,
        beside: BTreeSet::new(),
        reviewed: false,
    }
}

/// An edit's overlay; one that changes nothing is refused.
pub(crate) fn overlay(edit: &Edit, snapshot: &Snapshot, profile: &Profile) -> Result<Overlay, Refusal> {
    let overlay = edit.overlay(snapshot, profile)?;
    if overlay.files.is_empty() { Err(Refusal::Nothing) } else { Ok(overlay) }
}

/// The same look with the files that an overlay touches held whole, however large: what goes must be in the ledger.
fn whole(mut look: Look, overlay: &Overlay) -> Result<Look, Failure> {
    let partial: Vec<String> = look.snapshot.partial(overlay).into_iter().map(str::to_owned).collect();
    for path in partial {
        let bytes = memdesk_store::scan::whole(&look.place.dir, &path)
            .map_err(|error| Failure::io("cannot read", &look.place.dir.join(&path), &error))?;
        if let (Some(bytes), Some(file)) = (bytes, look.snapshot.files.get_mut(&path)) {
            file.content = Content::Bytes(bytes.into());
        }
    }
    Ok(look)
}

/// A step of an undo over the bytes that are there now: unchanged, merged, or refused with the merge.
fn rebased(step: &Step, snapshot: &Snapshot) -> Result<Step, Refusal> {
    let disk = match snapshot.files.get(&step.path).map(|file| &file.content) {
        None => None,
        Some(Content::Bytes(bytes)) => Some(Arc::clone(bytes)),
        Some(_) => return Err(Refusal::NotText { path: step.path.clone(), why: "unreadable".to_owned() }),
    };
    if disk == step.before {
        return Ok(step.clone());
    }
    let text = |bytes: &Option<Arc<[u8]>>| {
        String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned()
    };
    let is_text =
        |bytes: &Option<Arc<[u8]>>| std::str::from_utf8(bytes.as_deref().unwrap_or_default()).is_ok();
    let merged = merge(&text(&step.before), &text(&disk), &text(&step.after));
    match (merged.text(), &disk, &step.after) {
        // bytes that are no text would come out of a merge as others
        (Some(text), Some(_), Some(_)) if [&step.before, &disk, &step.after].into_iter().all(is_text) => {
            Ok(Step { before: disk, after: Some(text.into_bytes().into()), ..step.clone() })
        }
        _ => Err(Refusal::Stale { path: step.path.clone(), merge: merged }),
    }
}

/// What the door to the disk refused, in the words of the desk.
fn refusal(path: String, why: Refused, disk: &Snapshot) -> Result<Refusal, Failure> {
    Ok(match why {
        Refused::Outside => Refusal::Outside { path },
        Refused::BadPath => Refusal::BadPath { path, why: "reserved".to_owned() },
        Refused::Stale | Refused::Held => {
            let disk = disk.text(&path).unwrap_or_default().to_owned();
            Refusal::Stale { path, merge: Merge { pieces: Vec::new(), conflicts: 0, disk } }
        }
        Refused::Failed { why } => {
            return Err(Failure::new(
                "io",
                format!("{path} could not be written: {why}"),
                "Nothing is lost: the ledger has the old bytes. Check that the disk has room and that you may write there, then try again."
                    .to_owned(),
            ));
        }
    })
}

/// Files of a plan that the person did not have before them whole: what else waits in them was not seen.
fn beside(edit: &Edit, plan: &Plan) -> BTreeSet<String> {
    let whole: &[&str] = match edit {
        Edit::Create { path, .. }
        | Edit::Write { path, .. }
        | Edit::Delete { path, .. }
        | Edit::Restore { path, .. } => &[path],
        Edit::MergeInto { path, into, .. } => &[path, into],
        Edit::Fields { .. }
        | Edit::Rename { .. }
        | Edit::EntryTop { .. }
        | Edit::EntryMove { .. }
        | Edit::EntryHook { .. }
        | Edit::EntryRemove { .. }
        | Edit::EntryAdd { .. } => &[],
    };
    let paths = plan.steps.iter().map(|step| &step.path);
    paths.filter(|path| !whole.contains(&path.as_str())).cloned().collect()
}

/// The topic to show after an edit.
fn shown(edit: &Edit) -> Option<String> {
    match edit {
        Edit::Create { path, .. } | Edit::Write { path, .. } | Edit::Fields { path, .. } => {
            Some(path.clone())
        }
        Edit::Rename { to, .. } => Some(to.clone()),
        Edit::MergeInto { into, .. } => Some(into.clone()),
        Edit::Restore { path, content: Some(_) } => Some(path.clone()),
        _ => None,
    }
}
