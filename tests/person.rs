//! Somebody with a home: a config root, projects, and Memdesk's data, all in one temporary folder.
//!
//! Separate so that every test begins from a home of its own. Never uses the environment of whoever runs the tests:
//! [`Person::env`] is all that a program started for them gets.

use crate::lay::lay;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// Somebody with a home. It is gone when this is dropped.
#[derive(Debug)]
pub struct Person {
    dir: TempDir,
    sessions: AtomicU32,
}

impl Person {
    /// An empty home.
    ///
    /// # Panics
    /// When no temporary folder can be made.
    #[must_use]
    pub fn new() -> Self {
        // a short name: the client's slug of a project is made of the whole path
        let dir = tempfile::Builder::new().prefix("md").tempdir().expect("a temporary folder");
        let person = Self { dir, sessions: AtomicU32::new(0) };
        for folder in [person.root(), person.run_dir()] {
            fs::create_dir_all(folder).expect("a folder of the home");
        }
        person
    }

    /// The home.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        // the client resolves links in a project's path, and so do its slugs
        self.dir.path().canonicalize().unwrap_or_else(|_| self.dir.path().to_path_buf())
    }

    /// The client's config root, `~/.claude`.
    #[must_use]
    pub fn root(&self) -> PathBuf {
        self.home().join(".claude")
    }

    /// Memdesk's data.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.home().join(".local/share/memdesk")
    }

    /// `$XDG_RUNTIME_DIR`.
    fn run_dir(&self) -> PathBuf {
        self.home().join(".run")
    }

    /// The folder `~/code/NAME`, made when there is none.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn project(&self, name: &str) -> PathBuf {
        let folder = self.home().join("code").join(name);
        fs::create_dir_all(&folder).expect("a project's folder");
        folder
    }

    /// Where the client keeps the memory of a project folder.
    #[must_use]
    pub fn store(&self, project: &Path) -> PathBuf {
        self.sessions_of(project).join("memory")
    }

    fn sessions_of(&self, project: &Path) -> PathBuf {
        self.root().join("projects").join(memdesk_memdir::slug::slug(&project.to_string_lossy()))
    }

    /// A project with a session and the store that `fixture` describes; returns the project's folder.
    ///
    /// # Panics
    /// On text that is no fixture, or when the disk refuses.
    pub fn remember(&self, name: &str, fixture: &str) -> PathBuf {
        let project = self.project(name);
        self.session(&project, "how does the build work");
        lay(&self.store(&project), fixture);
        project
    }

    /// A session of the client in a project: one question, as the client records it.
    ///
    /// # Panics
    /// When the disk refuses.
    pub fn session(&self, project: &Path, question: &str) {
        self.session_with(project, question, &[]);
    }

    /// The same with further rows behind the question; each gets the fields that every row has.
    ///
    /// # Panics
    /// When the disk refuses.
    pub fn session_with(&self, project: &Path, question: &str, more: &[Value]) {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed);
        let id = format!("00000000-0000-4000-8000-{number:012}");
        let asked = json!({
            "type": "user",
            "origin": { "kind": "human" },
            "message": { "role": "user", "content": question },
        });
        let mut rows = String::new();
        for (at, row) in std::iter::once(&asked).chain(more).enumerate() {
            let mut whole = json!({
                "uuid": format!("1000000{at}-0000-4000-8000-{number:012}"),
                "sessionId": id,
                "cwd": project,
                "version": "2.1.332",
                "timestamp": "2026-01-01T09:00:00.000Z",
            });
            if let (Value::Object(whole), Value::Object(row)) = (&mut whole, row) {
                whole.extend(row.clone());
            }
            rows.push_str(&format!("{whole}\n"));
        }
        let folder = self.sessions_of(project);
        fs::create_dir_all(&folder).expect("the folder of sessions");
        fs::write(folder.join(format!("{id}.jsonl")), rows).expect("a session");
    }

    /// Sets the model: one of Anthropic's format at this address.
    ///
    /// # Panics
    /// When the settings cannot be written.
    pub fn uses_model(&self, address: &str) {
        let settings = format!("[models]\nbase_url = {address:?}\nmodel = \"test-model\"\n");
        std::fs::create_dir_all(self.data()).expect("the data directory");
        std::fs::write(self.data().join("settings.toml"), settings).expect("the settings");
    }

    /// The whole environment of a program that this person starts.
    #[must_use]
    pub fn env(&self) -> Vec<(String, String)> {
        let home = self.home();
        let at = |folder: &str| home.join(folder).to_string_lossy().into_owned();
        let path = std::env::var("PATH").unwrap_or_default();
        [
            ("HOME", at("")),
            ("PATH", path),
            ("LANG", "C.UTF-8".to_owned()),
            ("TZ", "UTC".to_owned()),
            ("XDG_CONFIG_HOME", at(".config")),
            ("XDG_DATA_HOME", at(".local/share")),
            ("XDG_STATE_HOME", at(".local/state")),
            ("XDG_CACHE_HOME", at(".cache")),
            ("XDG_RUNTIME_DIR", at(".run")),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}

impl Default for Person {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        // a folder that nobody may read cannot be removed either, unless by root
        let _ = std::process::Command::new("chmod").args(["-R", "u+rwX"]).arg(self.dir.path()).status();
    }
}
