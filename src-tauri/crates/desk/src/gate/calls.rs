//! The record of every call that the gate saw, on disk: `calls.jsonl`, a line for each file of each call.
//!
//! Separate from `holding`, which says who may write and when: here is what the lines are, and how they stay few. A record
//! is named by its place for good, and what waits names its calls so. When the file is made smaller, the newest records
//! stay as they are, behind a first line that says how far they moved; older ones that are still needed come before them,
//! each with its place. So no other file changes with it, and replacing this one is the only step: a crash leaves the one
//! before or the one after. Never parses what nobody asked for.

use crate::own::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The file's name.
pub(super) const CALLS: &str = "calls.jsonl";
/// A file that is larger is made smaller, in bytes: about ten thousand calls, read in some ten milliseconds.
const LARGEST: u64 = 4 * 1024 * 1024;
/// So much of the newest stays as it is, in bytes.
const NEWEST: usize = 1024 * 1024;
/// And at most so much of what is older and tells whose a file on disk is, in bytes.
const TELLING: usize = 1024 * 1024;
/// No first line is longer, in bytes: three numbers and their names.
const LONGEST_HEAD: u64 = 128;

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answered {
    /// It was let pass; whether the client then did it, the disk says.
    Passed,
    /// It waits for review.
    Held,
    /// It was refused.
    Refused,
}

/// A call of a tool on one file of a store: who, in which turn of which session, did what. Names are the client's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When, ISO 8601 in UTC with milliseconds.
    pub time: String,
    /// `main-agent`, `subagent`, `extractor`, `dream`.
    pub who: String,
    /// A subagent's type, or a background agent's id.
    pub agent: Option<String>,
    /// The session.
    pub session: Option<String>,
    /// The turn.
    pub prompt: Option<String>,
    /// The session's file.
    pub transcript: Option<String>,
    /// The call.
    pub tool_use: Option<String>,
    /// The folder that the client works in.
    pub cwd: String,
    /// `Write`, `Edit`, `MultiEdit`, `Bash`.
    pub tool: String,
    /// The file, below the store.
    pub path: String,
    /// SHA-256 (hex) of the text after it; none for a removal and where it could not be worked out. The client adds to the
    /// frontmatter of what it writes itself, so a file on disk may differ.
    pub digest: Option<String>,
    /// What became of it.
    pub answered: Answered,
}

/// The first line of a file that was made smaller; another file has none, and nothing in it moved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// A record's place less where its line begins, in bytes; for those that are not `apart`.
    moved: i64,
    /// So many records, each with its place, come first.
    apart: usize,
    /// The file's length when it was made smaller, in bytes without this line.
    length: u64,
}

/// An older record that is still needed.
#[derive(Debug, Serialize, Deserialize)]
struct Apart {
    place: u64,
    record: Record,
}

/// A line of the file.
struct Line<'b> {
    /// The place of its record; none: the line says it itself.
    place: Option<u64>,
    text: &'b [u8],
}

impl Line<'_> {
    fn read(&self) -> Option<Apart> {
        match self.place {
            Some(place) => Some(Apart { place, record: serde_json::from_slice(self.text).ok()? }),
            None => serde_json::from_slice(self.text).ok(),
        }
    }
}

/// Every record, oldest first; lines that are none are passed over.
///
/// # Errors
/// The file is there and cannot be read.
pub(super) fn all(path: &Path) -> io::Result<Vec<Record>> {
    let bytes = read(path)?;
    Ok(lines(&bytes).filter_map(|line| line.read()).map(|apart| apart.record).collect())
}

/// The records at these places, in this order; those that are not there are left out.
pub(super) fn at(path: &Path, places: &[u64]) -> Vec<Record> {
    // what cannot be read is not there
    let bytes = read(path).unwrap_or_default();
    let wanted: BTreeSet<u64> = places.iter().copied().collect();
    let is_wanted = |line: &Line| line.place.is_none_or(|place| wanted.contains(&place));
    let found = lines(&bytes).filter(is_wanted).filter_map(|line| line.read());
    let found: BTreeMap<u64, Record> = found.map(|apart| (apart.place, apart.record)).collect();
    places.iter().filter_map(|place| found.get(place).cloned()).collect()
}

/// Adds a record; says its place. Whoever does so holds the lock.
///
/// # Errors
/// The disk refuses.
pub(super) fn add(path: &Path, record: &Record) -> io::Result<u64> {
    let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
    let moved = head_of(&mut file)?.moved;
    let mut begin = file.seek(SeekFrom::End(0))?;
    let mut line = Vec::new();
    if begin > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            // somebody was killed in the middle of a line
            line.push(b'\n');
            begin += 1;
        }
    }
    serde_json::to_writer(&mut line, record)?;
    line.push(b'\n');
    file.write_all(&line)?;
    begin.checked_add_signed(moved).ok_or_else(|| io::Error::other("the first line of the calls is wrong"))
}

/// Makes a file that has become too large smaller: of what is not among the newest, those records stay that are `named`,
/// and each file's last that was let pass, for it tells whose the file is. Whoever does so holds the lock. True when it did.
///
/// # Errors
/// The disk refuses, or it is not known what is named; then it is as it was.
pub(super) fn bound(path: &Path, named: impl FnOnce() -> io::Result<BTreeSet<u64>>) -> io::Result<bool> {
    let length = fs::metadata(path).map_or(0, |file| file.len());
    if length <= LARGEST {
        return Ok(false);
    }
    // what is named can be more than is to stay: then it is done again when there is twice as much
    if length <= head_of(&mut File::open(path)?)?.length.saturating_mul(2) {
        return Ok(false);
    }
    match smaller(&fs::read(path)?, &named()?, NEWEST, TELLING)? {
        Some(bytes) => write_whole(path, &bytes).map(|()| true),
        None => Ok(false),
    }
}

/// The file made smaller; none: it has nothing but newest records.
fn smaller(
    bytes: &[u8],
    named: &BTreeSet<u64>,
    newest: usize,
    telling: usize,
) -> io::Result<Option<Vec<u8>>> {
    let head = head(bytes);
    let from = bytes.len().saturating_sub(newest);
    // the first line that begins there, and is not one of those apart: so much of the file is left
    let old_apart = begins(bytes).nth(head.apart + usize::from(head != Head::default())).unwrap_or(0);
    let Some(cut) = begins(bytes).find(|begin| *begin >= from.max(old_apart)).filter(|cut| *cut > 0) else {
        return Ok(None);
    };
    let (older, newer) = (bytes.get(..cut).unwrap_or_default(), bytes.get(cut..).unwrap_or_default());
    let passed = |apart: &Apart| apart.record.answered == Answered::Passed;
    let tail = newer.split(|byte| *byte == b'\n');
    let tail = tail.filter_map(|line| serde_json::from_slice::<Record>(line).ok());
    let mut told: BTreeSet<String> =
        tail.filter(|record| record.answered == Answered::Passed).map(|record| record.path).collect();
    let mut room = telling;
    let mut kept = Vec::new();
    for apart in lines(older).filter_map(|line| line.read()).collect::<Vec<_>>().into_iter().rev() {
        let tells = passed(&apart) && told.insert(apart.record.path.clone());
        let mut line = serde_json::to_vec(&apart)?;
        line.push(b'\n');
        if tells && line.len() <= room {
            room -= line.len();
        } else if !named.contains(&apart.place) {
            continue;
        }
        kept.push(line);
    }
    kept.reverse();
    let apart = kept.len();
    let kept = kept.concat();
    with_head(head.moved, cut, apart, &kept, newer).map(Some)
}

/// The new file: its first line tells its own length too.
fn with_head(moved: i64, cut: usize, apart: usize, kept: &[u8], newer: &[u8]) -> io::Result<Vec<u8>> {
    let number = |size: usize| i64::try_from(size).map_err(io::Error::other);
    let length = (kept.len() + newer.len()) as u64;
    let mut line = Vec::new();
    // how long the line is hangs on the number in it: padded, it does not
    let width = usize::try_from(LONGEST_HEAD).map_err(io::Error::other)?;
    let moved = moved + number(cut)? - number(width + kept.len())?;
    serde_json::to_writer(&mut line, &Head { moved, apart, length })?;
    line.resize(width.saturating_sub(1).max(line.len()), b' ');
    line.push(b'\n');
    Ok([&line, kept, newer].concat())
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

/// The lines of a file behind its first, if that is a head.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let head = head(bytes);
    let is_head = usize::from(head != Head::default());
    let lines = begins(bytes).zip(bytes.split(|byte| *byte == b'\n')).skip(is_head);
    lines.enumerate().map(move |(nth, (begin, text))| {
        let place = u64::try_from(begin).ok().and_then(|begin| begin.checked_add_signed(head.moved));
        Line { place: place.filter(|_| nth >= head.apart), text }
    })
}

/// Where each line begins.
fn begins(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(breaks.map(|(at, _)| at + 1))
}

fn head(bytes: &[u8]) -> Head {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice(first).unwrap_or_default()
}

fn head_of(file: &mut File) -> io::Result<Head> {
    let mut first = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(LONGEST_HEAD).read_to_end(&mut first)?;
    Ok(head(&first))
}

#[cfg(test)]
mod tests;
