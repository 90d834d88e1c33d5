//! The real window, end to end: what a person sees and does, through WebDriver, on a display of its own.
//!
//! Separate from the other tests because it needs a display server, a driver and built programs; `cargo xtask test`
//! brings them, and plain `cargo test` leaves this out. Each test has a home, a session bus and a display of its own.
//! What a test looks for is what a person would: roles and names, not positions. A failed test leaves a picture of its
//! display in `tests/e2e/out/`.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at what it did not expect, and says so")]
#![allow(clippy::print_stderr, reason = "a failed test says where its picture is")]

mod accessible;
mod axe;
mod changes;
mod drawn;
mod evidence;
mod hostile;
mod index;
mod keyboard;
mod language;
mod launch;
mod merging;
mod odd;
mod picture;
mod pictures;
mod recall;
mod review;
mod runs;
mod search;
mod settings;
mod stage;
mod told;
mod undo;
mod whole;
mod window;
mod world;
