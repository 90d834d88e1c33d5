//! Who is asked: the selector that a question names, and what it would take.
//!
//! Separate because it is the only part that knows more than one selector. Nothing is sent anywhere but by [`Desk::recall`]
//! with the selector `api` or `client`, which a person chose.

use super::offer::Offer;
use super::past::Standing;
use crate::Desk;
use crate::tasks::Task;
use crate::view::{self, Failure, ModelSettings, RecallAsk};
use memdesk_models::api::{Api, Cached, Provider};
use memdesk_models::client::{self, Client};
use memdesk_models::estimate::{AGREEMENT, EstimateSelector};
use memdesk_models::recorded::Recorded;
use memdesk_models::{Choice, Ranked, Selector, SelectorError, Usage, key, price};
use memdesk_review::Reading;
use memdesk_store::Place;
use memdesk_store::environment::CONFIG_DIR;

/// Where answers of models are kept, in Memdesk's data directory.
const ANSWERS: &str = "answers";

impl Desk {
    /// What the selector picks. The outer error is one of asking wrongly, the inner one that it could not answer.
    pub(crate) fn choose(
        &self,
        place: &Place,
        offer: &Offer,
        ask: &RecallAsk,
        standing: &Standing,
        task: &Task<'_>,
    ) -> Result<Result<Choice, Failure>, Failure> {
        let question = offer.ask(&ask.query);
        let answer = match ask.selector.as_str() {
            "estimate" => {
                let choice = EstimateSelector.choose(&question, &task.cancel);
                choice.map(|choice| Choice { ranked: super::in_full(choice.ranked, offer), ..choice })
            }
            "recorded" => Recorded { names: recorded(standing)? }.choose(&question, &task.cancel),
            "api" => {
                task.at(0, 0)?;
                self.api()?.choose(&question, &task.cancel)
            }
            "client" => {
                task.at(0, 0)?;
                match self.own_client(place)? {
                    client if ask.dry_run => client.capture(&question, &task.cancel).map(captured),
                    client => client.choose(&question, &task.cancel),
                }
            }
            other => return Err(bad_selector(other, "estimate, api, client or recorded")),
        };
        match answer {
            Ok(choice) => Ok(Ok(choice)),
            Err(SelectorError::Cancelled) => Err(Failure::cancelled()),
            Err(error) => Ok(Err(Failure::selector(&error))),
        }
    }

    /// The model that is set, with its answers kept.
    pub(crate) fn api(&self) -> Result<Cached, Failure> {
        let settings = self.model_settings();
        let mut api = api_of(&settings)?;
        api.key = key::find(api.provider, base_url(&settings)).map(|(key, _)| key);
        Ok(self.cached(api))
    }

    fn cached(&self, api: Api) -> Cached {
        Cached { api, directory: self.data.join(ANSWERS), again: false, keeps: !self.read_only }
    }

    /// The person's own client, in the project's folder.
    fn own_client(&self, place: &Place) -> Result<Client, Failure> {
        // it writes into its config root whatever it is asked
        self.may_write()?;
        let Some(project) = place.project.as_ref().filter(|project| project.is_dir()) else {
            return Err(Failure::new(
                "no-project",
                format!("the project's folder of {} is not known or gone", place.name),
                "Claude Code is asked in a project's folder: open one that is there.".to_owned(),
            ));
        };
        let found =
            client::find(self.client_program().as_deref()).map_err(|error| Failure::selector(&error))?;
        let client = Client::new(&found, project.clone());
        Ok(match self.environment.config_root == self.environment.default_root() {
            true => client,
            // a root that was named is the one whose memory is asked about
            false => client.with_variable(CONFIG_DIR, Some(self.environment.config_root.clone().into())),
        })
    }

    /// What asking the model directly would take. Sends nothing.
    ///
    /// # Errors
    /// `no-such-store`; `bad-provider`; `refused` when the change to be tried cannot be made.
    pub fn price(&self, id: &str, ask: &RecallAsk) -> Result<view::Usage, Failure> {
        let look = self.look(id)?;
        let snapshot = self.tried(&look.snapshot, ask.edit.as_ref())?;
        let offer = Offer::new(Reading::new(&snapshot, self.profile()), &look.place.dir);
        let settings = self.model_settings();
        let api = api_of(&settings)?;
        let question = offer.ask(&ask.query);
        let mut usage = api.before(&question);
        let kept = self.cached(api).is_kept(&question);
        if kept {
            (usage.input_tokens, usage.output_tokens) = (0, 0);
        }
        Ok(view::Usage { estimate: true, milliseconds: None, ..self.usage(&usage) })
    }

    /// What a call took, with its price.
    pub(crate) fn usage(&self, usage: &Usage) -> view::Usage {
        let settings = self.model_settings();
        let api = api_of(&settings).ok().filter(|api| api.model == usage.model);
        let listed = api.as_ref().and_then(Api::listed);
        let (dollars, word) = match (settings.dollars_per_million, &listed) {
            (Some(prices), _) if api.is_some() => (Some(price::dollars_at(prices, usage)), "set"),
            (_, Some(listed)) => (price::dollars(listed, usage), "listed"),
            _ if api.is_some_and(|api| api.provider == Provider::Ollama) => (Some(0.0), "free"),
            _ => (None, "unknown"),
        };
        view::Usage {
            model: usage.model.clone(),
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            dollars,
            price: if dollars.is_some() { word } else { "unknown" }.to_owned(),
            priced: listed.filter(|_| word == "listed").map(|listed| listed.as_of.to_owned()),
            estimate: false,
            milliseconds: Some(usage.milliseconds),
        }
    }
}

/// The model that settings name, without a key.
pub(crate) fn api_of(settings: &ModelSettings) -> Result<Api, Failure> {
    let Some(provider) = Provider::named(&settings.provider) else {
        return Err(Failure::new(
            "bad-provider",
            format!("there is no provider {:?}", settings.provider),
            "Set anthropic, openai or ollama.".to_owned(),
        ));
    };
    let mut api = Api::new(provider);
    api.base_url = base_url(settings).map(str::to_owned);
    if !settings.model.trim().is_empty() {
        api.model = settings.model.trim().to_owned();
    }
    Ok(api)
}

pub(crate) fn base_url(settings: &ModelSettings) -> Option<&str> {
    Some(settings.base_url.trim()).filter(|url| !url.is_empty())
}

/// What the session recorded as surfaced.
fn recorded(standing: &Standing) -> Result<Vec<String>, Failure> {
    match &standing.past {
        Some(past) => Ok(past.row.recorded.iter().map(|one| one.path.clone()).collect()),
        None => Err(Failure::new(
            "not-recorded",
            "nothing is recorded of a new question",
            "Choose a past question, or another selector.".to_owned(),
        )),
    }
}

/// A call that was caught: what it would have offered, and no answer.
fn captured(captured: client::Captured) -> Choice {
    let body = serde_json::to_string_pretty(&captured.body).ok();
    let ranked: Vec<Ranked> = Vec::new();
    Choice { ranked, raw: body, ..Choice::default() }
}

pub(crate) fn bad_selector(name: &str, known: &str) -> Failure {
    Failure::new("bad-selector", format!("there is no selector {name:?} here"), format!("Give {known}."))
}

impl Failure {
    /// A selector could not answer.
    pub(crate) fn selector(error: &SelectorError) -> Failure {
        let code = match error {
            SelectorError::Cancelled => "cancelled",
            SelectorError::NoKey(_) => "no-key",
            SelectorError::KeyRefused(_) => "key-refused",
            SelectorError::RateLimited(_) => "rate-limited",
            SelectorError::TimedOut(_) => "timed-out",
            SelectorError::Unreachable(_) => "unreachable",
            SelectorError::Provider(..) => "provider",
            SelectorError::Malformed(_) => "malformed",
            SelectorError::NoClient(..) => "no-client",
            SelectorError::NotAsked(_) => "not-asked",
        };
        Failure::new(code, error.to_string(), None)
    }
}

/// How well the estimate agrees with a reader.
pub(crate) fn agreement() -> view::Agreement {
    view::Agreement {
        questions: AGREEMENT.questions,
        recall_at_5: AGREEMENT.recall_at_5,
        precision: AGREEMENT.precision,
        f1: AGREEMENT.f1,
        exact: AGREEMENT.exact,
    }
}
