//! Turns, tokens, cost, time, and a cancel.

use super::*;
use memdesk_models::agent::Short;
use std::time::Instant;

/// A model that does the same for ever.
fn looping() -> Vec<Turn> {
    (0..30).map(|_| Turn::calls([("Read", json!({ "path": "a.md" }))]).takes(1000, 200)).collect()
}

fn looped(provider: Provider, limits: &Limits) -> (Run, StandIn) {
    let stand_in = stand_in(provider, looping());
    (run_with(provider, &stand_in, limits, &Cancel::default()), stand_in)
}

#[test]
fn turns() {
    for provider in Provider::ALL {
        for most in [0, 1, 5] {
            let (run, stand_in) = looped(provider, &Limits { turns: most, ..limits() });
            let work = run.work.unwrap();
            assert_eq!((work.turns, work.short), (most, Some(Short::TurnLimit)));
            assert_eq!(
                (run.done.len(), stand_in.requests().len()),
                (most, most),
                "the last answer's calls too"
            );
        }
    }
    let ends = StandIn::openai(vec![Turn::says("Nothing to do.")]);
    let run = run_with(Provider::OpenAi, &ends, &Limits { turns: 1, ..limits() }, &Cancel::default());
    assert_eq!(run.work.unwrap().short, None, "who ends within the limit has come to the end");
}

#[test]
fn tokens() {
    for provider in Provider::ALL {
        for limit in [0, 100, 2000, 5000, 9999] {
            let (run, stand_in) = looped(provider, &Limits { turns: 99, tokens: Some(limit), ..limits() });
            let work = run.work.unwrap();
            assert_eq!(work.short, Some(Short::TokenLimit), "{limit}");
            assert!(work.input_tokens + work.output_tokens <= limit, "{provider:?} {limit}: {work:?}");
            assert!(limit < 2000 || work.turns > 0, "{limit}: {work:?}");
            // an answer may not be longer than what is left
            for (turn, request) in stand_in.requests().iter().enumerate() {
                let most =
                    ["max_tokens", "max_completion_tokens"].iter().find_map(|name| request[*name].as_u64());
                let most = most.unwrap();
                assert!(most <= limit - 1200 * turn as u64, "{provider:?} {limit} {turn}: {most}");
            }
        }
    }
}

#[test]
fn time_for_each_answer() {
    for provider in Provider::ALL {
        let slow = || Turn::says("Done.").after(Duration::from_secs(30));
        let limits = Limits { patience: Duration::from_millis(1500), ..limits() };
        let run = run_with(provider, &stand_in(provider, vec![slow()]), &limits, &Cancel::default());
        assert_eq!(run.work, Err(SelectorError::TimedOut(1)));
        let then = vec![Turn::calls([("Read", json!({}))]), slow()];
        let run = run_with(provider, &stand_in(provider, then), &limits, &Cancel::default());
        assert!(matches!(run.work.unwrap().short, Some(Short::BrokeOff(why)) if why.contains("within 1 s")));
    }
}

/// Cancels once so many requests have come, and says how long it then took.
fn cancelled(provider: Provider, turns: Vec<Turn>, count: usize) -> Duration {
    let (stand_in, cancel) = (stand_in(provider, turns), Cancel::default());
    let (run, took) = std::thread::scope(|scope| {
        let running = scope.spawn(|| run_with(provider, &stand_in, &limits(), &cancel));
        stand_in.wait_for(count);
        let begun = Instant::now();
        cancel.cancel();
        (running.join().unwrap(), begun.elapsed())
    });
    assert_eq!(run.work, Err(SelectorError::Cancelled));
    took
}

#[test]
fn a_cancel_ends_it_at_any_time() {
    let slow = || Turn::says("Done.").after(Duration::from_secs(30));
    for provider in Provider::ALL {
        let did = || Turn::calls([("Read", json!({}))]);
        for (turns, count) in
            [(vec![slow()], 1), (vec![did(), slow()], 2), (vec![Turn::fails(429, Some(20))], 1)]
        {
            let took = cancelled(provider, turns, count);
            // far from what it would have taken
            assert!(took < Duration::from_secs(10), "{took:?}");
        }
        // between two calls of one answer
        let stand_in = stand_in(provider, vec![Turn::calls([("Read", json!({})), ("Read", json!({}))])]);
        let cancel = Cancel::default();
        let mut hands = Notes { cancels: Some(cancel.clone()), ..Notes::default() };
        let work =
            agent::run(&api(provider, &stand_in), &brief(), &mut hands, &limits(), &mut |_| {}, &cancel);
        assert_eq!((work, hands.done.len()), (Err(SelectorError::Cancelled), 1));
    }
}
