//! One answer of a model that has tools, read as it comes.
//!
//! Separate because here `genai`'s events become an answer of ours: whole, or an error. Nothing is done with it here.

use super::conversation::{self, Call, Conversation};
use super::{Api, Provider, failure, relay, request};
use crate::SelectorError;
use crate::api::address::Address;
use crate::key::Key;
use futures_core::Stream;
use genai::ModelIden;
use genai::chat::{ChatStreamEvent, ContentPart, StopReason, StreamEnd, ToolCall};
use serde_json::Value;
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

/// A model's answer.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Its words.
    pub(crate) text: String,
    /// The tools it calls, in its order.
    pub(crate) calls: Vec<Call>,
    /// All of it, as it goes back to the model.
    pub(crate) said: Vec<ContentPart>,
    /// How it ended.
    pub(crate) end: End,
    /// Tokens read and written, as the provider counts them; none where it does not say.
    pub(crate) tokens: (Option<u64>, Option<u64>),
    /// Of those read, so many the provider kept for the next request, and so many it had kept from the last one.
    pub(crate) kept: (u64, u64),
}

/// How an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The model came to its end, or waits for what its calls bring.
    Whole,
    /// It was cut off at a limit of tokens.
    CutOff,
    /// The model refuses, or the provider for it.
    Refused,
}

impl Api {
    /// The next answer, of at most `most` tokens, within `patience`.
    ///
    /// # Errors
    /// As [`Selector::choose`](crate::Selector::choose). An answer that was cut off or refused is none.
    pub(crate) async fn turn(
        &self,
        address: &Address,
        conversation: &Conversation,
        most: Option<u64>,
        patience: Duration,
    ) -> Result<Answer, SelectorError> {
        let late = |_| SelectorError::TimedOut(patience.as_secs());
        let upstream = relay::Upstream { address, key: self.key.as_ref() };
        let answer = relay::flowing(upstream, |base| self.read(base, conversation, most));
        let answer = tokio::time::timeout(patience, answer).await.map_err(late)??;
        self.was_read_whole(conversation.tokens(), answer.tokens.0.unwrap_or(0))?;
        Ok(answer)
    }

    /// Asks at `base` on loopback and reads the events of the answer.
    async fn read(
        &self,
        base: String,
        conversation: &Conversation,
        most: Option<u64>,
    ) -> Result<Answer, Option<SelectorError>> {
        let wire = request::wire(self.provider);
        let client = self.genai_at(base).map_err(|error| unbuilt(&error))?;
        let options = request::options_with_tools(self.provider, &self.model, most);
        let model = ModelIden::new(wire, self.model.clone());
        // of the others, some keep by themselves, and none takes this
        let request = conversation.request(self.provider == Provider::Anthropic);
        let answer = client.exec_chat_stream(model, request, Some(&options)).await;
        let mut events = answer.map_err(|error| unbuilt(&error))?.stream;
        let mut gathered =
            Gathered { assembles: self.provider != Provider::Anthropic, ..Gathered::default() };
        loop {
            match poll_fn(|context| Pin::new(&mut events).poll_next(context)).await {
                Some(Ok(ChatStreamEvent::ToolCallChunk(chunk))) => gathered.take(chunk.tool_call),
                Some(Ok(ChatStreamEvent::End(end))) => return Ok(gathered.answer(end)),
                Some(Ok(_)) => {}
                Some(Err(genai::Error::ChatResponse { body, .. })) => {
                    return Err(Some(said_in_the_answer(&body, self.key.as_ref())));
                }
                // cut off before its end, or not of this format
                Some(Err(_)) | None => return Err(None),
            }
        }
    }
}

/// The request could not be made.
fn unbuilt(error: &genai::Error) -> Option<SelectorError> {
    Some(SelectorError::Unreachable(format!("nothing was sent: {error}")))
}

/// An error that came in an answer already begun, with the status that it would have come with alone.
fn said_in_the_answer(body: &Value, key: Option<&Key>) -> SelectorError {
    let error = body.get("error").unwrap_or(body);
    let kind = ["type", "code"].iter().find_map(|name| error.get(name)?.as_str()).unwrap_or_default();
    let words = error.get("message").and_then(Value::as_str).map_or_else(|| error.to_string(), str::to_owned);
    let words = super::answer::first(&failure::clean(&words, key));
    match kind {
        kind if kind.starts_with("rate_limit") => SelectorError::RateLimited(None),
        "overloaded_error" => SelectorError::Provider(529, words),
        "authentication_error" | "permission_error" => SelectorError::KeyRefused(words),
        "invalid_request_error" | "not_found_error" | "request_too_large" => {
            SelectorError::Provider(400, words)
        }
        _ => SelectorError::Provider(500, words),
    }
}

/// What has come of an answer so far.
#[derive(Default)]
struct Gathered {
    /// Calls come in pieces to be put together here; else `genai` does it.
    assembles: bool,
    calls: Vec<Pieces>,
}

/// A call of which the arguments come in pieces.
struct Pieces {
    id: String,
    name: String,
    arguments: String,
}

impl Gathered {
    /// A piece of a call. `genai` tells no place in the list but by the id `call_` and a number, where the piece brings none of
    /// its own: such a piece continues the call at that place.
    fn take(&mut self, piece: ToolCall) {
        if !self.assembles {
            return;
        }
        let arguments = piece.fn_arguments.as_str().unwrap_or_default();
        let mut at = self.calls.iter().rposition(|call| call.id == piece.call_id);
        if at.is_none() && piece.fn_name.is_empty() {
            let place = piece.call_id.strip_prefix("call_").and_then(|place| place.parse::<usize>().ok());
            at = place.filter(|place| *place < self.calls.len()).or(self.calls.len().checked_sub(1));
        }
        // some repeat id and name with every piece; a call that is whole is another's beginning
        let continues = |call: &&mut Pieces| piece.fn_name.is_empty() || !is_whole(&call.arguments);
        let room = self.calls.len() < conversation::MOST_CALLS;
        match at.and_then(|at| self.calls.get_mut(at)).filter(continues) {
            Some(call) => call.arguments.push_str(arguments),
            None if room => {
                let arguments = arguments.to_owned();
                self.calls.push(Pieces { id: piece.call_id, name: piece.fn_name, arguments });
            }
            None => {}
        }
    }

    fn answer(self, end: StreamEnd) -> Answer {
        let tokens = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok());
        let usage = end.captured_usage.unwrap_or_default();
        let mut parts = end.captured_content.map(|content| content.into_parts()).unwrap_or_default();
        // in OpenAI's format it stands beside the parts
        let thought = end.captured_reasoning_content.filter(|thought| self.assembles && !thought.is_empty());
        parts.extend(thought.map(ContentPart::ReasoningContent));
        parts.extend(self.calls.into_iter().map(|call| {
            ContentPart::ToolCall(ToolCall {
                call_id: call.id,
                fn_name: call.name,
                fn_arguments: Value::String(call.arguments),
                thought_signatures: None,
            })
        }));
        let text = parts.iter().filter_map(ContentPart::as_text).collect::<Vec<_>>().join("\n");
        let (said, calls) = conversation::calls(parts);
        let end = match end.captured_stop_reason {
            Some(StopReason::MaxTokens(_)) => End::CutOff,
            Some(StopReason::ContentFilter(_)) => End::Refused,
            _ => End::Whole,
        };
        let details = usage.prompt_tokens_details.unwrap_or_default();
        let kept = (tokens(details.cache_creation_tokens), tokens(details.cached_tokens));
        let kept = (kept.0.unwrap_or(0), kept.1.unwrap_or(0));
        let tokens = (tokens(usage.prompt_tokens), tokens(usage.completion_tokens));
        Answer { text, calls, said, end, tokens, kept }
    }
}

/// Arguments that are complete.
fn is_whole(arguments: &str) -> bool {
    arguments.ends_with('}') && serde_json::from_str::<serde::de::IgnoredAny>(arguments).is_ok()
}
