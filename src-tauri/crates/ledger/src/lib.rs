//! The door to git: what was observed in each store, and what of it a person accepted.
//!
//! Separate because git is one outside thing. A bare repository without network; per store two branches, `<id>/observed`
//! (what was on disk) and `<id>/accepted` (what was reviewed), which plain git can read. Never touches a store.

mod accept;
mod accepted;
mod beside;
mod blame;
mod decisions;
mod entry;
mod error;
mod history;
mod ids;
mod ledger;
mod message;
mod observe;
mod operate;
mod operation;
mod replay;
mod tree;
mod versions;

pub use blame::BlameRun;
pub use error::LedgerError;
pub use ids::{CommitId, OperationId};
pub use ledger::{Alone, Ledger};
pub use memdesk_review::origin::{Author, Origin};
pub use operation::{Intent, Operation, OperationRecord, Recovered, Redo};
pub use versions::Version;
