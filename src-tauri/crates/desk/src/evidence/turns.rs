//! What the person said, as past questions of the session that a text is from, or of all sessions of its project.
//!
//! Separate because it is the only part that needs session files. Uses what was read of them already, and reads none anew.

use memdesk_sessions::{Filter, Question};
use memdesk_store::Place;

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

impl Desk {
    /// The turns that a text may rest on. A cache that cannot be used counts as none: evidence is never an error.
    pub(crate) fn turns_of(&self, place: &Place, session: Option<&str>) -> Turns {
        let Ok((dirs, cache)) = self.sessions_of(place) else { return Turns::default() };
        let asked = |session: Option<&str>| {
            let filter = Filter { session: session.map(str::to_owned), limit: TURNS, ..Filter::default() };
            cache.questions(&dirs, &filter).map(|page| page.questions).unwrap_or_default()
        };
        let own = session.map(|session| asked(Some(session))).unwrap_or_default();
        if own.is_empty() {
            return Turns { questions: asked(None), own_session: false };
        }
        Turns { questions: own, own_session: true }
    }
}
