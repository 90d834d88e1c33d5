//! What went wrong in the gate, kept for a person to see: inside a client's session there is nobody to tell.
//!
//! Separate because it is the last thing that must work: it never fails, and keeps no more than a little.

use crate::look::now;
use crate::topics::iso_ns;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use ts_rs::TS;

const FILE: &str = "gate-notes.jsonl";
/// The file is cut once it is larger, in bytes.
const LIMIT: u64 = 64 * 1024;
/// So many notes are left then.
const KEPT: usize = 100;
/// No note is longer, in characters.
const LENGTH: usize = 400;

/// Something that went wrong; the call it was about was let pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GateNote {
    /// When.
    pub time: String,
    /// What.
    pub what: String,
}

/// Leaves a note.
pub(super) fn leave(data: &Path, what: &str) {
    let note = GateNote { time: iso_ns(now().as_nanosecond()), what: what.chars().take(LENGTH).collect() };
    let Ok(mut line) = serde_json::to_vec(&note) else { return };
    line.push(b'\n');
    let path = data.join(FILE);
    if std::fs::metadata(&path).is_ok_and(|file| file.len() > LIMIT) {
        let kept: Vec<u8> = all(data).iter().rev().take(KEPT).rev().filter_map(line_of).flatten().collect();
        drop(crate::own::write_whole(&path, &kept));
    }
    drop(std::fs::create_dir_all(data));
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    drop(file.and_then(|mut file| file.write_all(&line)));
}

fn line_of(note: &GateNote) -> Option<Vec<u8>> {
    let mut line = serde_json::to_vec(note).ok()?;
    line.push(b'\n');
    Some(line)
}

/// All notes, oldest first; lines that are none are passed over.
pub(super) fn all(data: &Path) -> Vec<GateNote> {
    let text = std::fs::read_to_string(data.join(FILE)).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
