//! The desk: open, look, write, undo. What the window and the command line both call.
//!
//! Composes the doors (`store`, `ledger`, `sessions`) over the pure rooms (`review`, `memdir`); the only room that knows
//! more than one door. Knows nothing of Tauri or clap.

pub mod view;
