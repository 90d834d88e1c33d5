//! The person's own Claude Code as the agent: started in a temporary folder that holds a copy of the memory and the sessions,
//! with tools that read both and write only the copy. Needs no key; its calls go where they go anyway.
//!
//! Separate because here the hands are the client's, and so is the boundary. What it is kept from: a shell and every tool but
//! five; settings, permissions, hooks, servers, plugins and instructions of the person's and of any folder (a person's own
//! permissions could let it write elsewhere; of their settings only those that say which model is asked, where and how); its own
//! memory, in which it could neither read nor write; sessions. The task goes in as a text that is not its last one, since the
//! client attaches the files that its last text mentions with `@`. It has no tool that deletes: a file that it writes empty
//! counts as deleted. All of this was seen with 2.1.197 and 2.1.332. As at every start, the client writes some state of its own:
//! `~/.claude.json` and its backups when something in it is new, and a counter in `plugins/store/`.

mod folder;
mod report;

use super::{Brief, Limits, Short, Step, Work};
use crate::client::process::Process;
use crate::client::{Found, command_for, surroundings};
use crate::runtime::wait;
use crate::selector::{Cancel, SelectorError};
use folder::Folder;
use report::Report;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdout, Command};

/// Files of the copy, by path below the memory folder.
pub type Files = BTreeMap<String, Arc<[u8]>>;

/// What it works on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Copied {
    /// The memory.
    pub files: Files,
    /// Past conversations: id and text. Read only; one whose id is no plain file name is left out.
    pub sessions: Vec<(String, String)>,
}

/// The tools that it has.
const TOOLS: &str = "Read,Grep,Glob,Edit,Write";
/// What it may do with them; a rule for `Edit` holds for `Write`.
const ALLOWED: &str = "Read(./memory/**),Read(./sessions/**),Edit(./memory/**)";
/// What it is told beyond the caller's instruction.
const PLACE: &str = "The current folder holds `memory/` and `sessions/`. Only files in `memory/` can be written. There is no \
                     tool that deletes: to delete a file, write it with empty content.";
/// Its last text.
const BEGIN: &str = "Do the task above now.";
/// Variables that lead a client to another memory; its own is off.
const OTHER_MEMORIES: &[&str] =
    &["CLAUDE_MEMORY_STORES", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", "CLAUDE_CODE_REMOTE_MEMORY_DIR"];
/// What it is told in variables.
const VARIABLES: &[(&str, &str)] = &[
    ("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "1"),
    ("CLAUDE_CODE_SAFE_MODE", "1"),
    ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
    ("DISABLE_AUTOUPDATER", "1"),
    ("CLAUDE_CODE_MAX_RETRIES", "3"),
];
/// A longer line of its output is not read; one repeats a file that was written, and what it was before.
const LINE_LIMIT: u64 = 16 * 1024 * 1024;
/// How long it may take to end once its output has.
const ENDING: Duration = Duration::from_secs(5);

/// Lets the client `found`, with this environment, work at `brief` over `copied`, and returns the files as it left them:
/// regular ones only, no link followed. The client is ended before this returns, and the folder is gone.
///
/// Tokens are counted as the client reports them, after each answer; a limit of dollars is the client's own to keep. A limit of
/// tokens ends it after the answer that reached it. [`Step::Turn`] comes with the answer, but for the first.
///
/// # Errors
/// As [`run`](super::run): when it does not start, does not reach its model or is not let in, before it has used a tool;
/// `Cancelled` at any time. `Unreachable` when there is no place for the folder.
pub fn run(
    found: &Found,
    environment: &BTreeMap<OsString, OsString>,
    brief: &Brief,
    copied: &Copied,
    limits: &Limits,
    tell: &mut dyn FnMut(Step),
    cancel: &Cancel,
) -> Result<(Work, Files), SelectorError> {
    if cancel.is_cancelled() {
        return Err(SelectorError::Cancelled);
    }
    if limits.turns == 0 {
        let work = Report::default().work(Some(Short::TurnLimit));
        return Ok((work, copied.files.clone()));
    }
    let instruction = format!("{}\n\n{PLACE}", brief.instruction.trim_end());
    let settings = settings(environment).to_string();
    let folder = Folder::lay(copied, &instruction, &settings)?;
    let task = json!({"type": "user", "message": {"role": "user", "content": [
        {"type": "text", "text": brief.task}, {"type": "text", "text": BEGIN},
    ]}});
    let start = Start { command: command(found, environment, &folder, limits), program: &found.program };
    tell(Step::Turn(1));
    let (steps, told) = mpsc::channel();
    let worked = std::thread::scope(|scope| {
        let folder = &folder;
        let working = scope.spawn(move || work(start, task.to_string(), folder, limits, steps, cancel));
        // ends when the other thread does, and with it the channel
        told.iter().for_each(tell);
        working.join()
    });
    let work = worked.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    Ok((work, folder.read(&copied.files)))
}

/// How it is started.
struct Start<'a> {
    command: Command,
    program: &'a Path,
}

/// Starts it and waits until it has ended, whatever happens.
fn work(
    start: Start<'_>,
    task: String,
    folder: &Folder,
    limits: &Limits,
    steps: mpsc::Sender<Step>,
    cancel: &Cancel,
) -> Result<Work, SelectorError> {
    let mut report = Report::new(folder.work());
    let mut process = None;
    let program = start.program;
    let ended = wait(cancel, watch(start, task, limits, &steps, &mut report, &mut process));
    if let Some(process) = process.take() {
        // the folder may go only when nobody writes there any more
        wait(&Cancel::default(), async {
            process.stop().await;
            Ok(())
        })?;
    }
    match ended {
        Ok(short) => report.outcome(short, program),
        Err(error) if error == SelectorError::Cancelled || !report.acted() => Err(error),
        Err(error) => Ok(report.work(Some(Short::BrokeOff(error.to_string())))),
    }
}

/// Why it was ended from here; none when it ended by itself.
async fn watch(
    start: Start<'_>,
    task: String,
    limits: &Limits,
    steps: &mpsc::Sender<Step>,
    report: &mut Report,
    process: &mut Option<Process>,
) -> Result<Option<Short>, SelectorError> {
    let (started, mut stdin, stdout) = Process::open(start.command, start.program)?;
    let process = process.insert(started);
    tokio::spawn(async move {
        // a client that ends without reading makes this fail; how it ended says more
        let _ = stdin.write_all(task.as_bytes()).await;
        let _ = stdin.write_all(b"\n").await;
    });
    let mut output = BufReader::new(stdout);
    loop {
        let line = tokio::time::timeout(limits.patience, line(&mut output)).await;
        let Some(line) = line.map_err(|_| SelectorError::TimedOut(limits.patience.as_secs()))? else { break };
        for step in report.line(&line) {
            // nobody who listens is no reason to stop
            let _ = steps.send(step);
        }
        if limits.tokens.is_some_and(|limit| report.tokens() >= limit) && !report.is_over() {
            return Ok(Some(Short::TokenLimit));
        }
    }
    if let Ok(ended) = tokio::time::timeout(ENDING, process.ended()).await {
        report.ended(&ended?);
    }
    Ok(None)
}

/// The next line; none at the end.
async fn line(output: &mut BufReader<ChildStdout>) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    match (&mut *output).take(LINE_LIMIT).read_until(b'\n', &mut line).await {
        // an output that breaks off has ended
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line),
    }
}

/// What it is told in settings, which weigh more than variables do.
fn settings(environment: &BTreeMap<OsString, OsString>) -> Value {
    let mut settings = surroundings::way_to_a_model(environment);
    let mut variables = settings.remove("env").and_then(|env| match env {
        Value::Object(env) => Some(env),
        _ => None,
    });
    let variables = variables.get_or_insert_default();
    variables.retain(|name, _| !OTHER_MEMORIES.contains(&name.as_str()));
    variables.extend(VARIABLES.iter().map(|(name, value)| ((*name).to_owned(), json!(value))));
    settings.insert("env".to_owned(), json!(variables));
    settings.insert("disableAllHooks".to_owned(), json!(true));
    settings.insert("autoMemoryEnabled".to_owned(), json!(false));
    Value::Object(settings)
}

fn command(
    found: &Found,
    environment: &BTreeMap<OsString, OsString>,
    folder: &Folder,
    limits: &Limits,
) -> Command {
    let mut command = command_for(&found.program, environment);
    for name in OTHER_MEMORIES {
        command.env_remove(name);
    }
    command.envs(VARIABLES.iter().copied()).current_dir(folder.work());
    command.args(["-p", "--no-session-persistence", "--strict-mcp-config", "--setting-sources", ""]);
    command.args(["--tools", TOOLS, "--permission-mode", "dontAsk", "--allowedTools", ALLOWED]);
    command.args(["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
    command.arg("--settings").arg(folder.settings());
    command.arg("--system-prompt-file").arg(folder.instruction());
    command.args(["--max-turns", &limits.turns.to_string()]);
    if let Some(dollars) = limits.dollars {
        command.args(["--max-budget-usd", &dollars.to_string()]);
    }
    command
}
