//! A relay on loopback between `genai` and the provider: it lives for one call and passes one request on.
//!
//! Separate because `genai` has the wire formats but reads an answer whole however long it is, takes no transport of ours, and
//! writes what it was given into its errors. So it is pointed here, with a stand-in for the key; this passes the request on
//! with the real one, follows no redirect, reads a bounded answer, and knows every failure as it was. It knows no provider's
//! format, and nobody else can use it: its path cannot be guessed, and it answers once.

use super::address::Address;
use super::answer::malformed;
use super::failure;
use crate::SelectorError;
use crate::key::Key;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::future::{Future, IntoFuture};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::Ipv4Addr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::task::Poll;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

/// At most so many bytes of an answer are read: 2,560 tokens and what is around them take a hundredth.
const ANSWER_LIMIT: usize = 4 * 1024 * 1024;
/// At most so many bytes of an error are read.
const ERROR_LIMIT: usize = 64 * 1024;
/// At most so many bytes are sent. A listing of 200 topics has some tens of thousands.
const REQUEST_LIMIT: usize = 64 * 1024 * 1024;

/// A host that does not take a connection within this time is not there.
const CONNECT: Duration = Duration::from_secs(15);

/// What `genai` is given as the key.
pub(super) const STAND_IN: &str = "stand-in-for-the-key";

/// Headers that belong to one connection, not to the request (RFC 9110, 7.6.1), or that are made anew.
const OF_THE_CONNECTION: [HeaderName; 6] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::ACCEPT_ENCODING,
    header::UPGRADE,
];

/// Where the request goes, and with which key.
pub(super) struct Upstream<'a> {
    pub(super) address: &'a Address,
    pub(super) key: Option<&'a Key>,
}

/// A request that came in, and where its answer is to be put.
struct Call {
    rest: String,
    headers: HeaderMap,
    body: Bytes,
    answer: oneshot::Sender<Bytes>,
}

/// Lets `ask` ask at the address that it is given, ending in `/`. The first request below it is passed on to `upstream`.
/// Returns what `ask` made of the answer, and the answer itself.
///
/// # Errors
/// Whatever went wrong upstream; `Malformed` when the answer is no JSON or `ask` can make nothing of it.
pub(super) async fn through<T, E: std::fmt::Display, F: Future<Output = Result<T, E>>>(
    upstream: Upstream<'_>,
    ask: impl FnOnce(String) -> F,
) -> Result<(T, Bytes), SelectorError> {
    let here = |error: std::io::Error| SelectorError::Unreachable(format!("no port on loopback: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(here)?;
    let secret = secret();
    let base = format!("http://{}/{secret}/", listener.local_addr().map_err(here)?);
    let (calls, mut called) = mpsc::channel(1);
    let routes = axum::Router::new().fallback(take).with_state((secret, calls));
    let mut serving = std::pin::pin!(axum::serve(listener, routes).into_future());
    let mut asking = std::pin::pin!(guarded(ask(base)));
    let mut answer = None;
    loop {
        tokio::select! {
            asked = &mut asking => {
                return match (asked, answer) {
                    (Ok(made), Some(answer)) => Ok((made, answer)),
                    (_, Some(answer)) => Err(malformed(&failure::clean(&String::from_utf8_lossy(&answer), upstream.key))),
                    (Ok(_), None) => Err(SelectorError::Unreachable("nothing was sent".to_owned())),
                    (Err(error), None) => Err(SelectorError::Unreachable(format!("nothing was sent: {error}"))),
                };
            }
            Some(call) = called.recv(), if answer.is_none() => {
                called.close();
                // while this waits, nothing else here needs to run: the connection has a task of its own
                let got = pass_on(&upstream, call.rest, call.headers, call.body).await?;
                answer = Some(got.clone());
                // a receiver that is gone shows as an error of `asking`
                let _ = call.answer.send(got);
            }
            ended = &mut serving => {
                return Err(here(ended.err().unwrap_or_else(|| std::io::ErrorKind::BrokenPipe.into())));
            }
        }
    }
}

/// `asking`, with a panic in it as an error: `genai` adds up numbers of an answer, which an answer can make too large.
async fn guarded<T, E: std::fmt::Display>(asking: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    let mut asking = std::pin::pin!(asking);
    let polled = std::future::poll_fn(|context| {
        let poll = AssertUnwindSafe(|| asking.as_mut().poll(context));
        // polled no more after a panic: this is ready then
        catch_unwind(poll).map_or(Poll::Ready(None), |poll| poll.map(Some))
    });
    match polled.await {
        Some(asked) => asked.map_err(|error| error.to_string()),
        None => Err("the answer could not be read".to_owned()),
    }
}

/// Takes a request in: only one below the secret path, and only by POST.
async fn take(State((secret, calls)): State<(String, mpsc::Sender<Call>)>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let rest =
        parts.uri.path().strip_prefix('/').and_then(|path| path.strip_prefix(&secret)?.strip_prefix('/'));
    let (Some(rest), Method::POST) = (rest, parts.method) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let rest = rest.to_owned();
    let Ok(body) = to_bytes(body, REQUEST_LIMIT).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let (answer, answered) = oneshot::channel();
    if calls.try_send(Call { rest, headers: parts.headers, body, answer }).is_err() {
        return StatusCode::GONE.into_response();
    }
    match answered.await {
        Ok(answer) => ([(header::CONTENT_TYPE, "application/json")], Body::from(answer)).into_response(),
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}

/// Passes the request on, and reads the answer: JSON of at most [`ANSWER_LIMIT`] bytes.
async fn pass_on(
    upstream: &Upstream<'_>,
    rest: String,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Bytes, SelectorError> {
    let Upstream { address, key } = *upstream;
    let failed = |error| failure::of_request(error, &address.host(), key);
    let client = client(address.is_loopback()).map_err(failed)?;
    let request = client.post(address.join(&rest)).headers(outgoing(headers, key)).body(body);
    let mut response = request.send().await.map_err(failed)?;
    let (status, headers) = (response.status(), response.headers().clone());
    let limit = if status.is_success() { ANSWER_LIMIT } else { ERROR_LIMIT };
    let mut read = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(_)) if read.len() >= limit => break,
            Ok(Some(chunk)) => read.extend_from_slice(chunk.get(..limit - read.len()).unwrap_or(&chunk)),
            Ok(None) => break,
            // of an error, what came is enough
            Err(_) if !status.is_success() => break,
            Err(error) => return Err(failed(error)),
        }
    }
    if !status.is_success() {
        return Err(failure::of_status(status, &headers, &read, key));
    }
    if serde_json::from_slice::<serde::de::IgnoredAny>(&read).is_err() {
        return Err(malformed(&failure::clean(&String::from_utf8_lossy(&read), key)));
    }
    Ok(read.into())
}

/// What requests are made with: no redirect is followed, no connection kept, and within this machine no proxy asked. Made once
/// each, since the system's certificates take long to read.
pub(super) fn client(loopback: bool) -> reqwest::Result<reqwest::Client> {
    static MADE: [OnceLock<reqwest::Client>; 2] = [OnceLock::new(), OnceLock::new()];
    let [elsewhere, here] = &MADE;
    let made = if loopback { here } else { elsewhere };
    if let Some(client) = made.get() {
        return Ok(client.clone());
    }
    let builder = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(0)
        .connect_timeout(CONNECT)
        .referer(false)
        .user_agent(concat!("Memdesk/", env!("CARGO_PKG_VERSION")));
    let client = if loopback { builder.no_proxy() } else { builder }.build()?;
    Ok(made.get_or_init(|| client).clone())
}

/// The request's headers without those of the connection, and with the key in place of the stand-in. Without a key, the header
/// that would hold it is left out.
fn outgoing(headers: HeaderMap, key: Option<&Key>) -> HeaderMap {
    let mut out = HeaderMap::new();
    for (name, value) in &headers {
        if OF_THE_CONNECTION.contains(name) {
            continue;
        }
        match (value.to_str().ok().filter(|value| value.contains(STAND_IN)), key) {
            (None, _) => drop(out.append(name, value.clone())),
            (Some(_), None) => {}
            (Some(with), Some(key)) => {
                if let Ok(mut value) = HeaderValue::from_str(&with.replace(STAND_IN, key.expose())) {
                    value.set_sensitive(true);
                    out.append(name, value);
                }
            }
        }
    }
    out
}

/// 128 bits that nobody else knows: two outputs of the standard library's hash, whose keys come from the system's randomness.
fn secret() -> String {
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}
