//! The workshop: `cargo xtask run` and `cargo xtask test` are the only setup there is.
//!
//! Separate from every other room, and built from the standard library alone, because it is compiled first on a fresh
//! clone, before anything that it helps to install. Never part of what a user installs, never reads a memory directory.
//!
//! Exit status: 0 done · 1 a step failed · 2 it could not start, with the line to run.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what it is for")]

mod bench;
mod hard;
mod machine;
mod package;
mod papers;
mod run;
mod step;
mod test;
mod tree;
mod ui;

use std::process::ExitCode;
use step::Stop;

const USAGE: &str = "\
cargo xtask COMMAND

  run [-- PATH…]    install what is missing, build, and open the window (on the project at PATH)
  test              everything, quickest first; stops at the first failure
    --fast            without the real window
    --only NAME       one step: fmt, eslint, svelte-check, vitest, clippy, cargo-test, e2e, deny, audit
    --keep-going      run the remaining steps after a failure
  check             fmt, eslint, svelte-check and clippy
  bless             write the generated and the expected files anew: bindings.ts, expect![…]
  bench             speed and memory beside a named reference; writes tests/bench/RESULTS.md
    --only NAME       stores, sessions, estimate, gate, window
    --runs N          measured runs of each side (default 11)
  soak              writers, a reviewer and a failing machine for an hour, or --minutes N; --seed N
  fuzz [TARGET]     libFuzzer on what is read, ten minutes a target, or --seconds N; needs nightly and cargo-fuzz
  package           what a person installs, for this system: .deb and .rpm, .dmg, or .exe, in target/packages
    --appimage        an AppImage too; fetches the tools for it
    --try [DEB]       install the .deb in a clean Debian below a temporary folder, launch it there, and look";

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let command = if words.is_empty() { String::new() } else { words.remove(0) };
    let done = match command.as_str() {
        "run" => run::run(&words),
        "test" => test::Options::read(&words).and_then(|options| test::test(&options)),
        "check" => no_more(&words).and_then(|()| test::check()),
        "bless" => no_more(&words).and_then(|()| test::bless()),
        "bench" => bench::bench(&words),
        "soak" => hard::soak(&words),
        "fuzz" => hard::fuzz(&words),
        "package" => package::Options::read(&words).and_then(|options| package::package(&options)),
        "" | "help" | "-h" | "--help" => {
            println!("{USAGE}");
            return if command.is_empty() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
        other => Err(Stop::CannotStart(format!("there is no `{other}`\n\n{USAGE}"))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Failed(why)) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
        Err(Stop::CannotStart(why)) => {
            eprintln!("xtask: {why}");
            ExitCode::from(2)
        }
    }
}

fn no_more(words: &[String]) -> step::Done {
    match words.first() {
        None => Ok(()),
        Some(word) => Err(Stop::CannotStart(format!("`{word}` is not understood\n\n{USAGE}"))),
    }
}
