//! The selectors that a person can choose, and the settings of those that ask somebody.
//!
//! Separate from `asking` because here nothing is asked. A key goes into the system's keyring and never comes back out of
//! here; which model is asked stands in the settings.

use super::asking::{agreement, api_of, base_url};
use crate::Desk;
use crate::label::label;
use crate::view::{ApiState, ClientState, Failure, ModelSettings, Selectors};
use memdesk_models::client;
use memdesk_models::key::{self, Key, KeySource};
use memdesk_models::{SelectorError, api::Provider};
use std::path::Path;

impl Desk {
    /// The selectors, and whether each can be used for the questions of a store; without an id, of none.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn selectors(&self, id: &str) -> Result<Selectors, Failure> {
        // where there is no store yet, a person may still say which model is to be asked one day
        let place = (!id.is_empty()).then(|| self.find(id)).transpose()?;
        let settings = self.model_settings();
        let project = place.and_then(|place| place.project).is_some_and(|project| project.is_dir());
        Ok(Selectors {
            agreement: agreement(),
            api: api_state(&settings),
            client: self.client_state(project),
        })
    }

    /// Which model is asked.
    pub(crate) fn model_settings(&self) -> ModelSettings {
        self.settings().model()
    }

    /// Puts a key for the model that is set into the system's keyring.
    ///
    /// # Errors
    /// `read-only`; `bad-key`; `no-keyring`.
    pub fn keep_key(&self, key: &str) -> Result<Selectors, Failure> {
        self.may_write()?;
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
    /// `read-only`; `no-keyring`.
    pub fn forget_key(&self) -> Result<Selectors, Failure> {
        self.may_write()?;
        let settings = self.model_settings();
        key::forget(api_of(&settings)?.provider, base_url(&settings)).map_err(no_keyring)?;
        self.selectors_on_show()
    }

    fn selectors_on_show(&self) -> Result<Selectors, Failure> {
        let current = self.known().current.clone();
        self.selectors(&current.unwrap_or_default())
    }

    fn client_state(&self, project: bool) -> ClientState {
        let shown = |path: &Path| label(path, Some(&self.environment.home));
        let problem = match (self.read_only, project) {
            (true, _) => Some("read-only"),
            (false, false) => Some("no-project"),
            (false, true) => None,
        };
        match client::find(self.client_program().as_deref()) {
            Ok(found) => ClientState {
                program: Some(shown(&found.program)),
                version: Some(found.version),
                problem: problem.map(str::to_owned),
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
