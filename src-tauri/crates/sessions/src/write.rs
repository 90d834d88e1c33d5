//! Writes down what was gathered.
//!
//! Separate from `refresh` because it is the one hand: all that changes a table is here. Never decides what is read.

use crate::files::{Mark, place};
use crate::gather::{Batch, Job, Owner, Part};
use crate::paths;
use crate::words::indexed;
use crate::writes;
use jiff::Timestamp;
use memdesk_memdir::row::{Asked, Memory};
use rusqlite::{CachedStatement, Connection, OptionalExtension};
use std::collections::HashMap;
use std::path::Path;

/// What of a file is needed while its batches come in.
#[derive(Debug, Clone, Default)]
struct Open {
    id: i64,
    session: String,
    last: Option<i64>,
    owner: Option<i64>,
}

/// Writes batches, those of a file in their order.
pub(crate) struct Writing<'a> {
    connection: &'a Connection,
    question: CachedStatement<'a>,
    words: CachedStatement<'a>,
    attached: CachedStatement<'a>,
    open: HashMap<std::path::PathBuf, Open>,
}

impl<'a> Writing<'a> {
    pub(crate) fn new(connection: &'a Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            connection,
            question: connection.prepare_cached(
                "INSERT INTO question(file, uuid, time, text, cwd, version, read, wrote) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )?,
            words: connection.prepare_cached("INSERT INTO words(rowid, text) VALUES (?, ?)")?,
            attached: connection.prepare_cached(
                "INSERT INTO attached(question, aside, path, digest, mtime, lines, units) VALUES (?, ?, ?, ?, ?, ?, ?)",
            )?,
            open: HashMap::new(),
        })
    }

    /// Writes a batch down; how many questions it brought.
    pub(crate) fn write(&mut self, job: &Job, batch: Batch) -> rusqlite::Result<usize> {
        let mut file = match self.open.remove(&job.path) {
            Some(file) => file,
            None => self.file(&job.path)?,
        };
        if batch.anew {
            self.empty(&mut file)?;
        }
        let mut ids = Vec::new();
        for part in &batch.parts {
            if let Some(asked) = &part.asked {
                let id = self.question(&file, asked, part)?;
                ids.push(Some(id));
                file.last = Some(id);
                self.attach(id, &part.recorded, false)?;
                self.attach(id, &part.aside, true)?;
            } else {
                ids.push(None);
                self.go_on(&file, part)?;
            }
            writes::put(self.connection, file.id, file.last, &part.touched)?;
            for (call, outcome) in &part.settled {
                writes::settle(self.connection, file.id, call, outcome)?;
            }
        }
        match batch.owner {
            Owner::Before => {}
            Owner::Part(at) => file.owner = ids.get(at).copied().flatten(),
            Owner::Nobody => file.owner = None,
        }
        if batch.broken > 0 {
            let broken = i64::try_from(batch.broken).unwrap_or(i64::MAX);
            self.connection
                .prepare_cached("UPDATE file SET broken = broken + ? WHERE id = ?")?
                .execute((broken, file.id))?;
        }
        match batch.end {
            None => {
                self.open.insert(job.path.clone(), file);
            }
            Some(Ok(mark)) => self.close(&file, &mark, &batch.calls)?,
            Some(Err(error)) => {
                // what was read of it before cannot be gone on with; once it can be read, it is read anew
                self.empty(&mut file)?;
                odd(self.connection, &job.path, &error)?;
                return Ok(0);
            }
        }
        Ok(ids.iter().flatten().count())
    }

    /// The row of a file, made if need be.
    fn file(&self, path: &Path) -> rusqlite::Result<Open> {
        let (dir, session) = place(path);
        let found = self
            .connection
            .prepare_cached("SELECT id, last, owner FROM file WHERE path = ?")?
            .query_row([paths::value(path)], |row| {
                Ok(Open { id: row.get(0)?, last: row.get(1)?, owner: row.get(2)?, session: session.clone() })
            })
            .optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        self.connection
            .prepare_cached("INSERT INTO file(path, dir, session) VALUES (?, ?, ?)")?
            .execute((paths::value(path), paths::value(&dir), &session))?;
        Ok(Open { id: self.connection.last_insert_rowid(), session, ..Open::default() })
    }

    fn empty(&self, file: &mut Open) -> rusqlite::Result<()> {
        questions_go(self.connection, file.id)?;
        self.connection.prepare_cached("UPDATE file SET broken = 0 WHERE id = ?")?.execute([file.id])?;
        (file.last, file.owner) = (None, None);
        Ok(())
    }

    fn question(&mut self, file: &Open, asked: &Asked, part: &Part) -> rusqlite::Result<i64> {
        let uuid = asked.id.clone().unwrap_or_else(|| format!("{}@{}", file.session, part.offset));
        let time = asked.time.unwrap_or(Timestamp::UNIX_EPOCH).as_millisecond();
        self.question.execute((
            file.id,
            uuid,
            time,
            &asked.text,
            &asked.cwd,
            &asked.version,
            list(&part.read),
            list(&part.wrote),
        ))?;
        let id = self.connection.last_insert_rowid();
        self.words.execute((id, indexed(&asked.text)))?;
        Ok(id)
    }

    fn attach(&mut self, question: i64, memories: &[Memory], aside: bool) -> rusqlite::Result<()> {
        for memory in memories {
            let lines = memory.limit.map(|lines| i64::try_from(lines).unwrap_or(i64::MAX));
            let units = i64::try_from(memory.units).unwrap_or(i64::MAX);
            self.attached.execute((
                question,
                aside,
                &memory.path,
                &memory.digest,
                memory.mtime_ms,
                lines,
                units,
            ))?;
        }
        Ok(())
    }

    /// Adds to the questions that were there before the batch. What comes before any question is of no interest.
    fn go_on(&mut self, file: &Open, part: &Part) -> rusqlite::Result<()> {
        let Some(last) = file.last else { return Ok(()) };
        if let Some(owner) = file.owner {
            self.attach(owner, &part.recorded, false)?;
        }
        self.attach(last, &part.aside, true)?;
        for (column, more) in [("read", &part.read), ("wrote", &part.wrote)] {
            if more.is_empty() {
                continue;
            }
            let sql = format!("SELECT {column} FROM question WHERE id = ?");
            let before: String = self.connection.prepare_cached(&sql)?.query_row([last], |row| row.get(0))?;
            let mut all: Vec<String> = serde_json::from_str(&before).unwrap_or_default();
            all.extend_from_slice(more);
            let sql = format!("UPDATE question SET {column} = ? WHERE id = ?");
            self.connection.prepare_cached(&sql)?.execute((list(&all), last))?;
        }
        Ok(())
    }

    fn close(&self, file: &Open, mark: &Mark, calls: &[String]) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE file SET size = ?, mtime = ?, inode = ?, device = ?, offset = ?, digest = ?, open_end = ?, \
                 last = ?, owner = ?, calls = ?, error = NULL WHERE id = ?",
            )?
            .execute((
                mark.stat.size.map(u64::cast_signed),
                mark.stat.mtime,
                mark.stat.inode.cast_signed(),
                mark.stat.device.cast_signed(),
                mark.offset.cast_signed(),
                &mark.digest,
                mark.open_end,
                file.last,
                file.owner,
                list(calls),
                file.id,
            ))?;
        Ok(())
    }
}

fn list(paths: &[String]) -> String {
    serde_json::to_string(paths).unwrap_or_else(|_| String::from("[]"))
}

/// Takes files out, with all that was found in them.
pub(crate) fn forget(connection: &Connection, files: &[i64]) -> rusqlite::Result<()> {
    for file in files {
        questions_go(connection, *file)?;
        connection.prepare_cached("DELETE FROM file WHERE id = ?")?.execute([file])?;
    }
    Ok(())
}

fn questions_go(connection: &Connection, file: i64) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM words WHERE rowid IN (SELECT id FROM question WHERE file = ?)",
        "DELETE FROM attached WHERE question IN (SELECT id FROM question WHERE file = ?)",
        "DELETE FROM question WHERE file = ?",
        "DELETE FROM written WHERE file = ?",
    ] {
        connection.prepare_cached(sql)?.execute([file])?;
    }
    Ok(())
}

/// Notes a file that cannot be read. It is tried again when the file system says something else of it.
pub(crate) fn odd(connection: &Connection, path: &Path, error: &str) -> rusqlite::Result<()> {
    let (dir, session) = place(path);
    connection
        .prepare_cached(
            "INSERT INTO file(path, dir, session, error) VALUES (?1, ?2, ?3, ?4) ON CONFLICT(path) DO UPDATE SET \
             size = NULL, mtime = NULL, offset = 0, digest = '', open_end = 0, last = NULL, owner = NULL, calls = '[]', error = ?4",
        )?
        .execute((paths::value(path), paths::value(&dir), session, error))?;
    Ok(())
}
