//! `memdesk search`: everything that has some words, and where.
//!
//! Separate because it prints of every kind. Reads no session file: what has been read of them is searched.

use crate::arguments::SearchArguments;
use crate::print::{self, cell};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::view::{Failure, Found, SearchHit, SearchQuery};
use memdesk_review::search::SnippetPart;
use serde_json::{Map, Value, json};

pub(crate) fn search(desk: &Desk, asked: SearchArguments, json: bool) -> Answer {
    let SearchArguments { words, all, kind, limit } = asked;
    let (id, words) = desk.store_and_rest(words)?;
    desk.readable(&id)?;
    let text = words.join(" ");
    if text.trim().is_empty() {
        return Err(Failure::new(
            "usage",
            "nothing was named to look for",
            "Name it after the folder: `memdesk search . \"real database\"`.".to_owned(),
        ));
    }
    let kinds: Vec<String> = kind.iter().map(|kind| kind.word().to_owned()).collect();
    let asks_questions = kinds.is_empty() || kinds.iter().any(|kind| kind == "question");
    let query = SearchQuery { text, all, kinds, limit, called: Vec::new() };
    let found = desk.search(Some(&id), &query, "search")?;
    if json {
        print::json(&document(desk, &query, &found));
    } else {
        tell(desk, &found, all);
        if found.hits.is_empty() && !print::nothing_here(desk, &id) {
            print::line("Nothing has all of these words.");
        }
    }
    for (what, why) in &found.skipped {
        print::complain(&format!("{what} could not be searched: {why}"));
    }
    match found.questions.as_str() {
        "unread" if asks_questions => print::complain(
            "no past question has been read of the session files yet: `memdesk queries` reads them",
        ),
        "behind" if asks_questions => print::complain(
            "session files have been added to since they were read: `memdesk queries` reads the rest",
        ),
        _ => {}
    }
    Ok(if found.hits.is_empty() { Done::Problems } else { Done::Fine })
}

fn tell(desk: &Desk, found: &Found, all: bool) {
    for hit in &found.hits {
        let text = cell(&text_of(&hit.snippet));
        let time = hit.time.as_deref().and_then(|time| time.get(..16)).unwrap_or_default();
        let what = hit.what.as_deref().unwrap_or_default();
        let place = match (&hit.path, hit.line) {
            (Some(path), Some(line)) => format!("{}:{line}", cell(&whole(desk, hit, path, all))),
            (Some(path), None) => cell(&whole(desk, hit, path, all)),
            (None, _) => String::new(),
        };
        print::line(&match hit.kind.as_str() {
            "index" if what != "loaded" => format!("{place}: {text}  ({what})"),
            "question" => format!("question {time} {}: {text}", short(hit)),
            "proposal" => format!("proposal {} {what} {place}: {text}", short(hit)),
            "history" if place.is_empty() => format!("history {time} {what}: {text}"),
            "history" => format!("history {time} {what} {place}: {text}"),
            _ => format!("{place}: {text}"),
        });
    }
    for count in found.counts.iter().filter(|count| count.shown < count.found) {
        print::complain(&format!(
            "{}: {} of {} are shown; --limit shows more",
            count.kind, count.shown, count.found
        ));
    }
}

/// Of another store, where the file is.
fn whole(desk: &Desk, hit: &SearchHit, path: &str, all: bool) -> String {
    match desk.place(&hit.store).filter(|_| all) {
        Some(place) => place.dir.join(path).to_string_lossy().into_owned(),
        None => path.to_owned(),
    }
}

fn short(hit: &SearchHit) -> &str {
    let id = hit.id.as_deref().unwrap_or_default();
    id.get(..8).unwrap_or(id)
}

fn text_of(parts: &[SnippetPart]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect()
}

/// Byte ranges of the text that were looked for.
fn places(parts: &[SnippetPart]) -> Vec<[usize; 2]> {
    let mut at = 0;
    let mut places = Vec::new();
    for part in parts {
        let end = at + part.text.len();
        if part.found {
            places.push([at, end]);
        }
        at = end;
    }
    places
}

fn document(desk: &Desk, query: &SearchQuery, found: &Found) -> Value {
    let hits: Vec<Value> = found
        .hits
        .iter()
        .map(|hit| {
            json!({
                "kind": hit.kind,
                "field": hit.field,
                "store": hit.store,
                "dir": desk.place(&hit.store).map(|place| place.dir.display().to_string()),
                "path": hit.path,
                "line": hit.line,
                "id": hit.id,
                "session": hit.session,
                "text": text_of(&hit.snippet),
                "found": places(&hit.snippet),
                "more": hit.more,
                "time": hit.time,
                "what": hit.what,
            })
        })
        .collect();
    let counts: Map<String, Value> =
        found.counts.iter().map(|count| (count.kind.clone(), json!(count.found))).collect();
    let skipped: Vec<Value> =
        found.skipped.iter().map(|(what, why)| json!({ "what": what, "why": why })).collect();
    json!({
        "query": query.text,
        "hits": hits,
        "counts": counts,
        "questions": found.questions,
        "stores": found.stores,
        "skipped": skipped,
    })
}
