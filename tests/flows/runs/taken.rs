//! What becomes of a run's files once a person decides: beside another run's, on a file that has moved, taken back and again.

use super::SHOP;
use super::scene::{Scene, dream, edit, extract, write};
use memdesk_desk::view::RunAsk;
use memdesk_tests::stand_in_model::Turn;
use serde_json::json;
use std::fs;

fn file(scene: &Scene, name: &str) -> String {
    fs::read_to_string(scene.terminal.store.join(name)).expect("a file")
}

fn waiting(scene: &Scene) -> usize {
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    desk.runs(&id).expect("runs").runs.iter().map(|run| run.waiting).sum()
}

#[test]
fn two_runs_over_one_file_are_both_taken_or_the_second_goes_on_waiting() {
    let said = || Turn::says("done");
    let scene = Scene::new(
        SHOP,
        vec![
            vec![
                Turn::calls([
                    edit("memory/MEMORY.md", "- [Deploys]", "- [First](first.md) — new\n- [Deploys]"),
                    edit("memory/login.md", "5433", "5434"),
                ]),
                said(),
            ],
            vec![
                Turn::calls([
                    edit("memory/MEMORY.md", "— tests\n", "— tests\n- [Second](second.md) — new\n"),
                    edit("memory/login.md", "5433", "5555"),
                ]),
                said(),
            ],
        ],
    );
    let session = scene.session();
    scene.run(extract(&session));
    scene.run(RunAsk { turns: Some(1), ..extract(&session) });
    assert_eq!(waiting(&scene), 4);
    let before = scene.store();
    let said = scene.terminal.run(&["accept", "all"]);
    assert_eq!(said.status, 0, "{said:?}");
    let index = file(&scene, "MEMORY.md");
    assert!(index.contains("first.md") && index.contains("second.md"), "{index}");
    let port = file(&scene, "login.md");
    assert_eq!(port.matches("5434").count() + port.matches("5555").count(), 1, "{port}");
    assert_eq!(waiting(&scene), 1, "what did not go together waits on");
    assert_eq!(scene.terminal.run(&["undo"]).status, 0);
    assert_eq!((scene.store(), waiting(&scene)), (before, 4));
}

#[test]
fn what_is_taken_again_waits_no_more() {
    let scene = Scene::new(
        SHOP,
        vec![vec![Turn::calls([edit("memory/login.md", "5433", "5434")]), Turn::says("done")]],
    );
    // what is on disk is reviewed: else taking all would take that too, and undo give it back
    assert_eq!(scene.terminal.run(&["accept", "all"]).status, 0);
    scene.run(extract(&scene.session()));
    for (command, text, waits) in
        [("accept", "5434", 0), ("undo", "5433", 1), ("redo", "5434", 0), ("undo", "5433", 1)]
    {
        let words: &[&str] = if command == "accept" { &["accept", "all"] } else { &[command] };
        assert_eq!(scene.terminal.run(words).status, 0, "{command}");
        assert!(file(&scene, "login.md").contains(text), "{command}");
        assert_eq!(waiting(&scene), waits, "{command}");
    }
    for (command, waits) in [("reject", 0), ("undo", 1)] {
        let words: &[&str] = if command == "reject" { &["reject", "all"] } else { &[command] };
        assert_eq!(scene.terminal.run(words).status, 0, "{command}");
        assert_eq!(waiting(&scene), waits, "{command}");
        assert!(file(&scene, "login.md").contains("5433"), "{command}");
    }
}

#[test]
fn a_run_whose_ground_has_moved_is_brought_onto_it_or_is_a_conflict() {
    let scene = Scene::new(
        SHOP,
        vec![vec![
            Turn::calls([
                edit("memory/MEMORY.md", "- [Deploys]", "- [New](new.md) — new\n- [Deploys]"),
                edit("memory/login.md", "5433", "5434"),
                write("memory/new.md", "---\nname: New\n---\nsame words\n"),
                ("Delete", json!({ "path": "memory/deploys.md" })),
            ]),
            Turn::says("done"),
        ]],
    );
    let run = scene.run(dream());
    assert_eq!(run.waiting, 4);
    let index = file(&scene, "MEMORY.md") + "- [Else](else.md) — written since\n";
    for (name, text) in [
        ("MEMORY.md", index.as_str()),
        ("login.md", &file(&scene, "login.md").replace("5433", "9999")),
        ("deploys.md", &format!("{}written since\n", file(&scene, "deploys.md"))),
        ("new.md", "---\nname: New\n---\nsame words\n"),
    ] {
        fs::write(scene.terminal.store.join(name), text).expect("somebody writes");
    }
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let queue = desk.review(&id).expect("the queue");
    let proposal = queue.proposals.iter().find(|one| one.run.is_some()).expect("the run's");
    let conflicts: Vec<(&str, bool)> =
        proposal.changes.iter().map(|one| (one.path.as_str(), one.conflict.is_some())).collect();
    assert_eq!(conflicts, [("MEMORY.md", false), ("deploys.md", true), ("login.md", true)]);
    let take = |path: &str| {
        let change = proposal.changes.iter().find(|one| one.path == path).expect("a change");
        memdesk_desk::view::ReviewTake {
            proposal: proposal.id.clone(),
            path: path.to_owned(),
            version: change.version.clone(),
            hunks: Vec::new(),
        }
    };
    for path in ["deploys.md", "login.md"] {
        let before = scene.store();
        let outcome = desk.take(&id, &[take(path)]).expect("an outcome");
        assert!(matches!(outcome, memdesk_desk::view::ReviewOutcome::Refused { .. }), "{path}: {outcome:?}");
        assert_eq!(scene.store(), before, "{path}");
    }
    // nothing of a decision that is refused is done: what is on disk waits on, too
    let all = scene.terminal.run(&["accept", "all"]);
    assert!(all.status != 0 && desk.review(&id).expect("the queue") == queue, "{all:?}");
    desk.take(&id, &[take("MEMORY.md")]).expect("an outcome");
    let text = file(&scene, "MEMORY.md");
    assert!(text.contains("new.md") && text.contains("else.md"), "{text}");
    assert_eq!(waiting(&scene), 2, "what is there already in the same words leaves nothing to decide");
}

#[test]
fn a_part_is_taken_and_the_rest_waits_and_is_refused() {
    let lines: String = (1..=30).map(|line| format!("line {line}\n")).collect();
    let fixture = format!("{SHOP}//- long.md\n---\nname: Long\n---\n{lines}");
    let scene = Scene::new(
        &fixture,
        vec![vec![
            Turn::calls([
                edit("memory/long.md", "line 2\n", "line two\n"),
                edit("memory/long.md", "line 28\n", "line many\n"),
            ]),
            Turn::says("done"),
        ]],
    );
    scene.run(dream());
    let desk = scene.desk();
    let id = desk.store_of(None).expect("the store");
    let piece = |at: usize| {
        let queue = desk.review(&id).expect("the queue");
        let proposal = queue.proposals.into_iter().find(|one| one.run.is_some()).expect("the run's");
        let change = proposal.changes.into_iter().next().expect("a change");
        memdesk_desk::view::ReviewTake {
            proposal: proposal.id,
            path: change.path,
            version: change.version,
            hunks: vec![change.hunks[at].id.clone()],
        }
    };
    desk.take(&id, &[piece(1)]).expect("an outcome");
    let text = file(&scene, "long.md");
    assert!(text.contains("line 2\n") && text.contains("line many"), "{text}");
    assert_eq!(waiting(&scene), 1);
    desk.refuse(&id, &[piece(0)], true).expect("an outcome");
    assert_eq!((waiting(&scene), file(&scene, "long.md")), (0, text.clone()));
    desk.undo(&id).expect("the refusal is taken back");
    assert_eq!((waiting(&scene), file(&scene, "long.md")), (1, text));
    desk.undo(&id).expect("what was taken is taken back");
    assert!(file(&scene, "long.md").contains("line 28\n"));
    let proposed = scene.proposed();
    let after = proposed["edit long.md"].as_deref().expect("a text");
    assert!(after.contains("line two") && after.contains("line many"), "{after}");
}

#[test]
fn what_was_brought_onto_a_moved_file_waits_no_more_when_it_is_taken_again() {
    let line = "- [New](new.md) — new\n- [Deploys]";
    let script = vec![Turn::calls([edit("memory/MEMORY.md", "- [Deploys]", line)]), Turn::says("done")];
    let scene = Scene::new(SHOP, vec![script]);
    scene.run(dream());
    let moved = file(&scene, "MEMORY.md") + "- [Else](else.md) — written since\n";
    fs::write(scene.terminal.store.join("MEMORY.md"), &moved).expect("somebody writes");
    let id = scene.terminal.run(&["review", "--json"]).json();
    let of_run = id["proposals"].as_array().expect("proposals").iter().find(|one| one["run"].is_string());
    let id = of_run.and_then(|one| one["id"].as_str()).expect("the run's").to_owned();
    for (words, waits) in
        [(vec!["accept", id.as_str()], 0), (vec!["undo"], 1), (vec!["redo"], 0), (vec!["undo"], 1)]
    {
        let said = scene.terminal.run(&words);
        assert_eq!((said.status, waiting(&scene)), (0, waits), "{words:?}: {said:?}");
    }
    assert_eq!(file(&scene, "MEMORY.md"), moved);
}
