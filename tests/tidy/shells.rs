//! The window's shell: its commands are all registered and all used, and it can do nothing else.

use crate::none;
use crate::source::{files, root};
use std::collections::BTreeSet;

/// Names of functions under `#[tauri::command]`.
fn commands() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in files("src-tauri/src", &[".rs"]) {
        let code = file.code();
        for part in code.split("#[tauri::command").skip(1) {
            let name = part.split("fn ").nth(1).unwrap_or_default();
            found.insert(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

/// Names in `generate_handler![…]`.
fn registered() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in files("src-tauri/src", &[".rs"]) {
        let code = file.code();
        for part in code.split("generate_handler![").skip(1) {
            let list = part.split(']').next().unwrap_or_default();
            found.extend(
                list.split(',')
                    .filter_map(|path| path.trim().rsplit("::").next())
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned),
            );
        }
    }
    found
}

#[test]
fn commands_are_registered_and_called() {
    let (commands, registered) = (commands(), registered());
    let door = std::fs::read_to_string(root().join("ui/src/lib/ipc.ts")).unwrap_or_default();
    let mut findings = Vec::new();
    findings
        .extend(commands.difference(&registered).map(|name| format!("`{name}` is not in generate_handler!")));
    findings.extend(
        registered.difference(&commands).map(|name| format!("`{name}` is registered but is no command")),
    );
    for name in &registered {
        if ![format!("\"{name}\""), format!("'{name}'")].iter().any(|quoted| door.contains(quoted)) {
            findings.push(format!("`{name}` is never called: remove it, or call it in ui/src/lib/ipc.ts"));
        }
    }
    none("What the window offers to its pages is what they use.", &findings);
}

#[test]
fn pages_have_no_rights_of_their_own() {
    let mut findings = Vec::new();
    for file in files("src-tauri/capabilities", &[".json"]) {
        for right in ["fs:", "shell:", "http:", "process:", "opener:", "dialog:", "os:", "clipboard"] {
            if file.text.contains(&format!("\"{right}")) {
                findings.push(format!(
                    "{}: `{right}…`: make it a command of ours, which knows what is allowed",
                    file.path
                ));
            }
        }
    }
    none("Pages reach the machine through our commands alone.", &findings);
}
