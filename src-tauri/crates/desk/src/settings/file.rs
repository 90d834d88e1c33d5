//! The settings file on disk: read with its findings, replaced whole, put aside.
//!
//! Separate from `read` and `set`, which know no disk. Writes nothing but this file, and keeps it where a link leads: people
//! keep such files elsewhere and link them.

use super::Settings;
use super::finding::{Finding, FindingCode};
use super::read::{LARGEST, read};
use crate::own::write_whole;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Its name in Memdesk's data directory.
pub const FILE: &str = "settings.toml";

/// The file as it was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Loaded {
    /// Its text; none: there is no file, or none that can be read.
    pub(crate) text: Option<Vec<u8>>,
    /// What it says.
    pub(crate) settings: Settings,
    /// What is wrong with it.
    pub(crate) findings: Vec<Finding>,
}

impl Loaded {
    /// Why nothing of the file counts; none when it is whole, or not there.
    pub(crate) fn broken(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.is_broken())
    }
}

/// Reads the file of a data directory. None being there is no finding.
pub(crate) fn load(data: &Path) -> Loaded {
    let unreadable = |error: &dyn std::fmt::Display| Loaded {
        findings: vec![Finding::new(0, "", FindingCode::Unreadable, error.to_string())],
        ..Loaded::default()
    };
    let path = data.join(FILE);
    match fs::metadata(&path) {
        Ok(meta) if !meta.is_file() => return unreadable(&"it is no file"),
        Err(error) if error.kind() == ErrorKind::NotFound => return Loaded::default(),
        Err(error) => return unreadable(&error),
        Ok(_) => {}
    }
    let mut text = Vec::new();
    let most = u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1);
    match fs::File::open(&path).and_then(|file| file.take(most).read_to_end(&mut text)) {
        Ok(_) => {
            let (settings, findings) = read(&text);
            Loaded { text: Some(text), settings, findings }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Loaded::default(),
        Err(error) => unreadable(&error),
    }
}

/// Replaces the file whole, where it is, or where its link leads; with its permissions.
///
/// # Errors
/// The disk refuses.
pub(super) fn replace(data: &Path, text: &str) -> io::Result<()> {
    let path = behind_link(data);
    let permissions = fs::metadata(&path).map(|meta| meta.permissions()).ok();
    write_whole(&path, text.as_bytes())?;
    permissions.map_or(Ok(()), |permissions| fs::set_permissions(&path, permissions))
}

/// Puts the file aside under a name that says when. Returns that name.
///
/// # Errors
/// The disk refuses.
pub(super) fn put_aside(data: &Path, now: jiff::Timestamp) -> io::Result<String> {
    let stamp = now.strftime("%Y-%m-%d-%H%M%S").to_string();
    for number in 0.. {
        let name = match number {
            0 => format!("{FILE}.broken-{stamp}"),
            number => format!("{FILE}.broken-{stamp}-{number}"),
        };
        let aside = data.join(&name);
        if fs::symlink_metadata(&aside).is_err() {
            return fs::rename(data.join(FILE), aside).map(|()| name);
        }
    }
    Err(io::Error::other("no name is free"))
}

fn behind_link(data: &Path) -> PathBuf {
    let path = data.join(FILE);
    match fs::symlink_metadata(&path) {
        Ok(meta) if meta.is_symlink() => fs::canonicalize(&path).unwrap_or(path),
        _ => path,
    }
}
