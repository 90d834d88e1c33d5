//! Tests of the `.deb` that `cargo xtask package --try` has just built: what is in it, and what it does where there is
//! nothing else of Memdesk's.
//!
//! Separate from `e2e` because these need root, a network for Debian's own packages, and minutes. They judge what was
//! built, with the programs that distributions judge by; they never build.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test stops loudly and tells what it saw"
)]

mod clean;
mod contents;
mod launched;

use std::path::PathBuf;
use std::process::Command;

/// The package under test.
fn package() -> PathBuf {
    let package = std::env::var_os("MEMDESK_PACKAGE").map(PathBuf::from);
    package.expect("MEMDESK_PACKAGE names the .deb: `cargo xtask package --try` builds it and sets this")
}

/// Runs a program to its end and returns all that it printed; a failure stops the test with it.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} did not start: {error}"));
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{command:?} ended with {}:\n{text}", output.status);
    text
}
