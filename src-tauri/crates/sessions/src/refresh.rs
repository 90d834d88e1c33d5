//! Brings the cache up to the session files: which have to be read, by several hands, and written down by one.
//!
//! Separate from `gather`, which reads a file. Everything is one transaction, so that others see a whole state and a
//! refresh that dies leaves the one before. Never counts an odd file as an error.

use crate::ask::holes;
use crate::files::{self, Mark, Stat};
use crate::gather::{Batch, Job, gather};
use crate::paths;
use crate::question::{Progress, ReadState, Refreshed};
use crate::schema::{BY_UUID, PATIENCE};
use crate::write;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, Row, Transaction, TransactionBehavior, params_from_iter};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Batches that may wait to be written down.
const WAITING: usize = 16;
/// While another process reads, the person is asked so often whether to go on waiting.
const TURN: Duration = Duration::from_millis(100);

/// So many bytes to read are [`Much`].
const MUCH: u64 = 16 * 1024 * 1024;
/// What SQLite may then hold of the database, in its own measure: KiB, below zero. And what it holds otherwise.
const HELD: i64 = -64 * 1024;
const USUAL_HELD: i64 = -2_000;
/// Pages in the journal from which on SQLite moves them by itself.
const USUAL_JOURNAL: i64 = 1_000;

/// What is to be done.
#[derive(Default)]
struct Agenda {
    /// To be read, the largest first.
    jobs: Vec<Job>,
    /// Bytes to read.
    total: u64,
    /// Known, but not there any more.
    gone: Vec<i64>,
    /// There, but not to be read, and why.
    odd: Vec<(PathBuf, String)>,
    /// Directories that could not be listed, and why.
    closed: Vec<(PathBuf, String)>,
}

impl Agenda {
    fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.gone.is_empty() && self.odd.is_empty()
    }
}

/// A file as it is known.
struct Known {
    id: i64,
    mark: Mark,
    owned: bool,
    calls: Vec<String>,
    error: Option<String>,
}

/// See [`crate::Cache::refresh`].
pub(crate) fn refresh(
    connection: &Connection,
    dirs: &[PathBuf],
    tell: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> rusqlite::Result<Refreshed> {
    let mut done = Refreshed::default();
    let mut agenda = plan(connection, dirs)?;
    if !agenda.is_empty() {
        match begin(connection, agenda.total, tell)? {
            None => done.stopped = true,
            Some(transaction) => {
                // another process may have read them meanwhile
                agenda = plan(&transaction, dirs)?;
                write::forget(&transaction, &agenda.gone)?;
                for (path, error) in &agenda.odd {
                    write::odd(&transaction, path, error)?;
                }
                let much = Much::of(&transaction, agenda.total)?;
                read(&transaction, &agenda, tell, &mut done)?;
                much.all_there(&transaction)?;
                transaction.commit()?;
                much.over(connection)?;
            }
        }
    }
    let state = totals(connection, dirs)?;
    done.files = state.files;
    done.broken_rows = state.broken_rows;
    done.unreadable = agenda.closed;
    done.unreadable.extend(state.unreadable);
    Ok(done)
}

/// See [`crate::Cache::read_state`].
pub(crate) fn state(connection: &Connection, dirs: &[PathBuf]) -> rusqlite::Result<ReadState> {
    let agenda = plan(connection, dirs)?;
    let mut state = totals(connection, dirs)?;
    state.behind = !agenda.is_empty();
    state.unreadable.splice(0..0, agenda.closed);
    Ok(state)
}

fn totals(connection: &Connection, dirs: &[PathBuf]) -> rusqlite::Result<ReadState> {
    let sql =
        format!("SELECT path, broken, error FROM file WHERE dir IN ({}) ORDER BY path", holes(dirs.len()));
    let mut state = ReadState::default();
    let mut statement = connection.prepare_cached(&sql)?;
    let values: Vec<Value> = paths::values(dirs).collect();
    let mut rows = statement.query(params_from_iter(&values))?;
    while let Some(row) = rows.next()? {
        let path = paths::path(row.get(0)?);
        state.files += usize::from(files::agent(&path).is_none());
        state.broken_rows += usize::try_from(row.get::<_, i64>(1)?).unwrap_or(0);
        if let Some(error) = row.get::<_, Option<String>>(2)? {
            state.unreadable.push((path, error));
        }
    }
    Ok(state)
}

/// Compares what is on the disk with what is known.
fn plan(connection: &Connection, dirs: &[PathBuf]) -> rusqlite::Result<Agenda> {
    let mut known = known(connection, dirs)?;
    let mut agenda = Agenda::default();
    for (number, dir) in dirs.iter().enumerate() {
        if dirs.iter().take(number).any(|before| before == dir) {
            continue;
        }
        let listed = match files::list(dir) {
            Ok(listed) => listed,
            Err(error) => {
                known.retain(|path, _| files::place(path).0 != *dir);
                agenda.closed.push((dir.clone(), error.to_string()));
                continue;
            }
        };
        for (path, stat) in listed.into_iter().chain(files::of_subagents(dir)) {
            let before = known.remove(&path);
            match (stat, before) {
                (Err(error), before) => {
                    let error = error.to_string();
                    if before.as_ref().and_then(|known| known.error.as_ref()) != Some(&error) {
                        agenda.gone.extend(before.map(|known| known.id));
                        agenda.odd.push((path, error));
                    }
                }
                (Ok(stat), Some(before)) if before.mark.stat == stat => {}
                // one that could not be opened is tried again, but not written down again
                (Ok(_), Some(before)) if before.error.is_some() && before.error == refused(&path) => {}
                (Ok(stat), before) => {
                    let from = before.as_ref().map_or(0, |known| known.mark.offset);
                    let size = stat.size.unwrap_or(0);
                    agenda.total += if size >= from { size - from } else { size };
                    let owned = before.as_ref().is_some_and(|known| known.owned);
                    let (agent, mut calls) = (files::agent(&path), Vec::new());
                    let known = before.map(|known| {
                        calls = known.calls;
                        known.mark
                    });
                    agenda.jobs.push(Job { path, known, owned, calls, agent, size });
                }
            }
        }
    }
    agenda.gone.extend(known.into_values().map(|known| known.id));
    agenda.jobs.sort_by(|a, b| b.size.cmp(&a.size).then_with(|| a.path.cmp(&b.path)));
    Ok(agenda)
}

/// Why a file cannot be opened, if it cannot.
fn refused(path: &Path) -> Option<String> {
    files::open_regular(path).err().map(|error| error.to_string())
}

fn known(connection: &Connection, dirs: &[PathBuf]) -> rusqlite::Result<HashMap<PathBuf, Known>> {
    let sql = format!(
        "SELECT path, id, size, mtime, inode, device, offset, digest, open_end, error, owner IS NOT NULL, calls FROM file WHERE dir IN ({})",
        holes(dirs.len())
    );
    let values: Vec<Value> = paths::values(dirs).collect();
    connection.prepare_cached(&sql)?.query_map(params_from_iter(&values), one_known)?.collect()
}

fn one_known(row: &Row<'_>) -> rusqlite::Result<(PathBuf, Known)> {
    let number = |at: usize| row.get::<_, Option<i64>>(at);
    let stat = Stat {
        size: number(2)?.map(i64::cast_unsigned),
        mtime: number(3)?.unwrap_or(-1),
        inode: number(4)?.map_or(0, i64::cast_unsigned),
        device: number(5)?.map_or(0, i64::cast_unsigned),
    };
    let mark = Mark {
        stat,
        offset: number(6)?.map_or(0, i64::cast_unsigned),
        digest: row.get(7)?,
        open_end: row.get(8)?,
    };
    let calls = serde_json::from_str(&row.get::<_, String>(11)?).unwrap_or_default();
    let known = Known { id: row.get(1)?, mark, owned: row.get(10)?, calls, error: row.get(9)? };
    Ok((paths::path(row.get(0)?), known))
}

/// The right to write, or none when the person would rather not wait for it.
fn begin<'a>(
    connection: &'a Connection,
    total: u64,
    tell: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> rusqlite::Result<Option<Transaction<'a>>> {
    connection.busy_timeout(TURN)?;
    let begun = loop {
        match Transaction::new_unchecked(connection, TransactionBehavior::Immediate) {
            Ok(transaction) => break Ok(Some(transaction)),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                if tell(Progress { done: 0, total }).is_break() {
                    break Ok(None);
                }
            }
            Err(error) => break Err(error),
        }
    };
    connection.busy_timeout(PATIENCE)?;
    begun
}

/// More is read than a talk that goes on: what is found is held in memory until it is all there, and its way from the
/// database's journal into its file is left to the next refresh, or to the end of the program. It can be searched before.
struct Much {
    is_much: bool,
    /// There was no question before: an index is made once all are there.
    first: bool,
}

impl Much {
    fn of(transaction: &Transaction<'_>, bytes: u64) -> rusqlite::Result<Self> {
        let is_much = bytes >= MUCH;
        let first = is_much && !transaction.prepare("SELECT id FROM question LIMIT 1")?.exists([])?;
        if is_much {
            transaction.pragma_update(None, "cache_size", HELD)?;
            transaction.pragma_update(None, "wal_autocheckpoint", 0)?;
        }
        if first {
            transaction.execute_batch("DROP INDEX question_uuid")?;
        }
        Ok(Self { is_much, first })
    }

    fn all_there(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        if self.first { transaction.execute_batch(BY_UUID) } else { Ok(()) }
    }

    fn over(&self, connection: &Connection) -> rusqlite::Result<()> {
        if self.is_much {
            connection.pragma_update(None, "cache_size", USUAL_HELD)?;
            connection.pragma_update(None, "wal_autocheckpoint", USUAL_JOURNAL)?;
            connection.execute_batch("PRAGMA shrink_memory")?;
        }
        Ok(())
    }
}

/// Reads the files side by side and writes down what is found.
fn read(
    transaction: &Transaction<'_>,
    agenda: &Agenda,
    tell: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    done: &mut Refreshed,
) -> rusqlite::Result<()> {
    let hands = std::thread::available_parallelism().map_or(1, usize::from).min(agenda.jobs.len());
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel::<(usize, Batch)>(WAITING);
    std::thread::scope(|scope| {
        for _ in 0..hands {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut buffer = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = agenda.jobs.get(at) else { return };
                    gather(job, &mut buffer, stop, &mut |batch| sender.send((at, batch)).is_ok());
                }
            });
        }
        drop(sender);
        let mut progress = Progress { done: 0, total: agenda.total };
        let mut writing = write::Writing::new(transaction)?;
        for (at, batch) in receiver {
            let Some(job) = agenda.jobs.get(at) else { continue };
            progress.done += batch.bytes;
            // an error drops the receiver: the hands find nobody to give to, and end
            done.new_questions += writing.write(job, batch)?;
            if tell(progress).is_break() {
                stop.store(true, Ordering::Relaxed);
                done.stopped = true;
            }
        }
        Ok(())
    })
}
