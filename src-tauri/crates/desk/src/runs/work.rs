//! A run, from its beginning to its end.
//!
//! Separate because it is the only part that waits on a model. The store is read once, at the beginning; what the agent does
//! is done to a copy, and what differs in the end waits for review. The store itself is never written.

use super::line::Wanted;
use super::talks::{Talk, Talks};
use super::{EXTRACT, Tell, kept};
use crate::Desk;
use crate::gate::{Answered, Proposed, Record, propose, waiting_in};
use crate::look::{Look, now};
use crate::review::run_proposal;
use crate::topics::iso;
use crate::view::{Failure, Progress, RunAsk, RunStep, RunUsage, RunView};
use memdesk_models::agent::{self, Brief, Hands, Limits, Short, Step, Tool, Work};
use memdesk_models::{Cancel, SelectorError, Usage, client};
use memdesk_review::copy::{self, Copy};
use memdesk_sessions::SessionFile;
use memdesk_store::environment::CONFIG_DIR;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

/// How long one answer of a model may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// Steps that are kept; of more the newest.
const STEPS: usize = 500;
/// Characters of what a model says that are kept.
const SAID: usize = 2_000;
/// Bytes of conversations that the client finds beside the copy.
const TALKS: usize = 8 * 1024 * 1024;

/// What came of it.
struct Made {
    copy: Copy,
    work: Work,
    /// By session, turns seen.
    seen: BTreeMap<String, usize>,
    /// Why a session that was asked for is not among them.
    missed: Option<String>,
}

impl Desk {
    /// Runs what is wanted, and keeps what came of it. What goes wrong is told in the run.
    pub(super) fn work(&self, id: &str, wanted: &Wanted, tell: &Tell) {
        let on = |progress: Progress| tell(progress);
        let task = self.tasks.begin(&wanted.run, "run", &on);
        let cancel = task.cancel.clone();
        self.change(&wanted.run, |view| {
            if view.state == "cancelled" {
                // it was left when it had its turn already, and no task yet
                cancel.cancel();
            }
            view.state = "running".to_owned();
            view.sessions = wanted.sessions.keys().cloned().collect();
            view.agent = wanted.ask.agent.clone();
            view.most_turns = super::most_turns(&wanted.ask);
        });
        // a fault of ours in one run is no reason that none ever follows it
        let attempt = AssertUnwindSafe(|| self.attempt(id, wanted, tell, &cancel));
        let ended = catch_unwind(attempt)
            .unwrap_or_else(|_| Err(Failure::broken("the run", &"a fault of Memdesk's own ended it")));
        drop(task);
        let Some(mut view) = self.at_work.live().get(&wanted.run).cloned() else { return };
        let state = match ended {
            Ok(()) => "done",
            Err(failure) if failure.code == "cancelled" => "cancelled",
            Err(failure) => {
                view.failure = Some((failure.message, failure.hint));
                "failed"
            }
        };
        view.state = state.to_owned();
        view.ended = Some(iso(now()));
        if let Ok(dir) = self.run_dir(id, &wanted.run) {
            // a run that cannot be kept is told as broken off by the next look
            drop(kept::keep(&dir, &view));
        }
        // it is told as ended once it is, on disk and here: from then on it can be forgotten
        self.at_work.live().remove(&wanted.run);
        tell(progress(&view));
    }

    /// Alone on its store, until what it came to waits for review.
    fn attempt(&self, id: &str, wanted: &Wanted, tell: &Tell, cancel: &Cancel) -> Result<(), Failure> {
        let stopped = || if cancel.is_cancelled() { Err(Failure::cancelled()) } else { Ok(()) };
        let dir = self.run_dir(id, &wanted.run)?;
        let _alone = self.lock_runs(id)?;
        self.keep_live(&dir, &wanted.run)?;
        self.told(&wanted.run, tell);
        stopped()?;
        let look = self.look(id)?;
        self.nobody_dreams(&look)?;
        let made = self.make(&look, wanted, tell, cancel)?;
        stopped()?;
        self.put_up(&look, &dir, wanted, made, cancel)
    }

    /// Has the agent work on a copy.
    fn make(&self, look: &Look, wanted: &Wanted, tell: &Tell, cancel: &Cancel) -> Result<Made, Failure> {
        let place = &look.place;
        let (mut seen, mut missed) = (BTreeMap::new(), None);
        let (brief, files) = if wanted.ask.kind == EXTRACT {
            let mut talks: Vec<Talk> = Vec::new();
            for (session, turns) in &wanted.sessions {
                match self.talk(place, session, *turns, wanted.sessions.len()) {
                    Ok(talk) => talks.push(talk),
                    // one that has gone meanwhile takes the others with it no more than itself
                    Err(failure) if wanted.sessions.len() > 1 => missed = Some(failure.message),
                    Err(failure) => return Err(failure),
                }
            }
            if talks.iter().all(|talk| talk.text.is_none()) {
                return Err(Failure::new(
                    "nothing-new",
                    "nothing was said since the last extraction",
                    "Ask for the last so many turns to look at them again.".to_owned(),
                ));
            }
            seen.extend(talks.iter().filter_map(|talk| Some((talk.session.clone(), talk.seen?))));
            // an extraction has what was said in its task, and reads no other conversation
            (self.extract_brief(look, &talks)?, Vec::new())
        } else {
            let files = self.dreamt_over(look);
            let talks = Talks { files: files.clone(), cancel: cancel.clone() };
            (self.dream_brief(look, &talks)?, files)
        };
        let mut hands =
            OnCopy { copy: Copy::of(&look.snapshot), talks: Talks { files, cancel: cancel.clone() } };
        let mut on = |step: Step| self.step(&wanted.run, step, tell);
        let work = match wanted.ask.agent.as_str() {
            "client" => self.client_works(&brief, &mut hands, &wanted.ask, &mut on, cancel)?,
            _ => {
                let api = self.api()?.api;
                let limits = self.limits(&wanted.ask);
                agent::run(&api, &brief, &mut hands, &limits, &mut on, cancel).map_err(failed)?
            }
        };
        Ok(Made { copy: hands.copy, work, seen, missed })
    }

    /// The person's own client works on files.
    fn client_works(
        &self,
        brief: &Brief,
        hands: &mut OnCopy,
        ask: &RunAsk,
        on: &mut dyn FnMut(Step),
        cancel: &Cancel,
    ) -> Result<Work, Failure> {
        let found = client::find(self.client_program().as_deref()).map_err(failed)?;
        let copied = agent::client::Copied { files: hands.copy.files(), sessions: hands.talks.texts(TALKS) };
        let mut environment: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
        if self.environment.config_root != self.environment.default_root() {
            // a root that was named is the one whose account is meant
            environment.insert(CONFIG_DIR.into(), self.environment.config_root.clone().into());
        }
        let limits = self.limits(ask);
        let (work, files) =
            agent::client::run(&found, &environment, brief, &copied, &limits, on, cancel).map_err(failed)?;
        for did in hands.copy.adopt(&files).into_iter().filter(|did| did.refused.is_some()) {
            let turn = work.turns;
            on(Step::Did { turn, tool: did.tool.to_owned(), what: did.what, refused: did.refused });
        }
        Ok(work)
    }

    fn limits(&self, ask: &RunAsk) -> Limits {
        let mut limits = Limits {
            turns: super::most_turns(ask),
            tokens: ask.most_tokens,
            dollars: ask.most_dollars,
            patience: PATIENCE,
        };
        // a price of the person's own is not known to the room that counts: as many tokens as it buys at the dearer rate
        if let (Some(dollars), Some((input, output))) =
            (ask.most_dollars, self.model_settings().dollars_per_million)
            && ask.agent == "api"
        {
            let dearer = input.max(output);
            if dearer > 0.0 {
                // the cast keeps within bounds
                let bought = (dollars / dearer * 1_000_000.0) as u64;
                limits.tokens = Some(limits.tokens.map_or(bought, |tokens| tokens.min(bought)));
            }
        }
        limits
    }

    /// Has what differs wait for review, with the report on it.
    fn put_up(
        &self,
        look: &Look,
        dir: &Path,
        wanted: &Wanted,
        made: Made,
        cancel: &Cancel,
    ) -> Result<(), Failure> {
        let Made { copy, work, seen, missed } = made;
        let overlay = copy.overlay();
        let files: Vec<Proposed> = overlay
            .files
            .iter()
            .map(|(path, text)| Proposed {
                path: path.clone(),
                base: look.snapshot.bytes(path).cloned(),
                text: text.clone(),
            })
            .collect();
        if !files.is_empty() {
            // past questions are looked at in the report; what cannot be read of them is missing there
            drop(self.index_questions(&look.place.id, &format!("{}-read", wanted.run), &|_| ()));
            let after = look.snapshot.with(&overlay, now().as_nanosecond());
            kept::keep_report(dir, &self.report(look, &after, cancel))?;
            if cancel.is_cancelled() {
                return Err(Failure::cancelled());
            }
            propose(dir.to_owned(), &files, |_| record(wanted))?;
        }
        // a model that was not asked, or was stopped before its end, has not seen to what was said
        let whole = work.turns > 0 && matches!(work.short, None | Some(Short::TurnLimit));
        self.change(&wanted.run, |view| {
            view.proposal = (!files.is_empty()).then(|| run_proposal(&look.place.id, &wanted.run));
            view.files = files.len();
            view.waiting = waiting_in(dir.to_owned());
            view.said = work.said.chars().take(SAID).collect();
            view.turns = work.turns;
            view.model = Some(work.model.clone()).filter(|model| !model.is_empty()).or(view.model.take());
            view.usage = Some(self.run_usage(&work));
            let (short, why) = match work.short {
                None => (None, None),
                Some(Short::TurnLimit) => (Some("turn-limit"), None),
                Some(Short::TokenLimit) => (Some("token-limit"), None),
                Some(Short::CostLimit) => (Some("cost-limit"), None),
                Some(Short::BrokeOff(why)) => (Some("broke-off"), Some(why)),
                Some(Short::Refused(why)) => (Some("refused"), Some(why)),
            };
            view.short = short.map(str::to_owned);
            view.failure = why.or(missed).map(|why| (why, None));
        });
        match whole && wanted.ask.kind == EXTRACT {
            true => self.move_cursors(&look.place.id, seen),
            false => Ok(()),
        }
    }

    fn run_usage(&self, work: &Work) -> RunUsage {
        let (input_tokens, output_tokens) = (work.input_tokens, work.output_tokens);
        let usage = Usage { model: work.model.clone(), input_tokens, output_tokens, milliseconds: 0 };
        RunUsage { input_tokens, output_tokens, dollars: work.dollars.or(self.usage(&usage).dollars) }
    }

    /// Sessions that a dream may read: those written since the last one.
    pub(super) fn dreamt_over(&self, look: &Look) -> Vec<SessionFile> {
        self.sessions_since(&look.place, super::dream::last(&look.place.dir))
    }

    /// The model of a request; none when the client chooses.
    pub(super) fn model_of(&self, ask: &RunAsk) -> Option<String> {
        let api = crate::recall::api_of(&self.model_settings()).ok()?;
        (ask.agent == "api").then_some(api.model)
    }

    /// A step is seen.
    fn step(&self, run: &str, step: Step, tell: &Tell) {
        self.change(run, |view| {
            let say = |turn, text: &str| RunStep {
                turn,
                tool: "say".to_owned(),
                what: text.chars().take(SAID).collect(),
                refused: None,
            };
            match step {
                // it is about to be asked for
                Step::Turn(turn) => view.turns = turn.saturating_sub(1),
                Step::Waits(seconds) => {
                    let words = format!("the provider has had too many requests: asked again in {seconds} s");
                    let turn = view.turns;
                    view.steps.push(RunStep { tool: "wait".to_owned(), ..say(turn, &words) });
                }
                Step::Said { turn, text } => {
                    view.turns = turn;
                    view.said = text.chars().take(SAID).collect();
                    view.steps.push(say(turn, &text));
                }
                Step::Did { turn, tool, what, refused } => {
                    view.turns = turn;
                    view.steps.push(RunStep { turn, tool, what, refused });
                }
                Step::Took { input_tokens, output_tokens, dollars } => {
                    view.usage = Some(RunUsage { input_tokens, output_tokens, dollars });
                }
            }
            let over = view.steps.len().saturating_sub(STEPS);
            view.steps.drain(..over);
        });
        self.told(run, tell);
    }

    fn change(&self, run: &str, change: impl FnOnce(&mut RunView)) {
        if let Some(view) = self.at_work.live().get_mut(run) {
            change(view);
        }
    }

    fn keep_live(&self, dir: &Path, run: &str) -> Result<(), Failure> {
        let view = self.at_work.live().get(run).cloned();
        view.map_or(Ok(()), |view| kept::keep(dir, &view))
    }

    fn told(&self, run: &str, tell: &Tell) {
        let view = self.at_work.live().get(run).cloned();
        view.iter().for_each(|view| tell(progress(view)));
    }
}

/// How far a run is.
fn progress(view: &RunView) -> Progress {
    let (done, total) = (view.turns as u64, view.most_turns as u64);
    Progress { task: view.id.clone(), what: "run".to_owned(), done, total }
}

/// The tools, on the copy.
struct OnCopy {
    copy: Copy,
    talks: Talks,
}

impl Hands for OnCopy {
    fn tools(&self) -> Vec<Tool> {
        let tool = |tool: copy::ToolSpec| Tool {
            name: tool.name.to_owned(),
            description: tool.description.to_owned(),
            schema: tool.schema,
        };
        copy::tools().into_iter().map(tool).collect()
    }

    fn call(&mut self, name: &str, input: &Value) -> agent::Answered {
        let did = self.copy.call(name, input, &self.talks);
        agent::Answered { tool: did.tool.to_owned(), what: did.what, text: did.answer, refused: did.refused }
    }
}

/// Whose a run's change is.
fn record(wanted: &Wanted) -> Record {
    let who = if wanted.ask.kind == EXTRACT { "extractor" } else { "dream" };
    let mut sessions = wanted.sessions.keys();
    Record {
        time: iso(now()),
        who: who.to_owned(),
        agent: None,
        session: sessions.next().filter(|_| wanted.sessions.len() == 1).cloned(),
        prompt: None,
        transcript: None,
        tool_use: None,
        cwd: String::new(),
        tool: "Run".to_owned(),
        path: String::new(),
        digest: None,
        answered: Answered::Held,
    }
}

fn failed(error: SelectorError) -> Failure {
    match error {
        SelectorError::Cancelled => Failure::cancelled(),
        error => Failure::selector(&error),
    }
}
