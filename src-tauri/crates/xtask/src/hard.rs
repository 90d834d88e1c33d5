//! `cargo xtask soak` and `cargo xtask fuzz`: an hour of everything that can go wrong, and libFuzzer on what is read.
//!
//! Separate from `test`, of which neither is a part: they take as long as they are given. Twenty seconds of the soak, and the
//! corpora of the fuzz targets, are in the ordinary tests. Never judges anything itself.

use crate::machine::{self, For};
use crate::step::{Done, Stop, cargo, rustup};
use crate::tree;

/// Arguments go to the soak; without any it is an hour.
pub(crate) fn soak(words: &[String]) -> Done {
    machine::ready(For::Tests)?;
    cargo().args(["build", "--package", "memdesk", "--bins"]).run()?;
    let hour = ["--minutes".to_owned(), "60".to_owned()];
    let words = if words.is_empty() { &hour[..] } else { words };
    cargo().args(["test", "--package", "memdesk-tests", "--test", "soak", "--"]).args(words).run()
}

/// One target or all, for some seconds each.
pub(crate) fn fuzz(words: &[String]) -> Done {
    let mut seconds = "600".to_owned();
    let mut targets = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => match words.next().filter(|number| number.parse::<u32>().is_ok()) {
                Some(number) => seconds = number.clone(),
                None => return Err(Stop::CannotStart("--seconds takes a number".to_owned())),
            },
            name => targets.push(name.to_owned()),
        }
    }
    let tool = |words: &[&str]| rustup().args(["run", "nightly", "cargo", "fuzz"]).args(words);
    if tool(&["--version"]).ask().is_none_or(|(_, good)| !good) {
        return Err(Stop::CannotStart(
            "cargo-fuzz with a nightly toolchain is needed:\n  rustup toolchain install nightly --profile minimal && cargo install cargo-fuzz --locked"
                .to_owned(),
        ));
    }
    let place = tree::root().join("tests/fuzz").to_string_lossy().into_owned();
    let here = ["--fuzz-dir", place.as_str()];
    if targets.is_empty() {
        let listed = tool(&["list"]).args(here).ask().map_or_else(String::new, |(text, _)| text);
        targets.extend(listed.lines().map(str::to_owned));
    }
    for target in targets {
        // without a sanitiser: nothing here is unsafe; with assertions: an overflow is a finding
        let run = tool(&["run", "--sanitizer", "none", "--debug-assertions"]).args(here);
        // what it reaches on the way stays out of the repository, whose corpus is small
        let reached = tree::root().join("tests/fuzz/target/reached").join(&target);
        std::fs::create_dir_all(&reached)
            .map_err(|error| Stop::CannotStart(format!("{}: {error}", reached.display())))?;
        let (reached, corpus) = (reached.to_string_lossy(), format!("{place}/corpus/{target}"));
        run.args([&*target, &reached, &corpus, "--", &format!("-max_total_time={seconds}")]).run()?;
    }
    Ok(())
}
