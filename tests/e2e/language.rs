//! The window in Chinese: chosen in the settings, kept over a restart, whole.

use crate::axe;
use crate::window::Window;
use memdesk_tests::Person;

const STORE: &str = "\
//- MEMORY.md
- [部署](deploy.md) — 周四发布
//- deploy.md
---
name: 部署
description: 商店的发布时间
type: project
---

每周四发布。
";

#[tokio::test]
async fn the_window_speaks_chinese() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let window = Window::on(&person, &shop).await;
    window.says("周四发布").await;
    window.click("button", "Settings").await;
    window.click("menuitemradio", "简体中文").await;
    let window = window.restart(&[shop.to_string_lossy().into_owned()]).await;
    for (pane, word) in [("index", "索引"), ("topics", "主题"), ("health", "体检"), ("history", "历史")]
    {
        window.pane(pane).await;
        window.says(word).await;
        // what is left is the person's own words, names, and what has no other form in Chinese
        for english in ["Loading", "Topics", "Nothing is", "Undo", "Search"] {
            assert!(!window.text().await.contains(english), "{pane}: {english:?} in {}", window.text().await);
        }
        axe::clean(&window, &format!("{pane} in Chinese")).await;
    }
    assert_eq!(
        window
            .ask("return document.documentElement.lang", vec![])
            .await
            .as_str()
            .unwrap_or_default()
            .get(..2),
        Some("zh")
    );
    window.close().await;
}
