//! The whole product once, by keyboard alone: no pointer, no click by a script. What each step did is looked for on the disk.
//!
//! A sitting of review by keys is told in `keyboard`; this walks everything else.

use crate::window::Window;
use memdesk_tests::stand_in_model::{StandIn, Turn};
use memdesk_tests::{Person, programs};
use serde_json::json;
use std::fs;
use std::path::Path;
use thirtyfour::Key;

const STORE: &str = "\
//- MEMORY.md
# Memory

- [Auth](auth.md) — how tokens are checked
- [Deploy](deploy.md) — when it goes out
//- auth.md
---
name: Auth
description: how tokens are checked
type: project
---
Tokens are checked by the gateway.
//- deploy.md
---
name: Deploy
description: when it goes out
type: project
---
It goes out on Tuesday at 14:30.

The freeze begins on 2026-12-20.
//- lonely.md
---
name: Lonely
description: nobody leads here
type: reference
---
Alone.
";

/// The accessible name of what has the focus.
const FOCUS: &str = "
const at = document.activeElement;
const text = (value) => (value ?? '').replace(/\\s+/gu, ' ').trim();
return text(at.getAttribute('aria-label')) || text([...(at.labels ?? [])].map((label) => label.textContent).join(' ')) || text(at.innerText);
";

/// Goes from control to control until one whose name begins so has the focus.
async fn tab_to(window: &Window, name: &str) {
    let mut passed = Vec::new();
    for _ in 0..120 {
        let focus = window.ask(FOCUS, vec![]).await;
        let focus = focus.as_str().unwrap_or_default().to_owned();
        if focus.starts_with(name) {
            return;
        }
        passed.push(focus);
        window.press(Key::Tab.value().to_string()).await;
    }
    panic!("Tab never comes to {name:?}, only to {passed:?}");
}

async fn chord(window: &Window, with: Key, key: impl Into<char>) {
    let key = key.into();
    let keys = window.web().action_chain().key_down(with.clone()).key_down(key).key_up(key).key_up(with);
    keys.perform().await.expect("keys are pressed");
}

async fn key(window: &Window, key: Key) {
    window.press(key.value().to_string()).await;
}

/// Goes to a pane by its two letters.
async fn go(window: &Window, letter: &str, pane: &str) {
    window.press("g").await;
    window.press(letter).await;
    let selected =
        format!("return document.querySelector('[data-testid=tab-{pane}]')?.ariaSelected === 'true'");
    window
        .until(&format!("{pane} is shown"), || async { window.ask(&selected, vec![]).await == json!(true) })
        .await;
}

/// Says yes to the consequences, where the focus is already.
async fn yes(window: &Window) {
    window.named("button", "Apply").await;
    window
        .until("the question waits for Enter", || async { window.ask(FOCUS, vec![]).await == json!("Apply") })
        .await;
    key(window, Key::Enter).await;
    window.until("the question is answered", || async { window.count("dialog", "").await == 0 }).await;
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[tokio::test]
async fn everything_by_keyboard() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let store = person.store(&shop);
    let index = store.join("MEMORY.md");
    let change = json!({
        "file_path": "memory/deploy.md", "old_string": "on Tuesday at 14:30", "new_string": "on Wednesday at 14:30",
    });
    let model = StandIn::anthropic(vec![Turn::calls([("Edit", change)]), Turn::says("Wednesday now.")]);
    person.uses_model(model.address());
    let accepted = programs::memdesk(&person, &shop).args(["accept", "all"]).status().expect("memdesk");
    assert!(accepted.success());
    let window = Window::on(&person, &shop).await;
    window.says("how tokens are checked").await;

    // the index: another entry to the top, and back
    go(&window, "i", "index").await;
    window.press("j").await;
    window.press("j").await;
    window.press("t").await;
    yes(&window).await;
    window
        .until("deploy stands first", || async {
            text(&index)
                .find("[Deploy]")
                .zip(text(&index).find("[Auth]"))
                .is_some_and(|(deploy, auth)| deploy < auth)
        })
        .await;
    window.press("u").await;
    window
        .until("auth stands first again", || async {
            text(&index)
                .find("[Deploy]")
                .zip(text(&index).find("[Auth]"))
                .is_some_and(|(deploy, auth)| deploy > auth)
        })
        .await;

    // topics: a new one, another text, another name, gone, and back
    go(&window, "t", "topics").await;
    window.testid("topics").await;
    window.press("n").await;
    window.about("textbox", "Name").await;
    window.press("Branches").await;
    tab_to(&window, "Description").await;
    window.press("how branches are named").await;
    key(&window, Key::Enter).await;
    yes(&window).await;
    let made = store.join("branches.md");
    window.until("it is made, with its entry", || async { text(&index).contains("(branches.md)") }).await;
    assert!(text(&made).contains("description: how branches are named"), "{}", text(&made));
    window.until("no dialog is open", || async { window.count("dialog", "").await == 0 }).await;
    // its keys are offered once it is on screen
    window.testid("reader").await;
    window.press("e").await;
    window.css(".cm-content").await;
    window
        .until("the source has the focus", || async {
            window.ask("return document.activeElement.classList.contains('cm-content')", vec![]).await
                == json!(true)
        })
        .await;
    window.go_to_end().await;
    window.press("They begin with a ticket.").await;
    chord(&window, Key::Control, 's').await;
    yes(&window).await;
    window.until("it is written", || async { text(&made).contains("a ticket.") }).await;
    key(&window, Key::Escape).await;
    window
        .until("the editor is closed", || async { window.count("button", "Close the editor").await == 0 })
        .await;
    key(&window, Key::F2).await;
    window.about("dialog", "").await;
    chord(&window, Key::Control, 'a').await;
    window.press("git/branches.md").await;
    key(&window, Key::Enter).await;
    yes(&window).await;
    window.until("it has another name", || async { store.join("git/branches.md").exists() }).await;
    assert!(text(&index).contains("(git/branches.md)"), "{}", text(&index));
    window.until("no dialog is open", || async { window.count("dialog", "").await == 0 }).await;
    window.says("git/branches.md").await;
    window.press("d").await;
    yes(&window).await;
    window.until("it is gone", || async { !store.join("git/branches.md").exists() }).await;
    window.press("u").await;
    window.until("it is back", || async { store.join("git/branches.md").exists() }).await;

    // health: what nobody leads to gets its entry
    go(&window, "h", "health").await;
    window.says("Topics without an entry").await;
    tab_to(&window, "Mend lonely.md").await;
    key(&window, Key::Enter).await;
    yes(&window).await;
    window.until("it is led to", || async { text(&index).contains("(lonely.md)") }).await;

    // recall: a new question, then coverage
    go(&window, "r", "recall").await;
    window.says("Questions").await;
    window.press("n").await;
    window.press("how are tokens checked").await;
    key(&window, Key::Enter).await;
    window.says("What is surfaced?").await;
    window.says("auth.md").await;
    key(&window, Key::Escape).await;

    // runs: an extraction on a copy, and what it proposes taken in review
    go(&window, "u", "runs").await;
    window.about("option", "1 new turn").await;
    chord(&window, Key::Control, '\u{E007}').await;
    window.says("It would change 1 file").await;
    assert!(text(&store.join("deploy.md")).contains("on Tuesday"), "nothing is written yet");
    window.press("v").await;
    window.says("a run of the extractor").await;
    window.until("deploy.md waits", || async { window.count("option", "deploy.md").await == 1 }).await;
    window.press("a").await;
    window.until("it is written", || async { text(&store.join("deploy.md")).contains("on Wednesday") }).await;

    // history: an earlier state is looked at and brought back
    go(&window, "y", "history").await;
    window.testid("history").await;
    window.press("j").await;
    window.says("deploy.md").await;

    // what is always there: the guide where one is, the list of keys, and everything by name
    key(&window, Key::F1).await;
    window.says("Trust: what was reviewed").await;
    key(&window, Key::Escape).await;
    window.until("the guide is closed", || async { window.count("dialog", "").await == 0 }).await;
    window.press("?").await;
    window.about("dialog", "Keys").await;
    key(&window, Key::Escape).await;
    window.until("the keys are closed", || async { window.count("dialog", "").await == 0 }).await;
    chord(&window, Key::Control, 'k').await;
    window.about("combobox", "").await;
    window.press("Dark").await;
    window.about("option", "Dark").await;
    key(&window, Key::Enter).await;
    let dark = "return document.documentElement.dataset.theme";
    window.until("it is dark", || async { window.ask(dark, vec![]).await == json!("dark") }).await;
    window.close().await;
}
