//! A whole sitting of review by keyboard alone, in both languages: one piece of two, an edited text, a refusal, and undo.

use crate::window::Window;
use memdesk_tests::{Person, programs};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use thirtyfour::Key;

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
Deploys go out on Tuesday.

One.

Two.

Three.

Four.

The freeze is in December.
//- login.md
---
name: login
description: How login is tested
type: feedback
---
Against the real database.
";

/// A store that was reviewed, and then written by three: the extractor, the main agent, and nobody knows who.
fn three_writers(person: &Person) -> (PathBuf, PathBuf) {
    let shop = person.remember("shop", STORE);
    let store = person.store(&shop);
    let taken = memdesk(person, &shop, &["accept", "all"]);
    assert!(taken.0, "{}", taken.1);
    let deploy = fs::read_to_string(store.join("deploy.md")).expect("a topic");
    let both = deploy.replace("on Tuesday", "on Wednesday").replace("in December", "in January");
    fs::write(store.join("deploy.md"), both).expect("a topic");
    let login = fs::read_to_string(store.join("login.md")).expect("a topic");
    let by_agent = login.replace("the real database", "a copy");
    fs::write(store.join("login.md"), &by_agent).expect("a topic");
    let invented = "---\nname: style\ndescription: how to answer\ntype: user\n---\nThe user said that long answers are best.\n";
    fs::write(store.join("style.md"), invented).expect("a topic");
    let now = jiff::Timestamp::now().to_string();
    let rows = [
        json!({ "type": "assistant", "timestamp": now, "message": { "role": "assistant", "content": [
            { "type": "tool_use", "id": "t1", "name": "Write", "input": { "file_path": store.join("login.md"), "content": by_agent } },
        ] } }),
        json!({ "type": "system", "subtype": "memory_saved", "timestamp": now, "writtenPaths": [store.join("deploy.md")] }),
    ];
    person.session_with(&shop, "the freeze moves to January", &rows);
    // nobody is at work any more
    let hours_ago = SystemTime::now() - Duration::from_secs(5 * 3600);
    for entry in fs::read_dir(store.parent().expect("the project")).expect("sessions").flatten() {
        if entry.path().extension().is_some_and(|kind| kind == "jsonl") {
            let file = fs::File::options().append(true).open(entry.path()).expect("a session");
            file.set_modified(hours_ago).expect("its time");
        }
    }
    (shop, store)
}

fn memdesk(person: &Person, folder: &Path, words: &[&str]) -> (bool, String) {
    let said = programs::memdesk(person, folder).args(words).output().expect("memdesk");
    (said.status.success(), String::from_utf8_lossy(&said.stdout).into_owned())
}

/// Who wrote what waits: `origin path pieces`.
fn waiting(person: &Person, folder: &Path) -> Vec<String> {
    let (_, out) = memdesk(person, folder, &["review", "--json"]);
    let queue: Value = serde_json::from_str(&out).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines: Vec<String> = list(&queue["proposals"])
        .iter()
        .flat_map(|proposal| {
            let who = proposal["origin"].as_str().unwrap_or_default().to_owned();
            list(&proposal["changes"]).into_iter().map(move |change| {
                let path = change["path"].as_str().unwrap_or_default().to_owned();
                format!("{who} {path} {}", list(&change["hunks"]).len())
            })
        })
        .collect();
    lines.sort();
    lines
}

/// Moves to a file by `j` and `k` alone.
async fn go_to(window: &Window, path: &str) {
    window.press("k").await;
    window.press("k").await;
    for _ in 0..4 {
        let selected = "return document.querySelector('[role=option][data-current]')?.innerText ?? ''";
        if window.ask(selected, vec![]).await.as_str().is_some_and(|name| name.contains(path)) {
            return;
        }
        window.press("j").await;
    }
    panic!("{path} cannot be reached: {}", window.text().await);
}

async fn by_keyboard(language: &str, unsupported: &str) {
    let person = Person::new();
    let (shop, store) = three_writers(&person);
    let settings = format!("[window]\nlanguage = \"{language}\"\n");
    fs::write(person.data().join("settings.toml"), settings).expect("the settings");
    fs::write(person.data().join("state.json"), "{}").expect("what is remembered");
    assert_eq!(
        waiting(&person, &shop),
        ["extractor deploy.md 2", "main-agent login.md 1", "outside style.md 1"]
    );
    let window = Window::on(&person, &shop).await;
    window.testid("review").await;
    window.until("all three are listed", || async { window.count("option", ".md").await == 3 }).await;

    // one piece of two: the second is left
    go_to(&window, "deploy.md").await;
    let next = window.web().action_chain().key_down(Key::Shift).key_down('J').key_up('J').key_up(Key::Shift);
    next.perform().await.expect("keys are pressed");
    window.press(" ").await;
    window.press("a").await;
    window
        .until("one piece waits", || async {
            waiting(&person, &shop).contains(&"extractor deploy.md 1".to_owned())
        })
        .await;
    let (_, review) = memdesk(&person, &shop, &["review"]);
    assert!(
        review.contains("-The freeze is in December.") && !review.contains("-Deploys go out on Tuesday."),
        "{review}"
    );

    // edit and accept
    go_to(&window, "login.md").await;
    window.press("e").await;
    window.css(".cm-content").await;
    window.go_to_end().await;
    window.press("Never against production.").await;
    let accept = window.web().action_chain().key_down(Key::Control).key_down(Key::Enter);
    accept.key_up(Key::Enter).key_up(Key::Control).perform().await.expect("keys are pressed");
    window
        .until("it is written", || async {
            fs::read_to_string(store.join("login.md"))
                .is_ok_and(|text| text.contains("a copy.") && text.contains("Never against production."))
        })
        .await;

    // refuse what no turn supports
    go_to(&window, "style.md").await;
    window.says(unsupported).await;
    window.press("r").await;
    window.until("it is gone", || async { !store.join("style.md").exists() }).await;

    // and take that back
    window.press("u").await;
    window.until("it is there again", || async { store.join("style.md").exists() }).await;
    window.until("it waits again", || async { window.count("option", "style.md").await == 1 }).await;
    assert_eq!(waiting(&person, &shop), ["extractor deploy.md 1", "outside style.md 1"]);
    window.close().await;
}

#[tokio::test]
async fn a_sitting_by_keyboard() {
    by_keyboard("en", "no turn says so").await;
}

#[tokio::test]
async fn a_sitting_by_keyboard_in_chinese() {
    by_keyboard("zh", "没有发言支持").await;
}
