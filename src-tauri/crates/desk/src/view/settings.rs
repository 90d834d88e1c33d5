//! The settings as the window and the command line show them: what counts, where it comes from, what is wrong with the file.
//!
//! Separate from `settings`, which knows the file. Places are labels.

use crate::gate::GateMode;
use crate::settings::{Finding, SettingValue};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The settings, whole.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct SettingsView {
    /// The file, as a label.
    pub file: String,
    /// It is there.
    pub exists: bool,
    /// Memdesk's data directory, as a label.
    pub data: String,
    /// Why nothing of the file counts, and nothing is written into it; none when it is whole.
    pub broken: Option<Finding>,
    /// What is wrong with it, by line.
    pub findings: Vec<Finding>,
    /// Every key, in the order of the sections.
    pub rows: Vec<SettingRow>,
    /// Stores with a mode of their own.
    pub modes: Vec<StoreMode>,
    /// The config roots to switch between, the open one first.
    pub roots: Vec<RootView>,
    /// What the window draws itself by.
    pub preferences: super::Preferences,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum SettingSource {
    /// An option of the command line: beats everything.
    Option,
    /// A variable of the environment: beats the file.
    Environment,
    /// The file.
    File,
    /// Nobody said anything else.
    Default,
}

/// A key and what counts.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct SettingRow {
    /// `window.theme`.
    pub key: String,
    /// What counts; none for nothing (what then holds is in `what`).
    pub value: Option<SettingValue>,
    /// What counts when the file says nothing.
    pub usual: Option<SettingValue>,
    /// Where it comes from.
    pub from: SettingSource,
    /// The file's line that says something of it, from 1, whether that counts or not.
    pub line: Option<usize>,
    /// What it may be: words, or a description.
    pub allowed: Vec<String>,
    /// What it is for.
    pub what: String,
}

/// A store with a mode of its own.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct StoreMode {
    /// The store's id.
    pub id: String,
    /// Its name; none when there is no such store below this root.
    pub name: Option<String>,
    /// Where it lies, as a label.
    pub place: Option<String>,
    /// What happens to writes to it.
    pub mode: GateMode,
    /// The file's line.
    pub line: usize,
}

/// A config root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RootView {
    /// Where, as a label; names it in `use_root` and `forget_root`.
    pub place: String,
    /// It is the open one; why it is.
    pub open: Option<SettingSource>,
    /// It is there.
    pub there: bool,
    /// The file names it, so that it can be taken off the list.
    pub listed: bool,
}

/// A change of one key; without a value, the default is to count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettingChange {
    /// `window.theme`, or `gate.modes.ID`.
    pub key: String,
    /// The value.
    pub value: Option<SettingValue>,
}
