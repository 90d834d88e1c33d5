//! axe finds nothing: in every pane, light and dark, and in what opens over them.

use crate::axe;
use crate::window::Window;
use memdesk_tests::Person;
use thirtyfour::Key;

const STORE: &str = "\
//- MEMORY.md
# Memory

<!-- a comment that is not loaded -->
- [Auth](auth.md) — how tokens are checked
- [Gone](gone.md) — leads nowhere
- [Site](https://example.org/) — outside
//- auth.md
---
name: Auth
description: how tokens are checked
type: project
---

# Auth

See [[Deploy]] and [[Nobody]], `code`, and:

- a list
- of two

| a | table |
|---|---|
| 1 | 2 |
//- deploy.md
---
name: Deploy
type: nonsense
---

Nobody leads here.
";

#[tokio::test]
async fn axe_finds_nothing() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let window = Window::on(&person, &shop).await;
    window.says("how tokens are checked").await;
    for theme in ["Light", "Dark"] {
        window.click("button", "Settings").await;
        axe::clean(&window, &format!("settings, {theme}")).await;
        window.click("menuitemradio", theme).await;
        window.pane("index").await;
        window.testid("load-gauge").await;
        axe::clean(&window, &format!("index, {theme}")).await;
        window.click("radio", "Growth").await;
        window.testid("growth-says").await;
        axe::clean(&window, &format!("growth, {theme}")).await;
        window.click("radio", "Table").await;
        axe::clean(&window, &format!("growth as a table, {theme}")).await;
        window.click("radio", "Picture").await;
        window.click("radio", "Lines").await;
        window.pane("topics").await;
        window.about("row", "Auth").await.click().await.expect("the row is chosen");
        window.testid("reader").await;
        axe::clean(&window, &format!("topics, {theme}")).await;
        window.click("radio", "Map").await;
        window.testid("links").await;
        axe::clean(&window, &format!("the map, {theme}")).await;
        window.click("radio", "Links").await;
        window.says("Led to from").await;
        axe::clean(&window, &format!("links, {theme}")).await;
        window.click("radio", "List").await;
        window.click("button", "Edit").await;
        window.about("textbox", "Source of auth.md").await;
        axe::clean(&window, &format!("editor, {theme}")).await;
        window.click("button", "Close the editor").await;
        window.click("button", "Delete").await;
        window.named("button", "Apply").await;
        axe::clean(&window, &format!("a question, {theme}")).await;
        window.click("button", "Cancel").await;
        window.pane("health").await;
        window.says("Entries that lead nowhere").await;
        axe::clean(&window, &format!("health, {theme}")).await;
        window.pane("history").await;
        window.testid("history").await;
        axe::clean(&window, &format!("history, {theme}")).await;
        window.pane("review").await;
        window.testid("review-file").await;
        window.says("What can be checked").await;
        axe::clean(&window, &format!("review, {theme}")).await;
        window.pane("recall").await;
        window
            .about("option", "how does the build work")
            .await
            .click()
            .await
            .expect("the question is chosen");
        window.says("What is surfaced?").await;
        axe::clean(&window, &format!("recall, {theme}")).await;
        window.click("tab", "Coverage").await;
        window.testid("coverage").await;
        window.says("Questions asked").await;
        axe::clean(&window, &format!("coverage, {theme}")).await;
        window.click("radio", "Table").await;
        axe::clean(&window, &format!("coverage as a table, {theme}")).await;
        window.click("radio", "Strip").await;
        window.click("tab", "Questions").await;
        window.pane("runs").await;
        window.says("What would a dream do").await;
        axe::clean(&window, &format!("runs, {theme}")).await;
        window.press(Key::F1.value().to_string()).await;
        window.says("Runs: the extractor and a dream on a copy").await;
        axe::clean(&window, &format!("the guide, {theme}")).await;
        window.click("button", "Close").await;
        window.press("?").await;
        window.about("dialog", "Keys").await;
        axe::clean(&window, &format!("the list of keys, {theme}")).await;
        window.click("button", "Close").await;
        window.about("button", "gate:").await.click().await.expect("the gate's menu opens");
        window.click("menuitem", "Set up the gate…").await;
        window.about("button", "Install").await;
        axe::clean(&window, &format!("the gate, {theme}")).await;
        window.click("button", "Cancel").await;
    }
    let everything = window.about("button", "Search everything, do anything").await;
    everything.click().await.expect("the palette opens");
    window.about("dialog", "").await;
    axe::clean(&window, "everything by name").await;
    window.close().await;
}
