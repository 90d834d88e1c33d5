//! What `--json` prints: shapes that programs may rely on, apart from the window's wire types.
//!
//! Paths of stores are absolute here, topics relative to their store; times ISO 8601 in UTC.

use memdesk_desk::view::{EntryView, IndexView, StoreSummary, TopicRow};
use memdesk_memdir::index::{Cut, Loaded};
use memdesk_review::Problem;
use serde::Serialize;
use std::path::Path;

/// `memdesk stores`.
#[derive(Serialize)]
pub(crate) struct Store {
    id: String,
    scope: String,
    dir: String,
    project: Option<String>,
    slug: Option<String>,
    topics: usize,
    bytes: usize,
    index: IndexSize,
    unreviewed: usize,
    problems: usize,
    modified: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    collision: Vec<String>,
    state: memdesk_desk::view::StoreState,
}

#[derive(Serialize)]
struct IndexSize {
    lines: usize,
    utf16: usize,
    cut: bool,
}

impl Store {
    pub(crate) fn new(summary: &StoreSummary, dir: &Path, project: Option<&Path>) -> Store {
        Store {
            id: summary.id.clone(),
            scope: word(&summary.scope),
            dir: dir.display().to_string(),
            project: project.map(|path| path.display().to_string()),
            slug: summary.slug.clone(),
            topics: summary.topics,
            bytes: summary.bytes,
            index: IndexSize {
                lines: summary.meter.lines,
                utf16: summary.meter.utf16,
                cut: summary.meter.cut,
            },
            unreviewed: summary.unreviewed,
            problems: summary.problems,
            modified: summary.modified.clone(),
            collision: summary.collision.clone(),
            state: summary.state.clone(),
        }
    }
}

/// `memdesk index`.
#[derive(Serialize)]
pub(crate) struct Index {
    loaded: bool,
    kept: String,
    kept_utf16: usize,
    cut: Option<Cut>,
    entries: Vec<Entry>,
    orphans: Vec<String>,
}

#[derive(Serialize)]
struct Entry {
    line: usize,
    title: String,
    target: String,
    hook: String,
    state: String,
}

impl Index {
    pub(crate) fn new(view: IndexView, loaded: Loaded) -> Index {
        let entries = view.entries.into_iter().filter_map(entry).collect();
        Index {
            loaded: loaded.loaded,
            kept: loaded.kept,
            kept_utf16: loaded.kept_utf16,
            cut: loaded.cut,
            entries,
            orphans: view.orphans.into_iter().map(|orphan| orphan.path).collect(),
        }
    }
}

/// Entries that point at a memory; headings and links out of the store are none.
fn entry(entry: EntryView) -> Option<Entry> {
    let target = entry.target?;
    matches!(entry.state.as_str(), "loaded" | "cut" | "dangling").then_some(Entry {
        line: entry.line,
        title: entry.title,
        target,
        hook: entry.hook,
        state: entry.state,
    })
}

/// `memdesk topics`.
#[derive(Serialize)]
pub(crate) struct Topic {
    path: String,
    name: Option<String>,
    description: Option<String>,
    #[serde(rename = "type")]
    topic_type: Option<String>,
    mtime: String,
    bytes: usize,
    listed: bool,
    origin: String,
    reviewed: bool,
    problems: Vec<Finding>,
}

impl Topic {
    pub(crate) fn new(row: TopicRow) -> Topic {
        Topic {
            path: row.path,
            name: row.name,
            description: row.description,
            topic_type: row.topic_type,
            mtime: row.modified,
            bytes: row.bytes,
            listed: row.listed,
            origin: row.origin,
            reviewed: row.reviewed,
            problems: row.problems.iter().map(Finding::new).collect(),
        }
    }
}

/// A problem, as `check` and `topics` print it.
#[derive(Serialize)]
pub(crate) struct Finding {
    code: String,
    severity: String,
    path: String,
    line: Option<u32>,
    message: String,
    fix: bool,
}

impl Finding {
    pub(crate) fn new(problem: &Problem) -> Finding {
        Finding {
            code: word(&problem.code),
            severity: word(&problem.severity),
            path: problem.path.clone(),
            line: problem.line,
            message: problem.message(),
            fix: problem.fix.is_some(),
        }
    }
}

/// `memdesk surface`.
#[derive(Serialize)]
pub(crate) struct Surfaced {
    pub(crate) path: String,
    pub(crate) kept: Option<String>,
    pub(crate) truncated: Option<String>,
    pub(crate) limit: Option<usize>,
    pub(crate) stale_days: Option<usize>,
}

/// What a changing command prints.
#[derive(Serialize)]
pub(crate) struct Changed {
    pub(crate) applied: Vec<String>,
    pub(crate) refused: Vec<Refused>,
    pub(crate) diff: String,
}

/// A file that was not changed, and why.
#[derive(Serialize)]
pub(crate) struct Refused {
    pub(crate) path: String,
    pub(crate) why: String,
}

/// The kebab-case word that a value has on the wire.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
