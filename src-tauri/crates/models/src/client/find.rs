//! Where the installed Claude Code is, and which version it is.
//!
//! Separate because it is asked long before a question is. Runs nothing but `--version`, which reads no settings and writes
//! nothing.

use crate::selector::{Cancel, SelectorError};
use memdesk_memdir::Profile;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

/// How long `--version` may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where installers put the program when it is not on the path, below the home.
const BELOW_HOME: &[&str] = &[
    ".local/bin",
    ".claude/local",
    ".claude/local/node_modules/.bin",
    ".npm-global/bin",
    ".bun/bin",
    ".volta/bin",
];

/// Where installers put it for everybody.
const ANYWHERE: &[&str] =
    &["/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "/usr/bin"];

/// The program's name, as the system runs it.
const NAMES: &[&str] = if cfg!(windows) { &["claude.exe", "claude.cmd"] } else { &["claude"] };

/// An installed client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The program, absolute.
    pub program: PathBuf,
    /// Its version: `2.1.332`.
    pub version: String,
}

impl Found {
    /// The rules it follows, as far as they are known.
    pub fn profile(&self) -> &'static Profile {
        Profile::for_version(&self.version).unwrap_or(Profile::latest())
    }
}

/// The client at `program`, or else the first `claude` on `$PATH` or where its installers put it.
///
/// # Errors
/// [`NoClient`](SelectorError::NoClient) when there is none, or when it does not say within 10 s which version it is.
pub fn find(program: Option<&Path>) -> Result<Found, SelectorError> {
    let program = match program {
        Some(given) => absolute(given).ok_or_else(|| {
            SelectorError::NoClient(given.to_owned(), "there is no such program".to_owned())
        })?,
        None => places().find(|place| is_program(place)).ok_or_else(|| {
            SelectorError::NoClient(
                PathBuf::from("claude"),
                "it is neither on the path nor where its installers put it".to_owned(),
            )
        })?,
    };
    let version = version(&program)?;
    Ok(Found { program, version })
}

/// `given` as a path that works from any folder. A bare name is looked for on the path.
fn absolute(given: &Path) -> Option<PathBuf> {
    if given.components().count() == 1 && !given.is_absolute() {
        let on_path = path().map(|folder| folder.join(given)).find(|place| is_program(place));
        if on_path.is_some() {
            return on_path;
        }
    }
    std::path::absolute(given).ok().filter(|place| is_program(place))
}

fn path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // an empty or relative part of the path means another place in every folder
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect::<Vec<_>>().into_iter()
}

fn places() -> impl Iterator<Item = PathBuf> {
    let home = std::env::home_dir();
    let below = BELOW_HOME.iter().filter_map(move |folder| home.as_deref().map(|home| home.join(folder)));
    let folders = path().chain(below).chain(ANYWHERE.iter().map(PathBuf::from));
    folders.flat_map(|folder| NAMES.iter().map(move |name| folder.join(name)))
}

fn is_program(place: &Path) -> bool {
    let Ok(about) = place.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        about.is_file() && about.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    about.is_file()
}

/// What `program --version` says: `2.1.332 (Claude Code)` gives `2.1.332`.
fn version(program: &Path) -> Result<String, SelectorError> {
    let refused = |why: String| SelectorError::NoClient(program.to_owned(), why);
    let output = crate::runtime::wait(&Cancel::default(), async {
        let output = Command::new(program).arg("--version").stdin(Stdio::null()).kill_on_drop(true).output();
        match tokio::time::timeout(PATIENCE, output).await {
            Ok(Ok(output)) => Ok(output),
            Ok(Err(error)) => Err(refused(format!("it does not start: {error}"))),
            Err(_) => Err(refused(format!("it did not say its version within {} s", PATIENCE.as_secs()))),
        }
    })?;
    let said = String::from_utf8_lossy(&output.stdout);
    let first = said.split_whitespace().next().unwrap_or_default();
    if !output.status.success() || Profile::for_version(first).is_none() || first.is_empty() {
        let words: String = said.trim().chars().take(80).collect();
        return Err(refused(format!("it did not say its version ({}): {words:?}", output.status)));
    }
    Ok(first.trim_start_matches('v').to_owned())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn script(folder: &Path, text: &str) -> PathBuf {
        let path = folder.join("claude");
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn a_given_program_says_its_version() {
        let folder = tempfile::tempdir().unwrap();
        for (text, expected) in [
            ("echo '2.1.332 (Claude Code)'", Some("2.1.332")),
            ("echo v2.1.197", Some("2.1.197")),
            ("echo hello", None),
            ("exit 0", None),
            ("echo 2.1.332; exit 3", None),
        ] {
            let program = script(folder.path(), text);
            let found = find(Some(&program));
            assert_eq!(
                found.as_ref().ok().map(|found| found.version.as_str()),
                expected,
                "{text}: {found:?}"
            );
            if let Err(error) = found {
                assert!(matches!(error, SelectorError::NoClient(at, _) if at == program));
            }
        }
    }

    #[test]
    fn what_is_no_program_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain");
        std::fs::write(&plain, "x").unwrap();
        for given in [folder.path(), &plain, &folder.path().join("gone")] {
            assert!(matches!(find(Some(given)), Err(SelectorError::NoClient(..))), "{}", given.display());
        }
    }
}
