//! Secrets in a text: keys, tokens and passwords that a memory should not hold.
//!
//! The rules are not ours: `secret/rules.json` has those of Gitleaks (MIT; its notice is beside it). How they are meant is in
//! `rules`. Never hands a secret on: what is found is told by its rule, its place and at most its first four characters.

mod rules;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::pattern::Lines;

/// The rule for whatever looks random behind a word such as `key`; others know better what they found.
pub const GENERIC: &str = "generic-api-key";

/// Characters of a secret that are shown, at most.
const SHOWN: usize = 4;

/// Something that looks like a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Secret {
    /// The rule that found it, such as `github-pat`.
    pub rule: String,
    /// Byte offset in the text.
    pub start: usize,
    /// Length in bytes.
    pub len: usize,
    /// 1-based line.
    pub line: u32,
    /// Its first characters, at most four and at most a quarter of it, and `…`.
    pub masked: String,
}

/// Everything in `text` that looks like a secret, in order, none overlapping. Linear in the length of the text.
pub fn secrets(text: &str) -> Vec<Secret> {
    let mut found = rules::find(text);
    // the surer rule first where two found the same place
    found.sort_by_key(|one| (one.span.start, one.id == GENERIC, usize::MAX - one.span.len()));
    let mut kept: Vec<rules::Match> = Vec::new();
    for one in found {
        match kept.last_mut() {
            Some(last) if one.span.start < last.span.end => {
                if last.id == GENERIC && one.id != GENERIC {
                    *last = one;
                }
            }
            _ => kept.push(one),
        }
    }
    let lines = if kept.is_empty() { Lines::new("") } else { Lines::new(text) };
    kept.into_iter()
        .map(|one| Secret {
            rule: one.id.to_owned(),
            start: one.span.start,
            len: one.span.len(),
            line: lines.line(one.span.start),
            masked: masked(text.get(one.span).unwrap_or_default()),
        })
        .collect()
}

/// The beginning of a secret, too little to use it.
fn masked(secret: &str) -> String {
    let shown = (secret.chars().count() / 4).min(SHOWN);
    let mut out: String = secret.chars().take(shown).filter(|c| !c.is_control()).collect();
    out.push('…');
    out
}
