//! The window's part: it knows of a store only what it was told to read again.
//!
//! Separate because this is what is compared with the disk. Does what the pages do when a change is told, and nothing else.

use crate::world::World;
use memdesk_desk::Desk;
use memdesk_desk::view::{Changed, WatchState};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a window shows, shared with the thread that keeps it.
#[derive(Clone)]
pub(crate) struct Window {
    inner: Arc<Mutex<Inner>>,
    told: Sender<Changed>,
}

#[derive(Default)]
struct Inner {
    shown: BTreeMap<String, u64>,
    watch: Option<WatchState>,
    /// How often each state began.
    states: BTreeMap<&'static str, u64>,
    changes: u64,
}

/// Opens it: the first look, and the watch.
pub(crate) fn open(world: &Arc<World>) -> Window {
    let (told, inbox) = channel();
    let window = Window { inner: Arc::default(), told: told.clone() };
    world.desk.watch(move |changed| drop(told.send(changed)));
    let (own, looker) = (window.clone(), Arc::clone(world));
    std::thread::spawn(move || own.keep(&looker, &inbox));
    window.acted(world.ids.iter().cloned());
    window
}

impl Window {
    fn keep(&self, world: &World, inbox: &Receiver<Changed>) {
        while let Ok(first) = inbox.recv() {
            // what came meanwhile is read once
            let all: Vec<Changed> = std::iter::once(first).chain(inbox.try_iter()).collect();
            let stores: BTreeSet<String> = all.iter().flat_map(|changed| changed.stores.clone()).collect();
            for changed in all {
                self.state(changed.watch);
            }
            for id in stores.into_iter().filter(|id| world.ids.contains(id)) {
                let print = print(&world.desk, &id);
                self.lock().shown.insert(id, print);
            }
            self.lock().changes += 1;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self, now: WatchState) {
        let mut inner = self.lock();
        let name = name(&now);
        if now != WatchState::Off && inner.watch.as_ref().map(self::name) != Some(name) {
            *inner.states.entry(name).or_default() += 1;
            inner.watch = Some(now);
        }
    }

    /// Something was done in the window itself: it reads these again.
    pub(crate) fn acted(&self, stores: impl Iterator<Item = String>) {
        let changed =
            Changed { stores: stores.collect(), list: false, settings: false, watch: WatchState::Off };
        drop(self.told.send(changed));
    }

    /// Whether what is shown of a store is what is there.
    pub(crate) fn shows(&self, desk: &Desk, id: &str) -> bool {
        let shown = self.lock().shown.get(id).copied();
        shown == Some(print(desk, id))
    }

    /// How well the window says that it sees.
    pub(crate) fn watch(&self) -> &'static str {
        self.lock().watch.as_ref().map_or("native", name)
    }

    /// Waits until it says so.
    pub(crate) fn comes_to(&self, state: &str, patience: Duration) -> bool {
        let begun = std::time::Instant::now();
        while self.watch() != state {
            if begun.elapsed() > patience {
                return false;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        true
    }

    /// How often it was told something, and that it did not see everything.
    pub(crate) fn said(&self) -> String {
        let inner = self.lock();
        format!("{} rounds of reading; states begun: {:?}", inner.changes, inner.states)
    }
}

fn name(state: &WatchState) -> &'static str {
    match state {
        WatchState::Off => "off",
        WatchState::Native => "native",
        WatchState::Polling { .. } => "polling",
        WatchState::Behind => "behind",
    }
}

/// What is on the panes of a store, in one number.
fn print(desk: &Desk, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    let topics = desk.topics(id).map(|list| serde_json::to_string(&list).unwrap_or_default());
    let index = desk.index(id).map(|view| serde_json::to_string(&view).unwrap_or_default());
    for pane in [topics, index] {
        pane.map_err(|failure| failure.code).hash(&mut hasher);
    }
    hasher.finish()
}
