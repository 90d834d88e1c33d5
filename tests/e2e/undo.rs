//! Deleting a topic with its index line, taking it back, and doing it again after a restart.

use crate::window::Window;
use memdesk_tests::Person;
use std::fs;

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

See [[Deploy]].
//- deploy.md mode=600 no-newline
---
name: Deploy
description: when it goes out
type: project
---

On Thursdays.
";

#[tokio::test]
async fn a_topic_goes_with_its_line_and_both_come_back() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let store = person.store(&shop);
    let read = |name: &str| fs::read(store.join(name)).ok();
    let (index, deploy) = (read("MEMORY.md"), read("deploy.md"));
    let window = Window::on(&person, &shop).await;

    window.pane("topics").await;
    window.about("row", "Deploy").await.click().await.expect("the row is chosen");
    window.click("button", "Delete").await;
    window.about("dialog", "Delete deploy.md").await;
    window.says("- [Deploy](deploy.md) — when it goes out").await;
    assert_eq!(read("deploy.md"), deploy, "nothing is done before it is accepted");
    window.accept().await;
    assert_eq!(read("deploy.md"), None);
    let left = String::from_utf8(read("MEMORY.md").expect("the index")).expect("UTF-8");
    assert_eq!(left, "# Memory\n\n- [Auth](auth.md) — how tokens are checked\n");

    window.pane("history").await;
    window.about("button", "Undo").await.click().await.expect("undo is clicked");
    window
        .until("the topic is back", || async { read("deploy.md") == deploy && read("MEMORY.md") == index })
        .await;
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &fs::metadata(store.join("deploy.md")).expect("the topic").permissions(),
    );
    assert_eq!(mode & 0o777, 0o600, "its permissions came back too");

    let window = window.restart(&[shop.to_string_lossy().into_owned()]).await;
    window.pane("history").await;
    window.about("button", "Redo").await.click().await.expect("redo is clicked");
    window.until("the topic is gone again", || async { read("deploy.md").is_none() }).await;
    assert_eq!(read("MEMORY.md").map(|bytes| bytes.len()), Some(left.len()));
    window.close().await;
}
