//! The settings as the shells see and change them.
//!
//! Separate from `file` because here the command line, the environment and the disk have their say too. A file that is broken
//! is never written over.

use super::finding::{Finding, FindingCode};
use super::keys::{self, KEYS, Kind};
use super::{CannotSet, FILE, Loaded, SettingValue, Settings, file, set, state};
use crate::Desk;
use crate::label::label;
use crate::look::now;
use crate::view::{Failure, Preferences, SettingChange, SettingRow, SettingSource, SettingsView, StoreMode};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// How a new file begins.
const HEAD: &str = "# Memdesk's settings. `memdesk settings` lists every key and what it may be; what is wrong in here is told\n\
                    # in the window, and by `memdesk settings check`. Keys of models do not belong in any file.\n";

/// The file as it was read last, by its time and size. Locked while it is changed.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<Option<(Stamp, Arc<Loaded>)>>);

type Stamp = Option<(SystemTime, u64)>;

impl Desk {
    /// What the settings file says.
    pub(crate) fn settings(&self) -> Settings {
        self.loaded_settings().settings.clone()
    }

    fn loaded_settings(&self) -> Arc<Loaded> {
        let mut kept = self.kept_settings.0.lock().unwrap_or_else(PoisonError::into_inner);
        let meta = std::fs::metadata(self.settings_path()).ok();
        let stamp = meta.and_then(|meta| Some((meta.modified().ok()?, meta.len())));
        if let Some((of, loaded)) = &*kept
            && *of == stamp
        {
            return Arc::clone(loaded);
        }
        let loaded = Arc::new(file::load(&self.settings_home));
        *kept = Some((stamp, Arc::clone(&loaded)));
        loaded
    }

    /// Where the file is, or would be.
    pub fn settings_path(&self) -> PathBuf {
        self.settings_home.join(FILE)
    }

    /// The client's program that is set.
    pub(crate) fn client_program(&self) -> Option<PathBuf> {
        super::expanded(&self.settings().text(keys::PROGRAM)?, &self.environment.home)
    }

    /// What the window draws itself by; defaults where nothing is wished.
    pub fn preferences(&self) -> Preferences {
        let (settings, state) = (self.settings(), state::load(&self.data));
        Preferences {
            language: settings.wish(keys::LANGUAGE),
            theme: settings.wish(keys::THEME),
            pane: state.pane,
            store: state.store,
            side_by_side: settings.flag(keys::SIDE_BY_SIDE),
            notifications: settings.flag(keys::NOTIFICATIONS),
        }
    }

    /// Remembers which pane is shown; open for reading only, nothing is.
    ///
    /// # Errors
    /// `io` when the data directory cannot be written.
    pub fn remember_pane(&self, pane: &str) -> Result<(), Failure> {
        let mut kept = state::load(&self.data);
        if self.read_only || kept.pane.as_deref() == Some(pane) {
            return Ok(());
        }
        kept.pane = Some(pane.to_owned());
        state::save(&self.data, &kept)
    }

    /// Every setting, where it comes from, and what is wrong with the file. Looking makes no file.
    pub fn settings_view(&self) -> SettingsView {
        let loaded = self.loaded_settings();
        let home = Some(self.environment.home.as_path());
        let mut findings = loaded.findings.clone();
        findings.extend(self.missing_places(&loaded.settings));
        findings.sort_by_key(|finding| finding.line);
        SettingsView {
            file: label(&self.settings_path(), home),
            exists: self.settings_path().exists(),
            data: label(&self.settings_home, home),
            broken: loaded.broken().cloned(),
            findings,
            rows: KEYS.iter().map(|key| self.row(key, &loaded.settings)).collect(),
            modes: self.store_modes(&loaded.settings),
            roots: self.roots(),
            preferences: self.preferences(),
        }
    }

    /// Changes the settings file, and nothing of it but these keys. All of them or none.
    ///
    /// # Errors
    /// `read-only`; `bad-setting`: no such key, or no such value; `settings-broken`: it has to be mended first; `io`.
    pub fn set_settings(&self, changes: &[SettingChange]) -> Result<SettingsView, Failure> {
        self.may_write()?;
        {
            let mut kept = self.kept_settings.0.lock().unwrap_or_else(PoisonError::into_inner);
            let loaded = file::load(&self.settings_home);
            if let Some(broken) = loaded.broken() {
                return Err(is_broken(broken));
            }
            let before = loaded.text.as_deref().map(String::from_utf8_lossy);
            let before = before.as_deref().unwrap_or(HEAD);
            let mut text = before.to_owned();
            for SettingChange { key, value } in changes {
                text = set(&text, key, value.as_ref()).map_err(|cannot| refused(key, cannot))?;
            }
            if text != before {
                let written = file::replace(&self.settings_home, &text);
                written.map_err(|error| Failure::io("cannot write", &self.settings_path(), &error))?;
            }
            *kept = None;
        }
        Ok(self.settings_view())
    }

    /// As [`Desk::set_settings`], for a page: it may take a place on this machine back, but never name one.
    ///
    /// # Errors
    /// As [`Desk::set_settings`].
    pub fn choose_settings(&self, changes: &[SettingChange]) -> Result<SettingsView, Failure> {
        let names_a_place = |change: &&SettingChange| {
            change.value.is_some() && keys::key(&change.key).is_some_and(|key| key.kind.is_place())
        };
        match changes.iter().find(names_a_place) {
            Some(change) => Err(Failure::new(
                "bad-setting",
                format!("{} names a place on this machine, which is not typed here", change.key),
                "Choose it in the system's dialog, or write it into the settings file.".to_owned(),
            )),
            None => self.set_settings(changes),
        }
    }

    /// Has this program asked when the person's own client is.
    ///
    /// # Errors
    /// As [`Desk::set_settings`].
    pub fn set_program(&self, program: &Path) -> Result<SettingsView, Failure> {
        let value = Some(SettingValue::Text(label(program, Some(&self.environment.home))));
        self.set_settings(&[SettingChange { key: keys::PROGRAM.to_owned(), value }])
    }

    /// Puts a broken file aside, beside its place, and begins anew with the defaults. Returns the name it has now.
    ///
    /// # Errors
    /// `read-only`; `not-broken`; `io`.
    pub fn begin_settings_anew(&self) -> Result<String, Failure> {
        self.may_write()?;
        let mut kept = self.kept_settings.0.lock().unwrap_or_else(PoisonError::into_inner);
        if file::load(&self.settings_home).broken().is_none() {
            return Err(Failure::new(
                "not-broken",
                format!("{FILE} can be read"),
                "Nothing was put aside; change what is in it.".to_owned(),
            ));
        }
        *kept = None;
        file::put_aside(&self.settings_home, now())
            .map_err(|error| Failure::io("cannot put aside", &self.settings_path(), &error))
    }

    fn row(&self, key: &keys::Key, settings: &Settings) -> SettingRow {
        let said = settings.said(key.name);
        let home = Some(self.environment.home.as_path());
        let by_file = if said.is_some() { SettingSource::File } else { SettingSource::Default };
        let (value, from) = match (key.name, self.profile) {
            (keys::ROOT, _) => {
                let root = label(&self.environment.config_root, home);
                (Some(SettingValue::Text(root)), self.root_from)
            }
            (keys::PROFILE, Some(profile)) => {
                (Some(SettingValue::Text(profile.version.to_owned())), SettingSource::Option)
            }
            _ => (settings.value(key.name), by_file),
        };
        SettingRow {
            key: key.name.to_owned(),
            value,
            usual: key.usual(),
            from,
            line: said.map(|(_, line)| *line),
            allowed: key.allowed(),
            what: key.what.to_owned(),
        }
    }

    fn store_modes(&self, settings: &Settings) -> Vec<StoreMode> {
        let modes = settings.modes();
        if modes.keys().any(|id| self.place(id).is_none()) {
            self.all_places();
        }
        let home = Some(self.environment.home.as_path());
        let mut modes: Vec<StoreMode> = modes
            .iter()
            .map(|(id, (mode, line))| {
                let place = self.place(id);
                StoreMode {
                    id: id.clone(),
                    name: place.as_ref().map(|place| place.name.clone()),
                    place: place.map(|place| label(place.project.as_ref().unwrap_or(&place.dir), home)),
                    mode: *mode,
                    line: *line,
                }
            })
            .collect();
        modes.sort_by_key(|mode| mode.line);
        modes
    }

    /// What the file names and the disk does not have.
    fn missing_places(&self, settings: &Settings) -> Vec<Finding> {
        let home = &self.environment.home;
        let mut findings = Vec::new();
        for key in KEYS.iter().filter(|key| key.kind.is_place()) {
            let Some((value, line)) = settings.said(key.name) else { continue };
            let (code, there): (_, fn(&Path) -> bool) = match key.kind {
                Kind::Program => (FindingCode::NoSuchProgram, Path::is_file),
                _ => (FindingCode::NoSuchFolder, Path::is_dir),
            };
            let texts = match value {
                SettingValue::Text(text) => std::slice::from_ref(text),
                SettingValue::Texts(texts) => texts.as_slice(),
                SettingValue::Flag(_) | SettingValue::Pair(_) => &[],
            };
            let paths = texts.iter().filter_map(|text| super::expanded(text, home));
            findings.extend(
                paths
                    .filter(|path| !there(path))
                    .map(|path| Finding::new(*line, key.name, code, label(&path, Some(home)))),
            );
        }
        findings
    }
}

fn is_broken(finding: &Finding) -> Failure {
    Failure::new(
        "settings-broken",
        finding.to_string(),
        "Nothing was written. Mend the file, or have it put aside and begin anew: the window's settings offer that.".to_owned(),
    )
}

fn refused(key: &str, cannot: CannotSet) -> Failure {
    let bad = |message: String, hint: &str| Failure::new("bad-setting", message, hint.to_owned());
    match cannot {
        CannotSet::Broken(finding) => is_broken(&finding),
        CannotSet::NoKey => bad(format!("there is no setting {key:?}"), "`memdesk settings` lists them."),
        CannotSet::BadValue(finding) => {
            let said = finding.to_string();
            let said = said.strip_prefix(&format!("{FILE}: ")).unwrap_or(&said).to_owned();
            bad(said, "Nothing was written.")
        }
        CannotSet::ByHand { line } => bad(
            format!("{key} is written in a way that is not changed from here ({FILE}, line {line})"),
            "Nothing was written. Change it there by hand.",
        ),
    }
}
