//! Questions out of the cache.
//!
//! Separate from `refresh`, which puts them in. A question that stands in several files (a copied session, one session
//! under two directories) is one: the one in the first session by name. Never writes.

use crate::paths;
use crate::question::{Attached, Filter, Page, Question, Turn};
use crate::words::Search;
use jiff::Timestamp;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use std::path::PathBuf;

/// A question by its place in the cache; as it is looked up.
pub(crate) type Key = i64;

/// The questions of some directories, each once.
struct Here {
    sql: String,
    values: Vec<Value>,
}

impl Here {
    fn new(dirs: &[PathBuf]) -> Self {
        Self {
            sql: format!(
                "SELECT q.id, q.uuid, q.time, f.session FROM question q JOIN file f ON f.id = q.file \
                 WHERE f.dir IN ({holes}) AND NOT EXISTS (SELECT 1 FROM question o JOIN file g ON g.id = o.file \
                 WHERE o.uuid = q.uuid AND o.id <> q.id AND g.dir IN ({holes}) \
                 AND (g.session, g.path, o.id) < (f.session, f.path, q.id))",
                holes = holes(dirs.len())
            ),
            values: paths::values(dirs).chain(paths::values(dirs)).collect(),
        }
    }
}

/// `?,?,?`
pub(crate) fn holes(count: usize) -> String {
    vec!["?"; count].join(",")
}

/// Some of the questions that match, newest first.
pub(crate) fn page(connection: &Connection, dirs: &[PathBuf], filter: &Filter) -> rusqlite::Result<Page> {
    let here = Here::new(dirs);
    let (total, sessions): (i64, i64) = connection.query_row(
        &format!("SELECT count(*), count(DISTINCT session) FROM ({})", here.sql),
        params_from_iter(&here.values),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let search = Search::new(&filter.search);
    let ids = matching(connection, here, filter, &search)?;
    let some: Vec<Key> = ids.iter().skip(filter.offset).take(filter.limit).copied().collect();
    let mut questions = load(connection, &some)?;
    if !filter.search.is_empty() {
        for question in &mut questions {
            question.found = search.places(&question.text);
        }
    }
    let count = |number: i64| usize::try_from(number).unwrap_or(0);
    Ok(Page { questions, matches: ids.len(), total: count(total), sessions: count(sessions) })
}

fn matching(
    connection: &Connection,
    here: Here,
    filter: &Filter,
    search: &Search,
) -> rusqlite::Result<Vec<Key>> {
    let Here { sql, mut values } = here;
    let mut sql = format!("SELECT id FROM ({sql}) WHERE 1");
    let mut also = |condition: &str, value: Option<Value>| {
        sql.push_str(" AND ");
        sql.push_str(condition);
        values.extend(value);
    };
    if let Some(session) = &filter.session {
        also("session = ?", Some(Value::Text(session.clone())));
    }
    if let Some(from) = filter.from {
        also("time >= ?", Some(Value::Integer(from.as_millisecond())));
    }
    if let Some(to) = filter.to {
        also("time < ?", Some(Value::Integer(to.as_millisecond())));
    }
    if filter.nothing {
        also("NOT EXISTS (SELECT 1 FROM attached WHERE question = id AND NOT aside)", None);
    }
    if let Some(expression) = search.expression() {
        also("id IN (SELECT rowid FROM words WHERE words MATCH ?)", Some(Value::Text(expression)));
    }
    for literal in search.literals() {
        let literal = Value::Text(literal.clone());
        also("id IN (SELECT id FROM question WHERE instr(text, ?) > 0)", Some(literal));
    }
    sql.push_str(" ORDER BY time DESC, id DESC");
    keys(connection, &sql, &values)
}

fn keys(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<Key>> {
    connection.prepare_cached(sql)?.query_map(params_from_iter(values), |row| row.get(0))?.collect()
}

/// All, oldest first.
pub(crate) fn oldest_first(connection: &Connection, dirs: &[PathBuf]) -> rusqlite::Result<Vec<Key>> {
    let Here { sql, values } = Here::new(dirs);
    keys(connection, &format!("SELECT id FROM ({sql}) ORDER BY time, id"), &values)
}

/// One by its uuid.
pub(crate) fn one(connection: &Connection, dirs: &[PathBuf], id: &str) -> rusqlite::Result<Option<Question>> {
    let Here { sql, mut values } = Here::new(dirs);
    values.push(Value::Text(id.to_owned()));
    let ids =
        keys(connection, &format!("SELECT id FROM ({sql}) WHERE uuid = ? ORDER BY id LIMIT 1"), &values)?;
    Ok(load(connection, &ids)?.into_iter().next())
}

/// All turns of a session, oldest first. One that was copied here stands here too.
pub(crate) fn turns(connection: &Connection, dirs: &[PathBuf], session: &str) -> rusqlite::Result<Vec<Turn>> {
    let sql = format!(
        "SELECT id FROM (SELECT q.id, q.time, row_number() OVER (PARTITION BY q.uuid ORDER BY f.path, q.id) AS copy \
         FROM question q JOIN file f ON f.id = q.file WHERE f.session = ? AND f.dir IN ({})) \
         WHERE copy = 1 ORDER BY time, id",
        holes(dirs.len())
    );
    let values: Vec<Value> =
        std::iter::once(Value::Text(session.to_owned())).chain(paths::values(dirs)).collect();
    let ids = keys(connection, &sql, &values)?;
    let mut calls = connection.prepare_cached("SELECT read, wrote FROM question WHERE id = ?")?;
    let mut turns = Vec::new();
    for (id, question) in ids.iter().zip(load(connection, &ids)?) {
        let (read, wrote): (String, String) = calls.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let under = |list: String| {
            let list: Vec<String> = serde_json::from_str(&list).unwrap_or_default();
            let cwd = question.cwd.clone().unwrap_or_default();
            list.into_iter().map(|path| cwd.join(path)).collect()
        };
        let (read, wrote) = (under(read), under(wrote));
        turns.push(Turn { read, wrote, aside: attached(connection, *id, true)?, question });
    }
    Ok(turns)
}

/// These questions, in this order. One that has gone meanwhile is left out.
pub(crate) fn load(connection: &Connection, ids: &[Key]) -> rusqlite::Result<Vec<Question>> {
    let mut one = connection.prepare_cached(
        "SELECT q.uuid, f.session, f.path, q.time, q.text, q.cwd, q.version \
         FROM question q JOIN file f ON f.id = q.file WHERE q.id = ?",
    )?;
    let mut questions = Vec::with_capacity(ids.len());
    for id in ids {
        for question in one.query_map([id], question)? {
            questions.push(Question { recorded: attached(connection, *id, false)?, ..question? });
        }
    }
    Ok(questions)
}

fn question(row: &Row<'_>) -> rusqlite::Result<Question> {
    Ok(Question {
        id: row.get(0)?,
        session: row.get(1)?,
        file: paths::path(row.get(2)?),
        time: Timestamp::from_millisecond(row.get(3)?).unwrap_or(Timestamp::UNIX_EPOCH),
        text: row.get(4)?,
        cwd: row.get::<_, Option<String>>(5)?.map(PathBuf::from),
        version: row.get(6)?,
        recorded: Vec::new(),
        found: Vec::new(),
    })
}

fn attached(connection: &Connection, id: Key, aside: bool) -> rusqlite::Result<Vec<Attached>> {
    connection
        .prepare_cached(
            "SELECT path, digest, mtime, lines, units FROM attached WHERE question = ? AND aside = ? ORDER BY rowid",
        )?
        .query_map((id, aside), |row| {
            Ok(Attached {
                path: PathBuf::from(row.get::<_, String>(0)?),
                digest: row.get(1)?,
                mtime_ms: row.get(2)?,
                limit: row.get::<_, Option<i64>>(3)?.and_then(|lines| u64::try_from(lines).ok()),
                units: usize::try_from(row.get::<_, i64>(4)?).unwrap_or(usize::MAX),
            })
        })?
        .collect()
}
