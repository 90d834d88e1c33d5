//! What a model is asked, and what is asked of a model of its kind.
//!
//! Separate because all that leaves this machine is here. Never sends; `genai` writes it in the provider's format.

use super::Provider;
use crate::Ask;
use genai::adapter::AdapterKind;
use genai::chat::{ChatMessage, ChatOptions, ChatRequest, JsonSpec, ReasoningEffort};
use serde_json::{Value, json};

/// Our own instruction to the model.
pub(crate) const INSTRUCTION: &str = include_str!("instruction.md");

/// Tokens of an answer at most, as the client asks for (facts of 2.1.332).
pub const ANSWER_TOKENS: u64 = 2560;

/// The shape of an answer, as the client asks for it (facts of 2.1.332).
pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": { "selected_memories": { "type": "array", "items": { "type": "string" } } },
        "required": ["selected_memories"],
        "additionalProperties": false,
    })
}

/// The two messages that a model gets, in the client's wording (facts of 2.1.332).
pub(crate) fn messages(ask: &Ask) -> [String; 2] {
    [
        format!("Available memories:\n{}", ask.listing()),
        format!("Select memories relevant to:\n{}", ask.query),
    ]
}

/// The whole request.
pub(super) fn request(ask: &Ask) -> ChatRequest {
    ChatRequest::new(messages(ask).map(ChatMessage::user).into()).with_system(INSTRUCTION.trim_end())
}

/// What `genai` is told about a model. The model's name goes in as it stands: by itself `genai` takes an ending such as `-max`
/// for a wish about reasoning, which cuts `qwen-max` short.
pub(super) fn options(provider: Provider, model: &str) -> ChatOptions {
    let mut options = ChatOptions::default()
        .with_max_tokens(ANSWER_TOKENS as u32)
        .with_response_format(JsonSpec::new("selected_memories", schema()))
        .with_reasoning_effort(effort(provider, model))
        // what some models think aloud before their answer is no part of it
        .with_normalize_reasoning_content(true)
        .with_extra_body(json!({ "model": model }));
    if takes_temperature(provider, model) {
        options = options.with_temperature(0.0);
    }
    options
}

/// What `genai` is told about a model that is given tools, for an answer of at most `most` tokens (none: as many as the model
/// gives).
pub(super) fn options_with_tools(provider: Provider, model: &str, most: Option<u64>) -> ChatOptions {
    let mut options = ChatOptions::default()
        .with_capture_usage(true)
        .with_capture_content(true)
        // some refuse to go on when what they thought does not come back to them
        .with_capture_reasoning_content(true)
        // in OpenAI's format `genai` would make room for as many calls as an answer says it has
        .with_capture_tool_calls(provider == Provider::Anthropic)
        .with_reasoning_effort(effort_with_tools(provider, model))
        .with_extra_body(json!({ "model": model }));
    if let Some(most) = most.and_then(|most| u32::try_from(most).ok()) {
        options = options.with_max_tokens(most);
    }
    options
}

/// Tokens that an answer with tool calls may have, where that must be said or is known to be wise: a whole index is about
/// 8,000, and Claude before 3.7 gives 4,096 at most. None: as many as the model gives.
pub(crate) fn answer_with_tools(provider: Provider, model: &str) -> Option<u64> {
    match provider {
        Provider::Anthropic if generation(model).is_some_and(|version| version < (3, 7)) => Some(4096),
        Provider::Anthropic => Some(16_384),
        Provider::OpenAi | Provider::Ollama => None,
    }
}

/// The wire format. Ollama's own one has no place for a schema in `genai`, but Ollama also speaks OpenAI's, which has.
pub(super) fn wire(provider: Provider) -> AdapterKind {
    match provider {
        Provider::Anthropic => AdapterKind::Anthropic,
        Provider::OpenAi | Provider::Ollama => AdapterKind::OpenAI,
    }
}

/// As little reasoning as the model allows: it counts against [`ANSWER_TOKENS`].
fn effort(provider: Provider, model: &str) -> ReasoningEffort {
    match provider {
        Provider::Anthropic if always_thinks(model) => ReasoningEffort::Low,
        Provider::Anthropic => ReasoningEffort::Zero,
        Provider::OpenAi if reasons(model) => ReasoningEffort::Low,
        // in OpenAI's format `genai` writes nothing for a budget, and nothing is what other models understand
        Provider::OpenAi | Provider::Ollama => ReasoningEffort::Budget(0),
    }
}

/// How much a model reasons between its tool calls: as much as is usual for it, where it reasons by itself. OpenAI's models from
/// 5.1 on take tools in this format only with no reasoning at all (openai/openai-openapi issue 541; BerriAI/litellm pull 34569).
fn effort_with_tools(provider: Provider, model: &str) -> ReasoningEffort {
    match provider {
        Provider::Anthropic if always_thinks(model) => ReasoningEffort::Medium,
        Provider::OpenAi if reasons(model) && refuses_reason_with_tools(model) => ReasoningEffort::Zero,
        Provider::OpenAi if reasons(model) => ReasoningEffort::Medium,
        Provider::Anthropic | Provider::OpenAi | Provider::Ollama => effort(provider, model),
    }
}

/// GPT from 5.1 on.
fn refuses_reason_with_tools(model: &str) -> bool {
    let version = model.strip_prefix("gpt-").map(|rest| rest.split('-').next().unwrap_or_default());
    let mut parts = version.unwrap_or_default().split('.').map(|part| part.parse::<u32>().ok());
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(5), minor) => minor.is_some_and(|minor| minor > 0),
        (Some(major), _) => major > 5,
        (None, _) => false,
    }
}

/// Claude from generation 5 on thinks unless told how little to; some refuse to be told not to at all (Anthropic's pages on
/// Opus 5.5 and Fable 5.1).
fn always_thinks(model: &str) -> bool {
    let claude = model.rsplit("claude-").next().unwrap_or(model);
    claude.starts_with("fable")
        || claude.starts_with("mythos")
        || generation(model).is_some_and(|(major, _)| major >= 5)
}

/// OpenAI's reasoning models.
fn reasons(model: &str) -> bool {
    let o_series = model.strip_prefix('o').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let gpt = model.strip_prefix("gpt-").and_then(|rest| rest.chars().next()?.to_digit(10));
    (o_series || gpt.is_some_and(|major| major >= 5)) && !model.contains("-chat")
}

/// Whether a temperature may be given. Newer models refuse any (Claude from Opus 4.7 and generation 5 on, OpenAI's reasoning
/// ones), so only those known to take one get it.
fn takes_temperature(provider: Provider, model: &str) -> bool {
    match provider {
        Provider::Ollama => true,
        Provider::OpenAi => model.starts_with("gpt-4") || model.starts_with("gpt-3.5"),
        Provider::Anthropic => generation(model).is_some_and(|version| version <= (4, 6)),
    }
}

/// Major and minor of a Claude model, in either order of its parts: `claude-opus-4-1-20250805`, `claude-3-5-haiku-latest`.
fn generation(model: &str) -> Option<(u32, u32)> {
    let (_, name) = model.rsplit_once("claude-")?;
    // a longer number is a date
    let number = |part: &str| (part.len() <= 2).then(|| part.parse::<u32>().ok()).flatten();
    let mut parts = name.split(['-', '.', '@', ':']).skip_while(|part| number(part).is_none());
    let major = parts.next().and_then(number)?;
    Some((major, parts.next().and_then(number).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_each_kind_of_model_is_asked() {
        for (provider, model, expected) in [
            (Provider::Anthropic, "claude-3-5-haiku-20241022", ("zero", true)),
            (Provider::Anthropic, "claude-haiku-4-5-20251001", ("zero", true)),
            (Provider::Anthropic, "claude-opus-4-20250514", ("zero", true)),
            (Provider::Anthropic, "claude-opus-4-7", ("zero", false)),
            (Provider::Anthropic, "anthropic/claude-sonnet-4.6", ("zero", true)),
            (Provider::Anthropic, "claude-sonnet-5-5", ("low", false)),
            (Provider::Anthropic, "claude-opus-5", ("low", false)),
            (Provider::Anthropic, "claude-fable-5-1", ("low", false)),
            (Provider::Anthropic, "else", ("zero", false)),
            (Provider::OpenAi, "gpt-4.1-mini", ("0", true)),
            (Provider::OpenAi, "gpt-5.4-mini", ("low", false)),
            (Provider::OpenAi, "gpt-5-chat-latest", ("0", false)),
            (Provider::OpenAi, "o4-mini", ("low", false)),
            (Provider::OpenAi, "olmo-2", ("0", false)),
            (Provider::OpenAi, "qwen-max", ("0", false)),
            (Provider::Ollama, "qwen3:8b", ("0", true)),
        ] {
            let options = options(provider, model);
            let effort = options.reasoning_effort.unwrap().to_string();
            assert_eq!((effort.as_str(), options.temperature.is_some()), expected, "{model}");
        }
    }

    #[test]
    fn what_each_kind_of_model_is_asked_with_tools() {
        for (provider, model, expected) in [
            (Provider::Anthropic, "claude-3-5-haiku-20241022", ("zero", Some(4096))),
            (Provider::Anthropic, "claude-3-7-sonnet-latest", ("zero", Some(16_384))),
            (Provider::Anthropic, "claude-haiku-4-5-20251001", ("zero", Some(16_384))),
            (Provider::Anthropic, "claude-sonnet-5-5", ("medium", Some(16_384))),
            (Provider::OpenAi, "gpt-4.1-mini", ("0", None)),
            (Provider::OpenAi, "gpt-5-mini", ("medium", None)),
            (Provider::OpenAi, "gpt-5-2025-08-07", ("medium", None)),
            (Provider::OpenAi, "o4-mini", ("medium", None)),
            (Provider::OpenAi, "gpt-5.1", ("zero", None)),
            (Provider::OpenAi, "gpt-5.4-mini", ("zero", None)),
            (Provider::OpenAi, "gpt-6", ("zero", None)),
            (Provider::OpenAi, "gpt-5.1-chat-latest", ("0", None)),
            (Provider::OpenAi, "deepseek-chat", ("0", None)),
            (Provider::Ollama, "qwen3:8b", ("0", None)),
        ] {
            let most = answer_with_tools(provider, model);
            let effort = options_with_tools(provider, model, most).reasoning_effort.unwrap().to_string();
            assert_eq!((effort.as_str(), most), expected, "{model}");
        }
    }
}
