//! The shapes on the wire between a client and its API, as far as they are needed: which call is the selector's, what is in
//! it, what the least is that a client takes for an answer, and what is in an answer.
//!
//! Separate because it is pure. Never sends.

use crate::selector::{SelectorError, Usage};
use serde::Serialize;
use serde_json::{Value, json};

/// The field of the answer's schema by which the selector's call is known.
const FIELD: &str = "selected_memories";

/// At most this many characters of an answer are shown in an error.
const SHOWN: usize = 300;

/// What a client sent to its selector, without what says whose client it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Captured {
    /// The listing: exact, of what is on disk now.
    pub listing: String,
    /// The question, as the client put it.
    pub query: String,
    /// The model that the client asks.
    pub model: String,
    /// The whole request, but for `metadata` (it names the device, the account and the session). Headers, and with them every
    /// credential, are not part of it.
    pub body: Value,
}

/// Whether a request for a message is the selector's: its output schema asks for [`FIELD`].
pub(crate) fn is_selector(body: &Value) -> bool {
    ["output_config", "output_format"]
        .iter()
        .filter_map(|key| body.get(key))
        .any(|format| has_key(format, FIELD))
}

fn has_key(value: &Value, key: &str) -> bool {
    match value {
        Value::Object(map) => map.contains_key(key) || map.values().any(|value| has_key(value, key)),
        Value::Array(values) => values.iter().any(|value| has_key(value, key)),
        _ => false,
    }
}

/// The selector's request as data. Listing and question each stand below a line of the client's own; later questions of a
/// session follow the first, and the last one is meant.
pub(crate) fn captured(mut body: Value) -> Captured {
    let texts: Vec<String> = body
        .get("messages")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter(|message| message.get("role").and_then(Value::as_str) == Some("user"))
        .map(|message| text(message.get("content").unwrap_or(&Value::Null)))
        .collect();
    let below = |text: Option<&String>| {
        text.and_then(|text| text.split_once('\n')).map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    };
    let (listing, query) = (below(texts.first()), below(texts.last()));
    let model = body.get("model").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(body) = body.as_object_mut() {
        body.remove("metadata");
    }
    Captured { listing, query, model, body }
}

/// The text of a message's content: a string, or blocks.
pub(crate) fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            blocks.iter().filter_map(|block| block.get("text").and_then(Value::as_str)).collect()
        }
        _ => String::new(),
    }
}

/// A message of these content blocks as the API answers it: its media type and its bytes, as events when `streamed`.
pub(crate) fn message(request: &Value, blocks: &[Value]) -> (&'static str, Vec<u8>) {
    let calls_tool = blocks.iter().any(|block| block.get("type").and_then(Value::as_str) == Some("tool_use"));
    let stop = if calls_tool { "tool_use" } else { "end_turn" };
    let whole = json!({
        "id": "msg_0", "type": "message", "role": "assistant",
        "model": request.get("model").cloned().unwrap_or_default(),
        "content": blocks, "stop_reason": stop, "stop_sequence": null,
        "usage": {
            "input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
        },
    });
    if request.get("stream").and_then(Value::as_bool) != Some(true) {
        return ("application/json", whole.to_string().into_bytes());
    }
    let mut begun = whole;
    (begun["content"], begun["stop_reason"]) = (json!([]), Value::Null);
    let mut events = vec![json!({"type": "message_start", "message": begun})];
    for (index, block) in blocks.iter().enumerate() {
        let (mut empty, mut delta) = (block.clone(), json!({"type": "text_delta", "text": block["text"]}));
        match block.get("input") {
            Some(input) => {
                empty["input"] = json!({});
                delta = json!({"type": "input_json_delta", "partial_json": input.to_string()});
            }
            None => empty["text"] = json!(""),
        }
        events.push(json!({"type": "content_block_start", "index": index, "content_block": empty}));
        events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(json!({
        "type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": null}, "usage": {"output_tokens": 1},
    }));
    events.push(json!({"type": "message_stop"}));
    let lines = events
        .iter()
        .map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default()));
    ("text/event-stream", lines.collect::<String>().into_bytes())
}

/// What is in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The text as the model wrote it.
    pub(crate) raw: String,
    /// Milliseconds are left at 0.
    pub(crate) usage: Usage,
}

/// Reads the selector's answer, whole or as events.
///
/// # Errors
/// [`Malformed`](SelectorError::Malformed) when it is no message, or was cut off.
pub(crate) fn answer(media_type: &str, body: &[u8]) -> Result<Answer, SelectorError> {
    let malformed = || SelectorError::Malformed(shown(&String::from_utf8_lossy(body)));
    let message = if media_type.starts_with("text/event-stream") {
        from_events(&String::from_utf8_lossy(body)).ok_or_else(malformed)?
    } else {
        serde_json::from_slice(body).map_err(|_| malformed())?
    };
    let content = message.get("content").filter(|content| content.is_array()).ok_or_else(malformed)?;
    let raw = text(content);
    if message.get("stop_reason").and_then(Value::as_str) == Some("max_tokens") {
        return Err(SelectorError::Malformed(shown(&raw)));
    }
    let tokens = |name: &str| {
        message.get("usage").and_then(|usage| usage.get(name)).and_then(Value::as_u64).unwrap_or_default()
    };
    let input = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].map(tokens);
    let usage = Usage {
        model: message.get("model").and_then(Value::as_str).unwrap_or_default().to_owned(),
        input_tokens: input.iter().fold(0, |sum, part| sum.saturating_add(*part)),
        output_tokens: tokens("output_tokens"),
        milliseconds: 0,
    };
    Ok(Answer { raw, usage })
}

/// The message that a stream of events adds up to; none when the stream ends before the message does.
fn from_events(stream: &str) -> Option<Value> {
    let mut message = Value::Null;
    let (mut text, mut ended) = (String::new(), false);
    for line in stream.lines() {
        let Some(data) = line.strip_prefix("data:") else { continue };
        let event: Value = serde_json::from_str(data.trim()).ok()?;
        match event.get("type").and_then(Value::as_str) {
            Some("message_start") => message = event.get("message")?.clone(),
            Some("content_block_delta") => {
                text.push_str(event.pointer("/delta/text").and_then(Value::as_str).unwrap_or_default());
            }
            Some("message_delta") => {
                let to = message.as_object_mut()?;
                if let Some(reason) = event.pointer("/delta/stop_reason") {
                    to.insert("stop_reason".to_owned(), reason.clone());
                }
                let said = event.get("usage").and_then(Value::as_object).into_iter().flatten();
                let usage = to.entry("usage").or_insert_with(|| json!({})).as_object_mut()?;
                // what is said at the end counts for what was said at the start
                usage.extend(
                    said.filter(|(_, count)| count.is_u64())
                        .map(|(name, count)| (name.clone(), count.clone())),
                );
            }
            Some("message_stop") => ended = true,
            Some("error") => return None,
            _ => {}
        }
    }
    message.as_object_mut()?.insert("content".to_owned(), json!([{"type": "text", "text": text}]));
    ended.then_some(message)
}

/// What an API that refused says: the message of its error, else the beginning of whatever it sent.
pub(crate) fn refusal(body: &[u8]) -> String {
    let said: Value = serde_json::from_slice(body).unwrap_or_default();
    match said.pointer("/error/message").or_else(|| said.get("message")).and_then(Value::as_str) {
        Some(words) => shown(words),
        None => shown(&String::from_utf8_lossy(body)),
    }
}

/// The beginning of `text`, fit for one line.
pub(crate) fn shown(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(SHOWN).collect()
}
