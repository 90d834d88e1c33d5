//! The stores, the desk over them, and what must never be lost.
//!
//! Separate because everybody in the soak holds it. What must be kept is written to a file and not remembered, for the
//! memory of this process is measured.

use crate::window::Window;
use git2::{ObjectType, Oid};
use memdesk_desk::{Desk, Options};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Instant;

/// Stores; the first is on a small disk of its own.
pub(crate) const STORES: usize = 12;
/// No store.
pub(crate) const NONE: usize = usize::MAX;

pub(crate) struct World {
    pub(crate) home: PathBuf,
    pub(crate) stores: Vec<PathBuf>,
    pub(crate) ids: Vec<String>,
    pub(crate) desk: Arc<Desk>,
    pub(crate) begun: Instant,
    pub(crate) seed: u64,
    /// Held for reading during each act, for writing by whoever wants all to stand still.
    pub(crate) turn: RwLock<()>,
    pub(crate) stop: AtomicBool,
    /// A fault is on: what fails now may fail.
    pub(crate) fault: AtomicBool,
    /// The store that is not where it was.
    pub(crate) away: AtomicUsize,
    kept: Mutex<BufWriter<File>>,
    pub(crate) findings: Mutex<Vec<String>>,
    /// How often what was done.
    tally: Mutex<BTreeMap<String, u64>>,
    _folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new(seed: u64, apart: bool) -> World {
        let folder = tempfile::Builder::new().prefix("soak").tempdir().expect("a folder");
        let home = folder.path().canonicalize().expect("it");
        let root = home.join("root");
        let place = |n: usize| root.join(format!("projects/-soak-{n}/memory"));
        let stores: Vec<PathBuf> = (0..STORES).map(place).collect();
        for store in stores.iter().chain([&home.join("data"), &home.join("outside")]) {
            fs::create_dir_all(store).expect("a folder");
        }
        for n in 0..2 {
            fs::write(home.join(format!("outside/{n}.md")), format!("outside {n}\n")).expect("a file");
        }
        if apart {
            mount(&stores[0], "size=4m,nr_inodes=20k");
            mount(&home.join("data"), "size=6g,nr_inodes=4m");
        }
        let options = Options { root: Some(root), data: Some(home.join("data")), ..Options::default() };
        let desk = Arc::new(Desk::open(options).expect("a desk"));
        let listed = desk.stores().expect("stores").stores;
        let id = |n: usize| {
            let slug = format!("-soak-{n}");
            let found = listed.iter().find(|store| store.slug.as_ref() == Some(&slug));
            found.expect("each store is listed").id.clone()
        };
        let ids = (0..STORES).map(id).collect();
        let kept = File::options().create(true).append(true).open(home.join("kept")).expect("a file");
        World {
            home,
            stores,
            ids,
            desk,
            begun: Instant::now(),
            seed,
            turn: RwLock::new(()),
            stop: AtomicBool::new(false),
            fault: AtomicBool::new(false),
            away: AtomicUsize::new(NONE),
            kept: Mutex::new(BufWriter::new(kept)),
            findings: Mutex::default(),
            tally: Mutex::default(),
            _folder: folder,
        }
    }

    /// These bytes must be found, on disk or in the ledger, whenever somebody looks from now on.
    pub(crate) fn keep(&self, oid: Oid, why: &str, path: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(kept, "{oid} {why} {} {path}", self.begun.elapsed().as_secs())
            .expect("the file of what is kept");
    }

    pub(crate) fn flush(&self) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).flush().expect("the file of what is kept");
    }

    pub(crate) fn count(&self, what: &str) {
        self.add(what, 1);
    }

    pub(crate) fn add(&self, what: &str, n: u64) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        *tally.entry(what.to_owned()).or_default() += n;
    }

    /// The largest number of its kind so far.
    pub(crate) fn most(&self, what: &str, n: u64) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let most = tally.entry(what.to_owned()).or_default();
        *most = n.max(*most);
    }

    pub(crate) fn say(&self, what: &str) {
        println!("{:>5}s {what}", self.begun.elapsed().as_secs());
    }

    pub(crate) fn find(&self, what: String) {
        self.say(&format!("FOUND: {what}"));
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// What everything came to.
    pub(crate) fn report(&self, window: &Window) -> ExitCode {
        for (what, n) in self.tally.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            println!("  {n:>9} {what}");
        }
        println!("  watch: {}", window.said());
        let findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        println!("soak: {} findings", findings.len());
        for one in findings.iter() {
            println!("  {one}");
        }
        if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// What a text is called in the ledger.
pub(crate) fn oid(bytes: &[u8]) -> Oid {
    Oid::hash_object(ObjectType::Blob, bytes).expect("a name")
}

/// A disk of its own, which goes with the namespace.
fn mount(at: &Path, options: &str) {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at);
    assert!(command.status().expect("mount runs").success(), "{} is mounted", at.display());
}
