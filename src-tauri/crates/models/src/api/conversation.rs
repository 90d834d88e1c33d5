//! A conversation with a model that has tools: what was said so far, as `genai` takes it.
//!
//! Separate because what goes back to a model must be what its provider takes: a call that was no JSON, a name or an id that is
//! none, and text that is blank would each be refused, and with it the whole conversation. Never sends, and runs no tool.

use crate::agent::{Brief, Tool};
use crate::price::estimate_tokens;
use genai::chat::{
    CacheControl, ChatMessage, ChatRequest, ContentPart, MessageContent, ToolCall, ToolResponse,
};
use serde_json::{Value, json};
use std::collections::HashSet;

/// So many calls of one answer are taken; further ones are dropped.
pub(super) const MOST_CALLS: usize = 128;

/// Letters of a tool's name and of a call's id at most, as providers take them.
const NAME: usize = 64;

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    /// Unlike that of any other call in its answer.
    pub(crate) id: String,
    /// As the model wrote it.
    pub(crate) name: String,
    /// The arguments: an object; or what came in place of one.
    pub(crate) input: Result<Value, String>,
}

/// What was said so far.
#[derive(Debug, Clone)]
pub(crate) struct Conversation {
    request: ChatRequest,
    tokens: u64,
}

impl Conversation {
    /// It begins with the task.
    pub(crate) fn new(brief: &Brief, tools: &[Tool]) -> Conversation {
        let offered = tools.iter().map(|tool| {
            genai::chat::Tool::new(tool.name.clone())
                .with_description(tool.description.clone())
                .with_schema(tool.schema.clone())
        });
        let texts = tools.iter().flat_map(|tool| [tool.description.clone(), tool.schema.to_string()]);
        let tokens = texts.chain([brief.instruction.clone(), brief.task.clone()]);
        let tokens = tokens.map(|text| estimate_tokens(&text)).sum();
        let mut request = ChatRequest::new(vec![ChatMessage::user(brief.task.clone())]);
        if !brief.instruction.trim().is_empty() {
            request = request.with_system(brief.instruction.clone());
        }
        Conversation { request: request.with_tools(offered.collect::<Vec<_>>()), tokens }
    }

    /// Tokens of it all, estimated.
    pub(crate) fn tokens(&self) -> u64 {
        self.tokens
    }

    /// As it is sent. `keeps`: the provider is to keep what it has read for the next request, which begins alike.
    pub(super) fn request(&self, keeps: bool) -> ChatRequest {
        let mut request = self.request.clone();
        if let Some(last) = request.messages.last_mut().filter(|_| keeps) {
            last.options = Some(CacheControl::Ephemeral.into());
        }
        request
    }

    /// What the model said, and the results of its calls in their order.
    pub(crate) fn go_on(&mut self, said: Vec<ContentPart>, results: Vec<(String, String)>) {
        for part in &said {
            self.tokens = self.tokens.saturating_add(match part {
                ContentPart::Text(text) | ContentPart::ReasoningContent(text) => estimate_tokens(text),
                ContentPart::ToolCall(call) => estimate_tokens(&call.fn_arguments.to_string()),
                _ => 0,
            });
        }
        for (_, text) in &results {
            self.tokens = self.tokens.saturating_add(estimate_tokens(text));
        }
        let results: Vec<ToolResponse> =
            results.into_iter().map(|(id, text)| ToolResponse::new(id, text)).collect();
        let messages = &mut self.request.messages;
        messages.push(ChatMessage::assistant(MessageContent::from_parts(said)));
        messages.push(ChatMessage::from(results));
    }
}

/// An answer's parts as they may go back to the model, and the calls in them.
pub(super) fn calls(parts: Vec<ContentPart>) -> (Vec<ContentPart>, Vec<Call>) {
    let (mut said, mut calls, mut ids) = (Vec::new(), Vec::new(), HashSet::new());
    for part in parts {
        match part {
            ContentPart::Text(text) if text.trim().is_empty() => {}
            ContentPart::ToolCall(_) if calls.len() >= MOST_CALLS => {}
            ContentPart::ToolCall(call) => {
                let mut id = call.call_id;
                if !is_name(&id) || ids.contains(&id) {
                    id = format!("call_{}_{}", ids.len(), calls.len());
                }
                ids.insert(id.clone());
                let input = input(call.fn_arguments);
                said.push(ContentPart::ToolCall(ToolCall {
                    call_id: id.clone(),
                    fn_name: if is_name(&call.fn_name) { call.fn_name.clone() } else { "unknown".to_owned() },
                    fn_arguments: input.clone().unwrap_or_else(|_| json!({})),
                    thought_signatures: None,
                }));
                calls.push(Call { id, name: call.fn_name, input });
            }
            other => said.push(other),
        }
    }
    (said, calls)
}

/// Arguments as an object. None at all are an empty one, and JSON in a string (or in a string in a string) is taken out of it.
fn input(arguments: Value) -> Result<Value, String> {
    let mut inner = arguments.clone();
    for _ in 0..3 {
        match inner {
            Value::Object(_) => return Ok(inner),
            Value::Null => return Ok(json!({})),
            Value::String(text) if text.trim().is_empty() => return Ok(json!({})),
            Value::String(text) => inner = serde_json::from_str(&text).unwrap_or(Value::Bool(false)),
            _ => break,
        }
    }
    Err(arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned))
}

/// What providers take for the name of a tool, and for an id.
fn is_name(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !text.is_empty() && text.len() <= NAME && text.bytes().all(fits)
}
