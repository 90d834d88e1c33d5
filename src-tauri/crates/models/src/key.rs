//! Keys of model providers: from the environment or the system's keyring, and never anywhere else.
//!
//! Separate so that a key cannot come into a log, an error, a file or the cache by accident: [`Key`] does not print or
//! serialise, and nothing outside this crate can read it.

use crate::api::{Provider, host_of};
use keyring::{Entry, Error};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Under which name keys lie in the keyring.
const APPLICATION: &str = "org.memdesk.Memdesk";
/// A keyring that is only asked whether it is there has to answer within this time.
const PROBE: Duration = Duration::from_secs(3);
/// One that may ask the person to unlock it.
const UNLOCK: Duration = Duration::from_secs(60);
/// From so many bytes on a key is a secret; those of the providers have 32 and more.
const SECRET: usize = 12;
/// So many questions may be waiting in a keyring that does not answer; further ones are not asked.
const WAITING: usize = 4;

/// A secret that proves to a provider who asks. Prints as `…`.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// What a person entered, without white space around it. None when it is empty or holds what cannot stand in a header (keys
    /// are visible ASCII).
    pub fn new(text: &str) -> Option<Key> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Key(text.to_owned()))
    }

    /// The key itself, for the header of a request.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// `text` with `…` wherever the key stands in it. A short one is no secret but a word such as `ollama`, which servers that
    /// need no key are given; it stays, since it stands in other words too.
    pub(crate) fn hidden_in(&self, text: &str) -> String {
        if self.0.len() < SECRET { text.to_owned() } else { text.replace(&self.0, "…") }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// Where a key was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySource {
    /// In [`Provider::variable`].
    Environment,
    /// In the system's keyring.
    Keyring,
}

/// The key for a provider at an address (none: its own): the environment's, else the keyring's. A keyring that is locked asks
/// the person to unlock it; waits for that at most a minute. Ollama has none unless one was kept.
pub fn find(provider: Provider, base_url: Option<&str>) -> Option<(Key, KeySource)> {
    let variable = provider.variable().and_then(|name| std::env::var(name).ok());
    first_of(variable, || kept(provider, base_url))
}

/// The environment's wins; one that can be no key does not count.
fn first_of(variable: Option<String>, kept: impl FnOnce() -> Option<Key>) -> Option<(Key, KeySource)> {
    let key = variable.as_deref().and_then(Key::new).map(|key| (key, KeySource::Environment));
    key.or_else(|| kept().map(|key| (key, KeySource::Keyring)))
}

/// The keyring's.
fn kept(provider: Provider, base_url: Option<&str>) -> Option<Key> {
    let name = name(provider, base_url);
    let found = within(UNLOCK, move || Entry::new(APPLICATION, &name)?.get_password());
    found.ok().and_then(|text| Key::new(&text))
}

/// Keeps a key in the keyring, in place of one that is there.
///
/// # Errors
/// Why it cannot be kept, and what to do.
pub fn keep(provider: Provider, base_url: Option<&str>, key: &Key) -> Result<(), String> {
    let (name, text) = (name(provider, base_url), key.0.clone());
    within(UNLOCK, move || Entry::new(APPLICATION, &name)?.set_password(&text))
        .map_err(|why| key.hidden_in(&why.words()))
}

/// Takes a key out of the keyring. None being there is no error.
///
/// # Errors
/// Why it cannot be taken out.
pub fn forget(provider: Provider, base_url: Option<&str>) -> Result<(), String> {
    let name = name(provider, base_url);
    match within(UNLOCK, move || Entry::new(APPLICATION, &name)?.delete_credential()) {
        Err(Trouble::Keyring(Error::NoEntry)) => Ok(()),
        other => other.map_err(|why| why.words()),
    }
}

/// Why keys cannot be kept on this machine, such as no keyring that answers; none when they can. Takes three seconds at most
/// and asks the person nothing.
pub fn no_keyring() -> Option<String> {
    let there = within(PROBE, || match Entry::store_status() {
        Ok(()) => Ok(()),
        // the error itself stays with the keyring; this one is its text
        Err(error) => Err(Error::PlatformFailure(error.to_string().into())),
    });
    there.err().map(|why| why.words())
}

/// The entry's name: provider and host, so that the key of one address is never sent to another.
fn name(provider: Provider, base_url: Option<&str>) -> String {
    format!("{} {}", provider.as_str(), host_of(provider, base_url))
}

/// Why the keyring gave nothing.
enum Trouble {
    /// It did not answer in time.
    Silent,
    /// Its own error.
    Keyring(Error),
}

impl Trouble {
    fn words(&self) -> String {
        match self {
            Trouble::Silent => {
                "the system's keyring does not answer: set the key in the environment".to_owned()
            }
            // debug output of the bytes in these is the secret
            Trouble::Keyring(Error::BadEncoding(_) | Error::BadDataFormat(..)) => {
                "what the system's keyring holds is no key: enter it again".to_owned()
            }
            Trouble::Keyring(Error::Ambiguous(_)) => {
                "the system's keyring holds several keys for this: remove all but one there".to_owned()
            }
            Trouble::Keyring(error) => {
                let error = error.to_string().replace("Platform failure: ", "");
                format!("the system's keyring cannot be used ({error}): set the key in the environment")
            }
        }
    }
}

/// Asks the keyring on a thread of its own, because it may never answer: a bus that hangs, a prompt nobody sees.
fn within<T: Send + 'static>(
    limit: Duration,
    ask: impl FnOnce() -> keyring::Result<T> + Send + 'static,
) -> Result<T, Trouble> {
    let turn = Turn::take().ok_or(Trouble::Silent)?;
    let (answer, answered) = mpsc::channel();
    let begun = std::thread::Builder::new().name("keyring".to_owned()).spawn(move || {
        // nobody listening any more is no error; a panic of the keyring shows as a sender that is gone
        let _ = answer.send(ask());
        drop(turn);
    });
    if begun.is_err() {
        return Err(Trouble::Silent);
    }
    answered.recv_timeout(limit).map_err(|_| Trouble::Silent)?.map_err(Trouble::Keyring)
}

/// One of [`WAITING`] places in front of the keyring.
struct Turn;

/// How many are taken.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

impl Turn {
    fn take() -> Option<Turn> {
        let free = |taken: usize| (taken < WAITING).then_some(taken + 1);
        TAKEN.fetch_update(Ordering::AcqRel, Ordering::Acquire, free).ok().map(|_| Turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        TAKEN.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
pub(crate) mod tests;
