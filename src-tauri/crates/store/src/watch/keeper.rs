//! The watch's thread: takes events in, keeps the watched directories right, tells changes.
//!
//! Separate from `watch`, which is what other threads hold. Owns notify's watcher.

use super::aim::{Aim, Aims, aim};
use super::pending::Pending;
use super::poll::{Prints, prints};
use super::queue::Queue;
use super::{Changed, Dirs, POLL, Status};
use crate::apply::TEMP_SUFFIX;
use notify::event::ModifyKind;
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When a directory that is there could not be watched, it is tried again after so long; a directory that came is told once
/// more after so long, for what was written into it before the operating system was asked to watch it is told by nobody.
const AGAIN: Duration = Duration::from_secs(1);
/// While polling, it is tried so often whether the operating system's way can be had again.
const NATIVE_AGAIN: Duration = Duration::from_secs(20);

/// What the thread is told.
#[derive(Debug)]
pub(super) enum Message {
    /// By the operating system.
    Event(notify::Result<Event>),
    /// Other directories.
    Set(Dirs),
    /// The watch was dropped.
    Stop,
}

/// How changes come to be known.
enum Eyes {
    Native(RecommendedWatcher),
    /// `native`: when to try the operating system's way again; none: never.
    Polling {
        next: Instant,
        native: Option<Instant>,
        prints: Prints,
    },
}

pub(super) struct Keeper {
    dirs: Dirs,
    eyes: Eyes,
    armed: Aims,
    aim: Aim,
    again: Option<Instant>,
    /// When to tell these stores once more.
    twice: Option<(Instant, BTreeSet<PathBuf>)>,
    pending: Pending,
    queue: Arc<Queue>,
    /// Directories may have come or gone since they were last looked at.
    moved: bool,
    messages: Sender<Message>,
    status: Arc<Mutex<Status>>,
    on_change: Box<dyn Fn(Changed) + Send>,
}

impl Keeper {
    pub(super) fn new(
        dirs: Dirs,
        polling: Option<String>,
        messages: Sender<Message>,
        status: Arc<Mutex<Status>>,
        on_change: Box<dyn Fn(Changed) + Send>,
    ) -> Keeper {
        let native = polling.is_none().then(Instant::now);
        let eyes = Eyes::Polling { next: Instant::now(), native, prints: Prints::new() };
        let mut keeper = Keeper {
            dirs,
            eyes,
            armed: Aims::new(),
            aim: Aim::default(),
            again: None,
            twice: None,
            pending: Pending::default(),
            queue: Arc::default(),
            moved: false,
            messages,
            status,
            on_change,
        };
        match polling.map_or_else(|| keeper.open(), Err) {
            Ok(watcher) => keeper.eyes = Eyes::Native(watcher),
            Err(why) => keeper.poll_because(why),
        }
        keeper.aim = aim(&keeper.dirs);
        if keeper.arm() {
            keeper.look();
        }
        keeper
    }

    /// Links in a store are not followed: one could lead to the root of the file system.
    fn open(&self) -> Result<RecommendedWatcher, String> {
        let (messages, queue) = (self.messages.clone(), Arc::clone(&self.queue));
        let handler = move |event| {
            if queue.enter() {
                drop(messages.send(Message::Event(event)));
            }
        };
        let config = Config::default().with_follow_symlinks(false);
        RecommendedWatcher::new(handler, config).map_err(|error| error.to_string())
    }

    pub(super) fn run(mut self, inbox: &Receiver<Message>) {
        loop {
            let poll = match &self.eyes {
                Eyes::Native(_) => None,
                Eyes::Polling { next, .. } => Some(*next),
            };
            let twice = self.twice.as_ref().map(|(at, _)| *at);
            let wake = [self.pending.due(), self.again, twice, poll].into_iter().flatten().min();
            let wait =
                wake.map_or(Duration::from_secs(3600), |at| at.saturating_duration_since(Instant::now()));
            match inbox.recv_timeout(wait) {
                Ok(Message::Event(event)) => {
                    self.queue.leave();
                    self.take(event);
                }
                Ok(Message::Set(dirs)) => {
                    self.dirs = dirs;
                    self.aim = aim(&self.dirs);
                    if self.arm() {
                        self.look();
                    }
                }
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.queue.overran() {
                self.fall_behind();
            }
            let now = Instant::now();
            if poll.is_some_and(|at| at <= now) {
                self.poll();
            }
            if self.again.is_some_and(|at| at <= now) {
                self.again = None;
                self.look();
            }
            if twice.is_some_and(|at| at <= now)
                && let Some((_, dirs)) = self.twice.take()
            {
                self.once_more(dirs, now);
            }
            if self.pending.due().is_some_and(|at| at <= now) {
                self.tell();
            }
        }
    }

    fn take(&mut self, event: notify::Result<Event>) {
        match event {
            Ok(event) if event.need_rescan() => self.fall_behind(),
            Ok(event) => self.sort_in(&event),
            Err(error) => match error.kind {
                ErrorKind::MaxFilesWatch => self.poll_because(error.to_string()),
                // what cannot be told may have been a change
                _ => self.fall_behind(),
            },
        }
    }

    /// Something was missed: all is told as changed, and what there is to watch is looked for anew.
    fn fall_behind(&mut self) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        if *status == Status::Native {
            *status = Status::Behind;
        }
        drop(status);
        self.pending.behind = true;
        self.moved = true;
        self.pending.touch(Instant::now());
    }

    /// Tells stores again. Whoever was behind has read everything by now.
    fn once_more(&mut self, dirs: BTreeSet<PathBuf>, now: Instant) {
        let mut status = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        if *status == Status::Behind && !self.pending.behind {
            *status = Status::Native;
        }
        drop(status);
        self.pending.dirs.extend(dirs);
        self.pending.touch(now);
    }

    fn sort_in(&mut self, event: &Event) {
        let goes = matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        let comes = goes || matches!(event.kind, EventKind::Create(_) | EventKind::Any | EventKind::Other);
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        for path in event.paths.iter().filter(|path| !is_ours(path)) {
            if goes {
                self.disarm(path);
                // another may have its name by the time that we look
                let below = self.aim.stores.iter().filter(|(_, real)| real.starts_with(path));
                self.pending.dirs.extend(below.map(|(store, _)| store.clone()));
            }
            if let Some(file) = self.aim.file_at(path) {
                self.pending.files.insert(file.clone());
                self.pending.touch(Instant::now());
                // what it is now is known by looking, and so not told again
                self.moved = true;
            }
            let hit = self.aim.stores_of(path).next().is_some();
            self.pending.dirs.extend(self.aim.stores_of(path).cloned());
            if hit && comes && path.is_dir() {
                let twice = self.twice.get_or_insert_with(|| (Instant::now() + AGAIN, BTreeSet::new()));
                twice.1.extend(self.aim.stores_of(path).cloned());
            }
            // outside of the stores only comings and goings matter: sessions are written there all the time
            if comes {
                self.moved |= !hit || goes;
            }
            if hit || comes {
                self.pending.touch(Instant::now());
            }
        }
    }

    /// A watch goes (or is led elsewhere) with its directory; another of the same name needs a new one.
    fn disarm(&mut self, path: &Path) {
        let gone: Vec<PathBuf> = self.armed.keys().filter(|armed| armed.starts_with(path)).cloned().collect();
        for armed in gone {
            self.armed.remove(&armed);
            if let Eyes::Native(watcher) = &mut self.eyes {
                let _ = watcher.unwatch(&armed); // it may be gone
            }
        }
    }

    /// Looks at what is there now, notes what came, went or became another, and watches it.
    fn look(&mut self) {
        // what comes between looking and watching is seen by looking again
        for _ in 0..3 {
            let now = aim(&self.dirs);
            let (old, new) = (&self.aim.stores, &now.stores);
            let differ = old.keys().chain(new.keys()).filter(|store| old.get(*store) != new.get(*store));
            let differ: Vec<PathBuf> =
                differ.filter(|store| self.dirs.stores.contains(*store)).cloned().collect();
            let projects = now.projects != self.aim.projects;
            // files that are watched since this moment were not seen to change
            let old = &self.aim.files;
            let files =
                now.files.iter().filter(|(file, print)| old.get(*file).is_some_and(|old| old != *print));
            let files: Vec<PathBuf> = files.map(|(file, _)| file.clone()).collect();
            if !differ.is_empty() || projects || !files.is_empty() {
                self.pending.projects |= projects;
                self.pending.files.extend(files);
                self.pending.dirs.extend(differ);
                self.pending.touch(Instant::now());
            }
            self.aim = now;
            if !self.arm() {
                return;
            }
        }
    }

    /// Makes the operating system watch what is aimed at; true when that is more than before.
    fn arm(&mut self) -> bool {
        let stale = self.armed.iter().filter(|(path, mode)| self.aim.aims.get(*path) != Some(mode));
        for path in stale.map(|(path, _)| path.clone()).collect::<Vec<_>>() {
            self.disarm(&path);
        }
        let Eyes::Native(watcher) = &mut self.eyes else { return false };
        let mut full = None;
        let mut more = false;
        for (path, mode) in &self.aim.aims {
            if self.armed.contains_key(path) {
                continue;
            }
            match watcher.watch(path, *mode) {
                Ok(()) => {
                    more = true;
                    self.armed.insert(path.clone(), *mode);
                }
                Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => {
                    full = Some(error.to_string())
                }
                Err(_) => self.again = Some(Instant::now() + AGAIN),
            }
        }
        if let Some(why) = full {
            self.poll_because(why);
        }
        more
    }

    fn tell(&mut self) {
        if std::mem::take(&mut self.moved) {
            self.look();
        }
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return;
        }
        let status = self.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let changed = match pending.behind {
            true => Changed {
                dirs: self.dirs.stores.clone(),
                files: self.dirs.files.clone(),
                projects: true,
                status: Status::Behind,
            },
            false => Changed {
                dirs: pending.dirs.into_iter().collect(),
                files: pending.files.into_iter().collect(),
                projects: pending.projects,
                status,
            },
        };
        if pending.behind {
            // said until everything was read, and then that it is over
            let all = self.dirs.stores.iter().cloned().collect();
            self.twice = Some((Instant::now() + AGAIN, all));
        }
        (self.on_change)(changed);
    }

    fn poll_because(&mut self, why: String) {
        let own = matches!(self.eyes, Eyes::Polling { native: None, .. });
        let native = (!own).then(|| Instant::now() + NATIVE_AGAIN);
        self.say(Status::Polling { why });
        let prints = prints(self.dirs.stores.iter());
        self.eyes = Eyes::Polling { next: Instant::now() + POLL, native, prints };
        self.armed.clear();
    }

    /// Another status from now on. Whatever happened on the way to it is told with it.
    fn say(&mut self, status: Status) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = status;
        self.pending.dirs.extend(self.dirs.stores.iter().cloned());
        self.pending.touch(Instant::now());
    }

    fn poll(&mut self) {
        let begun = Instant::now();
        let now = prints(self.dirs.stores.iter());
        self.look();
        let Eyes::Polling { next, native, prints } = &mut self.eyes else { return };
        for (store, print) in &now {
            if prints.get(store) != Some(print) {
                self.pending.dirs.insert(store.clone());
                self.pending.touch(begun);
            }
        }
        *prints = now;
        // at most a twentieth of a processor
        *next = Instant::now() + POLL.max(begun.elapsed() * 20);
        if native.is_some_and(|at| at <= begun) {
            *native = Some(Instant::now() + NATIVE_AGAIN);
            self.open_again();
        }
    }

    /// Watches by the operating system's way again when all of it can be had, and goes on polling otherwise.
    fn open_again(&mut self) {
        let Ok(mut watcher) = self.open() else { return };
        let mut armed = Aims::new();
        for (path, mode) in &self.aim.aims {
            match watcher.watch(path, *mode) {
                Ok(()) => drop(armed.insert(path.clone(), *mode)),
                Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => return,
                Err(_) => self.again = Some(Instant::now() + AGAIN),
            }
        }
        self.eyes = Eyes::Native(watcher);
        self.armed = armed;
        self.say(Status::Native);
        self.look();
    }
}

/// One of our temporary files.
fn is_ours(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().ends_with(TEMP_SUFFIX.as_bytes()))
}
