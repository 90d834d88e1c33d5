//! A person whose client has the gate: payloads in, answers out.

use memdesk_desk::{Desk, Options};
use memdesk_tests::{Person, lay::lay, programs};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Hook {
    pub(crate) person: Person,
    pub(crate) project: PathBuf,
    pub(crate) store: PathBuf,
}

impl Hook {
    pub(crate) fn with(fixture: &str) -> Hook {
        let person = Person::new();
        let project = person.project("shop");
        let store = person.store(&project);
        lay(&store, fixture);
        Hook { person, project, store }
    }

    /// Memdesk's data: not the usual place, and with a blank, for the hook's line has to carry it.
    pub(crate) fn data(&self) -> PathBuf {
        self.person.home().join("my data")
    }

    /// `memdesk` with words, in the project.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(programs::program("memdesk"));
        command.arg("--data").arg(self.data()).args(words);
        command.env_clear().envs(self.person.env()).current_dir(&self.project);
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> String {
        let output = self.command(words).stdin(Stdio::null()).output().expect("memdesk starts");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("memdesk prints UTF-8")
    }

    /// The hook's answer to what it is given: always exit status 0, never a word on standard error.
    pub(crate) fn ask(&self, payload: &[u8]) -> Option<Value> {
        let mut child = self
            .command(&["gate"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("memdesk starts");
        child.stdin.take().expect("its input").write_all(payload).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        (!output.stdout.is_empty())
            .then(|| serde_json::from_slice(&output.stdout).expect("an answer is JSON"))
    }

    pub(crate) fn payload(&self, tool: &str, input: Value) -> Vec<u8> {
        let payload = json!({
            "hook_event_name": "PreToolUse", "session_id": "s", "cwd": self.project,
            "tool_use_id": "t", "tool_name": tool, "tool_input": input,
        });
        payload.to_string().into_bytes()
    }

    /// Whether a call is told not to happen.
    pub(crate) fn denied(&self, tool: &str, input: Value) -> bool {
        let answer = self.ask(&self.payload(tool, input)).unwrap_or_default();
        answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.store.join(name)
    }

    pub(crate) fn options(&self) -> Options {
        let (root, data) = (Some(self.person.root()), Some(self.data()));
        Options { root, data, ..Options::default() }
    }

    pub(crate) fn desk(&self) -> (Desk, String) {
        let desk = Desk::open(self.options()).expect("a desk");
        let id = desk.store_of(Some(&self.project)).expect("the project's store");
        (desk, id)
    }

    /// What waits, as text by path; none for a removal.
    pub(crate) fn held(&self) -> BTreeMap<String, Option<String>> {
        let (desk, id) = self.desk();
        let text = |bytes| String::from_utf8(bytes).expect("held text");
        let held = desk.held(&id).expect("what is held");
        held.into_iter().map(|file| (file.path, file.text.map(text))).collect()
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        let (desk, id) = self.desk();
        desk.gate_status(&id).expect("the gate").notes.into_iter().map(|note| note.what).collect()
    }
}

/// Every file below a directory, with its bytes.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            let below = files(&entry.path());
            out.extend(below.into_iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
        } else {
            out.insert(name, std::fs::read(entry.path()).unwrap_or_default());
        }
    }
    out
}
