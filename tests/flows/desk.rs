//! Somebody at a terminal in a project's folder.

use memdesk_tests::{Person, programs};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A person, their project, and its store.
pub(crate) struct Desk {
    pub(crate) person: Person,
    pub(crate) project: PathBuf,
    pub(crate) store: PathBuf,
}

/// What a command said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }
}

impl Desk {
    /// A project `shop` whose store is the fixture.
    pub(crate) fn with(fixture: &str) -> Self {
        let person = Person::new();
        let project = person.remember("shop", fixture);
        let store = person.store(&project);
        Self { person, project, store }
    }

    /// Runs `memdesk` with these words in the project's folder.
    pub(crate) fn run(&self, words: &[&str]) -> Said {
        self.run_in(&self.project, words, "")
    }

    /// As [`run`](Self::run), elsewhere and with standard input.
    pub(crate) fn run_in(&self, folder: &Path, words: &[&str], input: &str) -> Said {
        let mut child = programs::memdesk(&self.person, folder)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("memdesk starts");
        if let Some(mut stdin) = child.stdin.take() {
            // a command that needs no input may be gone already
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child.wait_with_output().expect("memdesk ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("memdesk prints UTF-8");
        Said {
            status: output.status.code().unwrap_or(-1),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Runs a command that must succeed.
    pub(crate) fn done(&self, words: &[&str], input: &str) -> Said {
        let said = self.run_in(&self.project, words, input);
        assert_eq!(said.status, 0, "{words:?}: {said:?}");
        said
    }

    /// The desk itself, on the same disk.
    pub(crate) fn desk(&self) -> memdesk_desk::Desk {
        let options = memdesk_desk::Options {
            root: Some(self.person.root()),
            data: Some(self.person.data()),
            ..memdesk_desk::Options::default()
        };
        memdesk_desk::Desk::open(options).expect("a desk")
    }

    /// Every file below the home but Memdesk's own, with its bytes and mode.
    pub(crate) fn disk(&self) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.person.home()];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
                let path = entry.path();
                let Ok(about) = std::fs::symlink_metadata(&path) else { continue };
                let mode = std::os::unix::fs::PermissionsExt::mode(&about.permissions());
                if about.is_dir() && path != self.person.data() {
                    open.push(path.clone());
                }
                let bytes =
                    if about.is_file() { std::fs::read(&path).unwrap_or_default() } else { Vec::new() };
                if !path.starts_with(self.person.data()) {
                    found.insert(path, (mode, bytes));
                }
            }
        }
        found
    }

    /// A file of the store; none when there is none.
    pub(crate) fn file(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.store.join(name)).ok()
    }
}
