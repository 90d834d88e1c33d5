//! Regular expressions that are written down in this crate, compiled when first used; and where in a text something stands.
//!
//! Separate because everything that reads texts for what they assert shares it. Never compiles what comes from a memory.

use regex::{Regex, RegexBuilder};

/// Compiles one of this crate's own patterns. White space in it does not count.
#[expect(clippy::expect_used, reason = "the patterns are literals of this crate, and a test uses each")]
pub(crate) fn pattern(written: &str) -> Regex {
    RegexBuilder::new(written)
        .case_insensitive(true)
        .ignore_whitespace(true)
        .build()
        .expect("a pattern of this crate compiles")
}

/// Where lines begin, to number what is found in a text.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn new(text: &str) -> Lines {
        Lines::of(&crate::lines::numbered(text))
    }

    /// Lines as pieces of a change have them: they end at LF alone.
    pub(crate) fn at_lf(text: &str) -> Lines {
        Lines::of(&crate::lines::split(text))
    }

    fn of(lines: &[&str]) -> Lines {
        let mut at = 0;
        let mut starts = Vec::with_capacity(lines.len());
        for line in lines {
            starts.push(at);
            at += line.len();
        }
        Lines(starts)
    }

    /// The 1-based line of a byte offset.
    pub(crate) fn line(&self, at: usize) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= at).max(1)).unwrap_or(u32::MAX)
    }
}

/// The nearest place at or before `at` where a character begins.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The nearest place at or behind `at` where a character begins.
pub(crate) fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
