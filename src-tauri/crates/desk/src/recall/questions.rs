//! Past questions of a store: which session files they are in, the cache of what was read, and rows for the window.
//!
//! Separate because the cache is opened here and nowhere else. The cache is rebuildable: whatever is wrong with it, it is
//! made anew, and where it cannot be kept it lives in memory.

use crate::Desk;
use crate::label::label;
use crate::render::clip;
use crate::topics::iso;
use crate::view::{self, Failure, Progress, QuestionFilter, QuestionList, QuestionRow, ReadState};
use memdesk_memdir::digest::hex;
use memdesk_memdir::question::gate;
use memdesk_memdir::surface::surface;
use memdesk_review::Reading;
use memdesk_sessions::{Attached, Cache, Filter, Question};
use memdesk_store::{Place, Scope, git_root};
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The cache's file in Memdesk's data directory.
const CACHE: &str = "sessions.sqlite";
/// Longest text of a question in a list, in characters.
pub(crate) const TEXT_LIMIT: usize = 2_000;
/// How many questions a list has when nothing is said.
const LIST_LIMIT: usize = 200;

/// The cache, opened when first asked for.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<Option<Arc<Cache>>>);

impl fmt::Debug for Sessions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Sessions")
    }
}

impl Sessions {
    /// The cache when there is one: who only looks in passing makes none.
    fn existing(&self, desk: &Desk) -> Option<Arc<Cache>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        (held || desk.data.join(CACHE).exists()).then(|| self.cache(desk).ok()).flatten()
    }

    fn cache(&self, desk: &Desk) -> Result<Arc<Cache>, Failure> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cache) = &*held {
            return Ok(Arc::clone(cache));
        }
        let kept = if desk.read_only { None } else { Cache::open(&desk.data.join(CACHE)).ok() };
        let cache = match kept {
            Some(cache) => cache,
            // a data directory that cannot be written must not keep anyone from looking
            None => Cache::in_memory().map_err(|error| Failure::sessions(&error))?,
        };
        Ok(Arc::clone(held.insert(Arc::new(cache))))
    }
}

impl Desk {
    /// Past questions, as far as session files have been read.
    ///
    /// # Errors
    /// `no-such-store`; `bad-time`; `sessions` when the cache cannot be used.
    pub fn questions(&self, id: &str, filter: &QuestionFilter) -> Result<QuestionList, Failure> {
        self.questions_of(id, filter, TEXT_LIMIT)
    }

    /// The same with whole texts, and what was added to session files since read first.
    ///
    /// # Errors
    /// As [`Desk::questions`].
    pub fn queries(&self, id: &str, filter: &QuestionFilter) -> Result<QuestionList, Failure> {
        self.index_questions(id, "queries", &|_| ())?;
        self.questions_of(id, filter, usize::MAX)
    }

    fn questions_of(
        &self,
        id: &str,
        filter: &QuestionFilter,
        longest: usize,
    ) -> Result<QuestionList, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let (dirs, cache) = self.sessions_of(&look.place)?;
        let limit = if filter.limit == 0 { LIST_LIMIT } else { filter.limit };
        // a recorded path is absolute, and of the machine it was recorded on: which topic it means is told here
        let by_topic = filter.topic.as_deref();
        let wanted = Filter {
            search: looked_for(&look.place, &filter.search),
            session: filter.session.clone(),
            from: time(filter.from.as_deref())?,
            to: time(filter.to.as_deref())?,
            nothing: filter.nothing,
            offset: if by_topic.is_some() { 0 } else { filter.offset },
            limit: if by_topic.is_some() { usize::MAX } else { limit },
        };
        let mut page = cache.questions(&dirs, &wanted).map_err(|error| Failure::sessions(&error))?;
        if let Some(topic) = by_topic {
            let is_it = |one: &Attached| inside(&look.place, &one.path).as_deref() == Some(topic);
            page.questions.retain(|question| question.recorded.iter().any(is_it));
            page.matches = page.questions.len();
            page.questions = page.questions.into_iter().skip(filter.offset).take(limit).collect();
        }
        Ok(QuestionList {
            questions: page
                .questions
                .iter()
                .map(|question| self.row_of_question(&look.place, question, &reading, longest))
                .collect(),
            matches: page.matches,
            total: page.total,
            sessions: page.sessions,
            read: self.read_state(&cache, &dirs)?,
        })
    }

    /// Reads what the session files of a store have since been added. Long for the first time.
    ///
    /// # Errors
    /// `no-such-store`; `sessions`; `cancelled` (what was read is kept).
    pub fn index_questions(
        &self,
        id: &str,
        task: &str,
        tell: &dyn Fn(Progress),
    ) -> Result<ReadState, Failure> {
        let place = self.find(id)?;
        let (dirs, cache) = self.sessions_of(&place)?;
        let task = self.tasks.begin(task, "sessions", tell);
        let mut on = |at: memdesk_sessions::Progress| match task.at(at.done, at.total) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let read = cache.refresh(&dirs, &mut on).map_err(|error| Failure::sessions(&error))?;
        if read.stopped {
            return Err(Failure::cancelled());
        }
        self.read_state(&cache, &dirs)
    }

    fn read_state(&self, cache: &Cache, dirs: &[PathBuf]) -> Result<ReadState, Failure> {
        let state = cache.read_state(dirs).map_err(|error| Failure::sessions(&error))?;
        let home = Some(self.environment.home.as_path());
        Ok(ReadState {
            files: state.files,
            unreadable: state.unreadable.into_iter().map(|(path, why)| (label(&path, home), why)).collect(),
            broken_rows: state.broken_rows,
            behind: state.behind,
        })
    }

    /// The directories below `projects/` with sessions of a store's project, and the cache.
    pub(crate) fn sessions_of(&self, place: &Place) -> Result<(Vec<PathBuf>, Arc<Cache>), Failure> {
        Ok((self.session_dirs(place), self.sessions.cache(self)?))
    }

    /// The same, when anything of session files was read before.
    pub(crate) fn sessions_if_any(&self, place: &Place) -> Option<(Vec<PathBuf>, Arc<Cache>)> {
        let cache = self.sessions.existing(self)?;
        Some((self.session_dirs(place), cache))
    }

    /// Sessions lie under the slug of their own working directory, memory under that of the main repository's root.
    pub(crate) fn session_dirs(&self, place: &Place) -> Vec<PathBuf> {
        let projects = self.projects_dir(place);
        let changed = std::fs::metadata(&projects).and_then(|meta| meta.modified()).ok();
        if let Some((seen, dirs)) = self.known().session_dirs.get(&place.id)
            && *seen == changed
        {
            return dirs.clone();
        }
        let mut dirs: Vec<PathBuf> = std::fs::read_dir(&projects)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|dir| dir.is_dir() && is_of(place, dir))
            .collect();
        dirs.sort();
        self.known().session_dirs.insert(place.id.clone(), (changed, dirs.clone()));
        dirs
    }

    /// `projects/` of the config root that a store is in; a store named outright brings its own.
    fn projects_dir(&self, place: &Place) -> PathBuf {
        let own =
            place.dir.ancestors().find(|above| above.file_name().is_some_and(|name| name == "projects"));
        match (own, &place.slug) {
            (Some(own), Some(_)) => own.to_owned(),
            _ => self.environment.config_root.join("projects"),
        }
    }

    /// A question for the window.
    pub(crate) fn question_row(&self, place: &Place, question: &Question, reading: &Reading) -> QuestionRow {
        self.row_of_question(place, question, reading, TEXT_LIMIT)
    }

    /// A question with at most so many characters of its text.
    fn row_of_question(
        &self,
        place: &Place,
        question: &Question,
        reading: &Reading,
        longest: usize,
    ) -> QuestionRow {
        let text: String = question.text.chars().take(longest).collect();
        let units = text.encode_utf16().count();
        QuestionRow {
            id: question.id.clone(),
            session: question.session.clone(),
            time: iso(question.time),
            cut: text.len() < question.text.len(),
            found: question.found.iter().copied().filter(|(start, length)| start + length <= units).collect(),
            gate: gate(&question.text, 0, &reading.profile).word().to_owned(),
            recorded: question
                .recorded
                .iter()
                .map(|attached| self.recorded(place, attached, reading))
                .collect(),
            place: self.place_of_question(place, question),
            version: question.version.clone(),
            text,
        }
    }

    fn recorded(&self, place: &Place, attached: &Attached, reading: &Reading) -> view::Recorded {
        let path = inside(place, &attached.path);
        let topic = path.as_deref().and_then(|path| reading.topic(path));
        view::Recorded {
            inside: path.is_some(),
            exists: topic.is_some(),
            changed: topic.is_some_and(|topic| {
                let bytes = topic.bytes.as_deref().unwrap_or_default();
                let now = surface(bytes, &reading.profile).kept.unwrap_or_default();
                // what was recorded of a cut file ends with the client's own note, so only its beginning can be the same
                attached.limit.is_none() && hex(now.as_bytes()) != attached.digest
            }),
            path: path.unwrap_or_else(|| label(&attached.path, Some(&self.environment.home))),
        }
    }

    /// Where a question was asked, when it was not in the store's own project folder.
    pub(crate) fn place_of_question(&self, place: &Place, question: &Question) -> Option<String> {
        let cwd = question.cwd.as_ref().filter(|cwd| place.project.as_ref() != Some(cwd))?;
        Some(label(cwd, Some(&self.environment.home)))
    }
}

/// Directories with sessions of a place, found earlier, and when `projects/` was changed then.
pub(crate) type SessionDirs = std::collections::HashMap<String, (Option<SystemTime>, Vec<PathBuf>)>;

/// Whether the sessions in a directory below `projects/` are of a place.
fn is_of(place: &Place, dir: &Path) -> bool {
    if place.scope == Scope::AgentUser {
        return true;
    }
    let own = dir.file_name().zip(place.slug.as_ref()).is_some_and(|(name, slug)| name == slug.as_str());
    own || place.project.as_ref().is_some_and(|project| {
        let seen = memdesk_sessions::working_dirs(dir);
        seen.iter().any(|seen| git_root::main_root(&seen.cwd) == *project || seen.cwd == *project)
    })
}

/// The path below the store that a recorded absolute path means. A root that was copied from elsewhere keeps its slugs, so
/// what stands behind them counts.
pub(crate) fn inside(place: &Place, path: &Path) -> Option<String> {
    let relative = path.strip_prefix(&place.dir).ok().map(Path::to_owned).or_else(|| {
        let slug = place.slug.as_ref()?;
        let mut parts = path.components();
        parts.find(|part| part.as_os_str() == slug.as_str())?;
        let rest = parts.as_path().strip_prefix("memory").ok()?;
        (place.dir.ends_with("memory")).then(|| rest.to_owned())
    })?;
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/")).filter(|path| !path.is_empty())
}

/// What is searched for: of an agent's store only questions that call that agent.
pub(crate) fn looked_for(place: &Place, words: &str) -> String {
    match place.scope {
        Scope::AgentUser | Scope::AgentProject | Scope::AgentLocal => format!("{words} agent-{}", place.name),
        _ => words.to_owned(),
    }
}

/// A time of the wire.
pub(crate) fn time(text: Option<&str>) -> Result<Option<jiff::Timestamp>, Failure> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    text.parse().map(Some).map_err(|error| {
        Failure::new(
            "bad-time",
            format!("{} is no time: {error}", clip(text, 40)),
            "Give one such as 2026-11-30T09:00:00Z.".to_owned(),
        )
    })
}

impl Failure {
    /// The cache of session files could not be used.
    pub(crate) fn sessions(error: &dyn fmt::Display) -> Failure {
        Failure::new(
            "sessions",
            format!("past questions cannot be looked up: {error}"),
            "The cache in Memdesk's data directory (sessions.sqlite) can be deleted: it is made anew."
                .to_owned(),
        )
    }
}
