//! Recall: a past question is found by a part of its Chinese text, replayed beside what was recorded, and a description is
//! tried before it is saved.

use crate::window::Window;
use memdesk_tests::Person;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const STORE: &str = "\
//- MEMORY.md
- [Login](login.md) — how people log in
- [Deploy](deploy.md) — when it goes out
//- login.md
---
name: login
description: 小程序登录流程使用微信授权
type: project
---

登录。
//- deploy.md
---
name: deploy
description: Deploys go out on Tuesday
type: project
---

Tuesday.
";

const QUESTION: &str = "请看一下 小程序登录流程 为什么失败";

/// A session in which a Chinese question brought back what is not chosen by words.
fn session(person: &Person, project: &Path) {
    let path = person.store(project).join("deploy.md");
    let content = fs::read_to_string(&path).expect("the topic");
    let memory = json!({ "path": path, "content": content, "mtimeMs": 1_767_225_600_000_i64, "header": "" });
    let attached = json!({
        "type": "attachment",
        "attachment": { "type": "relevant_memories", "memories": [memory] },
    });
    person.session_with(project, QUESTION, &[attached]);
}

/// Every file below a folder, with its bytes.
fn disk(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(disk(&path)),
            false => drop(found.insert(path.clone(), fs::read(&path).expect("a file"))),
        }
    }
    found
}

#[tokio::test]
async fn a_past_question_is_found_replayed_and_a_description_tried() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    session(&person, &shop);
    let file = person.store(&shop).join("deploy.md");
    let mut before = disk(&person.root());
    let window = Window::on(&person, &shop).await;
    window.pane("recall").await;
    window.says("小程序登录流程").await;
    window.about("searchbox", "Search").await.send_keys("登录流").await.expect("it is typed");
    window.about("option", "小程序登录流程").await.click().await.expect("the question is chosen");
    window.says("Recorded beside replayed").await;
    window.says("It was chosen then and is not chosen now.").await;
    window.says("An estimate by matching words").await;
    window.css("[data-rank='deploy.md'] button.main").await.click().await.expect("the topic is chosen");
    let text = window.about("textbox", "Description of deploy.md").await;
    text.clear().await.expect("the old one goes");
    text.send_keys("小程序登录流程 部署 失败 请看一下").await.expect("a new one is typed");
    window
        .until("the topic is ranked first", || async {
            window.css("[data-rank]").await.attr("data-rank").await.ok().flatten().as_deref()
                == Some("deploy.md")
        })
        .await;
    window.says("Nothing is written yet.").await;
    assert_eq!(disk(&person.root()), before, "nothing is written before it is saved");
    window.css("[data-testid='what-if'] button:last-of-type").await.click().await.expect("it is saved");
    window.accept().await;
    let old = String::from_utf8(before.remove(&file).expect("the topic")).expect("text");
    let new = old.replace("Deploys go out on Tuesday", "小程序登录流程 部署 失败 请看一下");
    before.insert(file, new.into_bytes());
    assert_eq!(disk(&person.root()), before, "the description is the new one, and nothing else is");
    window.close().await;
}

#[tokio::test]
async fn coverage_leads_to_the_questions_behind_a_topic() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    session(&person, &shop);
    let window = Window::on(&person, &shop).await;
    window.pane("recall").await;
    window.says("小程序登录流程").await;
    window.click("tab", "Coverage").await;
    window.testid("coverage").await;
    window.says("Never recorded: 1 topic").await;
    window.click("radio", "Table").await;
    window
        .about("button", "question that brought deploy.md")
        .await
        .click()
        .await
        .expect("its questions are asked for");
    window.about("option", "小程序登录流程").await;
    window.close().await;
}
