//! Who works on a store and who comes next: one run at a time, and whatever is asked for meanwhile becomes one that follows.
//!
//! Separate and without a clock or a disk, so that its law can be tested: nothing that was asked for is lost, nothing runs
//! beside another, and a hundred requests make one run more. The client's own extractor does the same (facts of 2.1.332).

use crate::view::RunAsk;
use std::collections::BTreeMap;

/// A run that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wanted {
    /// Its id.
    pub(super) run: String,
    /// What was asked for; of several requests the last one, but for `session` and `turns`.
    pub(super) ask: RunAsk,
    /// The sessions to extract from, each with its last so many turns; none: since the last extraction.
    pub(super) sessions: BTreeMap<String, Option<usize>>,
}

impl Wanted {
    pub(super) fn new(run: String, ask: RunAsk) -> Wanted {
        let sessions = ask.session.iter().map(|session| (session.clone(), ask.turns)).collect();
        Wanted { run, ask, sessions }
    }

    /// Takes another request in: its sessions are added, and of one session the wider wish counts.
    fn take_in(&mut self, other: Wanted) {
        for (session, turns) in other.sessions {
            self.sessions
                .entry(session)
                .and_modify(|own| *own = own.zip(turns).map(|(own, other)| own.max(other)))
                .or_insert(turns);
        }
        self.ask = other.ask;
    }
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Turn {
    /// Nobody is at work: it begins now.
    Begins,
    /// It follows when its time comes.
    Follows,
    /// It has become part of the run of that id, which has not begun yet.
    Joined(String),
}

/// The runs of one store.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The run at work.
    pub(super) at_work: Option<String>,
    /// Those that follow: at most one of each kind and agent, in the order of their first request. Nothing goes to another
    /// agent than was asked for.
    following: Vec<Wanted>,
}

impl Line {
    /// Someone asks for a run.
    pub(super) fn ask(&mut self, wanted: Wanted) -> Turn {
        if self.at_work.is_none() {
            self.at_work = Some(wanted.run);
            return Turn::Begins;
        }
        let alike =
            |one: &&mut Wanted| (&one.ask.kind, &one.ask.agent) == (&wanted.ask.kind, &wanted.ask.agent);
        match self.following.iter_mut().find(alike) {
            Some(one) => {
                one.take_in(wanted);
                Turn::Joined(one.run.clone())
            }
            None => {
                self.following.push(wanted);
                Turn::Follows
            }
        }
    }

    /// The run at work is over; the next one begins.
    pub(super) fn over(&mut self) -> Option<Wanted> {
        let next = (!self.following.is_empty()).then(|| self.following.remove(0));
        self.at_work = next.as_ref().map(|next| next.run.clone());
        next
    }

    /// A run that has not begun is wanted no more; says whether there was one.
    pub(super) fn leave(&mut self, run: &str) -> bool {
        let before = self.following.len();
        self.following.retain(|one| one.run != run);
        self.following.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(number: usize, kind: &str, session: Option<&str>, turns: Option<usize>) -> Wanted {
        let ask = RunAsk {
            kind: kind.to_owned(),
            session: session.map(str::to_owned),
            turns,
            agent: "api".to_owned(),
            most_turns: Some(number),
            most_tokens: None,
            most_dollars: None,
        };
        Wanted::new(format!("run {number}"), ask)
    }

    #[test]
    fn a_hundred_requests_during_a_run_make_one_more() {
        let mut line = Line::default();
        assert_eq!(line.ask(wanted(0, "extract", Some("a"), None)), Turn::Begins);
        assert_eq!(line.ask(wanted(1, "extract", Some("a"), Some(1))), Turn::Follows);
        for number in 2..=100 {
            let session = if number == 50 { "b" } else { "a" };
            let turn = line.ask(wanted(number, "extract", Some(session), Some(number % 7)));
            assert_eq!(turn, Turn::Joined("run 1".to_owned()));
        }
        let next = line.over().unwrap();
        assert_eq!(
            (next.run.as_str(), next.ask.most_turns),
            ("run 1", Some(100)),
            "the last request's limits"
        );
        let sessions = [("a".to_owned(), Some(6)), ("b".to_owned(), Some(1))];
        assert_eq!(next.sessions, BTreeMap::from(sessions), "no session is lost, and no turn of one");
        assert_eq!(line.over(), None);
        assert_eq!(line.ask(wanted(101, "extract", Some("a"), None)), Turn::Begins);
    }

    #[test]
    fn the_wider_wish_counts() {
        for (first, second, both) in
            [(Some(2), Some(5), Some(5)), (None, Some(5), None), (Some(5), None, None), (None, None, None)]
        {
            let mut line = Line { at_work: Some("run".to_owned()), ..Line::default() };
            line.ask(wanted(1, "extract", Some("a"), first));
            line.ask(wanted(2, "extract", Some("a"), second));
            assert_eq!(line.over().unwrap().sessions["a"], both, "{first:?} and {second:?}");
        }
    }

    #[test]
    fn a_dream_waits_beside_an_extraction() {
        let mut line = Line::default();
        line.ask(wanted(0, "extract", Some("a"), None));
        assert_eq!(line.ask(wanted(1, "dream", None, None)), Turn::Follows);
        assert_eq!(line.ask(wanted(2, "extract", Some("a"), None)), Turn::Follows);
        assert_eq!(line.ask(wanted(3, "dream", None, None)), Turn::Joined("run 1".to_owned()));
        let mut other = wanted(4, "dream", None, None);
        other.ask.agent = "client".to_owned();
        assert_eq!(line.ask(other), Turn::Follows, "by another agent");
        assert!(line.leave("run 4"));
        assert!(line.leave("run 2") && !line.leave("run 2"));
        assert_eq!(line.over().unwrap().run, "run 1");
        assert_eq!(line.over(), None);
    }
}
