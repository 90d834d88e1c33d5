//! An acceptance and an operation that were one decision: taking what is on disk and what is held together is both.
//!
//! Separate because the ledger keeps them as two, each with an undo of its own. Keeps their names in Memdesk's own data
//! directory, no text. Where that is lost they are two again, and each undo takes back one.

use crate::Desk;
use crate::look::now;
use crate::own;
use crate::view::Failure;
use memdesk_ledger::{CommitId, Ledger, OperationId};
use serde::{Deserialize, Serialize};

/// At most so many of a store are kept; the oldest go.
const MOST: usize = 500;

/// Operations, and the acceptance that was made with each; oldest first.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
struct Tied(Vec<(String, String)>);

impl Desk {
    /// An operation and an acceptance are one decision from now on. Only while no other decision is made.
    ///
    /// # Errors
    /// `io`.
    pub(crate) fn keep_tied(&self, id: &str, operation: &str, accept: &CommitId) -> Result<(), Failure> {
        let mut tied: Tied = own::load(&self.data.join(name(id)));
        let over = (tied.0.len() + 1).saturating_sub(MOST);
        tied.0.drain(..over);
        tied.0.push((operation.to_owned(), accept.0.clone()));
        own::save(&self.data, &name(id), &tied)
    }

    /// The acceptance that was one decision with an operation.
    pub(crate) fn tied_to(&self, id: &str, operation: &OperationId) -> Option<CommitId> {
        let tied: Tied = own::load(&self.data.join(name(id)));
        tied.0.into_iter().rev().find(|(one, _)| *one == operation.0).map(|(_, accept)| CommitId(accept))
    }

    /// An operation was taken back, or (not `back`) made again: so is the acceptance that was one decision with it. Only while
    /// no other decision is made.
    ///
    /// # Errors
    /// `ledger`.
    pub(crate) fn turn_tied(
        &self,
        id: &str,
        ledger: &Ledger,
        operation: &OperationId,
        back: bool,
    ) -> Result<(), Failure> {
        let Some(accept) = self.tied_to(id, operation) else { return Ok(()) };
        // what of it was decided anew since stays as it is
        let turned = match back {
            true => ledger.unaccept(id, &accept, now()),
            false => ledger.reaccept(id, &accept, now()),
        };
        turned.map(drop).map_err(|error| Failure::ledger(&error))
    }
}

fn name(store: &str) -> String {
    format!("decided-together-{store}.json")
}
