//! `cargo xtask bench`: builds what is measured, then hands over to the bench in `tests/bench`.
//!
//! Separate because measuring needs libraries and this workshop has none. Never measures anything itself.

use crate::machine::{self, For};
use crate::step::{Done, cargo};
use crate::{tree, ui};

/// Arguments go to the bench.
pub(crate) fn bench(words: &[String]) -> Done {
    machine::ready(For::Bench)?;
    ui::build()?;
    let packages = ["memdesk", "memdesk-desktop", "memdesk-empty-window"];
    cargo().args(["build", "--release"]).args(packages.iter().flat_map(|name| ["--package", name])).run()?;
    cargo()
        .args(["bench", "--package", "memdesk-tests", "--bench", "desk", "--"])
        .args(words)
        .env("MEMDESK_BENCH_PROGRAMS", &tree::built("release").to_string_lossy())
        .run()
}
