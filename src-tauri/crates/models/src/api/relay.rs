//! A relay on loopback between `genai` and the provider: it lives for one call and passes one request on. Its answer is handed
//! over whole ([`through`]) or as it comes ([`flowing`]).
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
use futures_core::Stream;
use std::future::{Future, IntoFuture};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::Ipv4Addr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

/// At most so many bytes of an answer are read: 2,560 tokens and what is around them take a hundredth.
const ANSWER_LIMIT: usize = 4 * 1024 * 1024;
/// At most so many bytes of an answer that comes in events are passed on: each event wraps a word or two in a hundred bytes.
const FLOW_LIMIT: usize = 16 * 1024 * 1024;
/// At most so many bytes of one event: `genai` goes through an event from its beginning for each piece that comes. One may hold
/// a whole file.
const EVENT_LIMIT: usize = 1024 * 1024;
/// Of an answer that flows, so many bytes are kept to be shown when nothing can be made of it.
const KEPT: usize = 1024;
/// So many pieces of an answer that flows may be underway.
const UNDERWAY: usize = 8;
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
    answer: oneshot::Sender<Response>,
}

/// The pieces of an answer that flows, as a body.
struct Pieces(mpsc::Receiver<std::io::Result<Bytes>>);

impl Stream for Pieces {
    type Item = std::io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
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
    let (base, mut called, serving) = open().await?;
    let mut serving = std::pin::pin!(serving);
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
                let response = send(&upstream, call.rest, call.headers, call.body).await?;
                let got = whole(&upstream, response).await?;
                answer = Some(got.clone());
                // a receiver that is gone shows as an error of `asking`
                let json = [(header::CONTENT_TYPE, "application/json")];
                let _ = call.answer.send((json, Body::from(got)).into_response());
            }
            ended = &mut serving => return Err(no_port(ended)),
        }
    }
}

/// As [`through`], but the answer is passed on as it comes. `ask` says what went wrong when it knows (the provider said so in
/// the answer), and nothing when the answer could not be read to its end.
///
/// # Errors
/// Whatever went wrong upstream, or what `ask` says; `Malformed` when neither knows.
pub(super) async fn flowing<T, F: Future<Output = Result<T, Option<SelectorError>>>>(
    upstream: Upstream<'_>,
    ask: impl FnOnce(String) -> F,
) -> Result<T, SelectorError> {
    let (base, mut called, serving) = open().await?;
    let mut serving = std::pin::pin!(serving);
    let mut asking = std::pin::pin!(unpanicked(ask(base)));
    let kept = Mutex::new(Vec::new());
    let mut passing = std::pin::pin!(async {
        let call = called.recv().await;
        called.close();
        match call {
            Some(call) => flow(&upstream, call, &kept).await,
            None => Err(SelectorError::Unreachable("nothing was sent".to_owned())),
        }
    });
    let mut passed = None;
    loop {
        tokio::select! {
            asked = &mut asking => {
                let known = match asked {
                    Some(Ok(made)) => return Ok(made),
                    Some(Err(known)) => known,
                    None => None,
                };
                return Err(known.or(passed.flatten()).unwrap_or_else(|| {
                    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    malformed(&failure::clean(&String::from_utf8_lossy(&kept), upstream.key))
                }));
            }
            // an answer that broke off may have held all that was asked for: `asking` goes on
            broke = &mut passing, if passed.is_none() => passed = Some(broke?),
            ended = &mut serving => return Err(no_port(ended)),
        }
    }
}

/// How long the event is that is underway. An empty line ends one.
#[derive(Default)]
struct Event {
    length: usize,
    at_line_start: bool,
}

impl Event {
    /// The length of the longest event that is in `piece` or ends there.
    fn longest(&mut self, piece: &[u8]) -> usize {
        let mut longest = 0;
        for byte in piece {
            self.length += 1;
            longest = longest.max(self.length);
            match byte {
                b'\n' if self.at_line_start => self.length = 0,
                b'\n' => self.at_line_start = true,
                b'\r' => {}
                _ => self.at_line_start = false,
            }
        }
        longest
    }
}

/// Opens the port: the address to ask at, what comes in there, and the serving itself.
async fn open()
-> Result<(String, mpsc::Receiver<Call>, impl Future<Output = std::io::Result<()>> + Send), SelectorError> {
    let here = |error| no_port(Err(error));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(here)?;
    let secret = secret();
    let base = format!("http://{}/{secret}/", listener.local_addr().map_err(here)?);
    let (calls, called) = mpsc::channel(1);
    let routes = axum::Router::new().fallback(take).with_state((secret, calls));
    Ok((base, called, axum::serve(listener, routes).into_future()))
}

/// The port does not open, or serves no more.
fn no_port(ended: std::io::Result<()>) -> SelectorError {
    let error = ended.err().unwrap_or_else(|| std::io::ErrorKind::BrokenPipe.into());
    SelectorError::Unreachable(format!("no port on loopback: {error}"))
}

/// `asking`, with a panic in it as an error: `genai` adds up numbers of an answer, which an answer can make too large.
async fn guarded<T, E: std::fmt::Display>(asking: impl Future<Output = Result<T, E>>) -> Result<T, String> {
    match unpanicked(asking).await {
        Some(asked) => asked.map_err(|error| error.to_string()),
        None => Err("the answer could not be read".to_owned()),
    }
}

/// What `asking` comes to; nothing when it panics.
async fn unpanicked<T>(asking: impl Future<Output = T>) -> Option<T> {
    let mut asking = std::pin::pin!(asking);
    let polled = std::future::poll_fn(|context| {
        let poll = AssertUnwindSafe(|| asking.as_mut().poll(context));
        // polled no more after a panic: this is ready then
        catch_unwind(poll).map_or(Poll::Ready(None), |poll| poll.map(Some))
    });
    polled.await
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
        Ok(answer) => answer,
        Err(_) => StatusCode::BAD_GATEWAY.into_response(),
    }
}

/// Passes the request on. Its answer is a success.
async fn send(
    upstream: &Upstream<'_>,
    rest: String,
    headers: HeaderMap,
    body: Bytes,
) -> Result<reqwest::Response, SelectorError> {
    let Upstream { address, key } = *upstream;
    let failed = |error| failure::of_request(error, &address.host(), key);
    let client = client(address.is_loopback()).map_err(failed)?;
    let request = client.post(address.join(&rest)).headers(outgoing(headers, key)).body(body);
    let mut response = request.send().await.map_err(failed)?;
    let (status, headers) = (response.status(), response.headers().clone());
    if status.is_success() {
        return Ok(response);
    }
    // of an error, what came is enough
    let read = read(&mut response, ERROR_LIMIT).await.unwrap_or_else(|(read, _)| read);
    Err(failure::of_status(status, &headers, &read, key))
}

/// At most `limit` bytes of an answer; with the error, what came before it.
async fn read(response: &mut reqwest::Response, limit: usize) -> Result<Vec<u8>, (Vec<u8>, reqwest::Error)> {
    let mut read = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(_)) if read.len() >= limit => return Ok(read),
            Ok(Some(chunk)) => read.extend_from_slice(chunk.get(..limit - read.len()).unwrap_or(&chunk)),
            Ok(None) => return Ok(read),
            Err(error) => return Err((read, error)),
        }
    }
}

/// The whole answer: JSON of at most [`ANSWER_LIMIT`] bytes.
async fn whole(upstream: &Upstream<'_>, mut response: reqwest::Response) -> Result<Bytes, SelectorError> {
    let Upstream { address, key } = *upstream;
    let read = read(&mut response, ANSWER_LIMIT).await;
    let read = read.map_err(|(_, error)| failure::of_request(error, &address.host(), key))?;
    if serde_json::from_slice::<serde::de::IgnoredAny>(&read).is_err() {
        return Err(malformed(&failure::clean(&String::from_utf8_lossy(&read), key)));
    }
    Ok(read.into())
}

/// Passes the request on, and its answer back as it comes. Why it broke off, when it did after it had begun.
async fn flow(
    upstream: &Upstream<'_>,
    call: Call,
    kept: &Mutex<Vec<u8>>,
) -> Result<Option<SelectorError>, SelectorError> {
    let mut response = send(upstream, call.rest, call.headers, call.body).await?;
    let (pieces, coming) = mpsc::channel(UNDERWAY);
    let events = [(header::CONTENT_TYPE, "text/event-stream")];
    let _ = call.answer.send((events, Body::from_stream(Pieces(coming))).into_response());
    let (mut passed, mut event) = (0_usize, Event::default());
    let too_long = |what: &str, limit: usize| {
        let (host, limit) = (upstream.address.host(), limit / (1024 * 1024));
        SelectorError::Unreachable(format!("{host}: {what} is longer than {limit} MiB"))
    };
    let broke = loop {
        match response.chunk().await {
            Ok(Some(piece)) => {
                passed = passed.saturating_add(piece.len());
                {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    let room = KEPT.saturating_sub(kept.len()).min(piece.len());
                    kept.extend_from_slice(piece.get(..room).unwrap_or_default());
                }
                if passed > FLOW_LIMIT {
                    break too_long("its answer", FLOW_LIMIT);
                }
                if event.longest(&piece) > EVENT_LIMIT {
                    break too_long("a part of its answer", EVENT_LIMIT);
                }
                // nobody reads on: all that was wanted is there, or could not be read
                if pieces.send(Ok(piece)).await.is_err() {
                    return Ok(None);
                }
            }
            Ok(None) => return Ok(None),
            Err(error) => break failure::of_request(error, &upstream.address.host(), upstream.key),
        }
    };
    // the body ends here as if it were whole, so that what has come arrives; that it has no end shows to who reads it
    Ok(Some(broke))
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
