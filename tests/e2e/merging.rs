//! Two topics that say much the same become one: from Health, with the text edited, and taken back.

use crate::window::Window;
use memdesk_tests::Person;
use std::fs;

const STORE: &str = "\
//- MEMORY.md
# Memory

- [Test database](test_db.md) — before running the tests
- [Database for tests](db_tests.md) — when a test cannot connect
- [Billing](billing.md) — when invoices are touched
//- billing.md
---
name: Billing
description: When invoices are cut
type: project
---
Invoices are cut on the first of a month. See [[db_tests]].
//- db_tests.md
---
name: Database for tests
description: How tests reach their database
type: project
---
Tests use the database on port 5544 (user shop_test, see .env.test).

- Reset it by `make db-reset`.
- Never run them against staging.
//- test_db.md
---
name: Test database
description: Port and reset of the test database
type: project
---
The test database listens on port 5544 with user shop_test; see .env.test.

- Reset it by `make db-reset`.
- CI uses a container instead.
";

#[tokio::test]
async fn two_topics_that_say_the_same_become_one_and_two_again() {
    let person = Person::new();
    let shop = person.remember("shop", STORE);
    let store = person.store(&shop);
    let read = |name: &str| fs::read_to_string(store.join(name)).ok();
    let names = ["MEMORY.md", "billing.md", "db_tests.md", "test_db.md"];
    let before = names.map(read);
    let window = Window::on(&person, &shop).await;

    window.pane("health").await;
    window.click("button", "Merge db_tests.md into another topic").await;
    window.about("dialog", "Merge db_tests.md").await;
    window.says("No fact would be lost").await;
    window.says("Never run them against staging.").await;
    window.click("button", "Review…").await;
    window.about("dialog", "Merge db_tests.md into test_db.md").await;
    assert_eq!(names.map(read), before, "nothing is done before it is accepted");
    window.accept().await;
    window.until("the topic is gone", || async { read("db_tests.md").is_none() }).await;
    let merged = read("test_db.md").expect("the other");
    assert!(
        merged.contains("Never run them against staging.") && merged.contains("CI uses a container"),
        "{merged}"
    );
    assert_eq!(merged.matches("make db-reset").count(), 1, "{merged}");
    assert!(read("billing.md").is_some_and(|text| text.contains("See [[test_db]].")));
    let index = read("MEMORY.md").expect("the index");
    assert!(index.contains("(test_db.md)") && !index.contains("db_tests.md"), "{index}");

    window.pane("history").await;
    window.about("button", "Undo").await.click().await.expect("undo is clicked");
    window.until("both are back", || async { names.map(read) == before }).await;
    window.close().await;
}
