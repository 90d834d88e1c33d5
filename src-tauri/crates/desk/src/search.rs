//! Searching everything: topics, the index, past questions, what waits for review, and history.
//!
//! Separate because it looks into every room and changes none. What is a match is told by `memdesk_review::search`; here is
//! where it is looked for, what comes first, and how much of it is handed out. Reads what is there: no session file is read
//! for it, nothing is made. A later search under the same name stops an earlier one.

mod files;
mod kept;
mod operations;
mod proposals;
mod questions;

pub(crate) use kept::Kept;

use crate::Desk;
use crate::label::label;
use crate::look::{Look, look_at};
use crate::view::{Failure, Found, SearchCount, SearchHit, SearchQuery, StoreState};
use memdesk_models::Cancel;
use memdesk_review::search::Terms;
use memdesk_store::{Limits, Place};
use rayon::prelude::*;
use std::collections::HashMap;

/// Kinds of what is found, in the order in which they are told.
const KINDS: [&str; 5] = ["topic", "index", "question", "proposal", "history"];
/// Of each kind so many, when nothing is said.
const LIST_LIMIT: usize = 50;
/// Of each kind at most so many.
const MOST: usize = 2_000;

/// One search: what is looked for, how much is wanted, and whether it is still wanted.
struct Sought {
    terms: Terms,
    /// What verbs and writers are called.
    called: HashMap<String, String>,
    limit: usize,
    cancel: Cancel,
}

/// Hits of one kind: the best of them, and how many there are.
#[derive(Default)]
struct Hits {
    best: Vec<Ranked>,
    found: usize,
}

/// What a store came to: topics and index lines, or why it could not be read.
struct Looked {
    hits: [Hits; 2],
    unreadable: Option<(String, String)>,
}

/// A hit and where it stands among others.
struct Ranked {
    rank: u8,
    /// Nanoseconds since the Unix epoch.
    time_ns: i128,
    hit: SearchHit,
}

impl Desk {
    /// Looks for words in everything of a store; with `all`, in the topics and indexes of all stores too. With no store, only
    /// in these. `task` names the search: [`Desk::cancel`] stops it, and so does another one of that name.
    ///
    /// # Errors
    /// `no-such-store`; `cancelled`. What of a store cannot be looked through is told in the answer.
    pub fn search(&self, id: Option<&str>, query: &SearchQuery, task: &str) -> Result<Found, Failure> {
        let quiet = |_| ();
        let task = self.tasks.begin(task, "search", &quiet);
        let sought = Sought {
            terms: Terms::new(&query.text),
            called: query.called.iter().cloned().collect(),
            limit: match query.limit {
                0 => LIST_LIMIT,
                limit => limit.min(MOST),
            },
            cancel: task.cancel.clone(),
        };
        let wanted = |kind: &str| query.kinds.is_empty() || query.kinds.iter().any(|one| one == kind);
        let mut found = Found { questions: "read".to_owned(), ..Found::default() };
        let mut hits: Vec<(&'static str, Hits)> =
            KINDS.iter().filter(|kind| wanted(kind)).map(|kind| (*kind, Hits::default())).collect();
        let mut add = |kind: &str, more: Hits| {
            if let Some((_, own)) = hits.iter_mut().find(|(own, _)| *own == kind) {
                own.take(more, sought.limit);
            }
        };
        let own = id.map(|id| self.kept_look(id)).transpose()?;
        if !sought.terms.is_empty() {
            let files =
                self.in_files(own.as_deref().map(|seen| &seen.look), query.all, &sought, &mut found)?;
            let [topics, entries] = files;
            add("topic", topics);
            add("index", entries);
            if let Some(seen) = &own {
                for kind in ["question", "proposal", "history"] {
                    sought.go_on()?;
                    if !wanted(kind) {
                        continue;
                    }
                    let answer = match kind {
                        "question" => self.in_questions(&seen.look, &sought, &mut found.questions),
                        "proposal" => self.in_proposals(seen, &sought),
                        _ => self.in_operations(seen, &sought),
                    };
                    match answer {
                        Ok(more) => add(kind, more),
                        Err(failure) => found.skipped.push((kind.to_owned(), failure.message)),
                    }
                }
            }
        }
        found.counts = hits
            .iter()
            .map(|(kind, hits)| SearchCount {
                kind: (*kind).to_owned(),
                found: hits.found,
                shown: hits.best.len(),
            })
            .collect();
        let mut best: Vec<Ranked> = hits.into_iter().flat_map(|(_, hits)| hits.best).collect();
        // stable: what is equal stays in the order of kinds and files
        best.sort_by_key(Ranked::key);
        found.hits = best.into_iter().map(|ranked| ranked.hit).collect();
        Ok(found)
    }

    /// Topics and index lines of the open store, or of all.
    fn in_files(
        &self,
        own: Option<&Look>,
        all: bool,
        sought: &Sought,
        found: &mut Found,
    ) -> Result<[Hits; 2], Failure> {
        let places: Vec<Place> = if all { self.all_places() } else { Vec::new() };
        let inner: Vec<&Place> = places.iter().collect();
        let one = |look: &Look| -> Result<Looked, Failure> {
            let hits = files::search(look, &inner, self.profile(), sought)?;
            Ok(Looked { hits, unreadable: self.unreadable(look) })
        };
        let mut looked: Vec<Looked> = own.map(one).transpose()?.into_iter().collect();
        let others: Vec<&Place> =
            inner.iter().filter(|place| own.is_none_or(|own| own.place.id != place.id)).copied().collect();
        let elsewhere: Vec<Looked> = others
            .into_par_iter()
            .map(|place| {
                sought.go_on()?;
                one(&look_at(place.clone(), Limits::default()))
            })
            .collect::<Result<_, Failure>>()?;
        looked.extend(elsewhere);
        found.stores = looked.len();
        let mut sums = [Hits::default(), Hits::default()];
        for Looked { hits, unreadable } in looked {
            found.skipped.extend(unreadable);
            for (sum, more) in sums.iter_mut().zip(hits) {
                sum.take(more, sought.limit);
            }
        }
        Ok(sums)
    }

    fn unreadable(&self, look: &Look) -> Option<(String, String)> {
        match &look.state {
            StoreState::Unreadable { why } => {
                Some((label(&look.place.dir, Some(&self.environment.home)), why.clone()))
            }
            StoreState::Here | StoreState::Missing => None,
        }
    }
}

impl Sought {
    /// What a verb or a writer is called; nothing where that was not said.
    fn called(&self, word: &str) -> &str {
        self.called.get(word).map(String::as_str).unwrap_or_default()
    }

    /// Whether it is still wanted.
    fn go_on(&self) -> Result<(), Failure> {
        match self.cancel.is_cancelled() {
            true => Err(Failure::cancelled()),
            false => Ok(()),
        }
    }
}

impl Ranked {
    fn key(&self) -> (u8, std::cmp::Reverse<i128>) {
        (self.rank, std::cmp::Reverse(self.time_ns))
    }
}

impl Hits {
    /// The best of what was found, of which there is more than is handed out.
    fn of(mut best: Vec<Ranked>, limit: usize) -> Hits {
        let found = best.len();
        best.sort_by_key(Ranked::key);
        best.truncate(limit);
        Hits { best, found }
    }

    fn take(&mut self, more: Hits, limit: usize) {
        self.found += more.found;
        self.best.extend(more.best);
        self.best.sort_by_key(Ranked::key);
        self.best.truncate(limit);
    }
}

/// How good a place is to be found in, best first.
fn rank(field: &str) -> u8 {
    match field {
        "name" => 0,
        "description" => 1,
        "entry" => 2,
        "body" => 3,
        _ => 4,
    }
}

/// A hit in a store with nothing said of where.
fn blank(kind: &str, field: &str, place: &Place) -> SearchHit {
    SearchHit {
        kind: kind.to_owned(),
        field: field.to_owned(),
        store: place.id.clone(),
        store_name: place.name.clone(),
        path: None,
        line: None,
        id: None,
        session: None,
        text: None,
        title: Vec::new(),
        snippet: Vec::new(),
        more: 0,
        time: None,
        what: None,
    }
}
