//! The index: what is cut, and what moving an entry does about it.

use crate::window::Window;
use memdesk_tests::Person;
use std::fmt::Write as _;
use std::fs;
use thirtyfour::Key;

/// An index of `entries` rules with a topic for each.
fn rules(entries: usize) -> String {
    let mut fixture = String::from("//- MEMORY.md\n# Rules\n\n");
    for number in 1..=entries {
        let _ = writeln!(fixture, "- [Rule {number}](rule-{number:03}.md) — when {number} comes up");
    }
    for number in 1..=entries {
        let _ = writeln!(
            fixture,
            "//- rule-{number:03}.md\n---\nname: Rule {number}\ndescription: what to do in case {number}\ntype: feedback\n---\n\nDo {number}."
        );
    }
    fixture
}

#[tokio::test]
async fn the_cut_is_seen_and_mended() {
    let person = Person::new();
    let shop = person.remember("shop", &rules(210));
    let index = person.store(&shop).join("MEMORY.md");
    let before = fs::read_to_string(&index).expect("the index");
    let window = Window::on(&person, &shop).await;

    // 212 lines, of which 200 load: 12 lines with an entry each are lost
    let rule = window.testid("cut-rule").await.text().await.expect("its text");
    assert!(rule.contains("The limit of 200 lines is reached"), "{rule}");
    assert!(rule.contains("12 lines, 12 entries"), "{rule}");
    assert_eq!(
        window.css("[data-line='200']").await.attr("data-fate").await.expect("a fate"),
        Some("loaded".to_owned())
    );
    let lost = window.css("[data-line='207']").await;
    assert_eq!(lost.attr("data-fate").await.expect("a fate"), Some("cut".to_owned()));

    // moved to the top, it is loaded; what it would do is shown first, and nothing is done before
    window.point_at(&lost).await;
    window.click("button", "Move to top").await;
    window.about("dialog", "Move “Rule 205” to the top").await;
    window.says("After saving").await;
    assert_eq!(fs::read_to_string(&index).expect("the index"), before);
    window.accept().await;
    let moved = fs::read_to_string(&index).expect("the index");
    let mut wanted: Vec<&str> = before.split_inclusive('\n').collect();
    let entry = wanted.remove(206);
    wanted.insert(2, entry);
    assert_eq!(moved, wanted.concat(), "one line moved, every other byte stayed");
    window
        .until("the entry is shown at the top", || async {
            window.css("[data-line='3']").await.text().await.is_ok_and(|text| text.contains("Rule 205"))
        })
        .await;
    window.click("radio", "As loaded").await;
    window.says("[Rule 205](rule-205.md)").await;
    window.close().await;
}

#[tokio::test]
async fn typing_shows_what_would_be_lost_before_it_is_saved() {
    let person = Person::new();
    let shop = person.remember("shop", &rules(198));
    let index = person.store(&shop).join("MEMORY.md");
    let window = Window::on(&person, &shop).await;
    window.says("200 / 200 lines").await;
    window.click("radio", "Source").await;
    window.about("textbox", "Source of MEMORY.md").await.click().await.expect("the editor takes the focus");
    window.go_to_end().await;
    // the editor begins the next line of a list by itself
    window.press("- one more").await;
    window.press(Key::Enter.value().to_string()).await;
    window.press("and another").await;
    window.says("as typed").await;
    window.says("202 / 200 lines").await;
    assert_eq!(
        fs::read_to_string(&index).expect("the index").lines().count(),
        200,
        "nothing is saved by typing"
    );
    window.about("button", "Save").await.click().await.expect("save is clicked");
    window.accept().await;
    assert_eq!(fs::read_to_string(&index).expect("the index").lines().count(), 202);
    window.click("radio", "Lines").await;
    window.testid("cut-rule").await;
    window.close().await;
}
