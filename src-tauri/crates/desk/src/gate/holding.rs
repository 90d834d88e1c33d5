//! What waits for review, and the record of every call, on disk: one directory for each store in Memdesk's data directory,
//! and for each run.
//!
//! Separate so that locking and the order of writes are in one place. Never touches a store.
//!
//! | file | what |
//! |---|---|
//! | `lock` | held by whoever changes anything here |
//! | `calls.jsonl` | a record for each file of each call (`calls`) |
//! | `texts/<SHA-256>.md` | texts, each once; never changed |
//! | `settled.json` | files that waited and were decided about, the newest last: a decision can be taken back |
//! | `held.json` | the files that wait: texts by digest, and their calls. Replaced whole: what it names is held, and nothing else |

use super::calls::{self, CALLS, Record};
use crate::own::write_whole;
use memdesk_memdir::digest::hex;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Nobody waits longer for the lock: the client is waiting for us.
const PATIENCE: Duration = Duration::from_secs(2);
const HELD: &str = "held.json";
const SETTLED: &str = "settled.json";
/// At most so many decisions can be taken back; the oldest go, and their texts.
const MOST_SETTLED: usize = 500;
const TEXTS: &str = "texts";

/// A file that waits, by digests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    /// The text on disk when it was first held; none: there was no file.
    pub(super) base: Option<String>,
    /// The text that waits; none: its removal does.
    pub(super) text: Option<String>,
    /// The places of its records.
    pub(super) calls: Vec<u64>,
}

/// A file that waited until something was decided about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settled {
    /// What decided: an operation's id, or a refusal's own name.
    pub(super) by: String,
    /// The file, below the store.
    pub(super) path: String,
    /// As it waited.
    pub(super) file: Waiting,
    /// What waits in its place since, by its version: a part of it was refused.
    pub(super) rest: Option<String>,
}

/// The files that wait, by path below the store.
pub(super) type Files = BTreeMap<String, Waiting>;

/// The holding directory of one store.
pub(super) struct Holding {
    dir: PathBuf,
}

/// The right to change a holding directory; given back when it goes.
pub(super) struct Locked<'h> {
    holding: &'h Holding,
    _lock: File,
}

impl Holding {
    /// That of the store with this id. Creates nothing.
    pub(super) fn of(data: &Path, store: &str) -> Holding {
        Holding { dir: data.join("gate").join(store) }
    }

    /// One in a directory of its own. Creates nothing.
    pub(super) fn at(dir: PathBuf) -> Holding {
        Holding { dir }
    }

    /// Whether anything was ever recorded here.
    pub(super) fn exists(&self) -> bool {
        self.dir.is_dir()
    }

    /// Whether anything ever waited here, and what waits can be read.
    pub(super) fn ever_held(&self) -> bool {
        self.dir.join(HELD).is_file() && self.files().is_ok()
    }

    /// Waits for the lock, but not for long.
    ///
    /// # Errors
    /// Somebody else holds it, or the disk refuses.
    pub(super) fn lock(&self) -> io::Result<Locked<'_>> {
        fs::create_dir_all(self.dir.join(TEXTS))?;
        let file = OpenOptions::new().create(true).append(true).open(self.dir.join("lock"))?;
        let until = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Locked { holding: self, _lock: file }),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if Instant::now() > until => {
                    return Err(io::Error::new(ErrorKind::TimedOut, "another call holds the lock"));
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Waits until nobody changes anything here, but not for long, and lays no file: for who only looks. None where nobody ever
    /// held the lock.
    ///
    /// # Errors
    /// Somebody holds it.
    pub(super) fn lock_to_read(&self) -> io::Result<Option<File>> {
        let Ok(file) = File::open(self.dir.join("lock")) else { return Ok(None) };
        let until = Instant::now() + PATIENCE;
        loop {
            match file.try_lock_shared() {
                Ok(()) => return Ok(Some(file)),
                // where nothing can be locked, nothing is written either
                Err(TryLockError::Error(_)) => return Ok(None),
                Err(TryLockError::WouldBlock) if Instant::now() > until => {
                    return Err(io::Error::new(ErrorKind::TimedOut, "another call holds the lock"));
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// What waits.
    ///
    /// # Errors
    /// It is there and cannot be read.
    pub(super) fn files(&self) -> io::Result<Files> {
        match fs::read(self.dir.join(HELD)) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::other),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Files::default()),
            Err(error) => Err(error),
        }
    }

    /// What was decided about, oldest first; nothing where that cannot be read: it is for taking back only.
    pub(super) fn settled(&self) -> Vec<Settled> {
        crate::own::load(&self.dir.join(SETTLED))
    }

    /// Where a text is.
    pub(super) fn text_path(&self, digest: &str) -> PathBuf {
        // `.md`, for the client shows it to its agent by what it is called
        self.dir.join(TEXTS).join(format!("{digest}.md"))
    }

    /// A text by its digest.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn text(&self, digest: &str) -> io::Result<Vec<u8>> {
        fs::read(self.text_path(digest))
    }

    /// Every record, oldest first.
    ///
    /// # Errors
    /// They are there and cannot be read.
    pub(super) fn records(&self) -> io::Result<Vec<Record>> {
        calls::all(&self.dir.join(CALLS))
    }

    /// The records at these places; those that cannot be read are left out.
    pub(super) fn records_at(&self, places: &[u64]) -> Vec<Record> {
        calls::at(&self.dir.join(CALLS), places)
    }
}

impl Locked<'_> {
    /// Adds a record; says its place.
    ///
    /// # Errors
    /// The disk refuses.
    pub(super) fn record(&self, record: &Record) -> io::Result<u64> {
        calls::add(&self.holding.dir.join(CALLS), record)
    }

    /// Lets go of records that nothing needs any more, once they are many. Not for the client's time: it waits for us.
    ///
    /// # Errors
    /// The disk refuses, or what waits cannot be read; then all are still there.
    pub(super) fn bound(&self) -> io::Result<bool> {
        let named = || {
            let (files, settled) = (self.holding.files()?, self.holding.settled());
            let files = settled.iter().map(|one| &one.file).chain(files.values());
            Ok(files.flat_map(|file| file.calls.iter().copied()).collect())
        };
        calls::bound(&self.holding.dir.join(CALLS), named)
    }

    /// Keeps a text; says its digest.
    ///
    /// # Errors
    /// The disk refuses.
    pub(super) fn keep(&self, text: &[u8]) -> io::Result<String> {
        let digest = hex(text);
        let path = self.holding.text_path(&digest);
        if !path.exists() {
            write_whole(&path, text)?;
        }
        Ok(digest)
    }

    /// Makes these the decisions that can be taken back.
    ///
    /// # Errors
    /// The disk refuses.
    pub(super) fn save_settled(&self, mut settled: Vec<Settled>) -> io::Result<()> {
        let over = settled.len().saturating_sub(MOST_SETTLED);
        settled.drain(..over);
        write_whole(&self.holding.dir.join(SETTLED), &serde_json::to_vec_pretty(&settled)?)
    }

    /// Makes these the files that wait, and lets go of those of `texts` that none of them has.
    ///
    /// # Errors
    /// The disk refuses; then what waited before still does.
    pub(super) fn save(&self, files: &Files, texts: &BTreeSet<String>) -> io::Result<()> {
        write_whole(&self.holding.dir.join(HELD), &serde_json::to_vec_pretty(files)?)?;
        let settled = self.holding.settled();
        let kept = texts_of(settled.iter().map(|one| &one.file).chain(files.values()));
        for gone in texts.difference(&kept) {
            // one that stays is only room lost
            drop(fs::remove_file(self.holding.text_path(gone)));
        }
        Ok(())
    }
}

/// The texts that these files have, by digest.
pub(super) fn texts_of<'f>(files: impl IntoIterator<Item = &'f Waiting>) -> BTreeSet<String> {
    files.into_iter().flat_map(|file| [&file.base, &file.text]).flatten().cloned().collect()
}
