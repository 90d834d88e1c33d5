//! What the gate does with the writes to each store.
//!
//! Separate because both the hook and the shells ask it. A small file in Memdesk's data directory, read each time: a change
//! holds at once, in sessions that run already.

use crate::own::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use ts_rs::TS;

const FILE: &str = "gate/modes.json";

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

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Modes {
    /// By store.
    modes: BTreeMap<String, GateMode>,
}

/// The mode of the first of these stores that has one.
///
/// # Errors
/// The file is there and cannot be read.
pub(super) fn of<'s>(data: &Path, stores: impl IntoIterator<Item = &'s str>) -> Result<GateMode, String> {
    let modes = load(data)?.modes;
    Ok(stores.into_iter().find_map(|id| modes.get(id)).copied().unwrap_or_default())
}

/// Sets a store's mode.
///
/// # Errors
/// The file cannot be read or written.
pub(super) fn set(data: &Path, store: &str, mode: GateMode) -> Result<(), String> {
    let mut modes = load(data)?;
    modes.modes.insert(store.to_owned(), mode);
    let text = serde_json::to_vec_pretty(&modes).map_err(|error| error.to_string())?;
    write_whole(&data.join(FILE), &text).map_err(|error| format!("{FILE} cannot be written: {error}"))
}

fn load(data: &Path) -> Result<Modes, String> {
    match std::fs::read(data.join(FILE)) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes).map_err(|error| format!("{FILE} cannot be read: {error}"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Modes::default()),
        Err(error) => Err(format!("{FILE} cannot be read: {error}")),
    }
}
