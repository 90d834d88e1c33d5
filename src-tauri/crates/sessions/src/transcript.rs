//! A session's main conversation as text, turn by turn: what somebody, or a model, reads who wants to know what was said.
//!
//! Separate from the cache, which keeps no answers, and from `talk`, which quotes a few of them. What is said is data: it is
//! handed on, never followed. Leaves out what neither the person nor the agent said: meta rows, notifications, the output of
//! hooks, subagents.

use crate::talk::Speaker;
use crate::walk::walk;
use jiff::Timestamp;
use memdesk_memdir::row::{self, Row, Said, Speech};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Characters of a tool's result that are kept.
const RESULT: usize = 400;
/// Characters of a value that a tool is given, unless it is a path.
const VALUE: usize = 160;
/// So many writes are waited for at once, to see whether they were refused.
const WRITES: usize = 64;

/// Something that was said or done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The turn: the n-th question of a person, from 1. 0 for what comes before the first.
    pub turn: usize,
    /// Who.
    pub who: Speaker,
    /// When; none when the row does not say.
    pub time: Option<Timestamp>,
    /// The text. Of a call the tool's name and what it was given, long values cut but for paths; of a result its first 400
    /// characters.
    pub text: String,
    /// There is more of it.
    pub cut: bool,
    /// The row's uuid.
    pub id: Option<String>,
}

/// A conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// In the order of the file.
    pub passages: Vec<Passage>,
    /// Turns of the whole file, those included that were not asked for.
    pub turns: usize,
    /// Markdown files that the main agent wrote or edited in the turns that were asked for, each with its turn; those
    /// left out of which it is told that they were refused or went wrong. Relative paths are under the working directory.
    pub wrote_memory: Vec<(usize, PathBuf)>,
    /// Rows that are no JSON, and those of over 4 MiB that were passed over.
    pub broken_rows: usize,
    /// When the last row was written that says so.
    pub ended: Option<Timestamp>,
    /// The first working directory that is named.
    pub cwd: Option<PathBuf>,
    /// The last client's version that is named.
    pub version: Option<String>,
}

/// Reads the turns of a session from `from_turn` on (1, or 0: all of them, with what comes before the first), every passage
/// cut to `per_passage` characters.
///
/// Only what a person typed opens a turn, as it does for past questions ([`Row::Question`]). Rows that are no JSON are
/// passed over and counted; a last row that is half written is not there yet.
///
/// # Errors
/// When the file cannot be opened or read, or is no regular one.
pub fn transcript(file: &Path, from_turn: usize, per_passage: usize) -> io::Result<Transcript> {
    let mut reading = Reading { from_turn, per_passage, done: Transcript::default(), writes: Vec::new() };
    walk(file, &mut |row| {
        match row {
            Some(row) if row.trim_ascii().is_empty() => {}
            Some(row) => match row::speech(row) {
                Some(speech) => reading.take(speech),
                // a value of another kind than an object says nothing, but is whole
                None => reading.done.broken_rows += usize::from(row::read(row) == Row::Broken),
            },
            None => reading.done.broken_rows += 1,
        }
        ControlFlow::Continue(())
    })?;
    Ok(reading.done)
}

/// The turn up to which the client's own extractor has seen a session: how many turns come before the last row that says
/// that it saved something (`system`/`memory_saved` without the dream's verb). 0: it has saved nothing.
///
/// # Errors
/// When the file cannot be opened or read, or is no regular one.
pub fn extracted_until(file: &Path) -> io::Result<usize> {
    let (mut turns, mut seen) = (0, 0);
    walk(file, &mut |row| {
        match row.map(row::read) {
            Some(Row::Question(_)) => turns += 1,
            Some(Row::Saved(saved)) if !saved.improved => seen = turns,
            _ => {}
        }
        ControlFlow::Continue(())
    })?;
    Ok(seen)
}

struct Reading {
    from_turn: usize,
    per_passage: usize,
    done: Transcript,
    /// Calls that write, of which it is not known yet what came: their ids, and where they stand in `wrote_memory`.
    writes: Vec<(String, usize)>,
}

impl Reading {
    fn take(&mut self, speech: Speech) {
        let Speech { stamp, said } = speech;
        if stamp.aside {
            return;
        }
        let done = &mut self.done;
        done.ended = stamp.time.or(done.ended);
        done.version = stamp.version.or(done.version.take());
        let cwd = stamp.cwd.map(PathBuf::from);
        if done.cwd.is_none() {
            done.cwd.clone_from(&cwd);
        }
        for one in said {
            // of a question that was typed ahead the row is another, with its own time and id
            let (mut time, mut id) = (stamp.time, stamp.id.clone());
            if let Said::Asked(asked) = &one {
                self.done.turns += 1;
                (time, id) = (asked.time, asked.id.clone());
            }
            self.note_write(&one, cwd.as_deref());
            let turn = self.done.turns;
            if turn < self.from_turn && self.from_turn > 1 {
                continue;
            }
            let (who, text, cut) = shown(one, self.per_passage);
            if !text.trim().is_empty() {
                self.done.passages.push(Passage { turn, who, time, text, cut, id });
            }
        }
    }

    /// Notes that a Markdown file was written, and takes that back when it is told that it was not.
    fn note_write(&mut self, said: &Said, cwd: Option<&Path>) {
        match said {
            Said::Called(call) if self.done.turns >= self.from_turn || self.from_turn <= 1 => {
                let Some(path) = call.writes().filter(|path| path.ends_with(".md")) else { return };
                let path = cwd.map_or_else(|| PathBuf::from(&path), |cwd| cwd.join(&path));
                if !call.id.is_empty() {
                    self.writes.push((call.id.clone(), self.done.wrote_memory.len()));
                    self.writes.drain(..self.writes.len().saturating_sub(WRITES));
                }
                self.done.wrote_memory.push((self.done.turns, path));
            }
            Said::Returned(back) => {
                let Some(found) = self.writes.iter().position(|(call, _)| *call == back.call) else { return };
                let (_, at) = self.writes.remove(found);
                if back.failed && at < self.done.wrote_memory.len() {
                    self.done.wrote_memory.remove(at);
                    self.writes
                        .iter_mut()
                        .filter(|(_, later)| *later > at)
                        .for_each(|(_, later)| *later -= 1);
                }
            }
            _ => {}
        }
    }
}

/// Who says it, the text, and whether there is more.
fn shown(said: Said, per_passage: usize) -> (Speaker, String, bool) {
    let (who, text, most, cut) = match said {
        Said::Asked(asked) => (Speaker::Person, asked.text, per_passage, false),
        Said::Answered(text) => (Speaker::Assistant, text, per_passage, false),
        Said::Called(call) => {
            let text = call.brief(VALUE);
            let cut = text.len() < call.brief(usize::MAX).len();
            (Speaker::Tool, text, per_passage, cut)
        }
        Said::Returned(back) => (Speaker::Tool, back.text, per_passage.min(RESULT), false),
    };
    let (text, shorter) = beginning(text, most);
    (who, text, cut || shorter)
}

/// The first characters of a text, and whether there are more.
pub(crate) fn beginning(mut text: String, most: usize) -> (String, bool) {
    match text.char_indices().nth(most) {
        Some((at, _)) => {
            text.truncate(at);
            (text, true)
        }
        None => (text, false),
    }
}
