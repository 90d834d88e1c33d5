//! The hook in the client's settings file: every other byte stays, and uninstalling brings back what was.

use crate::hook::Hook;
use std::fs;
use std::process::Stdio;

/// Settings as people have them.
const SETTINGS: [&str; 9] = [
    "{}\n",
    "{\n  \"model\": \"opus\"\n}\n",
    "{\"model\":\"opus\",\"hooks\":{}}",
    "{\r\n\t\"hooks\": {\"PostToolUse\": []},\r\n\t\"env\": {\"A\": \"b\"}\r\n}\r\n",
    "\u{feff}{\n    \"hooks\": {\n        \"PreToolUse\": []\n    }\n}",
    "{ \"hooks\": { \"PreToolUse\": [ { \"matcher\": \"Bash\", \"hooks\": [ { \"type\": \"command\", \"command\": \"other gate\" } ] } ] } }",
    "{\n   \"a\":1,\n\n\n \"b\" : [1,2,\n3]\n   }   \n\n",
    "{\n  \"hooks\": {},\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
    "{\"权限\": \"é\\u00e9\", \"permissions\": {\"deny\": [\"Read(./.env)\"]}}\n",
];

#[test]
fn every_other_byte_stays_and_comes_back() {
    for before in SETTINGS {
        let hook = Hook::with("");
        let path = hook.person.root().join("settings.json");
        fs::write(&path, before).expect("settings");
        hook.run(&["gate", "install", "--yes"]);
        let with = fs::read_to_string(&path).expect("settings");
        assert!(is_within(before, &with), "{before:?} is not in {with:?}");
        let value: serde_json::Value =
            serde_json::from_str(with.trim_start_matches('\u{feff}')).expect("JSON");
        let entries = value["hooks"]["PreToolUse"].as_array().expect("a list").clone();
        let line = entries.last().expect("ours")["hooks"][0]["command"].as_str().expect("a line").to_owned();
        assert!(line.ends_with("my data' gate") && line.contains(" --data "), "{line}");
        let status: serde_json::Value =
            serde_json::from_str(&hook.run(&["gate", "status", "--json"])).expect("JSON");
        assert_eq!(status["installed"], true, "{status}");
        // again: nothing to do
        hook.run(&["gate", "install", "--yes"]);
        assert_eq!(fs::read_to_string(&path).expect("settings"), with);
        hook.run(&["gate", "uninstall", "--yes"]);
        assert_eq!(fs::read_to_string(&path).expect("settings"), before);
        // changed by somebody meanwhile: only our part goes
        hook.run(&["gate", "install", "--yes"]);
        let edited = with.replacen('{', "{ \"more\": true,", 1).replace(",}", "}");
        if serde_json::from_str::<serde_json::Value>(edited.trim_start_matches('\u{feff}')).is_ok() {
            fs::write(&path, &edited).expect("settings");
            hook.run(&["gate", "uninstall", "--yes"]);
            let left = fs::read_to_string(&path).expect("settings");
            assert!(!left.contains("memdesk") && is_within(&left, &edited), "{left:?}");
            let value: serde_json::Value =
                serde_json::from_str(left.trim_start_matches('\u{feff}')).expect("JSON");
            assert_eq!(value["more"], true, "{left}");
        }
    }
}

#[test]
fn without_settings_they_are_made_and_taken_away() {
    let hook = Hook::with("");
    let path = hook.person.root().join("settings.json");
    hook.run(&["gate", "install", "--yes"]);
    assert!(path.is_file());
    hook.run(&["gate", "uninstall", "--yes"]);
    assert!(!path.exists());
}

#[test]
fn what_cannot_be_kept_is_refused() {
    for before in
        ["{ // a comment\n}", "{\"a\":1,}", "[]", "{\"hooks\": []}", "{\"hooks\": {\"PreToolUse\": {}}}", "{"]
    {
        let hook = Hook::with("");
        let path = hook.person.root().join("settings.json");
        fs::write(&path, before).expect("settings");
        let output =
            hook.command(&["gate", "install", "--yes"]).stdin(Stdio::null()).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2), "{before}");
        assert_eq!(fs::read_to_string(&path).expect("settings"), before);
    }
    let hook = Hook::with("");
    let elsewhere = hook.project.join("settings.json");
    fs::write(&elsewhere, "{}").expect("settings");
    std::os::unix::fs::symlink(&elsewhere, hook.person.root().join("settings.json")).expect("a link");
    let output =
        hook.command(&["gate", "install", "--yes"]).stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "a link that leads out");
    assert_eq!(fs::read_to_string(&elsewhere).expect("settings"), "{}");
    // nobody there to say yes
    let hook = Hook::with("");
    let output = hook.command(&["gate", "install"]).stdin(Stdio::null()).output().expect("it starts");
    assert!(output.status.code() == Some(2) && !hook.person.root().join("settings.json").exists());
}

/// Whether every character of `inner` is in `outer`, in its order.
fn is_within(inner: &str, outer: &str) -> bool {
    let mut outer = outer.chars();
    inner.chars().all(|c| outer.any(|other| other == c))
}

#[test]
fn whoever_shows_how_the_gate_stands_is_told_when_that_changes() {
    let hook = Hook::with("//- MEMORY.md\n- nothing\n");
    let path = hook.person.root().join("settings.json");
    let (desk, id) = hook.desk();
    let desk = std::sync::Arc::new(desk);
    let (tell, told) = std::sync::mpsc::channel();
    desk.watch(move |changed| drop(tell.send(changed)));
    let patience = std::time::Duration::from_secs(20);
    // by the command line, by hand, and without the file
    let steps: [(&dyn Fn(), bool, bool); 4] = [
        (&|| drop(hook.run(&["gate", "install", "--yes"])), true, false),
        (
            &|| {
                let text = fs::read_to_string(&path).expect("settings");
                let off = text.replacen('{', "{ \"disableAllHooks\": true,", 1);
                fs::write(&path, off).expect("settings");
            },
            true,
            true,
        ),
        (&|| fs::write(&path, "{}").expect("settings"), false, false),
        (&|| fs::remove_file(&path).expect("settings"), false, false),
    ];
    // the watch is set up on its own thread
    std::thread::sleep(std::time::Duration::from_millis(300));
    for (step, (change, installed, disabled)) in steps.into_iter().enumerate() {
        while told.try_recv().is_ok() {}
        change();
        let changed = told.recv_timeout(patience).unwrap_or_else(|_| panic!("step {step} was not told"));
        assert_eq!(changed.stores, std::slice::from_ref(&id), "step {step}");
        let status = desk.gate_status(&id).expect("the gate");
        assert_eq!((status.installed, status.disabled), (installed, disabled), "step {step}");
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
}
