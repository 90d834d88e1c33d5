//! What a selector is asked and what it answers, whichever it is.
//!
//! Separate so that `estimate`, `api`, `client` and `recorded` have one shape, and a caller need not know which it has.

use memdesk_memdir::frontmatter::TopicType;
use serde::Serialize;
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
