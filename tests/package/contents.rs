//! What is in the package, without installing it.
//!
//! Separate because it needs neither root nor a network: the tools of Debian and of the desktop say what they think.

use crate::{package, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Files that must be there, and whether they are programs.
const FILES: &[(&str, bool)] = &[
    ("usr/bin/memdesk", true),
    ("usr/bin/memdesk-desktop", true),
    ("usr/share/applications/Memdesk.desktop", false),
    ("usr/share/bash-completion/completions/memdesk", false),
    ("usr/share/doc/memdesk/LICENSE", false),
    ("usr/share/doc/memdesk/LICENSE-gitleaks", false),
    ("usr/share/doc/memdesk/changelog.gz", false),
    ("usr/share/doc/memdesk/copyright", false),
    ("usr/share/doc/memdesk/third-party.txt.gz", false),
    ("usr/share/fish/vendor_completions.d/memdesk.fish", false),
    ("usr/share/icons/hicolor/scalable/apps/memdesk-desktop.svg", false),
    ("usr/share/man/man1/memdesk-desktop.1.gz", false),
    ("usr/share/man/man1/memdesk-gate-install.1.gz", false),
    ("usr/share/man/man1/memdesk-recall.1.gz", false),
    ("usr/share/man/man1/memdesk.1.gz", false),
    ("usr/share/metainfo/org.memdesk.Memdesk.metainfo.xml", false),
    ("usr/share/zsh/vendor-completions/_memdesk", false),
];
/// Sides of the icons, in pixels.
const ICONS: &[u32] = &[16, 24, 32, 48, 64, 128, 256, 512];
/// What lintian may say, each with the reason why it stands.
const KNOWN: &[(&str, &str)] = &[
    ("embedded-library", "it takes the Rust translation of libyaml, below serde_yaml, for libyaml itself"),
    ("malformed-contact", "the maintainers have a name and no address"),
    ("syntax-error-in-debian-changelog", "the changelog is the project's own, in Markdown"),
];

/// The package's files, in a folder of their own.
fn unpacked() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run(Command::new("dpkg-deb").arg("--extract").arg(package()).arg(folder.path()));
    folder
}

#[test]
fn everything_is_in_it() {
    let folder = unpacked();
    let icons =
        ICONS.iter().map(|side| format!("usr/share/icons/hicolor/{side}x{side}/apps/memdesk-desktop.png"));
    let wanted = FILES.iter().map(|(file, program)| ((*file).to_owned(), *program));
    for (file, program) in wanted.chain(icons.map(|icon| (icon, false))) {
        let about =
            fs::symlink_metadata(folder.path().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(about.is_file() && about.len() > 0, "{file} is a file that is not empty");
        let mode = about.permissions().mode() & 0o7777;
        assert_eq!(mode, if program { 0o755 } else { 0o644 }, "{file}: {mode:o}");
    }
    let listed = run(Command::new("dpkg-deb").arg("--contents").arg(package()));
    for line in listed.lines() {
        assert!(line.contains(" root/root ") || line.contains(" 0/0 "), "owned by root: {line}");
        assert!(
            line.contains(" ./usr") || line.contains(" usr") || line.ends_with(" ./"),
            "below /usr: {line}"
        );
    }
}

#[test]
fn the_desktop_takes_its_entry_and_its_description() {
    let folder = unpacked();
    let entry = folder.path().join("usr/share/applications/Memdesk.desktop");
    run(Command::new("desktop-file-validate").arg("--no-hints").arg(&entry));
    let text = fs::read_to_string(entry).expect("the desktop entry");
    for line in [
        "Exec=memdesk-desktop %u",
        "Icon=memdesk-desktop",
        "MimeType=x-scheme-handler/memdesk;",
        "Terminal=false",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
    }
    let about = folder.path().join("usr/share/metainfo/org.memdesk.Memdesk.metainfo.xml");
    println!("{}", run(Command::new("appstreamcli").args(["validate", "--no-net"]).arg(about)));
}

#[test]
fn shells_and_readers_take_its_papers() {
    let folder = unpacked();
    let share = folder.path().join("usr/share");
    for (shell, word, file) in [
        ("bash", "-n", "bash-completion/completions/memdesk"),
        ("zsh", "-n", "zsh/vendor-completions/_memdesk"),
        ("fish", "--no-execute", "fish/vendor_completions.d/memdesk.fish"),
    ] {
        run(Command::new(shell).arg(word).arg(share.join(file)));
    }
    let offered = run(Command::new("fish").arg("--no-config").arg("-c").arg(format!(
        "source {}; complete --do-complete 'memdesk ga'; complete --do-complete 'memdesk recall --selector '",
        share.join("fish/vendor_completions.d/memdesk.fish").display()
    )));
    for word in ["gate", "estimate", "client"] {
        assert!(offered.lines().any(|line| line.starts_with(word)), "{word} is not offered:\n{offered}");
    }
    let pages: Vec<_> = fs::read_dir(share.join("man/man1")).expect("the pages").flatten().collect();
    assert!(pages.len() > 20, "one page for each command: {}", pages.len());
    for page in pages {
        page_reads(&page.path(), &share);
    }
}

/// A manual page without a complaint of the formatter, and with something on it.
fn page_reads(page: &Path, share: &Path) {
    let mut man = Command::new("man");
    man.args(["--warnings=all", "--encoding=UTF-8", "--local-file"]).arg(page).current_dir(share.join("man"));
    let output = man.env("MANWIDTH", "100").env("LC_ALL", "C.UTF-8").output().expect("man starts");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && complaints.is_empty(), "{}: {complaints}", page.display());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("SYNOPSIS") && text.contains("--json"), "{}:\n{text}", page.display());
}

#[test]
fn lintian_has_nothing_to_say_that_is_not_known() {
    let mut lintian = Command::new("lintian");
    lintian.args(["--allow-root", "--tag-display-limit", "0", "--fail-on", "none"]).arg(package());
    let said = run(&mut lintian);
    println!("{said}");
    let known = |line: &str| KNOWN.iter().any(|(tag, _)| line.split_whitespace().any(|word| word == *tag));
    let new: Vec<&str> =
        said.lines().filter(|line| line.starts_with(['E', 'W'])).filter(|line| !known(line)).collect();
    assert!(new.is_empty(), "lintian: {new:#?}");
}

#[test]
fn it_names_all_that_it_contains() {
    let folder = unpacked();
    let file = folder.path().join("usr/share/doc/memdesk/third-party.txt.gz");
    let text = run(Command::new("gzip").args(["--decompress", "--stdout"]).arg(file));
    for word in [
        "tauri 2.",
        "git2 0.",
        "libsqlite3-sys 0.",
        "svelte 5.",
        "@codemirror/view 6.",
        "Permission is hereby granted",
    ] {
        assert!(text.contains(word), "{word}");
    }
    assert!(!text.contains("memdesk-desk"), "what is ours is not by others");
    let bare: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("----"))
        .filter(|line| line.ends_with(": "))
        .collect();
    assert!(bare.is_empty(), "without a licence: {bare:?}");
}
