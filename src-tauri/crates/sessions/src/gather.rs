//! Reads what is new in one session file and gathers it by question.
//!
//! Separate from `rows` (which knows no question) and from the cache (which knows no row), so that files can be read side
//! by side while one hand writes. Never opens what is no regular file and never waits for one.

use crate::files::{self, Mark, Stat};
use crate::rows::{Rows, Step};
use crate::touched::{self, Touch};
use memdesk_memdir::row::{self, Asked, Memory, Outcome, Row};
use std::io::{self, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Text that is gathered before it is handed on.
const ENOUGH: usize = 1024 * 1024;
/// Bytes that are read before that is told.
const STRIDE: u64 = 8 * 1024 * 1024;
/// At most so many calls are waited for at once; of others it stays unknown what came.
const CALLS: usize = 64;

/// A file to be read.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// The file.
    pub(crate) path: PathBuf,
    /// What was read of it before.
    pub(crate) known: Option<Mark>,
    /// Memories that are attached next belong to a question that was found before.
    pub(crate) owned: bool,
    /// Calls that concern memory of which it is not known yet what came.
    pub(crate) calls: Vec<String>,
    /// It is a subagent's, with this id: only what it did to memories is of interest.
    pub(crate) agent: Option<String>,
    /// Bytes it has.
    pub(crate) size: u64,
}

/// A question with what followed it; the first of a batch has none and goes on with the last one of the batch before.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) asked: Option<Asked>,
    /// Where its row begins in the file.
    pub(crate) offset: u64,
    /// Attached to it; of the first part, to the question that began the turn.
    pub(crate) recorded: Vec<Memory>,
    /// Attached in turns that no person began.
    pub(crate) aside: Vec<Memory>,
    pub(crate) read: Vec<String>,
    pub(crate) wrote: Vec<String>,
    /// Memories that were touched.
    pub(crate) touched: Vec<Touch>,
    /// What came of calls, of this part or an earlier one.
    pub(crate) settled: Vec<(String, Outcome)>,
}

/// To whom memories belong that are attached next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// To the question to which they did before the batch.
    Before,
    /// To the question of this part.
    Part(usize),
    /// To no question.
    Nobody,
}

/// What was found in a piece of a file.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The file is read from its beginning: what was known of it goes.
    pub(crate) anew: bool,
    pub(crate) parts: Vec<Part>,
    pub(crate) owner: Owner,
    /// Rows that are no JSON.
    pub(crate) broken: usize,
    /// Bytes read since the last batch.
    pub(crate) bytes: u64,
    /// Calls of which it is not known yet what came.
    pub(crate) calls: Vec<String>,
    /// With the last batch of a file: how far it was read, or why not.
    pub(crate) end: Option<Result<Mark, String>>,
}

impl Batch {
    fn new(owner: Owner) -> Self {
        Self {
            anew: false,
            parts: vec![Part::default()],
            owner,
            broken: 0,
            bytes: 0,
            calls: Vec::new(),
            end: None,
        }
    }
}

/// Reads a file on from where it was left, or from its beginning if it is not the one that it was, and hands on what it
/// finds until `send` says that nobody wants it, or `stop` is set. The last batch has an `end`.
/// `buffer` is used for reading, and again for the next file.
pub(crate) fn gather(
    job: &Job,
    buffer: &mut Vec<u8>,
    stop: &AtomicBool,
    send: &mut dyn FnMut(Batch) -> bool,
) {
    let mut gathering = Gathering {
        batch: Batch::new(Owner::Nobody),
        size: 0,
        told: 0,
        buffer: std::mem::take(buffer),
        calls: Vec::new(),
        agent: job.agent.clone(),
    };
    let end = gathering.run(job, stop, send).map_err(|error| error.to_string());
    gathering.batch.end = Some(end);
    gathering.batch.calls = std::mem::take(&mut gathering.calls);
    *buffer = std::mem::take(&mut gathering.buffer);
    send(gathering.batch);
}

struct Gathering {
    batch: Batch,
    /// Text in the batch, in bytes.
    size: usize,
    /// Where the last batch ended.
    told: u64,
    buffer: Vec<u8>,
    /// Calls of which it is not known yet what came, oldest first.
    calls: Vec<String>,
    /// See [`Job::agent`].
    agent: Option<String>,
}

impl Gathering {
    fn run(&mut self, job: &Job, stop: &AtomicBool, send: &mut dyn FnMut(Batch) -> bool) -> io::Result<Mark> {
        let mut file = files::open_regular(&job.path)?;
        let stat = Stat::of(&file.metadata()?);
        let from = match &job.known {
            Some(known) if known.goes_on(&mut file, &stat)? => {
                self.batch.owner = if job.owned { Owner::Before } else { Owner::Nobody };
                self.calls.clone_from(&job.calls);
                known.offset
            }
            known => {
                self.batch.anew = known.is_some();
                0
            }
        };
        file.seek(SeekFrom::Start(from))?;
        self.told = from;
        let mut rows = Rows::new(file, from, std::mem::take(&mut self.buffer));
        let mut whole = true;
        let mut open_end = None;
        loop {
            let offset = rows.offset();
            let row = match rows.step()? {
                Step::Row(row) => self.read(row),
                Step::Passed => Row::Other,
                Step::Broken => Row::Broken,
                Step::End(rest) => {
                    // a whole object is a whole row, even before its line end is written
                    if row::is_whole(rest) {
                        open_end = u64::try_from(rest.len()).ok().map(|length| offset + length);
                        let found = self.read(rest);
                        self.take(found, offset);
                    }
                    break;
                }
            };
            self.take(row, offset);
            if self.size >= ENOUGH || rows.offset() - self.told >= STRIDE {
                let batch = self.next_batch(rows.offset());
                whole = send(batch);
            }
            if !whole || stop.load(Ordering::Relaxed) {
                whole = false;
                break;
            }
        }
        let (offset, read) = (open_end.unwrap_or(rows.offset()), rows.read());
        self.batch.bytes = read.saturating_sub(self.told);
        // a file that was not read to its end has no size: it differs from every one
        let stat = Stat { size: if whole { Some(read) } else { None }, ..stat };
        let (mut file, buffer) = rows.done();
        self.buffer = buffer;
        Mark::new(&mut file, stat, offset, open_end.is_some())
    }

    fn next_batch(&mut self, offset: u64) -> Batch {
        let owner = if self.batch.owner == Owner::Nobody { Owner::Nobody } else { Owner::Before };
        let mut batch = std::mem::replace(&mut self.batch, Batch::new(owner));
        batch.bytes = offset.saturating_sub(self.told);
        self.told = offset;
        self.size = 0;
        batch
    }

    /// What a row records; what it says of calls before it is taken at once.
    fn read(&mut self, row: &[u8]) -> Row {
        if !self.calls.is_empty()
            && let Some(part) = self.batch.parts.last_mut()
        {
            self.calls.retain(|call| match row::outcome(row, call) {
                Some(outcome) => {
                    part.settled.push((call.clone(), outcome));
                    false
                }
                None => true,
            });
        }
        if self.agent.is_some() && !row::may_touch(row) {
            return Row::Other;
        }
        row::read(row)
    }

    fn take(&mut self, row: Row, offset: u64) {
        if self.agent.is_some() && !matches!(row, Row::Calls(_)) {
            return;
        }
        let batch = &mut self.batch;
        let last = batch.parts.len() - 1; // there is always the first
        match row {
            Row::Question(asked) => {
                self.size += asked.text.len();
                if !asked.queued {
                    self.calls.clear();
                    batch.owner = Owner::Part(last + 1);
                }
                batch.parts.push(Part { asked: Some(asked), offset, ..Part::default() });
            }
            Row::Unasked => batch.owner = Owner::Nobody,
            Row::Attached(memories) => {
                self.size += memories.iter().map(|memory| memory.path.len() + 64).sum::<usize>();
                match batch.owner {
                    Owner::Before => batch.parts.first_mut().map(|part| &mut part.recorded),
                    Owner::Part(at) => batch.parts.get_mut(at).map(|part| &mut part.recorded),
                    Owner::Nobody => batch.parts.get_mut(last).map(|part| &mut part.aside),
                }
                .into_iter()
                .for_each(|list| list.extend_from_slice(&memories));
            }
            Row::Calls(calls) => {
                if let Some(part) = batch.parts.get_mut(last) {
                    self.size += calls.read.iter().chain(&calls.wrote).map(String::len).sum::<usize>();
                    let touched = touched::by_calls(&calls, self.agent.as_deref());
                    for touch in &touched {
                        self.size += touch.path.len() + 128;
                        if !touch.call.is_empty() && !self.calls.contains(&touch.call) {
                            self.calls.push(touch.call.clone());
                        }
                    }
                    let over = self.calls.len().saturating_sub(CALLS);
                    self.calls.drain(..over);
                    part.touched.extend(touched);
                    if self.agent.is_some() {
                        return;
                    }
                    part.read.extend(calls.read);
                    part.wrote.extend(calls.wrote);
                }
            }
            Row::Broken => batch.broken += 1,
            Row::Saved(saved) => {
                if let Some(part) = batch.parts.get_mut(last) {
                    part.touched.extend(touched::by_client(&saved));
                }
            }
            Row::Other => {}
        }
    }
}
