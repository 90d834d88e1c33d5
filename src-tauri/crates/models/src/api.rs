//! The selector that asks a model directly: one call with the inputs and the output schema that the client has, and our own
//! instruction.
//!
//! Separate from `client`, which asks through the person's own Claude Code. Sends the question and the listing, nothing else,
//! and only when it is asked to; never follows what an answer says beyond taking offered names out of it.

pub(crate) mod address;
pub(crate) mod answer;
mod cached;
pub(crate) mod conversation;
mod failure;
mod relay;
pub(crate) mod request;
pub(crate) mod turn;

pub use cached::Cached;
pub use request::ANSWER_TOKENS;

use crate::key::Key;
use crate::price::{self, Listed};
use crate::runtime::wait;
use crate::{Ask, Cancel, Choice, Selector, SelectorError, Usage};
use address::Address;
use genai::ModelIden;
use genai::chat::ChatResponse;
use genai::resolver::{AuthData, Endpoint};
use memdesk_memdir::Profile;
use std::time::{Duration, Instant};

/// How long an answer is waited for.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Whose wire format is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's chat completions, which many others speak too.
    OpenAi,
    /// Ollama, by way of its OpenAI format. Needs no key.
    Ollama,
}

impl Provider {
    /// All of them.
    pub const ALL: [Provider; 3] = [Provider::Anthropic, Provider::OpenAi, Provider::Ollama];

    /// As it is written in preferences: `anthropic`, `openai`, `ollama`.
    pub fn as_str(self) -> &'static str {
        match self {
            Provider::Anthropic => "anthropic",
            Provider::OpenAi => "openai",
            Provider::Ollama => "ollama",
        }
    }

    /// The one that is written so.
    pub fn named(name: &str) -> Option<Provider> {
        Provider::ALL.into_iter().find(|provider| provider.as_str() == name)
    }

    /// The environment variable that its key is looked for in; none for Ollama.
    pub fn variable(self) -> Option<&'static str> {
        match self {
            Provider::Anthropic => Some("ANTHROPIC_API_KEY"),
            Provider::OpenAi => Some("OPENAI_API_KEY"),
            Provider::Ollama => None,
        }
    }

    /// The model that is asked when none is set: of Anthropic a Sonnet, as the client asks.
    pub fn default_model(self) -> &'static str {
        match self {
            Provider::Anthropic => "claude-sonnet-5-5",
            Provider::OpenAi => "gpt-5.4-mini",
            Provider::Ollama => "llama3.1:8b",
        }
    }

    /// Where it is asked when no address is set.
    pub fn own_address(self) -> &'static str {
        match self {
            Provider::Anthropic => "https://api.anthropic.com/v1/",
            Provider::OpenAi => "https://api.openai.com/v1/",
            Provider::Ollama => "http://localhost:11434/v1/",
        }
    }
}

/// Asks a model. Prints without its key.
#[derive(Debug, Clone)]
pub struct Api {
    /// Whose format.
    pub provider: Provider,
    /// The address; none (or empty): the provider's own.
    pub base_url: Option<String>,
    /// The model, as the provider names it.
    pub model: String,
    /// The key; none where none is needed. Sent to the address above and nowhere else, and over plain http only within this
    /// machine.
    pub key: Option<Key>,
    /// How long an answer is waited for: [`PATIENCE`].
    pub patience: Duration,
}

impl Api {
    /// Asks the provider's default model with no key, at its own address.
    pub fn new(provider: Provider) -> Api {
        Api {
            provider,
            base_url: None,
            model: provider.default_model().to_owned(),
            key: None,
            patience: PATIENCE,
        }
    }

    /// What a call would take: the input estimated from its text, the output at most. No time is known.
    pub fn before(&self, ask: &Ask) -> Usage {
        let texts = request::messages(ask);
        let schema = request::schema().to_string();
        let texts = [request::INSTRUCTION, &schema, &texts[0], &texts[1]];
        Usage {
            model: self.model.clone(),
            input_tokens: texts.into_iter().map(price::estimate_tokens).sum(),
            output_tokens: ANSWER_TOKENS,
            milliseconds: 0,
        }
    }

    /// The listed price of this model; none at an address that is not the provider's own, where others ask what they like.
    pub fn listed(&self) -> Option<Listed> {
        let own = Address::new(self.provider, None).ok()?;
        let set = Address::new(self.provider, self.base_url.as_deref()).ok()?;
        (own == set).then(|| price::of(self.provider, &self.model)).flatten()
    }

    /// Whether it could be asked, as far as that can be told without asking.
    ///
    /// # Errors
    /// `NoKey`; `Unreachable` and others for an address that nothing is sent to.
    pub fn ready(&self) -> Result<(), SelectorError> {
        self.address().map(drop)
    }

    /// Where it goes, checked before anything is sent.
    pub(crate) fn address(&self) -> Result<Address, SelectorError> {
        let address = Address::new(self.provider, self.base_url.as_deref())?;
        match (&self.key, self.provider.variable()) {
            (Some(_), _) => address.takes_a_key()?,
            // elsewhere it may well be that none is needed
            (None, Some(variable)) if address == Address::new(self.provider, None)? => {
                return Err(SelectorError::NoKey(variable.to_owned()));
            }
            (None, _) => {}
        }
        Ok(address)
    }

    /// One call.
    async fn call(&self, ask: &Ask, address: Address) -> Result<Choice, SelectorError> {
        let begun = Instant::now();
        let upstream = relay::Upstream { address: &address, key: self.key.as_ref() };
        let (response, body) = relay::through(upstream, |base| self.ask_at(base, ask)).await?;
        let raw = response.texts().concat();
        // cut off, refused or ended otherwise: what came is no answer, even when it looks like one
        let ended = matches!(response.stop_reason, None | Some(genai::chat::StopReason::Completed(_)));
        if !ended || raw.is_empty() {
            let words = if raw.is_empty() { String::from_utf8_lossy(&body).into_owned() } else { raw };
            return Err(answer::malformed(&failure::clean(&words, self.key.as_ref())));
        }
        let tokens = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
        let usage = Usage {
            model: self.model.clone(),
            input_tokens: tokens(response.usage.prompt_tokens),
            output_tokens: tokens(response.usage.completion_tokens),
            milliseconds: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        self.was_read_whole(self.before(ask).input_tokens, usage.input_tokens)?;
        let hide = |text: &str| failure::clean(text, self.key.as_ref());
        let choice =
            answer::read(&raw, ask, Profile::latest()).map_err(|_| answer::malformed(&hide(&raw)))?;
        let invented = choice.invented.iter().map(|name| hide(name)).collect();
        Ok(Choice { usage: Some(usage), raw: Some(hide(&raw)), invented, ..choice })
    }

    /// Ollama drops the messages that do not fit into its context, the listing first, and says nothing (ollama/ollama issue
    /// 14259); what it then picks, it picks blindly. It shows in the tokens it read: far fewer than even a rough estimate.
    fn was_read_whole(&self, about: u64, read: u64) -> Result<(), SelectorError> {
        if self.provider != Provider::Ollama || read == 0 || read >= about / 3 {
            return Ok(());
        }
        let words = format!(
            "it read only {read} of about {about} tokens: give the model a larger context (OLLAMA_CONTEXT_LENGTH)"
        );
        Err(SelectorError::Provider(200, words))
    }

    /// The call in the provider's format, to `base` on loopback.
    async fn ask_at(&self, base: String, ask: &Ask) -> Result<ChatResponse, genai::Error> {
        let wire = request::wire(self.provider);
        let options = request::options(self.provider, &self.model);
        self.genai_at(base)?
            .exec_chat(ModelIden::new(wire, self.model.clone()), request::request(ask), Some(&options))
            .await
    }

    /// `genai`, pointed at `base` and with a stand-in for the key.
    fn genai_at(&self, base: String) -> Result<genai::Client, genai::Error> {
        let failed = |error: reqwest::Error| genai::Error::ClientBuildFail { cause: error.to_string() };
        let there = (Endpoint::from_owned(base), AuthData::from_single(relay::STAND_IN));
        let http = relay::client(true).map_err(failed)?;
        let wire = request::wire(self.provider);
        genai::Client::builder().with_reqwest(http).append_provider_config(wire, there).build()
    }
}

impl Selector for Api {
    fn choose(&self, ask: &Ask, cancel: &Cancel) -> Result<Choice, SelectorError> {
        let address = self.address()?;
        wait(cancel, async {
            let late = |_| SelectorError::TimedOut(self.patience.as_secs());
            tokio::time::timeout(self.patience, self.call(ask, address)).await.map_err(late)?
        })
    }
}

/// What is wrong with an address that a person set; none when requests can go there. Never repeats what stands before an `@`.
pub fn bad_address(set: &str) -> Option<String> {
    match Address::new(Provider::OpenAi, Some(set)) {
        Err(SelectorError::Unreachable(why)) => Some(why),
        Err(error) => Some(error.to_string()),
        Ok(_) => None,
    }
}

/// Host and port of the address that is set, or of the provider's own; empty for one that is none.
pub(crate) fn host_of(provider: Provider, base_url: Option<&str>) -> String {
    Address::new(provider, base_url).map(|address| address.host()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
