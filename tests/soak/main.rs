//! Random writers, a reviewer, a window that watches and a command line at many stores, while the machine fails under them:
//! no byte is lost, what is shown is what is there, and neither memory nor open files grow.
//!
//! Separate from `flows/law.rs`, which has one store, one writer and a fixed order: here nobody waits for anybody, and disks
//! run full, turn read-only and go away. Runs for twenty seconds unless told otherwise: `cargo xtask soak [--minutes N]
//! [--seed N]`. In a user and mount namespace of its own (`unshare`), so that nothing of the machine is touched; where that
//! cannot be had, the faults that need it are left out, and it says so. The clock jumps where libfaketime is installed.

#![allow(clippy::expect_used, clippy::panic, reason = "a soak that cannot go on must stop loudly")]
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

mod checks;
mod clock;
mod faults;
mod gauge;
mod law;
mod paths;
mod reviewer;
mod second;
mod window;
mod world;
mod writer;

use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use world::World;

/// Set for the run inside of its namespace.
const INSIDE: &str = "MEMDESK_SOAK_INSIDE";
/// Programs that write.
const WRITERS: usize = 3;

/// What was asked for.
struct Wish {
    length: Duration,
    seed: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // a harness's own words are none of ours
    let after = |name: &str| words.iter().skip_while(|word| *word != name).nth(1);
    if let Some(home) = after("--law") {
        return law::check(std::path::Path::new(home));
    }
    if words.iter().any(|word| word == "--list") {
        return ExitCode::SUCCESS;
    }
    let number = |name: &str| after(name).and_then(|word| word.parse::<u64>().ok());
    let seconds = number("--minutes").map(|minutes| minutes * 60).or(number("--seconds")).unwrap_or(20);
    let wish = Wish { length: Duration::from_secs(seconds), seed: number("--seed").unwrap_or(1) };
    if std::env::var_os(INSIDE).is_none() && apart(&["true"]).status().is_ok_and(|status| status.success()) {
        let own = std::env::current_exe().expect("this program");
        let mut inside = apart(&[&own.to_string_lossy()]);
        let _clock = clock::prepare(&mut inside);
        let status = inside.args(&words).env(INSIDE, "1").status();
        return if status.is_ok_and(|status| status.success()) {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    soak(&wish)
}

/// A program as root of a namespace of its own, whose mounts and limits are nobody else's.
fn apart(program: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "--"]).args(program);
    command
}

fn soak(wish: &Wish) -> ExitCode {
    let apart = std::env::var_os(INSIDE).is_some();
    let world = Arc::new(World::new(wish.seed, apart));
    println!("soak: {:?}, seed {}, in {}", wish.length, wish.seed, world.home.display());
    if !apart {
        println!(
            "soak: no namespace of its own here (unshare): no full or read-only disk, no limit of watches"
        );
    }
    if !clock::jumps() {
        println!("soak: no libfaketime here: the clock does not jump");
    }
    let window = window::open(&world);
    let gauge = gauge::start(&world);
    let mut threads = Vec::new();
    for n in 0..WRITERS {
        let world = Arc::clone(&world);
        threads.push(std::thread::spawn(move || writer::Writer::new(n, &world).run()));
    }
    for run in [reviewer::run as fn(&World, &window::Window), second::run] {
        let (world, window) = (Arc::clone(&world), window.clone());
        threads.push(std::thread::spawn(move || run(&world, &window)));
    }
    let end = Instant::now() + wish.length;
    // a long run leaves time between two faults, in which all is well
    let calm =
        if wish.length > Duration::from_secs(120) { Duration::from_secs(20) } else { Duration::from_secs(1) };
    let mut faults = faults::Faults::new(wish.seed, apart);
    let mut law_at = Instant::now() + Duration::from_secs(600);
    while Instant::now() < end {
        std::thread::sleep(calm.min(end.saturating_duration_since(Instant::now())));
        faults.next(&world, &window, calm);
        if Instant::now() > law_at {
            law_at += Duration::from_secs(600);
            checks::law(&world);
        }
    }
    world.stop.store(true, Ordering::Release);
    for thread in threads {
        if thread.join().is_err() {
            world.find("a thread of the soak panicked".to_owned());
        }
    }
    checks::settled(&world, &window, "at the end", Duration::from_secs(60));
    checks::law(&world);
    gauge.judge(&world, wish.length);
    world.report(&window)
}
