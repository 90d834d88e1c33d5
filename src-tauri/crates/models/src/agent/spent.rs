//! What a run has taken, and whether it may go on.
//!
//! Separate because limits are sums, and sums are easily wrong. Never asks; looks no further than the next request.

use super::{Limits, Short, Step};
use crate::Usage;
use crate::api::conversation::Conversation;
use crate::api::request::answer_with_tools;
use crate::api::turn::Answer;
use crate::api::{Api, Provider};
use crate::price::{self, Listed};

/// An answer of fewer tokens than this is not worth its request.
const LEAST: u64 = 512;

/// What Anthropic asks for a token that it keeps for five minutes, and for one that it had kept, in parts of what it asks for
/// any other (its pages on prompt caching). OpenAI asks less for those it had kept, by model: counted whole here.
const KEPT: (f64, f64) = (1.25, 0.1);

/// What was taken so far.
pub(super) struct Spent {
    input: u64,
    output: u64,
    /// None: not known any more, or never.
    dollars: Option<f64>,
    listed: Option<Listed>,
    /// It keeps what it reads, and asks for that by [`KEPT`].
    keeps: bool,
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
        let keeps = api.provider == Provider::Anthropic;
        Spent { input: 0, output: 0, dollars, listed, keeps, most, last: None }
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
            // at worst, all of it is kept anew
            let input = self.cost(listed, (input, 0), (input, 0)).ok_or(Short::CostLimit)?;
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
        let cost = self.listed.as_ref().and_then(|listed| self.cost(listed, (read, written), answer.kept));
        self.dollars = self.dollars.zip(cost).map(|(sum, cost)| sum + cost);
        let (input_tokens, output_tokens, dollars) = self.totals();
        Step::Took { input_tokens, output_tokens, dollars }
    }

    /// US dollars for tokens in and out, of which so many were kept anew and had been kept. None beyond what the price holds for.
    fn cost(&self, listed: &Listed, (read, written): (u64, u64), kept: (u64, u64)) -> Option<f64> {
        let whole = price::dollars(listed, &usage(read, written))?;
        if !self.keeps {
            return Some(whole);
        }
        let more = |tokens: u64, part: f64| tokens.min(read) as f64 * (part - 1.0);
        Some(whole + (more(kept.0, KEPT.0) + more(kept.1, KEPT.1)) * listed.input / 1_000_000.0)
    }

    /// Tokens in and out, and US dollars.
    pub(super) fn totals(&self) -> (u64, u64, Option<f64>) {
        (self.input, self.output, self.dollars)
    }
}

fn usage(input_tokens: u64, output_tokens: u64) -> Usage {
    Usage { model: String::new(), input_tokens, output_tokens, milliseconds: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Brief;
    use crate::api::turn::End;
    use proptest::prelude::*;
    use std::time::Duration;

    fn conversation(task: &str) -> Conversation {
        let brief = Brief { instruction: String::new(), task: task.to_owned() };
        Conversation::new(&brief, &[])
    }

    fn answer(input: u64, output: u64) -> Answer {
        let tokens = (Some(input), Some(output));
        Answer {
            text: String::new(),
            calls: Vec::new(),
            said: Vec::new(),
            end: End::Whole,
            tokens,
            kept: (0, 0),
        }
    }

    fn limits(tokens: Option<u64>, dollars: Option<f64>) -> Limits {
        Limits { turns: 9, tokens, dollars, patience: Duration::from_secs(1) }
    }

    #[test]
    fn a_limit_of_dollars() {
        // 2 dollars for a million in, 10 out
        let api = Api { model: "claude-sonnet-5-5".to_owned(), ..Api::new(Provider::Anthropic) };
        let talk = conversation("Go.");
        for (taken, limit, expected) in [
            ((0, 0), None, Ok(Some(16_384))),
            ((0, 0), Some(0.0), Err(Short::CostLimit)),
            ((0, 0), Some(-1.0), Err(Short::CostLimit)),
            ((0, 0), Some(f64::NAN), Err(Short::CostLimit)),
            ((0, 0), Some(0.01), Ok(Some(999))),
            ((0, 0), Some(1.0), Ok(Some(16_384))),
            // 0.03 so far, and at worst 0.025 for what is to be sent
            ((10_000, 1000), Some(0.1), Ok(Some(4500))),
            ((10_000, 1000), Some(0.06), Err(Short::CostLimit)),
        ] {
            let mut spent = Spent::new(&api);
            if taken != (0, 0) {
                spent.add(&talk, &answer(taken.0, taken.1));
            }
            assert_eq!(spent.next(&talk, &limits(None, limit)), expected, "{taken:?} {limit:?}");
        }
    }

    #[test]
    fn what_is_kept_costs_more_once_and_then_less() {
        let api = Api { model: "claude-sonnet-5-5".to_owned(), ..Api::new(Provider::Anthropic) };
        for (kept, expected) in
            [((0, 0), 0.03), ((8000, 0), 0.034), ((0, 8000), 0.0156), ((u64::MAX, 0), 0.035)]
        {
            let mut spent = Spent::new(&api);
            spent.add(&conversation("Go."), &Answer { kept, ..answer(10_000, 1000) });
            let dollars = spent.totals().2.unwrap();
            assert!((dollars - expected).abs() < 1e-9, "{kept:?} {dollars}");
        }
        let mut spent = Spent::new(&Api { model: "gpt-5-mini".to_owned(), ..Api::new(Provider::OpenAi) });
        spent.add(&conversation("Go."), &Answer { kept: (0, 8000), ..answer(10_000, 1000) });
        let whole = spent.totals().2;
        let mut spent = Spent::new(&Api { model: "gpt-5-mini".to_owned(), ..Api::new(Provider::OpenAi) });
        spent.add(&conversation("Go."), &answer(10_000, 1000));
        assert_eq!(whole, spent.totals().2);
    }

    #[test]
    fn a_price_that_is_not_known() {
        let elsewhere = Api { base_url: Some("https://gate.test".to_owned()), ..Api::new(Provider::OpenAi) };
        let talk = conversation("Go.");
        let mut spent = Spent::new(&elsewhere);
        assert_eq!(spent.next(&talk, &limits(None, Some(0.0))), Ok(None));
        spent.add(&talk, &answer(5, 5));
        assert_eq!(spent.totals(), (5, 5, None));
        // it holds up to 100,000 tokens sent
        let haiku = Api { model: "claude-haiku-5-5".to_owned(), ..Api::new(Provider::Anthropic) };
        let mut spent = Spent::new(&haiku);
        spent.add(&talk, &answer(100_000, 1));
        assert!(spent.totals().2.is_some());
        spent.add(&talk, &answer(100_001, 1));
        assert_eq!(spent.totals().2, None);
        assert_eq!(spent.next(&talk, &limits(None, Some(1000.0))), Err(Short::CostLimit));
        assert_eq!(spent.next(&talk, &limits(None, None)), Ok(Some(16_384)));
    }

    proptest! {
        /// Whatever a provider counts, sums do not run over, and no request is allowed beyond a limit.
        #[test]
        fn no_limit_is_passed(counts in prop::collection::vec((any::<u64>(), any::<u64>()), 0..6), limit in any::<u64>()) {
            let talk = conversation("Go.");
            let mut spent = Spent::new(&Api::new(Provider::Anthropic));
            for (input, output) in counts {
                let before = spent.totals();
                spent.add(&talk, &answer(input, output));
                prop_assert!(spent.totals().0 >= before.0 && spent.totals().1 >= before.1);
            }
            let (input, output, _) = spent.totals();
            if let Ok(most) = spent.next(&talk, &limits(Some(limit), None)) {
                prop_assert!(input.saturating_add(output).saturating_add(most.unwrap()) <= limit);
            }
        }
    }
}
