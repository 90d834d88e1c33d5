//! The gate as programs: the built `memdesk gate` under many calls and odd ones, in a settings file, and in the real client.
//!
//! Separate from `flows` because a client is on the other side here. What needs Claude Code runs where one is installed
//! (`$MEMDESK_CLIENT`, else `claude` on the path) and says so where none is. The client talks to a stand-in of its API on
//! this machine, and to nothing else.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at what it did not expect, and says so")]

mod calls;
mod client;
#[cfg(target_os = "linux")]
mod crash;
mod hook;
mod settings;
mod stand_in;
