//! Where a model is asked: a provider's own address or one that a person set, and whether a key may go there.
//!
//! Separate because a mistake here gives a key away. Never connects.

use super::Provider;
use crate::SelectorError;
use reqwest::Url;
use std::net::IpAddr;

/// An address to which requests may go: http or https, with a host, without a name or password in it, ending in `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address(Url);

impl Address {
    /// The provider's own address, or the one that was set. As other programs do, takes an address without a path (and any of
    /// Anthropic or Ollama that does not end in `v1`) as the one to which `v1` is to be added.
    ///
    /// # Errors
    /// `Unreachable` with what is wrong with it. Never repeats what stands before an `@`.
    pub(crate) fn new(provider: Provider, set: Option<&str>) -> Result<Address, SelectorError> {
        let text = set.map(str::trim).filter(|text| !text.is_empty()).unwrap_or(provider.own_address());
        let wrong = |why: &str| SelectorError::Unreachable(format!("the address that is set {why}"));
        let mut url = Url::parse(text).map_err(|error| wrong(&format!("is none ({error})")))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(wrong("does not begin with https:// or http:// and a host"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong(
                "has a name or password in it: addresses are kept in a file, enter it as the key instead",
            ));
        }
        url.set_fragment(None);
        let path = url.path().trim_end_matches('/').to_owned();
        let versioned = path.rsplit('/').next() == Some("v1");
        let adds = if path.is_empty() { true } else { provider != Provider::OpenAi && !versioned };
        url.set_path(&if adds { format!("{path}/v1/") } else { format!("{path}/") });
        Ok(Address(url))
    }

    /// Where `rest` (such as `messages`) is. A query of the address is kept.
    pub(crate) fn join(&self, rest: &str) -> Url {
        let mut url = self.0.clone();
        url.set_path(&format!("{}{rest}", self.0.path()));
        url
    }

    /// Host and port, as they tell one address from another: `api.openai.com`, `localhost:11434`.
    pub(crate) fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// It is on this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// Whether a key may go there: over TLS, or within this machine.
    ///
    /// # Errors
    /// `Unreachable`, with what to do.
    pub(crate) fn takes_a_key(&self) -> Result<(), SelectorError> {
        if self.0.scheme() == "https" || self.is_loopback() {
            return Ok(());
        }
        Err(SelectorError::Unreachable(format!(
            "a key is not sent to {} over plain http, where others can read it: set an https:// address",
            self.host()
        )))
    }

    /// The whole address, for telling answers in the cache apart.
    pub(crate) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_made_of_an_address() {
        for (provider, set, expected) in [
            (Provider::Anthropic, None, "https://api.anthropic.com/v1/"),
            (Provider::OpenAi, Some("  "), "https://api.openai.com/v1/"),
            (Provider::Ollama, None, "http://localhost:11434/v1/"),
            (Provider::Ollama, Some("http://10.0.0.2:11434"), "http://10.0.0.2:11434/v1/"),
            (Provider::Anthropic, Some("https://gate.test/claude"), "https://gate.test/claude/v1/"),
            (Provider::Anthropic, Some("https://gate.test/claude/v1"), "https://gate.test/claude/v1/"),
            (Provider::OpenAi, Some("https://gate.test"), "https://gate.test/v1/"),
            (Provider::OpenAi, Some("https://gate.test/api/openai#x"), "https://gate.test/api/openai/"),
        ] {
            assert_eq!(Address::new(provider, set).unwrap().as_str(), expected, "{set:?}");
        }
        let versioned = Address::new(Provider::OpenAi, Some("https://gate.test/v2?api-version=3")).unwrap();
        assert_eq!(
            versioned.join("chat/completions").as_str(),
            "https://gate.test/v2/chat/completions?api-version=3"
        );
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_secrets() {
        for set in [
            "gate.test",
            "ftp://gate.test",
            "http://",
            "file:///etc",
            "https://me:hunter2@gate.test/v1",
            "//x",
        ] {
            let error = Address::new(Provider::OpenAi, Some(set)).unwrap_err();
            assert!(!error.to_string().contains("hunter2"), "{error}");
        }
    }

    #[test]
    fn a_key_goes_over_plain_http_only_within_this_machine() {
        for (set, takes) in [
            ("https://gate.test", true),
            ("http://localhost:1234", true),
            ("http://127.0.0.9:1234", true),
            ("http://[::1]:1234", true),
            ("http://gate.test", false),
            ("http://192.168.1.5:11434", false),
            ("http://localhost.gate.test", false),
            ("http://127.0.0.1.gate.test", false),
            ("http://2130706433", true), // another way to write 127.0.0.1
        ] {
            assert_eq!(
                Address::new(Provider::OpenAi, Some(set)).unwrap().takes_a_key().is_ok(),
                takes,
                "{set}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_is_not(text in "(https?://)?.{0,60}", secret in "[a-z]{12}") {
            for provider in Provider::ALL {
                if let Ok(address) = Address::new(provider, Some(&text)) {
                    prop_assert!(address.as_str().starts_with("http") && !address.host().is_empty());
                    prop_assert!(address.join("x").path().ends_with("/x"));
                }
                let error = Address::new(provider, Some(&format!("https://{secret}:{secret}@{text}")));
                prop_assert!(error.is_err_and(|error| !error.to_string().contains(&secret)));
            }
        }
    }
}
