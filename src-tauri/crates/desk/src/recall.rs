//! Recall: the four steps of one question, past or new, as the store is or as a change would make it.
//!
//! Composes the pure steps (`memdir`), what sessions recorded (`sessions`) and selectors (`models`). Writes into no store;
//! what was read of the session files is kept in a cache in Memdesk's own data directory, which may be thrown away.

mod asking;
mod calibration;
mod compare;
mod coverage;
mod offer;
mod past;
mod questions;
mod replay;
mod selectors;

pub(crate) use asking::{agreement, api_of};
pub(crate) use offer::Offer;
pub(crate) use questions::{SessionDirs, Sessions, TEXT_LIMIT, inside, looked_for};

use crate::Desk;
use crate::look::now;
use crate::view::{self, Failure, Progress, RecallAsk, RecallView};
use crate::write::overlay;
use memdesk_memdir::question::Session;
use memdesk_models::estimate::Estimate;
use memdesk_models::{Choice, Ranked};
use memdesk_review::{Edit, Reading, Snapshot};
use past::Standing;
use std::collections::{HashMap, HashSet};

impl Desk {
    /// The four steps of a question. A model is asked only where `ask.selector` says so; `tell` hears of progress then.
    ///
    /// # Errors
    /// `no-such-store`; `no-such-question`; `bad-selector`; `refused` when the change to be tried cannot be made; `cancelled`.
    /// A selector that cannot answer is no error: the view says why.
    pub fn recall(
        &self,
        id: &str,
        ask: &RecallAsk,
        task: &str,
        tell: &dyn Fn(Progress),
    ) -> Result<RecallView, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let dir = &look.place.dir;
        let before = ask.edit.is_some().then(|| Offer::new(reading.clone(), dir));
        let offer = match &ask.edit {
            None => Offer::new(reading, dir),
            edit => {
                let after = self.tried(&look.snapshot, edit.as_ref())?;
                Offer::new(Reading::new(&after, self.profile()), dir)
            }
        };
        let standing = match &ask.question {
            Some(question) => self.standing(&look.place, question, &offer)?,
            None => Standing::of_new(&ask.surfaced, &offer),
        };
        let gate = offer::gate(&ask.query, standing.session.used(), self.profile(), !self.recall_mode());
        let mut view = RecallView {
            query: ask.query.clone(),
            offered: offer.offered(),
            chosen: None,
            failure: None,
            surfaced: offer.surfaced(&[], &mut standing.session.clone(), &[]),
            past: None,
            gate,
        };
        if view.gate.runs || ask.selector == "recorded" {
            let task = self.tasks.begin(task, "model", tell);
            match self.choose(&look.place, &offer, ask, &standing, &task)? {
                Ok(choice) => {
                    let mut session: Session = standing.session.clone();
                    view.surfaced = offer.surfaced(&choice.selected, &mut session, &standing.read);
                    let old = before.map(|before| ranks(&before, &ask.query));
                    let usage = choice.usage.as_ref().map(|usage| self.usage(usage));
                    view.chosen = Some(view::Chosen { usage, ..chosen(choice, ask, old.as_ref()) });
                }
                Err(failure) => view.failure = Some(failure),
            }
        }
        view.past = standing.past.map(|past| view::Past {
            compared: compare::compared(&past.row.recorded, &past.time, &view, &offer),
            row: past.row,
            number: past.number,
            of: past.of,
            surfaced_before: standing.surfaced,
            read_before: standing.read,
        });
        Ok(view)
    }
}

impl Desk {
    /// A store as a change would make it.
    fn tried(&self, snapshot: &Snapshot, edit: Option<&Edit>) -> Result<Snapshot, Failure> {
        let Some(edit) = edit else { return Ok(snapshot.clone()) };
        let overlay = overlay(edit, snapshot, self.profile())
            .map_err(|refusal| Failure::new("refused", refusal.message(), None))?;
        Ok(snapshot.with(&overlay, now().as_nanosecond()))
    }
}

/// Rank (0 is best) and score of every topic, by the estimate.
fn ranks(offer: &Offer, query: &str) -> HashMap<String, (usize, f64)> {
    let ranked = Estimate::new(&offer.candidates).rank(query);
    let scored: HashMap<String, f64> =
        ranked.iter().map(|one| (one.path.clone(), one.score.unwrap_or_default())).collect();
    let order = in_full(ranked, offer);
    let place = |(rank, path): (usize, String)| {
        let score = scored.get(&path).copied().unwrap_or_default();
        (path, (rank, score))
    };
    order.into_iter().map(|one| one.path).enumerate().map(place).collect()
}

/// The ranking with every offered topic: those without a score follow in the order of the listing.
fn in_full(mut ranked: Vec<Ranked>, offer: &Offer) -> Vec<Ranked> {
    let known: HashSet<String> = ranked.iter().map(|one| one.path.clone()).collect();
    let rest = offer.candidates.iter().filter(|candidate| !known.contains(&candidate.path));
    ranked.extend(rest.map(|candidate| Ranked {
        path: candidate.path.clone(),
        score: Some(0.0),
        reasons: Vec::new(),
    }));
    ranked
}

/// A choice on the wire; `old`: ranks before a change.
fn chosen(choice: Choice, ask: &RecallAsk, old: Option<&HashMap<String, (usize, f64)>>) -> view::Chosen {
    let estimate = ask.selector == "estimate";
    let selected: HashSet<&str> = choice.selected.iter().map(String::as_str).collect();
    let ranked = choice
        .ranked
        .iter()
        .map(|one| view::Ranked {
            selected: selected.contains(one.path.as_str()),
            before: old.filter(|_| estimate).and_then(|old| old.get(&one.path).copied()),
            path: one.path.clone(),
            score: one.score,
            reasons: one
                .reasons
                .iter()
                .map(|reason| view::Reason {
                    word: reason.word.clone(),
                    field: reason.field.to_owned(),
                    share: reason.share,
                })
                .collect(),
        })
        .collect();
    view::Chosen {
        selector: ask.selector.clone(),
        estimate,
        agreement: estimate.then(asking::agreement),
        ranked,
        usage: None,
        selected: choice.selected,
        invented: choice.invented,
        raw: choice.raw,
        cached: choice.cached,
    }
}
