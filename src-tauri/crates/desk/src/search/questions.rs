//! Past questions that have what is looked for, as far as session files have been read.
//!
//! Separate because the words are compared by the cache's own rules there. Never reads a session file: with every letter
//! that would be felt.

use super::{Hits, Ranked, Sought, blank, rank};
use crate::Desk;
use crate::look::Look;
use crate::recall::{TEXT_LIMIT, looked_for};
use crate::topics::iso;
use crate::view::{Failure, SearchHit};
use memdesk_review::search::{Terms, passage_at};
use memdesk_sessions::{Filter, Question};
use std::ops::Range;

impl Desk {
    /// Past questions; `read` says afterwards how far they have been read.
    pub(super) fn in_questions(
        &self,
        look: &Look,
        sought: &Sought,
        read: &mut String,
    ) -> Result<Hits, Failure> {
        let unread = || "unread".to_owned();
        let Some((dirs, cache)) = self.sessions_if_any(&look.place) else {
            *read = if self.session_dirs(&look.place).is_empty() { "read".to_owned() } else { unread() };
            return Ok(Hits::default());
        };
        let broken = |error| Failure::sessions(&error);
        let state = cache.read_state(&dirs).map_err(broken)?;
        *read = match state.behind {
            true if state.files == 0 => unread(),
            true => "behind".to_owned(),
            false => "read".to_owned(),
        };
        let wanted = Filter {
            search: looked_for(&look.place, &typed(&sought.terms)),
            limit: sought.limit,
            ..Filter::default()
        };
        let page = cache.questions(&dirs, &wanted).map_err(broken)?;
        let best = page.questions.iter().map(|question| Ranked {
            rank: rank("question"),
            time_ns: question.time.as_nanosecond(),
            hit: hit(question, look),
        });
        Ok(Hits { best: best.collect(), found: page.matches })
    }
}

/// The words as the cache takes them: white space would part a phrase, and what is no letter binds it there.
fn typed(terms: &Terms) -> String {
    let bound = |word: &str| word.split_whitespace().collect::<Vec<_>>().join("-");
    terms.words().map(bound).collect::<Vec<_>>().join(" ")
}

fn hit(question: &Question, look: &Look) -> SearchHit {
    let passage = passage_at(&question.text, &bytes(&question.text, &question.found));
    let (snippet, more) = match passage {
        Some(passage) => (passage.parts, passage.more),
        // the words may stand beyond what the cache has looked at for places
        None => (Terms::new("").marked(question.text.lines().next().unwrap_or_default()), 0),
    };
    SearchHit {
        id: Some(question.id.clone()),
        session: Some(question.session.clone()),
        text: Some(question.text.chars().take(TEXT_LIMIT).collect()),
        snippet,
        more,
        time: Some(iso(question.time)),
        ..blank("question", "question", &look.place)
    }
}

/// UTF-16 starts and lengths, in order and apart, as byte ranges.
fn bytes(text: &str, places: &[(usize, usize)]) -> Vec<Range<usize>> {
    let mut ends = Vec::with_capacity(places.len() * 2);
    let mut wanted = places.iter().flat_map(|(start, length)| [*start, start + length]).peekable();
    let mut units = 0;
    let offsets = text.char_indices().chain(std::iter::once((text.len(), '\0')));
    for (at, c) in offsets {
        while wanted.next_if(|unit| *unit <= units).is_some() {
            ends.push(at);
        }
        if wanted.peek().is_none() {
            break;
        }
        units += c.len_utf16();
    }
    ends.chunks_exact(2).filter_map(|two| Some(*two.first()?..*two.last()?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_become_bytes() {
        for (text, places, expected) in [
            ("abc", vec![(0, 1), (2, 1)], vec![0..1, 2..3]),
            ("数据库 x", vec![(1, 2), (4, 1)], vec![3..9, 10..11]),
            ("👩 y", vec![(0, 2), (3, 1)], vec![0..4, 5..6]),
            ("ab", vec![(0, 1), (1, 1), (7, 1)], vec![0..1, 1..2]),
            ("", vec![(0, 1)], vec![]),
        ] {
            assert_eq!(bytes(text, &places), expected, "{text} {places:?}");
        }
    }

    #[test]
    fn a_phrase_stays_one() {
        assert_eq!(typed(&Terms::new("\"real  database\" 登录 x")), "real-database 登录 x");
    }
}
