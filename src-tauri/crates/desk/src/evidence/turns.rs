//! What the person said, as past questions of the session that a text is from, or of all sessions of its project.
//!
//! Separate because it is the only part that needs session files. Uses what was read of them already, and reads none anew.

use memdesk_review::attribution::Said;
use memdesk_sessions::{Filter, Question};
use memdesk_store::Place;
use std::collections::HashMap;
use std::rc::Rc;

use crate::Desk;

/// Turns that are looked at, at most, newest first.
const TURNS: usize = 2_000;

/// Turns of a person.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// Newest first.
    pub(crate) questions: Vec<Question>,
    /// They are those of the text's own session.
    pub(crate) own_session: bool,
}

/// Turns, cut into words.
pub(crate) struct Heard {
    pub(crate) turns: Turns,
    pub(crate) said: Said,
}

/// What the person of a project said, read and cut once for all texts that rest on it.
pub(crate) struct Ear<'d> {
    desk: &'d Desk,
    place: Place,
    /// By session; none: all of them.
    heard: HashMap<Option<String>, Option<Rc<Heard>>>,
}

impl Desk {
    /// Someone who listens to what was said in a store's project.
    pub(crate) fn ear(&self, place: &Place) -> Ear<'_> {
        Ear { desk: self, place: place.clone(), heard: HashMap::new() }
    }

    /// The turns of a session, or of all. A cache that cannot be used counts as none: evidence is never an error.
    fn turns_of(&self, place: &Place, session: Option<&str>) -> Turns {
        let Ok((dirs, cache)) = self.sessions_of(place) else { return Turns::default() };
        let filter = Filter { session: session.map(str::to_owned), limit: TURNS, ..Filter::default() };
        let questions = cache.questions(&dirs, &filter).map(|page| page.questions).unwrap_or_default();
        Turns { questions, own_session: session.is_some() }
    }
}

impl Ear<'_> {
    /// The turns that a text of a session may rest on: that session's, else those of all.
    pub(crate) fn hears(&mut self, session: Option<&str>) -> Rc<Heard> {
        if let Some(session) = session
            && let Some(own) = self.of(Some(session))
        {
            return own;
        }
        self.of(None).unwrap_or_else(|| Rc::new(Heard { turns: Turns::default(), said: Said::new(&[]) }))
    }

    /// None when nothing was said.
    fn of(&mut self, session: Option<&str>) -> Option<Rc<Heard>> {
        let (desk, place) = (self.desk, &self.place);
        let hear = || {
            let turns = desk.turns_of(place, session);
            let texts: Vec<&str> = turns.questions.iter().map(|question| question.text.as_str()).collect();
            let said = Said::new(&texts);
            (!turns.questions.is_empty()).then(|| Rc::new(Heard { turns, said }))
        };
        self.heard.entry(session.map(str::to_owned)).or_insert_with(hear).clone()
    }
}
