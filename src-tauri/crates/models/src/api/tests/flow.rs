//! Answers that come as events, byte for byte: cut in any place, of another shape, and hostile.

use super::*;
use crate::agent::{self, Answered, Brief, Hands, Limits, Tool, Work};
use serde_json::{Value, json};

/// Hands that note what they are asked.
#[derive(Default)]
struct Noted(Vec<Value>);

impl Hands for Noted {
    fn tools(&self) -> Vec<Tool> {
        vec![Tool {
            name: "Note".to_owned(),
            description: String::new(),
            schema: json!({ "type": "object" }),
        }]
    }

    fn call(&mut self, name: &str, input: &Value) -> Answered {
        self.0.push(input.clone());
        Answered { tool: name.to_owned(), what: String::new(), text: "noted".to_owned(), refused: None }
    }
}

/// One answer, and what was noted by it.
fn one(provider: Provider, reply: Reply) -> (Result<Work, SelectorError>, Vec<Value>) {
    let (mock, mut noted) = (Mock::new(reply), Noted::default());
    let brief = Brief { instruction: "Note.".to_owned(), task: "Go.".to_owned() };
    let limits = Limits { turns: 1, tokens: None, dollars: None, patience: Duration::from_secs(20) };
    let work =
        agent::run(&api(provider, &mock), &brief, &mut noted, &limits, &mut |_| {}, &Cancel::default());
    (work, noted.0)
}

fn events(events: &[Value]) -> String {
    let name = |event: &Value| match event["type"].as_str() {
        Some(name) => format!("event: {name}\n"),
        None => String::new(),
    };
    events.iter().map(|event| format!("{}data: {event}\n\n", name(event))).collect()
}

fn openai(deltas: &[Value], why: &str) -> String {
    let chunk = |delta: &Value, why: Value| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": why }] });
    let mut all: Vec<Value> = deltas.iter().map(|delta| chunk(delta, Value::Null)).collect();
    all.push(chunk(&json!({}), json!(why)));
    events(&all) + "data: [DONE]\n\n"
}

fn piece(index: Value, id: Option<&str>, name: Option<&str>, arguments: &str) -> Value {
    let mut call = json!({ "index": index, "function": { "arguments": arguments } });
    if let Some(id) = id {
        call["id"] = json!(id);
    }
    if let Some(name) = name {
        call["function"]["name"] = json!(name);
    }
    json!({ "tool_calls": [call] })
}

/// As servers really send them: interleaved, whole at once, with id and name in every piece, all at one place.
#[test]
fn calls_that_come_in_pieces_are_put_together() {
    for (deltas, expected) in [
        (
            vec![
                piece(json!(0), Some("a"), Some("Note"), ""),
                piece(json!(1), Some("b"), Some("Note"), r#"{"n":"#),
                piece(json!(0), None, None, r#"{"n":1"#),
                piece(json!(1), None, None, "2}"),
                piece(json!(0), None, None, "}"),
            ],
            vec![json!({ "n": 1 }), json!({ "n": 2 })],
        ),
        (
            vec![
                piece(json!(0), Some("a"), Some("Note"), r#"{"n":1}"#),
                piece(json!(0), Some("b"), Some("Note"), r#"{"n":2}"#),
            ],
            vec![json!({ "n": 1 }), json!({ "n": 2 })],
        ),
        (
            vec![
                piece(json!(0), Some("a"), Some("Note"), r#"{"n""#),
                piece(json!(0), Some("a"), Some("Note"), ":1}"),
                piece(json!(0), Some("a"), Some("Note"), r#"{"n":2}"#),
            ],
            vec![json!({ "n": 1 }), json!({ "n": 2 })],
        ),
        // a place that would take all memory
        (vec![piece(json!(4_294_967_295_u32), Some("a"), Some("Note"), "{}")], vec![json!({})]),
    ] {
        for provider in [Provider::OpenAi, Provider::Ollama] {
            let (work, noted) = one(provider, whole(200, openai(&deltas, "tool_calls")));
            assert_eq!(noted, expected, "{provider:?}");
            // without a count, it is estimated
            let work = work.unwrap();
            assert!(work.input_tokens > 0 && work.output_tokens > 0, "{work:?}");
        }
    }
    let many: Vec<Value> =
        (0..1000).map(|at| piece(json!(at), Some(&format!("id{at}")), Some("Note"), "{}")).collect();
    assert_eq!(one(Provider::OpenAi, whole(200, openai(&many, "tool_calls"))).1.len(), 128);
}

fn anthropic(blocks: &[Value], stop: &str, usage: Value) -> Vec<Value> {
    let message = json!({ "id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage });
    let mut all = vec![json!({ "type": "message_start", "message": message })];
    for (index, block) in blocks.iter().enumerate() {
        let mut empty = block.clone();
        let delta = match block["type"].as_str().unwrap() {
            "text" => json!({ "type": "text_delta", "text": block["text"] }),
            "thinking" => json!({ "type": "signature_delta", "signature": "c2ln" }),
            _ => json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() }),
        };
        if block["type"] == "text" {
            empty["text"] = json!("");
        }
        all.push(json!({ "type": "content_block_start", "index": index, "content_block": empty }));
        if block["type"] != "redacted_thinking" {
            all.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        }
        all.push(json!({ "type": "content_block_stop", "index": index }));
    }
    all.push(
        json!({ "type": "message_delta", "delta": { "stop_reason": stop }, "usage": { "output_tokens": 5 } }),
    );
    all.push(json!({ "type": "message_stop" }));
    all
}

/// What was thought goes back as it came, or the provider refuses to go on.
#[test]
fn what_was_thought_goes_back() {
    let thought = [
        json!({ "type": "thinking", "thinking": "so", "signature": "" }),
        json!({ "type": "redacted_thinking", "data": "ENC" }),
        json!({ "type": "text", "text": " " }),
        json!({ "type": "tool_use", "id": "t1", "name": "Note", "input": { "n": 1 } }),
        json!({ "type": "tool_use", "id": "t1", "name": "Note", "input": { "n": 2 } }),
    ];
    let answer = events(&anthropic(&thought, "tool_use", json!({ "input_tokens": 9 })));
    let (mock, mut noted) = (Mock::new(whole(200, answer)), Noted::default());
    let brief = Brief { instruction: String::new(), task: "Go.".to_owned() };
    let limits = Limits { turns: 2, tokens: None, dollars: None, patience: Duration::from_secs(20) };
    let api = api(Provider::Anthropic, &mock);
    agent::run(&api, &brief, &mut noted, &limits, &mut |_| {}, &Cancel::default()).unwrap();
    let second: Value = serde_json::from_str(&mock.heard()[1].body).unwrap();
    let said = &second["messages"][1]["content"];
    assert_eq!(said[0], json!({ "type": "thinking", "thinking": "so", "signature": "c2ln" }));
    assert_eq!(said[1], json!({ "type": "redacted_thinking", "data": "ENC" }));
    // what is read is kept for the next request, up to the last message
    let kept = json!({ "type": "ephemeral" });
    let first: Value = serde_json::from_str(&mock.heard()[0].body).unwrap();
    assert_eq!(first["messages"][0]["content"][0]["cache_control"], kept);
    assert_eq!(second["messages"][2]["content"][1]["cache_control"], kept);
    assert_eq!(second.to_string().matches("cache_control").count(), 1);
    // no blank text, and no id twice
    let ids: Vec<&str> = [2, 3].map(|at| said[at]["id"].as_str().unwrap()).into();
    assert_eq!((said.as_array().unwrap().len(), ids[0]), (4, "t1"));
    assert_ne!(ids[0], ids[1]);
    let results: Vec<&str> = second["messages"][2]["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["tool_use_id"].as_str().unwrap())
        .collect();
    assert_eq!(results, ids);
}

#[test]
fn answers_that_are_none() {
    let whole_one =
        events(&anthropic(&[json!({ "type": "text", "text": "All done." })], "end_turn", json!({})));
    let other = openai(&[json!({ "content": "All done." })], "stop");
    for (provider, body) in [(Provider::Anthropic, &whole_one), (Provider::OpenAi, &other)] {
        assert_eq!(one(provider, whole(200, body)).0.unwrap().said, "All done.");
        // wherever it is cut off before its last event, it is no answer
        let last = body.rfind("event: message_stop").or(body.rfind("[DONE]")).unwrap();
        for end in (0..last).step_by(23).filter(|end| body.is_char_boundary(*end)) {
            let (work, noted) = one(provider, whole(200, &body[..end]));
            match work {
                Err(SelectorError::Malformed(first)) => assert!(first.len() <= 210),
                got => panic!("{provider:?} {end}: {got:?}"),
            }
            assert!(noted.is_empty());
        }
        let (work, _) = one(provider, Reply::Cut(body[..body.len() / 2].to_owned()));
        assert!(matches!(work, Err(SelectorError::Unreachable(why)) if why.contains("127.0.0.1")));
        // what broke off after its end was there is an answer
        assert_eq!(one(provider, Reply::Cut(body.clone())).0.unwrap().said, "All done.");
        for (body, begins) in [
            ("<html>\n <p>A portal</p>", "<html> <p>A portal"),
            (r#"{"choices":[]}"#, r#"{"choices""#),
            ("", ""),
            ("data: {\n\n", "data: {"),
            ("event: message_start\ndata: [1]\n\n", "event: message_start data: [1]"),
        ] {
            match one(provider, whole(200, body)).0 {
                Err(SelectorError::Malformed(first)) => assert!(first.starts_with(begins), "{first}"),
                got => panic!("{provider:?} {body}: {got:?}"),
            }
        }
        let (work, _) = one(provider, Reply::Endless);
        assert!(matches!(work, Err(SelectorError::Unreachable(why)) if why.contains("longer than 1 MiB")));
    }
}

#[test]
fn an_answer_may_be_long_but_not_endless() {
    let text = "word ".repeat(8000);
    let many = |count: usize| openai(&vec![json!({ "content": text }); count], "stop");
    let (work, _) = one(Provider::OpenAi, whole(200, many(100)));
    assert_eq!(work.unwrap().said.len(), 100 * text.len());
    let (work, _) = one(Provider::OpenAi, whole(200, many(450)));
    assert!(matches!(work, Err(SelectorError::Unreachable(why)) if why.contains("longer than 16 MiB")));
}

#[test]
fn counts_that_are_none_do_no_harm() {
    for number in ["2147483647", "-7", "0.5", "1e300", "null", "\"many\""] {
        let number: Value = serde_json::from_str(number).unwrap();
        let usage =
            json!({ "input_tokens": number, "cache_read_input_tokens": number, "output_tokens": number });
        let body = events(&anthropic(&[json!({ "type": "text", "text": "Done." })], "end_turn", usage));
        match one(Provider::Anthropic, whole(200, body)).0 {
            Ok(work) => assert_eq!(work.said, "Done.", "{number}"),
            Err(SelectorError::Malformed(_)) => {}
            got => panic!("{number}: {got:?}"),
        }
    }
}

#[test]
fn a_key_that_comes_back_in_an_error_is_not_repeated() {
    let error = json!({ "type": "error", "error": { "type": "api_error", "message": format!("{KEY} at https://me:pw@x") } });
    let (work, _) = one(Provider::Anthropic, whole(200, events(&[error])));
    assert_eq!(work, Err(SelectorError::Provider(500, "… at https://…@x".to_owned())));
}
