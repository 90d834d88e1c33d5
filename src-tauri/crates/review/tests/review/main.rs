//! What `review` promises, from outside. One binary, so that it links once.
//!
//! Stores are written in the fixture notation (`memdesk_review::fixture`). A test is mostly a table: a store, an edit, and what
//! comes of it as text. `UPDATE_EXPECT=1 cargo test -p memdesk-review` writes the texts anew; read the difference.
//! `edits_*` are single edits, `laws` what holds for any store and any edit, `problems` every finding.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod alike;
mod claims;
mod copy;
mod copy_laws;
mod copy_refused;
mod dreams;
mod edits_entries;
mod edits_hooks;
mod edits_linked;
mod edits_moved;
mod edits_refused;
mod edits_topics;
mod fates;
mod growths;
mod hunks;
mod laws;
mod laws_words;
mod pending;
mod plans;
mod problems;
mod proposals;
mod readings;
mod searching;
mod secrets;
mod support;
mod words;
