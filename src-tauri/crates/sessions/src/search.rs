//! A narrow search in session files: passages of a person and of the agent in which something stands.
//!
//! Separate from the cache, which finds questions only: an agent that tidies memories asks what was answered, too. Reads
//! the files as they are and keeps nothing. Never runs a pattern that could take its time: the engine is linear and what it
//! compiles to is limited.

use crate::files::SessionFile;
use crate::talk::Speaker;
use crate::walk::walk;
use jiff::Timestamp;
use memdesk_memdir::row::{self, Said};
use regex::{Regex, RegexBuilder};
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

/// A longer pattern is not looked for, in characters.
const PATTERN: usize = 500;
/// What a pattern may compile to, in bytes.
const COMPILED: usize = 1024 * 1024;

/// A passage in which it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The session.
    pub session: String,
    /// The turn in it, from 1; 0 before the first question.
    pub turn: usize,
    /// Who says it: the person or the agent.
    pub who: Speaker,
    /// When; none when the row does not say.
    pub time: Option<Timestamp>,
    /// The text around the first place where it stands, with `…` where there is more.
    pub text: String,
}

/// A pattern that is not looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadPattern {
    /// There is nothing in it.
    Empty,
    /// It has more than 500 characters.
    Long,
    /// What it stands for is too much, such as a repetition of repetitions.
    Large,
}

impl fmt::Display for BadPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the pattern is empty"),
            Self::Long => write!(f, "the pattern has more than {PATTERN} characters"),
            Self::Large => f.write_str("the pattern stands for too much"),
        }
    }
}

impl std::error::Error for BadPattern {}

/// Looks for `pattern` in what was typed and answered in these files, in their order and from the beginning of each; at
/// most `limit` hits, each cut to `per_passage` characters around the first place. `stopped` is asked before every row; once
/// it says yes, what was found so far is handed out.
///
/// The pattern is a regular expression without regard to case, `^` and `$` for lines; one that cannot be read as such is
/// looked for as it is. A passage that stands in several files, since a session was copied, is found once. Files that cannot
/// be read are passed over.
///
/// # Errors
/// A pattern that is empty or too large.
pub fn search(
    files: &[SessionFile],
    pattern: &str,
    limit: usize,
    per_passage: usize,
    stopped: &dyn Fn() -> bool,
) -> Result<Vec<Hit>, BadPattern> {
    let pattern = compiled(pattern)?;
    let mut hits = Vec::new();
    let mut seen = HashSet::new();
    for file in files {
        let mut turn = 0;
        // a file that cannot be read, or is gone meanwhile, has no hits
        let _ = walk(&file.path, &mut |row| {
            if hits.len() >= limit || stopped() {
                return ControlFlow::Break(());
            }
            let Some(speech) = row.filter(|row| row::may_speak(row)).and_then(row::speech) else {
                return ControlFlow::Continue(());
            };
            for (number, said) in speech.said.into_iter().enumerate() {
                let (who, time, id, text) = match said {
                    Said::Asked(asked) => {
                        turn += 1;
                        (Speaker::Person, asked.time, asked.id, asked.text)
                    }
                    Said::Answered(text) => {
                        (Speaker::Assistant, speech.stamp.time, speech.stamp.id.clone(), text)
                    }
                    _ => continue,
                };
                let Some(found) = pattern.find_iter(&text).find(|found| !found.is_empty()) else { continue };
                if hits.len() < limit && id.is_none_or(|id| seen.insert((id, number))) {
                    let text = around(&text, found.range(), per_passage);
                    hits.push(Hit { session: file.id.clone(), turn, who, time, text });
                }
            }
            ControlFlow::Continue(())
        });
        if hits.len() >= limit || stopped() {
            break;
        }
    }
    Ok(hits)
}

fn compiled(pattern: &str) -> Result<Regex, BadPattern> {
    if pattern.trim().is_empty() {
        return Err(BadPattern::Empty);
    }
    if pattern.chars().nth(PATTERN).is_some() {
        return Err(BadPattern::Long);
    }
    let build = |pattern: &str| {
        RegexBuilder::new(pattern).case_insensitive(true).multi_line(true).size_limit(COMPILED).build()
    };
    match build(pattern) {
        Err(regex::Error::Syntax(_)) => build(&regex::escape(pattern)),
        other => other,
    }
    .map_err(|_| BadPattern::Large)
}

/// At most `most` characters of a text around a place in it, the place in the middle.
fn around(text: &str, place: std::ops::Range<usize>, most: usize) -> String {
    let (before, rest) = text.split_at(place.start);
    let within = rest.get(..place.len()).unwrap_or(rest).chars().count();
    let spare = most.saturating_sub(within);
    let behind = rest.chars().skip(within).take(spare).count();
    // what is not needed behind is there for what comes before, but half of it at least
    let front = spare - behind.min(spare.div_ceil(2));
    let begin = before.char_indices().rev().take(front).last().map_or(before.len(), |(at, _)| at);
    let kept: String = text.get(begin..).unwrap_or_default().chars().take(most).collect();
    let mark = |is_cut| if is_cut { "…" } else { "" };
    format!("{}{kept}{}", mark(begin > 0), mark(begin + kept.len() < text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_a_place() {
        for (text, place, most, expected) in [
            ("short", 0..5, 80, "short"),
            ("one two three four", 4..7, 80, "one two three four"),
            ("one two three four", 4..7, 7, "…e two t…"),
            ("one two three four", 0..3, 7, "one two…"),
            ("one two three four", 14..18, 8, "…ree four"),
            ("one two three four", 4..7, 2, "…tw…"),
            ("数据库连接超时了怎么办", 15..21, 4, "…接超时了…"),
            ("a", 0..1, 0, "…"),
        ] {
            assert_eq!(around(text, place.clone(), most), expected, "{text} {place:?} {most}");
        }
    }

    #[test]
    fn what_is_no_pattern() {
        let many = "x".repeat(501);
        for (pattern, expected) in [
            ("", Some(BadPattern::Empty)),
            (" \n", Some(BadPattern::Empty)),
            (many.as_str(), Some(BadPattern::Long)),
            (r"(\w{90}){90}", Some(BadPattern::Large)),
            ("a(b", None),
            ("[", None),
            ("数据", None),
        ] {
            assert_eq!(compiled(pattern).err(), expected, "{pattern}");
        }
    }
}
