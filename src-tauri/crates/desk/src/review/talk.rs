//! The conversation in which a change was made, quoted for whoever reviews it.
//!
//! Separate because it reads a session file, where the rest of review reads stores and the ledger.

use crate::Desk;
use crate::topics::iso;
use crate::view::{Failure, TurnQuote};
use memdesk_sessions::{Filter, Speaker, conversation};

impl Desk {
    /// What was said around a question of a session; around its last one when none is named.
    ///
    /// # Errors
    /// `no-such-store`; `sessions`; `no-such-session`; `io` when the session's file cannot be read.
    pub fn conversation(
        &self,
        id: &str,
        session: &str,
        question: Option<&str>,
    ) -> Result<Vec<TurnQuote>, Failure> {
        let place = self.find(id)?;
        let (dirs, cache) = self.sessions_of(&place)?;
        let broken = |error| Failure::sessions(&error);
        let found = match question {
            Some(question) => cache.question(&dirs, question).map_err(broken)?,
            None => {
                let of = Filter { session: Some(session.to_owned()), limit: 1, ..Filter::default() };
                cache.questions(&dirs, &of).map_err(broken)?.questions.pop()
            }
        };
        let found = found.ok_or_else(|| {
            Failure::new(
                "no-such-session",
                format!("no question of session {session} is known here"),
                "Its file may have been deleted, or not been read yet.".to_owned(),
            )
        })?;
        let quotes = conversation(&found)
            .map_err(|error| Failure::io("cannot read the session", &found.file, &error))?;
        let quote = |quote: memdesk_sessions::Quote| TurnQuote {
            who: match quote.who {
                Speaker::Person => "person",
                Speaker::Assistant => "assistant",
                Speaker::Tool => "tool",
            }
            .to_owned(),
            time: quote.time.map(iso).unwrap_or_default(),
            text: quote.text,
            cut: quote.cut,
            here: quote.here,
        };
        Ok(quotes.into_iter().map(quote).collect())
    }
}
