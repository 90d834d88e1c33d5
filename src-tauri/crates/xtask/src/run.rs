//! `cargo xtask run`: from a fresh clone to the window in one command.
//!
//! Separate from `test` because a person who only wants to look needs less of the machine. Builds in the dev profile:
//! the window opens sooner after a change, and the release profile is what `bench` measures.

use crate::machine::{self, For};
use crate::step::{Done, Stop, cargo, tool};
use crate::{tree, ui};

/// Arguments after `--` (or simply all of them) go to the window.
pub(crate) fn run(words: &[String]) -> Done {
    let words = words.strip_prefix(&["--".to_owned()]).unwrap_or(words);
    display()?;
    machine::ready(For::Window)?;
    ui::build()?;
    cargo().args(["build", "--package", "memdesk-desktop", "--package", "memdesk"]).run()?;
    let program = tree::program("debug", "memdesk-desktop");
    // in the person's own directory: `.` means theirs, not the repository
    let here =
        std::env::current_dir().map_err(|error| Stop::Failed(format!("the current directory: {error}")))?;
    tool(&program.to_string_lossy()).args(words).dir(here).run()
}

/// Without a display the toolkit's own message comes only after ten minutes of building.
fn display() -> Done {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY") {
        return Ok(());
    }
    Err(Stop::CannotStart(
        "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.\n  \
         Run it in a desktop session or, to try it on a machine without one:\n  \
         xvfb-run --auto-servernum cargo xtask run"
            .to_owned(),
    ))
}
