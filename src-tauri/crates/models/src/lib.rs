//! The door to models: which memories a selector would pick for a question.
//!
//! Separate because models are an outside thing of their own, and the only one that is waited on: tokio is known here and
//! nowhere else. What this room offers is called from plain threads and answers when it is done or cancelled. Never reads a
//! store: it is given what the selector is offered.

pub mod agent;
pub mod api;
pub mod calibrate;
pub mod client;
pub mod estimate;
pub mod key;
pub mod price;
pub mod recorded;
mod runtime;
pub mod selector;

pub use selector::{Ask, Cancel, Candidate, Choice, Ranked, Reason, Selector, SelectorError, Usage};
