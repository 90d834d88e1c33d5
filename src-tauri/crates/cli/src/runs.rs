//! Commands that run the extractor or a dream on a copy. What they propose waits for review; nothing is applied.
//!
//! Separate because they take long and may cost money: they say how far they are, on standard error.

use crate::arguments::run::{Agent, DreamArguments, ExtractArguments, RunArguments};
use crate::print::{self, cell};
use crate::{Answer, Done, review};
use memdesk_desk::Desk;
use memdesk_desk::view::{Progress, RunAsk, RunReport, RunView};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};

pub(crate) fn extract(desk: &Desk, arguments: ExtractArguments, json: bool) -> Answer {
    let ExtractArguments { path, session, turns, run } = arguments;
    let id = desk.store_of(path.as_deref())?;
    let session = desk.session_named(&id, &session)?;
    run_on(desk, &id, ask("extract", Some(session), turns, &run), json)
}

pub(crate) fn dream(desk: &Desk, arguments: DreamArguments, json: bool) -> Answer {
    let DreamArguments { path, run } = arguments;
    let id = desk.store_of(path.as_deref())?;
    run_on(desk, &id, ask("dream", None, None, &run), json)
}

fn ask(kind: &str, session: Option<String>, turns: Option<usize>, run: &RunArguments) -> RunAsk {
    RunAsk {
        kind: kind.to_owned(),
        session,
        turns,
        agent: match run.agent {
            Agent::Api => "api",
            Agent::Client => "client",
        }
        .to_owned(),
        most_turns: run.most_turns,
        most_tokens: run.most_tokens,
        most_dollars: run.most_dollars,
    }
}

fn run_on(desk: &Desk, id: &str, ask: RunAsk, json: bool) -> Answer {
    let tell = |at: Progress| {
        if std::io::stderr().is_terminal() {
            // a lost progress line harms nobody
            drop(write!(std::io::stderr().lock(), "\ranswer {} of at most {} ", at.done, at.total));
        }
    };
    let run = desk.run_now(id, ask, &tell)?;
    if std::io::stderr().is_terminal() {
        drop(writeln!(std::io::stderr().lock()));
    }
    let queue = desk.review(id)?;
    let proposals: Vec<_> =
        queue.proposals.iter().filter(|proposal| Some(&proposal.id) == run.proposal.as_ref()).collect();
    let report = desk.run_report(id, &run.id).ok();
    if json {
        print::json(&json!({
            "run": run,
            "report": report,
            "proposals": proposals.into_iter().map(review::proposal).collect::<Vec<Value>>(),
        }));
    } else {
        proposals.into_iter().for_each(review::tell);
        report.iter().for_each(tell_report);
        print::line(&summary(&run));
    }
    if let Some((message, hint)) = &run.failure {
        print::complain(&format!("{message}. {}", hint.as_deref().unwrap_or_default()));
    }
    Ok(if run.state == "done" { Done::Fine } else { Done::Refused })
}

/// What a person has to know of a report beside the diff.
fn tell_report(report: &RunReport) {
    for lost in &report.lost {
        let instead = lost.instead.as_deref().map(|text| format!("; instead: {}", cell(text)));
        print::line(&format!(
            "!! would be lost ({}): {} — {}:{} {}{}",
            lost.kind,
            cell(&lost.text),
            cell(&lost.path),
            lost.line,
            cell(&lost.sentence),
            instead.unwrap_or_default()
        ));
    }
    if let Some(recall) = report.recall.as_ref().filter(|recall| recall.lost_total > 0) {
        print::line(&format!(
            "!! {} of {} past questions would find less (an estimate)",
            recall.lost_total, recall.questions
        ));
    }
}

fn summary(run: &RunView) -> String {
    let short = run.short.as_deref().map(|short| format!(", ended early ({short})")).unwrap_or_default();
    let cost = run.usage.as_ref().map(|usage| {
        let dollars = usage.dollars.map(|dollars| format!(", ${dollars:.4}")).unwrap_or_default();
        format!(", {} tokens in, {} out{dollars}", usage.input_tokens, usage.output_tokens)
    });
    let cost = cost.unwrap_or_default();
    match (run.state.as_str(), &run.proposal) {
        ("done", Some(proposal)) => format!(
            "Run {}: {} changed on a copy{short}{cost}. Nothing is applied: `memdesk accept {proposal}` takes it.",
            run.id,
            print::count(run.files, "file")
        ),
        ("done", None) => format!("Run {}: nothing to propose{short}{cost}.", run.id),
        (state, _) => format!("Run {}: {state}{cost}.", run.id),
    }
}
