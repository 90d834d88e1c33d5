//! What a run has taken, and whether it may go on.
//!
//! Separate because limits are sums, and sums are easily wrong. Never asks; looks no further than the next request.

use super::{Limits, Short, Step};
use crate::Usage;
use crate::api::Api;
use crate::api::conversation::Conversation;
use crate::api::request::answer_with_tools;
use crate::api::turn::Answer;
use crate::price::{self, Listed};

/// An answer of fewer tokens than this is not worth its request.
const LEAST: u64 = 512;

/// What was taken so far.
pub(super) struct Spent {
    input: u64,
    output: u64,
    /// None: not known any more, or never.
    dollars: Option<f64>,
    listed: Option<Listed>,
    /// Tokens of an answer at most, by the model.
    most: Option<u64>,
    /// Tokens of the last request and its answer by the provider's count, and of the conversation then by ours.
    last: Option<(u64, u64)>,
}

impl Spent {
    pub(super) fn new(api: &Api) -> Spent {
        let listed = api.listed();
        let dollars = listed.as_ref().map(|_| 0.0);
        let most = answer_with_tools(api.provider, &api.model);
        Spent { input: 0, output: 0, dollars, listed, most, last: None }
    }

    /// Tokens that the next answer may have (none: as many as the model gives), or why there is no next one.
    pub(super) fn next(&self, conversation: &Conversation, limits: &Limits) -> Result<Option<u64>, Short> {
        let input = self.about(conversation);
        let mut most = self.most;
        if let Some(limit) = limits.tokens {
            let left = limit.saturating_sub(self.input).saturating_sub(self.output).saturating_sub(input);
            if left < LEAST {
                return Err(Short::TokenLimit);
            }
            most = Some(most.map_or(left, |most| most.min(left)));
        }
        if let (Some(limit), Some(listed)) = (limits.dollars, &self.listed) {
            // beyond the tokens that a price holds for, what it costs is not known
            let spent = self.dollars.ok_or(Short::CostLimit)?;
            let input = price::dollars(listed, &usage(input, 0)).ok_or(Short::CostLimit)?;
            // the cast keeps within bounds, and takes what is below 0 as 0
            let left = ((limit - spent - input) * 1_000_000.0 / listed.output) as u64;
            if left < LEAST {
                return Err(Short::CostLimit);
            }
            most = Some(most.map_or(left, |most| most.min(left)));
        }
        Ok(most)
    }

    /// Tokens of the next request: what the provider last counted and our estimate of what has come since.
    fn about(&self, conversation: &Conversation) -> u64 {
        let ours = conversation.tokens();
        match self.last {
            Some((theirs, then)) => theirs.saturating_add(ours.saturating_sub(then)),
            None => ours,
        }
    }

    /// Adds an answer to `conversation`, which does not hold it yet.
    pub(super) fn add(&mut self, conversation: &Conversation, answer: &Answer) -> Step {
        let ours = conversation.tokens();
        let inputs = answer.calls.iter().map(|call| match &call.input {
            Ok(input) => price::estimate_tokens(&input.to_string()),
            Err(came) => price::estimate_tokens(came),
        });
        let said: u64 = inputs.sum();
        let (read, written) = answer.tokens;
        let read = read.unwrap_or_else(|| self.about(conversation));
        let written = written.unwrap_or_else(|| said.saturating_add(price::estimate_tokens(&answer.text)));
        self.last = Some((read, ours));
        self.input = self.input.saturating_add(read);
        self.output = self.output.saturating_add(written);
        let cost = self.listed.as_ref().and_then(|listed| price::dollars(listed, &usage(read, written)));
        self.dollars = self.dollars.zip(cost).map(|(sum, cost)| sum + cost);
        let (input_tokens, output_tokens, dollars) = self.totals();
        Step::Took { input_tokens, output_tokens, dollars }
    }

    /// Tokens in and out, and US dollars.
    pub(super) fn totals(&self) -> (u64, u64, Option<f64>) {
        (self.input, self.output, self.dollars)
    }
}

fn usage(input_tokens: u64, output_tokens: u64) -> Usage {
    Usage { model: String::new(), input_tokens, output_tokens, milliseconds: 0 }
}
