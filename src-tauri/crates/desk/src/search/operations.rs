//! Operations that have what is looked for: by what was done, by whom, when and to which files, or in a text that they took
//! away and that is not on disk any more.
//!
//! Separate because only here is looked for what is gone. Reads the ledger, and of it only so many texts.

use super::kept::Seen;
use super::{Hits, Ranked, Sought, blank, rank};
use crate::Desk;
use crate::review::REFUSAL;
use crate::view::{Failure, History, OperationView, SearchHit};
use jiff::Timestamp;
use memdesk_ledger::OperationId;
use std::collections::BTreeSet;

/// Operations that are looked at, the newest.
const OPERATIONS: usize = 2_000;
/// Texts that are gone and are looked into, the last.
const GONE: usize = 64;

impl Desk {
    /// Operations of the open store.
    pub(super) fn in_operations(&self, seen: &Seen, sought: &Sought) -> Result<Hits, Failure> {
        let id = seen.look.place.id.as_str();
        let history = match seen.history.get() {
            Some(history) => history,
            None => {
                let history = self.history(id, None, OPERATIONS)?;
                seen.history.get_or_init(|| history)
            }
        };
        sought.go_on()?;
        let gone = seen.gone.get_or_init(|| self.gone(seen, history));
        let mut best = Vec::new();
        for (at, operation) in history.operations.iter().enumerate() {
            let time_ns = operation.time.parse::<Timestamp>().map_or(0, Timestamp::as_nanosecond);
            if let Some(hit) = by_what_was_done(operation, seen, sought) {
                best.push(Ranked { rank: rank("operation"), time_ns, hit });
                continue;
            }
            for (_, path, text) in gone.iter().filter(|(of, ..)| *of == at) {
                if let Some(hit) = by_text(operation, path, text, seen, sought) {
                    best.push(Ranked { rank: rank("gone"), time_ns, hit });
                }
            }
        }
        Ok(Hits::of(best, sought.limit))
    }

    /// Texts of files that were there and are not: each with the operation after which it was not there.
    fn gone(&self, seen: &Seen, history: &History) -> Vec<(usize, String, String)> {
        let Some(ledger) = self.ledger_if_any() else { return Vec::new() };
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let mut out = Vec::new();
        for (at, operation) in history.operations.iter().enumerate() {
            let news: Vec<&String> = operation
                .paths
                .iter()
                .filter(|path| !seen.look.snapshot.files.contains_key(*path) && known.insert(path))
                .collect();
            if news.is_empty() || operation.id.starts_with(REFUSAL) {
                continue;
            }
            // what cannot be read of the ledger is not found
            let Ok((before, _)) = ledger.changes(&OperationId(operation.id.clone())) else { continue };
            for path in news {
                if let Some(bytes) = before.bytes(path) {
                    out.push((at, path.clone(), String::from_utf8_lossy(bytes).into_owned()));
                }
            }
            if out.len() >= GONE {
                break;
            }
        }
        out
    }
}

fn by_what_was_done(operation: &OperationView, seen: &Seen, sought: &Sought) -> Option<SearchHit> {
    let OperationView { id, verb, origin, time, paths, .. } = operation;
    let paths = paths.join(", ");
    let texts = [verb, sought.called(verb), origin, sought.called(origin), &paths, time, id];
    if !sought.terms.all_in(&texts) {
        return None;
    }
    Some(SearchHit { snippet: sought.terms.marked(&paths), ..of_operation("operation", operation, seen) })
}

fn by_text(
    operation: &OperationView,
    path: &str,
    text: &str,
    seen: &Seen,
    sought: &Sought,
) -> Option<SearchHit> {
    if !sought.terms.all_in(&[path, text]) {
        return None;
    }
    let passage = sought.terms.passage(text)?;
    Some(SearchHit {
        path: Some(path.to_owned()),
        line: Some(passage.line),
        title: sought.terms.marked(path),
        snippet: passage.parts,
        more: passage.more,
        ..of_operation("gone", operation, seen)
    })
}

fn of_operation(field: &str, operation: &OperationView, seen: &Seen) -> SearchHit {
    SearchHit {
        id: Some(operation.id.clone()),
        time: Some(operation.time.clone()),
        what: Some(operation.verb.clone()),
        ..blank("history", field, &seen.look.place)
    }
}
