//! Tests of the whole: what cannot be said in one room.
//!
//! | where | what | how |
//! |---|---|---|
//! | `tidy/` | rules of the house: layers, words, files | `cargo test -p memdesk-tests --test tidy` |
//! | `flows/` | the command line end to end, over stores made here | `… --test flows` |
//! | `gate/` | the gate under many calls, in a settings file, and in the real client | `… --test gate` |
//! | `golden/` | recorded cases of the client; each is read by the room whose rule it is | with that room |
//! | `e2e/` | the real window, through WebDriver, on a display of its own | `cargo xtask test --only e2e` |
//! | `package/` | the `.deb`: its parts, and its life in a clean root | `cargo xtask package --try` |
//! | `bench/` | speed and memory beside a named reference | `cargo xtask bench` |
//!
//! This library is what they share: a [`Person`] with a home of their own and stores written in the fixture notation of
//! `memdesk_review::fixture`, [`stand_in_model`], a model with a script, and what the bench reads: [`many`], the large config
//! root, and [`talk`], long sessions. Never looks at the home of whoever runs the tests, and leaves nothing behind.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot make its world must stop loudly")]

pub mod display;
pub mod lay;
pub mod many;
mod person;
pub mod programs;
pub mod stand_in_model;
pub mod talk;

pub use person::Person;
