//! A person with a store, a model that answers them by a script, and what came of a run.

use crate::desk::Desk as Terminal;
use memdesk_desk::settings::SettingValue;
use memdesk_desk::view::{Progress, RunAsk, RunView, SettingChange};
use memdesk_desk::{Desk, Options};
use memdesk_tests::stand_in_model::{StandIn, Turn};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A person with a store, and the model that answers them.
pub(super) struct Scene {
    pub(super) terminal: Terminal,
    pub(super) model: StandIn,
}

impl Scene {
    /// `scripts`: a run each, in their order.
    pub(super) fn new(fixture: &str, scripts: Vec<Vec<Turn>>) -> Scene {
        Scene::at("anthropic", fixture, scripts)
    }

    /// The same at this provider, `anthropic` or `openai`.
    pub(super) fn at(provider: &str, fixture: &str, scripts: Vec<Vec<Turn>>) -> Scene {
        let mut scripts = scripts.into_iter();
        let first = scripts.next().expect("a script");
        let model = if provider == "openai" { StandIn::openai(first) } else { StandIn::anthropic(first) };
        let model = scripts.fold(model, StandIn::then);
        let scene = Scene { terminal: Terminal::with(fixture), model };
        let desk = scene.desk();
        let base_url = scene.model.address().to_owned();
        desk.set_settings(&[
            setting("models.provider", provider),
            setting("models.base_url", &base_url),
            setting("models.model", "test-model"),
        ])
        .expect("settings can be kept");
        scene
    }

    /// A desk of its own, as each program has.
    pub(super) fn desk(&self) -> Arc<Desk> {
        let person = &self.terminal.person;
        let desk = Desk::open(Options {
            root: Some(person.root()),
            store: Some(self.terminal.store.clone()),
            data: Some(person.data()),
            ..Options::default()
        });
        Arc::new(desk.expect("a desk"))
    }

    pub(super) fn store(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        files(&self.terminal.store)
    }

    /// The session that every project here has.
    pub(super) fn session(&self) -> String {
        let desk = self.desk();
        let id = desk.store_of(None).expect("the store");
        desk.index_questions(&id, "t", &|_| ()).expect("sessions can be read");
        let runs = desk.runs(&id).expect("runs");
        runs.sessions.first().expect("a session").id.clone()
    }

    /// The file of a session.
    pub(super) fn file(&self, session: &str) -> PathBuf {
        self.terminal.store.parent().expect("the project").join(format!("{session}.jsonl"))
    }

    /// A person says more in a session: a turn for each text.
    pub(super) fn say(&self, session: &str, texts: &[String]) {
        let file = self.file(session);
        let mut rows = fs::read_to_string(&file).expect("the session");
        let first = rows.lines().next().expect("a row");
        let mut row: Value = serde_json::from_str(first).expect("JSON");
        for text in texts {
            let number = rows.lines().count();
            row["message"]["content"] = json!(text);
            row["uuid"] = json!(format!("3{number:07}-0000-4000-8000-000000000000"));
            rows.push_str(&format!("{row}\n"));
        }
        fs::write(&file, rows).expect("the session grows");
    }

    pub(super) fn run(&self, ask: RunAsk) -> RunView {
        let desk = self.desk();
        let id = desk.store_of(None).expect("the store");
        desk.run_now(&id, ask, &silent).expect("a run")
    }

    /// Proposed changes as `kind path`, with the text after.
    pub(super) fn proposed(&self) -> BTreeMap<String, Option<String>> {
        let desk = self.desk();
        let id = desk.store_of(None).expect("the store");
        let queue = desk.review(&id).expect("the queue");
        let mut out = BTreeMap::new();
        for proposal in queue.proposals.iter().filter(|proposal| proposal.run.is_some()) {
            for change in &proposal.changes {
                let texts = desk.review_texts(&id, &proposal.id, &change.path).expect("its texts");
                out.insert(format!("{} {}", change.kind, change.path), texts.after);
            }
        }
        out
    }
}

pub(super) fn silent(_: Progress) {}

pub(super) fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => out.extend(files(&path)),
            false => drop(out.insert(path.clone(), fs::read(&path).unwrap_or_default())),
        }
    }
    out
}

pub(super) fn extract(session: &str) -> RunAsk {
    RunAsk {
        kind: "extract".to_owned(),
        session: Some(session.to_owned()),
        turns: None,
        agent: "api".to_owned(),
        most_turns: None,
        most_tokens: None,
        most_dollars: None,
    }
}

pub(super) fn dream() -> RunAsk {
    RunAsk { kind: "dream".to_owned(), session: None, ..extract("") }
}

pub(super) fn write(path: &str, content: &str) -> (&'static str, Value) {
    ("Write", json!({ "path": path, "content": content }))
}

pub(super) fn edit(path: &str, old: &str, new: &str) -> (&'static str, Value) {
    ("Edit", json!({ "path": path, "old_string": old, "new_string": new }))
}

/// A setting that is a text.
pub(super) fn setting(key: &str, value: &str) -> SettingChange {
    SettingChange { key: key.to_owned(), value: Some(SettingValue::Text(value.to_owned())) }
}
