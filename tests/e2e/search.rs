//! Searching everything: a word in a body and one in the index are found as they are typed and open at their place; what a memory says
//! stays text.

use crate::axe;
use crate::window::Window;
use memdesk_tests::Person;
use serde_json::Value;
use std::fmt::Write as _;
use thirtyfour::Key;

/// A store whose index is cut, and a topic with markup in its body.
fn store() -> String {
    let mut text = String::from("//- MEMORY.md\n# Memory\n\n");
    for n in 1..=220 {
        // writing into a String cannot fail
        let _ = writeln!(text, "- [Topic {n}](topic.md) — number {n} of many");
    }
    text.push_str(
        "//- topic.md\n---\nname: topic\ndescription: How parcels are sent\ntype: project\n---\n\n",
    );
    for n in 1..=80 {
        let _ = writeln!(text, "Line {n} says nothing.\n");
    }
    text.push_str("The <img src=x onerror=document.title='run'> zeppelin leaves on 星期二.\n");
    text
}

/// Types into the palette, which is open.
async fn find(window: &Window, words: &str) {
    let input = window.named("combobox", "Everything by name").await;
    input.clear().await.expect("it is emptied");
    input.send_keys(words).await.expect("it is typed");
}

async fn open(window: &Window) {
    let keys =
        window.web().action_chain().key_down(Key::Control).key_down('k').key_up('k').key_up(Key::Control);
    keys.perform().await.expect("keys are pressed");
    window.named("combobox", "Everything by name").await;
}

#[tokio::test]
async fn words_are_found_and_opened_at_their_place() {
    let person = Person::new();
    let shop = person.remember("shop", &store());
    let window = Window::on(&person, &shop).await;
    window.pane("index").await;
    window.testid("load-gauge").await;

    // in a body, by a part of its Chinese
    open(&window).await;
    find(&window, "zeppelin 期二").await;
    let hit = window.about("option", "zeppelin").await;
    let marked = "return [...document.querySelectorAll('dialog [role=option] mark')].map((mark) => mark.textContent).join()";
    assert_eq!(window.ask(marked, vec![]).await, Value::from("zeppelin,期二"));
    hit.click().await.expect("the hit is opened");
    window.about("textbox", "Source of topic.md").await;
    window.until("its line is in sight", || async {
        let seen = "const line = [...document.querySelectorAll('.cm-line')].find((one) => one.textContent.includes('zeppelin')); \
            if (!line) return false; const { top, bottom } = line.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight;";
        window.ask(seen, vec![]).await == Value::Bool(true)
    }).await;
    let title = window.web().title().await.expect("a title");
    assert!(!title.contains("run"), "what a memory says is text: {title}");

    // a line of the index that the client does not load, by keyboard alone
    open(&window).await;
    find(&window, "\"number 219 of\"").await;
    window.about("option", "cut").await;
    window
        .web()
        .action_chain()
        .key_down(Key::Enter)
        .key_up(Key::Enter)
        .perform()
        .await
        .expect("Enter is pressed");
    window.css("[data-line='221']").await;
    window.until("its line is in sight", || async {
        let seen = "const { top, bottom } = document.querySelector(\"[data-line='221']\").getBoundingClientRect(); \
            return top >= 0 && bottom <= innerHeight;";
        window.ask(seen, vec![]).await == Value::Bool(true)
    }).await;

    // nothing, and a kind by itself
    open(&window).await;
    find(&window, "no such word").await;
    window.says("Nothing found for “no such word”.").await;
    window.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_in_what_was_found() {
    let person = Person::new();
    let shop = person.remember("shop", &store());
    let window = Window::on(&person, &shop).await;
    window.says("Topic 1").await;
    for theme in ["Light", "Dark"] {
        open(&window).await;
        find(&window, &format!("theme: {theme}")).await;
        window.about("option", &format!("Theme: {theme}")).await.click().await.expect("the theme is chosen");
        open(&window).await;
        find(&window, "number").await;
        window.about("option", "Show all 220").await;
        axe::clean(&window, &format!("what was found, {theme}")).await;
        find(&window, "no such word").await;
        window.says("Nothing found for").await;
        axe::clean(&window, &format!("nothing found, {theme}")).await;
        window.web().action_chain().key_down(Key::Escape).key_up(Key::Escape).perform().await.expect("Esc");
    }
    window.close().await;
}
