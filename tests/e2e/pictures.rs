//! The pictures in README.md, of the sample in the real window. Not a test: run it when the window has changed.
//!
//! ```text
//! cargo test -p memdesk-tests --features window --test e2e -- --ignored pictures
//! ```

use crate::window::{Launch, Window};
use memdesk_tests::Person;
use std::time::Duration;

#[tokio::test]
#[ignore = "writes icons/screenshots"]
async fn pictures() {
    let person = Person::new();
    let window = Window::launch(&person, Launch::default()).await;
    window.click("button", "Look at the sample").await;
    window.testid("load-gauge").await;
    for theme in ["Light", "Dark"] {
        window.click("button", "Settings").await;
        window.click("menuitemradio", theme).await;
        window.pane("index").await;
        window.click("button", "Go to the cut").await;
        // colours fade into one another, and the line gone to is lit for a moment
        tokio::time::sleep(Duration::from_secs(2)).await;
        window.picture(&theme.to_lowercase()).await;
    }
    window.close().await;
}
