//! Review: the window opens on what waits, says who wrote it, and takes and refuses it.

use crate::window::Window;
use memdesk_tests::Person;
use serde_json::json;
use std::fs;

const STORE: &str = "\
//- MEMORY.md
- [Deploy](deploy.md) — when it goes out
//- deploy.md mtime=2026-01-01T09:00:00Z
---
name: deploy
description: Deploys go out on Tuesday
type: project
---

Tuesday.
//- invented.md mtime=2026-01-01T09:00:00Z
---
name: invented
description: the person likes long answers
type: user
---

Long ones.
";

#[tokio::test]
async fn what_waits_is_shown_first_with_who_wrote_it_and_is_taken_and_refused() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let store = person.store(&shop);
    let saved = json!({
        "type": "system", "subtype": "memory_saved",
        "writtenPaths": [store.join("deploy.md"), store.join("invented.md")],
    });
    person.session_with(&shop, "please remember when we deploy", &[saved]);
    // nobody has wished for a pane yet
    fs::create_dir_all(person.data()).expect("the data directory");
    fs::write(person.data().join("state.json"), "{}").expect("what is remembered");
    let window = Window::on(&person, &shop).await;
    window.testid("review").await;
    window.says("Extractor").await;
    window.about("option", "invented.md").await.click().await.expect("the file is chosen");
    window.says("please remember when we deploy").await;
    window.says("the person likes long answers").await;
    window.css("[role=toolbar] button:nth-of-type(2)").await.click().await.expect("it is refused");
    window.says("Reject while a session is at work?").await;
    window.css("dialog[open] button:last-of-type").await.click().await.expect("even so");
    window.until("it is gone", || async { !store.join("invented.md").exists() }).await;
    window.about("option", "deploy.md").await.click().await.expect("the file is chosen");
    window.css("[role=toolbar] button:first-of-type").await.click().await.expect("it is taken");
    window.until("it waits no more", || async { window.count("option", "deploy.md").await == 0 }).await;
    assert!(store.join("deploy.md").exists());
    window.close().await;
}
