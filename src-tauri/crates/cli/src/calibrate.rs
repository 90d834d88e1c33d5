//! `memdesk calibrate`: the rules held against the installed Claude Code.
//!
//! Separate because it is about a program and no store. Nothing leaves the machine.

use crate::print::{self, cell};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::view::Progress;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::path::Path;

pub(crate) fn run(desk: &Desk, client: Option<&Path>, json: bool) -> Answer {
    let shown = std::io::stderr().is_terminal();
    let tell = |progress: Progress| {
        if shown {
            // a lost progress line harms nobody
            drop(write!(std::io::stderr().lock(), "\r{} of {} cases ", progress.done, progress.total));
        }
    };
    let calibration = desk.calibrate(client, "calibrate", &tell)?;
    if shown {
        drop(writeln!(std::io::stderr().lock()));
    }
    let disagree: Vec<Value> = calibration
        .rules
        .iter()
        .flat_map(|rule| rule.disagree.iter().map(move |one| (rule, one)))
        .map(|(rule, one)| {
            json!({ "rule": rule.rule, "case": one.case, "ours": one.ours, "theirs": one.theirs })
        })
        .collect();
    let fine = if disagree.is_empty() { Done::Fine } else { Done::Problems };
    if json {
        let rules: Vec<Value> = calibration
            .rules
            .iter()
            .map(|rule| json!({ "rule": rule.rule, "cases": rule.cases, "agree": rule.agree }))
            .collect();
        print::json(&json!({
            "client": calibration.client,
            "profile": calibration.profile,
            "cases": calibration.cases,
            "agree": calibration.agree,
            "rules": rules,
            "disagree": disagree,
        }));
        return Ok(fine);
    }
    print::line(&format!(
        "Claude Code {} ({}), held against the rules of {}: {} of {} cases agree",
        cell(&calibration.client),
        cell(&calibration.program),
        calibration.profile,
        calibration.agree,
        calibration.cases
    ));
    for rule in &calibration.rules {
        print::line(&format!("  {:<12} {:>4} of {:>4}", rule.rule, rule.agree, rule.cases));
        for one in &rule.disagree {
            print::line(&format!("    {}", cell(&one.case)));
            print::line(&format!("      ours:   {}", cell(&one.ours)));
            print::line(&format!("      theirs: {}", cell(&one.theirs)));
        }
    }
    Ok(fine)
}
