//! A look at a store: its bytes now.

use crate::Desk;
use crate::view::{Failure, StoreState};
use jiff::Timestamp;
use memdesk_review::Snapshot;
use memdesk_store::{Limits, Place, Scan};

/// A store and its bytes at this moment.
pub(crate) struct Look {
    /// Which store.
    pub(crate) place: Place,
    /// Whether it could be read.
    pub(crate) state: StoreState,
    /// Its bytes; empty when it is missing or unreadable.
    pub(crate) snapshot: Snapshot,
}

/// This moment. The only clock of the desk.
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

impl Desk {
    /// Looks at a store. A missing or unreadable one is data.
    pub(crate) fn look(&self, id: &str) -> Result<Look, Failure> {
        Ok(look_at(self.find(id)?, Limits::default()))
    }
}

/// Looks at a place.
pub(crate) fn look_at(place: Place, limits: Limits) -> Look {
    let (state, snapshot) = match memdesk_store::scan(&place.dir, limits) {
        Scan::Missing => (StoreState::Missing, Snapshot::default()),
        Scan::Unreadable { why } => (StoreState::Unreadable { why }, Snapshot::default()),
        Scan::Here(snapshot) => (StoreState::Here, snapshot),
    };
    Look { place, state, snapshot }
}
