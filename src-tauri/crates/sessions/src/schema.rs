//! The cache's file: its tables, and how one that is broken or of another version is made anew.
//!
//! Separate because it is the one place in this room that writes to the disk by itself, and only this file: all that is in
//! it can be read again from the session files.

use crate::error::CacheError;
use crate::writes;
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Of the tables below. One more whenever they, or what is found in a row, change.
const VERSION: i64 = 4;
/// How long a statement waits for another process. The long wait, for one that is reading files, is `refresh`'s own.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a page of a new file. A question takes several hundred, and a first reading writes thousands at once.
const PAGE: i64 = 16 * 1024;

const TABLES: &str = "
CREATE TABLE file(
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    dir BLOB NOT NULL,
    session TEXT NOT NULL,
    size INTEGER, mtime INTEGER, inode INTEGER, device INTEGER, -- size: NULL when it was not read to its end
    offset INTEGER NOT NULL DEFAULT 0,
    digest TEXT NOT NULL DEFAULT '',
    open_end INTEGER NOT NULL DEFAULT 0,
    broken INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    calls TEXT NOT NULL DEFAULT '[]', -- JSON list: calls that concern memory of which it is not known what came
    last INTEGER, -- the last question in it
    owner INTEGER -- the question to which memories belong that are attached next
);
CREATE INDEX file_dir ON file(dir);
CREATE TABLE question(
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    uuid TEXT NOT NULL,
    time INTEGER NOT NULL, -- milliseconds since 1970
    text TEXT NOT NULL,
    cwd TEXT, version TEXT,
    read TEXT NOT NULL DEFAULT '[]', wrote TEXT NOT NULL DEFAULT '[]' -- JSON lists
);
CREATE INDEX question_file ON question(file);
CREATE TABLE attached(
    question INTEGER NOT NULL,
    aside INTEGER NOT NULL,
    path TEXT NOT NULL,
    digest TEXT NOT NULL,
    mtime INTEGER, lines INTEGER, units INTEGER NOT NULL
);
CREATE INDEX attached_question ON attached(question);
-- the words come taken apart and folded (`words`), so that the tokenizer only has to split at spaces
CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='ascii');
";

/// Apart, because its order is that of chance: for many questions at once it is quicker made at the end.
pub(crate) const BY_UUID: &str = "CREATE INDEX question_uuid ON question(uuid);";

/// Opens the cache's file, with its directory. A broken one, or one of another version, is made anew.
pub(crate) fn open(file: &Path) -> Result<Connection, CacheError> {
    if let Some(dir) = file.parent() {
        std::fs::create_dir_all(dir).map_err(|error| CacheError::disk(dir, error))?;
    }
    match attempt(file) {
        Ok(Some(connection)) => return Ok(connection),
        Ok(None) => {}
        Err(error) if error.is_broken_file() => {}
        Err(error) => return Err(error),
    }
    remove(file)?;
    let other =
        || rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY), None);
    attempt(file)?.ok_or_else(|| failed(file)(other()))
}

/// Takes the file away, with what the database keeps beside it.
pub(crate) fn remove(file: &Path) -> Result<(), CacheError> {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut path = file.as_os_str().to_owned();
        path.push(end);
        let path = PathBuf::from(path);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(CacheError::disk(&path, error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A cache that is gone with the program.
pub(crate) fn in_memory() -> Result<Connection, CacheError> {
    let make = || {
        let mut connection = Connection::open_in_memory()?;
        prepare(&mut connection)?;
        Ok(connection)
    };
    make().map_err(|source| CacheError::Database { file: None, source })
}

fn failed(file: &Path) -> impl Fn(rusqlite::Error) -> CacheError + '_ {
    |source| CacheError::Database { file: Some(file.to_owned()), source }
}

/// Opens what is there; none if it is of another version.
fn attempt(file: &Path) -> Result<Option<Connection>, CacheError> {
    let mut connection = Connection::open(file).map_err(failed(file))?;
    let ours = prepare(&mut connection).map_err(failed(file))?;
    Ok(ours.then_some(connection))
}

/// Makes the tables where there are none; false where there are others.
fn prepare(connection: &mut Connection) -> rusqlite::Result<bool> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    let may_write = !connection.is_readonly("main")?;
    if may_write {
        // a file that is only being made need not survive a loss of power: one that is not whole is made anew
        connection.pragma_update(None, "synchronous", "OFF")?;
        connection.pragma_update(None, "page_size", PAGE)?;
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    }
    if version(connection)? == 0 {
        // two processes may come here at once: the second finds the tables when it is let in
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let tables: i64 =
            transaction.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        if version(&transaction)? == 0 {
            if tables > 0 {
                return Ok(false);
            }
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(BY_UUID)?;
            transaction.execute_batch(writes::TABLE)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
    }
    if may_write {
        connection.pragma_update(None, "synchronous", "NORMAL")?;
    }
    if version(connection)? != VERSION {
        return Ok(false);
    }
    // that they are there, and that their first pages are whole
    connection.query_row("SELECT count(*) FROM file", [], |_| Ok(()))?;
    for table in ["question", "attached", "words", "written"] {
        let mut any = connection.prepare(&format!("SELECT rowid FROM {table} LIMIT 1"))?;
        any.exists([])?;
    }
    Ok(true)
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
