//! What is known of the client whose memory this is: its version, its profile, its mode.
//!
//! Reads the client's state file and session heads, never writes either.

use crate::Desk;
use crate::label::label;
use crate::settings::keys;
use crate::view;
use memdesk_memdir::Profile;
use memdesk_store::environment::MEMORY_STORES;
use memdesk_store::settings::Memory;
use std::path::PathBuf;

/// Largest state file that is read, in bytes; real ones are below a megabyte.
const STATE_LIMIT: u64 = 32 * 1024 * 1024;
/// The feature that turns recall mode on (facts seen in 2.1.332).
const RECALL_FEATURE: &str = "tengu_moth_copse";

impl Desk {
    /// The rules that count: those asked for, else those of the newest client that the project's sessions name.
    pub(crate) fn profile(&self) -> &'static Profile {
        self.profile.unwrap_or_else(|| {
            let wished = self.settings().text(keys::PROFILE).or_else(|| self.client_version());
            wished.and_then(|version| Profile::for_version(&version)).unwrap_or_else(Profile::latest)
        })
    }

    /// The newest client version that the sessions of the store on show name. Looked up once for each store shown, since
    /// every question to the desk needs it.
    pub(crate) fn client_version(&self) -> Option<String> {
        let current = self.known().current.clone();
        if let Some((of, version)) = &self.known().version
            && *of == current
        {
            return version.clone();
        }
        let version = self.project_dir().and_then(|dir| memdesk_sessions::client_version(&dir));
        self.known().version = Some((current, version.clone()));
        version
    }

    /// `projects/<slug>` of the store on show.
    fn project_dir(&self) -> Option<PathBuf> {
        let known = self.known();
        let place = known.places.get(known.current.as_ref()?)?;
        let slug = place.slug.as_ref()?;
        Some(self.environment.config_root.join("projects").join(slug))
    }

    /// True when the client does not load the index but lets a selector pick topics.
    pub(crate) fn recall_mode(&self) -> bool {
        let by_variable = self.environment.vars.get(MEMORY_STORES).is_some_and(|value| !value.is_empty());
        by_variable || self.state_says(RECALL_FEATURE)
    }

    /// What the state file says of a feature; read again only when the file changed.
    fn state_says(&self, feature: &str) -> bool {
        let path = &self.environment.state_file;
        let Ok(meta) = std::fs::metadata(path) else { return false };
        if !meta.is_file() || meta.len() > STATE_LIMIT {
            return false;
        }
        let stamp = (meta.modified().ok(), meta.len());
        if let Some((read, says)) = self.known().recall
            && read == stamp
        {
            return says;
        }
        let says = self.feature(feature).and_then(|says| says.as_bool()).unwrap_or(false);
        self.known().recall = Some((stamp, says));
        says
    }

    /// What the state file says of a feature that is more than on or off.
    pub(crate) fn feature(&self, feature: &str) -> Option<serde_json::Value> {
        let path = &self.environment.state_file;
        let meta = std::fs::metadata(path).ok()?;
        let bytes = (meta.is_file() && meta.len() <= STATE_LIMIT).then(|| std::fs::read(path).ok())??;
        let state: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
        state.get("cachedGrowthBookFeatures")?.get(feature).cloned()
    }

    /// The client, for the status line.
    pub(crate) fn client(&self) -> view::Client {
        let memory_off = self.known().folder.as_ref().and_then(|folder| match &folder.memory {
            Memory::On => None,
            Memory::Off { why } => Some(why.clone()),
        });
        view::Client {
            version: self.client_version(),
            profile: self.profile().version.to_owned(),
            root: label(&self.environment.config_root, Some(&self.environment.home)),
            recall_mode: self.recall_mode(),
            memory_off,
        }
    }
}
