//! A model that works with tools until it is done: it answers, its calls are carried out, their results go back, and again.
//!
//! Separate because it is the one place where a model's words lead to deeds, and so where they end: nothing is done but through
//! the [`Hands`] that the caller gives, as often as the [`Limits`] allow. What it is told is the caller's: that text of
//! sessions and memories is fenced as data is part of the [`Brief`].

pub mod client;
mod spent;

use crate::api::conversation::{Call, Conversation};
use crate::api::turn::{Answer, End};
use crate::api::{Api, address::Address};
use crate::runtime::wait;
use crate::selector::{Cancel, SelectorError};
use serde_json::Value;
use spent::Spent;
use std::time::Duration;

/// A provider that has had too many requests is waited for once, when it asks for no more than this.
const SHORT_WAIT: Duration = Duration::from_secs(20);

/// Characters of a call's arguments that are shown, where they are none.
const SHOWN: usize = 200;

/// What the model is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    /// Who it is and what it may do (the system's part).
    pub instruction: String,
    /// What to do now (the first message).
    pub task: String,
}

/// A tool that is offered.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Letters, digits, `_` and `-`, at most 64.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON schema of its arguments: an object.
    pub schema: Value,
}

/// What carries calls out. A call that makes no sense is answered like any other: nothing here fails.
pub trait Hands: Send {
    /// What is offered; asked once, at the beginning.
    fn tools(&self) -> Vec<Tool>;

    /// Carries one call out. `input` is an object.
    fn call(&mut self, name: &str, input: &Value) -> Answered;
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The tool as a word for people: `read`, `edit`.
    pub tool: String,
    /// On what: a path, a pattern.
    pub what: String,
    /// What the model is told.
    pub text: String,
    /// Why it was not done; none when it was.
    pub refused: Option<String>,
}

/// How far it may go.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Answers at most. The calls in the last one are still carried out.
    pub turns: usize,
    /// Tokens in and out, over all answers. No request is made that would pass it, as far as can be told before.
    pub tokens: Option<u64>,
    /// US dollars, over all answers; looked at where the model has a listed price ([`Api::listed`]).
    pub dollars: Option<f64>,
    /// How long each answer may take.
    pub patience: Duration,
}

/// What happens, as it happens.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The request for this answer (from 1) is about to be sent.
    Turn(usize),
    /// The provider has had too many requests, and is asked again after this many seconds.
    Waits(u64),
    /// The model's words in an answer.
    Said {
        /// In which answer.
        turn: usize,
        /// Not blank.
        text: String,
    },
    /// A call was carried out, or refused.
    Did {
        /// In which answer.
        turn: usize,
        /// See [`Answered::tool`]; `other` for one that is not offered or not understood.
        tool: String,
        /// See [`Answered::what`].
        what: String,
        /// See [`Answered::refused`].
        refused: Option<String>,
    },
    /// What it all took so far.
    Took {
        /// Tokens sent, over all answers.
        input_tokens: u64,
        /// Tokens answered.
        output_tokens: u64,
        /// US dollars; none where the price is not known.
        dollars: Option<f64>,
    },
}

/// Why it ended before the model came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Short {
    /// No more answers were allowed.
    TurnLimit,
    /// The next request would have passed the limit of tokens.
    TokenLimit,
    /// The next request would have cost more than the limit.
    CostLimit,
    /// The model or the way to it failed after something had been done; why, and what to do.
    BrokeOff(String),
    /// The model refuses; its words.
    Refused(String),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Work {
    /// Answers.
    pub turns: usize,
    /// Why it ended early; none when the model came to its end.
    pub short: Option<Short>,
    /// What the model said last; empty when it said nothing.
    pub said: String,
    /// Tokens sent, over all answers; estimated for an answer of which the provider does not say.
    pub input_tokens: u64,
    /// Tokens answered; estimated likewise.
    pub output_tokens: u64,
    /// US dollars; none where the price is not known.
    pub dollars: Option<f64>,
    /// The model; empty when the client chose it and did not say.
    pub model: String,
}

/// Lets the model of `api` work at `brief` with `hands`. Looks at `cancel` at least every 100 ms; no call is carried out after
/// it. What a model does wrong is answered to it: arguments that are no object, a tool that there is not.
///
/// # Errors
/// As [`Selector::choose`](crate::Selector::choose), and only when no call has been carried out; `Cancelled` at any time.
pub fn run(
    api: &Api,
    brief: &Brief,
    hands: &mut dyn Hands,
    limits: &Limits,
    tell: &mut dyn FnMut(Step),
    cancel: &Cancel,
) -> Result<Work, SelectorError> {
    let address = api.address()?;
    let tools = hands.tools();
    let mut conversation = Conversation::new(brief, &tools);
    let mut spent = Spent::new(api);
    let (mut turns, mut said, mut acted) = (0, String::new(), false);
    let short = loop {
        if turns >= limits.turns {
            break Some(Short::TurnLimit);
        }
        let most = match spent.next(&conversation, limits) {
            Ok(most) => most,
            Err(short) => break Some(short),
        };
        tell(Step::Turn(turns + 1));
        let answer = match next(api, &address, &conversation, most, limits, tell, cancel) {
            Ok(answer) => answer,
            Err(error) if !acted || error == SelectorError::Cancelled => return Err(error),
            Err(error) => break Some(Short::BrokeOff(error.to_string())),
        };
        turns += 1;
        tell(spent.add(&conversation, &answer));
        if !answer.text.trim().is_empty() {
            said = answer.text.clone();
            tell(Step::Said { turn: turns, text: answer.text.clone() });
        }
        match answer.end {
            End::Refused => {
                let nothing = "the provider stopped the answer, without words of the model".to_owned();
                break Some(Short::Refused(if answer.text.trim().is_empty() {
                    nothing
                } else {
                    answer.text
                }));
            }
            End::CutOff if answer.calls.is_empty() => {
                let why = SelectorError::Malformed(crate::api::answer::first(&answer.text));
                if !acted {
                    return Err(why);
                }
                break Some(Short::BrokeOff(why.to_string()));
            }
            End::CutOff | End::Whole => {}
        }
        if answer.calls.is_empty() {
            break None;
        }
        let mut results = Vec::new();
        for call in answer.calls {
            if cancel.is_cancelled() {
                return Err(SelectorError::Cancelled);
            }
            let answered = carry_out(&call, &tools, hands, answer.end);
            acted = true;
            results.push((call.id, answered.text));
            let Answered { tool, what, refused, .. } = answered;
            tell(Step::Did { turn: turns, tool, what, refused });
        }
        conversation.go_on(answer.said, results);
    };
    let (input_tokens, output_tokens, dollars) = spent.totals();
    Ok(Work { turns, short, said, input_tokens, output_tokens, dollars, model: api.model.clone() })
}

/// The next answer; after a short wait, when the provider asks for one.
fn next(
    api: &Api,
    address: &Address,
    conversation: &Conversation,
    most: Option<u64>,
    limits: &Limits,
    tell: &mut dyn FnMut(Step),
    cancel: &Cancel,
) -> Result<Answer, SelectorError> {
    let ask = || wait(cancel, api.turn(address, conversation, most, limits.patience));
    match ask() {
        Err(SelectorError::RateLimited(Some(seconds))) if seconds <= SHORT_WAIT.as_secs() => {
            tell(Step::Waits(seconds));
            wait(cancel, async {
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                Ok(())
            })?;
            ask()
        }
        answer => answer,
    }
}

/// Carries a call out, or says why it is none.
fn carry_out(call: &Call, tools: &[Tool], hands: &mut dyn Hands, end: End) -> Answered {
    let other = |text: String| Answered {
        tool: "other".to_owned(),
        what: crate::api::answer::first(&call.name),
        refused: Some(text.clone()),
        text,
    };
    if !tools.iter().any(|tool| tool.name == call.name) {
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        return other(format!("There is no such tool. There are: {}.", names.join(", ")));
    }
    match &call.input {
        Ok(input) => hands.call(&call.name, input),
        Err(came) => {
            let begins: String = came.chars().take(SHOWN).collect();
            let why = match end {
                End::CutOff => {
                    "The answer was cut off at its limit of tokens, and with it this call; make it shorter."
                }
                _ => "The arguments of this call are not a JSON object.",
            };
            other(format!("{why} Nothing was done. They begin: {begins}"))
        }
    }
}
