//! The one call that is passed on, and what comes back.
//!
//! Separate because it is the only place where Memdesk handles credentials that are not its own: they go from the client's
//! request into the request to its upstream, and are neither kept nor told.

use super::listener::Call;
use super::surroundings::Surroundings;
use super::wire;
use crate::selector::SelectorError;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use reqwest::redirect::Policy;

/// Headers that belong to one connection (RFC 9110, 7.6.1), or that are made anew for the next.
const OF_THE_CONNECTION: &[&str] = &[
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "host",
    "content-length",
    "accept-encoding",
];

/// Headers in which credentials are.
const SECRET: &[&str] = &["authorization", "x-api-key", "cookie"];

/// An answer may have this many bytes: five names need some hundreds.
const ANSWER_LIMIT: usize = 8 * 1024 * 1024;

/// An answer that can be given more than once.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    /// A message of one text.
    pub(crate) fn message(request: &serde_json::Value, text: &str) -> Reply {
        let (media_type, body) = wire::message(request, &[serde_json::json!({"type": "text", "text": text})]);
        Reply::new(StatusCode::OK, media_type, body)
    }

    /// An error as the API words it.
    pub(crate) fn error(status: StatusCode, text: &str) -> Reply {
        let body = serde_json::json!({"type": "error", "error": {"type": "api_error", "message": text}});
        Reply::new(status, "application/json", body.to_string().into_bytes())
    }

    pub(crate) fn new(status: StatusCode, media_type: &'static str, body: Vec<u8>) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        Reply { status, headers, body: Bytes::from(body) }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers;
        response
    }
}

/// The way to a client's upstream.
#[derive(Debug, Clone)]
pub(crate) struct Upstream {
    address: String,
    http: reqwest::Client,
}

impl Upstream {
    /// The upstream of these surroundings, through the proxy and with the certificates that the client would use.
    ///
    /// # Errors
    /// `NotAsked` when calls cannot be led through us; `Unreachable` when a proxy or a certificate is unusable.
    pub(crate) fn of(surroundings: &Surroundings) -> Result<Upstream, SelectorError> {
        let address = surroundings.upstream()?;
        let unusable = |what: &str, error: &dyn std::fmt::Display| {
            SelectorError::Unreachable(format!("the client's {what} cannot be used: {error}"))
        };
        let mut builder = reqwest::Client::builder().no_proxy().redirect(Policy::none());
        let without = reqwest::NoProxy::from_string(&surroundings.no_proxy());
        if let Some(proxy) = surroundings.proxy("https") {
            let proxy =
                reqwest::Proxy::https(proxy).map_err(|error| unusable("proxy", &error.without_url()))?;
            builder = builder.proxy(proxy.no_proxy(without.clone()));
        }
        if let Some(proxy) = surroundings.proxy("http") {
            let proxy =
                reqwest::Proxy::http(proxy).map_err(|error| unusable("proxy", &error.without_url()))?;
            builder = builder.proxy(proxy.no_proxy(without));
        }
        if let Some(file) = surroundings.get("NODE_EXTRA_CA_CERTS") {
            let bytes = std::fs::read(file).map_err(|error| unusable("NODE_EXTRA_CA_CERTS", &error))?;
            let certificates = reqwest::Certificate::from_pem_bundle(&bytes)
                .map_err(|error| unusable("NODE_EXTRA_CA_CERTS", &error))?;
            builder = builder.tls_certs_merge(certificates);
        }
        let http = builder.build().map_err(|error| unusable("way to its API", &error))?;
        Ok(Upstream { address, http })
    }

    /// Passes `call` on. Gives what came back for the client as it is, and for us what is in it.
    pub(crate) async fn send(&self, call: &Call) -> (Reply, Result<wire::Answer, SelectorError>) {
        match self.exchange(call).await {
            Ok(reply) => {
                let answer = read(&without_secrets(reply.clone(), &call.headers));
                (reply, answer)
            }
            Err(error) => {
                // the address could hold a name and a password
                let why = format!("{}: {}", self.host(), causes(&error.without_url()));
                (Reply::error(StatusCode::BAD_GATEWAY, &why), Err(SelectorError::Unreachable(why)))
            }
        }
    }

    async fn exchange(&self, call: &Call) -> reqwest::Result<Reply> {
        let request = self
            .http
            .request(call.method.clone(), format!("{}{}", self.address, call.rest))
            .headers(passed_on(&call.headers))
            .header(header::ACCEPT_ENCODING, "identity")
            .body(call.body.clone());
        let mut response = request.send().await?;
        let (status, headers) = (response.status(), passed_on(response.headers()));
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > ANSWER_LIMIT {
                break;
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Reply { status, headers, body: Bytes::from(body) })
    }

    fn host(&self) -> String {
        let host = reqwest::Url::parse(&self.address).ok().and_then(|url| url.host_str().map(str::to_owned));
        host.unwrap_or_else(|| "the client's API".to_owned())
    }
}

/// `headers` without those of the connection, and without those that `Connection` names.
fn passed_on(headers: &HeaderMap) -> HeaderMap {
    let named: Vec<String> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    let passes = |name: &HeaderName| {
        !OF_THE_CONNECTION.contains(&name.as_str()) && !named.iter().any(|other| other == name.as_str())
    };
    headers
        .iter()
        .filter(|(name, _)| passes(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// What an upstream's answer says.
fn read(reply: &Reply) -> Result<wire::Answer, SelectorError> {
    let header = |name: HeaderName| reply.headers.get(name).and_then(|value| value.to_str().ok());
    match reply.status.as_u16() {
        200..=299 => {}
        401 | 403 => return Err(SelectorError::KeyRefused(wire::refusal(&reply.body))),
        429 => {
            let seconds = header(header::RETRY_AFTER).and_then(|value| value.trim().parse().ok());
            return Err(SelectorError::RateLimited(seconds));
        }
        status => return Err(SelectorError::Provider(status, wire::refusal(&reply.body))),
    }
    if let Some(encoding) = header(header::CONTENT_ENCODING).filter(|encoding| *encoding != "identity") {
        return Err(SelectorError::Malformed(format!(
            "an answer in {}, though plain text was asked for",
            wire::shown(encoding)
        )));
    }
    wire::answer(header(header::CONTENT_TYPE).unwrap_or_default(), &reply.body)
}

/// `reply` without the credentials of this call, which an upstream may have put into its words.
fn without_secrets(mut reply: Reply, headers: &HeaderMap) -> Reply {
    let secrets = SECRET
        .iter()
        .flat_map(|name| headers.get_all(*name))
        .filter_map(|value| value.to_str().ok())
        .filter_map(|value| value.rsplit(' ').next())
        .filter(|secret| !secret.is_empty());
    for secret in secrets {
        let text = String::from_utf8_lossy(&reply.body);
        if text.contains(secret) {
            reply.body = Bytes::from(text.replace(secret, "…"));
        }
    }
    reply
}

/// An error with what caused it: `reqwest` says only what it was doing.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    wire::shown(&text)
}
