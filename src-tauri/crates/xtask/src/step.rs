//! Steps: a command with a name, timed, and the summary at the end.
//!
//! Separate so that every command of the workshop reports in one way. Never decides what is run.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// Why the workshop ends early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A step failed. Exit status 1.
    Failed(String),
    /// Something is missing that the person has to bring, or the arguments make no sense. Exit status 2.
    CannotStart(String),
}

/// What a piece of work comes to.
pub(crate) type Done = Result<(), Stop>;

/// What became of a step.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// The steps run so far.
pub(crate) struct Steps {
    rows: Vec<(&'static str, Outcome, Duration)>,
    keep_going: bool,
}

impl Steps {
    /// No step yet. `keep_going`: a failure does not end the rest.
    pub(crate) fn new(keep_going: bool) -> Self {
        Self { rows: Vec::new(), keep_going }
    }

    /// Runs one step under its name. After a failure the error is returned at once unless the rest is wanted too.
    pub(crate) fn step(&mut self, name: &'static str, work: impl FnOnce() -> Done) -> Done {
        println!("\n── {name}");
        let start = Instant::now();
        let done = work();
        let took = start.elapsed();
        let why = match done {
            Ok(()) => {
                self.rows.push((name, Outcome::Passed, took));
                return Ok(());
            }
            Err(Stop::Failed(why)) => why,
            Err(other) => return Err(other),
        };
        eprintln!("xtask: {name}: {why}");
        self.rows.push((name, Outcome::Failed(why.clone()), took));
        if self.keep_going { Ok(()) } else { Err(Stop::Failed(why)) }
    }

    /// Records that a step could not be done here, and why: a summary must not look greener than it is.
    pub(crate) fn skip(&mut self, name: &'static str, why: &str) {
        println!("\n── {name}\nskipped: {why}");
        self.rows.push((name, Outcome::Skipped(why.to_owned()), Duration::ZERO));
    }

    /// Prints the table of steps, and fails when one of them did.
    pub(crate) fn summary(&self) -> Done {
        println!();
        let mut failed = Vec::new();
        let (mut passed, mut skipped) = (0, 0);
        for (name, outcome, took) in &self.rows {
            let took = format!("{:.1} s", took.as_secs_f64());
            match outcome {
                Outcome::Passed => {
                    passed += 1;
                    println!("  ok       {name:<14} {took:>9}");
                }
                Outcome::Failed(why) => {
                    failed.push(*name);
                    println!("  FAILED   {name:<14} {took:>9}   {why}");
                }
                Outcome::Skipped(why) => {
                    skipped += 1;
                    println!("  skipped  {name:<14} {:>9}   {why}", "");
                }
            }
        }
        println!("\nsteps: {passed} passed, {} failed, {skipped} skipped", failed.len());
        match failed.first() {
            None => Ok(()),
            Some(first) => {
                Err(Stop::Failed(format!("{first} failed; again alone: cargo xtask test --only {first}")))
            }
        }
    }
}

/// A command of the workshop, run in the repository's root with its output passed through.
pub(crate) struct Tool {
    command: Command,
    shown: String,
}

/// Starts the description of a command.
pub(crate) fn tool(program: &str) -> Tool {
    let mut command = Command::new(program);
    command.current_dir(crate::tree::root());
    Tool { command, shown: program.to_owned() }
}

/// The cargo that runs this workshop.
pub(crate) fn cargo() -> Tool {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    Tool { shown: "cargo".to_owned(), ..tool(&program) }
}

/// rustup, for another toolchain than the one that runs this.
pub(crate) fn rustup() -> Tool {
    tool("rustup")
}

/// npm, in `ui/`.
pub(crate) fn npm() -> Tool {
    tool(if cfg!(windows) { "npm.cmd" } else { "npm" }).dir(crate::tree::ui())
}

impl Tool {
    /// Adds arguments.
    pub(crate) fn args<S: AsRef<str>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        for arg in args {
            self.shown.push(' ');
            self.shown.push_str(arg.as_ref());
            self.command.arg(arg.as_ref());
        }
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it elsewhere than in the root.
    pub(crate) fn dir(mut self, dir: PathBuf) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// Runs it to its end; anything but exit status 0 is a failure.
    pub(crate) fn run(mut self) -> Done {
        println!("$ {}", self.shown);
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Stop::Failed(format!("`{}` ended with {status}", self.shown))),
            Err(error) => Err(Stop::Failed(format!("`{}` did not start: {error}", self.shown))),
        }
    }

    /// Runs it quietly: standard output and whether it succeeded; none when there is no such program.
    pub(crate) fn ask(mut self) -> Option<(String, bool)> {
        let output = self.command.stdin(std::process::Stdio::null()).output().ok()?;
        Some((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success()))
    }
}
