//! Memdesk and an installed Claude Code, held against each other: `$MEMDESK_CLIENT`, else the one that is found.
//!
//! Separate because it needs a program that is not ours. Where there is none, it says so and passes. Nothing leaves the
//! machine: the client's home is a throw-away one, and its upstream is a port of this test.

#![allow(clippy::expect_used, clippy::print_stdout, reason = "a test that is skipped has to say so")]

mod selector;
mod upstream;

use memdesk_models::client::{Found, find};
use memdesk_models::{Cancel, calibrate};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One test at a time: ports are counted, and a client takes both cores of a small machine.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The installed client; none, and a word about it, when there is none.
fn installed() -> Option<Found> {
    let given = std::env::var_os("MEMDESK_CLIENT").map(PathBuf::from);
    match find(given.as_deref()) {
        Ok(found) => {
            println!("held against {} {}", found.program.display(), found.version);
            Some(found)
        }
        Err(error) => {
            assert!(given.is_none(), "MEMDESK_CLIENT names no client: {error:?}");
            println!("SKIPPED: no Claude Code is installed here ({error:?}); set MEMDESK_CLIENT to one");
            None
        }
    }
}

#[test]
fn the_rules_agree_with_the_client() {
    let _alone = alone();
    let Some(found) = installed() else { return };
    let mut told = Vec::new();
    let mut tell = |done, total| {
        told.push((done, total));
        ControlFlow::Continue(())
    };
    let started = std::time::Instant::now();
    let report = calibrate::run(&found, found.profile(), &mut tell, &Cancel::default()).expect("a report");
    for rule in &report.rules {
        println!("{:12} {} of {}", rule.rule, rule.agree, rule.cases);
        for other in &rule.disagree {
            println!("  {:?}\n    ours   {:?}\n    theirs {:?}", other.case, other.ours, other.theirs);
        }
    }
    println!("{} of {} in {:?}", report.agree, report.cases, started.elapsed());
    assert_eq!(report.client, found.version);
    assert!(report.rules.iter().all(|rule| rule.cases > 0), "every rule is tried");
    assert_eq!(told.last().map(|(done, total)| done == total), Some(true));
    assert_eq!(report.agree, report.cases, "rules and client differ");
}

#[test]
fn whole_stores_are_listed_and_attached_byte_for_byte() {
    let _alone = alone();
    let Some(found) = installed() else { return };
    let mut tell = |_, _| ControlFlow::Continue(());
    let report =
        calibrate::stores(&found, found.profile(), 20, &mut tell, &Cancel::default()).expect("a report");
    for other in report.rules.iter().flat_map(|rule| &rule.disagree) {
        println!("  {:?}\n    ours   {:?}\n    theirs {:?}", other.case, other.ours, other.theirs);
    }
    println!("{} of {} cases of 20 stores", report.agree, report.cases);
    let cases = |name| report.rules.iter().find(|rule| rule.rule == name).map_or(0, |rule| rule.cases);
    assert!(cases("manifest") >= 120 && cases("surface") >= 60, "{report:?}");
    assert_eq!(report.agree, report.cases, "rules and client differ");
}
