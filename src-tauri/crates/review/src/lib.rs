//! Snapshots, edits, overlays, hunks, merges, plans and problems of a memory store.
//!
//! Pure: never sees the disk, the clock, Tauri or tokio. A store is bytes at a moment ([`Snapshot`]); whoever wants to
//! change it makes a second snapshot ([`Edit`] → [`Overlay`] → [`Snapshot::with`]); their difference is reviewed
//! ([`Proposal`]) and becomes a [`Plan`], which only the `store` room carries out.

pub mod aim;
pub mod alarm;
mod align;
pub mod attribution;
pub mod claim;
pub mod combine;
pub mod copy;
pub mod edit;
pub mod fate;
pub mod fixture;
pub mod growth;
pub mod held;
pub mod hunk;
mod lines;
pub mod lost;
pub mod merge;
pub mod origin;
pub mod overlay;
pub mod paths;
mod pattern;
pub mod pending;
pub mod plan;
pub mod problem;
pub mod proposal;
pub mod reading;
pub mod search;
pub mod secret;
pub mod snapshot;
mod words;

pub use edit::{Edit, Refusal};
pub use overlay::Overlay;
pub use plan::{Plan, Step};
pub use problem::{Code, Problem, Severity};
pub use proposal::{Change, ChangeKind, Proposal};
pub use reading::Reading;
pub use snapshot::{Content, File, Snapshot};

pub use memdesk_memdir::index::INDEX_NAME;
