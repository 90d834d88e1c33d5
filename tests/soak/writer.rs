//! A program that writes memory in every way there is, and knows what it took away itself.
//!
//! Separate from the reviewer because this one knows nothing of Memdesk. It has paths of its own in every store. Before it
//! takes anything away it looks at what is there: bytes that are not its own were put there by the desk, and so its own last
//! ones must be in the ledger.

use crate::paths::{Chance, text};
use crate::world::{STORES, World, oid};
use git2::Oid;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

const DAY: Duration = Duration::from_secs(86_400);

pub(crate) struct Writer {
    n: usize,
    chance: Chance,
    world: Arc<World>,
    /// What it left where; missing: nothing, or it does not know.
    last: HashMap<(usize, String), Oid>,
}

impl Writer {
    pub(crate) fn new(n: usize, world: &Arc<World>) -> Writer {
        let chance = Chance::new(world.seed.wrapping_mul(100) + n as u64);
        Writer { n, chance, world: Arc::clone(world), last: HashMap::new() }
    }

    pub(crate) fn run(mut self) {
        let world = Arc::clone(&self.world);
        while !world.stopped() {
            std::thread::sleep(Duration::from_millis(10 + self.chance.below(120) as u64));
            let _turn = world.turn.read().unwrap_or_else(PoisonError::into_inner);
            let store = self.chance.below(STORES);
            if world.away.load(Ordering::Acquire) == store {
                continue;
            }
            let path = self.path(store);
            let (what, done) = self.act(store, &path);
            match done {
                Ok(()) => world.count(what),
                Err(error) => {
                    self.last.remove(&(store, path));
                    world.count(&format!("{what} that failed: {}", error.kind()));
                }
            }
        }
    }

    fn path(&mut self, store: usize) -> String {
        let n = self.n;
        match self.chance.below(8) {
            0 | 1 if store % crate::WRITERS == n => "MEMORY.md".to_owned(),
            0..=4 => format!("{}{n}.md", ["a", "b", "c"][self.chance.below(3)]),
            5 | 6 => format!("sub{n}/d.md"),
            _ => format!("deep{n}/er{}/e.md", self.chance.below(3)),
        }
    }

    fn act(&mut self, store: usize, path: &str) -> (&'static str, io::Result<()>) {
        match self.chance.below(20) {
            0..=5 => ("atomic write", self.atomic(store, path)),
            6..=10 => ("write in place", self.in_place(store, path, false)),
            11 | 12 => ("append", self.in_place(store, path, true)),
            13 => ("rename", self.rename(store, path)),
            14 | 15 => ("delete", self.delete(store, path)),
            16 => ("remove folder", self.remove_folder(store)),
            17 => ("link", self.link(store)),
            _ => ("clock jump", self.touch(store, path)),
        }
    }

    fn at(&self, store: usize, path: &str) -> PathBuf {
        self.world.stores[store].join(path)
    }

    /// Its own bytes of before are gone from `path`, where it found these now.
    fn displaced(&mut self, store: usize, path: &str, found: Option<&[u8]>) {
        let Some(last) = self.last.remove(&(store, path.to_owned())) else { return };
        let found = found.map(oid);
        if found == Some(last) {
            return; // it takes them away itself
        }
        self.world.keep(last, "replaced-by-us", path);
        if let Some(found) = found {
            self.world.keep(found, "made-by-us", path);
        }
        self.world.count("found something of ours where it had written");
    }

    fn left(&mut self, store: usize, path: &str, bytes: &[u8]) {
        self.last.insert((store, path.to_owned()), oid(bytes));
    }

    /// As most editors do: beside the name, and then in its place.
    fn atomic(&mut self, store: usize, path: &str) -> io::Result<()> {
        let at = self.at(store, path);
        let old = fs::read_to_string(&at).ok();
        let new = text(path, old.as_deref(), &mut self.chance);
        fs::create_dir_all(at.parent().unwrap_or(&at))?;
        let beside = at.with_extension(format!("tmp{}", self.n));
        let put = fs::write(&beside, &new).and_then(|()| put(&beside, &at));
        match put {
            Ok(was) => {
                self.displaced(store, path, was.as_deref());
                self.left(store, path, new.as_bytes());
                Ok(())
            }
            Err(error) => {
                let _ = fs::remove_file(&beside);
                Err(error)
            }
        }
    }

    /// Where it is, slowly at times, or some more at its end.
    fn in_place(&mut self, store: usize, path: &str, append: bool) -> io::Result<()> {
        let at = self.at(store, path);
        let mut file = match File::options().read(true).write(true).open(&at) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.displaced(store, path, None);
                return Ok(());
            }
            other => other?,
        };
        let mut was = Vec::new();
        file.read_to_end(&mut was)?;
        self.displaced(store, path, Some(&was));
        let old = String::from_utf8_lossy(&was).into_owned();
        let new = match append {
            true if was.len() < 20_000 => format!("{old}{}\n", crate::paths::fresh("appended")),
            _ => text(path, Some(&old), &mut self.chance),
        };
        if self.chance.below(4) == 0 {
            std::thread::sleep(Duration::from_millis(self.chance.below(12) as u64));
        }
        if append && new.as_bytes().starts_with(&was) {
            file.write_all(&new.as_bytes()[was.len()..])?;
        } else {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(new.as_bytes())?;
        }
        // the desk may have put another file in its place meanwhile, and may be about to put this one back
        let own = file.metadata()?.ino();
        let begun = Instant::now();
        while fs::metadata(&at).map(|meta| meta.ino()).ok() != Some(own) {
            if begun.elapsed() > Duration::from_secs(2) {
                self.world.keep(oid(&was), "replaced-by-us", path);
                self.world.keep(oid(new.as_bytes()), "too-late", path);
                self.world.count("wrote into a file that was replaced meanwhile");
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.left(store, path, new.as_bytes());
        Ok(())
    }

    fn rename(&mut self, store: usize, path: &str) -> io::Result<()> {
        let to = self.path(store);
        if path == to || path.ends_with("MEMORY.md") || to.ends_with("MEMORY.md") {
            return Ok(());
        }
        let (from_at, to_at) = (self.at(store, path), self.at(store, &to));
        fs::create_dir_all(to_at.parent().unwrap_or(&to_at))?;
        // by way of a name that nobody looks at: what it takes along is known exactly
        let Some(moved) = take_out(&from_at, self.n)? else {
            self.displaced(store, path, None);
            return Ok(());
        };
        self.displaced(store, path, Some(&moved.1));
        let was = put(&moved.0, &to_at)?;
        self.displaced(store, &to, was.as_deref());
        self.left(store, &to, &moved.1);
        Ok(())
    }

    fn delete(&mut self, store: usize, path: &str) -> io::Result<()> {
        let gone = take_out(&self.at(store, path), self.n)?;
        self.displaced(store, path, gone.as_ref().map(|(_, bytes)| bytes.as_slice()));
        gone.map_or(Ok(()), |(at, _)| fs::remove_file(at))
    }

    fn remove_folder(&mut self, store: usize) -> io::Result<()> {
        let n = self.n;
        for er in 0..3 {
            self.delete(store, &format!("deep{n}/er{er}/e.md"))?;
            let _ = fs::remove_dir(self.at(store, &format!("deep{n}/er{er}")));
        }
        let _ = fs::remove_dir(self.at(store, &format!("deep{n}")));
        Ok(())
    }

    /// Another destination for a link: inside of the store, outside of it, or nowhere.
    fn link(&mut self, store: usize) -> io::Result<()> {
        let outside = self.world.home.join(format!("outside/{}.md", self.chance.below(3)));
        let to = if self.chance.below(3) == 0 { PathBuf::from("a0.md") } else { outside };
        let (at, beside) =
            (self.at(store, &format!("link{}.md", self.n)), self.at(store, &format!("link{}", self.n)));
        symlink(to, &beside)?;
        fs::rename(beside, at)
    }

    /// A time as a clock that jumps leaves it: days before or after, at noon from now, so that no age turns meanwhile.
    fn touch(&mut self, store: usize, path: &str) -> io::Result<()> {
        let Ok(file) = File::open(self.at(store, path)) else { return Ok(()) };
        let days = DAY * u32::try_from(self.chance.below(20_000)).unwrap_or(0) + DAY / 2;
        let now = SystemTime::now();
        let time = if self.chance.below(2) == 0 { now.checked_sub(days) } else { now.checked_add(days) };
        file.set_modified(time.unwrap_or(now))
    }
}

/// Puts a file in another's place: what was there.
fn put(beside: &Path, at: &Path) -> io::Result<Option<Vec<u8>>> {
    loop {
        match renameat_with(CWD, beside, CWD, at, RenameFlags::EXCHANGE) {
            Ok(()) => {
                let was = fs::read(beside)?;
                fs::remove_file(beside)?;
                return Ok(Some(was));
            }
            Err(rustix::io::Errno::NOENT) => {
                match renameat_with(CWD, beside, CWD, at, RenameFlags::NOREPLACE) {
                    Ok(()) => return Ok(None),
                    Err(rustix::io::Errno::EXIST) => {} // it came this moment
                    Err(error) => return Err(error.into()),
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Takes a file out of its place: where it is now, and its bytes; nothing when there is none.
fn take_out(at: &Path, n: usize) -> io::Result<Option<(PathBuf, Vec<u8>)>> {
    let aside = at.with_extension(format!("gone{n}"));
    match fs::rename(at, &aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(()) => {
            let bytes = fs::read(&aside)?;
            Ok(Some((aside, bytes)))
        }
    }
}
