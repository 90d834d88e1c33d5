//! What went wrong on the wire, as a selector's error.
//!
//! Separate because this is where foreign words come in: they are cut short, and no key or password in them goes on.

use super::answer::first;
use crate::SelectorError;
use crate::key::Key;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use std::error::Error;
use std::time::SystemTime;

/// The error behind a status that is no success.
pub(super) fn of_status(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    key: Option<&Key>,
) -> SelectorError {
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => SelectorError::KeyRefused(words(body, key)),
        StatusCode::TOO_MANY_REQUESTS => SelectorError::RateLimited(retry_after(headers, SystemTime::now())),
        status if status.is_redirection() => {
            let to = headers.get(LOCATION).and_then(|place| place.to_str().ok()).unwrap_or("another place");
            let to = first(&clean(to, key));
            SelectorError::Provider(status.as_u16(), format!("it sends on to {to}, which is not followed"))
        }
        status => SelectorError::Provider(status.as_u16(), words(body, key)),
    }
}

/// The error of a request that got no answer, or only a part of one. `host` is where it went.
pub(super) fn of_request(error: reqwest::Error, host: &str, key: Option<&Key>) -> SelectorError {
    let error = error.without_url();
    let mut causes = Vec::new();
    let mut cause: Option<&dyn Error> = Some(&error);
    while let Some(inner) = cause {
        causes.push(inner.to_string());
        cause = inner.source();
    }
    let mut causes: Vec<&str> = causes.iter().map(String::as_str).collect();
    // the outermost only say that a request was made
    let says_nothing = |cause: &str| cause == "error sending request" || cause.starts_with("client error (");
    while causes.len() > 1 && causes.first().is_some_and(|cause| says_nothing(cause)) {
        causes.remove(0);
    }
    // many repeat what they wrap
    causes.dedup_by(|inner, outer| outer.contains(*inner));
    SelectorError::Unreachable(format!("{host}: {}", first(&clean(&causes.join(": "), key))))
}

/// The provider's own words in the body of an error: its `message`, wherever providers put it, else the body's beginning.
fn words(body: &[u8], key: Option<&Key>) -> String {
    let text = String::from_utf8_lossy(body);
    let json: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    let message = json.as_ref().and_then(|json| {
        ["/error/message", "/message", "/error", "/detail"]
            .iter()
            .find_map(|place| json.pointer(place)?.as_str())
    });
    first(&clean(message.unwrap_or(&text), key))
}

/// `text` with `…` in place of the key and of any name and password in an address.
pub(super) fn clean(text: &str, key: Option<&Key>) -> String {
    let text = key.map_or_else(|| text.to_owned(), |key| key.hidden_in(text));
    let mut parts = text.split("://");
    let mut cleaned = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_whitespace() || "/?#\"'<>".contains(c)).unwrap_or(part.len());
        let (authority, rest) = part.split_at_checked(end).unwrap_or((part, ""));
        cleaned.push_str("://");
        match authority.rsplit_once('@') {
            Some((_, host)) => cleaned.extend(["…@", host, rest]),
            None => cleaned.push_str(part),
        }
    }
    cleaned
}

/// Seconds to wait by `retry-after`, which has seconds or a date (RFC 9110, 10.2.3).
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<u64> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        // a whole number by the RFC; some send a fraction. The cast keeps within bounds.
        return (seconds >= 0.0).then_some(seconds.ceil() as u64);
    }
    let then = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
    let now = jiff::Timestamp::try_from(now).ok()?;
    Some(u64::try_from(then.as_second().saturating_sub(now.as_second())).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    #[test]
    fn seconds_to_wait() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 - 30); // Sun, 06 Nov 1994 08:49:07 GMT
        for (value, expected) in [
            ("7", Some(7)),
            ("0.4", Some(1)),
            ("-3", None),
            ("NaN", None),
            ("soon", None),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(30)),
            ("Sun, 06 Nov 1994 08:40:00 GMT", Some(0)),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]);
            assert_eq!(retry_after(&headers, now), expected, "{value}");
        }
    }

    #[test]
    fn words_of_providers() {
        let key = Key::new("sk-secret-12").unwrap();
        for (body, expected) in [
            (r#"{"type":"error","error":{"type":"x","message":"bad key"}}"#, "bad key"),
            (r#"{"error":"model 'x' not found"}"#, "model 'x' not found"),
            (r#"{"detail":"no  such\nthing"}"#, "no such thing"),
            ("<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"),
            (r#"{"error":{"message":"key sk-secret-12 is wrong"}}"#, "key … is wrong"),
            ("via http://me:pw@proxy:1/x and https://a@b", "via http://…@proxy:1/x and https://…@b"),
            ("", ""),
        ] {
            assert_eq!(words(body.as_bytes(), Some(&key)), expected);
        }
        assert_eq!(words("é".repeat(5000).as_bytes(), None).chars().count(), super::super::answer::FIRST + 1);
    }
    proptest! {
        #[test]
        fn no_key_and_no_password_is_left(before in ".{0,40}", after in ".{0,40}", gap in "[ /:@]{0,3}") {
            let key = Key::new("sk-secret-12").unwrap();
            let text = format!("{before}{gap}sk-secret-12{gap}{after} https://me:pa55w0rd@host/{after}");
            let cleaned = clean(&text, Some(&key));
            prop_assert!(!cleaned.contains("sk-secret-12") && !cleaned.contains("pa55w0rd"), "{}", cleaned);
        }
    }
}
