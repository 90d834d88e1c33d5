//! The harness itself, against the empty window of the bench: a failure here says nothing about Memdesk.

use crate::axe;
use crate::window::{Launch, Window};
use memdesk_tests::Person;

#[tokio::test]
async fn an_empty_window_can_be_driven() {
    let person = Person::new();
    let window =
        Window::launch(&person, Launch { program: "memdesk-empty-window", ..Launch::default() }).await;
    assert_eq!(window.testid("empty").await.text().await.expect("its text"), "Empty");
    window.named("main", "Empty").await;
    window.says("Empty").await;
    assert!(window.delay().await.as_secs() < 2);
    let picture = window.display_picture("display");
    assert!(picture.metadata().is_ok_and(|file| file.len() > 1_000), "{}", picture.display());
    std::fs::remove_file(picture).expect("the picture goes");
    axe::clean(&window, "empty").await;
    let window = window.restart(&[]).await;
    window.says("Empty").await;
    window.close().await;
}
