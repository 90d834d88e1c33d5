//! Launches: the first with nothing to show, the second while one runs, and the one after.

use crate::window::{Launch, Window};
use memdesk_tests::Person;
use std::fs;
use std::path::Path;

const ONE: &str = "//- MEMORY.md\n- [One](one.md) — the first\n//- one.md\n---\nname: One\ndescription: the first\ntype: user\n---\n";
const TWO: &str = "//- MEMORY.md\n- [Two](two.md) — the second\n//- two.md\n---\nname: Two\ndescription: the second\ntype: user\n---\n";

#[tokio::test]
async fn a_second_launch_opens_its_folder_in_the_first() {
    let person = Person::new();
    let (one, two) = (person.remember("one", ONE), person.remember("two", TWO));
    let window = Window::on(&person, &one).await;
    window.says("[One]").await;
    let status = window.launch_again(&[&two.to_string_lossy()]);
    assert!(status.success(), "the second launch hands over and ends: {status}");
    window.says("[Two]").await;
    window.about("button", "Switch store: two").await;
    let windows = window.web().windows().await.expect("the driver's windows");
    assert_eq!(windows.len(), 1);
    window.close().await;
}

#[tokio::test]
async fn the_next_launch_shows_what_was_shown() {
    let person = Person::new();
    let (one, two) = (person.remember("one", ONE), person.remember("two", TWO));
    let window = Window::on(&person, &one).await;
    window.says("[One]").await;
    let row = window.about("button", "two").await;
    row.click().await.expect("the other store is chosen");
    window.says("[Two]").await;
    window.pane("topics").await;
    window.about("row", "Two").await;
    let window = window.restart(&[]).await;
    window.about("button", "Switch store: two").await;
    window.about("row", "Two").await;
    assert!(two.is_dir());
    window.close().await;
}

#[tokio::test]
async fn a_newcomer_is_told_where_memory_comes_from_and_given_a_sample() {
    let person = Person::new();
    let window = Window::launch(&person, Launch::default()).await;
    window.says("No memory here yet").await;
    let looked = fs::read_dir(person.root()).expect("the config root").count();
    assert_eq!(looked, 0, "looking creates nothing");
    window.click("button", "Look at the sample").await;
    window.says("This is the sample, not your own memory").await;
    window.testid("load-gauge").await;
    window.click("button", "Back to my memory").await;
    window.says("No memory here yet").await;
    window.close().await;
}

#[tokio::test]
async fn a_link_opens_its_project_and_nothing_else() {
    let person = Person::new();
    let (one, two) = (person.remember("one", ONE), person.remember("two", TWO));
    let link = |folder: &Path| format!("memdesk://open?path={}", folder.display());
    // the first launch, by a link that leads nowhere: the window says so, since nobody sees a terminal
    let args = vec![link(&one.join("gone"))];
    let window = Window::launch(&person, Launch { args, ..Launch::default() }).await;
    window.says("is not a folder that can be opened").await;
    assert!(window.launch_again(&[&link(&two)]).success(), "a link to the running window");
    window.says("[Two]").await;
    window.about("button", "Switch store: two").await;
    for (word, why) in [
        (format!("{}&root=/", link(&one)), "says more than a path"),
        ("memdesk://delete?path=/".to_owned(), "asks for something else"),
        ("memdesk://open?path=..".to_owned(), "not absolute"),
    ] {
        assert!(window.launch_again(&[&word]).success(), "{word}");
        window.says(why).await;
    }
    window.about("button", "Switch store: two").await;
    let window = window.restart(&[link(&one)]).await;
    window.says("[One]").await;
    window.close().await;
}
