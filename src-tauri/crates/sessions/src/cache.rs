//! The questions of all sessions, kept so that only what is new has to be read.
//!
//! Separate because it is the whole of this room that others call about questions; the parts behind it (`refresh` writes,
//! `ask` reads) are not seen. Never the only place of anything: the file can be thrown away at any time.

use crate::error::CacheError;
use crate::question::{Filter, Page, Progress, Question, ReadState, Refreshed, Turn};
use crate::talk::{self, Quote};
use crate::writes::{self, Written};
use crate::{ask, refresh, schema};
use rusqlite::Connection;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many questions are fetched at once by [`Cache::each`].
const AT_ONCE: usize = 256;

/// Past questions, in a file or in memory. Can be shared between threads; while one refreshes, others still read what was
/// there before. Several processes can use one file.
pub struct Cache {
    file: Option<PathBuf>,
    writer: Mutex<Connection>,
    /// None in memory, where there is only one connection.
    reader: Option<Mutex<Connection>>,
}

impl Cache {
    /// Opens the cache in `file`; its directory is made if need be. A broken file, or one of another version, is made anew.
    ///
    /// # Errors
    /// When the file can be neither used nor made anew.
    pub fn open(file: &Path) -> Result<Self, CacheError> {
        let writer = Mutex::new(schema::open(file)?);
        let reader = Some(Mutex::new(schema::open(file)?));
        Ok(Self { file: Some(file.to_owned()), writer, reader })
    }

    /// A cache that writes nothing and is gone with the program.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self { file: None, writer: Mutex::new(schema::in_memory()?), reader: None })
    }

    /// Reads what is new in the session files directly in `dirs` (`<root>/projects/<slug>`), and forgets those that are
    /// gone. Directories not named are left as they are. `tell` is called as it goes on; on `Break` it stops, and what was
    /// read stays. Odd files are in [`Refreshed::unreadable`].
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn refresh(
        &self,
        dirs: &[PathBuf],
        tell: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Refreshed, CacheError> {
        let mut writer = held(&self.writer);
        let first = refresh::refresh(&writer, dirs, tell).map_err(|source| self.failed(source));
        match (first, &self.file) {
            (Err(error), Some(file)) if error.is_broken_file() => {
                // found only now; both connections still have the old one open
                schema::remove(file)?;
                *writer = schema::open(file)?;
                if let Some(reader) = &self.reader {
                    *held(reader) = schema::open(file)?;
                }
                refresh::refresh(&writer, dirs, tell).map_err(|source| self.failed(source))
            }
            (other, _) => other,
        }
    }

    /// What is known of the session files in `dirs`, and whether a refresh would find something. Reads no file.
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn read_state(&self, dirs: &[PathBuf]) -> Result<ReadState, CacheError> {
        self.read(|connection| refresh::state(connection, dirs))
    }

    /// The questions that match, newest first.
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn questions(&self, dirs: &[PathBuf], filter: &Filter) -> Result<Page, CacheError> {
        self.read(|connection| ask::page(connection, dirs, filter))
    }

    /// One question, by its [`Question::id`].
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn question(&self, dirs: &[PathBuf], id: &str) -> Result<Option<Question>, CacheError> {
        self.read(|connection| ask::one(connection, dirs, id))
    }

    /// Every turn of a session, oldest first, those included that it took over from another.
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn session(&self, dirs: &[PathBuf], session: &str) -> Result<Vec<Turn>, CacheError> {
        self.read(|connection| ask::turns(connection, dirs, session))
    }

    /// What agents and the client did to memories, as the sessions of these directories and their subagents tell, oldest
    /// first.
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn writes(&self, dirs: &[PathBuf]) -> Result<Vec<Written>, CacheError> {
        self.read(|connection| writes::all(connection, dirs))
    }

    /// What was said around a question of a session, or around its last one: a few quotes before it, and what
    /// followed. Empty when there is none.
    ///
    /// # Errors
    /// Those of the cache itself, and when the session's file cannot be read.
    pub fn conversation(
        &self,
        dirs: &[PathBuf],
        session: &str,
        around: Option<&str>,
    ) -> Result<Vec<Quote>, CacheError> {
        let turns = self.session(dirs, session)?;
        let found = turns.into_iter().rfind(|turn| around.is_none_or(|id| turn.question.id == id));
        let Some(turn) = found else { return Ok(Vec::new()) };
        talk::conversation(&turn.question).map_err(|error| CacheError::disk(&turn.question.file, error))
    }

    /// Calls `take` with every question, oldest first, until it says `Break`. It may use the cache itself.
    ///
    /// # Errors
    /// Those of the cache itself.
    pub fn each(
        &self,
        dirs: &[PathBuf],
        take: &mut dyn FnMut(Question) -> ControlFlow<()>,
    ) -> Result<(), CacheError> {
        let ids = self.read(|connection| ask::oldest_first(connection, dirs))?;
        for some in ids.chunks(AT_ONCE) {
            for question in self.read(|connection| ask::load(connection, some))? {
                if take(question).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn read<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, CacheError> {
        let connection = held(self.reader.as_ref().unwrap_or(&self.writer));
        ask(&connection).map_err(|source| self.failed(source))
    }

    fn failed(&self, source: rusqlite::Error) -> CacheError {
        CacheError::Database { file: self.file.clone(), source }
    }
}

/// The connection; a panic elsewhere has left no transaction open, since one is rolled back when it is dropped.
fn held(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
