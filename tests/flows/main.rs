//! The command line end to end: the built program over stores on a real disk, with ledger, undo and odd files.
//!
//! Separate from the rooms' own tests because here they are all together. Data-driven: a store in the fixture notation,
//! words of a command, what comes of it. Looks only at what a user can: standard output, exit status, the disk.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at what it did not expect, and says so")]

mod changing;
mod corpora;
mod desk;
mod evidence;
mod hostile;
mod law;
mod looking;
mod merging;
mod pictures;
mod places;
mod read_only;
mod recall;
mod refusing;
mod review;
mod runs;
mod search;
mod settings;
mod together;
mod unseen;
