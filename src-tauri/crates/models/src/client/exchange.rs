//! One question to one client, as its listener sees it: what comes in, in which order, and what each call is answered.
//!
//! Separate because it holds the promise that one question costs one call of the selector and nothing else. Never starts a
//! client, and passes nothing on but the selector's call.

use super::forward::{Reply, Upstream};
use super::listener::Call;
use super::wire::{self, Captured};
use crate::selector::SelectorError;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What the main turn is answered.
pub(super) const OWN_ANSWER: &str = "ok";

/// What has come of the selector's call.
enum Stage {
    /// It has not come.
    Waiting,
    /// It has come, and is being passed on.
    Asked,
    /// It is answered.
    Answered(Box<Answered>),
}

/// The selector's call and its answer.
struct Answered {
    captured: Captured,
    reply: Reply,
    answer: Result<wire::Answer, SelectorError>,
}

/// One question to one client, as its listener sees it.
pub(super) struct Exchange {
    /// Where the selector's call goes; none: nowhere.
    upstream: Option<Upstream>,
    selector_comes: Duration,
    stage: watch::Sender<Stage>,
}

/// What has come of it, as the caller needs it.
pub(super) enum Outcome {
    /// What was sent and what came back.
    Answered(Box<Captured>, Result<wire::Answer, SelectorError>),
    /// It was sent, and nobody waited for what came back.
    Broken,
    /// It has not come.
    NotAsked,
}

impl Exchange {
    /// `selector_comes`: how long the main turn is held back for the selector's call to come.
    pub(super) fn new(upstream: Option<Upstream>, selector_comes: Duration) -> Exchange {
        Exchange { upstream, selector_comes, stage: watch::channel(Stage::Waiting).0 }
    }

    /// Comes back when the selector has its answer.
    pub(super) async fn answered(&self) {
        let mut stage = self.stage.subscribe();
        // the sender is in `self`: there is always somebody to wait for
        let _ = stage.wait_for(|stage| matches!(stage, Stage::Answered(..))).await;
    }

    pub(super) fn outcome(&self) -> Outcome {
        match &*self.stage.borrow() {
            Stage::Waiting => Outcome::NotAsked,
            Stage::Asked => Outcome::Broken,
            Stage::Answered(answered) => {
                Outcome::Answered(Box::new(answered.captured.clone()), answered.answer.clone())
            }
        }
    }

    /// Answers one call of the client.
    pub(super) async fn answer(self: Arc<Self>, call: Call) -> Response {
        let path = call.rest.split('?').next().unwrap_or_default();
        match (&call.method, path) {
            (&Method::POST, "/v1/messages/count_tokens") => {
                Reply::new(StatusCode::OK, "application/json", br#"{"input_tokens":1}"#.to_vec())
                    .into_response()
            }
            (&Method::POST, "/v1/messages") => {
                let Ok(body) = serde_json::from_slice::<Value>(&call.body) else {
                    return Reply::error(StatusCode::BAD_REQUEST, "not JSON").into_response();
                };
                if wire::is_selector(&body) {
                    self.select(&call, body).await.into_response()
                } else {
                    self.after_selector().await;
                    Reply::message(&body, OWN_ANSWER).into_response()
                }
            }
            (&Method::HEAD, _) => StatusCode::OK.into_response(),
            _ => Reply::error(StatusCode::NOT_FOUND, "not offered").into_response(),
        }
    }

    /// Passes the first of the selector's calls on; any further one gets the same answer and costs nothing.
    async fn select(&self, call: &Call, body: Value) -> Reply {
        let first = self.stage.send_if_modified(|stage| {
            let first = matches!(stage, Stage::Waiting);
            if first {
                *stage = Stage::Asked;
            }
            first
        });
        if first {
            let begun = Instant::now();
            let (reply, mut answer) = match &self.upstream {
                Some(upstream) => upstream.send(call).await,
                None => {
                    let reply = Reply::message(&body, r#"{"selected_memories":[]}"#);
                    let answer = wire::answer("application/json", &reply.body);
                    (reply, answer)
                }
            };
            if let Ok(answer) = &mut answer {
                answer.usage.milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            }
            let captured = wire::captured(body);
            self.stage.send_replace(Stage::Answered(Box::new(Answered { captured, reply, answer })));
        }
        self.answered().await;
        match &*self.stage.borrow() {
            Stage::Answered(answered) => answered.reply.clone(),
            _ => Reply::error(StatusCode::SERVICE_UNAVAILABLE, "over"),
        }
    }

    /// Comes back when the selector has its answer, or will not be asked.
    async fn after_selector(&self) {
        let mut stage = self.stage.subscribe();
        let comes = stage.wait_for(|stage| !matches!(stage, Stage::Waiting));
        if tokio::time::timeout(self.selector_comes, comes).await.is_ok() {
            self.answered().await;
        }
    }
}
