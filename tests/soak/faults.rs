//! What the machine does to everybody: bursts, full and read-only disks, no more watches, a clock that jumps, a store that
//! goes and comes back.
//!
//! Separate because each is a beginning, a while and an end, after which all must be well again within a time that is said.

use crate::checks::settled;
use crate::clock;
use crate::paths::{Chance, fresh};
use crate::window::Window;
use crate::world::{NONE, World};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// After a fault has ended, what is shown is what is there within so long, on a machine that others use too.
const RECOVERED: Duration = Duration::from_secs(30);
/// How long the watch may take to see that it cannot see.
const SEEN: Duration = Duration::from_secs(30);
/// How many things may be watched below this namespace.
const WATCHES: &str = "/proc/sys/user/max_inotify_watches";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// A thousand files a second, or all at once.
    Burst,
    FullStore,
    FullLedger,
    ReadOnly,
    Watches,
    /// The store is elsewhere for a while.
    Away,
    /// The system's clock is elsewhere for a while: hours, months, years.
    Clock,
}

pub(crate) struct Faults {
    chance: Chance,
    kinds: Vec<Fault>,
    turn: usize,
}

impl Faults {
    pub(crate) fn new(seed: u64, apart: bool) -> Faults {
        let mut kinds = vec![Fault::Burst, Fault::Away];
        if apart {
            kinds.extend([Fault::FullStore, Fault::FullLedger, Fault::ReadOnly, Fault::Watches]);
        }
        if clock::jumps() {
            kinds.push(Fault::Clock);
        }
        let mut chance = Chance::new(seed);
        for at in (1..kinds.len()).rev() {
            kinds.swap(at, chance.below(at + 1));
        }
        Faults { chance, kinds, turn: 0 }
    }

    /// The next fault, for about `long`, and the check after it.
    pub(crate) fn next(&mut self, world: &World, window: &Window, long: Duration) {
        let kind = self.kinds[self.turn % self.kinds.len()];
        let round = self.turn / self.kinds.len();
        self.turn += 1;
        world.say(&format!("{kind:?} begins; the window says it is {}", window.watch()));
        world.count(&format!("faults: {kind:?}"));
        // neither many files nor a clock excuses a failure
        if kind != Fault::Burst && kind != Fault::Clock {
            world.fault.store(true, Ordering::Release);
        }
        match kind {
            Fault::Burst => burst(world, &mut self.chance, round, long),
            Fault::Away => away(world, &mut self.chance, long),
            Fault::FullStore => full(world, &world.stores[0].join("filler"), long),
            Fault::FullLedger => full_ledger(world, long),
            Fault::ReadOnly => read_only(world, long),
            Fault::Watches => watches(world, window, long),
            Fault::Clock => clock::jump(world, window, &mut self.chance, long),
        }
        // what began while it was on may still fail
        drop(world.turn.write().unwrap_or_else(PoisonError::into_inner));
        world.fault.store(false, Ordering::Release);
        settled(world, window, &format!("{kind:?}"), RECOVERED);
        if kind == Fault::Burst {
            sweep(world);
        }
    }
}

fn burst(world: &World, chance: &mut Chance, round: usize, long: Duration) {
    let store = 1 + chance.below(world.stores.len() - 1);
    let folder = world.stores[store].join("burst");
    let _turn = world.turn.read().unwrap_or_else(PoisonError::into_inner);
    fs::create_dir_all(&folder).expect("a folder");
    let (at_once, seconds) = (round % 3 == 2, (long.as_secs() / 5).clamp(1, 5));
    let files = if at_once { 8_000 } else { seconds * 1_000 };
    let begun = Instant::now();
    for n in 0..files {
        let text = format!("---\nname: {n}\ndescription: one of many\n---\n{}\n", fresh("burst"));
        fs::write(folder.join(format!("{n}.md")), text).expect("a file");
        if !at_once && n % 50 == 49 {
            let due = Duration::from_millis(n + 1);
            std::thread::sleep(due.saturating_sub(begun.elapsed()));
        }
    }
    world.add("files in bursts", files);
    world.say(&format!("{files} files in {:?}", begun.elapsed()));
}

/// Away with what bursts left, which was seen by then.
fn sweep(world: &World) {
    let _turn = world.turn.read().unwrap_or_else(PoisonError::into_inner);
    for store in &world.stores {
        let _ = fs::remove_dir_all(store.join("burst"));
    }
}

fn away(world: &World, chance: &mut Chance, long: Duration) {
    let store = 1 + chance.below(world.stores.len() - 1);
    let (here, there) = (&world.stores[store], world.home.join("away"));
    let still = world.turn.write().unwrap_or_else(PoisonError::into_inner);
    world.away.store(store, Ordering::Release);
    fs::rename(here, &there).expect("it goes");
    drop(still);
    std::thread::sleep(long / 4);
    let still = world.turn.write().unwrap_or_else(PoisonError::into_inner);
    fs::rename(&there, here).expect("it comes back");
    world.away.store(NONE, Ordering::Release);
    drop(still);
}

/// Fills the disk that a file is on, for a while; some bytes come free in between.
fn full(world: &World, filler: &Path, long: Duration) {
    let block = vec![b'x'; 16 * 1024];
    let mut file = File::create(filler).expect("a filler");
    let end = Instant::now() + long / 2;
    while Instant::now() < end {
        let (mut size, mut failed) = (block.len(), 0);
        while size > 0 && failed < 3 {
            match file.write_all(block.get(..size).unwrap_or_default()) {
                Ok(()) => failed = 0,
                Err(_) => {
                    failed += 1;
                    size /= 4;
                }
            }
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(file);
    fs::remove_file(filler).expect("it goes");
    world.count("disks that were full");
}

/// The disk of the ledger becomes as small as what is on it, and large again.
fn full_ledger(world: &World, long: Duration) {
    let data = world.home.join("data");
    let still = world.turn.write().unwrap_or_else(PoisonError::into_inner);
    let there = rustix::fs::statvfs(&data).expect("how full it is");
    let used = (there.f_blocks - there.f_bfree) * there.f_frsize;
    let done = remount(&data, &format!("size={}", used + 64 * 1024));
    drop(still);
    if !done {
        return world.find("the disk of the ledger could not be made smaller".to_owned());
    }
    std::thread::sleep(long / 2);
    assert!(remount(&data, "size=6g"), "it has room again");
}

fn remount(at: &Path, options: &str) -> bool {
    let mut command = Command::new("mount");
    command.args(["-o", &format!("remount,{options}")]).arg(at);
    command.output().is_ok_and(|out| out.status.success())
}

fn read_only(world: &World, long: Duration) {
    let still = world.turn.write().unwrap_or_else(PoisonError::into_inner);
    let done = remount(&world.stores[0], "ro");
    drop(still);
    if !done {
        return world.find("the small disk could not be made read-only".to_owned());
    }
    std::thread::sleep(long / 2);
    assert!(remount(&world.stores[0], "rw"), "it can be written again");
}

/// No more can be watched: the watch says so and polls, and watches again once it can.
fn watches(world: &World, window: &Window, long: Duration) {
    let limit = fs::read_to_string(WATCHES).expect("the limit");
    if fs::write(WATCHES, "1").is_err() {
        return world.count("the limit of watches could not be lowered");
    }
    let folder = world.stores[2].join("unseen");
    fs::create_dir_all(&folder).expect("a folder");
    let said = window.comes_to("polling", SEEN);
    fs::write(folder.join("u.md"), fresh("unseen")).expect("a file");
    std::thread::sleep(long / 2);
    fs::write(WATCHES, limit.trim()).expect("the limit as it was");
    if !said {
        world.find("the limit of watches was reached, and the window did not say so".to_owned());
    }
    if !window.comes_to("native", SEEN * 2) {
        world
            .find(format!("watching was possible again, and the window still says it is {}", window.watch()));
    }
    let _ = fs::remove_dir_all(folder);
}
