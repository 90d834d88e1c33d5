//! What the machine must have: system packages and Node.
//!
//! Separate because it is the only part that changes the machine. Installs only on Debian and its kin, only with
//! apt-get, only what is missing; elsewhere it says what is needed. Rust itself needs no check here: cargo refuses to
//! build this workshop with a toolchain older than the workspace's `rust-version`, and says so.

use crate::step::{Done, Stop, tool};

/// What is going to be done, and so what is needed for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    /// Building and opening the window.
    Window,
    /// The tests without the window: they still compile it.
    Tests,
    /// The tests in the real window.
    E2e,
    /// The benchmark.
    Bench,
    /// A package.
    Package,
    /// A package, and installing it in a clean root.
    Try,
}

/// A C compiler, and WebKitGTK's headers for the window.
const BUILD: &[&str] = &["build-essential", "pkg-config", "libwebkit2gtk-4.1-dev"];
/// Flows make repositories and worktrees; `strace` ends a program before a call of its own.
const TESTS: &[&str] = &["git", "strace"];
/// A display of its own, the driver, a session bus of its own, and a font for Chinese.
const E2E: &[&str] = &["xvfb", "webkit2gtk-driver", "dbus", "fonts-noto-cjk"];
/// The reference of the first table.
const BENCH: &[&str] = &["ripgrep"];
/// Which packages have the libraries.
const PACKAGE: &[&str] = &["dpkg-dev"];
/// A clean root and a way to be in it without being root; and whoever judges packages, their papers and their completions.
const TRY: &[&str] =
    &["mmdebstrap", "bubblewrap", "lintian", "desktop-file-utils", "appstream", "man-db", "zsh", "fish"];

/// Debian packages for `what`.
fn packages(what: For) -> Vec<&'static str> {
    let sets: &[&[&'static str]] = match what {
        For::Window => &[BUILD],
        For::Tests => &[BUILD, TESTS],
        For::E2e => &[BUILD, TESTS, E2E],
        For::Bench => &[BUILD, TESTS, E2E, BENCH],
        For::Package => &[BUILD, PACKAGE],
        For::Try => &[BUILD, TESTS, E2E, PACKAGE, TRY],
    };
    sets.concat()
}

/// Looks for Node, and brings the system packages.
pub(crate) fn ready(what: For) -> Done {
    // first what we only ask for: a person would not thank us for minutes of installing before the question
    node()?;
    if cfg!(target_os = "linux") && has("dpkg-query") && has("apt-get") {
        install(&missing(&packages(what)))?;
    } else if cfg!(target_os = "linux") {
        other_linux()?;
    }
    Ok(())
}

/// There is such a program and it answers.
pub(crate) fn has(program: &str) -> bool {
    tool(program).args(["--version"]).ask().is_some_and(|(_, good)| good)
}

/// Which of the packages dpkg does not call installed.
fn missing(wanted: &[&'static str]) -> Vec<&'static str> {
    // it exits with 1 when one is unknown, and still lists the others
    let asked = tool("dpkg-query").args(["-W", "-f", "${Package} ${db:Status-Status}\n"]).args(wanted).ask();
    let (known, _) = asked.unwrap_or_default();
    wanted
        .iter()
        .copied()
        .filter(|one| !known.lines().any(|line| line == format!("{one} installed")))
        .collect()
}

fn install(missing: &[&str]) -> Done {
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    let prefix: &[&str] = if is_root() {
        &[]
    } else if tool("sudo").args(["-n", "true"]).ask().is_some_and(|(_, good)| good) {
        &["sudo", "-n"]
    } else {
        return Err(Stop::CannotStart(format!(
            "system packages are missing, and installing them needs root. Run this, then the same again:\n  \
             sudo apt-get update && sudo apt-get install -y --no-install-recommends {names}"
        )));
    };
    println!("installing: {names}");
    let apt = |words: &[&str]| {
        let line: Vec<&str> = prefix
            .iter()
            .copied()
            .chain(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"])
            .chain(words.iter().copied())
            .collect();
        line.split_first().map_or(Ok(()), |(program, rest)| tool(program).args(rest).run())
    };
    // without fresh lists a new machine knows no packages; a stale mirror is no reason to stop before trying
    let updated = apt(&["-q", "update"]);
    let words: Vec<&str> = ["-q", "install", "-y", "--no-install-recommends"]
        .into_iter()
        .chain(missing.iter().copied())
        .collect();
    apt(&words).map_err(|_| {
        let lists = if updated.is_err() { " (the package lists could not be fetched either)" } else { "" };
        Stop::CannotStart(format!("apt-get could not install {names}{lists}; its own message is above"))
    })
}

fn is_root() -> bool {
    tool("id").args(["-u"]).ask().is_some_and(|(id, _)| id.trim() == "0")
}

/// Elsewhere than on Debian the names differ too much to install unasked.
fn other_linux() -> Done {
    if tool("pkg-config").args(["--exists", "webkit2gtk-4.1"]).ask().is_some_and(|(_, good)| good) {
        return Ok(());
    }
    Err(Stop::CannotStart(
        "WebKitGTK 4.1 with its headers, a C compiler and pkg-config are needed. Run the line for your system, then the same again:\n  \
         Fedora        sudo dnf install webkit2gtk4.1-devel gcc make pkgconf-pkg-config\n  \
         Arch          sudo pacman -S --needed webkit2gtk-4.1 base-devel\n  \
         openSUSE      sudo zypper install webkit2gtk3-devel gcc make pkg-config\n  \
         Alpine        sudo apk add webkit2gtk-4.1-dev build-base pkgconf"
            .to_owned(),
    ))
}

/// Node new enough for the UI's tools, and npm.
fn node() -> Done {
    let found = tool("node")
        .args(["--version"])
        .ask()
        .filter(|(_, good)| *good)
        .map(|(text, _)| text.trim().to_owned());
    let has_npm = crate::step::npm().args(["--version"]).ask().is_some_and(|(_, good)| good);
    let trouble = match &found {
        None => "Node is missing".to_owned(),
        Some(version) if !new_enough(version) => {
            format!("Node {} is too old: 20.19, 22.12 or newer is needed", version.trim_start_matches('v'))
        }
        Some(_) if !has_npm => "npm is missing (Node is there)".to_owned(),
        Some(_) => return Ok(()),
    };
    Err(Stop::CannotStart(format!("{trouble}. {}", node_advice())))
}

/// The releases that Vite runs on: `^20.19.0 || >=22.12.0`.
fn new_enough(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    match (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) {
        (20, minor) => minor >= 19,
        (22, minor) => minor >= 12,
        (major, _) => major > 22,
    }
}

/// The command that brings Node on this system.
fn node_advice() -> String {
    if cfg!(target_os = "macos") {
        return "Run `brew install node`, then the same again.".to_owned();
    }
    if cfg!(windows) {
        return "Run `winget install OpenJS.NodeJS.LTS`, then the same again in a new terminal.".to_owned();
    }
    // cargo is there, so fnm (a version manager of Node, on crates.io) needs no further source
    let anywhere = "cargo install fnm --locked && eval \"$(fnm env)\" && fnm install 22";
    let candidate = tool("apt-cache")
        .args(["policy", "nodejs"])
        .ask()
        .map(|(text, _)| candidate(&text))
        .unwrap_or_default();
    if new_enough(&candidate) {
        return "Run this, then the same again:\n  sudo apt-get install -y nodejs npm".to_owned();
    }
    let known = if candidate.is_empty() {
        String::new()
    } else {
        format!(" (this system's own package, {candidate}, would not do)")
    };
    format!("Run this in the shell you work in, then the same again{known}:\n  {anywhere}")
}

/// The version that apt would install, from what `apt-cache policy` prints; empty when there is none.
fn candidate(policy: &str) -> String {
    let line = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate:"));
    line.map(|version| version.trim().split(['+', '~', '-']).next().unwrap_or_default().to_owned())
        .filter(|version| version.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_that_vite_runs_on() {
        for (version, good) in [
            ("v18.20.4", false),
            ("v20.18.3", false),
            ("v20.19.0", true),
            ("v21.7.3", false),
            ("v22.11.0", false),
            ("v22.12.0", true),
            ("v23.0.0", true),
            ("v24.1.0", true),
            ("", false),
            ("nonsense", false),
        ] {
            assert_eq!(new_enough(version), good, "{version}");
        }
    }

    #[test]
    fn candidate_of_apt() {
        for (policy, version) in [
            ("nodejs:\n  Installed: (none)\n  Candidate: 18.20.4+dfsg-1~deb12u1\n", "18.20.4"),
            ("nodejs:\n  Candidate: 20.19.2+dfsg-1\n", "20.19.2"),
            ("nodejs:\n  Candidate: (none)\n", ""),
            ("", ""),
        ] {
            assert_eq!(candidate(policy), version, "{policy}");
        }
    }

    #[test]
    fn more_is_needed_for_more() {
        let count = |what| packages(what).len();
        assert!(count(For::Window) < count(For::Tests));
        assert!(count(For::Tests) < count(For::E2e));
        assert!(count(For::E2e) < count(For::Bench));
    }
}
