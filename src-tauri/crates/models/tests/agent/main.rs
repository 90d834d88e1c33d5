//! An agent at work against a model with a script: what is carried out, what it is told, how it ends.
//!
//! | where | what |
//! |---|---|
//! | `answers.rs` | answers of every kind, and failures before and after something was done |
//! | `limits.rs` | turns, tokens, cost, time, and a cancel |
//! | `client.rs` | the person's own client as the agent: the real one (`$MEMDESK_CLIENT`, else the one found), or skipped |

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in what it calls too")]
#![allow(clippy::print_stdout, reason = "a test that is skipped has to say so")]

mod answers;
mod client;
mod limits;
#[path = "../../../../../tests/stand_in_model/mod.rs"]
#[allow(dead_code, unreachable_pub, clippy::expect_used, reason = "it is shared with the tests of the whole")]
mod stand_in_model;

use memdesk_models::agent::{self, Answered, Brief, Hands, Limits, Step, Tool, Work};
use memdesk_models::api::{Api, Provider};
use memdesk_models::key::Key;
use memdesk_models::{Cancel, SelectorError};
use serde_json::{Value, json};
use stand_in_model::{StandIn, Turn};
use std::time::Duration;

const KEY: &str = "sk-test-0123456789ab";

/// Hands that take notes, and do what a note says.
#[derive(Default)]
struct Notes {
    done: Vec<(String, Value)>,
    /// Set when the first call is carried out.
    cancels: Option<Cancel>,
}

impl Hands for Notes {
    fn tools(&self) -> Vec<Tool> {
        let schema = json!({ "type": "object", "properties": { "path": { "type": "string" } } });
        ["Read", "Write"]
            .map(|name| Tool {
                name: name.to_owned(),
                description: format!("{name} a file"),
                schema: schema.clone(),
            })
            .into()
    }

    fn call(&mut self, name: &str, input: &Value) -> Answered {
        self.done.push((name.to_owned(), input.clone()));
        if let Some(cancel) = &self.cancels {
            cancel.cancel();
        }
        let what = input["path"].as_str().unwrap_or_default().to_owned();
        let refused = (what == "../x").then(|| "it leads out".to_owned());
        let text = refused.clone().unwrap_or_else(|| format!("{name} {what}: well"));
        Answered { tool: name.to_lowercase(), what, text, refused }
    }
}

fn limits() -> Limits {
    Limits { turns: 10, tokens: None, dollars: None, patience: Duration::from_secs(20) }
}

fn brief() -> Brief {
    Brief { instruction: "You tidy up.".to_owned(), task: "Tidy up.".to_owned() }
}

/// What came of it, what was done, and every step.
struct Run {
    work: Result<Work, SelectorError>,
    done: Vec<(String, Value)>,
    steps: Vec<Step>,
}

fn api(provider: Provider, stand_in: &StandIn) -> Api {
    Api { base_url: Some(stand_in.address().to_owned()), key: Key::new(KEY), ..Api::new(provider) }
}

fn run_with(provider: Provider, stand_in: &StandIn, limits: &Limits, cancel: &Cancel) -> Run {
    let (mut hands, mut steps) = (Notes::default(), Vec::new());
    let api = api(provider, stand_in);
    let work = agent::run(&api, &brief(), &mut hands, limits, &mut |step| steps.push(step), cancel);
    Run { work, done: hands.done, steps }
}

/// The same script in every format.
fn each(turns: impl Fn() -> Vec<Turn>, check: impl Fn(Provider, &StandIn, Run)) {
    for provider in Provider::ALL {
        let stand_in = stand_in(provider, turns());
        let run = run_with(provider, &stand_in, &limits(), &Cancel::default());
        check(provider, &stand_in, run);
    }
}

fn stand_in(provider: Provider, turns: Vec<Turn>) -> StandIn {
    match provider {
        Provider::Anthropic => StandIn::anthropic(turns),
        Provider::OpenAi | Provider::Ollama => StandIn::openai(turns),
    }
}

/// Results of tools in a request, in order.
fn results(request: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for message in request["messages"].as_array().unwrap() {
        if message["role"] == "tool" {
            found.push(message["content"].as_str().unwrap().to_owned());
        }
        for block in message["content"].as_array().into_iter().flatten() {
            if block["type"] == "tool_result" {
                found.push(block["content"].as_str().unwrap().to_owned());
            }
        }
    }
    found
}
