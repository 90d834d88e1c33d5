//! The grammar of `search`.
//!
//! Separate so that the page with all commands stays one page. Never does anything.

use clap::{Args, ValueEnum};

/// What is looked for, and in what.
#[derive(Debug, Clone, Args)]
pub(crate) struct SearchArguments {
    /// A project folder, then words that must all occur, without regard to case; of '"two words"' the quotes make one.
    #[arg(value_name = "[PATH] TEXT", required = true, num_args = 1..)]
    pub(crate) words: Vec<String>,
    /// Also in the topics and indexes of all other stores.
    #[arg(long)]
    pub(crate) all: bool,
    /// Only in these [default: all].
    #[arg(long, value_enum)]
    pub(crate) kind: Vec<Kind>,
    /// At most so many of each kind.
    #[arg(long, default_value_t = 50)]
    pub(crate) limit: usize,
}

/// A kind of what is found, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Topic,
    Index,
    Question,
    Proposal,
    History,
}

impl Kind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Topic => "topic",
            Kind::Index => "index",
            Kind::Question => "question",
            Kind::Proposal => "proposal",
            Kind::History => "history",
        }
    }
}
