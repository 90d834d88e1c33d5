//! The config roots that a person has, to switch between: one is open at a time.
//!
//! Separate because roots are places on this machine: the window names them by their labels, and only those on the list.

use super::{SettingValue, keys};
use crate::Desk;
use crate::label::label;
use crate::view::{Failure, RootView, SettingChange, SettingSource, SettingsView};
use std::path::{Path, PathBuf};

impl Desk {
    /// The roots: the open one, the usual one, and those that the file names.
    pub(super) fn roots(&self) -> Vec<RootView> {
        let settings = self.settings();
        let home = &self.environment.home;
        let named = settings.text(keys::ROOT).into_iter().chain(self.listed_roots());
        let named: Vec<PathBuf> = named.filter_map(|root| expanded(&root, home)).collect();
        let open = &self.environment.config_root;
        let mut roots = Vec::new();
        for root in [open.clone(), self.environment.default_root()].iter().chain(&named) {
            let place = label(root, Some(home));
            if roots.iter().any(|known: &RootView| known.place == place) {
                continue;
            }
            roots.push(RootView {
                place,
                open: (root == open).then_some(self.root_from),
                there: root.is_dir(),
                listed: named.contains(root),
            });
        }
        roots
    }

    /// Puts a folder on the list of roots.
    ///
    /// # Errors
    /// As [`Desk::set_settings`].
    pub fn add_root(&self, folder: &Path) -> Result<SettingsView, Failure> {
        let root = label(folder, Some(&self.environment.home));
        let mut roots = self.listed_roots();
        if !roots.contains(&root) {
            roots.push(root);
        }
        self.set_settings(&[list_of(roots)])
    }

    /// Takes a root off the list. What is in it stays as it is.
    ///
    /// # Errors
    /// As [`Desk::set_settings`].
    pub fn forget_root(&self, place: &str) -> Result<SettingsView, Failure> {
        let home = &self.environment.home;
        let is_it =
            |root: &String| expanded(root, home).is_some_and(|root| label(&root, Some(home)) == place);
        let mut roots = self.listed_roots();
        roots.retain(|root| !is_it(root));
        let mut changes = vec![list_of(roots)];
        if self.settings().text(keys::ROOT).is_some_and(|root| is_it(&root)) {
            changes.push(SettingChange { key: keys::ROOT.to_owned(), value: None });
        }
        self.set_settings(&changes)
    }

    /// Has another root opened from now on: whoever shows this desk opens it anew.
    ///
    /// # Errors
    /// `no-such-root`; `root-given` when an option or the environment names the root; as [`Desk::set_settings`].
    pub fn use_root(&self, place: &str) -> Result<(), Failure> {
        self.may_write()?;
        if matches!(self.root_from, SettingSource::Option | SettingSource::Environment) {
            return Err(Failure::new(
                "root-given",
                "the config root is given by --root or by $CLAUDE_CONFIG_DIR, which beat the settings",
                "Start Memdesk without them to switch here.".to_owned(),
            ));
        }
        if !self.roots().iter().any(|root| root.place == place && root.there) {
            return Err(Failure::new(
                "no-such-root",
                format!("{place} is none of the roots on the list, or is not there"),
                "Add its folder first.".to_owned(),
            ));
        }
        let home = &self.environment.home;
        let usual = label(&self.environment.default_root(), Some(home)) == place;
        let mut changes = Vec::new();
        // the one that is left stays on the list
        let mut roots = self.listed_roots();
        let left = self.settings().text(keys::ROOT).filter(|left| !roots.contains(left));
        if let Some(left) = left {
            roots.push(left);
            changes.push(list_of(roots));
        }
        let value = (!usual).then(|| SettingValue::Text(place.to_owned()));
        changes.push(SettingChange { key: keys::ROOT.to_owned(), value });
        self.set_settings(&changes).map(drop)
    }

    fn listed_roots(&self) -> Vec<String> {
        match self.settings().value(keys::ROOTS) {
            Some(SettingValue::Texts(roots)) => roots,
            _ => Vec::new(),
        }
    }
}

fn list_of(roots: Vec<String>) -> SettingChange {
    let value = (!roots.is_empty()).then_some(SettingValue::Texts(roots));
    SettingChange { key: keys::ROOTS.to_owned(), value }
}

/// A path of the file: absolute, or below the home. None for an empty one, and one that is neither.
pub(crate) fn expanded(path: &str, home: &Path) -> Option<PathBuf> {
    let path = path.trim();
    match path.strip_prefix("~/") {
        Some(below) => Some(home.join(below)),
        None if path == "~" => Some(home.to_owned()),
        None => Some(PathBuf::from(path)).filter(|path| path.is_absolute()),
    }
}
