//! Arguments of `memdesk gate`.
//!
//! Separate because the grammar is long enough without them. Never does anything.

use super::Folder;
use clap::{Args, Subcommand};

/// Without one of these, `gate` is the hook: it answers one payload on standard input.
#[derive(Debug, Subcommand)]
pub(crate) enum GateCommand {
    /// Put the hook into Claude Code's settings, after showing the change.
    Install {
        #[command(flatten)]
        sure: Sure,
    },
    /// Take the hook out again.
    Uninstall {
        #[command(flatten)]
        sure: Sure,
    },
    /// Show whether it is installed, its mode, what is held and what went wrong.
    Status {
        #[command(flatten)]
        folder: Folder,
    },
    /// Set what happens to writes: watch (they happen), hold (they wait for review), read-only (they are refused).
    Mode {
        /// A project folder, then the mode.
        #[arg(value_name = "[PATH] MODE", required = true, num_args = 1..=2)]
        words: Vec<String>,
    },
}

/// Whether a change is made without asking, or not at all.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Sure {
    /// Do not ask.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print the diff and change nothing.
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
}
