//! An answer as Anthropic and OpenAI write it: whole, or as events.
//!
//! Separate because it is the wire and nothing else. Knows nothing of scripts.

use super::{End, Format, Part, Turn};
use serde_json::{Value, json};

/// Characters of a piece of text or of arguments.
const PIECE: usize = 7;

/// The answer whole.
pub(super) fn whole(format: Format, request: &Value, turn: &Turn) -> Value {
    match format {
        Format::Anthropic => message(request, turn, blocks(turn)),
        Format::OpenAi => {
            let calls: Vec<Value> = called(turn)
                .map(|(at, name, arguments)| json!({ "id": id(request, at), "type": "function", "function": { "name": name, "arguments": arguments } }))
                .collect();
            let mut said = json!({ "role": "assistant", "content": words(turn) });
            if !calls.is_empty() {
                said["tool_calls"] = json!(calls);
            }
            json!({
                "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": request["model"],
                "choices": [{ "index": 0, "finish_reason": stop(format, turn), "message": said }],
                "usage": { "prompt_tokens": turn.tokens.0, "completion_tokens": turn.tokens.1, "total_tokens": turn.tokens.0 + turn.tokens.1 },
            })
        }
    }
}

/// The answer as events: all of them, or, when it breaks off, those of its first half.
pub(super) fn events(format: Format, request: &Value, turn: &Turn) -> String {
    let mut events = match format {
        Format::Anthropic => anthropic(request, turn),
        Format::OpenAi => openai(request, turn),
    };
    if turn.end != End::Whole {
        events.truncate(events.len() / 2);
    }
    if let End::Error(words) = &turn.end {
        let error = json!({ "type": "overloaded_error", "message": words });
        events.push(match format {
            Format::Anthropic => json!({ "type": "error", "error": error }),
            Format::OpenAi => json!({ "error": error }),
        });
    }
    let is_whole = turn.end == End::Whole;
    let mut text: String = events
        .iter()
        .map(|event| match format {
            Format::Anthropic => {
                format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default())
            }
            Format::OpenAi => format!("data: {event}\n\n"),
        })
        .collect();
    if format == Format::OpenAi && is_whole {
        text.push_str("data: [DONE]\n\n");
    }
    text
}

/// Calls with their places among the calls.
fn called(turn: &Turn) -> impl Iterator<Item = (usize, &str, &str)> {
    let calls = turn.parts.iter().filter_map(|part| match part {
        Part::Call(name, arguments) => Some((name.as_str(), arguments.as_str())),
        Part::Text(_) => None,
    });
    calls.enumerate().map(|(at, (name, arguments))| (at, name, arguments))
}

fn words(turn: &Turn) -> String {
    let texts = turn.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        Part::Call(..) => None,
    });
    texts.collect()
}

/// An id that no other call of the conversation has.
fn id(request: &Value, at: usize) -> String {
    format!("toolu_{}_{at}", request["messages"].as_array().map_or(0, Vec::len))
}

fn stop(format: Format, turn: &Turn) -> &'static str {
    let calls = called(turn).next().is_some();
    match (format, turn.stop) {
        (Format::Anthropic, Some(stop)) => stop,
        (Format::Anthropic, None) => {
            if calls {
                "tool_use"
            } else {
                "end_turn"
            }
        }
        (Format::OpenAi, Some("refusal")) => "content_filter",
        (Format::OpenAi, Some(_)) => "length",
        (Format::OpenAi, None) => {
            if calls {
                "tool_calls"
            } else {
                "stop"
            }
        }
    }
}

/// Text in pieces.
fn pieces(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(PIECE).map(|piece| piece.iter().collect()).collect()
}

fn message(request: &Value, turn: &Turn, content: Value) -> Value {
    json!({
        "id": format!("msg_{}", request["messages"].as_array().map_or(0, Vec::len)),
        "type": "message", "role": "assistant", "model": request["model"], "content": content,
        "stop_reason": stop(Format::Anthropic, turn), "stop_sequence": null,
        "usage": {
            "input_tokens": turn.tokens.0, "output_tokens": turn.tokens.1,
            "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
        },
    })
}

fn blocks(turn: &Turn) -> Value {
    let mut calls = called(turn);
    let blocks = turn.parts.iter().map(|part| match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Call(name, arguments) => {
            let at = calls.next().map_or(0, |(at, ..)| at);
            let input = serde_json::from_str(arguments).unwrap_or_else(|_| json!(arguments));
            json!({ "type": "tool_use", "id": format!("toolu_{at}"), "name": name, "input": input })
        }
    });
    blocks.collect()
}

fn anthropic(request: &Value, turn: &Turn) -> Vec<Value> {
    let mut begun = message(request, turn, json!([]));
    begun["stop_reason"] = Value::Null;
    let mut events = vec![json!({ "type": "message_start", "message": begun }), json!({ "type": "ping" })];
    let mut calls = called(turn);
    for (index, part) in turn.parts.iter().enumerate() {
        let (begin, deltas): (Value, Vec<Value>) = match part {
            Part::Text(text) => (
                json!({ "type": "text", "text": "" }),
                pieces(text).iter().map(|piece| json!({ "type": "text_delta", "text": piece })).collect(),
            ),
            Part::Call(name, arguments) => (
                json!({ "type": "tool_use", "id": id(request, calls.next().map_or(0, |(at, ..)| at)), "name": name, "input": {} }),
                pieces(arguments)
                    .iter()
                    .map(|piece| json!({ "type": "input_json_delta", "partial_json": piece }))
                    .collect(),
            ),
        };
        events.push(json!({ "type": "content_block_start", "index": index, "content_block": begin }));
        events.extend(
            deltas
                .into_iter()
                .map(|delta| json!({ "type": "content_block_delta", "index": index, "delta": delta })),
        );
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    events.push(json!({
        "type": "message_delta", "delta": { "stop_reason": stop(Format::Anthropic, turn), "stop_sequence": null },
        "usage": { "output_tokens": turn.tokens.1 },
    }));
    events.push(json!({ "type": "message_stop" }));
    events
}

fn openai(request: &Value, turn: &Turn) -> Vec<Value> {
    let chunk = |delta: Value, why: Value| {
        json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": request["model"],
            "choices": [{ "index": 0, "delta": delta, "finish_reason": why }],
        })
    };
    let mut events = vec![chunk(json!({ "role": "assistant", "content": "" }), Value::Null)];
    events.extend(pieces(&words(turn)).iter().map(|piece| chunk(json!({ "content": piece }), Value::Null)));
    for (at, name, arguments) in called(turn) {
        let call = json!({ "index": at, "id": id(request, at), "type": "function", "function": { "name": name, "arguments": "" } });
        events.push(chunk(json!({ "tool_calls": [call] }), Value::Null));
        events.extend(pieces(arguments).iter().map(|piece| {
            chunk(json!({ "tool_calls": [{ "index": at, "function": { "arguments": piece } }] }), Value::Null)
        }));
    }
    events.push(chunk(json!({}), json!(stop(Format::OpenAi, turn))));
    let (input, output) = turn.tokens;
    let usage =
        json!({ "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output });
    events.push(json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": request["model"], "choices": [], "usage": usage,
    }));
    events
}
