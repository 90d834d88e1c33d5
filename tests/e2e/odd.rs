//! Bad input: each thing is shown for what it is, and the window stays quick.

use crate::window::{Launch, Window};
use memdesk_tests::Person;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;

/// A page that has not come back to what is posted to it by then hangs. How fast it is, is for the bench to say.
const HANGS: Duration = Duration::from_secs(10);

const STORE: &str = "\
//- MEMORY.md
- [Plain](plain.md) — as it should be
//- plain.md
---
name: Plain
description: as it should be
type: user
---

Plain.
//- latin.md
---
name: Latin
description: not UTF-8
type: user
---

caf\\xe9
//- large.md head=52428800
---
name: Large
description: fifty megabytes
type: user
---

//- pipe.md special=fifo
//- away.md link=../../../../outside.md
---
name: Away
description: lies outside
type: user
---
//- two\\u{a}lines.md
---
name: Two lines
description: a name with a newline
type: user
---
//- locked.md unreadable=permission-denied
//? shut directory-unreadable
";

async fn quick(window: &Window, doing: &str) {
    let delay = window.delay().await;
    assert!(delay < HANGS, "while {doing} the page took {delay:?}");
}

#[tokio::test]
async fn odd_files_are_shown_for_what_they_are() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let window = Window::on(&person, &shop).await;
    window.says("[Plain]").await;
    quick(&window, "opening").await;
    window.pane("topics").await;
    window.about("row", "Plain").await;
    let page = window.text().await;
    // each is a row or among what is no topic; chosen, a row says why it is odd
    for (name, what) in [
        ("Latin", "Not UTF-8"),
        ("Large", "Too large"),
        ("pipe", "FIFO"),
        ("Away", "out of the store"),
        ("locked", "Cannot be read"),
    ] {
        if window.count("row", name).await > 0 {
            window.about("row", name).await.click().await.expect("the row is chosen");
            quick(&window, name).await;
        }
        window
            .until(&format!("{name} is said to be {what:?}"), || async {
                window.text().await.to_lowercase().contains(&what.to_lowercase())
            })
            .await;
    }
    assert!(page.contains("shut"), "a folder that cannot be read is named: {page}");
    window.about("row", "Two lines").await.click().await.expect("the row is chosen");
    window
        .until("the name with a newline is shown, and the newline in it", || async {
            let path = window.css("[data-testid=reader] code").await.text().await.unwrap_or_default();
            path.contains("two") && path.contains("lines.md") && path.trim() != "twolines.md"
        })
        .await;
    window.pane("health").await;
    window.says("Odd files").await;
    quick(&window, "checking").await;
    window.close().await;
}

#[tokio::test]
async fn an_index_of_100_000_lines_is_shown_at_once() {
    let person = Person::new();
    let mut fixture = String::from("//- MEMORY.md\n");
    for number in 0..100_000 {
        let _ = writeln!(fixture, "- [Rule {number}](rule.md) — when {number} comes up");
    }
    let shop = person.remember("shop", &fixture);
    let window = Window::on(&person, &shop).await;
    let rule = window.testid("cut-rule").await.text().await.expect("its text");
    assert!(rule.contains("99,800 lines") || rule.contains("99800 lines"), "{rule}");
    quick(&window, "showing the index").await;
    for pane in ["topics", "health", "index"] {
        window.pane(pane).await;
        quick(&window, pane).await;
    }
    window.close().await;
}

#[tokio::test]
async fn a_store_that_cannot_be_read_says_why() {
    let person = Person::new();
    let shop = person.remember("shop", "//- MEMORY.md\nhidden\n");
    let store = person.store(&shop);
    fs::set_permissions(&store, std::os::unix::fs::PermissionsExt::from_mode(0o000)).expect("its mode");
    let window = Window::on(&person, &shop).await;
    window.says("This store cannot be read").await;
    window.says("ermission denied").await;
    fs::set_permissions(&store, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("its mode");
    window.click("button", "Try again").await;
    window.says("hidden").await;
    window.close().await;
}

#[tokio::test]
async fn a_memory_that_is_a_loop_of_links_is_no_end_of_the_world() {
    let person = Person::new();
    let shop = person.project("shop");
    person.session(&shop, "what is here");
    let store = person.store(&shop);
    symlink("memory", &store).expect("a link to itself");
    let window = Window::launch(
        &person,
        Launch { args: vec![shop.to_string_lossy().into_owned()], ..Launch::default() },
    )
    .await;
    window
        .until("something is said of it", || async {
            let page = window.text().await;
            page.contains("cannot be read") || page.contains("no memory yet")
        })
        .await;
    quick(&window, "showing it").await;
    window.close().await;
}
