//! The grammar of runs: who works, from what, and how far it may go.
//!
//! Separate so that the page of all commands stays one page.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Who works, and how far it may go.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunArguments {
    /// Who works: the model that is set in the window, or your own Claude Code.
    #[arg(long, value_enum, default_value_t = Agent::Api)]
    pub(crate) agent: Agent,
    /// Answers of the model at most [default: 5 for an extraction, 30 for a dream].
    #[arg(long, value_name = "N")]
    pub(crate) most_turns: Option<usize>,
    /// Tokens in and out at most.
    #[arg(long, value_name = "N")]
    pub(crate) most_tokens: Option<u64>,
    /// US dollars at most, where the model's price is known.
    #[arg(long, value_name = "DOLLARS")]
    pub(crate) most_dollars: Option<f64>,
}

/// Who works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    Api,
    Client,
}

/// From where an extraction is.
#[derive(Debug, Clone, Args)]
pub(crate) struct ExtractArguments {
    /// A project folder.
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// The session, as `memdesk queries` names it: its id, or how that begins.
    #[arg(long, value_name = "ID")]
    pub(crate) session: String,
    /// Its last so many turns [default: those since the last extraction].
    #[arg(long, value_name = "N")]
    pub(crate) turns: Option<usize>,
    #[command(flatten)]
    pub(crate) run: RunArguments,
}

/// Over what a dream is.
#[derive(Debug, Clone, Args)]
pub(crate) struct DreamArguments {
    /// A project folder.
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArguments,
}
