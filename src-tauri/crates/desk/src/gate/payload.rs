//! What the client hands to a `PreToolUse` hook, as far as memory is concerned.
//!
//! Separate because it is another program's format (seen in 2.1.197 and 2.1.332): fields that are not known are ignored,
//! ones that are missing are empty. Decides nothing.

use memdesk_review::held::{Change, Replace};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// One call of a tool, about to happen.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Payload {
    pub(crate) session_id: Option<String>,
    pub(crate) prompt_id: Option<String>,
    pub(crate) transcript_path: Option<String>,
    pub(crate) tool_use_id: Option<String>,
    pub(crate) agent_id: Option<String>,
    pub(crate) agent_type: Option<String>,
    pub(crate) cwd: PathBuf,
    pub(crate) tool_name: String,
    pub(crate) tool_input: Map<String, Value>,
    hook_event_name: String,
}

/// What the call is about.
pub(crate) enum Call {
    /// A file is to change.
    File(PathBuf, Change),
    /// A shell command is to run.
    Shell(String),
    /// A file is to be read.
    Read(PathBuf),
}

/// The payload; `None` for another event.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<Payload>, String> {
    let payload: Payload =
        serde_json::from_slice(bytes).map_err(|error| format!("the payload cannot be read: {error}"))?;
    Ok((payload.hook_event_name == "PreToolUse").then_some(payload))
}

impl Payload {
    /// What it is about; `None` for a tool that touches no file of memory.
    ///
    /// # Errors
    /// A field that the tool must have is missing.
    pub(crate) fn call(&self) -> Result<Option<Call>, String> {
        let path = || self.text("file_path").map(PathBuf::from);
        Ok(Some(match self.tool_name.as_str() {
            "Write" => Call::File(path()?, Change::Write(self.text("content")?)),
            "Edit" => Call::File(path()?, Change::Edit(vec![piece(&self.tool_input)?])),
            // clients older than 2.1 have it
            "MultiEdit" => {
                let pieces = self
                    .tool_input
                    .get("edits")
                    .and_then(Value::as_array)
                    .ok_or("MultiEdit without edits")?;
                let pieces: Result<_, String> = pieces
                    .iter()
                    .map(|one| piece(one.as_object().ok_or("an edit that is no object")?))
                    .collect();
                Call::File(path()?, Change::Edit(pieces?))
            }
            "Read" => Call::Read(path()?),
            "Bash" => Call::Shell(self.text("command")?),
            _ => return Ok(None),
        }))
    }

    /// Who calls: `main-agent`, `subagent`, `extractor` or `dream`. A subagent has a type; the client's own background
    /// agents have none, and the dream's id says what it is.
    pub(crate) fn who(&self) -> &'static str {
        match (self.agent_id.as_deref(), &self.agent_type) {
            (None, _) => "main-agent",
            (Some(id), _) if id.starts_with("aauto_dream-") => "dream",
            (Some(_), Some(_)) => "subagent",
            (Some(_), None) => "extractor",
        }
    }

    fn text(&self, field: &str) -> Result<String, String> {
        text(&self.tool_input, field).map_err(|why| format!("{}: {why}", self.tool_name))
    }
}

fn text(input: &Map<String, Value>, field: &str) -> Result<String, String> {
    input.get(field).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| format!("there is no {field}"))
}

fn piece(input: &Map<String, Value>) -> Result<Replace, String> {
    // the client takes "true" for true
    let all = input.get("replace_all").is_some_and(|all| all == true || all == "true");
    Ok(Replace { old: text(input, "old_string")?, new: text(input, "new_string")?, all })
}
