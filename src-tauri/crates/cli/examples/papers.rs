//! Writes the papers that a package carries beside the program: manual pages, and completions for three shells.
//!
//! Made from the grammar itself, so that neither can say what the program does not. Separate from the program, which has no
//! use for it: `cargo xtask package` runs it. Never part of what is installed.

#[path = "../src/arguments.rs"]
#[allow(dead_code, reason = "only the grammar counts here, not what reads its answers")]
mod arguments;

use arguments::Arguments;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{Error, Result};
use std::path::PathBuf;

/// The program whose papers these are.
const NAME: &str = "memdesk";
/// The window takes the same options and a folder, and has no page of its own.
const WINDOW: &str = "memdesk-desktop.1";

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| Error::other("the folder to write into is missing"))?;
    let (manual, completions) = (folder.join("man1"), folder.join("completions"));
    std::fs::create_dir_all(&manual)?;
    std::fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Arguments::command(), NAME, &completions)?;
    }
    clap_mangen::generate_to(Arguments::command(), &manual)?;
    std::fs::write(manual.join(WINDOW), format!(".so man1/{NAME}.1\n"))
}
