//! What a model sent as the arguments of a call.
//!
//! Separate because it can be anything. Every complaint names the argument and what it should be, so that a model can send the
//! call again; nothing is guessed from an argument of another type.

use serde_json::Value;

/// The arguments of a call.
pub(super) struct Arguments<'v>(pub(super) &'v Value);

impl<'v> Arguments<'v> {
    /// An argument that is there and is not `null`.
    fn get(&self, key: &str) -> Result<Option<&'v Value>, String> {
        match self.0 {
            Value::Object(map) => Ok(map.get(key).filter(|value| !value.is_null())),
            _ => Err("The arguments have to be a JSON object.".to_owned()),
        }
    }

    /// A text that has to be there.
    pub(super) fn text(&self, key: &str) -> Result<&'v str, String> {
        self.text_or_none(key)?.ok_or_else(|| format!("`{key}` is missing: give a string."))
    }

    /// A text that may be left out.
    pub(super) fn text_or_none(&self, key: &str) -> Result<Option<&'v str>, String> {
        match self.get(key)? {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(format!("`{key}` has to be a string, not {}.", kind(other))),
        }
    }

    /// The path of a file: `file_path`, or `path`, which models confuse with it.
    pub(super) fn path(&self) -> Result<&'v str, String> {
        match (self.text_or_none("file_path")?, self.text_or_none("path")?) {
            (Some(path), _) | (None, Some(path)) => Ok(path),
            (None, None) => Err("`file_path` is missing: give a string.".to_owned()),
        }
    }

    /// Yes or no; no when it is left out.
    pub(super) fn flag(&self, key: &str) -> Result<bool, String> {
        match self.get(key)? {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(format!("`{key}` has to be true or false, not {}.", kind(other))),
        }
    }

    /// A count that may be left out.
    pub(super) fn count(&self, key: &str) -> Result<Option<usize>, String> {
        let Some(value) = self.get(key)? else { return Ok(None) };
        let whole = value.as_u64().and_then(|n| usize::try_from(n).ok());
        match whole {
            Some(n) => Ok(Some(n)),
            None => Err(format!("`{key}` has to be a whole number from 0 on, not {}.", kind(value))),
        }
    }

    /// What a call that is refused was about.
    pub(super) fn about(&self, tool: &str) -> String {
        let keys = if matches!(tool, "grep" | "glob") { ["pattern", "path"] } else { ["file_path", "path"] };
        let text = |key: &str| self.0.get(key).and_then(Value::as_str);
        keys.into_iter().find_map(text).unwrap_or_default().to_owned()
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "this number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
