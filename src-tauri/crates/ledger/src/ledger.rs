//! The ledger's repository: opening, locking, writing commits safely.
//!
//! Separate from what is done with it (`observe`, `operate`, `accept`, `history`). One process writes at a time, by a lock
//! on a file beside the refs; readers need none.

use crate::error::LedgerError;
use crate::ids::CommitId;
use crate::message::Message;
use crate::tree::{self, Files};
use git2::{Oid, Repository, RepositoryInitOptions, Signature, Time};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locked while something is written into the ledger. Names the branch that is being moved, for the next writer.
const WRITING: &str = "memdesk.lock";
/// Locked while an operation is carried out, see [`Ledger::alone`].
const OPERATING: &str = "memdesk-operation.lock";
/// A lock on a branch that is older was left by a process that is no more.
const LEFT_AFTER: std::time::Duration = std::time::Duration::from_secs(60);

/// From so many new objects on they are written as one pack.
const PACK_FROM: usize = 24;

/// After so many looks the repository is opened anew. libgit2 keeps every pack that it read open, and what it read in memory;
/// there is a pack for each larger commit, and a window stays open for weeks.
const ANEW_AFTER: u32 = 200;

/// The ledger: safe to share between threads, and with other processes.
pub struct Ledger {
    dir: PathBuf,
    inner: Mutex<Repository>,
    looks: AtomicU32,
    /// Objects and refs that are written but perhaps not on the disk yet.
    unsynced: Mutex<Vec<PathBuf>>,
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger").field("dir", &self.dir).finish_non_exhaustive()
    }
}

/// The right to carry out operations, for as long as it is held: see [`Ledger::alone`].
#[derive(Debug)]
pub struct Alone {
    _lock: File, // released when closed, also by a crash
}

/// A branch or note of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Branch {
    Observed,
    Accepted,
    Intent,
}

/// The right to write, for as long as it is held.
pub(crate) struct Writing<'l> {
    pub(crate) repository: MutexGuard<'l, Repository>,
    _lock: File, // released when closed, also by a crash
}

/// An empty ledger at a place; `dir` is what it is called when that fails.
fn init(place: &Path, dir: &Path) -> Result<Repository, LedgerError> {
    let mut options = RepositoryInitOptions::new();
    options.bare(true).external_template(false).description("What memdesk saw in memory stores");
    let made = Repository::init_opts(place, &options);
    made.map_err(|source| LedgerError::Git { ledger: dir.to_owned(), what: "creating it", source })
}

impl Ledger {
    /// Opens the ledger at `dir` (a bare git repository), creating it when there is none.
    ///
    /// # Errors
    /// When the directory cannot be made or read, or holds something else.
    pub fn open(dir: &Path) -> Result<Ledger, LedgerError> {
        let repository = match Repository::open_bare(dir) {
            Ok(repository) => repository,
            Err(_) => Ledger::create(dir)?,
        };
        Ok(Ledger::of(dir, repository))
    }

    fn of(dir: &Path, repository: Repository) -> Ledger {
        Ledger {
            dir: dir.to_owned(),
            inner: Mutex::new(repository),
            looks: AtomicU32::new(0),
            unsynced: Mutex::default(),
        }
    }

    /// Made beside its place and moved there whole: whoever looks meanwhile sees none, and no half of one. Two may both come
    /// here; the first counts. What a crash of an older version left half made is made whole where it is.
    fn create(dir: &Path) -> Result<Repository, LedgerError> {
        let failed = |source| LedgerError::Io { path: dir.to_owned(), source };
        if dir.exists() {
            let _lock = lock(dir, WRITING)?;
            return init(dir, dir);
        }
        let parent = dir.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).map_err(failed)?;
        let aside = tempfile::Builder::new().prefix("ledger-").tempdir_in(parent).map_err(failed)?;
        let made = aside.path().join("made");
        init(&made, dir)?;
        let moved = std::fs::rename(&made, dir);
        match Repository::open_bare(dir) {
            Ok(repository) => Ok(repository),
            Err(source) => {
                moved.map_err(failed)?;
                Err(LedgerError::Git { ledger: dir.to_owned(), what: "opening it", source })
            }
        }
    }

    /// Opens the ledger at `dir` without making or mending anything: for looking.
    ///
    /// # Errors
    /// When it is no ledger that can be read.
    pub fn open_existing(dir: &Path) -> Result<Ledger, LedgerError> {
        let repository = Repository::open_bare(dir).map_err(|source| LedgerError::Git {
            ledger: dir.to_owned(),
            what: "opening it",
            source,
        })?;
        Ok(Ledger::of(dir, repository))
    }

    /// Waits until no other process is between looking at a store and having finished an operation on it. Hold it over all of
    /// that: a second one would take the first one's intent for what a crash left, and the first one's writes for somebody
    /// else's. Not to be asked for twice by one thread.
    ///
    /// # Errors
    /// When the lock's file cannot be opened.
    pub fn alone(&self) -> Result<Alone, LedgerError> {
        Ok(Alone { _lock: lock(&self.dir, OPERATING)? })
    }

    /// Where it lies.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The last observed commit; None when the store was never observed.
    ///
    /// # Errors
    /// When git cannot read it.
    pub fn tip(&self, store: &str) -> Result<Option<CommitId>, LedgerError> {
        let repository = self.read();
        Ok(self.branch(&repository, store, Branch::Observed)?.map(|tip| CommitId(tip.to_string())))
    }

    /// For reading only.
    pub(crate) fn read(&self) -> MutexGuard<'_, Repository> {
        let mut repository = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        if looks % ANEW_AFTER == ANEW_AFTER - 1
            && let Ok(anew) = Repository::open_bare(&self.dir)
        {
            *repository = anew;
        }
        repository
    }

    /// For writing, once no other thread or process writes.
    pub(crate) fn write(&self) -> Result<Writing<'_>, LedgerError> {
        let repository = self.read();
        let lock = lock(&self.dir, WRITING)?;
        self.unlock_left(&lock);
        Ok(Writing { _lock: lock, repository })
    }

    /// The writer before was killed while it moved a branch: its lock on that branch is nobody's.
    fn unlock_left(&self, lock: &File) {
        let name = std::fs::read_to_string(self.dir.join(WRITING)).unwrap_or_default();
        if name.is_empty() {
            return;
        }
        if name.starts_with("refs/") && !name.contains("..") {
            drop(std::fs::remove_file(self.dir.join(format!("{name}.lock"))));
        }
        drop(lock.set_len(0));
    }

    /// Moves or removes a branch, so that a lock on it never outlives this process for long.
    fn moving(&self, name: &str, step: impl Fn() -> Result<(), git2::Error>) -> Result<(), git2::Error> {
        let note = self.dir.join(WRITING);
        drop(std::fs::write(&note, name)); // without it the lock is told to a person, and goes after a while
        let moved = step().or_else(|error| match error.code() {
            git2::ErrorCode::Locked if self.unlock(name) => step(),
            _ => Err(error),
        });
        drop(std::fs::write(&note, ""));
        moved
    }

    pub(crate) fn git(&self, what: &'static str) -> impl Fn(git2::Error) -> LedgerError + '_ {
        move |source| LedgerError::Git { ledger: self.dir.clone(), what, source }
    }

    /// The commit that a store's branch is at.
    pub(crate) fn branch(
        &self,
        repository: &Repository,
        store: &str,
        branch: Branch,
    ) -> Result<Option<Oid>, LedgerError> {
        match repository.refname_to_id(&ref_name(store, branch)?) {
            Ok(id) => Ok(Some(id)),
            Err(error) if error.code() == git2::ErrorCode::NotFound => Ok(None),
            Err(error) => Err(self.git("reading a branch")(error)),
        }
    }

    /// Puts a store's branch at a commit.
    pub(crate) fn set(
        &self,
        repository: &Repository,
        store: &str,
        branch: Branch,
        at: Oid,
    ) -> Result<(), LedgerError> {
        let name = ref_name(store, branch)?;
        self.moving(&name, || repository.reference(&name, at, true, "memdesk").map(drop))
            .map_err(self.git("moving a branch"))?;
        self.note_unsynced([self.dir.join(&name)]);
        Ok(())
    }

    /// Removes the lock that a killed process left on a branch. Nobody of ours holds one now, since writers take turns; git
    /// itself (`git gc`) does so for moments only.
    fn unlock(&self, name: &str) -> bool {
        let lock = self.dir.join(format!("{name}.lock"));
        let age = lock.metadata().and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
        age.is_some_and(|age| age > LEFT_AFTER) && std::fs::remove_file(lock).is_ok()
    }

    /// Takes a store's branch away.
    pub(crate) fn unset(
        &self,
        repository: &Repository,
        store: &str,
        branch: Branch,
    ) -> Result<(), LedgerError> {
        let name = ref_name(store, branch)?;
        let gone = || repository.find_reference(&name).and_then(|mut found| found.delete());
        match self.moving(&name, gone) {
            Err(error) if error.code() != git2::ErrorCode::NotFound => {
                Err(self.git("removing a note")(error))
            }
            _ => Ok(()),
        }
    }

    /// The files at a commit; none without one.
    pub(crate) fn files_at(
        &self,
        repository: &Repository,
        commit: Option<Oid>,
    ) -> Result<Files, LedgerError> {
        let Some(commit) = commit else { return Ok(Files::new()) };
        let tree = repository.find_commit(commit).map(|commit| commit.tree_id());
        tree.and_then(|tree| tree::read(repository, tree)).map_err(self.git("reading a tree"))
    }

    /// Writes a commit with the files that `files` makes, of about `objects` new objects, and puts no branch at it.
    pub(crate) fn commit(
        &self,
        repository: &Repository,
        message: &Message,
        parent: Option<Oid>,
        objects: usize,
        files: impl FnOnce(&Repository) -> Result<Files, git2::Error>,
    ) -> Result<Oid, LedgerError> {
        let git = self.git("writing a commit");
        if objects < PACK_FROM {
            let commit = commit_in(repository, message, parent, files).map_err(git)?;
            return self.note_loose(repository, commit).map(|()| commit);
        }
        // A second handle, whose objects stay in memory until they go into one pack.
        let bulk = Repository::open_bare(&self.dir).map_err(&git)?;
        let odb = bulk.odb().map_err(&git)?;
        let memory = odb.add_new_mempack_backend(1000).map_err(&git)?;
        let commit = commit_in(&bulk, message, parent, files).map_err(&git)?;
        let mut pack = git2::Buf::new();
        memory.dump(&bulk, &mut pack).map_err(&git)?;
        let odb = repository.odb().map_err(&git)?;
        let mut writer = odb.packwriter().map_err(&git)?;
        let packs = self.dir.join("objects/pack");
        writer.write_all(&pack).map_err(|source| LedgerError::Io { path: packs.clone(), source })?;
        writer.commit().map_err(&git)?;
        drop(writer);
        odb.refresh().map_err(&git)?;
        self.note_unsynced(newest_packs(&packs));
        Ok(commit)
    }

    /// Notes a commit's loose objects, to be synced before the disk of a user is touched.
    fn note_loose(&self, repository: &Repository, commit: Oid) -> Result<(), LedgerError> {
        let git = self.git("reading back a commit");
        let mut ids = vec![commit];
        let mut todo = vec![repository.find_commit(commit).map_err(&git)?.tree_id()];
        while let Some(tree) = todo.pop() {
            ids.push(tree);
            for item in &repository.find_tree(tree).map_err(&git)? {
                match item.kind() {
                    Some(git2::ObjectType::Tree) => todo.push(item.id()),
                    _ => ids.push(item.id()),
                }
            }
        }
        let fresh = ids.into_iter().map(|id| self.loose(id)).filter(|path| is_fresh(path));
        self.note_unsynced(fresh.collect::<Vec<_>>());
        Ok(())
    }

    /// Where a loose object lies, when it is one.
    pub(crate) fn loose(&self, id: Oid) -> PathBuf {
        let hex = id.to_string();
        let (folder, file) = hex.split_at(2.min(hex.len()));
        self.dir.join("objects").join(folder).join(file)
    }

    pub(crate) fn note_unsynced(&self, paths: impl IntoIterator<Item = PathBuf>) {
        self.unsynced.lock().unwrap_or_else(PoisonError::into_inner).extend(paths);
    }

    /// Brings everything that was written to the disk.
    pub(crate) fn sync(&self) -> Result<(), LedgerError> {
        let mut paths = std::mem::take(&mut *self.unsynced.lock().unwrap_or_else(PoisonError::into_inner));
        paths.sort();
        paths.dedup();
        let mut folders: Vec<PathBuf> =
            paths.iter().filter_map(|path| Some(path.parent()?.to_owned())).collect();
        folders.dedup();
        if !cfg!(unix) {
            folders.clear(); // directories cannot be synced elsewhere
        }
        for path in paths.into_iter().chain(folders) {
            match File::open(&path).and_then(|file| file.sync_all()) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {} // packed by git meanwhile
                other => other.map_err(|source| LedgerError::Io { path, source })?,
            }
        }
        Ok(())
    }
}

/// The name of a store's branch.
fn ref_name(store: &str, branch: Branch) -> Result<String, LedgerError> {
    let safe = !store.is_empty()
        && store.len() <= 64
        && store.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !safe || store.starts_with('-') {
        return Err(LedgerError::BadId { id: store.to_owned() });
    }
    Ok(match branch {
        Branch::Observed => format!("refs/heads/{store}/observed"),
        Branch::Accepted => format!("refs/heads/{store}/accepted"),
        Branch::Intent => format!("refs/memdesk/{store}/intent"),
    })
}

fn commit_in(
    repository: &Repository,
    message: &Message,
    parent: Option<Oid>,
    files: impl FnOnce(&Repository) -> Result<Files, git2::Error>,
) -> Result<Oid, git2::Error> {
    let tree = repository.find_tree(tree::write(repository, &files(repository)?)?)?;
    let seconds = message.time.as_second().max(0); // git has no time before 1970
    let name = message.author.origin.word();
    let who = Signature::new(name, &format!("{name}@memdesk"), &Time::new(seconds, 0))?;
    let parent = parent.map(|parent| repository.find_commit(parent)).transpose()?;
    repository.commit(None, &who, &who, &message.text(), &tree, parent.iter().collect::<Vec<_>>().as_slice())
}

/// Waits for a lock on a ledger.
fn lock(dir: &Path, name: &str) -> Result<File, LedgerError> {
    let path = dir.join(name);
    let io = |source| LedgerError::Io { path: path.clone(), source };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(io)?;
    file.lock().map_err(io)?;
    Ok(file)
}

/// Written within the last minute: older objects have long been brought to the disk by the system.
fn is_fresh(path: &Path) -> bool {
    let age = path.metadata().and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
    age.is_some_and(|age| age.as_secs() < 60)
}

fn newest_packs(packs: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(packs).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| is_fresh(path)).collect()
}
