//! What each fuzz target does with some bytes, and the laws that it holds them to.
//!
//! Separate from `targets`, which are libFuzzer's: without it these are plain functions, so that an ordinary test runs every
//! file of the corpora through them (`tests/flows/corpora.rs` has this file by its path). A panic is the finding.

#![allow(clippy::expect_used, clippy::panic, reason = "a panic is how a finding is reported")]

pub mod frontmatter;
pub mod gate;
pub mod index;
pub mod row;
pub mod settings;
pub mod slug;
pub mod toml;
pub mod tools;

/// A target's name, and what it does with some bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by the name of its corpus.
pub const TARGETS: &[Target] = &[
    ("frontmatter", frontmatter::run),
    ("gate", gate::run),
    ("index", index::run),
    ("row", row::run),
    ("settings", settings::run),
    ("slug", slug::run),
    ("toml", toml::run),
    ("tools", tools::run),
];
