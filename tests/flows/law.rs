//! A reviewer and another writer at one store, in random order: no byte of either is ever lost.
//!
//! Separate from `together`, whose cases are single ones through the command line: here the desk itself is called, some
//! thousand rows of acts, each from the same seeds every time. What is law is said once, in `World::hold`.

use memdesk_desk::Desk;
use memdesk_desk::view::{ReviewOutcome, ReviewTake};
use memdesk_ledger::Ledger;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

const PATHS: [&str; 3] = ["MEMORY.md", "a.md", "sub/b.md"];
/// Rows of acts; each has up to [`ACTS`].
const ROWS: u32 = 250;
const ACTS: usize = 16;

#[derive(Debug, Clone)]
enum Act {
    /// Another program writes a file: anew, beside the name and then over it, as most editors do.
    Write(usize),
    /// It changes some lines of one where it is.
    InPlace(usize),
    Delete(usize),
    Rename(usize, usize),
    /// The person looks at what waits.
    Look,
    /// Of what was seen at the last look: which file, and which of its pieces (all, when none is named).
    Take(usize, Vec<bool>),
    Refuse(usize, Vec<bool>),
    Edit(usize),
    Undo,
    Redo,
}

fn act() -> impl Strategy<Value = Act> {
    let path = 0..PATHS.len();
    let pieces = proptest::collection::vec(any::<bool>(), 0..4);
    prop_oneof![
        3 => path.clone().prop_map(Act::Write),
        4 => path.clone().prop_map(Act::InPlace),
        1 => path.clone().prop_map(Act::Delete),
        1 => (path.clone(), path.clone()).prop_map(|(from, to)| Act::Rename(from, to)),
        5 => Just(Act::Look),
        4 => (path.clone(), pieces.clone()).prop_map(|(path, pieces)| Act::Take(path, pieces)),
        4 => (path.clone(), pieces).prop_map(|(path, pieces)| Act::Refuse(path, pieces)),
        2 => path.prop_map(Act::Edit),
        2 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

/// One store, its reviewer, and everything that was ever in it.
struct World {
    home: tempfile::TempDir,
    desk: Desk,
    id: String,
    /// Every text that was ever on disk, or that the person made.
    ever: BTreeSet<Vec<u8>>,
    /// What the person saw at the last look, as it would be taken, with the ids of all pieces.
    seen: Vec<(ReviewTake, Vec<String>)>,
    /// Counts up, so that no text is written twice.
    count: usize,
}

impl World {
    fn new() -> World {
        let home = tempfile::Builder::new().prefix("md").tempdir().expect("a folder");
        let store = home.path().join("store");
        fs::create_dir_all(store.join("sub")).expect("a folder");
        let desk = Desk::open(memdesk_desk::Options {
            root: Some(home.path().join("root")),
            store: Some(store),
            data: Some(home.path().join("data")),
            ..memdesk_desk::Options::default()
        })
        .expect("a desk");
        let id = desk.store_of(None).expect("its store");
        World { home, desk, id, ever: BTreeSet::new(), seen: Vec::new(), count: 0 }
    }

    fn at(&self, path: usize) -> PathBuf {
        self.home.path().join("store").join(PATHS[path])
    }

    fn fresh(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what} {}", self.count)
    }

    /// A text of nine lines, or the one at a path with two of its lines changed.
    fn text(&mut self, from: Option<String>) -> String {
        let mut lines: Vec<String> = match from {
            Some(text) if text.lines().count() > 6 => text.lines().map(str::to_owned).collect(),
            _ => (0..9).map(|_| self.fresh("line")).collect(),
        };
        let (first, last) = (self.count % 3, lines.len() - 1);
        lines[first] = self.fresh("changed");
        lines[last] = self.fresh("changed");
        lines.join("\n") + "\n"
    }

    /// What another program does. A text that it takes away itself, before anybody of ours had a look, is its own loss; so
    /// that the law can be said, ours look at every one: as a window that watches does.
    fn outside(&mut self, act: &Act) {
        match *act {
            Act::Write(path) => {
                let text = self.text(None);
                let beside = self.home.path().join("beside");
                fs::write(&beside, &text).expect("a file");
                fs::create_dir_all(self.at(path).parent().expect("a folder")).expect("a folder");
                fs::rename(beside, self.at(path)).expect("over it");
            }
            Act::InPlace(path) => {
                let Ok(old) = fs::read_to_string(self.at(path)) else { return };
                let text = self.text(Some(old));
                let mut file =
                    fs::File::options().write(true).truncate(true).open(self.at(path)).expect("it");
                file.write_all(text.as_bytes()).expect("written");
            }
            Act::Delete(path) => drop(fs::remove_file(self.at(path))),
            Act::Rename(from, to) if from != to => {
                fs::create_dir_all(self.at(to).parent().expect("a folder")).expect("a folder");
                drop(fs::rename(self.at(from), self.at(to)));
            }
            _ => {}
        }
    }

    fn look(&mut self) {
        let queue = self.desk.review(&self.id).expect("a queue");
        self.seen.clear();
        for proposal in queue.proposals {
            for change in proposal.changes {
                let take = ReviewTake {
                    proposal: proposal.id.clone(),
                    path: change.path,
                    version: change.version,
                    hunks: Vec::new(),
                };
                self.seen.push((take, change.hunks.into_iter().map(|hunk| hunk.id).collect()));
            }
        }
    }

    /// What the person decides about, of what they saw; it may not be so any more.
    fn chosen(&self, at: usize, pieces: &[bool]) -> Option<ReviewTake> {
        let (take, all) = self.seen.get(at % self.seen.len().max(1))?;
        let hunks = all.iter().zip(pieces).filter(|(_, wanted)| **wanted).map(|(id, _)| id.clone());
        Some(ReviewTake { hunks: hunks.collect(), ..take.clone() })
    }

    /// Does an act. Returns the paths whose bytes the desk says it wrote.
    fn act(&mut self, act: &Act) -> Result<(), String> {
        let before = self.disk();
        let accepted = self.accepted();
        let mut made = None;
        let outcome = match act {
            Act::Look => {
                self.look();
                None
            }
            Act::Take(at, pieces) => {
                self.chosen(*at, pieces).map(|take| self.desk.take(&self.id, &[take]).expect("an answer"))
            }
            Act::Refuse(at, pieces) => self
                .chosen(*at, pieces)
                .map(|take| self.desk.refuse(&self.id, &[take], true).expect("an answer")),
            Act::Edit(at) => {
                let text = self.text(None);
                self.chosen(*at, &[]).map(|take| {
                    made = Some((take.path.clone(), text.clone().into_bytes()));
                    self.desk.take_edited(&self.id, &take, &text).expect("an answer")
                })
            }
            Act::Undo => {
                drop(self.desk.undo(&self.id).expect("an answer"));
                None
            }
            Act::Redo => {
                drop(self.desk.redo(&self.id).expect("an answer"));
                None
            }
            outside => {
                self.outside(outside);
                None
            }
        };
        let now = self.disk();
        self.ever.extend(now.iter().map(|(_, bytes)| bytes.clone()));
        let done = matches!(outcome, Some(ReviewOutcome::Done { .. }));
        if let (Some((path, text)), true) = (&made, done) {
            let there = now.iter().find(|(own, _)| own == path).map(|(_, bytes)| bytes);
            if there != Some(text) {
                return Err(format!("{path} is not what the person made of it"));
            }
        }
        // what is decided about one file touches no other, and accepting touches none
        let taken = matches!(act, Act::Take(..) | Act::Look);
        if (taken || outcome.is_some() && !done) && now != before {
            return Err(format!("{act:?} changed the disk"));
        }
        // only a decision of the person moves what counts as reviewed
        let judges = matches!(act, Act::Undo | Act::Redo) || done;
        if !judges && self.accepted() != accepted {
            return Err(format!("{act:?} moved what is reviewed"));
        }
        Ok(())
    }

    /// The files on disk with their bytes.
    fn disk(&self) -> Vec<(String, Vec<u8>)> {
        let read = |path: usize| Some((PATHS[path].to_owned(), fs::read(self.at(path)).ok()?));
        (0..PATHS.len()).filter_map(read).collect()
    }

    fn ledger(&self) -> Option<Ledger> {
        Ledger::open_existing(&self.desk.data_dir().join("ledger.git")).ok()
    }

    fn accepted(&self) -> Vec<(String, Option<Vec<u8>>)> {
        let Some(ledger) = self.ledger() else { return Vec::new() };
        let accepted = |path: &str| ledger.accepted(&self.id, path).expect("the ledger");
        PATHS.iter().map(|path| ((*path).to_owned(), accepted(path))).collect()
    }

    /// The law: every text that ever was is on disk, or in a commit that one of the two branches leads to.
    fn hold(&self) -> Result<(), String> {
        let mut kept: BTreeSet<Vec<u8>> = self.disk().into_iter().map(|(_, bytes)| bytes).collect();
        if let Some(ledger) = self.ledger() {
            let all = [ledger.operations(&self.id, usize::MAX), ledger.decisions(&self.id, None, usize::MAX)];
            for record in all.into_iter().flat_map(|records| records.expect("the ledger")) {
                let (before, after) = ledger.changes(&record.id).expect("the ledger");
                for snapshot in [before, after] {
                    kept.extend(
                        snapshot
                            .files
                            .keys()
                            .filter_map(|path| snapshot.bytes(path))
                            .map(|bytes| bytes.to_vec()),
                    );
                }
            }
        }
        match self.ever.difference(&kept).next() {
            Some(lost) => Err(format!("lost: {:?}", String::from_utf8_lossy(lost))),
            None => Ok(()),
        }
    }

    /// A window that watches writes down what it sees.
    fn watch_once(&self) {
        self.desk.note(&self.id);
    }
}

/// Runs the same rows every time.
fn rows(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn nothing_is_lost_in_any_order() {
    let acts = proptest::collection::vec(act(), 4..ACTS);
    let ran = rows(ROWS).run(&acts, |acts| {
        let mut world = World::new();
        for act in &acts {
            if let Err(why) = world.act(act) {
                prop_assert!(false, "{}", why);
            }
            world.watch_once();
        }
        if let Err(why) = world.hold() {
            prop_assert!(false, "{}", why);
        }
        Ok(())
    });
    ran.unwrap_or_else(|failed| panic!("{failed}"));
}

/// The same with a writer that waits for nobody: its last text of each file is on disk or in the ledger, and whatever the
/// reviewer replaced was in the ledger first.
#[test]
fn a_writer_that_does_not_wait_loses_nothing_that_it_left() {
    const WRITES: usize = 400;
    for seed in 0..4_usize {
        let mut world = World::new();
        world.act(&Act::Write(1)).expect("a first text");
        let (path, stop) = (world.at(1), AtomicBool::new(false));
        let beside = world.home.path().join("next");
        let last = std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let mut last = String::new();
                for n in 0..WRITES {
                    last = (0..9)
                        .map(|line| format!("{seed} {} {line}\n", if line % 4 == n % 4 { n } else { 0 }))
                        .collect();
                    // in its place a whole new file: what was read in between is one text or the other
                    fs::write(&beside, &last).expect("a file");
                    fs::rename(&beside, &path).expect("over it");
                    std::thread::yield_now();
                }
                stop.store(true, Ordering::Release);
                last
            });
            let mut n = 0;
            while !stop.load(Ordering::Acquire) {
                n += 1;
                world.look();
                let act = match (n + seed) % 4 {
                    0 => Act::Refuse(0, vec![true]),
                    1 => Act::Take(0, vec![false, true]),
                    2 => Act::Edit(0),
                    _ => Act::Undo,
                };
                // only what is said below is law here: the disk moves under every look
                drop(world.act(&act));
            }
            writer.join().expect("the writer")
        });
        world.watch_once();
        world.ever.clear();
        world.ever.insert(last.into_bytes());
        world.hold().unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let odd: Vec<_> =
            fs::read_dir(world.home.path().join("store")).expect("the store").flatten().collect();
        assert!(odd.len() <= 2, "nothing of ours is left: {odd:?}");
    }
}
