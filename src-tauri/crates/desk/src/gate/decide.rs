//! Which store a call concerns, and what to answer.
//!
//! Separate from `holding` (the disk) and `words` (the sentences): this is the rule. Only says what is to be answered; a
//! call that concerns no store leaves no trace.

use super::calls::{Answered, Record};
use super::holding::{Files, Holding, Waiting, texts_of};
use super::modes::{self, GateMode};
use super::payload::{Call, Payload};
use super::{notes, shell, words};
use crate::look::now;
use crate::topics::iso_ns;
use memdesk_memdir::digest::hex;
use memdesk_review::held::{Change, Miss, after};
use memdesk_store::{Environment, Owner, Scope, owner, project_of};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A larger file than this is none of a memory, in bytes.
const LARGEST: u64 = 32 * 1024 * 1024;

/// What to answer to a call; `None`: nothing.
///
/// # Errors
/// What went wrong, in words for a person. Then the call is to pass.
pub(super) fn decide(
    environment: &Environment,
    data: &Path,
    payload: &Payload,
) -> Result<Option<Value>, String> {
    let gate = Gate { environment, data, payload };
    match payload.call()? {
        None => Ok(None),
        Some(Call::File(path, change)) => match gate.owner(&path) {
            None => Ok(None),
            Some(one) => gate.changes(vec![one], &change, words::HELD),
        },
        Some(Call::Read(path)) => match gate.owner(&path) {
            Some(one) if gate.mode(&one)? == GateMode::Hold => gate.read(&one),
            _ => Ok(None),
        },
        Some(Call::Shell(command)) => gate.shell(&command),
    }
}

struct Gate<'a> {
    environment: &'a Environment,
    data: &'a Path,
    payload: &'a Payload,
}

impl Gate<'_> {
    /// The file's store; none for a store's own directory.
    fn owner(&self, path: &Path) -> Option<Owner> {
        owner(self.environment, &self.payload.cwd, path).filter(|owner| !owner.path.is_empty())
    }

    /// A store's own mode; an agent's store without one has that of the project it works in.
    fn mode(&self, one: &Owner) -> Result<GateMode, String> {
        let project = match one.place.scope {
            Scope::AgentUser | Scope::AgentProject | Scope::AgentLocal => {
                Some(project_of(self.environment, &self.payload.cwd).id)
            }
            _ => None,
        };
        let said = modes::of(self.data, std::iter::once(one.place.id.as_str()).chain(project.as_deref()))?;
        if let Some(doubt) = said.doubt {
            notes::leave(self.data, &doubt);
        }
        Ok(said.mode)
    }

    /// The same change to some files: passed, held or refused together, by the strictest of their modes.
    fn changes(&self, files: Vec<Owner>, change: &Change, held: &str) -> Result<Option<Value>, String> {
        let mut modes = Vec::new();
        for one in &files {
            modes.push(self.mode(one)?);
        }
        let mut stores: BTreeMap<String, Vec<Owner>> = BTreeMap::new();
        for one in files {
            stores.entry(one.place.id.clone()).or_default().push(one);
        }
        if modes.contains(&GateMode::ReadOnly) {
            self.note_down(&stores, change, Answered::Refused)?;
            return Ok(Some(words::deny(words::READ_ONLY)));
        }
        if !modes.contains(&GateMode::Hold) {
            self.note_down(&stores, change, Answered::Passed)?;
            return Ok(None);
        }
        for (store, files) in &stores {
            let refused = self.hold(&Holding::of(self.data, store), files, change);
            if let Some(refused) = refused.map_err(|error| format!("a write could not be held: {error}"))? {
                return Ok(Some(words::deny(&refused)));
            }
        }
        Ok(Some(words::deny(held)))
    }

    /// Takes a change to some files of one store into review. `Some`: why it cannot be, for the agent.
    fn hold(&self, holding: &Holding, files: &[Owner], change: &Change) -> io::Result<Option<String>> {
        let locked = holding.lock()?;
        let mut waiting = holding.files()?;
        let mut texts = texts_of(waiting.values());
        for one in files {
            let known = waiting.remove(&one.path);
            let text =
                |digest: &Option<String>| digest.as_deref().map(|digest| holding.text(digest)).transpose();
            let (base, now) = match &known {
                Some(file) => (file.base.clone(), text(&file.text)?),
                None => {
                    let disk = on_disk(&one.place.dir.join(&one.path))?;
                    let base = disk.as_deref().map(|bytes| locked.keep(bytes)).transpose()?;
                    (base, disk)
                }
            };
            let next = match after(change, now.as_deref()) {
                Ok(next) => next,
                // it waits for its removal already
                Err(Miss::Missing) if *change == Change::Remove => None,
                Err(miss) => {
                    locked.record(&self.record(one, None, Answered::Refused))?;
                    let copy = known.and_then(|file| file.text).map(|digest| holding.text_path(&digest));
                    return Ok(Some(words::missed(miss, copy.as_deref())));
                }
            };
            let text = next.as_deref().map(|bytes| locked.keep(bytes)).transpose()?;
            texts.extend([&base, &text].into_iter().flatten().cloned());
            let call = locked.record(&self.record(one, text.clone(), Answered::Held))?;
            if text != base {
                let mut calls = known.map(|file| file.calls).unwrap_or_default();
                calls.push(call);
                waiting.insert(one.path.clone(), Waiting { base, text, calls });
            }
        }
        locked.save(&waiting, &texts).map(|()| None).inspect_err(|_| {
            // it passes after all
            for one in files {
                drop(locked.record(&self.record(one, None, Answered::Passed)));
            }
        })
    }

    /// Records a change that is not held.
    fn note_down(
        &self,
        stores: &BTreeMap<String, Vec<Owner>>,
        change: &Change,
        answered: Answered,
    ) -> Result<(), String> {
        let write = |store: &String, files: &Vec<Owner>| -> io::Result<()> {
            let holding = Holding::of(self.data, store);
            let locked = holding.lock()?;
            for one in files {
                let now = on_disk(&one.place.dir.join(&one.path)).unwrap_or_default();
                let text = after(change, now.as_deref()).ok().flatten();
                locked.record(&self.record(one, text.as_deref().map(hex), answered))?;
            }
            Ok(())
        };
        let mut all = stores.iter().map(|(store, files)| write(store, files));
        all.try_for_each(|one| one).map_err(|error| format!("a write could not be recorded: {error}"))
    }

    /// Shows an agent the text that waits, for it counts that as written.
    fn read(&self, one: &Owner) -> Result<Option<Value>, String> {
        let holding = Holding::of(self.data, &one.place.id);
        let files = holding.files().map_err(|error| format!("what is held cannot be read: {error}"))?;
        let Some(file) = files.get(&one.path) else { return Ok(None) };
        let is_on_disk = one.place.dir.join(&one.path).exists();
        Ok(Some(match &file.text {
            None => words::beside(words::REMOVAL_WAITS),
            Some(text) if is_on_disk => words::beside(&words::other_text(&holding.text_path(text))),
            // the client would say that there is no such file
            Some(text) => words::read_at(&self.payload.tool_input, &holding.text_path(text), words::WAITS),
        }))
    }

    fn shell(&self, command: &str) -> Result<Option<Value>, String> {
        let means = shell::means(self.environment, &self.payload.cwd, command, |one| {
            // what cannot be read is asked for again, and told, where it is held
            waiting_below(&Holding::of(self.data, &one.place.id).files().unwrap_or_default(), &one.path)
        });
        for one in &means.changed {
            match self.mode(one)? {
                GateMode::Watch => {}
                mode => {
                    let stores = BTreeMap::from([(one.place.id.clone(), vec![one.clone()])]);
                    self.note_down(&stores, &Change::Remove, Answered::Refused)?;
                    let why = if mode == GateMode::Hold { words::SHELL } else { words::READ_ONLY };
                    return Ok(Some(words::deny(why)));
                }
            }
        }
        let touched: Vec<Owner> = means.removed.into_iter().chain(means.changed).collect();
        match touched.is_empty() {
            true => Ok(None),
            false => self.changes(touched, &Change::Remove, words::HELD_REMOVAL),
        }
    }

    fn record(&self, one: &Owner, digest: Option<String>, answered: Answered) -> Record {
        let payload = self.payload;
        Record {
            time: iso_ns(now().as_nanosecond()),
            who: payload.who().to_owned(),
            agent: payload.agent_type.clone().or_else(|| payload.agent_id.clone()),
            session: payload.session_id.clone(),
            prompt: payload.prompt_id.clone(),
            transcript: payload.transcript_path.clone(),
            tool_use: payload.tool_use_id.clone(),
            cwd: payload.cwd.to_string_lossy().into_owned(),
            tool: payload.tool_name.clone(),
            path: one.path.clone(),
            digest,
            answered,
        }
    }
}

/// Files that wait at a path or below it.
fn waiting_below(files: &Files, path: &str) -> Vec<String> {
    let is_below = |name: &&String| {
        path.is_empty()
            || name.as_str() == path
            || name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
    };
    let there = files.iter().filter(|(_, file)| file.text.is_some()).map(|(name, _)| name);
    there.filter(is_below).cloned().collect()
}

/// The bytes of a file of a store, through a link as the client reads it; `None` when there is none.
fn on_disk(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match std::fs::metadata(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
        Ok(file) if !file.is_file() || file.len() > LARGEST => {
            Err(io::Error::other(format!("{} is no file of a memory", path.display())))
        }
        Ok(_) => std::fs::read(path).map(Some),
    }
}
