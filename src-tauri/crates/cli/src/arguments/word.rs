//! Arguments that are one of some words.
//!
//! Separate because the grammar is long enough without them. Never does anything.

use clap::ValueEnum;
use memdesk_review::Severity;

/// A selector, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SelectorName {
    Estimate,
    Api,
    Client,
    Recorded,
}

impl SelectorName {
    pub(crate) fn word(self) -> &'static str {
        match self {
            SelectorName::Estimate => "estimate",
            SelectorName::Api => "api",
            SelectorName::Client => "client",
            SelectorName::Recorded => "recorded",
        }
    }
}

/// A language of the guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    En,
    Zh,
}

impl Language {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }
}

/// Severity, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    Info,
    Warning,
    Error,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Severity {
        match level {
            Level::Info => Severity::Info,
            Level::Warning => Severity::Warning,
            Level::Error => Severity::Error,
        }
    }
}
