//! The pictures in the real window: the index over time, and what leads where; walked by keyboard alone.

use crate::window::Window;
use jiff::{SignedDuration, Timestamp};
use memdesk_ledger::Ledger;
use memdesk_review::fixture;
use memdesk_tests::Person;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use thirtyfour::Key;

/// An index of so many lines.
fn index(lines: usize) -> String {
    (1..=lines).fold("//- MEMORY.md\n".to_owned(), |mut out, line| {
        let _ = writeln!(out, "- [Topic {line}](t{line}.md) — when {line} comes up");
        out
    })
}

/// The store was looked at once a week, and each time its index had ten lines more.
fn looked_at_weekly(person: &Person, project: &Path) {
    let id = memdesk_desk::Desk::open(memdesk_desk::Options {
        root: Some(person.root()),
        data: Some(person.data()),
        ..memdesk_desk::Options::default()
    })
    .expect("a desk")
    .stores()
    .expect("stores")
    .stores[0]
        .id
        .clone();
    let ledger = Ledger::open(&person.data().join("ledger.git")).expect("a ledger");
    for week in (1..=8).rev() {
        let when = Timestamp::now() - SignedDuration::from_hours(week * 7 * 24);
        let lines = 180 - usize::try_from(week).expect("a few") * 10;
        ledger.observe(&id, &fixture::parse(&index(lines)), when).expect("it is seen");
    }
    assert!(person.store(project).join("MEMORY.md").exists());
}

/// What stands where the keys are, as a screen reader is told.
async fn active(window: &Window) -> String {
    let said = window
        .ask(
            "const id = document.activeElement.getAttribute('aria-activedescendant');
             return (id && document.getElementById(id)?.getAttribute('aria-label')) || '';",
            vec![],
        )
        .await;
    said.as_str().unwrap_or_default().to_owned()
}

/// Puts the focus on the picture.
async fn focus(window: &Window, name: &str) {
    let picture = window.named("listbox", name).await;
    picture.focus().await.expect("the picture takes the focus");
}

#[tokio::test]
async fn the_index_over_time_says_when_it_is_full() {
    let person = Person::new();
    let shop = person.remember("shop", &index(180));
    looked_at_weekly(&person, &shop);
    let window = Window::on(&person, &shop).await;
    window.testid("load-gauge").await;
    window.click("radio", "Growth").await;
    // ten lines a week, twenty to go
    window.says("At this pace the limit of 200 lines is reached in about 2 weeks").await;
    window.says("is that of the last 56 days").await;
    focus(&window, "The index over time, against both limits").await;
    window
        .until("the keys are at this moment", || async {
            active(&window).await.starts_with("Now: 180 / 200 lines")
        })
        .await;
    window.press(Key::Home.value().to_string()).await;
    window
        .until("the keys are at the first", || async { active(&window).await.contains("100 / 200 lines") })
        .await;
    window.press(Key::Right.value().to_string()).await;
    window.until("and at the next", || async { active(&window).await.contains("110 / 200 lines") }).await;
    window.press(Key::Enter.value().to_string()).await;
    window.testid("history").await;
    window.about("searchbox", "").await;
    window.says("110").await;
    window.pane("index").await;
    window.click("radio", "Table").await;
    window
        .until("each version is a row", || async { window.count("button", "Show the change of").await == 9 })
        .await;
    window.close().await;
}

const NET: &str = "\
//- MEMORY.md
- [Deploy](deploy.md) — when it goes out
- [Gone](gone.md) — leads nowhere
//- alone.md
---
name: Alone
type: user
---

Nobody leads here.
//- deploy.md
---
name: Deploy
description: when it goes out
type: project
---

As in [[Freeze]], see [[nobody]].
//- freeze.md
---
name: Freeze
description: when it does not
type: project
---

December.
";

#[tokio::test]
async fn the_map_shows_what_leads_where_and_opens_it() {
    let person = Person::new();
    let shop = person.remember("shop", NET);
    let window = Window::on(&person, &shop).await;
    window.pane("topics").await;
    window.about("row", "Deploy").await;
    window.click("radio", "Map").await;
    for name in [
        "the index · leads to Deploy and [[gone.md]]: no such topic",
        "Deploy · Project · in the index · leads to Freeze and [[nobody]]: no such topic · led to from the index",
        "Freeze · Project · no entry · led to from Deploy",
        "Alone · User · no entry · nothing leads here, and it leads nowhere",
        "[[nobody]]: no such topic · led to from Deploy",
    ] {
        window.named("option", name).await;
    }
    focus(&window, "What leads where").await;
    // walked until it is found: where a node lies is the picture's business
    let ways = [Key::Right, Key::Down, Key::Left, Key::Up];
    let (mut found, mut turn) = (active(&window).await, 1_u32);
    for _ in 0..200 {
        if found.starts_with("Freeze") {
            break;
        }
        // some way or other, the same ones in each run
        turn = turn.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        window.press(ways[(turn >> 16) as usize % 4].value().to_string()).await;
        found = active(&window).await;
    }
    assert!(found.starts_with("Freeze"), "the arrows lead to it: {found}");
    window.press(Key::Enter.value().to_string()).await;
    window.testid("reader").await;
    window.says("December.").await;
    // what another program writes is drawn as soon as it is there
    fs::write(
        person.store(&shop).join("freeze.md"),
        "---\nname: Freeze\ntype: project\n---\nSee [[Alone]].\n",
    )
    .expect("a topic");
    window.about("option", "leads to Alone").await;
    window.click("radio", "Links").await;
    window.click("button", "Create nobody").await;
    window.about("dialog", "New topic").await;
    window.close().await;
}
