//! What a selector is asked and what it answers, whichever it is.
//!
//! Separate so that `estimate`, `api`, `client` and `recorded` have one shape, and a caller need not know which it has.

use memdesk_memdir::frontmatter::TopicType;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A topic that is offered, in the order of the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Relative path.
    pub path: String,
    /// Its line in the listing, as `memdir` makes it. Can hold newlines.
    pub line: String,
    /// `name` of its header.
    pub name: Option<String>,
    /// `description` of its header.
    pub description: Option<String>,
    /// Its type.
    pub topic_type: Option<TopicType>,
}

/// A question to a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What the person typed, trimmed as the client sends it.
    pub query: String,
    /// What is offered.
    pub candidates: Vec<Candidate>,
}

impl Ask {
    /// The listing as the selector gets it, without a newline at its end.
    pub fn listing(&self) -> String {
        self.candidates.iter().map(|candidate| candidate.line.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The paths offered.
    pub fn listed(&self) -> Vec<String> {
        self.candidates.iter().map(|candidate| candidate.path.clone()).collect()
    }
}

/// What a selector answered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choice {
    /// Best first: of the estimate every topic with a score above 0, of a model those it named.
    pub ranked: Vec<Ranked>,
    /// Paths that are picked, in order, as `memdir::question::selected` reads an answer: only offered ones, and a name given
    /// twice comes twice.
    pub selected: Vec<String>,
    /// Names in the answer that are not offered.
    pub invented: Vec<String>,
    /// A model's answer as it came.
    pub raw: Option<String>,
    /// What a model call took.
    pub usage: Option<Usage>,
    /// From the cache: nothing was sent.
    pub cached: bool,
}

/// A topic in the ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Relative path.
    pub path: String,
    /// 0 to 1; none where the selector gives none.
    pub score: Option<f64>,
    /// What matched, the weightiest first.
    pub reasons: Vec<Reason>,
}

/// A word that matched.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// As it stands in the topic.
    pub word: String,
    /// `name`, `file` or `description`.
    pub field: &'static str,
    /// Its part of the score, 0 to 1.
    pub share: f64,
}

/// What a model call took, or would.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// The model, as its provider names it.
    pub model: String,
    /// Tokens sent, cached ones included.
    pub input_tokens: u64,
    /// Tokens answered.
    pub output_tokens: u64,
    /// Milliseconds from the request to the whole answer.
    pub milliseconds: u64,
}

/// Why a selector has no answer. Each says what happened and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectorError {
    /// It was cancelled.
    Cancelled,
    /// No key is known for this provider; the variable that is looked at.
    NoKey(String),
    /// The provider refuses the key (401, 403); its words.
    KeyRefused(String),
    /// Too many requests (429); seconds to wait, where the provider said so.
    RateLimited(Option<u64>),
    /// No answer in time; seconds waited.
    TimedOut(u64),
    /// It cannot be reached, or broke off; what and why.
    Unreachable(String),
    /// The provider answered with an error of its own: status and words.
    Provider(u16, String),
    /// The answer was cut off or has another shape than asked for; its first characters.
    Malformed(String),
    /// The client is not there, or does not start; which and why.
    NoClient(PathBuf, String),
    /// The client ended without asking the selector; what it said.
    NotAsked(String),
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectorError::Cancelled => write!(f, "cancelled"),
            SelectorError::NoKey(variable) => {
                write!(
                    f,
                    "no key for this provider: set {variable}, or enter one in the window (Recall, then \"Models and keys\")"
                )
            }
            SelectorError::KeyRefused(words) => {
                write!(
                    f,
                    "the provider refuses the key ({words}): check that it is this provider's and still valid"
                )
            }
            SelectorError::RateLimited(Some(seconds)) => {
                write!(f, "the provider has had too many requests: ask again in {seconds} s")
            }
            SelectorError::RateLimited(None) => {
                write!(f, "the provider has had too many requests: ask again in a minute")
            }
            SelectorError::TimedOut(seconds) => {
                write!(f, "no answer within {seconds} s: ask again, or choose a quicker model")
            }
            SelectorError::Unreachable(why) => {
                write!(f, "not reached ({why}): check the address and the network, then ask again")
            }
            SelectorError::Provider(status @ 500.., words) => {
                write!(f, "the provider failed ({status}: {words}): ask again later")
            }
            SelectorError::Provider(status, words) => {
                write!(
                    f,
                    "the provider did not take the request ({status}: {words}): check the model and the address"
                )
            }
            SelectorError::Malformed(first) => {
                write!(
                    f,
                    "the answer is cut off or not of the shape asked for, it begins `{first}`: ask again, or choose another model"
                )
            }
            SelectorError::NoClient(program, why) => {
                write!(
                    f,
                    "{} cannot be asked ({why}); its program can be named in the window (Recall, then \"Models and keys\")",
                    program.display()
                )
            }
            SelectorError::NotAsked(said) => {
                write!(
                    f,
                    "the client ended without asking its selector ({said}): try whether it answers in a terminal"
                )
            }
        }
    }
}

impl std::error::Error for SelectorError {}

/// Stops long work from another thread. Clones are one.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks for a stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Picks memories for a question.
pub trait Selector {
    /// Picks. Waits for whatever it has to ask, and looks at `cancel` at least every 100 ms.
    ///
    /// # Errors
    /// See [`SelectorError`]. An answer that picks nothing is none.
    fn choose(&self, ask: &Ask, cancel: &Cancel) -> Result<Choice, SelectorError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn each_error_says_what_happened_and_what_to_do() {
        let words = || "words".to_owned();
        let errors = [
            SelectorError::Cancelled,
            SelectorError::NoKey("ANTHROPIC_API_KEY".to_owned()),
            SelectorError::KeyRefused(words()),
            SelectorError::RateLimited(Some(7)),
            SelectorError::RateLimited(None),
            SelectorError::TimedOut(60),
            SelectorError::Unreachable(words()),
            SelectorError::Provider(404, words()),
            SelectorError::Provider(529, words()),
            SelectorError::Malformed(words()),
            SelectorError::NoClient(PathBuf::from("claude"), words()),
            SelectorError::NotAsked(words()),
        ];
        let lines: Vec<String> = errors.iter().map(SelectorError::to_string).collect();
        expect![[r#"
            cancelled
            no key for this provider: set ANTHROPIC_API_KEY, or enter one in the window (Recall, then "Models and keys")
            the provider refuses the key (words): check that it is this provider's and still valid
            the provider has had too many requests: ask again in 7 s
            the provider has had too many requests: ask again in a minute
            no answer within 60 s: ask again, or choose a quicker model
            not reached (words): check the address and the network, then ask again
            the provider did not take the request (404: words): check the model and the address
            the provider failed (529: words): ask again later
            the answer is cut off or not of the shape asked for, it begins `words`: ask again, or choose another model
            claude cannot be asked (words); its program can be named in the window (Recall, then "Models and keys")
            the client ended without asking its selector (words): try whether it answers in a terminal"#]].assert_eq(&lines.join("\n"));
    }
}
