//! A conversation around a question, quoted from the session file itself.
//!
//! Separate from the cache, which keeps no answers, and from `transcript`, which hands out whole turns. What is quoted is
//! data: it is shown, never followed. Reads the file once from its beginning and keeps a few turns of it.

use crate::question::Question;
use crate::transcript::beginning;
use crate::walk::walk;
use jiff::Timestamp;
use memdesk_memdir::row::{self, Said, Speech};
use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;

/// Quotes before the question at most, and from it on.
const BEFORE: usize = 6;
const AFTER: usize = 30;
/// A quote's text at most, in characters.
const TEXT: usize = 4_000;

/// Something that was said or done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Who.
    pub who: Speaker,
    /// When; none when the row does not say.
    pub time: Option<Timestamp>,
    /// The text, its first 4,000 characters.
    pub text: String,
    /// There is more of it.
    pub cut: bool,
    /// It is the question that was asked for.
    pub here: bool,
}

/// Who speaks in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The person.
    Person,
    /// The agent.
    Assistant,
    /// A tool, or what the agent called it with.
    Tool,
}

/// What was said around a question, oldest first: a few quotes before it, and what followed until the turn after it.
///
/// # Errors
/// When the session's file cannot be read.
pub(crate) fn conversation(question: &Question) -> io::Result<Vec<Quote>> {
    let mut before: VecDeque<Quote> = VecDeque::new();
    let mut out: Vec<Quote> = Vec::new();
    walk(&question.file, &mut |row| {
        if out.len() >= AFTER {
            return ControlFlow::Break(());
        }
        for quote in row.and_then(row::speech).into_iter().flat_map(|speech| quotes(speech, &question.id)) {
            if out.is_empty() && !quote.here {
                before.push_back(quote);
                before.drain(..before.len().saturating_sub(BEFORE));
            } else {
                out.push(quote);
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(before.into_iter().chain(out).collect())
}

/// What a row says; `asked`: the id of the question that was asked for.
fn quotes(speech: Speech, asked: &str) -> Vec<Quote> {
    let quote = |said| {
        let (mut time, mut here) = (speech.stamp.time, false);
        let (who, text) = match said {
            Said::Asked(question) => {
                // of a question that was typed ahead the row is another, with its own time and id
                (time, here) = (question.time, question.id.as_deref() == Some(asked));
                (Speaker::Person, question.text)
            }
            Said::Answered(text) => (Speaker::Assistant, text),
            Said::Called(call) => (Speaker::Tool, call.brief(TEXT)),
            Said::Returned(back) => (Speaker::Tool, back.text),
        };
        let (text, cut) = beginning(text, TEXT);
        (!text.trim().is_empty()).then_some(Quote { who, time, text, cut, here })
    };
    speech.said.into_iter().filter_map(quote).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn the_recorded_session_is_quoted_around_its_question() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(
            "../../../tests/golden/provenance/projects/-home-me-shop/f031402e-04a2-45f4-b3be-0c20ea957300.jsonl",
        );
        let question = |id: &str| Question {
            id: id.to_owned(),
            session: String::new(),
            file: file.clone(),
            time: Timestamp::UNIX_EPOCH,
            text: String::new(),
            cwd: None,
            version: None,
            recorded: Vec::new(),
            found: Vec::new(),
        };
        let quotes = conversation(&question("e0145e13-7513-4a3f-96a9-6aca80f29d41")).unwrap();
        let here = quotes.iter().position(|quote| quote.here).unwrap();
        assert_eq!(quotes[here].text, "please remember that deploys go out on Tuesday");
        assert_eq!((quotes[here].who, here), (Speaker::Person, 4));
        assert!(quotes[here + 1].text.starts_with("Write {") && quotes[here + 1].who == Speaker::Tool);
        assert!(conversation(&question("none")).unwrap().iter().all(|quote| !quote.here));
    }
}
