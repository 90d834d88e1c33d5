//! Undo and redo of decisions that changed no file: which is next, and taking it.
//!
//! Separate from `write`, whose undo and redo are of operations. One order for both: the newest goes first. What the gate
//! held and was refused can be taken back, and not be refused again by redo: by then another version may wait.

use super::decide::REFUSAL;
use crate::Desk;
use crate::look::now;
use crate::view::{Failure, Outcome};
use jiff::Timestamp;
use memdesk_ledger::{CommitId, Ledger, OperationId};

/// A decision that is next.
pub(crate) enum Judgement {
    /// An acceptance.
    Accept(CommitId),
    /// The refusal of what was held, by its name.
    Refusal(String),
}

impl Judgement {
    /// As History names it.
    pub(crate) fn id(self) -> String {
        match self {
            Judgement::Accept(commit) => commit.0,
            Judgement::Refusal(by) => by,
        }
    }
}

impl Desk {
    /// What undo would take back, when that is a decision and no operation.
    pub(crate) fn judgement(&self, id: &str, ledger: &Ledger) -> Result<Option<Judgement>, Failure> {
        let broken = |error| Failure::ledger(&error);
        let operation = ledger.undo_target(id).map_err(broken)?;
        let operated = operation.map(|one| ledger.finished(&one)).transpose().map_err(broken)?;
        let accepted = ledger.last_accept(id).map_err(broken)?;
        let accepted = accepted.map(|(commit, time)| (time, Judgement::Accept(commit)));
        let refused = self.last_settled_by(id, REFUSAL).and_then(|by| {
            let time: Timestamp = by.strip_prefix(REFUSAL)?.parse().ok()?;
            Some((time, Judgement::Refusal(by)))
        });
        let newest = [accepted, refused].into_iter().flatten().max_by_key(|(time, _)| *time);
        Ok(newest.filter(|(time, _)| operated.is_none_or(|operated| operated < *time)).map(|(_, one)| one))
    }

    /// The acceptance that redo would make again, when that is next and no operation is.
    pub(crate) fn judgement_again(&self, id: &str, ledger: &Ledger) -> Result<Option<CommitId>, Failure> {
        let broken = |error| Failure::ledger(&error);
        let Some((accept, back)) = ledger.last_unaccept(id).map_err(broken)? else { return Ok(None) };
        let redo = ledger.redo_target(id).map_err(broken)?;
        let with =
            redo.as_ref().map(|redo| ledger.accepted_with(&redo.operation)).transpose().map_err(broken)?;
        if with.flatten().as_ref() == Some(&accept) {
            // it is made again with the operation
            return Ok(None);
        }
        let redo = redo.map(|redo| redo.undo);
        for newer in [redo, ledger.undo_target(id).map_err(broken)?].into_iter().flatten() {
            if ledger.finished(&newer).map_err(broken)? > back {
                return Ok(None);
            }
        }
        Ok(Some(accept))
    }

    /// Takes back the decision that is next; None when an operation is.
    pub(crate) fn undo_judgement(&self, id: &str) -> Result<Option<Outcome>, Failure> {
        self.judge(|desk, ledger| match desk.judgement(id, ledger)? {
            Some(Judgement::Refusal(by)) => Ok((!desk.put_refused_back(id, &by)?.is_empty()).then_some(by)),
            Some(Judgement::Accept(commit)) => {
                let back = ledger.unaccept(id, &commit, now()).map_err(|error| Failure::ledger(&error))?;
                Ok(back.then_some(commit.0))
            }
            None => Ok(None),
        })
    }

    /// Makes again the acceptance that is next; None when an operation is.
    pub(crate) fn redo_judgement(&self, id: &str) -> Result<Option<Outcome>, Failure> {
        self.judge(|desk, ledger| {
            let Some(commit) = desk.judgement_again(id, ledger)? else { return Ok(None) };
            let again = ledger.reaccept(id, &commit, now()).map_err(|error| Failure::ledger(&error))?;
            Ok(again.then_some(commit.0))
        })
    }

    /// What was held and was refused waits again, and is remembered as refused no more. Returns its paths.
    pub(crate) fn put_refused_back(&self, id: &str, by: &str) -> Result<Vec<String>, Failure> {
        let paths = self.held_put_back(id, by)?;
        if !paths.is_empty() {
            self.turn_refusals(id, by, true)?;
        }
        Ok(paths)
    }

    /// An operation was taken back, or (not `back`) made again: what it refused is so no more, or again, and what was accepted
    /// with it, too.
    pub(crate) fn turn_with(&self, id: &str, operation: &OperationId, back: bool) -> Result<(), Failure> {
        let _one = self.turn_to_write();
        let ledger = self.ledger()?;
        let _alone = ledger.alone().map_err(|error| Failure::ledger(&error))?;
        self.turn_refusals(id, &operation.0, back)?;
        let broken = |error| Failure::ledger(&error);
        let Some(accept) = ledger.accepted_with(operation).map_err(broken)? else { return Ok(()) };
        // what of it was decided anew since stays as it is
        let turned = match back {
            true => ledger.unaccept(id, &accept, now()),
            false => ledger.reaccept(id, &accept, now()),
        };
        turned.map(drop).map_err(broken)
    }

    fn judge(
        &self,
        step: impl FnOnce(&Desk, &Ledger) -> Result<Option<String>, Failure>,
    ) -> Result<Option<Outcome>, Failure> {
        if self.read_only {
            return Ok(None);
        }
        let _one = self.turn_to_write();
        let ledger = self.ledger()?;
        let _alone = ledger.alone().map_err(|error| Failure::ledger(&error))?;
        let done = step(self, ledger)?;
        Ok(done.map(|operation| Outcome::Applied { operation, paths: Vec::new(), show: None }))
    }
}
