//! What the gate does with the writes to each store.
//!
//! Separate because both the hook and the shells ask it. It stands in the settings file, which is read each time: a change holds
//! at once, in sessions that run already. Of the file's other wishes the hook follows none: whose root it guards is told by the
//! client that runs it.

use crate::settings::{self, Finding, keys};
use serde::{Deserialize, Serialize};
use std::path::Path;
use ts_rs::TS;

/// What happens to a write.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum GateMode {
    /// It happens, is recorded, and is reviewed afterwards.
    #[default]
    Watch,
    /// It waits for review.
    Hold,
    /// It is refused.
    ReadOnly,
}

impl GateMode {
    /// The one that is written so.
    pub fn named(word: &str) -> Option<GateMode> {
        [GateMode::Watch, GateMode::Hold, GateMode::ReadOnly].into_iter().find(|mode| mode.word() == word)
    }

    /// As it is written in the settings.
    pub fn word(self) -> &'static str {
        match self {
            GateMode::Watch => "watch",
            GateMode::Hold => "hold",
            GateMode::ReadOnly => "read-only",
        }
    }
}

/// A mode, and what is wrong with what the file says of it.
pub(super) struct Said {
    /// What counts.
    pub(super) mode: GateMode,
    /// The file says something of it that cannot count.
    pub(super) doubt: Option<String>,
}

/// The mode of the first of these stores that has one, else the usual one.
///
/// # Errors
/// The file is there, and nothing of it counts.
pub(super) fn of<'s>(data: &Path, stores: impl IntoIterator<Item = &'s str> + Clone) -> Result<Said, String> {
    let loaded = settings::load(data);
    if let Some(broken) = loaded.broken() {
        return Err(broken.to_string());
    }
    let own = stores.clone().into_iter().find_map(|id| loaded.settings.modes().get(id));
    let mode = own.map_or_else(|| loaded.settings.usual_mode(), |(mode, _)| *mode);
    let concerns = |finding: &&Finding| {
        let store = finding.key.strip_prefix(keys::GATE_MODES).and_then(|id| id.strip_prefix('.'));
        match store {
            Some(store) => stores.clone().into_iter().any(|id| id == store),
            None => {
                own.is_none() && matches!(finding.key.as_str(), keys::GATE_MODE | keys::GATE_MODES | "gate")
            }
        }
    };
    Ok(Said { mode, doubt: loaded.findings.iter().find(concerns).map(Finding::to_string) })
}
