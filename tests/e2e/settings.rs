//! The settings in the real window: reached by keyboard, kept in the file, followed when somebody else writes it; and a window that
//! is open for reading only, which says so and writes nothing.

use crate::axe;
use crate::window::{Launch, Window};
use memdesk_tests::Person;
use std::fs;
use thirtyfour::Key;

const STORE: &str = "\
//- MEMORY.md
- [Deploy](deploy.md) — on Thursdays
//- deploy.md
---
name: Deploy
description: when the shop is deployed
type: project
---

Every Thursday.
";

async fn control(window: &Window, key: char) {
    let keys = window.web().action_chain().key_down(Key::Control).key_down(key).key_up(key);
    keys.key_up(Key::Control).perform().await.expect("keys are pressed");
}

async fn down(window: &Window) {
    window.web().action_chain().send_keys(Key::Down).perform().await.expect("a key is pressed");
}

/// Presses the space bar on a control that keys alone lead to.
async fn choose(window: &Window, selector: &str) {
    let focus = format!("document.querySelector({selector:?}).focus()");
    window.css(selector).await;
    window.ask(&focus, vec![]).await;
    window.press(" ").await;
}

#[tokio::test]
async fn settings_are_changed_by_keyboard_and_by_hand_and_the_window_follows() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let file = person.data().join("settings.toml");
    fs::create_dir_all(person.data()).expect("the data directory");
    fs::write(&file, "# mine\n[window]\nlanguage = \"en\" # for now\n").expect("the settings");
    let window = Window::on(&person, &shop).await;
    window.says("on Thursdays").await;
    control(&window, ',').await;
    window.testid("settings").await;
    window.says("set in line 3 of the file").await;
    choose(&window, "[data-setting='window.theme'] input[value=dark]").await;
    window
        .until("the theme is kept", || async {
            fs::read_to_string(&file).expect("the file")
                == "# mine\n[window]\nlanguage = \"en\" # for now\ntheme = \"dark\"\n"
        })
        .await;
    let dark = "return document.documentElement.dataset.theme";
    window.until("it is dark", || async { window.ask(dark, vec![]).await == "dark" }).await;
    for theme in ["dark", "light"] {
        choose(&window, &format!("[data-setting='window.theme'] input[value={theme}]")).await;
        window.until("it is so", || async { window.ask(dark, vec![]).await == theme }).await;
        window
            .ask("document.querySelector('[data-testid=settings] [aria-selected=true]').focus()", vec![])
            .await;
        for section in ["window", "models", "claude", "gate", "file"] {
            window.css(&format!("[data-testid=settings] [id$='-{section}'][aria-selected=true]")).await;
            axe::clean(&window, &format!("settings, {section}, {theme}")).await;
            down(&window).await;
        }
    }
    // one memory gets a mode of its own
    window.ask("document.querySelector('[data-testid=settings] [id$=\"-gate\"]').click()", vec![]).await;
    let add = "const add = document.querySelector('.add'); add.value = add.options[1].value; \
               add.dispatchEvent(new Event('change', { bubbles: true }))";
    window.css(".add").await;
    window.ask(add, vec![]).await;
    window.css("[data-store-mode]").await;
    let text = fs::read_to_string(&file).expect("the file");
    assert!(text.starts_with("# mine\n[window]\nlanguage = \"en\" # for now\n"), "{text}");
    assert!(text.contains("[gate.modes]\n") && text.ends_with("= \"hold\"\n"), "{text}");
    window
        .until("the gate says so", || async {
            window.count("button", "gate: hold").await == 1 || window.text().await.contains("gate: hold")
        })
        .await;
    // by hand: the window follows, and tells what does not count
    fs::write(&file, "[window]\nlanguage = \"zh\"\ntheme = \"drak\"\n").expect("the settings");
    window.until("it speaks Chinese", || async { window.text().await.contains("有单独模式的记忆") }).await;
    window.ask("document.querySelector('[data-testid=settings] [id$=\"-file\"]').click()", vec![]).await;
    window.says("第 3 行").await;
    window.says("是不是 dark").await;
    // a file that is none is not written over, and can be put aside
    fs::write(&file, "[window\n").expect("the settings");
    window.says("line 1").await;
    window.click("button", "Put it aside and begin anew").await;
    window.says("Not made yet: every default counts.").await;
    let aside = fs::read_dir(person.data()).expect("the data").flatten();
    let mut aside =
        aside.filter(|entry| entry.file_name().to_string_lossy().starts_with("settings.toml.broken-"));
    assert_eq!(
        fs::read_to_string(aside.next().expect("the old file").path()).expect("its text"),
        "[window\n"
    );
    assert!(!file.exists());
    window.close().await;
}

#[tokio::test]
async fn a_window_for_reading_only_says_so_and_writes_nothing() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let data = person.home().join("elsewhere");
    let args = ["--read-only", "--data", &data.to_string_lossy(), "--", &shop.to_string_lossy()]
        .map(str::to_owned)
        .to_vec();
    let window = Window::launch(&person, Launch { args, ..Launch::default() }).await;
    window.says("Open read-only: nothing can be changed.").await;
    for pane in ["review", "topics", "recall", "runs", "health", "history", "index"] {
        window.pane(pane).await;
    }
    control(&window, ',').await;
    window.says("Open for reading only: nothing is kept.").await;
    choose(&window, "[data-setting='window.theme'] input[value=dark]").await;
    let dark = "return document.documentElement.dataset.theme";
    window.until("it is dark", || async { window.ask(dark, vec![]).await == "dark" }).await;
    window.ask("document.querySelector('[data-testid=settings] [id$=\"-gate\"]').click()", vec![]).await;
    let off = "return [...document.querySelectorAll('dialog [data-setting] :is(input, select)')].every((one) => one.matches(':disabled'))";
    window.until("what would write is off", || async { window.ask(off, vec![]).await == true }).await;
    window.close().await;
    assert!(!data.exists(), "a directory that was not there is not made");
}
