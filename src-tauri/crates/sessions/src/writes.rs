//! Who wrote memories, as sessions tell it.
//!
//! Separate from `ask`, which hands out questions: these are for whoever weighs evidence, and are only what a row says.
//! Never says whether a file is what was written then.

use crate::ask::holes;
use crate::paths;
use crate::touched::{Touch, Writer};
use jiff::Timestamp;
use memdesk_memdir::row::Outcome;
use memdesk_review::origin::Deed;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use std::collections::HashSet;
use std::path::PathBuf;

/// Something that was done to a file in what looks like a memory directory (`/memory/`, `/agent-memory…/`, `.md`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Absolute path, as recorded; a relative one below the working directory.
    pub path: PathBuf,
    /// When the row was written: for a call, when it was made; 1970 if the row does not say.
    pub time: Timestamp,
    /// The session that the file is named after; of a subagent, the one that started it.
    pub session: String,
    /// The question asked last before it in that file ([`crate::Question::id`]); none for a subagent in a file of its own.
    pub question: Option<String>,
    /// Who.
    pub who: Writer,
    /// What was done. A call that was refused or went wrong is not here.
    pub deed: Deed,
    /// SHA-256 in hex of what was written, where that is told.
    pub digest: Option<String>,
    /// The client's version.
    pub version: Option<String>,
    /// It is from a `memory_saved` row, not from a call.
    pub saved: bool,
}

/// The table, for `schema`. `who`: 0 main agent, 1 subagent, 2 extractor, 3 dream; `deed`: 0 wrote, 1 removed, 2 either.
pub(crate) const TABLE: &str = "
CREATE TABLE written(
    file INTEGER NOT NULL,
    question INTEGER,
    uuid TEXT, -- of the row
    call TEXT NOT NULL,
    path TEXT NOT NULL,
    time INTEGER NOT NULL, -- milliseconds since 1970
    session TEXT, -- that the row names
    who INTEGER NOT NULL,
    agent TEXT,
    deed INTEGER NOT NULL,
    digest TEXT,
    version TEXT
);
CREATE INDEX written_file ON written(file);
";

/// Writes down what was touched in a file, after a question of it.
pub(crate) fn put(
    connection: &Connection,
    file: i64,
    question: Option<i64>,
    touches: &[Touch],
) -> rusqlite::Result<()> {
    for touch in touches {
        let (who, agent) = match &touch.who {
            Writer::MainAgent => (0, None),
            Writer::Subagent(agent) => (1, agent.as_ref()),
            Writer::Extractor => (2, None),
            Writer::Dream => (3, None),
        };
        let deed = match touch.deed {
            Deed::Wrote => 0,
            Deed::Removed => 1,
            Deed::Either => 2,
        };
        let time = touch.stamp.time.unwrap_or(Timestamp::UNIX_EPOCH).as_millisecond();
        connection
            .prepare_cached(
                "INSERT INTO written(file, question, uuid, call, path, time, session, who, agent, deed, digest, version) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute((
                file,
                question,
                &touch.stamp.id,
                &touch.call,
                &touch.path,
                time,
                &touch.stamp.session,
                who,
                agent,
                deed,
                &touch.digest,
                &touch.stamp.version,
            ))?;
    }
    Ok(())
}

/// Writes down what came of a call.
pub(crate) fn settle(
    connection: &Connection,
    file: i64,
    call: &str,
    outcome: &Outcome,
) -> rusqlite::Result<()> {
    if outcome.failed {
        connection
            .prepare_cached("DELETE FROM written WHERE file = ? AND call = ?")?
            .execute((file, call))?;
    } else if let Some(digest) = &outcome.digest {
        connection
            .prepare_cached("UPDATE written SET digest = ? WHERE file = ? AND call = ? AND deed = 0")?
            .execute((digest, file, call))?;
    }
    Ok(())
}

/// All of some directories, oldest first, each once: a copied row is that of the first session by name.
pub(crate) fn all(connection: &Connection, dirs: &[PathBuf]) -> rusqlite::Result<Vec<Written>> {
    let sql = format!(
        "SELECT w.path, w.time, f.session, w.session, q.uuid, w.who, w.agent, w.deed, w.digest, w.version, w.uuid, w.call \
         FROM written w JOIN file f ON f.id = w.file LEFT JOIN question q ON q.id = w.question \
         WHERE f.dir IN ({}) ORDER BY w.time, f.session, f.path, w.rowid",
        holes(dirs.len())
    );
    let values: Vec<Value> = paths::values(dirs).collect();
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(&values))?;
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        let one = written(row)?;
        let same: (Option<String>, String, PathBuf) = (row.get(10)?, row.get(11)?, one.path.clone());
        if same.0.is_none() || seen.insert(same) {
            out.push(one);
        }
    }
    Ok(out)
}

fn written(row: &Row<'_>) -> rusqlite::Result<Written> {
    let named: Option<String> = row.get(3)?;
    let who = match row.get(5)? {
        0 => Writer::MainAgent,
        2 => Writer::Extractor,
        3 => Writer::Dream,
        _ => Writer::Subagent(row.get(6)?),
    };
    // before 2.1 or so a subagent had a file beside the session's, named after itself
    let session = match (&who, named) {
        (Writer::Subagent(_), Some(named)) => named,
        _ => row.get(2)?,
    };
    Ok(Written {
        path: PathBuf::from(row.get::<_, String>(0)?),
        time: Timestamp::from_millisecond(row.get(1)?).unwrap_or(Timestamp::UNIX_EPOCH),
        session,
        question: row.get(4)?,
        saved: matches!(who, Writer::Extractor | Writer::Dream),
        who,
        deed: match row.get(7)? {
            0 => Deed::Wrote,
            1 => Deed::Removed,
            _ => Deed::Either,
        },
        digest: row.get(8)?,
        version: row.get(9)?,
    })
}
