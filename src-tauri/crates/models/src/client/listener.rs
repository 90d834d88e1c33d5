//! The loopback port that a client takes for its API, for as long as one call lasts.
//!
//! Separate because it is the only thing in Memdesk that can be reached from outside its process: it listens on 127.0.0.1
//! only, on a port that the system picks, and answers only below a path that cannot be guessed. Never stores or logs what
//! comes in, and never decides what is answered.

use crate::selector::SelectorError;
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::future::Future;
use std::net::Ipv4Addr;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Bytes of chance in the path: 256 bits.
const CHANCE: usize = 32;

/// A request may have this many bytes: 200 descriptions can be long.
const REQUEST_LIMIT: usize = 64 * 1024 * 1024;

/// A request that came in below the right path.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) method: Method,
    /// What follows the path that cannot be guessed: `/v1/messages?beta=true`.
    pub(crate) rest: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// A listening port. Dropped, it is closed and what is being answered is dropped too.
pub(crate) struct Listener {
    base_url: String,
    serving: JoinHandle<()>,
    _ends_answers: DropGuard,
}

impl Listener {
    /// Listens, and answers each call with `answer`.
    ///
    /// # Errors
    /// `Unreachable` when this machine gives no port or no chance.
    pub(crate) async fn open<F, A>(answer: A) -> Result<Listener, SelectorError>
    where
        A: Fn(Call) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Response> + Send + 'static,
    {
        let no_port = |error: std::io::Error| {
            SelectorError::Unreachable(format!("this machine gives no port on 127.0.0.1: {error}"))
        };
        let secret = secret()?;
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(no_port)?;
        let port = socket.local_addr().map_err(no_port)?.port();
        let ended = CancellationToken::new();
        let (prefix, stop) = (format!("/{secret}"), ended.clone());
        let respond = move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
            let (prefix, answer, stop) = (prefix.clone(), answer.clone(), stop.clone());
            async move {
                let rest = uri.path_and_query().map(|path| path.as_str()).unwrap_or_default();
                let Some(rest) =
                    rest.strip_prefix(&prefix).filter(|rest| rest.is_empty() || rest.starts_with('/'))
                else {
                    return StatusCode::NOT_FOUND.into_response();
                };
                let call = Call { method, rest: rest.to_owned(), headers, body };
                tokio::select! {
                    () = stop.cancelled() => StatusCode::SERVICE_UNAVAILABLE.into_response(),
                    response = answer(call) => response,
                }
            }
        };
        let router = Router::new().fallback(respond).layer(DefaultBodyLimit::max(REQUEST_LIMIT));
        let stop = ended.clone();
        let serving = tokio::spawn(async move {
            // a failing accept is tried again by axum itself: this ends when it is told to
            let _ = axum::serve(socket, router).with_graceful_shutdown(stop.cancelled_owned()).await;
        });
        Ok(Listener {
            base_url: format!("http://127.0.0.1:{port}/{secret}"),
            serving,
            _ends_answers: ended.drop_guard(),
        })
    }

    /// What a client takes for the address of its API, without a slash at its end.
    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Closes it, and comes back when nothing listens any more.
    pub(crate) async fn close(mut self) {
        self.serving.abort();
        // it was aborted: that is the error
        let _ = (&mut self.serving).await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Hexadecimal digits that cannot be guessed.
fn secret() -> Result<String, SelectorError> {
    let mut bytes = [0; CHANCE];
    getrandom::fill(&mut bytes).map_err(|error| {
        SelectorError::Unreachable(format!("this machine gives no random bytes: {error}"))
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selector::Cancel;

    async fn status(url: &str) -> Option<u16> {
        reqwest::get(url).await.ok().map(|response| response.status().as_u16())
    }

    #[test]
    fn it_answers_below_its_path_only_and_only_while_it_is_open() {
        let statuses = crate::runtime::wait(&Cancel::default(), async {
            let listener = Listener::open(|call: Call| async move { call.rest.into_response() }).await?;
            let url = listener.base_url().to_owned();
            let said =
                reqwest::get(format!("{url}/v1/messages?beta=true")).await.unwrap().text().await.unwrap();
            assert_eq!(said, "/v1/messages?beta=true");
            let root = url.rsplit_once('/').unwrap().0;
            let mut statuses = Vec::new();
            for wrong in [
                root.to_owned(),
                format!("{root}/v1/messages"),
                format!("{url}0/v1/messages"),
                url[..url.len() - 1].to_owned(),
                format!("{root}//{}", url.rsplit('/').next().unwrap()),
            ] {
                statuses.push(status(&wrong).await);
            }
            listener.close().await;
            statuses.push(status(&url).await);
            Ok(statuses)
        });
        assert_eq!(statuses.unwrap(), [Some(404), Some(404), Some(404), Some(404), Some(404), None]);
    }
}
