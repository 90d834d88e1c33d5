//! A conversation around a question, quoted from the session file itself.
//!
//! Separate from the cache, which keeps no answers. What is quoted is data: it is shown, never followed. Reads the file once
//! from its beginning and keeps a few turns of it.

use crate::files::open_regular;
use crate::question::Question;
use jiff::Timestamp;
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// Quotes before the question at most, and from it on.
const BEFORE: usize = 6;
const AFTER: usize = 30;
/// A quote's text at most, in characters.
const TEXT: usize = 4_000;
/// A longer row is passed over, in bytes.
const ROW: u64 = 4 * 1024 * 1024;

/// Something that was said or done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Who.
    pub who: Speaker,
    /// When; none when the row does not say.
    pub time: Option<Timestamp>,
    /// The text, its first 4,000 characters.
    pub text: String,
    /// There is more of it.
    pub cut: bool,
    /// It is the question that was asked for.
    pub here: bool,
}

/// Who speaks in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The person.
    Person,
    /// The agent.
    Assistant,
    /// A tool, or what the agent called it with.
    Tool,
}

/// What was said around a question, oldest first: a few quotes before it, and what followed until the turn after it.
///
/// # Errors
/// When the session's file cannot be read.
pub(crate) fn conversation(question: &Question) -> io::Result<Vec<Quote>> {
    let mut file = BufReader::new(open_regular(&question.file)?);
    let mut before: VecDeque<Quote> = VecDeque::new();
    let mut out: Vec<Quote> = Vec::new();
    let mut row = Vec::new();
    loop {
        row.clear();
        let read = (&mut file).take(ROW).read_until(b'\n', &mut row)?;
        if read == 0 || out.len() >= AFTER {
            break;
        }
        if !row.ends_with(b"\n") && read as u64 == ROW {
            file.skip_until(b'\n')?;
            continue;
        }
        let Ok(value) = serde_json::from_slice::<Value>(&row) else { continue };
        let here = value.get("uuid").and_then(Value::as_str) == Some(question.id.as_str());
        for mut quote in quotes(&value) {
            quote.here = here && quote.who == Speaker::Person;
            match out.is_empty() && !here {
                true => {
                    before.push_back(quote);
                    if before.len() > BEFORE {
                        before.pop_front();
                    }
                }
                false => out.push(quote),
            }
        }
    }
    Ok(before.into_iter().chain(out).collect())
}

/// What a row says; nothing for rows that are no message.
fn quotes(row: &Value) -> Vec<Quote> {
    let kind = row.get("type").and_then(Value::as_str).unwrap_or_default();
    let speaker = match kind {
        "user" => Speaker::Person,
        "assistant" => Speaker::Assistant,
        _ => return Vec::new(),
    };
    if row.get("isMeta").and_then(Value::as_bool) == Some(true) {
        return Vec::new();
    }
    let time = row.get("timestamp").and_then(Value::as_str).and_then(|text| text.parse().ok());
    let content = row.get("message").and_then(|message| message.get("content"));
    let mut out = Vec::new();
    let mut say = |who, text: &str| {
        if !text.trim().is_empty() {
            let kept: String = text.chars().take(TEXT).collect();
            let cut = kept.len() < text.len();
            out.push(Quote { who, time, text: kept, cut, here: false });
        }
    };
    match content {
        Some(Value::String(text)) => say(speaker, text),
        Some(Value::Array(blocks)) => {
            for block in blocks {
                let text = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
                match text("type") {
                    "text" => say(speaker, text("text")),
                    "tool_use" => {
                        let input = block.get("input").map(Value::to_string).unwrap_or_default();
                        say(Speaker::Tool, &format!("{} {input}", text("name")));
                    }
                    "tool_result" => match block.get("content") {
                        Some(Value::String(text)) => say(Speaker::Tool, text),
                        Some(other) => say(Speaker::Tool, &other.to_string()),
                        None => {}
                    },
                    _ => {}
                }
            }
        }
        _ => {}
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn the_recorded_session_is_quoted_around_its_question() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(
            "../../../tests/golden/provenance/projects/-home-me-shop/f031402e-04a2-45f4-b3be-0c20ea957300.jsonl",
        );
        let question = |id: &str| Question {
            id: id.to_owned(),
            session: String::new(),
            file: file.clone(),
            time: Timestamp::UNIX_EPOCH,
            text: String::new(),
            cwd: None,
            version: None,
            recorded: Vec::new(),
            found: Vec::new(),
        };
        let quotes = conversation(&question("e0145e13-7513-4a3f-96a9-6aca80f29d41")).unwrap();
        let here = quotes.iter().position(|quote| quote.here).unwrap();
        assert_eq!(quotes[here].text, "please remember that deploys go out on Tuesday");
        assert_eq!((quotes[here].who, here), (Speaker::Person, 4));
        assert!(quotes[here + 1].text.starts_with("Write {") && quotes[here + 1].who == Speaker::Tool);
        assert!(conversation(&question("none")).unwrap().iter().all(|quote| !quote.here));
    }
}
