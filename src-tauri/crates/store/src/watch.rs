//! Watches stores for changes, theirs and ours.
//!
//! Separate because it runs on a thread of its own. Tells which stores changed, never what: the caller scans again, which is
//! cheap and cannot be out of date. Never writes.

mod aim;
mod keeper;
mod pending;
mod poll;
mod queue;

use keeper::{Keeper, Message};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A change is told once nothing more has happened for so long,
pub const QUIET: Duration = Duration::from_millis(80);
/// or after so long at the latest.
pub const LATEST: Duration = Duration::from_millis(400);
/// Where the operating system does not tell, the directories are read again so often (less often when that takes long).
pub const POLL: Duration = Duration::from_secs(2);

/// How well changes are seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// The operating system tells of each change.
    Native,
    /// The directories are read again every [`POLL`].
    Polling {
        /// Why the operating system's way cannot be had.
        why: String,
    },
    /// Changes were missed; everything is reported as changed. Over once it was read: that is told too.
    Behind,
}

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The watched store directories, as they were given, in which something changed, or which came or went.
    pub dirs: Vec<PathBuf>,
    /// The watched files, as they were given, that changed, came or went.
    pub files: Vec<PathBuf>,
    /// A project, or a project's store, appeared or went: time to look for stores again.
    pub projects: bool,
    /// How well changes are seen at this moment.
    pub status: Status,
}

/// What is watched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dirs {
    /// Memory directories, watched at every depth but not through links in them; they need not exist yet.
    pub stores: Vec<PathBuf>,
    /// Directories that hold projects (`<root>/projects`), watched for new ones and for their stores.
    pub projects: Vec<PathBuf>,
    /// Single files, watched with the directory they are in but nothing below that; they need not exist yet. Behind a link it
    /// is what the link leads to that is watched too.
    pub files: Vec<PathBuf>,
}

/// A running watch; dropping it ends it.
#[derive(Debug)]
pub struct Watch {
    messages: Sender<Message>,
    status: Arc<Mutex<Status>>,
}

impl Watch {
    /// Starts watching. `on_change` is called on the watch's thread, at most [`LATEST`] after the operating system told of a
    /// change; while it runs, further changes are collected. Our own temporary files are no change.
    ///
    /// Where the operating system's way cannot be had (its limit is reached), the directories are polled, and
    /// [`Changed::status`] says why; once it can be had again, it is. What is written faster than it is told is
    /// [`Status::Behind`].
    pub fn start(dirs: Dirs, on_change: impl Fn(Changed) + Send + 'static) -> Watch {
        Watch::run(dirs, None, Box::new(on_change))
    }

    /// [`Watch::start`], but polling from the beginning, for the reason given: for network file systems, which tell nothing.
    pub fn start_polling(dirs: Dirs, why: &str, on_change: impl Fn(Changed) + Send + 'static) -> Watch {
        Watch::run(dirs, Some(why.to_owned()), Box::new(on_change))
    }

    fn run(dirs: Dirs, polling: Option<String>, on_change: Box<dyn Fn(Changed) + Send>) -> Watch {
        let (messages, inbox) = channel();
        let status = Arc::new(Mutex::new(Status::Native));
        let (ours, theirs) = (status.clone(), messages.clone());
        let keeper = move || Keeper::new(dirs, polling, theirs, ours, on_change).run(&inbox);
        if let Err(error) = std::thread::Builder::new().name("memdesk-watch".to_owned()).spawn(keeper) {
            let why = format!("no thread: {error}");
            *status.lock().unwrap_or_else(PoisonError::into_inner) = Status::Polling { why };
        }
        Watch { messages, status }
    }

    /// Watches these directories from now on.
    pub fn set(&self, dirs: Dirs) {
        let _ = self.messages.send(Message::Set(dirs)); // a watch that ended watches nothing
    }

    /// How well changes are seen.
    pub fn status(&self) -> Status {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Stop);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::{Error, ErrorKind, Event, EventKind, event::Flag};

    /// What a machine does when it is overrun cannot be brought about in a test; what is made of it can.
    #[test]
    fn overflow_and_a_reached_limit_are_said() {
        let dir = tempfile::tempdir().unwrap();
        let stores = vec![dir.path().join("one"), dir.path().join("missing")];
        std::fs::create_dir(&stores[0]).unwrap();
        let (sender, told) = channel();
        let dirs = Dirs { stores: stores.clone(), ..Dirs::default() };
        let watch = Watch::start(dirs, move |changed| drop(sender.send(changed)));
        let next = || told.recv_timeout(Duration::from_secs(20)).unwrap();
        let overflow = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        watch.messages.send(Message::Event(Ok(overflow))).unwrap();
        assert_eq!(
            next(),
            Changed { dirs: stores.clone(), files: Vec::new(), projects: true, status: Status::Behind }
        );
        let again = next();
        assert!(stores.iter().all(|store| again.dirs.contains(store)), "{again:?}");
        assert_eq!(again.status, Status::Native, "it goes on");
        assert_eq!(watch.status(), Status::Native);
        watch.messages.send(Message::Event(Err(Error::new(ErrorKind::MaxFilesWatch)))).unwrap();
        let changed = next();
        assert!(matches!(&changed.status, Status::Polling { why } if !why.is_empty()), "{changed:?}");
        assert_eq!(watch.status(), changed.status);
        // and changes are still seen
        std::fs::write(stores[0].join("a.md"), "a").unwrap();
        while !next().dirs.contains(&stores[0]) {}
    }
}
