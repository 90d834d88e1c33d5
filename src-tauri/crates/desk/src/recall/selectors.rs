//! The selectors that a person can choose, and the settings of those that ask somebody.
//!
//! Separate from `asking` because here nothing is asked. A key goes into the system's keyring and never comes back out of
//! here; settings are a file of their own beside the preferences.

use super::asking::{agreement, api_of, base_url, program};
use crate::Desk;
use crate::label::label;
use crate::own;
use crate::view::{ApiState, ClientState, Failure, ModelSettings, Selectors};
use memdesk_models::client;
use memdesk_models::key::{self, Key, KeySource};
use memdesk_models::{SelectorError, api::Provider};
use std::path::Path;

/// The settings' file in Memdesk's data directory.
const FILE: &str = "model.json";

impl Desk {
    /// The selectors, and whether each can be used for the questions of a store.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn selectors(&self, id: &str) -> Result<Selectors, Failure> {
        let place = self.find(id)?;
        let settings = self.model_settings();
        let project = place.project.as_ref().is_some_and(|project| project.is_dir());
        Ok(Selectors {
            agreement: agreement(),
            api: api_state(&settings),
            client: self.client_state(&settings, project),
        })
    }

    /// The settings; defaults where there are none.
    pub(crate) fn model_settings(&self) -> ModelSettings {
        own::load(&self.data.join(FILE))
    }

    /// Keeps the settings.
    ///
    /// # Errors
    /// `bad-provider`; `read-only`; `io` when the data directory cannot be written.
    pub fn set_model(&self, settings: &ModelSettings) -> Result<(), Failure> {
        self.may_write()?;
        api_of(settings)?;
        own::save(&self.data, FILE, settings)
    }

    /// Puts a key for the model that is set into the system's keyring.
    ///
    /// # Errors
    /// `bad-key`; `no-keyring`.
    pub fn keep_key(&self, key: &str) -> Result<Selectors, Failure> {
        let settings = self.model_settings();
        let provider = api_of(&settings)?.provider;
        let key = Key::new(key).ok_or_else(|| {
            Failure::new(
                "bad-key",
                "that is no key: it is empty, or has characters that no key has",
                "Copy it whole from the provider's page, without line ends.".to_owned(),
            )
        })?;
        key::keep(provider, base_url(&settings), &key).map_err(no_keyring)?;
        self.selectors_on_show()
    }

    /// Takes the key for the model that is set out of the system's keyring.
    ///
    /// # Errors
    /// `no-keyring`.
    pub fn forget_key(&self) -> Result<Selectors, Failure> {
        let settings = self.model_settings();
        key::forget(api_of(&settings)?.provider, base_url(&settings)).map_err(no_keyring)?;
        self.selectors_on_show()
    }

    fn selectors_on_show(&self) -> Result<Selectors, Failure> {
        let current = self.known().current.clone();
        self.selectors(&current.unwrap_or_default())
    }

    /// Nothing of Memdesk's own is written either when it is open for reading only.
    fn may_write(&self) -> Result<(), Failure> {
        match self.read_only {
            true => Err(Failure::new("read-only", "Memdesk is open for reading only", None)),
            false => Ok(()),
        }
    }

    fn client_state(&self, settings: &ModelSettings, project: bool) -> ClientState {
        let shown = |path: &Path| label(path, Some(&self.environment.home));
        match client::find(program(settings)) {
            Ok(found) => ClientState {
                program: Some(shown(&found.program)),
                version: Some(found.version),
                problem: (!project).then(|| "no-project".to_owned()),
            },
            Err(error) => {
                let (program, problem) = match error {
                    SelectorError::NoClient(path, _) if path.is_absolute() => {
                        (Some(shown(&path)), "does-not-start")
                    }
                    _ => (None, "not-found"),
                };
                ClientState { program, version: None, problem: Some(problem.to_owned()) }
            }
        }
    }
}

fn api_state(settings: &ModelSettings) -> ApiState {
    let provider = Provider::named(&settings.provider).unwrap_or(Provider::Anthropic);
    let no_keyring = key::no_keyring();
    // another address may well want no key, and says so itself when it does
    let without = if base_url(settings).is_some() { "not-needed" } else { "none" };
    let found = match (provider.variable(), &no_keyring) {
        (None, _) => "not-needed",
        // a keyring that does not answer is not asked a second time
        (Some(variable), Some(_)) if std::env::var_os(variable).is_none() => without,
        (Some(_), _) => match key::find(provider, base_url(settings)) {
            Some((_, KeySource::Environment)) => "environment",
            Some((_, KeySource::Keyring)) => "keyring",
            None => without,
        },
    };
    ApiState {
        settings: settings.clone(),
        key: found.to_owned(),
        variable: provider.variable().unwrap_or_default().to_owned(),
        no_keyring,
    }
}

fn no_keyring(why: String) -> Failure {
    Failure::new("no-keyring", why, "A key may also stand in the provider's environment variable.".to_owned())
}
