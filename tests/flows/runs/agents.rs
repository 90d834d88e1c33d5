//! The same script by a model that is asked directly and by an installed Claude Code: it comes to the same proposal.
//!
//! Separate because it needs a program that is not ours: `$MEMDESK_CLIENT`, else the one that is found. Where there is none, it
//! says so and passes. Nothing leaves the machine.

#![allow(clippy::print_stdout, reason = "a test that is skipped has to say so")]

use super::SHOP;
use super::scene::{Scene, setting};
use memdesk_tests::programs;
use memdesk_tests::stand_in_model::Turn;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// As a client wants it approved before it is used.
const KEY: &str = "sk-ant-test-0123456789abcdefghij";

fn installed() -> Option<PathBuf> {
    let given = std::env::var_os("MEMDESK_CLIENT").map(PathBuf::from);
    match memdesk_models::client::find(given.as_deref()) {
        Ok(found) => Some(found.program),
        Err(error) => {
            assert!(given.is_none(), "MEMDESK_CLIENT names no client: {error:?}");
            println!("SKIPPED: no Claude Code is installed here ({error:?}); set MEMDESK_CLIENT to one");
            None
        }
    }
}

/// Arguments that both understand. The client reads a file before it edits it, and deletes by writing nothing.
fn script(deletes: bool) -> Vec<Turn> {
    let read = |path: &str| ("Read", json!({ "file_path": path }));
    let gone = match deletes {
        true => ("Delete", json!({ "file_path": "memory/deploys.md" })),
        false => ("Write", json!({ "file_path": "memory/deploys.md", "content": "" })),
    };
    let edit = |path: &str, old: &str, new: &str| {
        ("Edit", json!({ "file_path": path, "old_string": old, "new_string": new }))
    };
    vec![
        Turn::calls([read("memory/login.md"), read("memory/MEMORY.md"), read("memory/deploys.md")]),
        Turn::calls([
            edit("memory/login.md", "5433", "5434"),
            (
                "Write",
                json!({ "file_path": "memory/deep/new.md", "content": "---\nname: New\n---\n– 中文\n" }),
            ),
            ("Write", json!({ "file_path": "../escape.md", "content": "out" })),
            ("Bash", json!({ "command": "touch /tmp/escape" })),
        ]),
        Turn::calls([
            edit("memory/MEMORY.md", "- [Deploys](deploys.md) — when\n", "- [New](deep/new.md) — new\n"),
            gone,
        ]),
        Turn::says("All tidy."),
    ]
}

#[test]
fn the_client_as_the_agent_comes_to_the_same_proposal() {
    let Some(program) = installed() else { return };
    let mut came: Vec<BTreeMap<String, Option<String>>> = Vec::new();
    for agent in ["api", "client"] {
        let scene = Scene::new(SHOP, vec![script(agent == "api")]);
        let person = &scene.terminal.person;
        let state = json!({
            "hasCompletedOnboarding": true,
            "customApiKeyResponses": { "approved": [&KEY[KEY.len() - 20..]], "rejected": [] },
        });
        for place in [person.home(), person.root()] {
            fs::write(place.join(".claude.json"), state.to_string()).expect("the client's state");
        }
        let desk = scene.desk();
        desk.set_settings(&[
            setting("claude.program", &program.to_string_lossy()),
            setting("models.base_url", scene.model.address()),
            setting("models.model", "test-model"),
        ])
        .expect("settings");
        let before = scene.store();
        let session = scene.session();
        let mut command = programs::memdesk(person, &scene.terminal.project);
        command.envs([
            ("ANTHROPIC_BASE_URL", scene.model.address()),
            ("ANTHROPIC_API_KEY", KEY),
            ("IS_SANDBOX", "1"),
        ]);
        command.args(["extract", "--session", &session, "--agent", agent, "--json"]);
        let said = command.output().expect("memdesk ends");
        let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        let out: Value =
            serde_json::from_str(&out).unwrap_or_else(|_| panic!("{agent}: no JSON: {out} {err}"));
        assert_eq!(out["run"]["state"], json!("done"), "{agent}: {out} {err}");
        assert_eq!((&out["run"]["agent"], &out["run"]["short"]), (&json!(agent), &Value::Null), "{out}");
        let refused = out["run"]["steps"].as_array().expect("steps").iter();
        assert_eq!(refused.filter(|step| !step["refused"].is_null()).count(), 2, "{agent}: {out}");
        assert_eq!(scene.store(), before, "{agent}: a run applies nothing");
        assert!(!format!("{out}{err}").contains(KEY), "{agent}: the key is told to nobody");
        came.push(scene.proposed());
    }
    assert_eq!(came[0].len(), 4, "{came:?}");
    assert_eq!(came[0], came[1]);
}
