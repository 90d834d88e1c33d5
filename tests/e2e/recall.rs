//! Recall: a past question is found by a part of its Chinese text, replayed beside what was recorded, and a description is
//! tried before it is saved.

use crate::window::Window;
use memdesk_tests::Person;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

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
    let store = person.store(project);
    let folder = store.parent().expect("the folder of sessions");
    let id = "20000000-0000-4000-8000-000000000001";
    let row = |value: Value| {
        let mut row = json!({
            "sessionId": id, "cwd": project, "version": "2.1.332", "timestamp": "2026-03-01T09:00:00.000Z",
        });
        if let (Value::Object(row), Value::Object(more)) = (&mut row, value) {
            row.extend(more);
        }
        row.to_string()
    };
    let path = store.join("deploy.md");
    let content = fs::read_to_string(&path).expect("the topic");
    let rows = [
        row(json!({
            "type": "user", "uuid": "30000000-0000-4000-8000-000000000001", "origin": { "kind": "human" },
            "message": { "role": "user", "content": QUESTION },
        })),
        row(json!({
            "type": "attachment", "uuid": "30000000-0000-4000-8000-000000000002",
            "attachment": { "type": "relevant_memories", "memories": [
                { "path": path, "content": content, "mtimeMs": 1_767_225_600_000_i64, "header": "" },
            ] },
        })),
    ];
    fs::write(folder.join(format!("{id}.jsonl")), rows.join("\n") + "\n").expect("a session");
}

#[tokio::test]
async fn a_past_question_is_found_replayed_and_a_description_tried() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    session(&person, &shop);
    let file = person.store(&shop).join("deploy.md");
    let before = fs::read_to_string(&file).expect("the topic");
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
    assert_eq!(
        fs::read_to_string(&file).expect("the topic"),
        before,
        "nothing is written before it is saved"
    );
    window.css("[data-testid='what-if'] button:last-of-type").await.click().await.expect("it is saved");
    window.accept().await;
    let after = fs::read_to_string(&file).expect("the topic");
    assert_eq!(after, before.replace("Deploys go out on Tuesday", "小程序登录流程 部署 失败 请看一下"));
    window.close().await;
}
