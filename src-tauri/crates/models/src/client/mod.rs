//! The selector that asks the person's own installed Claude Code, and is exact for that reason.
//!
//! `claude -p` is started in the project's folder with its API base on a loopback port of ours. The listener there answers
//! the main turn itself with a word, so that it costs nothing, passes the selector's call on to the upstream that the client
//! uses anyway, with the client's own credentials, and hands its answer to the client and to the caller.
//!
//! Separate because it is the only selector that is a program, and the only one with somebody else's credentials. What it does
//! not do: no session, no memory and no setting is written; no hook, no server and no plugin of the person's is run (those
//! that an administrator has set cannot be kept from running); no credential is kept or told. The client writes some state of
//! its own as at every start: `~/.claude.json` and its backups when something in it is new, a counter in `plugins/store/`, and
//! a file in `sessions/` for as long as it runs.

mod exchange;
mod find;
pub(crate) mod forward;
pub(crate) mod listener;
pub(crate) mod process;
pub(crate) mod surroundings;
#[cfg(test)]
#[cfg(unix)]
mod tests;
pub(crate) mod wire;

pub use find::{Found, find};
pub use wire::Captured;

use crate::runtime;
use crate::selector::{Ask, Cancel, Choice, Selector, SelectorError};
use exchange::{Exchange, OWN_ANSWER, Outcome};
use forward::Upstream;
use listener::Listener;
use memdesk_memdir::Profile;
use memdesk_memdir::question::{self, RECALL_VARIABLE};
use process::{Ended, Process};
use serde_json::json;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use surroundings::Surroundings;
use tokio::process::Command;

/// How long one question may take, from the start of the client.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the main turn is held back for the selector's call to come, when the rules say that it will. The two come within
/// some hundredths of a second; a machine under load may need longer.
const SELECTOR_COMES: Duration = Duration::from_secs(10);

/// The same, when the rules say that it will not.
const SELECTOR_STAYS_AWAY: Duration = Duration::from_millis(1500);

/// How long the client may take to end once it has its answers.
const ENDING: Duration = Duration::from_secs(5);

/// Variables that would tell the client that it runs inside another one.
const OF_ANOTHER_CLIENT: &[&str] = &["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT"];

/// What was sent to the selector, and what came back.
type Sent = (Captured, Result<wire::Answer, SelectorError>);

/// The person's own Claude Code, for one project.
#[derive(Debug, Clone)]
pub struct Client {
    program: PathBuf,
    profile: &'static Profile,
    version: String,
    project: PathBuf,
    environment: BTreeMap<OsString, OsString>,
    patience: Duration,
}

impl Client {
    /// `found`, to be asked in the folder `project`, whose store it will search. It has this process's environment.
    pub fn new(found: &Found, project: PathBuf) -> Client {
        Client {
            program: found.program.clone(),
            profile: found.profile(),
            version: found.version.clone(),
            project,
            environment: std::env::vars_os().collect(),
            patience: PATIENCE,
        }
    }

    /// Sets a variable of the client's environment, such as `CLAUDE_CONFIG_DIR`; `None` takes it away.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: Option<OsString>) -> Client {
        match value {
            Some(value) => self.environment.insert(name.into(), value),
            None => self.environment.remove(std::ffi::OsStr::new(name)),
        };
        self
    }

    /// The whole environment of the client, instead of this process's.
    #[must_use]
    pub fn with_environment(mut self, environment: BTreeMap<OsString, OsString>) -> Client {
        self.environment = environment;
        self
    }

    /// How long one question may take, instead of 60 s.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Client {
        self.patience = patience;
        self
    }

    /// Asks, and tells what was sent too: its listing is that of the disk, `ask`'s may be of something not yet saved. Costs
    /// one call of the selector.
    ///
    /// # Errors
    /// As [`Selector::choose`]; `NotAsked` when the client did not run its selector, with the reason.
    pub fn ask(&self, ask: &Ask, cancel: &Cancel) -> Result<(Choice, Captured), SelectorError> {
        let (captured, answer) = runtime::wait(cancel, self.run(ask, true))?;
        let answer = answer?;
        let choice =
            Choice { usage: Some(answer.usage), ..crate::api::answer::read(&answer.raw, ask, self.profile)? };
        Ok((choice, captured))
    }

    /// What the client would send to its selector, without sending it. Costs nothing.
    ///
    /// # Errors
    /// As [`Client::ask`], but for those of the upstream.
    pub fn capture(&self, ask: &Ask, cancel: &Cancel) -> Result<Captured, SelectorError> {
        runtime::wait(cancel, self.run(ask, false)).map(|(captured, _)| captured)
    }

    async fn run(&self, ask: &Ask, forwards: bool) -> Result<Sent, SelectorError> {
        if ask.candidates.is_empty() {
            // the client would make the missing folder of a store, and ask nobody
            return Err(SelectorError::NotAsked("there is no memory to choose from".to_owned()));
        }
        if !self.project.is_dir() {
            return Err(SelectorError::NotAsked(format!(
                "the project's folder {} is not there: the client has to be started in it",
                self.project.display()
            )));
        }
        let surroundings = Surroundings::look(&self.project, &self.environment);
        let upstream = if forwards {
            Some(Upstream::of(&surroundings)?)
        } else {
            surroundings.upstream().map(|_| None)?
        };
        let runs = question::gate(&ask.query, 0, self.profile) == question::Gate::Runs;
        let exchange =
            Arc::new(Exchange::new(upstream, if runs { SELECTOR_COMES } else { SELECTOR_STAYS_AWAY }));
        let answering = exchange.clone();
        let listener = Listener::open(move |call| answering.clone().answer(call)).await?;
        let outcome = self.converse(ask, &exchange, listener.base_url(), &surroundings).await;
        listener.close().await;
        outcome
    }

    /// Starts the client, waits until it has ended, and says what has come of it.
    async fn converse(
        &self,
        ask: &Ask,
        exchange: &Exchange,
        base_url: &str,
        surroundings: &Surroundings,
    ) -> Result<Sent, SelectorError> {
        let settings = self.settings(base_url, surroundings)?;
        let command = self.command(base_url, settings.path(), surroundings);
        let mut process = Process::start(command, &self.program, ask.query.clone())?;
        let ended = tokio::select! {
            ended = process.ended() => Some(ended?),
            () = exchange.answered() => None,
            () = tokio::time::sleep(self.patience) => {
                process.stop().await;
                return Err(SelectorError::TimedOut(self.patience.as_secs()));
            }
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                let ended = tokio::time::timeout(ENDING, process.ended()).await;
                process.stop().await;
                match ended {
                    Ok(ended) => ended?,
                    Err(_) => return self.outcome(exchange, None),
                }
            }
        };
        self.outcome(exchange, Some(&ended))
    }

    fn outcome(&self, exchange: &Exchange, ended: Option<&Ended>) -> Result<Sent, SelectorError> {
        match exchange.outcome() {
            Outcome::Answered(captured, answer) => Ok((*captured, answer)),
            Outcome::Broken => Err(SelectorError::Unreachable(
                "the client ended before its selector was answered".to_owned(),
            )),
            Outcome::NotAsked => Err(SelectorError::NotAsked(self.why_not(ended))),
        }
    }

    /// Why a client ended without asking its selector.
    fn why_not(&self, ended: Option<&Ended>) -> String {
        let said =
            ended.map(|ended| wire::shown(&ended.said)).filter(|said| !said.is_empty() && said != OWN_ANSWER);
        let failed = ended.filter(|ended| !ended.status.success()).map(|ended| ended.status.to_string());
        match (failed, said) {
            (Some(status), Some(said)) => format!("the client ended with {status} and said: {said}"),
            (Some(status), None) => format!("the client ended with {status} and said nothing"),
            (None, Some(said)) => format!("the client answered by itself: {said}"),
            (None, None) if self.profile.recalls_by_variable => {
                "the client ran no selector for this question".to_owned()
            }
            (None, None) => format!(
                "the client ({}) ran no selector for this question: so old a client does so only where its own recall is on",
                self.version
            ),
        }
    }

    /// What the client is told in variables and, because those of its settings weigh more, in settings too.
    fn variables(&self, base_url: &str, surroundings: &Surroundings) -> BTreeMap<&'static str, String> {
        let no_proxy = surroundings.no_proxy();
        let no_proxy =
            if no_proxy.is_empty() { "127.0.0.1".to_owned() } else { format!("127.0.0.1,{no_proxy}") };
        let mut variables = BTreeMap::from([
            (surroundings::BASE_URL, base_url.to_owned()),
            // should this process die, the client ends at once instead of trying again for minutes
            ("CLAUDE_CODE_MAX_RETRIES", "0".to_owned()),
            ("DISABLE_AUTOUPDATER", "1".to_owned()),
            ("NO_PROXY", no_proxy.clone()),
            ("no_proxy", no_proxy),
        ]);
        if self.profile.recalls_by_variable {
            let stores = surroundings.get(RECALL_VARIABLE).unwrap_or("x").to_owned();
            variables.insert(RECALL_VARIABLE, stores);
            // an older client would not look at its own switch for recall with this
            variables.insert("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".to_owned());
        }
        variables
    }

    /// A settings file of ours that only this user can read: on the command line, others could read the way to our port.
    fn settings(
        &self,
        base_url: &str,
        surroundings: &Surroundings,
    ) -> Result<tempfile::NamedTempFile, SelectorError> {
        let settings = json!({"disableAllHooks": true, "env": self.variables(base_url, surroundings)});
        let written =
            tempfile::Builder::new().prefix("memdesk-").suffix(".json").tempfile().and_then(|file| {
                std::fs::write(file.path(), settings.to_string())?;
                Ok(file)
            });
        written.map_err(|error| {
            SelectorError::Unreachable(format!(
                "no temporary file in {}: {error}",
                std::env::temp_dir().display()
            ))
        })
    }

    fn command(&self, base_url: &str, settings: &std::path::Path, surroundings: &Surroundings) -> Command {
        let mut command = command_for(&self.program, &self.environment);
        command.current_dir(&self.project);
        command.envs(self.variables(base_url, surroundings));
        command.args(["-p", "--no-session-persistence", "--strict-mcp-config", "--tools", "", "--settings"]);
        command.arg(settings);
        if !surroundings.trusted {
            command.args(["--setting-sources", "user"]);
        }
        command
    }
}

/// A client in this environment and no other.
pub(crate) fn command_for(program: &std::path::Path, environment: &BTreeMap<OsString, OsString>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(environment);
    for name in OF_ANOTHER_CLIENT {
        command.env_remove(name);
    }
    command
}

impl Selector for Client {
    fn choose(&self, ask: &Ask, cancel: &Cancel) -> Result<Choice, SelectorError> {
        self.ask(ask, cancel).map(|(choice, _)| choice)
    }
}
