//! The real client with the gate in its settings: what its agents try to write, where it ends up, and whose it is said to be.

use crate::hook::{Hook, files};
use crate::stand_in::{Script, StandIn};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const STORE: &str = "//- MEMORY.md\n- [Old](old.md) — o\n//- old.md\none\ntwo\n//- gone.md\ng\n";
/// No session of these takes as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// The installed client; without one the test says so and has nothing to show.
fn client() -> Option<PathBuf> {
    let named = std::env::var_os("MEMDESK_CLIENT").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = named
        .or_else(|| std::env::split_paths(&path).map(|dir| dir.join("claude")).find(|file| file.is_file()));
    if found.is_none() {
        let said = "skipped: no Claude Code here (set MEMDESK_CLIENT, or have `claude` on the path)\n";
        drop(std::io::Write::write_all(&mut std::io::stderr(), said.as_bytes()));
    }
    found
}

fn tool(number: usize, name: &str, input: Value) -> Value {
    json!({ "type": "tool_use", "id": format!("toolu_{name}_{number}"), "name": name, "input": input })
}

/// The background extractor writes a new file, edits one twice and removes one; the main agent only talks.
fn extraction(hook: &Hook) -> Script {
    let edit = |old: &str, new: &str| json!({ "file_path": hook.path("old.md"), "old_string": old, "new_string": new });
    Script {
        main: Vec::new(),
        extractor: vec![
            vec![tool(1, "Write", json!({ "file_path": hook.path("new.md"), "content": "new\n" }))],
            vec![
                tool(2, "Read", json!({ "file_path": hook.path("old.md") })),
                tool(3, "Edit", edit("one", "ONE")),
            ],
            vec![
                tool(4, "Edit", edit("two", "TWO")),
                tool(
                    5,
                    "Bash",
                    json!({ "command": format!("rm {}", hook.path("gone.md").display()), "description": "d" }),
                ),
            ],
        ],
    }
}

fn main_write(hook: &Hook) -> Script {
    let write = json!({ "file_path": hook.path("main.md"), "content": "main\n" });
    Script { main: vec![vec![tool(1, "Write", write)]], extractor: Vec::new() }
}

/// One question to the client, to its end.
fn session(hook: &Hook, client: &PathBuf, script: Script) -> StandIn {
    let api = StandIn::start(script);
    let state = json!({
        "hasCompletedOnboarding": true,
        "projects": { hook.project.to_string_lossy(): { "hasTrustDialogAccepted": true, "allowedTools": [] } },
        "customApiKeyResponses": { "approved": ["test-key-0000000000"], "rejected": [] },
        "cachedGrowthBookFeatures": { "tengu_passport_quail": true, "tengu_slate_thimble": true },
    });
    fs::write(hook.person.home().join(".claude.json"), state.to_string()).expect("the state file");
    let mut command = Command::new(client);
    command
        .args(["-p", "please remember this", "--allowedTools", "Bash,Read,Write,Edit"])
        .current_dir(&hook.project)
        .env_clear()
        .envs(hook.person.env())
        .env("ANTHROPIC_BASE_URL", &api.address)
        .env("ANTHROPIC_API_KEY", "test-key-0000000000")
        .env("DISABLE_AUTOUPDATER", "1")
        .env("IS_SANDBOX", "1")
        // nothing but this machine: whatever else it wants to reach is not there
        .env("HTTPS_PROXY", "http://127.0.0.1:9")
        .env("NO_PROXY", "127.0.0.1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("the client starts");
    let until = Instant::now() + PATIENCE;
    loop {
        match child.try_wait().expect("the client") {
            Some(status) => {
                assert!(status.success(), "the client ended with {status}");
                return api;
            }
            None if Instant::now() > until => {
                drop(child.kill());
                panic!("the client does not end: {:?}", api.turns.lock());
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn project_with_gate(mode: &str) -> Hook {
    let hook = Hook::with(STORE);
    assert!(Command::new("git").args(["init", "-q"]).arg(&hook.project).status().expect("git").success());
    hook.run(&["gate", "install", "--yes"]);
    hook.run(&["gate", "mode", mode]);
    hook
}

/// Who did what to which file, by the gate's records.
fn attributed(hook: &Hook) -> Vec<String> {
    let (desk, id) = hook.desk();
    let records = desk.gate_records(&id).expect("records");
    assert!(records.iter().all(|one| one.session.is_some() && one.transcript.is_some()), "{records:?}");
    records.iter().map(|one| format!("{} {} {}", one.who, one.tool, one.path)).collect()
}

#[test]
fn held_or_watched_it_is_attributed_alike() {
    let Some(client) = client() else { return };
    let mut said = Vec::new();
    for mode in ["hold", "watch"] {
        let hook = project_with_gate(mode);
        let before = files(&hook.store);
        let extracted = session(&hook, &client, extraction(&hook));
        let wrote = session(&hook, &client, main_write(&hook));
        let now = files(&hook.store);
        let held = hook.held();
        if mode == "hold" {
            assert_eq!(now, before, "{:?}", extracted.turns.lock());
            let held: Vec<(&str, Option<&str>)> =
                held.iter().map(|(path, text)| (path.as_str(), text.as_deref())).collect();
            let expected = [
                ("gone.md", None),
                ("main.md", Some("main\n")),
                ("new.md", Some("new\n")),
                ("old.md", Some("ONE\nTWO\n")),
            ];
            assert_eq!(held, expected, "{:?}", wrote.turns.lock());
        } else {
            assert!(held.is_empty(), "{held:?}");
            assert!(
                !now.contains_key("gone.md") && now.contains_key("new.md") && now.contains_key("main.md")
            );
            assert_eq!(now["old.md"], b"ONE\nTWO\n");
        }
        assert_eq!(hook.notes(), Vec::<String>::new());
        said.push(attributed(&hook));
    }
    let expected = [
        "extractor Write new.md",
        "extractor Edit old.md",
        "extractor Edit old.md",
        "extractor Bash gone.md",
        "main-agent Write main.md",
    ];
    assert_eq!(said, [expected, expected]);
}

#[test]
fn a_gate_that_hangs_or_dies_does_not_stop_the_client() {
    let Some(client) = client() else { return };
    for gate in ["exec sleep 600", "kill -9 $$", "exit 1", "echo nonsense"] {
        let hook = Hook::with(STORE);
        let hooks = json!({ "hooks": { "PreToolUse": [
            { "matcher": "Write|Edit|Bash|Read", "hooks": [{ "type": "command", "command": gate, "timeout": 1 }] }
        ] } });
        fs::write(hook.person.root().join("settings.json"), hooks.to_string()).expect("settings");
        let api = session(&hook, &client, main_write(&hook));
        assert!(hook.path("main.md").is_file(), "{gate}: {:?}", api.turns.lock());
    }
}
