//! Review through the command line: what others wrote is seen in pieces, taken, refused, and comes back when undone.

mod shown;

use crate::desk::{Desk, Said};
use serde_json::Value;
use std::fs;
use std::path::Path;

const SHOP: &str = "\
//- MEMORY.md
- [Login](login.md) — tests
//- login.md
---
description: Login tests need the real database
type: feedback
---
One.

Two.

Three.
";

fn write(desk: &Desk, name: &str, text: &str) {
    fs::write(desk.store.join(name), text).expect("a file of the store");
}

/// Proposals as `origin path:kind:pieces` lines.
fn told(said: &Said) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    list(&said.json()["proposals"])
        .iter()
        .flat_map(|proposal| {
            let origin = proposal["origin"].as_str().unwrap_or_default().to_owned();
            list(&proposal["changes"]).into_iter().map(move |change| {
                let pieces = change["hunks"].as_array().map_or(0, Vec::len);
                let word = |name: &str| change[name].as_str().unwrap_or_default().to_owned();
                format!("{origin} {}:{}:{pieces}", word("path"), word("kind"))
            })
        })
        .collect()
}

fn waiting(desk: &Desk) -> Vec<String> {
    told(&desk.run(&["review", "--json"]))
}

fn piece(desk: &Desk, text: &str) -> String {
    let said = desk.run(&["review", "--json"]).json();
    let all = said["proposals"].as_array().cloned().unwrap_or_default();
    let mut pieces =
        all.iter().flat_map(|proposal| proposal["changes"].as_array().cloned().unwrap_or_default());
    let found = pieces.find_map(|change| {
        let hunks = change["hunks"].as_array().cloned().unwrap_or_default();
        hunks.into_iter().find(|hunk| hunk["text"].as_str().is_some_and(|own| own.contains(text)))
    });
    found
        .and_then(|hunk| hunk["id"].as_str().map(str::to_owned))
        .unwrap_or_else(|| panic!("no piece has {text:?}: {all:?}"))
}

/// A desk on which everything was reviewed as it stands.
fn reviewed() -> Desk {
    let desk = Desk::with(SHOP);
    assert_eq!(waiting(&desk), ["outside MEMORY.md:create:1", "outside login.md:create:1"]);
    assert_eq!(desk.run(&["review", "--json"]).json()["first_sight"], true);
    let before = desk.disk();
    desk.done(&["accept", "all"], "");
    assert_eq!(desk.disk(), before, "accepting what is on disk changes no file");
    assert!(waiting(&desk).is_empty());
    desk
}

/// The session of the fixture is of long ago; nobody is at work.
const REJECT: &[&str] = &["reject", "all", "--even-if-active"];

#[test]
fn what_is_refused_goes_back_and_its_return_is_told() {
    let desk = reviewed();
    let old = desk.file("login.md").expect("it is there");
    write(&desk, "login.md", &old.replace("Two.", "Two, and never on Friday."));
    write(&desk, "new.md", "---\ndescription: new\n---\nNew.\n");
    assert_eq!(waiting(&desk), ["outside login.md:edit:1", "outside new.md:create:1"]);
    desk.done(REJECT, "");
    assert_eq!(desk.file("login.md"), Some(old.clone()));
    assert_eq!(desk.file("new.md"), None);
    assert!(waiting(&desk).is_empty());
    write(&desk, "login.md", &old.replace("Two.", "Two, and never on Friday."));
    let said = desk.run(&["review", "--json"]).json();
    let change = &said["proposals"][0]["changes"][0];
    assert!(change["refused"].is_string() && change["hunks"][0]["refused"].is_string(), "{change}");
    assert!(desk.run(&["review"]).out.contains("rejected on "));
    desk.done(REJECT, "");
    desk.done(&["undo"], "");
    assert_eq!(desk.file("login.md"), Some(old.replace("Two.", "Two, and never on Friday.")));
    assert_eq!(waiting(&desk), ["outside login.md:edit:1"], "what came back by undo is not thereby reviewed");
}

#[test]
fn a_refusal_that_is_taken_back_is_forgotten_and_remembered_when_it_is_made_again() {
    let desk = reviewed();
    let old = desk.file("login.md").expect("it is there");
    let text = old.replace("Two.", "Two, and never on Friday.");
    write(&desk, "login.md", &text);
    let told = || {
        let change = desk.run(&["review", "--json"]).json()["proposals"][0]["changes"][0].clone();
        (change["refused"].is_string(), change["hunks"][0]["refused"].is_string())
    };
    for (words, on_disk, refused) in [
        (REJECT, &old, true),
        (&["undo"], &text, false),
        (&["redo"], &old, true),
        (&["undo"], &text, false),
        // refused once and taken back, once for good
        (REJECT, &old, true),
    ] {
        desk.done(words, "");
        assert_eq!(desk.file("login.md").as_ref(), Some(on_disk), "{words:?}");
        write(&desk, "login.md", &text);
        assert_eq!(told(), (refused, refused), "{words:?}");
        write(&desk, "login.md", on_disk);
    }
}

#[test]
fn pieces_are_taken_and_refused_one_by_one() {
    let desk = reviewed();
    let old = desk.file("login.md").expect("it is there");
    write(&desk, "login.md", &old.replace("One.", "First.").replace("Three.", "Third."));
    assert_eq!(waiting(&desk).len(), 1);
    let (first, third) = (piece(&desk, "First."), piece(&desk, "Third."));
    desk.done(&["accept", "all", "--hunk", &first], "");
    let said = desk.run(&["accept", "all", "--hunk", &third]);
    assert_eq!(said.status, 2, "its name held for the version that was seen: {said:?}");
    let third = piece(&desk, "Third.");
    assert!(!desk.run(&["review"]).out.contains("+First."), "it is reviewed");
    desk.done(&["reject", "all", "--even-if-active", "--hunk", &third], "");
    assert_eq!(desk.file("login.md"), Some(old.replace("One.", "First.")));
    assert!(waiting(&desk).is_empty());
    let failed = desk.run(&["accept", "0123456789ab"]);
    assert_eq!(failed.status, 2);
    assert!(failed.err.contains("no proposal 0123456789ab"), "{failed:?}");
}

#[test]
fn a_proposal_is_named_by_its_beginning_and_what_was_decided_is_said() {
    let desk = reviewed();
    let id = || {
        let said = desk.run(&["review", "--json"]).json();
        said["proposals"][0]["id"].as_str().expect("a proposal").to_owned()
    };
    let old = desk.file("login.md").expect("it is there");
    let changed = old.replace("One.", "First.").replace("Three.", "Third.");
    let first = |id: &str, length: usize| id.get(..length).expect("a long id").to_owned();
    for (verb, length, status, out) in [
        ("accept", 5, 2, ""),
        ("accept", 6, 0, "accepted login.md\nNothing waits for review any more.\n"),
        ("accept", 12, 0, "accepted login.md\nNothing waits for review any more.\n"),
        ("reject", 8, 0, "rejected login.md\nNothing waits for review any more.\n"),
    ] {
        write(&desk, "login.md", &changed);
        let words = [verb, &first(&id(), length), "--even-if-active"];
        let said = desk.run(if verb == "accept" { &words[..2] } else { &words });
        assert_eq!((said.status, said.out.as_str()), (status, out), "{words:?}: {said:?}");
        if (verb, status) == ("accept", 0) {
            desk.done(&["undo"], "");
        }
    }
    // as `search` prints it
    write(&desk, "login.md", &changed);
    let found = desk.done(&["search", "--kind", "proposal", "Third."], "");
    let shown = found.out.split_whitespace().nth(1).unwrap_or_default();
    let piece = piece(&desk, "First.");
    for (words, out) in [
        (&["accept", shown, &piece][..], "accepted login.md\n1 piece still waits for review.\n"),
        (&["reject", shown, "--even-if-active"], "rejected login.md\nNothing waits for review any more.\n"),
    ] {
        assert_eq!(desk.done(words, "").out, out, "{words:?}");
    }
    assert_eq!(desk.file("login.md"), Some(old.replace("One.", "First.")));
}

#[test]
fn an_acceptance_is_taken_back_without_touching_a_file() {
    let desk = reviewed();
    write(&desk, "new.md", "New.\n");
    desk.done(&["accept", "all"], "");
    assert!(waiting(&desk).is_empty());
    let before = desk.disk();
    let said = desk.done(&["undo"], "");
    assert!(said.out.contains("decision is taken back"), "{said:?}");
    assert_eq!(desk.disk(), before);
    assert_eq!(waiting(&desk), ["outside new.md:create:1"]);
    desk.done(&["write", "login.md"], "Mine.\n");
    assert_eq!(waiting(&desk), ["outside new.md:create:1"], "what one writes oneself is reviewed");
    desk.done(&["undo"], "");
    assert!(
        desk.file("login.md").is_some_and(|text| text.contains("Three.")),
        "the newest is taken back first"
    );
}

/// What `memdesk log` tells of the newest `count`: verb, files, and what is undone or next.
fn log(desk: &Desk, count: usize) -> Vec<String> {
    let said = desk.run(&["log", "--json"]).json();
    let all = said["operations"].as_array().cloned().unwrap_or_default();
    let next = |one: &Value| match &one["id"] {
        id if *id == said["undo"] => " <undo",
        id if *id == said["redo"] => " <redo",
        _ => "",
    };
    let told = all.iter().take(count).map(|one| {
        let paths: Vec<&str> =
            one["paths"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let undone = if one["undone"] == true { " undone" } else { "" };
        format!("{} {}{undone}{}", one["verb"].as_str().unwrap_or_default(), paths.join(" "), next(one))
    });
    told.collect()
}

#[test]
fn acceptances_are_told_taken_back_and_made_again_in_one_order_with_operations() {
    let desk = reviewed();
    write(&desk, "a.md", "A.\n");
    desk.done(&["accept", "all"], "");
    write(&desk, "b.md", "B.\n");
    desk.done(&["accept", "all"], "");
    desk.done(&["write", "login.md"], "Mine.\n");
    assert_eq!(log(&desk, 3), ["write login.md <undo", "accept b.md", "observed b.md"]);
    desk.done(&["undo"], "");
    assert_eq!(log(&desk, 3), ["undo login.md", "write login.md undone <redo", "accept b.md <undo"]);
    desk.done(&["undo"], "");
    desk.done(&["undo"], "");
    assert_eq!(waiting(&desk), ["outside a.md:create:1", "outside b.md:create:1"]);
    assert!(log(&desk, 2).iter().all(|one| one.starts_with("unaccept ")));
    let said = desk.done(&["redo"], "");
    assert!(said.out.contains("made again"), "{said:?}");
    assert_eq!(waiting(&desk), ["outside b.md:create:1"]);
    desk.done(&["redo"], "");
    assert!(waiting(&desk).is_empty());
    desk.done(&["redo"], "");
    assert_eq!(desk.file("login.md").as_deref(), Some("Mine.\n"));
    assert_eq!(desk.run(&["redo"]).status, 2);
    // whatever is decided anew ends what could be done again
    for _ in 0..2 {
        desk.done(&["undo"], "");
    }
    write(&desk, "c.md", "C.\n");
    desk.done(&["accept", "all"], "");
    assert_eq!(log(&desk, 1), ["accept b.md c.md <undo"]);
}

#[test]
fn a_client_at_work_is_asked_about_first() {
    let desk = reviewed();
    write(&desk, "new.md", "New.\n");
    desk.person.session(&desk.project, "a question of just now");
    let said = desk.run(&["reject", "all"]);
    assert_ne!(said.status, 0);
    assert!(said.err.contains("is at work in this project"), "{said:?}");
    assert_eq!(desk.file("new.md").as_deref(), Some("New.\n"), "nothing was done");
    desk.done(&["accept", "all"], "");
}

#[test]
fn deletions_wait_and_come_back() {
    let desk = reviewed();
    let old = desk.file("login.md");
    fs::remove_file(desk.store.join("login.md")).expect("it goes");
    assert_eq!(waiting(&desk), ["outside login.md:delete:1"]);
    desk.done(REJECT, "");
    assert_eq!(desk.file("login.md"), old);
    fs::remove_file(desk.store.join("login.md")).expect("it goes again");
    desk.done(&["accept", "all"], "");
    assert!(waiting(&desk).is_empty() && desk.file("login.md").is_none());
}

/// The recorded config root: each change since the store before is given to whom the recording says.
#[test]
fn each_recorded_change_has_its_origin() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/provenance");
    let home = tempfile::tempdir().expect("a folder");
    let project = home.path().join("root/projects/-home-me-shop");
    fs::create_dir_all(project.join("memory")).expect("the store's folder");
    let copy = |from: &Path, to: &Path| {
        for entry in
            fs::read_dir(from).expect("the recording").flatten().filter(|entry| entry.path().is_file())
        {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a recorded file");
        }
    };
    copy(&golden.join("projects/-home-me-shop"), &project);
    copy(&golden.join("memory-before"), &project.join("memory"));
    let data = home.path().join("data");
    let desk = memdesk_desk::Desk::open(memdesk_desk::Options {
        root: Some(home.path().join("root")),
        store: Some(project.join("memory")),
        data: Some(data.clone()),
        ..memdesk_desk::Options::default()
    })
    .expect("a desk");
    let id = desk.store_of(None).expect("its store");
    let memdesk_store::Scan::Here(before) =
        memdesk_store::scan(&project.join("memory"), memdesk_store::Limits::default())
    else {
        panic!("the store can be read")
    };
    let ledger = memdesk_ledger::Ledger::open(&data.join("ledger.git")).expect("a ledger");
    let paths: Vec<String> = before.files.keys().cloned().collect();
    let reviewed = "2026-11-29T00:00:00Z".parse().expect("a time");
    ledger.accept(&id, &before, &paths, reviewed).expect("it was reviewed before the session");
    fs::remove_dir_all(project.join("memory")).expect("the store before goes");
    fs::create_dir_all(project.join("memory")).expect("the store's folder");
    copy(&golden.join("projects/-home-me-shop/memory"), &project.join("memory"));
    desk.index_questions(&id, "t", &|_| ()).expect("the sessions are read");
    let expected: Value =
        serde_json::from_slice(&fs::read(golden.join("expected.json")).expect("the outcome")).expect("JSON");
    let mut wanted: Vec<String> = expected["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|change| {
            let word = |name: &str| change[name].as_str().unwrap_or_default().replace(' ', "-");
            format!("{} {} {}", word("path"), word("kind"), word("origin"))
        })
        .collect();
    wanted.sort();
    let queue = desk.review(&id).expect("a queue");
    let mut found: Vec<String> = queue
        .proposals
        .iter()
        .flat_map(|one| {
            one.changes
                .iter()
                .map(move |change| format!("{} {} {}", change.path, change.kind, one.origin.who))
        })
        .collect();
    found.sort();
    assert_eq!(found, wanted);
    let session = expected["session"].as_str();
    assert!(
        queue.proposals.iter().all(|one| one.origin.session.as_deref() == session),
        "each with its session"
    );
}

#[test]
fn a_piece_is_named_alone_and_the_wrong_folder_reassures_nobody() {
    let desk = reviewed();
    let old = desk.file("login.md").expect("it is there");
    write(&desk, "login.md", &old.replace("One.", "First.").replace("Three.", "Third."));
    let first = piece(&desk, "First.");
    desk.done(&["accept", &first], "");
    let third = piece(&desk, "Third.");
    desk.done(&["reject", "--hunk", &third, "--even-if-active"], "");
    assert_eq!(desk.file("login.md"), Some(old.replace("One.", "First.")));
    let elsewhere = desk.person.project("elsewhere");
    for words in [&["review"][..], &["check"], &["queries"], &["accept", "all"], &["gate", "mode", "hold"]] {
        let said = desk.run_in(&elsewhere, words, "");
        assert!(said.out.contains("There is no memory here: "), "{words:?}: {said:?}");
    }
}
