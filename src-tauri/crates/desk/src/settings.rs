//! Memdesk's settings: what a person wishes, in one TOML file that they can read, write and have checked.
//!
//! Separate from the desk because the gate's hook reads them too, inside somebody's session. What is no wish (the store shown
//! last) is in `state`; a key of a model is never in a file. One odd value falls back to its default alone, and is told.
//!
//! | where | what |
//! |---|---|
//! | `keys` | every key, and what it may be |
//! | `read` | a text into settings and findings: PURE, any bytes |
//! | `set` | a text with one key changed, every other byte kept: PURE |
//! | `finding` | what is wrong with a line |
//! | `file` | the file on disk: read, replaced whole, put aside |
//! | `show` | the settings as the shells see and change them |
//! | `roots` | the config roots to switch between |
//! | `state` | what is remembered without having been wished |

mod file;
mod finding;
pub mod keys;
mod read;
mod roots;
mod set;
mod show;
pub(crate) mod state;
#[cfg(test)]
mod tests;

pub use file::FILE;
pub(crate) use file::{Loaded, load};
pub use finding::{Finding, FindingCode};
pub use read::{LARGEST, read};
pub(crate) use roots::expanded;
pub use set::{CannotSet, set};
pub(crate) use show::Kept;

use crate::gate::GateMode;
use crate::view::ModelSettings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// The value of a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum SettingValue {
    /// Yes or no.
    Flag(bool),
    /// A number for what is sent and one for what is answered.
    Pair((f64, f64)),
    /// Several texts.
    Texts(Vec<String>),
    /// A text, or one of the words that the key knows.
    Text(String),
}

impl SettingValue {
    /// The text, of one that is a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            SettingValue::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What a settings file says, and in which line; what it does not say, or says wrongly, is not in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    values: BTreeMap<&'static str, (SettingValue, usize)>,
    modes: BTreeMap<String, (GateMode, usize)>,
}

impl Settings {
    /// What the file says of a key such as `window.theme`, and its line (from 1).
    pub fn said(&self, key: &str) -> Option<&(SettingValue, usize)> {
        self.values.get(key)
    }

    /// The value that counts: the file's, else the default; none where that is nothing.
    pub fn value(&self, key: &str) -> Option<SettingValue> {
        self.values.get(key).map(|(value, _)| value.clone()).or_else(|| keys::key(key)?.usual())
    }

    /// The text that counts, trimmed; none where that is nothing.
    pub fn text(&self, key: &str) -> Option<String> {
        let value = self.value(key)?;
        value.text().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// A word, where it is not the one that leaves it to the system.
    pub fn wish(&self, key: &str) -> Option<String> {
        self.text(key).filter(|word| word != keys::SYSTEM)
    }

    /// A switch.
    pub fn flag(&self, key: &str) -> bool {
        self.value(key) == Some(SettingValue::Flag(true))
    }

    /// What happens to writes to a store without a mode of its own.
    pub fn usual_mode(&self) -> GateMode {
        self.text(keys::GATE_MODE).and_then(|word| GateMode::named(&word)).unwrap_or_default()
    }

    /// The stores that have a mode of their own, by id, and the line that says so.
    pub fn modes(&self) -> &BTreeMap<String, (GateMode, usize)> {
        &self.modes
    }

    /// Which model is asked.
    pub fn model(&self) -> ModelSettings {
        let prices = match self.value(keys::PRICES) {
            Some(SettingValue::Pair(prices)) => Some(prices),
            _ => None,
        };
        ModelSettings {
            provider: self.text(keys::PROVIDER).unwrap_or_default(),
            base_url: self.text(keys::BASE_URL).unwrap_or_default(),
            model: self.text(keys::MODEL).unwrap_or_default(),
            dollars_per_million: prices,
        }
    }
}
