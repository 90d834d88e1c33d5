//! A stand-in of the client's API on this machine: answers each message by a script.
//!
//! Separate because a real client is driven by it. Knows of a request only whether it is an agent's turn, and which.

use axum::Router;
use axum::body::Bytes;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// What the main agent says last; a turn that comes after it is the extractor's.
pub(crate) const DONE: &str = "That is all for now.";

/// Content blocks of the answers, turn by turn; afterwards [`DONE`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Script {
    pub(crate) main: Vec<Vec<Value>>,
    pub(crate) extractor: Vec<Vec<Value>>,
}

/// A running stand-in; it goes with the process.
pub(crate) struct StandIn {
    pub(crate) address: String,
    /// Results of tools, as the client sent them back.
    pub(crate) turns: Arc<Mutex<Vec<(&'static str, Value)>>>,
}

impl StandIn {
    pub(crate) fn start(script: Script) -> StandIn {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let turns: Arc<Mutex<Vec<(&'static str, Value)>>> = Arc::default();
        let (seen, left) = (Arc::clone(&turns), Arc::new(Mutex::new(script)));
        let answer = move |uri: Uri, body: Bytes| {
            let (seen, left) = (Arc::clone(&seen), Arc::clone(&left));
            async move { reply(&uri, &body, &seen, &left) }
        };
        std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                axum::serve(listener, Router::new().fallback(answer)).await.expect("it serves");
            });
        });
        StandIn { address, turns }
    }
}

fn reply(uri: &Uri, body: &[u8], seen: &Mutex<Vec<(&'static str, Value)>>, left: &Mutex<Script>) -> Response {
    let json =
        |value: Value| ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response();
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    if uri.path().contains("count_tokens") {
        return json(json!({ "input_tokens": 100 }));
    }
    if !uri.path().ends_with("/messages") {
        return json(json!({}));
    }
    let is_structured =
        request["output_config"]["format"].is_object() || request["output_format"].is_object();
    let blocks = if is_structured {
        vec![json!({ "type": "text", "text": "{\"title\":\"x\"}" })]
    } else {
        let is_over = request["messages"].to_string().contains(DONE);
        let who = if is_over { "extractor" } else { "main" };
        let last = request["messages"].as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
        seen.lock().unwrap_or_else(PoisonError::into_inner).push((who, last));
        let mut script = left.lock().unwrap_or_else(PoisonError::into_inner);
        let turns = if is_over { &mut script.extractor } else { &mut script.main };
        match turns.is_empty() {
            true => vec![json!({ "type": "text", "text": DONE })],
            false => turns.remove(0),
        }
    };
    let stop = if blocks.iter().any(|one| one["type"] == "tool_use") { "tool_use" } else { "end_turn" };
    let usage = json!({ "input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0 });
    let mut message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": request["model"], "content": blocks,
        "stop_reason": stop, "stop_sequence": null, "usage": usage,
    });
    if request["stream"] != true {
        return json(message);
    }
    message["content"] = json!([]);
    message["stop_reason"] = Value::Null;
    let mut events = vec![json!({ "type": "message_start", "message": message })];
    for (index, block) in blocks.iter().enumerate() {
        let (begin, delta) = if block["type"] == "tool_use" {
            let mut begin = block.clone();
            begin["input"] = json!({});
            (begin, json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() }))
        } else {
            (json!({ "type": "text", "text": "" }), json!({ "type": "text_delta", "text": block["text"] }))
        };
        events.push(json!({ "type": "content_block_start", "index": index, "content_block": begin }));
        events.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    events.push(json!({ "type": "message_delta", "delta": { "stop_reason": stop, "stop_sequence": null }, "usage": { "output_tokens": 5 } }));
    events.push(json!({ "type": "message_stop" }));
    let text: String = events
        .iter()
        .map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default()))
        .collect();
    ([(header::CONTENT_TYPE, "text/event-stream")], text).into_response()
}
