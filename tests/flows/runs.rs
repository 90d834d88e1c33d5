//! Runs: an extraction and a dream on a copy, against a stand-in of a model's provider. The store is never touched by one.

mod agents;
mod kept;
mod providers;
mod scene;
mod taken;

use memdesk_desk::view::RunAsk;
use memdesk_tests::stand_in_model::Turn;
use scene::{Scene, dream, edit, extract, files, silent, write};
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SHOP: &str = "\
//- MEMORY.md
- [Deploys](deploys.md) — when
- [Login](login.md) — tests
//- deploys.md
---
name: Deploys
description: When deploys go out
type: project
---
Deploys go out on Tuesday at 14:30, never on a Friday.
//- login.md
---
name: Login
description: Login tests need the real database
type: feedback
---
Run them against port 5433.
";

const NEW: &str = "---\nname: Branches\ndescription: How branches are named\ntype: project\n---\nBranches begin with a ticket.\n";

#[test]
fn an_extraction_proposes_and_touches_nothing() {
    let scene = Scene::new(
        SHOP,
        vec![vec![
            Turn::calls([("Read", json!({ "path": "memory/MEMORY.md" }))]),
            Turn::calls([
                write("memory/branches.md", NEW),
                edit("memory/MEMORY.md", "- [Login]", "- [Branches](branches.md) — names\n- [Login]"),
                edit("memory/login.md", "5433", "5434"),
            ]),
            Turn::says("Branch names are new, the port has changed."),
        ]],
    );
    let before = scene.store();
    let session = scene.session();
    let run = scene.run(extract(&session));
    assert_eq!((run.state.as_str(), run.failure.as_ref(), run.files, run.turns), ("done", None, 3, 3));
    let did: Vec<String> = run.steps.iter().map(|step| format!("{} {}", step.tool, step.what)).collect();
    assert_eq!(
        did,
        [
            "read MEMORY.md",
            "write branches.md",
            "edit MEMORY.md",
            "edit login.md",
            "say Branch names are new, the port has changed."
        ]
    );
    assert_eq!(scene.store(), before, "a run applies nothing");
    let proposed = scene.proposed();
    let paths: Vec<&str> = proposed.keys().map(String::as_str).collect();
    assert_eq!(paths, ["create branches.md", "edit MEMORY.md", "edit login.md"]);
    assert_eq!(proposed["create branches.md"].as_deref(), Some(NEW));

    let said = scene.terminal.run(&["review", "--json"]).json();
    let proposal = said["proposals"].as_array().expect("proposals").iter().find(|one| one["run"].is_string());
    let proposal = proposal.expect("the run's proposal");
    assert_eq!((&proposal["origin"], &proposal["evidence"]), (&json!("extractor"), &json!("run")));
    assert_eq!(proposal["session"], json!(session));
    let id = proposal["id"].as_str().expect("an id");
    assert_eq!(scene.terminal.run(&["accept", id]).status, 0);
    let written = fs::read_to_string(scene.terminal.store.join("branches.md")).expect("the new topic");
    assert_eq!(written, NEW);
    assert_eq!(scene.terminal.run(&["undo"]).status, 0);
    assert_eq!(scene.store(), before, "undo takes it all back");
    assert_eq!(scene.proposed().len(), 3, "and it waits again");
}

#[test]
fn what_was_seen_is_not_seen_again() {
    let scene =
        Scene::new(SHOP, vec![vec![Turn::says("nothing to keep")], vec![Turn::says("nothing either")]]);
    let session = scene.session();
    let first = scene.run(extract(&session));
    assert_eq!(
        (first.state.as_str(), first.proposal, first.said.as_str()),
        ("done", None, "nothing to keep")
    );
    let again = scene.run(extract(&session));
    assert_eq!(again.state, "failed");
    assert!(again.failure.expect("why").0.contains("nothing was said since"), "{:?}", again.state);
    let wider = scene.run(RunAsk { turns: Some(1), ..extract(&session) });
    assert_eq!(wider.state, "done");
    assert_eq!(scene.model.requests().len(), 2, "the run with nothing new asked nobody");
}

#[test]
fn what_leads_out_of_the_copy_is_refused_and_told() {
    let scene = Scene::new(
        SHOP,
        vec![vec![
            Turn::calls([
                write("../../escape.md", "out"),
                write("/tmp/escape.md", "out"),
                write("memory/link.md", "through a link"),
                write("memory/notes.txt", "no memory"),
                write("sessions/x.md", "history"),
                ("Bash", json!({ "command": "rm -rf /" })),
                ("Write", json!({ "path": 3 })),
                edit("memory/latin.md", "caf", "bar"),
            ]),
            Turn::calls([write("memory/MEMORY.md", "- [Login](login.md) — all that is left\n")]),
            Turn::says("done"),
        ]],
    );
    let outside = scene.terminal.person.home().join("outside.md");
    fs::write(&outside, "mine").expect("a file outside");
    std::os::unix::fs::symlink(&outside, scene.terminal.store.join("link.md")).expect("a link");
    fs::write(scene.terminal.store.join("latin.md"), b"---\ndescription: latin\n---\ncaf\xe9\n")
        .expect("a file");
    let session = scene.session();
    let home = files(&scene.terminal.person.home().join("code"));
    let before = scene.store();
    let run = scene.run(extract(&session));
    assert_eq!((run.state.as_str(), run.files), ("done", 1));
    let refused = run.steps.iter().filter(|step| step.refused.is_some()).count();
    assert_eq!(refused, 8, "{:?}", run.steps);
    assert_eq!(scene.proposed().keys().map(String::as_str).collect::<Vec<_>>(), ["edit MEMORY.md"]);
    assert_eq!((scene.store(), files(&scene.terminal.person.home().join("code"))), (before, home));
    assert_eq!(fs::read_to_string(&outside).expect("it is there"), "mine");
}

#[test]
fn a_model_that_loops_or_fails_ends() {
    let again = || Turn::calls([("Read", json!({ "path": "memory/login.md" }))]);
    let scene = Scene::new(SHOP, vec![(0..20).map(|_| again()).collect()]);
    let session = scene.session();
    let run = scene.run(extract(&session));
    assert_eq!((run.state.as_str(), run.short.as_deref(), run.turns), ("done", Some("turn-limit"), 5));
    assert_eq!(run.proposal, None);

    let scene = Scene::new(
        SHOP,
        vec![vec![
            Turn::calls([edit("memory/login.md", "5433", "5434")]),
            Turn::says("and so").then_breaks_off(),
        ]],
    );
    let session = scene.session();
    let run = scene.run(extract(&session));
    assert_eq!((run.state.as_str(), run.short.as_deref(), run.files), ("done", Some("broke-off"), 1));
    assert!(run.failure.is_some(), "it says why");
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let sessions = desk.runs(&id).expect("runs").sessions;
    assert_eq!(sessions[0].new_turns, 1, "what it did not finish counts as unseen");

    let scene = Scene::new(SHOP, vec![vec![Turn::fails(401, None)]]);
    let run = scene.run(extract(&scene.session()));
    assert_eq!((run.state.as_str(), run.files), ("failed", 0));
    assert!(run.failure.expect("why").0.contains("key"), "it says what to do");
}

/// Waits until something holds; a run that hangs fails here and not by the clock of whoever runs the tests.
fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_hundred_requests_during_a_run_make_one_more_that_sees_the_last_turn() {
    let slow = Turn::says("first").after(Duration::from_secs(6));
    let scene =
        Scene::new(SHOP, vec![vec![slow], vec![Turn::says("second")], vec![Turn::says("never asked for")]]);
    let session = scene.session();
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let told = Arc::new(AtomicUsize::new(0));
    let tell = |told: &Arc<AtomicUsize>| -> Box<memdesk_desk::Tell> {
        let told = Arc::clone(told);
        Box::new(move |_| {
            told.fetch_add(1, Ordering::Relaxed);
        })
    };
    let first = desk.start_run(&id, extract(&session), tell(&told)).expect("a run");
    until("the first request", || !scene.model.requests().is_empty());
    let file = scene.terminal.store.parent().expect("the project").join(format!("{session}.jsonl"));
    let row = fs::read_to_string(&file).expect("the session").lines().next().expect("a row").to_owned();
    let mut follow = std::collections::BTreeSet::new();
    for number in 0..100 {
        let said = format!("turn number {number} of the rest");
        let more =
            row.replace("how does the build work", &said).replace("10000000", &format!("2{number:07}"));
        let rows = fs::read_to_string(&file).expect("the session") + &more + "\n";
        fs::write(&file, rows).expect("the session grows");
        follow.insert(desk.start_run(&id, extract(&session), tell(&told)).expect("a run").id);
    }
    assert_eq!(follow.len(), 1, "they are one run");
    let second = follow.first().expect("one").clone();
    assert_ne!(first.id, second);
    until("the second run", || desk.run_view(&id, &second).is_ok_and(|run| run.ended.is_some()));
    assert_eq!(desk.run_view(&id, &second).expect("it").said, "second");
    let requests = scene.model.requests();
    assert_eq!(requests.len(), 2);
    let seen = requests[1].to_string();
    assert!(seen.contains("turn number 99 of the rest") && seen.contains("turn number 0 of the rest"));
    assert!(!seen.contains("how does the build work"), "the first turn was seen before");
    assert_eq!(desk.runs(&id).expect("runs").runs.len(), 2);
    assert!(told.load(Ordering::Relaxed) > 0);
}

#[test]
fn a_cancelled_run_proposes_nothing_and_one_that_waits_never_begins() {
    let calls = Turn::calls([edit("memory/login.md", "5433", "5434")]);
    let slow = Turn::says("too late").after(Duration::from_secs(30));
    let scene = Scene::new(SHOP, vec![vec![calls, slow]]);
    let session = scene.session();
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let run = desk.start_run(&id, extract(&session), Box::new(silent)).expect("a run");
    let waits = desk.start_run(&id, dream(), Box::new(silent)).expect("a run that follows");
    assert_eq!(waits.state, "queued");
    until("the second request", || scene.model.requests().len() == 2);
    desk.cancel(&waits.id);
    desk.cancel(&run.id);
    until("the end", || desk.run_view(&id, &run.id).is_ok_and(|run| run.ended.is_some()));
    let states = [&run.id, &waits.id].map(|run| desk.run_view(&id, run).expect("it").state);
    assert_eq!(states, ["cancelled", "cancelled"]);
    assert!(scene.proposed().is_empty());
    desk.forget_run(&id, &run.id).expect("it goes");
    assert_eq!(desk.run_view(&id, &run.id).expect_err("it is gone").code, "no-such-run");
}

#[test]
fn one_memdesk_at_a_time_and_none_beside_the_clients_own_dream() {
    let scene = Scene::new(SHOP, vec![vec![Turn::says("slow").after(Duration::from_secs(6))]]);
    let session = scene.session();
    let (one, other) = (scene.desk(), scene.desk());
    let id = one.store_of(None).expect("the store");
    assert_eq!(other.store_of(None).expect("the store"), id);
    let run = one.start_run(&id, extract(&session), Box::new(silent)).expect("a run");
    until("the first request", || !scene.model.requests().is_empty());
    let second = other.run_now(&id, extract(&session), &silent).expect("a run that failed");
    assert_eq!(second.state, "failed");
    assert!(second.failure.expect("why").0.contains("another Memdesk"));
    until("the end", || one.run_view(&id, &run.id).is_ok_and(|run| run.ended.is_some()));

    let lock = scene.terminal.store.join(".consolidate-lock");
    fs::write(&lock, std::process::id().to_string()).expect("a lock");
    let gate = one.runs(&id).expect("runs").dream;
    assert_eq!((gate.holder, gate.open), (Some(std::process::id()), false));
    let third = one.run_now(&id, dream(), &silent).expect("a run that failed");
    assert!(third.failure.expect("why").0.contains("dream over this store"), "{}", third.state);
    assert_eq!(scene.model.requests().len(), 1);
}

#[test]
fn a_dream_says_what_becomes_of_everything_and_deletes_nothing_by_itself() {
    let merged = "---\nname: Deploys\ndescription: When deploys go out and how login is tested\ntype: project\n---\n\
        Deploys go out on Tuesday at 14:30, never on a Friday.\n\nLogin tests need the real database.\n";
    let scene = Scene::new(
        SHOP,
        vec![vec![
            Turn::calls([
                ("Read", json!({ "path": "memory/login.md" })),
                write("memory/deploys.md", merged),
                ("Delete", json!({ "path": "memory/login.md" })),
                edit("memory/MEMORY.md", "- [Login](login.md) — tests\n", ""),
            ]),
            Turn::says("merged login into deploys"),
        ]],
    );
    let before = scene.store();
    let run = scene.run(dream());
    assert_eq!((run.state.as_str(), run.files, run.waiting), ("done", 3, 3), "{:?}", run.failure);
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let report = desk.run_report(&id, &run.id).expect("a report");
    let fates: Vec<(&str, &str)> =
        report.fates.iter().map(|fate| (fate.path.as_str(), fate.fate.as_str())).collect();
    assert!(
        fates.contains(&("deploys.md", "edited")) && fates.contains(&("MEMORY.md", "edited")),
        "{fates:?}"
    );
    let lost: Vec<(&str, &str)> =
        report.lost.iter().map(|lost| (lost.path.as_str(), lost.text.as_str())).collect();
    assert!(lost.iter().any(|(path, text)| *path == "login.md" && text.contains("5433")), "{lost:?}");

    let proposal = run.proposal.expect("a proposal");
    let said = scene.terminal.run(&["accept", &proposal]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.err.contains("login.md: a run would delete it"), "{said:?}");
    assert!(scene.terminal.store.join("login.md").exists(), "a deletion is taken by its own name alone");
    let text = fs::read_to_string(scene.terminal.store.join("deploys.md")).expect("the topic");
    assert_eq!(text, merged);
    assert_eq!(desk.run_view(&id, &run.id).expect("it").waiting, 1);
    assert_eq!(scene.terminal.run(&["undo"]).status, 0);
    assert_eq!(scene.store(), before);
}

#[test]
fn the_command_line_prints_the_proposal_and_applies_nothing() {
    let scene = Scene::new(
        SHOP,
        vec![vec![Turn::calls([write("memory/branches.md", NEW)]), Turn::says("one new fact")]],
    );
    let before = scene.store();
    let session = scene.session();
    let said = scene.terminal.run(&["extract", "--session", &session, "--json"]);
    assert_eq!(said.status, 0, "{said:?}");
    let out = said.json();
    assert_eq!(out["run"]["state"], json!("done"));
    assert_eq!(out["proposals"][0]["changes"][0]["path"], json!("branches.md"));
    assert_eq!(scene.store(), before);
    let bad = scene.terminal.run(&["extract", "--session", "none"]);
    assert_eq!((bad.status, bad.err.contains("no session none")), (2, true), "{bad:?}");
}
