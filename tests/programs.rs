//! The programs under test, as cargo built them.
//!
//! Separate because the tests of this package start programs of others, which cargo does not build for them.

use crate::Person;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the programs: `$MEMDESK_BENCH_PROGRAMS`, else beside the running test.
fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("MEMDESK_BENCH_PROGRAMS") {
        return folder.into();
    }
    let test = std::env::current_exe().unwrap_or_default();
    // target/debug/deps/flows-0123 → target/debug
    test.ancestors().nth(2).unwrap_or(Path::new(".")).to_path_buf()
}

/// The program of that name.
///
/// # Panics
/// When it has not been built, with the line that builds it.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    let path = folder().join(name);
    assert!(
        path.is_file(),
        "{} is not built: `cargo build --workspace --bins` builds it, and `cargo xtask test` builds everything",
        path.display()
    );
    path
}

/// `memdesk` for a person in a folder, who has their environment alone and root's rights no more than anybody.
#[must_use]
pub fn memdesk(person: &Person, folder: &Path) -> Command {
    let mut command = ordinary(&program("memdesk"));
    command.env_clear().envs(person.env()).current_dir(folder);
    command
}

/// A command in which root, too, is refused what a file's mode refuses: tests run as anybody, containers as root.
///
/// Without the two capabilities that let root pass over modes, which the kernel takes away at the next `exec`.
#[must_use]
pub fn ordinary(program: &Path) -> Command {
    if !rustix::process::geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command
        .args(["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"])
        .arg(program);
    command
}
