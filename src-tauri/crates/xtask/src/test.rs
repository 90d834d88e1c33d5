//! `cargo xtask test`, `check` and `bless`: which steps there are, and in which order.
//!
//! Separate so that the list of what a change must pass can be read in one place. Never loosens a step: what cannot be
//! done on this machine is called skipped, with the reason.

use crate::machine::{self, For};
use crate::step::{Done, Steps, Stop, cargo, npm};
use crate::ui;

/// The names of the steps, quickest first.
const NAMES: &[&str] =
    &["fmt", "eslint", "svelte-check", "vitest", "clippy", "cargo-test", "e2e", "deny", "audit"];
/// The workspace with the tests of the real window, which plain `cargo test` leaves out.
const EVERYTHING: &[&str] = &["--workspace", "--features", "memdesk-tests/window"];

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Without the real window.
    fast: bool,
    /// One step.
    only: Option<String>,
    /// The rest too after a failure.
    keep_going: bool,
}

impl Options {
    /// Reads the words after `test`.
    pub(crate) fn read(words: &[String]) -> Result<Self, Stop> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--fast" => options.fast = true,
                "--keep-going" => options.keep_going = true,
                "--only" => match words.next() {
                    Some(name) if NAMES.contains(&name.as_str()) => options.only = Some(name.clone()),
                    _ => return Err(Stop::CannotStart(format!("--only takes one of: {}", NAMES.join(", ")))),
                },
                other => {
                    return Err(Stop::CannotStart(format!(
                        "`{other}` is not understood; see cargo xtask help"
                    )));
                }
            }
        }
        Ok(options)
    }

    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().map_or(!(self.fast && name == "e2e"), |only| only == name)
    }

    /// What the machine must have for the steps wanted.
    fn needs(&self) -> For {
        if self.wants("e2e") && cfg!(target_os = "linux") { For::E2e } else { For::Tests }
    }
}

/// Everything that a change must pass.
pub(crate) fn test(options: &Options) -> Done {
    machine::ready(options.needs())?;
    let mut steps = Steps::new(options.keep_going);
    let done =
        NAMES.iter().copied().filter(|name| options.wants(name)).try_for_each(|name| one(&mut steps, name));
    // the table is wanted most when a step failed
    match (steps.summary(), done) {
        (_, Err(stop @ Stop::CannotStart(_))) => Err(stop),
        (summary, _) => summary,
    }
}

/// What can be said without running anything of the program.
pub(crate) fn check() -> Done {
    machine::ready(For::Tests)?;
    let mut steps = Steps::new(true);
    ["fmt", "eslint", "svelte-check", "clippy"].into_iter().try_for_each(|name| one(&mut steps, name))?;
    steps.summary()
}

/// Writes generated and expected files anew; the difference is then reviewed as any other.
pub(crate) fn bless() -> Done {
    machine::ready(For::Tests)?;
    ui::build()?;
    cargo().args(["test", "--workspace", "--no-fail-fast"]).env("UPDATE_EXPECT", "1").run()?;
    cargo().args(["fmt", "--all"]).run()?;
    ui::script("format")
}

fn one(steps: &mut Steps, name: &'static str) -> Done {
    match name {
        "fmt" => steps.step(name, || cargo().args(["fmt", "--all", "--check"]).run()),
        "eslint" => steps.step(name, || ui::script("lint")),
        "svelte-check" => steps.step(name, || ui::script("check")),
        "vitest" => steps.step(name, || ui::script("test")),
        "clippy" => steps.step(name, || {
            ui::build()?; // the window's binary holds the built pages
            cargo().args(["clippy", "--all-targets"]).args(EVERYTHING).args(["--", "-D", "warnings"]).run()
        }),
        "cargo-test" => steps.step(name, || {
            programs()?;
            cargo().args(["test", "--workspace"]).run()
        }),
        "e2e" if !cfg!(target_os = "linux") => {
            steps.skip(name, "the driver of the real window, WebKitWebDriver, exists on Linux only");
            Ok(())
        }
        "e2e" => steps.step(name, e2e),
        "deny" => deny(steps),
        _ => audit(steps),
    }
}

/// The programs that flows and the window's tests start.
fn programs() -> Done {
    ui::build()?;
    // with the test targets beside them they get the same features of shared libraries, and nothing is compiled twice
    cargo().args(["build", "--workspace", "--bins", "--tests"]).run()
}

/// The real window, under a display of its own.
fn e2e() -> Done {
    programs()?;
    // the whole workspace again, for the same reason; only one target is called that
    cargo().args(["test", "--test", "e2e"]).args(EVERYTHING).run()
}

/// Licences, bans and sources; advisories where their database can be had.
fn deny(steps: &mut Steps) -> Done {
    if cargo().args(["deny", "--version"]).ask().is_none_or(|(_, good)| !good) {
        steps.skip("deny", "cargo-deny is not installed: cargo install cargo-deny --locked");
        return Ok(());
    }
    steps.step("deny", || cargo().args(["deny", "check", "licenses", "bans", "sources"]).run())?;
    if cargo().args(["deny", "fetch", "db"]).ask().is_none_or(|(_, good)| !good) {
        steps.skip("advisories", "the advisory database could not be fetched");
        return Ok(());
    }
    steps.step("advisories", || cargo().args(["deny", "check", "--disable-fetch", "advisories"]).run())
}

/// What is known against the packages that end up in the window.
fn audit(steps: &mut Steps) -> Done {
    let report = npm().args(["audit", "--omit=dev", "--json"]).ask();
    match report {
        // without an answer from the registry there is no such field, only an error
        Some((text, _)) if !text.contains("\"auditReportVersion\"") => {
            steps.skip("audit", "the registry gave no audit report");
            Ok(())
        }
        None => {
            steps.skip("audit", "npm did not start");
            Ok(())
        }
        Some((_, true)) => steps.step("audit", || Ok(())),
        Some((_, false)) => steps.step("audit", || npm().args(["audit", "--omit=dev"]).run()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Options, Stop> {
        Options::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options() {
        assert!(read(&[]).is_ok_and(|o| NAMES.iter().all(|name| o.wants(name))));
        assert!(read(&["--fast"]).is_ok_and(|o| !o.wants("e2e") && o.wants("clippy")));
        assert!(read(&["--only", "e2e"]).is_ok_and(|o| o.wants("e2e") && !o.wants("fmt")));
        assert!(read(&["--only", "e2e", "--fast"]).is_ok_and(|o| o.wants("e2e")));
        for wrong in [&["--only"][..], &["--only", "nonsense"], &["--slow"]] {
            assert!(matches!(read(wrong), Err(Stop::CannotStart(_))), "{wrong:?}");
        }
    }
}
