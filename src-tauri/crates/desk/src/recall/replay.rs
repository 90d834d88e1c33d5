//! A session replayed whole, question by question, with the deduplication that the client does.
//!
//! Separate because here what the replay itself surfaced counts for the next question, not what was recorded.

use super::compare::{Replayed, compare};
use super::offer::{Offer, left_out};
use super::past::Standing;
use crate::Desk;
use crate::view::{Failure, ReplayedQuestion, SessionReplay};
use memdesk_memdir::question::{Gate, Session, gate};
use memdesk_memdir::surface::SESSION_BUDGET;
use memdesk_models::estimate::Estimate;
use memdesk_review::Reading;
use memdesk_sessions::Turn;

impl Desk {
    /// Replays a session with `estimate` or `recorded`: the names that it records are picked again, and what the client's
    /// rules then surface is compared with the recording.
    ///
    /// # Errors
    /// `no-such-store`; `no-such-session`; `bad-selector`; `sessions` when the cache cannot be used.
    pub fn replay(&self, id: &str, session: &str, selector: &str) -> Result<SessionReplay, Failure> {
        let estimate = match selector {
            "estimate" => true,
            "recorded" => false,
            other => return Err(super::asking::bad_selector(other, "estimate or recorded")),
        };
        let look = self.look(id)?;
        let offer = Offer::new(Reading::new(&look.snapshot, self.profile()), &look.place.dir);
        let (dirs, cache) = self.sessions_of(&look.place)?;
        let turns = cache.session(&dirs, session).map_err(|error| Failure::sessions(&error))?;
        let Some(first) = turns.first() else {
            return Err(Failure::new(
                "no-such-session",
                format!("there is no session {session} with a question in this store"),
                "`memdesk queries` lists past questions with their sessions.".to_owned(),
            ));
        };
        let estimated = estimate.then(|| Estimate::new(&offer.candidates));
        let mut running = Session::default();
        let mut standing =
            Standing { session: Session::default(), surfaced: Vec::new(), read: Vec::new(), past: None };
        let mut questions = Vec::with_capacity(turns.len());
        for turn in &turns {
            let row = self.question_row(&look.place, &turn.question, &offer.reading);
            let asked = gate(&turn.question.text, running.used(), self.profile());
            let recorded = || row.recorded.iter().map(|one| one.path.clone()).collect();
            let selected: Vec<String> = match &estimated {
                Some(estimate) if asked == Gate::Runs => estimate.pick(&turn.question.text),
                Some(_) => Vec::new(),
                // what was recorded was surfaced, whatever the gate says of the question today
                None => recorded(),
            };
            let before = running.clone();
            let units =
                |path: &str| recorded_units(turn, &row.recorded, path).unwrap_or_else(|| offer.units(path));
            let surfaced = running.attach(&selected, &standing.read, units);
            let left_out = left_out(&selected, &surfaced, &before, &standing.read);
            let replayed = Replayed {
                runs: asked == Gate::Runs,
                surfaced: surfaced.iter().map(String::as_str).collect(),
                left_out: &left_out,
            };
            let compared = compare(&row.recorded, &turn.question.time, &replayed, &offer);
            for attached in &turn.aside {
                // nobody asked for these, so no selector is replayed: they count as they are recorded
                let path = super::questions::inside(&look.place, &attached.path);
                running.record(&path.unwrap_or_default(), attached.units);
            }
            standing.read_in(turn, &look.place);
            questions.push(ReplayedQuestion {
                gate: asked.word().to_owned(),
                used_after: running.used(),
                row,
                selected,
                surfaced,
                left_out,
                compared,
            });
        }
        Ok(SessionReplay {
            session: session.to_owned(),
            place: self.place_of_question(&look.place, &first.question),
            version: turns.iter().rev().find_map(|turn| turn.question.version.clone()),
            selector: selector.to_owned(),
            questions,
            limit: SESSION_BUDGET,
        })
    }
}

/// The units that a recorded memory took when it was surfaced.
fn recorded_units(turn: &Turn, recorded: &[crate::view::Recorded], path: &str) -> Option<usize> {
    let at = recorded.iter().position(|one| one.path == path)?;
    turn.question.recorded.get(at).map(|attached| attached.units)
}
