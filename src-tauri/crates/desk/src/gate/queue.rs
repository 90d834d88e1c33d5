//! What waits off the disk: what the gate holds, and what runs propose; for review and for the shells.
//!
//! Separate from `decide`, which runs inside the client: here a person's programs ask. Takes nothing into a store; whoever
//! does so settles it here afterwards.

use super::calls::{Answered, Record};
use super::holding::Holding;
use super::source::Source;
use super::{GateMode, modes, notes};
use crate::Desk;
use crate::label::label;
use crate::settings::{SettingValue, keys};
use crate::view::{Failure, GateStatus, SettingChange};
use memdesk_store::{Place, Scope};
use std::fmt::Display;
use std::path::Path;

/// A file that waits for review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldFile {
    /// Below the store, with `/` between the parts.
    pub path: String,
    /// The bytes on disk when it was first held; none: there was no file. The disk may hold others by now.
    pub base: Option<Vec<u8>>,
    /// The bytes that wait; none: the file's removal does.
    pub text: Option<Vec<u8>>,
    /// Names exactly this base, text and row of calls; settling names it.
    pub version: String,
    /// The run that proposes it; none: the gate holds it.
    pub run: Option<String>,
    /// The calls that made it, oldest first: the best evidence of its origin.
    pub records: Vec<Record>,
}

/// What is left of a file that waited.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest<'r> {
    /// The bytes that it was made on: those on disk.
    pub(crate) base: Option<&'r [u8]>,
    /// The bytes that wait.
    pub(crate) text: Option<&'r [u8]>,
}

impl Desk {
    /// The files of a store that wait for review, by path. Team memory and daily logs have those of their part of the
    /// project's store.
    ///
    /// # Errors
    /// `no-such-store`; `gate`: what is held cannot be read.
    pub fn held(&self, id: &str) -> Result<Vec<HeldFile>, Failure> {
        let mut out = Vec::new();
        for source in self.sources(id)? {
            let holding = &source.holding;
            // or a text could go while it is read
            let (_looks, locked) = match self.read_only {
                true => (holding.lock_to_read().map_err(failed)?, None),
                false => (None, Some(holding.lock().map_err(failed)?)),
            };
            if let Some(locked) = &locked {
                // calls that nothing needs are only room lost
                drop(locked.bound());
            }
            for (path, file) in holding.files().map_err(failed)? {
                let Some(path) = path.strip_prefix(&source.prefix) else { continue };
                let text = |digest: &Option<String>| {
                    digest.as_deref().map(|digest| holding.text(digest)).transpose().map_err(failed)
                };
                out.push(HeldFile {
                    path: path.to_owned(),
                    base: text(&file.base)?,
                    text: text(&file.text)?,
                    version: source.version(&file),
                    run: source.run.clone(),
                    records: holding.records_at(&file.calls),
                });
            }
        }
        Ok(out)
    }

    /// Files that were accepted or refused wait no more: each as long as it is the version that was seen. One that was
    /// written again meanwhile goes on waiting. `by` names what decided, for [`Desk::held_put_back`]. Returns the paths that
    /// were settled.
    ///
    /// # Errors
    /// As [`Desk::held`].
    pub fn held_settle(&self, id: &str, seen: &[(String, String)], by: &str) -> Result<Vec<String>, Failure> {
        self.settle(id, seen, None, by)
    }

    /// A part of what waits was refused: the rest waits in its place. False when another version waits by now.
    ///
    /// # Errors
    /// As [`Desk::held`].
    pub(crate) fn held_leave(
        &self,
        id: &str,
        seen: &(String, String),
        rest: Rest<'_>,
        by: &str,
    ) -> Result<bool, Failure> {
        Ok(!self.settle(id, std::slice::from_ref(seen), Some(rest), by)?.is_empty())
    }

    fn settle(
        &self,
        id: &str,
        seen: &[(String, String)],
        rest: Option<Rest<'_>>,
        by: &str,
    ) -> Result<Vec<String>, Failure> {
        let mut settled = Vec::new();
        for source in self.sources(id)? {
            settled.extend(source.settle(seen, rest, by)?);
        }
        Ok(settled)
    }

    /// What a decision settled waits again, where nothing newer waits in its place. Returns those paths.
    ///
    /// # Errors
    /// As [`Desk::held`].
    pub(crate) fn held_put_back(&self, id: &str, by: &str) -> Result<Vec<String>, Failure> {
        let mut back = Vec::new();
        for source in self.sources(id)? {
            back.extend(source.put_back(by)?);
        }
        Ok(back)
    }

    /// What decided last about something that waited: a name that begins with `prefix`, the latest of them.
    pub(crate) fn last_settled_by(&self, id: &str, prefix: &str) -> Option<String> {
        let sources = self.sources(id).ok()?;
        let last = sources.iter().filter_map(|source| {
            let settled = source.holding.settled();
            settled.into_iter().rev().find(|one| one.path.starts_with(&source.prefix)).map(|one| one.by)
        });
        last.filter(|by| by.starts_with(prefix)).max()
    }

    /// Every call that the gate saw on a store's files, oldest first: those that were let pass, held and refused.
    ///
    /// # Errors
    /// As [`Desk::held`].
    pub fn gate_records(&self, id: &str) -> Result<Vec<Record>, Failure> {
        let (holding, prefix) = self.holding(id)?;
        let mut records = holding.records().map_err(failed)?;
        records.retain_mut(|record| match record.path.strip_prefix(&prefix) {
            Some(path) => {
                record.path = path.to_owned();
                true
            }
            None => false,
        });
        Ok(records)
    }

    /// What happens to writes to a store.
    ///
    /// # Errors
    /// `no-such-store`; `gate`.
    pub fn gate_mode(&self, id: &str) -> Result<GateMode, Failure> {
        let place = self.find(id)?;
        let project = place.project.as_deref().filter(|_| is_agents(place.scope));
        let project = project.map(|folder| memdesk_store::project_of(&self.environment, folder).id);
        let holder = holder_of(&place).0;
        let said = modes::of(&self.settings_home, std::iter::once(holder.as_str()).chain(project.as_deref()));
        Ok(said.map_err(failed)?.mode)
    }

    /// Sets it; it holds at once, in sessions that run already too.
    ///
    /// # Errors
    /// `no-such-store`; as [`Desk::set_settings`].
    pub fn set_gate_mode(&self, id: &str, mode: GateMode) -> Result<(), Failure> {
        self.may_write()?;
        let (holder, _) = holder_of(&self.find(id)?);
        let value = Some(SettingValue::Text(mode.word().to_owned()));
        self.set_settings(&[SettingChange { key: format!("{}.{holder}", keys::GATE_MODES), value }]).map(drop)
    }

    /// The gate, for a store.
    ///
    /// # Errors
    /// As [`Desk::gate_mode`].
    pub fn gate_status(&self, id: &str) -> Result<GateStatus, Failure> {
        let installed = self.gate_installed();
        let home = Some(self.environment.home.as_path());
        let program = installed.program.as_deref().map(Path::new);
        Ok(GateStatus {
            installed: installed.line.is_some(),
            program: program.map(|program| label(program, home)),
            program_missing: program.is_some_and(|program| !program.is_file()),
            disabled: installed.disabled,
            settings: label(&installed.settings, home),
            unreadable: installed.unreadable,
            mode: self.gate_mode(id)?,
            held: self.held_count(&self.find(id)?),
            notes: notes::all(&self.data),
            other_hooks: installed.others,
        })
    }

    /// Where everything about the gate is kept.
    pub(crate) fn gate_dir(&self) -> std::path::PathBuf {
        self.data.join("gate")
    }

    /// How many files of a place the gate holds; none where that cannot be read.
    pub(crate) fn held_count(&self, place: &Place) -> usize {
        let (holder, prefix) = holder_of(place);
        let files = Holding::of(&self.data, &holder).files().unwrap_or_default();
        files.keys().filter(|path| path.starts_with(&prefix)).count()
    }

    /// Wherever something of a store waits, or waited.
    pub(super) fn sources(&self, id: &str) -> Result<Vec<Source>, Failure> {
        let (holding, prefix) = self.holding(id)?;
        let gate = holding.exists().then_some(Source { run: None, holding, prefix });
        let runs = self.run_dirs(id).into_iter().filter_map(|(run, dir)| {
            let holding = Holding::at(dir);
            // one that never proposed anything is left alone: looking would lay files there. One that is damaged bars no other
            holding.ever_held().then_some(Source { run: Some(run), holding, prefix: String::new() })
        });
        Ok(gate.into_iter().chain(runs).collect())
    }

    fn holding(&self, id: &str) -> Result<(Holding, String), Failure> {
        let (holder, prefix) = holder_of(&self.find(id)?);
        Ok((Holding::of(&self.data, &holder), prefix))
    }
}

/// The store under which a place's files are held, and what their paths begin with there.
fn holder_of(place: &Place) -> (String, String) {
    match (place.scope, place.dir.parent(), place.dir.file_name()) {
        (Scope::Team | Scope::Log, Some(parent), Some(name)) => {
            (memdesk_store::place::id_of(parent), format!("{}/", name.to_string_lossy()))
        }
        _ => (place.id.clone(), String::new()),
    }
}

fn is_agents(scope: Scope) -> bool {
    matches!(scope, Scope::AgentUser | Scope::AgentProject | Scope::AgentLocal)
}

pub(super) fn failed(error: impl Display) -> Failure {
    Failure::new(
        "gate",
        format!("what the gate holds cannot be used: {error}"),
        "Nothing was changed. It is kept in `gate` in Memdesk's data directory.".to_owned(),
    )
}

impl Record {
    /// Whether the client was told not to do it.
    pub fn is_stopped(&self) -> bool {
        self.answered != Answered::Passed
    }
}
