//! Runs in the real window, against a model with a script: one is watched and stopped, the next is reviewed in part, and a dream
//! that would lose a fact has that piece refused.

use crate::window::Window;
use memdesk_tests::stand_in_model::{StandIn, Turn};
use memdesk_tests::{Person, programs};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Duration;

const STORE: &str = "\
//- MEMORY.md
- [Deploy](deploy.md) — when it goes out
- [Login](login.md) — how it is tested
//- deploy.md
---
name: deploy
description: When deploys go out
type: project
---
Deploys go out on Tuesday at 14:30.

The freeze begins on 2026-12-20.
//- login.md
---
name: login
description: How login is tested
type: feedback
---
Against the real database.
";

const BRANCHES: &str = "---\nname: branches\ndescription: How branches are named\ntype: project\n---\nThey begin with a ticket.\n";

fn write(path: &str, content: &str) -> (&'static str, Value) {
    ("Write", json!({ "file_path": path, "content": content }))
}

fn edit(path: &str, old: &str, new: &str) -> (&'static str, Value) {
    ("Edit", json!({ "file_path": path, "old_string": old, "new_string": new }))
}

/// Three conversations: one that takes its time, an extraction, and a dream.
fn model() -> StandIn {
    let slow = vec![
        Turn::calls([("Read", json!({ "file_path": "memory/deploy.md" }))])
            .saying("Looking at deploys first."),
        Turn::says("too late").after(Duration::from_secs(120)),
    ];
    let extraction = vec![
        Turn::calls([
            write("memory/branches.md", BRANCHES),
            edit("memory/MEMORY.md", "- [Login]", "- [Branches](branches.md) — names\n- [Login]"),
            edit("memory/login.md", "the real database", "a copy of the database"),
            write("../outside.md", "out"),
        ]),
        Turn::says("Branches are new."),
    ];
    let dream = vec![
        Turn::calls([edit("memory/deploy.md", "\n\nThe freeze begins on 2026-12-20.", "")]),
        Turn::says("Shorter now."),
    ];
    StandIn::anthropic(slow).then(extraction).then(dream)
}

fn memdesk(person: &Person, folder: &Path, words: &[&str]) {
    let said = programs::memdesk(person, folder).args(words).output();
    assert!(said.expect("memdesk").status.success(), "{words:?}");
}

#[tokio::test]
async fn a_run_is_watched_stopped_and_reviewed_and_a_dream_says_what_it_would_lose() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let store = person.store(&shop);
    let model = model();
    memdesk(&person, &shop, &["accept", "all"]);
    person.uses_model(model.address());
    let before = |name: &str| fs::read_to_string(store.join(name)).expect("a file of the store");
    let (deploy, login, index) = (before("deploy.md"), before("login.md"), before("MEMORY.md"));
    let window = Window::on(&person, &shop).await;
    window.pane("runs").await;

    // one is watched, and stopped
    window.about("option", "1 new turn").await.click().await.expect("the session is chosen");
    window.testid("run-start").await.click().await.expect("it begins");
    window.says("Looking at deploys first.").await;
    window.says("At work, answer 2 of at most 5").await;
    window.click("button", "Stop the run").await;
    window.says("You stopped it. Nothing of it is kept.").await;

    // the next is reviewed, and a part of it taken
    window.about("option", "1 new turn").await.click().await.expect("the session is chosen");
    window.testid("run-start").await.click().await.expect("it begins");
    window.says("It would change 3 files").await;
    window.says("1 refused").await;
    assert_eq!((before("login.md"), before("MEMORY.md")), (login.clone(), index), "nothing is written yet");
    window.testid("run-review").await.click().await.expect("to Review");
    window.says("a run of the extractor").await;
    window.about("option", "branches.md").await.click().await.expect("the file is chosen");
    window.css("[role=toolbar] button:first-of-type").await.click().await.expect("it is taken");
    window.until("it is written", || async { store.join("branches.md").exists() }).await;
    assert_eq!(before("branches.md"), BRANCHES);
    window
        .until("its entry came with it", || async { before("MEMORY.md").contains("[Branches](branches.md)") })
        .await;
    assert_eq!(before("login.md"), login, "what was not taken is as it was");
    assert!(!store.join("../outside.md").exists());

    // a dream would lose a date: that piece is refused
    window.pane("runs").await;
    window.about("option", "What would a dream do").await.click().await.expect("the dream is chosen");
    // what was accepted is still told above the button for a moment
    window.until("it begins", || async { window.testid("run-start").await.click().await.is_ok() }).await;
    window.says("fact would be lost").await;
    window.says("2026-12-20").await;
    window.testid("run-review").await.click().await.expect("to Review");
    window.about("option", "deploy.md").await.click().await.expect("the file is chosen");
    window.says("would lose:").await;
    window.css("[role=toolbar] button:nth-of-type(2)").await.click().await.expect("it is refused");
    window.until("it waits no more", || async { window.count("option", "deploy.md").await == 0 }).await;
    assert_eq!(before("deploy.md"), deploy);
    window.close().await;
}
