//! Memory and open files of this process, which is the desk's: once a second.
//!
//! Separate because it only looks. What it says is judged at the end: a desk that runs for days must not grow.

use crate::world::World;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Memory may be so much more at the end than after ten minutes: what a heap keeps for itself.
const GROWTH_MB: u64 = 96;
/// Open files may be so many at any moment.
const FILES: u64 = 256;

/// What was measured.
pub(crate) struct Gauge(Arc<Mutex<Vec<(u64, u64)>>>);

pub(crate) fn start(world: &Arc<World>) -> Gauge {
    let seen: Arc<Mutex<Vec<(u64, u64)>>> = Arc::default();
    let (own, world) = (Arc::clone(&seen), Arc::clone(world));
    std::thread::spawn(move || {
        while !world.stopped() {
            own.lock().unwrap_or_else(PoisonError::into_inner).push((resident_mb(), open_files()));
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    Gauge(seen)
}

/// Megabytes in memory, of pages of 4 KiB.
fn resident_mb() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    pages * 4 / 1024
}

/// What this process has had of the processors since it began. The kernel counts in hundredths of a second.
pub(crate) fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // behind the program's name, which may hold anything
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn open_files() -> u64 {
    std::fs::read_dir("/proc/self/fd").map_or(0, |all| all.count() as u64)
}

impl Gauge {
    pub(crate) fn judge(&self, world: &World, length: Duration) {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (what, of) in [("MB of memory", 0), ("open files", 1)] {
            let mut all: Vec<u64> = seen.iter().map(|one| [one.0, one.1][of]).collect();
            let minutes: Vec<u64> = all.chunks(300).map(median).collect();
            all.sort_unstable();
            let (least, most) = (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0));
            println!(
                "  {what}: {least} to {most}, in the middle {}; by five minutes {minutes:?}",
                median(&all)
            );
            if of == 1 && most > FILES {
                world.find(format!("{most} open files"));
            }
            // the second stretch of five minutes begins when caches are full
            let (after, end) = (minutes.get(1), minutes.iter().rev().find(|_| true));
            if let (0, Some(after), Some(end)) = (of, after, end)
                && length > Duration::from_secs(1_200)
                && *end > after + GROWTH_MB
            {
                world.find(format!("memory grew from {after} to {end} MB"));
            }
        }
    }
}

fn median(of: &[u64]) -> u64 {
    let mut sorted = of.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}
