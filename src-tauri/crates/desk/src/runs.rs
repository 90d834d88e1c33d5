//! Runs: what the extractor or a dream would do, done on a copy.
//!
//! Separate because a run is long, asks a model, and changes nothing: a copy of the store is edited in memory, and what
//! differs waits in review like anything else. Writes into Memdesk's own data directory alone.
//!
//! | where | what |
//! |---|---|
//! | `line` | one run at a time on a store; requests during one become one that follows |
//! | `work` | a run from its beginning to its end |
//! | `brief` | what a model is told |
//! | `talks` | conversations as it reads them |
//! | `report` | fates, losses, the index and recall before and after |
//! | `dream` | whether the client would dream now |
//! | `instruction` | the instructions, and a person's own |
//! | `kept` | runs on disk |

mod brief;
mod dream;
mod instruction;
mod kept;
mod line;
mod report;
mod talks;
mod work;

pub(crate) use report::lost_views;

use crate::Desk;
use crate::gate::waiting_in;
use crate::look::{Look, now};
use crate::review::run_proposal;
use crate::topics::iso;
use crate::view::{Failure, Progress, RunAsk, RunReport, RunView, Runs, StoreState};
use line::{Line, Turn, Wanted};
use memdesk_models::api::Provider;
use memdesk_models::{SelectorError, client};
use memdesk_store::Scope;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Kinds of runs.
const EXTRACT: &str = "extract";
const DREAM: &str = "dream";
/// Answers of the model at most: of an extraction as the client has it (facts of 2.1.332).
const EXTRACT_TURNS: usize = 5;
const DREAM_TURNS: usize = 30;
/// More is not asked for.
const MOST_TURNS: usize = 200;

/// Who hears of progress.
pub type Tell = dyn Fn(Progress) + Send + Sync;

/// Runs of this process.
#[derive(Debug, Default)]
pub(crate) struct AtWork {
    /// By store.
    lines: Mutex<HashMap<String, Line>>,
    /// Runs that have not ended, by id.
    live: Mutex<HashMap<String, RunView>>,
}

impl AtWork {
    fn lines(&self) -> MutexGuard<'_, HashMap<String, Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, RunView>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    /// What can be run on a store, and what was.
    ///
    /// # Errors
    /// `no-such-store`; `sessions`.
    pub fn runs(&self, id: &str) -> Result<Runs, Failure> {
        let look = self.look(id)?;
        let selectors = self.selectors(id)?;
        let barred = self.barred(&look).map(|(word, _)| word.to_owned());
        let mut runs: Vec<RunView> =
            self.run_dirs(id).into_iter().filter_map(|(run, _)| self.run_view(id, &run).ok()).collect();
        runs.reverse();
        Ok(Runs {
            sessions: self.run_sessions(&look)?,
            dream: self.dream_gate(&look),
            api: selectors.api,
            client: selectors.client,
            runs,
            barred,
        })
    }

    /// Begins a run, or has it follow the one at work; returns at once. `tell` hears of every step, and of the end.
    ///
    /// # Errors
    /// `no-such-store`; `bad-run`; `barred`; `no-such-session`; `no-key`, `no-client` and others when nobody could work; `io`.
    pub fn start_run(self: &Arc<Self>, id: &str, ask: RunAsk, tell: Box<Tell>) -> Result<RunView, Failure> {
        let (wanted, turn) = self.want(id, ask)?;
        let run = wanted.run.clone();
        match turn {
            Turn::Joined(other) => return self.run_view(id, &other),
            Turn::Follows => {}
            Turn::Begins => {
                let (desk, id) = (Arc::clone(self), id.to_owned());
                std::thread::spawn(move || desk.work_off(&id, wanted, &*tell));
            }
        }
        self.run_view(id, &run)
    }

    /// Runs to the end, on this thread. A run that failed or was cancelled is an answer.
    ///
    /// # Errors
    /// As [`Desk::start_run`].
    pub fn run_now(&self, id: &str, ask: RunAsk, tell: &Tell) -> Result<RunView, Failure> {
        let (wanted, turn) = self.want(id, ask)?;
        let run = wanted.run.clone();
        match turn {
            Turn::Joined(other) => return self.run_view(id, &other),
            Turn::Follows => {}
            Turn::Begins => self.work_off(id, wanted, tell),
        }
        self.run_view(id, &run)
    }

    /// A run as it stands.
    ///
    /// # Errors
    /// `no-such-run`.
    pub fn run_view(&self, id: &str, run: &str) -> Result<RunView, Failure> {
        let dir = self.run_dir(id, run)?;
        if let Some(live) = self.at_work.live().get(run) {
            return Ok(live.clone());
        }
        let mut view = kept::read(&dir)
            .ok_or_else(|| Failure::broken("the run", &format!("{} cannot be read", dir.display())))?;
        view.waiting = waiting_in(dir);
        if view.ended.is_none() && !self.others_run(id) {
            view.state = "failed".to_owned();
            let hint = match view.waiting {
                0 => "Nothing was proposed; run it again.",
                _ => "What it had made waits in Review all the same.",
            };
            view.failure = Some(("Memdesk ended before the run did".to_owned(), Some(hint.to_owned())));
            view.files = view.files.max(view.waiting);
            view.proposal = (view.waiting > 0).then(|| run_proposal(id, run));
        }
        Ok(view)
    }

    /// What a run would make of the store, as the store was when it ended.
    ///
    /// # Errors
    /// `no-such-run`; `no-report` when it has none: it has not ended, or proposes nothing.
    pub fn run_report(&self, id: &str, run: &str) -> Result<RunReport, Failure> {
        let dir = self.run_dir(id, run)?;
        kept::report(&dir).ok_or_else(|| {
            Failure::new("no-report", "the run proposes nothing that could be reported on", None)
        })
    }

    /// An ended run goes from the list, and what still waits of it too.
    ///
    /// # Errors
    /// `no-such-run`; `busy` while it is at work; `read-only`; `io`.
    pub fn forget_run(&self, id: &str, run: &str) -> Result<(), Failure> {
        self.may_write()?;
        let dir = self.run_dir(id, run)?;
        let is_over = kept::read(&dir).is_none_or(|view| view.ended.is_some());
        if self.at_work.live().contains_key(run) || (!is_over && self.others_run(id)) {
            return Err(Failure::new("busy", "the run has not ended", "Cancel it first.".to_owned()));
        }
        std::fs::remove_dir_all(&dir).map_err(|error| Failure::io("cannot remove", &dir, &error))
    }

    /// A run that has not begun is wanted no more.
    pub(crate) fn leave_line(&self, run: &str) {
        let mut in_line = |(store, line): (&String, &mut Line)| line.leave(run).then(|| store.clone());
        let Some(store) = self.at_work.lines().iter_mut().find_map(&mut in_line) else {
            // it has its turn and is about to begin: it sees this when it does
            if let Some(view) = self.at_work.live().get_mut(run).filter(|view| view.state == "queued") {
                view.state = "cancelled".to_owned();
            }
            return;
        };
        let Some(mut view) = self.at_work.live().remove(run) else { return };
        view.state = "cancelled".to_owned();
        view.ended = Some(iso(now()));
        if let Ok(dir) = self.run_dir(&store, run) {
            // what cannot be kept is told as ended all the same: it is in no line any more
            drop(kept::keep(&dir, &view));
        }
    }

    /// A limit in dollars is no limit where nobody knows what a token costs.
    fn can_keep_to(&self, ask: &RunAsk) -> Result<(), Failure> {
        let settings = self.model_settings();
        let known = || -> Result<bool, Failure> {
            let api = crate::recall::api_of(&settings)?;
            let free = api.provider == Provider::Ollama;
            Ok(free || settings.dollars_per_million.is_some() || api.listed().is_some())
        };
        match ask.most_dollars {
            Some(dollars) if !(dollars.is_finite() && dollars > 0.0) => Err(Failure::new(
                "bad-run",
                "a limit in dollars is more than 0",
                "Leave it out for none.".to_owned(),
            )),
            Some(_) if ask.agent == "api" && !known()? => Err(Failure::new(
                "bad-run",
                "what the model costs is not known, so that a limit in dollars cannot be kept",
                "Set its price in the window, or give a limit in tokens.".to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Whoever is to work can be asked: a run that could only fail is not begun, and leaves nothing behind.
    fn can_work(&self, ask: &RunAsk) -> Result<(), Failure> {
        let (cannot, hint) = match ask.agent.as_str() {
            "client" => (
                client::find(self.client_program().as_deref()).err(),
                "Or have a model work that is asked directly (`--agent api`).",
            ),
            _ => (self.api()?.api.ready().err(), "Or have your own Claude Code work (`--agent client`)."),
        };
        match cannot {
            Some(error @ (SelectorError::NoKey(_) | SelectorError::NoClient(..))) => {
                Err(Failure { hint: Some(hint.to_owned()), ..Failure::selector(&error) })
            }
            Some(error) => Err(Failure::selector(&error)),
            None => Ok(()),
        }
    }

    /// Whether another Memdesk runs something on a store.
    fn others_run(&self, id: &str) -> bool {
        let ours = self.at_work.lines().get(id).is_some_and(|line| line.at_work.is_some());
        !ours && self.runs_are_locked(id)
    }

    /// Checks a request and puts it into its store's line.
    fn want(&self, id: &str, ask: RunAsk) -> Result<(Wanted, Turn), Failure> {
        let look = self.look(id)?;
        if let Some((_, failure)) = self.barred(&look) {
            return Err(failure);
        }
        check(&ask)?;
        self.can_keep_to(&ask)?;
        if let Some(session) = &ask.session {
            self.session_file(&look.place, session)?;
        }
        self.can_work(&ask)?;
        let (run, dir) = self.new_run(id)?;
        let view = begun(&run, &ask, self.model_of(&ask));
        kept::keep(&dir, &view)?;
        let wanted = Wanted::new(run.clone(), ask);
        let mut live = self.at_work.live();
        let turn = self.at_work.lines().entry(id.to_owned()).or_default().ask(wanted.clone());
        match &turn {
            Turn::Joined(other) => {
                drop(std::fs::remove_dir_all(dir));
                if let Some(other) = live.get_mut(other) {
                    other.most_turns = view.most_turns;
                    let new = |session: &&String| !other.sessions.contains(session);
                    let new: Vec<String> = view.sessions.iter().filter(new).cloned().collect();
                    other.sessions.extend(new);
                }
            }
            Turn::Begins | Turn::Follows => drop(live.insert(run, view)),
        }
        Ok((wanted, turn))
    }

    /// Works a store's line off, beginning with this run.
    fn work_off(&self, id: &str, first: Wanted, tell: &Tell) {
        let mut next = Some(first);
        while let Some(wanted) = next {
            self.work(id, &wanted, tell);
            next = self.at_work.lines().entry(id.to_owned()).or_default().over();
        }
        self.sweep_runs(id);
    }

    /// Why nothing can be run on a store.
    fn barred(&self, look: &Look) -> Option<(&'static str, Failure)> {
        let why = |word: &'static str, message: &str| Some((word, Failure::new("barred", message, None)));
        match look.place.scope {
            _ if self.read_only => Some(("read-only", Failure::read_only())),
            Scope::Summary => why("summary", "a session's summaries are not long-term memory"),
            Scope::Log => why("log", "daily logs are not edited by runs"),
            _ if matches!(look.state, StoreState::Unreadable { .. }) => {
                why("unreadable", "the store cannot be read")
            }
            _ => None,
        }
    }
}

/// A run that was just asked for.
fn begun(run: &str, ask: &RunAsk, model: Option<String>) -> RunView {
    RunView {
        id: run.to_owned(),
        kind: ask.kind.clone(),
        sessions: ask.session.iter().cloned().collect(),
        agent: ask.agent.clone(),
        model,
        state: "queued".to_owned(),
        asked: iso(now()),
        ended: None,
        short: None,
        turns: 0,
        most_turns: most_turns(ask),
        steps: Vec::new(),
        usage: None,
        said: String::new(),
        failure: None,
        proposal: None,
        files: 0,
        waiting: 0,
    }
}

fn most_turns(ask: &RunAsk) -> usize {
    let usual = if ask.kind == EXTRACT { EXTRACT_TURNS } else { DREAM_TURNS };
    ask.most_turns.unwrap_or(usual).clamp(1, MOST_TURNS)
}

fn check(ask: &RunAsk) -> Result<(), Failure> {
    let bad = |message: &str, hint: &str| Err(Failure::new("bad-run", message, hint.to_owned()));
    match (ask.kind.as_str(), &ask.session) {
        (EXTRACT, None) => return bad("an extraction is from a session", "Name one."),
        (EXTRACT, Some(_)) | (DREAM, None) => {}
        (DREAM, Some(_)) => {
            return bad("a dream is over a store, not from a session", "Leave the session out.");
        }
        (other, _) => return Err(bad_run(other)),
    }
    if !matches!(ask.agent.as_str(), "api" | "client") {
        return bad("there is no such agent", "Give api or client.");
    }
    Ok(())
}

fn bad_run(kind: &str) -> Failure {
    Failure::new("bad-run", format!("there is no run {kind:?}"), "Give extract or dream.".to_owned())
}
