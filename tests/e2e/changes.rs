//! A topic is edited while its file changes underneath: nothing is lost on either side.

use crate::window::Window;
use memdesk_tests::Person;
use std::fs;
use std::path::PathBuf;

const STORE: &str = "\
//- MEMORY.md
- [Deploy](deploy.md) — when it goes out
//- deploy.md
---
name: Deploy
description: when and how the shop is deployed
type: project
---

The first paragraph stands.

The second paragraph stands.

The last paragraph stands.
";

/// The window with the topic's editor open, and the topic's file.
async fn editing(person: &Person) -> (Window, PathBuf) {
    let shop = person.remember("shop", STORE);
    let window = Window::on(person, &shop).await;
    window.pane("topics").await;
    window.about("row", "deploy").await.click().await.expect("the row is chosen");
    window.click("button", "Edit").await;
    window.about("textbox", "Source of deploy.md").await.click().await.expect("the editor takes the focus");
    (window, person.store(&shop).join("deploy.md"))
}

#[tokio::test]
async fn changes_that_fit_together_are_merged() {
    let person = Person::new();
    let (window, file) = editing(&person).await;
    window.go_to_end().await;
    window.press("Mine, typed at the end.").await;
    let disk = fs::read_to_string(&file)
        .expect("the topic")
        .replace("first paragraph stands", "first paragraph changed on disk");
    fs::write(&file, &disk).expect("somebody else writes");
    window.says("The file has changed on disk. What you typed is kept.").await;
    window.click("button", "Review the merge").await;
    window.says("Both changes fit together").await;
    window.click("button", "Use this text").await;
    assert_eq!(fs::read_to_string(&file).expect("the topic"), disk, "a merge writes nothing by itself");
    window.click("button", "Save").await;
    window.accept().await;
    assert_eq!(fs::read_to_string(&file).expect("the topic"), format!("{disk}Mine, typed at the end."));
    window.close().await;
}

#[tokio::test]
async fn a_conflict_is_put_to_the_person_and_the_lost_side_is_in_the_history() {
    let person = Person::new();
    let (window, file) = editing(&person).await;
    window.go_to_end().await;
    window.press("Mine.").await;
    let base = fs::read_to_string(&file).expect("the topic");
    fs::write(&file, format!("{base}Theirs.")).expect("somebody else writes");
    window.says("The file has changed on disk").await;
    window.click("button", "Save").await;
    window.says("Conflict 1 of 1").await;
    assert_eq!(fs::read_to_string(&file).expect("the topic"), format!("{base}Theirs."));
    window.click("button", "Take mine").await;
    window.click("button", "Use this text").await;
    window.accept().await;
    assert_eq!(fs::read_to_string(&file).expect("the topic"), format!("{base}Mine."));
    // what was overwritten can be had back
    window.pane("history").await;
    window.about("button", "Undo").await.click().await.expect("undo is clicked");
    window
        .until("the other side is back on disk", || async {
            fs::read_to_string(&file).is_ok_and(|text| text == format!("{base}Theirs."))
        })
        .await;
    window.close().await;
}

#[tokio::test]
async fn what_appears_on_disk_appears_in_the_window() {
    let person = Person::new();
    let (window, file) = editing(&person).await;
    window.go_to_end().await;
    window.press("Half a sentence").await;
    let beside = file.with_file_name("beside.md");
    fs::write(
        &beside,
        "---\nname: Beside\ndescription: came while one was typing\ntype: user\n---\n\nNew.\n",
    )
    .expect("a new topic");
    window
        .until("the tab counts it", || async {
            window.testid("tab-topics").await.text().await.is_ok_and(|text| text.contains('2'))
        })
        .await;
    assert!(window.text().await.contains("Half a sentence"), "what is being typed stays");
    window.close().await;
}
