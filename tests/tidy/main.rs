//! Rules of the house as tests: what may know what, which words are used, what every file looks like.
//!
//! Separate from the crates because each rule is about all of them. Reads source text and cargo's own description of
//! the workspace; never runs the program. Every failure says what to do. A rule that is in the way is changed here, in
//! the open, with its reason; it is not worked around.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at what it did not expect, and says so")]

mod docs;
mod files;
mod layers;
mod pure;
mod shells;
mod source;
mod ui;
mod words;

/// Fails with every finding at once, so that one run shows all there is to mend.
fn none(rule: &str, findings: &[String]) {
    assert!(findings.is_empty(), "{rule}\n  {}\n", findings.join("\n  "));
}
