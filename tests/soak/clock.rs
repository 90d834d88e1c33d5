//! A clock that jumps: libfaketime, put before the system's own functions.
//!
//! Separate because the desk is told another time than everybody else: the disk, the writers' files and the second program keep
//! the true one, so what is compared over two clocks shows itself. What only waits has the monotonic clock, which stays true.

use crate::paths::Chance;
use crate::window::Window;
use crate::world::World;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where the library reads how far off the clock is.
const FILE: &str = "FAKETIME_TIMESTAMP_FILE";
/// How far, in seconds: a wrong zone, a summer, an empty battery, a typing mistake.
const JUMPS: [i64; 6] = [-3_600, 7_200, -86_400 * 120, 86_400 * 120, -86_400 * 365 * 20, 86_400 * 365 * 40];
/// The library looks at its file once a second.
const HEARD: Duration = Duration::from_secs(10);

/// Lets a program's clock jump, if this machine can. The file must live as long as the program.
pub(crate) fn prepare(program: &mut Command) -> Option<tempfile::NamedTempFile> {
    let library = library()?;
    let file = tempfile::NamedTempFile::new().ok()?;
    fs::write(file.path(), "+0\n").ok()?;
    program.env("LD_PRELOAD", library).env(FILE, file.path());
    program.envs([
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("FAKETIME_CACHE_DURATION", "1"),
        ("NO_FAKE_STAT", "1"),
    ]);
    Some(file)
}

fn library() -> Option<PathBuf> {
    let below = |folder: &str| -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let places = below("/usr/lib").into_iter().chain([PathBuf::from("/usr/lib")]);
    places.map(|place| place.join("faketime/libfaketimeMT.so.1")).find(|path| path.is_file())
}

/// Whether this process has such a clock.
pub(crate) fn jumps() -> bool {
    file().is_some()
}

fn file() -> Option<PathBuf> {
    std::env::var_os(FILE).map(PathBuf::from)
}

/// Away and back. What is done in between must be done, and be where it was done.
pub(crate) fn jump(world: &World, window: &Window, chance: &mut Chance, long: Duration) {
    let Some(file) = file() else { return };
    let by = JUMPS[chance.below(JUMPS.len())];
    world.say(&format!("the clock jumps by {by} s"));
    if !set(&file, by) {
        return world.find(format!("the clock did not jump by {by} s"));
    }
    // a window whose clock has jumped reads again: what it tells in days is other days now
    window.acted(world.ids.iter().cloned());
    std::thread::sleep(long / 2);
    if !set(&file, 0) {
        world.find("the clock did not come back".to_owned());
    }
    window.acted(world.ids.iter().cloned());
}

/// Sets it, and waits until it is so. The true time is that of the disk.
fn set(file: &Path, by: i64) -> bool {
    let begun = std::time::Instant::now();
    while begun.elapsed() < HEARD {
        if fs::write(file, format!("{by:+}\n")).is_err() {
            return false;
        }
        let off = match (fs::metadata(file).and_then(|of| of.modified()), SystemTime::now()) {
            (Ok(truly), now) => seconds(now) - seconds(truly),
            (Err(_), _) => return false,
        };
        if (off - by).abs() < 60 {
            return true;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    false
}

/// Since 1970; before it, less than none.
fn seconds(at: SystemTime) -> i64 {
    match at.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_secs()).unwrap_or(i64::MAX),
    }
}
