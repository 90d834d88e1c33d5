//! The conversation in which a change was made, quoted for whoever reviews it.
//!
//! Separate because it reads a session file, where the rest of review reads stores and the ledger.

use crate::Desk;
use crate::topics::iso;
use crate::view::{Failure, TurnQuote};
use memdesk_sessions::Speaker;

impl Desk {
    /// What was said around a question of a session; around its last one when none is named. Empty when no session file that
    /// was read has it.
    ///
    /// # Errors
    /// `no-such-store`; `sessions` when the cache or the session's file cannot be read.
    pub fn conversation(
        &self,
        id: &str,
        session: &str,
        question: Option<&str>,
    ) -> Result<Vec<TurnQuote>, Failure> {
        let place = self.find(id)?;
        let (dirs, cache) = self.sessions_of(&place)?;
        let quotes =
            cache.conversation(&dirs, session, question).map_err(|error| Failure::sessions(&error))?;
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
