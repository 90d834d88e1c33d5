//! Tells a shell when stores change on disk, and writes what is seen into the ledger.

use crate::Desk;
use crate::view::{Changed, WatchState};
use memdesk_store::{Status, Watch, watch::Dirs};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// What could not be written into the ledger is tried again after so long: a disk that was full may have room again, and
/// nothing on it need change for that.
const AGAIN: Duration = Duration::from_secs(5);

/// Stores whose bytes are still to be written into the ledger; while there are any, a thread tries.
#[derive(Debug, Default)]
pub(crate) struct Owed(Mutex<BTreeSet<String>>);

impl Desk {
    /// Watches the stores known so far; `tell` is called on another thread at most 400 ms after a change. Calling it again
    /// replaces the watch before.
    pub fn watch(self: &Arc<Self>, tell: impl Fn(Changed) + Send + 'static) {
        let desk = Arc::downgrade(self);
        let watch = Watch::start(self.watched(), move |changed| {
            let Some(desk) = desk.upgrade() else { return };
            let ids = desk.ids_at(&changed.dirs);
            for id in &ids {
                if !desk.observe(id) {
                    desk.owe(id);
                }
            }
            // how the gate stands is shown with the store
            let current = (!changed.files.is_empty()).then(|| desk.known().current.clone()).flatten();
            let current = current.filter(|current| !ids.contains(current));
            let stores: Vec<String> = ids.into_iter().chain(current).collect();
            let settings = changed.files.contains(&desk.settings_path());
            if !stores.is_empty() || changed.projects || settings {
                tell(Changed { stores, list: changed.projects, settings, watch: state(changed.status) });
            }
        });
        *self.watch.lock().unwrap_or_else(PoisonError::into_inner) = Some(watch);
        let desk = Arc::clone(self);
        // the first look goes into the ledger beside the person's first look, not before it
        std::thread::spawn(move || {
            let current = desk.known().current.clone();
            if let Some(id) = current {
                let _ = desk.observe(&id);
            }
        });
    }

    /// Whether changes are being seen.
    pub(crate) fn watch_state(&self) -> WatchState {
        let watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.as_ref().map_or(WatchState::Off, |watch| state(watch.status()))
    }

    /// Brings the watch up to what is known now.
    pub(crate) fn watch_known(&self) {
        let dirs = self.watched();
        if let Some(watch) = self.watch.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            watch.set(dirs);
        }
    }

    fn watched(&self) -> Dirs {
        let mut stores: Vec<_> = self.known().places.values().map(|place| place.dir.clone()).collect();
        // what the gate holds, how it stands, and what runs propose is shown with a store
        stores.push(self.gate_dir());
        stores.push(self.runs_dir());
        let projects = vec![self.environment.config_root.join("projects")];
        // the gate is as good as its hook there; its mode is in our own settings
        Dirs { stores, projects, files: vec![self.settings_file(), self.settings_path()] }
    }

    fn ids_at(&self, dirs: &[std::path::PathBuf]) -> Vec<String> {
        let known = self.known();
        let held = dirs.contains(&self.gate_dir()) || dirs.contains(&self.runs_dir());
        let gate = held.then(|| known.current.clone()).flatten();
        let changed = known
            .places
            .values()
            .filter(|place| dirs.contains(&place.dir) || gate.as_ref() == Some(&place.id));
        changed.map(|place| place.id.clone()).collect()
    }

    /// Takes note of what is on disk in a store, as a watch does whenever it changes.
    pub fn note(&self, id: &str) {
        let _ = self.observe(id);
    }

    /// Writes what is on disk into the ledger; false when that could not be done. A ledger that cannot be written stops no one
    /// from looking; the next write says what is wrong with it.
    fn observe(&self, id: &str) -> bool {
        if self.read_only {
            return true;
        }
        let _one = self.turn_to_write();
        let Ok(ledger) = self.ledger() else { return false };
        let Ok(_alone) = ledger.alone() else { return false };
        let Ok(look) = self.look(id) else { return true };
        self.sweep(&look.place, ledger);
        let recovered = ledger.recover(id, &look.snapshot, crate::look::now()).is_ok();
        let observed = self.observe_now(&look, ledger).is_ok();
        let settled = self.settle_written(&look, ledger).is_ok();
        recovered && observed && settled
    }

    /// Tries that again until it is done.
    fn owe(self: &Arc<Self>, id: &str) {
        let mut owed = self.owed.lock();
        let first = owed.is_empty();
        owed.insert(id.to_owned());
        if first {
            let desk = Arc::downgrade(self);
            std::thread::spawn(move || pay(&desk));
        }
    }
}

impl Owed {
    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Until nothing is owed, or nobody has the desk any more.
fn pay(desk: &Weak<Desk>) {
    loop {
        std::thread::sleep(AGAIN);
        let Some(desk) = desk.upgrade() else { return };
        let owed = desk.owed.lock().clone();
        let paid: Vec<String> = owed.into_iter().filter(|id| desk.observe(id)).collect();
        let mut owed = desk.owed.lock();
        owed.retain(|id| !paid.contains(id));
        if owed.is_empty() {
            return;
        }
    }
}

fn state(status: Status) -> WatchState {
    match status {
        Status::Native => WatchState::Native,
        Status::Polling { why } => WatchState::Polling { why },
        Status::Behind => WatchState::Behind,
    }
}
