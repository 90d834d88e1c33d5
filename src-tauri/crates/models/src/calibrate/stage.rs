//! A conversation with the installed client that leaves nothing: its home, its project and its API are made for it and taken
//! away afterwards, and no address but this machine's own can be reached.
//!
//! Separate because it only observes: what was offered, what was attached, what was loaded. Never compares.

use crate::client::forward::Reply;
use crate::client::listener::{Call, Listener};
use crate::client::process::Process;
use crate::client::wire;
use crate::selector::SelectorError;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use memdesk_memdir::question::RECALL_VARIABLE;
use memdesk_memdir::{Profile, slug};
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long the main turn waits for the selector, when the rules say that it is called and when they say that it is not.
const SELECTOR_COMES: [Duration; 2] = [Duration::from_secs(10), Duration::from_millis(800)];

/// How long the client gets to read what was selected, before its main turn goes on.
const READING: Duration = Duration::from_millis(120);

/// How often the main turn goes on, so that what was selected finds a place to be attached.
const ROUNDS: usize = 3;

/// The switch for recall in the state file of a client that has no variable for it.
const RECALL_FEATURE: &str = "tengu_moth_copse";

/// A file of a store.
#[derive(Debug, Clone)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    pub(super) mtime: Timestamp,
}

/// A question, and what the stand-in for the selector answers.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) text: String,
    pub(super) answer: String,
    /// The rules say that the selector is called.
    pub(super) runs: bool,
}

/// What was seen of a question.
#[derive(Debug, Clone, Default)]
pub(super) struct Seen {
    /// The listing that the selector was offered; none when it was not called.
    pub(super) listing: Option<String>,
    /// What was attached, in order.
    pub(super) attached: Vec<Attached>,
    /// All texts of the first request of the main turn.
    pub(super) main: String,
}

/// An attached memory, as the client recorded it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attached {
    /// Relative to the store.
    pub(super) path: String,
    /// With the client's note about a cut.
    pub(super) content: String,
    /// Lines kept, where it says so.
    pub(super) limit: Option<usize>,
    /// What stands above it, without its path.
    pub(super) header: String,
    /// The content stood in a request of the main turn, as it was recorded.
    pub(super) sent: bool,
}

/// Lays out `files`, puts `questions` one after another to one client in recall mode or not, and says what it saw.
///
/// # Errors
/// `NoClient`, `TimedOut`; `NotAsked` when the client ended before its questions; `Unreachable` when this machine has no room.
pub(super) async fn converse(
    program: &Path,
    profile: &Profile,
    files: &[File],
    questions: &[Question],
    recall: bool,
) -> Result<Vec<Seen>, SelectorError> {
    let broken = |error: io::Error| SelectorError::Unreachable(format!("no place for a trial: {error}"));
    let place = Place::lay(files, profile, recall).map_err(broken)?;
    let stand_in = Arc::new(StandIn { questions: questions.to_vec(), state: Mutex::default() });
    let answering = stand_in.clone();
    let listener = Listener::open(move |call| answering.clone().answer(call)).await?;
    let command = place.command(program, profile, listener.base_url(), recall);
    let talked = talk(command, program, &stand_in).await;
    listener.close().await;
    talked?;
    let mut state = stand_in.state.lock().unwrap_or_else(PoisonError::into_inner);
    let mut seen = std::mem::take(&mut state.seen);
    seen.resize_with(questions.len(), Seen::default);
    place.attached(questions, &state.sent, &mut seen).map_err(broken)?;
    Ok(seen)
}

async fn talk(command: Command, program: &Path, stand_in: &StandIn) -> Result<(), SelectorError> {
    let (mut process, mut stdin, stdout) = Process::open(command, program)?;
    let mut lines = BufReader::new(stdout).lines();
    for (at, question) in stand_in.questions.iter().enumerate() {
        stand_in.begin(at);
        let message = json!({"type": "user", "message": {"role": "user", "content": question.text}});
        let turn = async {
            stdin.write_all(format!("{message}\n").as_bytes()).await?;
            while let Some(line) = lines.next_line().await? {
                let line: Value = serde_json::from_str(&line).unwrap_or_default();
                if line.get("type").and_then(Value::as_str) == Some("result") {
                    return Ok(true);
                }
            }
            Ok::<bool, io::Error>(false)
        };
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(Ok(true)) => {}
            Ok(_) => {
                let said = process.ended().await.map(|ended| wire::shown(&ended.said)).unwrap_or_default();
                return Err(SelectorError::NotAsked(format!(
                    "the client ended before its questions: {said}"
                )));
            }
            Err(_) => {
                process.stop().await;
                return Err(SelectorError::TimedOut(PATIENCE.as_secs()));
            }
        }
    }
    drop(stdin);
    // it writes the last rows of its session when it ends
    let _ = tokio::time::timeout(PATIENCE, process.ended()).await;
    process.stop().await;
    Ok(())
}

/// The stand-in for the API.
struct StandIn {
    questions: Vec<Question>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    at: usize,
    rounds: usize,
    seen: Vec<Seen>,
    /// Every text that the main turns were sent.
    sent: String,
}

impl StandIn {
    fn begin(&self, at: usize) {
        let mut state = self.state();
        (state.at, state.rounds) = (at, 0);
        state.seen.resize_with(at + 1, Seen::default);
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn answer(self: Arc<Self>, call: Call) -> Response {
        let path = call.rest.split('?').next().unwrap_or_default();
        if call.method == Method::HEAD {
            return StatusCode::OK.into_response();
        }
        let Ok(body) = serde_json::from_slice::<Value>(&call.body) else {
            return Reply::error(StatusCode::NOT_FOUND, "not offered").into_response();
        };
        if path != "/v1/messages" {
            return Reply::new(StatusCode::OK, "application/json", br#"{"input_tokens":1}"#.to_vec())
                .into_response();
        }
        if wire::is_selector(&body) {
            let captured = wire::captured(body.clone());
            let mut state = self.state();
            let at = state.at;
            if let Some(seen) = state.seen.get_mut(at) {
                seen.listing = Some(captured.listing);
            }
            drop(state);
            let answer = self.questions.get(at).map(|question| question.answer.as_str()).unwrap_or_default();
            return Reply::message(&body, answer).into_response();
        }
        let is_main = body.get("tools").and_then(Value::as_array).is_some_and(|tools| !tools.is_empty());
        let goes_on = is_main && self.main(&body).await;
        if !goes_on {
            return Reply::message(&body, "ok").into_response();
        }
        let id = format!("toolu_{:?}", Timestamp::now().as_nanosecond());
        let nothing =
            json!({"type": "tool_use", "id": id, "name": "Read", "input": {"file_path": "/nothing/is/here"}});
        let (media_type, bytes) = wire::message(&body, &[nothing]);
        Reply::new(StatusCode::OK, media_type, bytes).into_response()
    }

    /// Takes down a request of the main turn, and says whether the turn goes on.
    async fn main(&self, body: &Value) -> bool {
        let mut texts = String::new();
        for message in body.get("messages").and_then(Value::as_array).into_iter().flatten() {
            texts.push_str(&wire::text(message.get("content").unwrap_or(&Value::Null)));
            texts.push('\n');
        }
        let system = wire::text(body.get("system").unwrap_or(&Value::Null));
        let (at, round) = {
            let mut state = self.state();
            state.rounds += 1;
            let (at, round) = (state.at, state.rounds);
            if let (1, Some(seen)) = (round, state.seen.get_mut(at)) {
                seen.main = format!("{system}\n{texts}");
            }
            state.sent = texts;
            (at, round)
        };
        let ran = || self.state().seen.get(at).is_some_and(|seen| seen.listing.is_some());
        if round == 1 {
            let runs = self.questions.get(at).is_some_and(|question| question.runs);
            let [comes, stays_away] = SELECTOR_COMES;
            let until = tokio::time::Instant::now() + if runs { comes } else { stays_away };
            while !ran() && tokio::time::Instant::now() < until {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        tokio::time::sleep(READING).await;
        ran() && round < ROUNDS
    }
}

/// A home, a project and a store in it, for one conversation.
struct Place {
    folder: tempfile::TempDir,
    home: PathBuf,
    project: PathBuf,
    store: PathBuf,
}

impl Place {
    fn lay(files: &[File], profile: &Profile, recall: bool) -> io::Result<Place> {
        let folder = tempfile::Builder::new().prefix("memdesk-trial-").tempdir()?;
        let base = folder.path().canonicalize()?;
        let (home, project) = (base.join("home"), base.join("project"));
        let store = home.join(".claude/projects").join(slug::slug(&project.to_string_lossy())).join("memory");
        std::fs::create_dir_all(&project)?;
        std::fs::create_dir_all(&store)?;
        for file in files {
            let path = store.join(&file.path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(&path, &file.bytes)?;
            std::fs::File::options().append(true).open(&path)?.set_modified(file.mtime.into())?;
        }
        let mut state = json!({
            "hasCompletedOnboarding": true,
            "projects": {project.to_string_lossy(): {"hasTrustDialogAccepted": true}},
        });
        if recall && !profile.recalls_by_variable {
            state["cachedGrowthBookFeatures"] = json!({ RECALL_FEATURE: true });
        }
        std::fs::write(home.join(".claude.json"), state.to_string())?;
        Ok(Place { folder, home, project, store })
    }

    fn command(&self, program: &Path, profile: &Profile, base_url: &str, recall: bool) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.project).env_clear();
        for name in ["PATH", "SystemRoot", "ComSpec", "PATHEXT"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command.env("HOME", &self.home).env("USERPROFILE", &self.home).env("TMPDIR", self.folder.path());
        command.env("ANTHROPIC_BASE_URL", base_url).env("ANTHROPIC_API_KEY", "no-key-is-needed-on-loopback");
        command.env("CLAUDE_CODE_MAX_RETRIES", "0").env("DISABLE_AUTOUPDATER", "1").env("LANG", "C.UTF-8");
        // nobody listens there: whatever is not for this machine goes nowhere
        command.env("HTTPS_PROXY", "http://127.0.0.1:9").env("HTTP_PROXY", "http://127.0.0.1:9");
        command.env("NO_PROXY", "127.0.0.1").env("GIT_CEILING_DIRECTORIES", self.folder.path());
        if profile.recalls_by_variable {
            command.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
            if recall {
                command.env(RECALL_VARIABLE, "x");
            }
        }
        command.args(["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
        command.args(["--tools", "Read", "--strict-mcp-config", "--settings", r#"{"disableAllHooks":true}"#]);
        command
    }

    /// Reads from the session file what was attached to each question.
    fn attached(&self, questions: &[Question], sent: &str, seen: &mut [Seen]) -> io::Result<()> {
        let mut at = None;
        for entry in self.store.parent().into_iter().flat_map(std::fs::read_dir).flatten() {
            let path = entry?.path();
            if path.extension().is_none_or(|ending| ending != "jsonl") {
                continue;
            }
            for row in String::from_utf8_lossy(&std::fs::read(path)?).lines() {
                let row: Value = serde_json::from_str(row).unwrap_or_default();
                let text = row.pointer("/message/content").map(wire::text).unwrap_or_default();
                let next = at.map_or(0, |at| at + 1);
                if let Some(found) = questions.iter().skip(next).position(|question| question.text == text) {
                    at = Some(next + found);
                }
                let is_attachment =
                    row.pointer("/attachment/type").and_then(Value::as_str) == Some("relevant_memories");
                let memories = row.pointer("/attachment/memories").and_then(Value::as_array);
                if let (true, Some(memories), Some(seen)) =
                    (is_attachment, memories, at.and_then(|at| seen.get_mut(at)))
                {
                    seen.attached.extend(memories.iter().map(|memory| self.memory(memory, sent)));
                }
            }
        }
        Ok(())
    }

    fn memory(&self, memory: &Value, sent: &str) -> Attached {
        let text = |name: &str| memory.get(name).and_then(Value::as_str).unwrap_or_default();
        let (absolute, content) = (text("path"), text("content"));
        let relative = Path::new(absolute).strip_prefix(&self.store).unwrap_or(Path::new(absolute));
        Attached {
            path: relative.to_string_lossy().into_owned(),
            content: content.replace(absolute, "PATH"),
            limit: memory.get("limit").and_then(Value::as_u64).and_then(|limit| usize::try_from(limit).ok()),
            header: text("header").replace(absolute, ""),
            sent: sent.contains(content),
        }
    }
}
