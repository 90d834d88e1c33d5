//! The grammar of `memdesk settings`.
//!
//! Separate so that the page of all commands stays readable. Never does anything.

use clap::Subcommand;

/// Without one of these, `settings` lists every key, what counts, and where that comes from.
#[derive(Debug, Subcommand)]
pub(crate) enum SettingsCommand {
    /// Find what is wrong with the settings file; exit status 1 when anything is.
    Check,
    /// Print where the settings file is, or would be.
    Path,
    /// Set a key; comments and all other lines of the file stay.
    Set {
        /// Such as window.theme, or gate.modes.ID for a store.
        key: String,
        /// A word or a text, true or false, or a list as TOML has it: '[3.0, 15.0]'.
        value: String,
    },
    /// Take a key out, so that its default counts.
    Reset {
        /// Such as window.theme.
        key: String,
    },
}
