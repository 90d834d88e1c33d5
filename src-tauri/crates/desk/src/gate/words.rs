//! What the client is told, in sentences for an agent.
//!
//! Separate because they decide what the agent does next: it must go on, count the memory as saved, and neither try again
//! nor write elsewhere. The client's agents see `reason` as the tool's result (as an error, seen in 2.1.332).

use memdesk_review::held::Miss;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The call is not to happen.
pub(super) fn deny(reason: &str) -> Value {
    json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason,
    } })
}

/// The file is to be read elsewhere. It may be: the client may always read its memory, and this is a copy of it.
pub(super) fn read_at(input: &Map<String, Value>, copy: &Path, context: &str) -> Value {
    let mut input = input.clone();
    input.insert("file_path".to_owned(), json!(copy));
    json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": input,
        "additionalContext": context,
    } })
}

/// The call happens, and the agent is told something beside it.
pub(super) fn beside(context: &str) -> Value {
    json!({ "hookSpecificOutput": { "hookEventName": "PreToolUse", "additionalContext": context } })
}

/// A write was taken into review.
pub(super) const HELD: &str = "Memdesk keeps this memory for the user's review: count it as saved and go on \
                               (to change the file again, Write it whole).";
/// Files that a shell command removes were taken into review.
pub(super) const HELD_REMOVAL: &str = "Memdesk keeps this removal for the user's review: count these memories as removed \
                                       and go on. Nothing else of the command was run.";
/// The store is not to be changed.
pub(super) const READ_ONLY: &str =
    "The user keeps this memory read-only for now: go on without saving, here or anywhere else.";
/// A shell command writes into a store.
pub(super) const SHELL: &str = "Changes to memory wait for the user's review, so a shell command may not make them: use \
                                Write or Edit, or `rm` with each file by its name. Nothing of the command was run.";
/// Beside the disk's text of a file of which another waits.
pub(super) fn other_text(copy: &Path) -> String {
    format!(
        "A newer text of this memory waits for the user's review, in {}: read it there; to change it, Write the whole \
         file to its own path.",
        copy.display()
    )
}
/// Beside a file that is only among what waits.
pub(super) const WAITS: &str = "This memory waits for the user's review and counts as saved; to change it, Write the whole file to its own path.";
/// Beside a file whose removal waits.
pub(super) const REMOVAL_WAITS: &str =
    "The removal of this memory waits for the user's review: count it as removed.";

/// An edit that cannot be made on the text that waits, and where that text is.
pub(super) fn missed(miss: Miss, copy: Option<&Path>) -> String {
    let why = match miss {
        Miss::NotFound => "does not have this text",
        Miss::NotUnique => "has this text more than once",
        Miss::Missing => "is removed",
        Miss::Same | Miss::Exists | Miss::NotUtf8 => "cannot be edited so",
    };
    let at = copy.map(|copy| format!(" (in {})", copy.display())).unwrap_or_default();
    format!(
        "The version of this memory that waits for the user's review{at} {why}: Write the whole file instead."
    )
}
