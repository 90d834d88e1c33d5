//! Where a question stands in its session: what was surfaced and read by then.
//!
//! Separate because it is the only part that needs the session around a question. Reads the cache only.

use super::offer::Offer;
use crate::Desk;
use crate::view::{Failure, QuestionRow};
use jiff::Timestamp;
use memdesk_memdir::question::Session;
use memdesk_sessions::Turn;
use memdesk_store::Place;

/// What counts when a question is asked.
pub(crate) struct Standing {
    /// What the session has surfaced.
    pub(crate) session: Session,
    /// The same by name, in order.
    pub(crate) surfaced: Vec<String>,
    /// Topics that the agent has read or written itself.
    pub(crate) read: Vec<String>,
    /// The past question that it is.
    pub(crate) past: Option<PastQuestion>,
}

/// A past question in its session.
pub(crate) struct PastQuestion {
    pub(crate) row: QuestionRow,
    pub(crate) time: Timestamp,
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl Standing {
    /// A new question, in a session that has surfaced these topics.
    pub(crate) fn of_new(surfaced: &[String], offer: &Offer) -> Standing {
        let mut session = Session::default();
        for path in surfaced {
            session.record(path, offer.units(path));
        }
        Standing { session, surfaced: surfaced.to_vec(), read: Vec::new(), past: None }
    }
}

impl Desk {
    /// Where a past question stood, by what its session recorded.
    pub(crate) fn standing(&self, place: &Place, question: &str, offer: &Offer) -> Result<Standing, Failure> {
        let (dirs, cache) = self.sessions_of(place)?;
        let missing = || {
            Failure::new(
                "no-such-question",
                format!("no session of this store has the question {question}"),
                "Its session file may have been deleted; `memdesk queries` lists those there are.".to_owned(),
            )
        };
        let broken = |error| Failure::sessions(&error);
        let found = cache.question(&dirs, question).map_err(broken)?.ok_or_else(missing)?;
        let turns = cache.session(&dirs, &found.session).map_err(broken)?;
        let at = turns.iter().position(|turn| turn.question.id == question).ok_or_else(missing)?;
        let mut standing =
            Standing { session: Session::default(), surfaced: Vec::new(), read: Vec::new(), past: None };
        for turn in turns.iter().take(at) {
            standing.take(turn, place);
        }
        standing.past = Some(PastQuestion {
            row: self.question_row(place, &found, &offer.reading),
            time: found.time,
            number: at + 1,
            of: turns.len(),
        });
        Ok(standing)
    }
}

impl Standing {
    /// Takes in what a turn before recorded.
    pub(crate) fn take(&mut self, turn: &Turn, place: &Place) {
        for attached in turn.question.recorded.iter().chain(&turn.aside) {
            let path = super::questions::inside(place, &attached.path)
                .unwrap_or_else(|| attached.path.to_string_lossy().into_owned());
            self.session.record(&path, attached.units);
            self.surfaced.push(path);
        }
        self.read_in(turn, place);
    }

    /// Takes in what the agent itself read or wrote in a turn.
    pub(crate) fn read_in(&mut self, turn: &Turn, place: &Place) {
        for path in turn.read.iter().chain(&turn.wrote) {
            if let Some(path) = super::questions::inside(place, path)
                && !self.read.contains(&path)
            {
                self.read.push(path);
            }
        }
    }
}
