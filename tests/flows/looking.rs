//! Commands that only look: what they say, and that they leave no trace.

use crate::desk::Desk;
use expect_test::expect;
use serde_json::Value;

const STORE: &str = "\
//- MEMORY.md
# Memory

- [Auth](auth.md) — how tokens are checked
- [Gone](gone.md) — leads nowhere
//- auth.md mtime=2026-01-02T00:00:00Z
---
name: Auth
description: how tokens are checked
type: project
---

Tokens live for an hour.
//- notes/deploy.md mtime=2026-01-01T00:00:00Z
---
name: Deploy
description: [WIP] when it goes out
---

On Thursdays.
//- .hidden.md
---
description: not offered
---
";

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn looking_leaves_no_trace() {
    let desk = Desk::with(STORE);
    let before = desk.disk();
    for words in [
        &["stores"][..],
        &["index"],
        &["topics"],
        &["manifest"],
        &["surface", "auth.md"],
        &["check"],
        &["log"],
        &["delete", "auth.md", "--dry-run"],
        &["--version"],
    ] {
        for json in [false, true] {
            let mut words = words.to_vec();
            if json {
                words.push("--json");
            }
            let said = desk.run(&words);
            assert!(said.status < 2, "{words:?}: {said:?}");
        }
    }
    assert_eq!(desk.disk(), before, "looking changes nothing");
    assert!(!desk.person.data().exists(), "looking makes no data of its own");
}

#[test]
fn manifest_is_what_the_selector_gets() {
    let desk = Desk::with(STORE);
    expect![[r#"
        - [project] auth.md (2026-01-02T00:00:00.000Z): how tokens are checked
        - notes/deploy.md (2026-01-01T00:00:00.000Z): [WIP] when it goes out"#]]
    .assert_eq(&desk.done(&["manifest"], "").out);
    let json = desk.done(&["manifest", "--json"], "").json();
    assert_eq!(strings(&json["listed"]), ["auth.md", "notes/deploy.md"]);
    assert_eq!(strings(&json["lines"]).join("\n"), desk.done(&["manifest"], "").out);
}

#[test]
fn index_says_what_is_loaded_and_what_leads_where() {
    let desk = Desk::with(STORE);
    let index = desk.done(&["index", "--json"], "").json();
    assert_eq!(index["loaded"], true);
    assert_eq!(index["kept"].as_str(), desk.file("MEMORY.md").as_deref().map(str::trim_end));
    assert!(index["cut"].is_null());
    let states: Vec<(u64, &str)> = index["entries"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|entry| entry["target"].is_string())
        .map(|entry| (entry["line"].as_u64().unwrap_or(0), entry["state"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(states, [(3, "loaded"), (4, "dangling")]);
    assert_eq!(strings(&index["orphans"]), ["notes/deploy.md"]);
}

#[test]
fn check_answers_with_its_status() {
    let desk = Desk::with(STORE);
    let said = desk.run(&["check", "--json"]);
    assert_eq!(said.status, 1, "{said:?}");
    let json = said.json();
    let codes: Vec<&str> = json["problems"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["code"].as_str().unwrap_or_default())
        .collect();
    for code in ["dangling", "orphan", "missing-type"] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    let fine = Desk::with(
        "//- MEMORY.md\n- [A](a.md) — when a\n//- a.md\n---\nname: A\ndescription: all of a\ntype: user\n---\n\nA.\n",
    );
    assert_eq!(fine.run(&["check"]).status, 0);
}

#[test]
fn surface_cuts_as_the_client_does() {
    let mut fixture = String::from("//- long.md\n---\nname: Long\n---\n");
    fixture.push_str(&"a line\n".repeat(300));
    let desk = Desk::with(&fixture);
    let json = desk.done(&["surface", "long.md", "--json"], "").json();
    let surfaced = &json["surfaced"][0];
    assert_eq!(surfaced["path"], "long.md");
    assert_eq!(surfaced["truncated"], "lines");
    assert_eq!(surfaced["kept"].as_str().unwrap_or_default().lines().count(), 200);
}

#[test]
fn stores_are_listed_with_their_projects() {
    let desk = Desk::with(STORE);
    desk.person.remember("api", "//- MEMORY.md\nhello\n");
    let json = desk.done(&["stores", "--json"], "").json();
    let stores = json["stores"].as_array().cloned().unwrap_or_default();
    let mut projects: Vec<&str> =
        stores.iter().map(|store| store["project"].as_str().unwrap_or_default()).collect();
    projects.sort_unstable();
    let home = desk.person.home();
    let wanted: Vec<String> = ["api", "shop"]
        .iter()
        .map(|name| home.join("code").join(name).to_string_lossy().into_owned())
        .collect();
    assert_eq!(projects, wanted);
}
