//! The hook's way into the client's settings file, and out again.
//!
//! Separate from `hook_text` because this touches the disk: the file is changed only as it was shown, whole or not at all,
//! and what it was before is kept in Memdesk's data directory so that it can be put back byte for byte.

use super::hook_text::{hooks_in, is_disabled, line, program, with_hook, without_hook};
use crate::Desk;
use crate::label::label;
use crate::own::write_whole;
use crate::view::{Failure, GateChange};
use memdesk_memdir::digest::hex;
use memdesk_review::{Content, File, Proposal, Snapshot};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FILE: &str = "gate-install.json";

/// What a settings file was before the hook came into it.
#[derive(Debug, Serialize, Deserialize)]
struct Before {
    settings: PathBuf,
    /// None: there was no file.
    text: Option<String>,
    /// Digest of the file with the hook.
    after: String,
}

/// The hook, as the settings have it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Installed {
    /// The settings file.
    pub settings: PathBuf,
    /// The hook's line; none: not installed.
    pub line: Option<String>,
    /// The program in that line.
    pub program: Option<String>,
    /// Hooks are turned off altogether.
    pub disabled: bool,
    /// Commands of other hooks of the same event.
    pub others: Vec<String>,
    /// Why the settings cannot be read.
    pub unreadable: Option<String>,
}

/// Puts the hook in, or takes it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

impl Desk {
    /// Whether the hook is in the client's settings, and what else is there. A file that cannot be read is data.
    pub fn gate_installed(&self) -> Installed {
        let settings = self.settings_file();
        match read(&settings) {
            Ok(text) => {
                let text = text.unwrap_or_default();
                let (line, others) = hooks_in(&text);
                let program = line.as_deref().and_then(program);
                Installed { settings, line, program, others, disabled: is_disabled(&text), unreadable: None }
            }
            Err(failure) => Installed { settings, unreadable: Some(failure.message), ..Installed::default() },
        }
    }

    /// What putting the hook into the client's settings would change. Writes nothing.
    ///
    /// # Errors
    /// `settings`: they cannot be changed, and why; `no-program`: there is no `memdesk` to run.
    pub fn gate_install_preview(&self) -> Result<GateChange, Failure> {
        self.preview_hook(Way::In)
    }

    /// What taking it out would change. Writes nothing.
    ///
    /// # Errors
    /// `settings`.
    pub fn gate_uninstall_preview(&self) -> Result<GateChange, Failure> {
        self.preview_hook(Way::Out)
    }

    /// Puts the hook into the client's settings: the change whose preview said `seen`.
    ///
    /// # Errors
    /// As the preview; `stale`: the file is another by now; `io`; `read-only`.
    pub fn gate_install(&self, seen: &str) -> Result<(), Failure> {
        self.change_hook(Way::In, seen)
    }

    /// Takes it out: the file is what it was before the hook came, or, when it was changed since, loses the hook alone.
    ///
    /// # Errors
    /// As [`Desk::gate_install`].
    pub fn gate_uninstall(&self, seen: &str) -> Result<(), Failure> {
        self.change_hook(Way::Out, seen)
    }

    /// The client's settings, of this person.
    pub(crate) fn settings_file(&self) -> PathBuf {
        self.environment.config_root.join("settings.json")
    }

    fn preview_hook(&self, way: Way) -> Result<GateChange, Failure> {
        let (before, after) = self.hook_texts(way)?;
        Ok(GateChange {
            settings: label(&self.settings_file(), Some(&self.environment.home)),
            diff: diff(before.as_deref(), after.as_deref()),
            seen: seen_of(before.as_deref()),
        })
    }

    /// The settings file as it is, and as it is to be; none: no file.
    fn hook_texts(&self, way: Way) -> Result<(Option<String>, Option<String>), Failure> {
        let settings = self.settings_file();
        let now = read(&settings)?;
        let original = self.before(now.as_deref());
        let wrong = |why: String| {
            Failure::new(
                "settings",
                format!("{} cannot be changed: {why}", settings.display()),
                "Nothing was changed. Mend the file first; Claude Code itself reads only strict JSON."
                    .to_owned(),
            )
        };
        let after = match (way, original) {
            (Way::Out, Some(original)) => original.text,
            (Way::Out, None) => now.as_deref().map(without_hook).transpose().map_err(wrong)?,
            (Way::In, original) => {
                let base = original.map_or_else(|| now.clone(), |original| original.text).unwrap_or_default();
                Some(with_hook(&base, &self.hook_line()?).map_err(wrong)?)
            }
        };
        Ok((now, after))
    }

    /// What the file was before the hook, when it has not been changed since.
    fn before(&self, now: Option<&str>) -> Option<Before> {
        let before: Before = serde_json::from_slice(&fs::read(self.data.join(FILE)).ok()?).ok()?;
        (before.settings == self.settings_file() && before.after == hex(now?.as_bytes())).then_some(before)
    }

    fn change_hook(&self, way: Way, seen: &str) -> Result<(), Failure> {
        if self.read_only || self.sample {
            return Err(Failure::read_only());
        }
        let (now, after) = self.hook_texts(way)?;
        if seen_of(now.as_deref()) != seen {
            return Err(Failure::new(
                "stale",
                format!("{} was changed meanwhile", self.settings_file().display()),
                "Nothing was changed. Look at the difference again.".to_owned(),
            ));
        }
        if now == after {
            return Ok(());
        }
        let original = self.before(now.as_deref()).map_or_else(|| now.clone(), |original| original.text);
        let target = self.behind_link()?;
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| Failure::io("cannot write", &path, &error)
        };
        let record = self.data.join(FILE);
        if let (Way::In, Some(after)) = (way, &after) {
            let before =
                Before { settings: self.settings_file(), text: original, after: hex(after.as_bytes()) };
            let text = serde_json::to_vec(&before).map_err(|error| Failure::broken("the record", &error))?;
            write_whole(&record, &text).map_err(failed(&record))?;
        }
        match &after {
            Some(after) => replace(&target, after.as_bytes()).map_err(failed(&target))?,
            None => fs::remove_file(&target).map_err(failed(&target))?,
        }
        if way == Way::Out {
            // without the hook in the file it means nothing
            drop(fs::remove_file(record));
        }
        Ok(())
    }

    /// The line that the client is to run: this program's, with the places that are not the usual ones.
    fn hook_line(&self) -> Result<String, Failure> {
        let program = memdesk_program()?;
        let usual = memdesk_store::Environment::from_process(None).config_root;
        let root = (self.environment.config_root != usual).then_some(self.environment.config_root.as_path());
        let data = (self.data != crate::data_dir()).then_some(self.data.as_path());
        line(&program, root, data).map_err(|why| Failure::new("no-program", why, None))
    }

    /// The settings file itself, where it is a link that stays in the client's own directory.
    fn behind_link(&self) -> Result<PathBuf, Failure> {
        let settings = self.settings_file();
        if !fs::symlink_metadata(&settings).is_ok_and(|file| file.is_symlink()) {
            return Ok(settings);
        }
        let target = fs::canonicalize(&settings).ok();
        let inside = |target: &PathBuf| {
            fs::canonicalize(&self.environment.config_root).is_ok_and(|root| target.starts_with(root))
        };
        target.filter(inside).ok_or_else(|| {
            Failure::new(
                "settings",
                format!("{} is a link to somewhere else", settings.display()),
                "Nothing was changed. Put the hook into the file it leads to by hand; `memdesk gate install --dry-run` shows it."
                    .to_owned(),
            )
        })
    }
}

/// The command line program: this one, or the one beside it.
fn memdesk_program() -> Result<PathBuf, Failure> {
    let this = std::env::current_exe().map_err(|error| Failure::broken("where this program is", &error))?;
    let beside = this.with_file_name(format!("memdesk{}", std::env::consts::EXE_SUFFIX));
    if beside.is_file() {
        return Ok(beside);
    }
    Err(Failure::new(
        "no-program",
        format!("there is no {}", beside.display()),
        "The hook runs the command `memdesk`: install it beside the window.".to_owned(),
    ))
}

/// A settings file's text; none when there is no file.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| {
            Failure::new(
                "settings",
                format!("{} is not UTF-8", path.display()),
                "Nothing was changed.".to_owned(),
            )
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io("cannot read", path, &error)),
    }
}

/// Replaces a file whole, with its permissions.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let permissions = fs::metadata(path).map(|file| file.permissions()).ok();
    let dir = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    std::io::Write::write_all(&mut file, bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn seen_of(text: Option<&str>) -> String {
    text.map_or_else(|| "none".to_owned(), |text| hex(text.as_bytes()))
}

/// A change of the settings as a unified diff.
fn diff(before: Option<&str>, after: Option<&str>) -> String {
    let snapshot = |text: Option<&str>| {
        let file = |text: &str| File {
            content: Content::Bytes(text.as_bytes().into()),
            mtime_ns: 0,
            mode: 0,
            link: None,
        };
        let files = text.map(|text| ("settings.json".to_owned(), file(text)));
        Snapshot { files: files.into_iter().collect(), oddities: Vec::new() }
    };
    Proposal::between(&snapshot(before), &snapshot(after)).unified()
}
