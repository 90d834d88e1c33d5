//! The desk: open, look, write, undo. What the window and the command line both call.
//!
//! Composes the doors (`store`, `ledger`, `sessions`) over the pure rooms (`review`, `memdir`); the only room that knows
//! more than one door. Knows nothing of Tauri or clap. Reading never creates anything; what is written goes through
//! `write`, which puts every old byte into the ledger first.

pub mod beginning;
mod client;
mod evidence;
mod failure;
pub mod gate;
mod growth;
mod guide;
mod history;
mod index;
mod index_view;
mod label;
mod links;
mod look;
mod own;
mod places;
mod preview;
mod recall;
mod render;
mod review;
mod runs;
mod sample;
mod search;
pub mod settings;
mod start;
mod stores;
mod tasks;
mod topics;
pub mod view;
mod watch;
mod write;

pub use runs::Tell;

use memdesk_ledger::Ledger;
use memdesk_memdir::Profile;
use memdesk_store::Environment;
use memdesk_store::environment::CONFIG_DIR;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use view::{Failure, SettingSource};

/// How a desk is opened. Everything may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The client's config root; else `$CLAUDE_CONFIG_DIR`, else `~/.claude`.
    pub root: Option<PathBuf>,
    /// A memory directory itself, opened instead of a project's.
    pub store: Option<PathBuf>,
    /// Memdesk's own data; else the platform's data directory.
    pub data: Option<PathBuf>,
    /// The client version whose rules count; else the newest that the project's sessions name.
    pub profile: Option<String>,
    /// Refuse every write.
    pub read_only: bool,
}

/// One config root with its stores, and the ledger beside it. Safe to share between threads.
#[derive(Debug)]
pub struct Desk {
    environment: Environment,
    /// What named the config root.
    root_from: SettingSource,
    data: PathBuf,
    /// Where the settings file is: the data directory, for the sample that of the person's own desk.
    settings_home: PathBuf,
    kept_settings: settings::Kept,
    /// The profile asked for; none: by the client's version.
    profile: Option<&'static Profile>,
    /// The memory directory asked for with `--store`.
    store: Option<PathBuf>,
    read_only: bool,
    sample: bool,
    known: Mutex<places::Known>,
    ledger: OnceLock<Ledger>,
    /// Held while a store is written, so that two writes never interleave.
    writing: Mutex<()>,
    watch: Mutex<Option<memdesk_store::Watch>>,
    owed: watch::Owed,
    sessions: recall::Sessions,
    tasks: tasks::Tasks,
    at_work: runs::AtWork,
    searched: search::Kept,
    alarms: review::Alarms,
}

impl Desk {
    /// Opens a desk. Creates nothing.
    ///
    /// # Errors
    /// `bad-profile` when the profile asked for is no version.
    pub fn open(options: Options) -> Result<Desk, Failure> {
        let profile = match &options.profile {
            None => None,
            Some(version) => Some(Profile::for_version(version).ok_or_else(|| {
                Failure::new(
                    "bad-profile",
                    format!("{version} is no client version"),
                    "Give one such as 2.1.332, or leave --profile out.".to_owned(),
                )
            })?),
        };
        let data = options.data.map(absolute).unwrap_or_else(data_dir);
        let (environment, root_from) = environment(options.root.as_deref(), &data);
        Ok(Desk {
            environment,
            root_from,
            settings_home: data.clone(),
            kept_settings: settings::Kept::default(),
            data,
            profile,
            store: options.store.map(absolute),
            read_only: options.read_only,
            sample: false,
            known: Mutex::default(),
            ledger: OnceLock::new(),
            writing: Mutex::new(()),
            watch: Mutex::new(None),
            owed: watch::Owed::default(),
            sessions: recall::Sessions::default(),
            tasks: tasks::Tasks::default(),
            at_work: runs::AtWork::default(),
            searched: search::Kept::default(),
            alarms: review::Alarms::default(),
        })
    }

    /// The sample, unpacked afresh into the data directory, as a desk of its own: its own root, its own ledger.
    ///
    /// # Errors
    /// `read-only`; `io` when it cannot be unpacked.
    pub fn sample(&self) -> Result<Desk, Failure> {
        self.may_write()?;
        let unpacked = sample::unpack(&self.data, std::time::SystemTime::now())?;
        let mut desk = Desk::open(Options {
            root: Some(unpacked.root),
            data: Some(unpacked.data),
            read_only: self.read_only,
            ..Options::default()
        })?;
        desk.environment.vars.clear();
        desk.sample = true;
        // which root is open next is the person's choice, as ever
        desk.root_from = SettingSource::Default;
        desk.settings_home.clone_from(&self.settings_home);
        Ok(desk)
    }

    /// Memdesk's own data directory. It need not exist yet.
    pub fn data_dir(&self) -> &Path {
        &self.data
    }

    /// Nothing of Memdesk's own is written either when it is open for reading only.
    fn may_write(&self) -> Result<(), Failure> {
        match self.read_only {
            true => Err(Failure::read_only()),
            false => Ok(()),
        }
    }

    fn known(&self) -> MutexGuard<'_, places::Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn to write. When it is over, what was read for a search is old.
    fn turn_to_write(&self) -> TurnToWrite<'_> {
        let turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        TurnToWrite { _turn: turn, searched: &self.searched }
    }

    fn ledger_dir(&self) -> PathBuf {
        self.data.join("ledger.git")
    }

    /// The ledger, made when there is none: only for writes and for a window that watches.
    fn ledger(&self) -> Result<&Ledger, Failure> {
        if self.ledger.get().is_none() {
            let ledger = Ledger::open(&self.ledger_dir()).map_err(|error| Failure::ledger(&error))?;
            // another thread may have been quicker; its ledger is as good
            drop(self.ledger.set(ledger));
        }
        self.ledger.get().ok_or_else(|| Failure::ledger(&"it was closed"))
    }

    /// The same, where one that cannot be read counts as none.
    fn ledger_if_any(&self) -> Option<&Ledger> {
        self.ledger_to_read().ok().flatten()
    }

    /// The ledger when there is one. Looking neither makes nor mends one.
    ///
    /// # Errors
    /// `ledger` when what is there cannot be read.
    fn ledger_to_read(&self) -> Result<Option<&Ledger>, Failure> {
        let dir = self.ledger_dir();
        if self.ledger.get().is_none() && dir.exists() {
            let ledger = Ledger::open_existing(&dir).map_err(|error| Failure::ledger(&error))?;
            // another thread may have been quicker; its ledger is as good
            drop(self.ledger.set(ledger));
        }
        Ok(self.ledger.get())
    }
}

/// The machine, and what named its config root: the option, the environment, else the settings, where that folder is there.
fn environment(root: Option<&Path>, data: &Path) -> (Environment, SettingSource) {
    let by_process = Environment::from_process(root);
    let moved = by_process.vars.get(CONFIG_DIR).is_some_and(|value| !value.is_empty());
    match root {
        Some(_) => return (by_process, SettingSource::Option),
        None if moved => return (by_process, SettingSource::Environment),
        None => {}
    }
    let wished = settings::load(data).settings.text(settings::keys::ROOT);
    let wished = wished.and_then(|root| settings::expanded(&root, &by_process.home));
    match wished.filter(|root| root.is_dir()) {
        Some(root) => (Environment::from_process(Some(&root)), SettingSource::File),
        None => (by_process, SettingSource::Default),
    }
}

/// Nobody else writes as long as this is there.
struct TurnToWrite<'a> {
    _turn: MutexGuard<'a, ()>,
    searched: &'a search::Kept,
}

impl Drop for TurnToWrite<'_> {
    fn drop(&mut self) {
        self.searched.forget();
    }
}

fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// The platform's data directory for Memdesk.
fn data_dir() -> PathBuf {
    directories::ProjectDirs::from("org", "memdesk", "Memdesk")
        .map_or_else(|| PathBuf::from(".memdesk"), |dirs| dirs.data_dir().to_owned())
}

/// An address that may be opened outside: http, https or mailto, nothing else.
///
/// # Errors
/// `bad-url` for every other scheme, and for addresses with white space or control characters.
pub fn outside_address(url: &str) -> Result<&str, Failure> {
    if render::is_outside_url(url) {
        return Ok(url);
    }
    Err(Failure::new("bad-url", format!("{url:?} is no web or mail address"), None))
}
