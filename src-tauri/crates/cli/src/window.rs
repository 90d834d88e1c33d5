//! `memdesk [PATH]`: starts the window, which is a program of its own so that this one links no WebKit.

use crate::arguments::DeskArguments;
use crate::{Answer, Done};
use memdesk_desk::view::Failure;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Name of the window's program, beside this one or on the PATH.
const WINDOW: &str = if cfg!(windows) { "memdesk-desktop.exe" } else { "memdesk-desktop" };

/// Starts the window on a folder, by default the current one, and returns at once.
pub(crate) fn open(desk: &DeskArguments, folder: Option<&Path>) -> Answer {
    let here = desk.store.is_none().then_some(Path::new("."));
    let folder = folder.or(here);
    if let Some(folder) = folder
        && !folder.is_dir()
    {
        return Err(Failure::new(
            "bad-folder",
            format!("{} is neither a folder nor a command", folder.display()),
            "Give a project folder, or see `memdesk --help`.".to_owned(),
        ));
    }
    let program = find().ok_or_else(|| {
        Failure::new(
            "no-window",
            format!("the window ({WINDOW}) is neither beside this program nor on the PATH"),
            format!(
                "Put {WINDOW} into the same folder as this program (`cargo build --release --bins` makes both), or install the package; the commands work \
                 without it (`memdesk --help`)."
            ),
        )
    })?;
    if !has_display() {
        return Err(Failure::new(
            "no-display",
            "there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set)",
            "Start it from a desktop session; the commands work without one (`memdesk --help`).".to_owned(),
        ));
    }
    let mut command = Command::new(&program);
    for (name, value) in [("--root", &desk.root), ("--store", &desk.store), ("--data", &desk.data)] {
        if let Some(value) = value {
            command.arg(name).arg(absolute(value));
        }
    }
    if desk.read_only {
        command.arg("--read-only");
    }
    if let Some(profile) = &desk.profile {
        command.arg("--profile").arg(profile);
    }
    if let Some(folder) = folder {
        command.arg("--").arg(absolute(folder));
    }
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child =
        command.spawn().map_err(|error| Failure::io("cannot start the window", &program, &error))?;
    // a window that cannot open says so within a moment; one that runs is left to itself
    std::thread::sleep(std::time::Duration::from_millis(300));
    match child.try_wait() {
        Ok(Some(status)) if !status.success() => Ok(Done::Refused),
        _ => Ok(Done::Fine),
    }
}

/// Whether GTK may find a display: without one the window's program could only crash.
fn has_display() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let socket = std::env::var_os("XDG_RUNTIME_DIR").map(|dir| Path::new(&dir).join("wayland-0"));
    ["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"].into_iter().any(set)
        || socket.is_some_and(|socket| socket.exists())
}

fn find() -> Option<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|exe| exe.canonicalize().ok());
    let beside = beside.as_deref().and_then(Path::parent).map(|dir| dir.join(WINDOW));
    let path: OsString = std::env::var_os("PATH").unwrap_or_default();
    beside
        .into_iter()
        .chain(std::env::split_paths(&path).map(|dir| dir.join(WINDOW)))
        .find(|program| program.is_file())
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
