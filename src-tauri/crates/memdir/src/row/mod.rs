//! What one row of a session file records: a question that a person typed, memories that were attached, files that the
//! main agent read or wrote, memories that were written in the background.
//!
//! Separate because rows change in every release: what is known of them is here and nowhere else, and whatever is not
//! known is [`Row::Other`]. Never sees a file: it is given one row, whole, without its line end. Golden cases:
//! `tests/golden/provenance` and `rows_more.json`.

mod attached;
mod call;
mod glance;
mod json;
mod memory;
mod speech;
mod string;
mod usual;

pub use glance::{Glance, glance, may_speak};
pub use memory::{Outcome, Stamp, Touch, Touched, is_memory, may_touch, outcome};
pub use speech::{Call, Returned, Said, Speech, speech};

use glance::Look;
use jiff::Timestamp;

/// Tools whose calls are known, by the name that a call has.
const TOOLS: &[&str] = &["Read", "Write", "Edit", "MultiEdit", "NotebookEdit"];

/// How texts begin that the client itself writes as a user's message. Rows since 2.1.300 or so say where they are from
/// (`origin`); these are for older ones, and for blocks put before what was typed.
const NOT_TYPED: &[&str] = &[
    "<bash-input>",
    "<bash-stderr>",
    "<bash-stdout>",
    "<command-args>",
    "<command-message>",
    "<command-name>",
    "<ide_",
    "<local-command-caveat>",
    "<local-command-stderr>",
    "<local-command-stdout>",
    "<system-reminder>",
    "<task-notification>",
    "<teammate-message",
    "<user-memory-input>",
    "<user-prompt-submit-hook>",
    INTERRUPTED,
];

/// How the row begins that says that a person stopped the turn. It can come after the question that begins the next.
const INTERRUPTED: &str = "[Request interrupted by user";

/// What a row records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A person typed something.
    Question(Asked),
    /// A turn begins that no person asked for, or asked for without words: a notification, the output of a shell command,
    /// a picture alone. The selector runs for these too (seen in 2.1.332), so memories attached next belong to no question.
    Unasked,
    /// Memories were attached, to whatever began the turn.
    Attached(Vec<Memory>),
    /// The main agent called tools that read or write files, or any agent some that concern memory.
    Calls(Calls),
    /// Memory was written in the background.
    Saved(Saved),
    /// Something else, known or not.
    Other,
    /// It is no JSON.
    Broken,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The row's uuid; a copy of the row in another session's file has the same.
    pub id: Option<String>,
    /// What was typed; the text blocks joined with newlines when there are several.
    pub text: String,
    /// When.
    pub time: Option<Timestamp>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The client's version.
    pub version: Option<String>,
    /// It was typed while the client was at work and went into the running turn: no selector runs for it, and what is
    /// attached afterwards belongs to the question that began the turn (seen in 2.1.332).
    pub queued: bool,
}

/// A memory as it was attached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Absolute path, as recorded.
    pub path: String,
    /// SHA-256 of the recorded text, in hex.
    pub digest: String,
    /// The file's modification time, whole milliseconds since 1970.
    pub mtime_ms: Option<i64>,
    /// Lines kept, when the file was cut ([`Surfaced::limit`](crate::surface::Surfaced::limit)).
    pub limit: Option<u64>,
    /// UTF-16 units of the recorded text: what it took of the session's budget.
    pub units: usize,
}

/// What tools were called on, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calls {
    /// Files that the main agent read.
    pub read: Vec<String>,
    /// Files that it wrote or edited.
    pub wrote: Vec<String>,
    /// Calls of any agent that concern memory.
    pub memory: Vec<Touch>,
    /// Who made them and when; empty where there are none.
    pub stamp: Stamp,
}

/// Memory written in the background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Absolute paths, deletions included.
    pub paths: Vec<String>,
    /// By the dream rather than by the extractor.
    pub improved: bool,
    /// When.
    pub stamp: Stamp,
}

/// The fields of a row that are of interest, raw.
#[derive(Default)]
struct Fields<'a> {
    kind: &'a [u8],
    subtype: &'a [u8],
    verb: &'a [u8],
    paths: &'a [u8],
    origin: &'a [u8],
    message: &'a [u8],
    attachment: &'a [u8],
    result: &'a [u8],
    id: &'a [u8],
    time: &'a [u8],
    cwd: &'a [u8],
    version: &'a [u8],
    session: &'a [u8],
    agent: &'a [u8],
    aside: bool,
    meta: bool,
    refused: bool,
}

/// What a whole row records, without its line end. An empty one is [`Row::Other`].
///
/// That a row is no JSON is found only as far as it is looked at: an answer, or a row of another kind, need only begin and
/// end like an object. [`is_whole`] looks at all of it.
pub fn read(row: &[u8]) -> Row {
    let row = row.trim_ascii();
    match (row.first(), row.last()) {
        (None, _) => return Row::Other,
        (Some(b'{'), Some(b'}')) => {}
        (Some(b'{'), _) => return Row::Broken,
        _ if is_json(row) => return Row::Other,
        _ => return Row::Broken,
    }
    match glance::look(row) {
        Ok(Look::Other) => return Row::Other,
        Ok(Look::Content { content, main: true }) => {
            if let Some(calls) = call::quick(content) {
                return if calls == Calls::default() { Row::Other } else { Row::Calls(calls) };
            }
        }
        Ok(Look::Aside(rest)) if glance::aside(&rest) == Ok(false) => return Row::Other,
        Ok(_) => {}
        Err(_) => return Row::Broken,
    }
    let Ok(fields) = fields(row) else { return Row::Broken };
    // answers and memories can be long, and are walked anyway; what becomes a question has to be right
    let kind = member(fields.attachment, b"type");
    let is_long = fields.kind == b"\"assistant\"" || kind == b"\"relevant_memories\"";
    if !is_long && !is_json(row) {
        return Row::Broken;
    }
    if fields.aside && fields.kind != b"\"assistant\"" {
        return Row::Other;
    }
    let found = match fields.kind {
        b"\"user\"" => asked(&fields),
        b"\"attachment\"" => attachment(&fields),
        b"\"assistant\"" => Some(calls(&fields)).filter(|calls| *calls != Calls::default()).map(Row::Calls),
        b"\"system\"" if fields.subtype == b"\"memory_saved\"" => Some(Row::Saved(Saved {
            paths: texts(fields.paths),
            improved: fields.verb == b"\"Improved\"",
            stamp: memory::stamp(&fields),
        })),
        _ => None,
    };
    found.unwrap_or(Row::Other)
}

/// Whether a row is a JSON object from its first byte to its last, so that it was not cut off.
pub fn is_whole(row: &[u8]) -> bool {
    let row = row.trim_ascii();
    row.first() == Some(&b'{') && is_json(row)
}

fn is_json(row: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(row).is_ok()
}

fn fields(row: &[u8]) -> Result<Fields<'_>, json::Stop> {
    let mut fields = Fields::default();
    json::whole_object(row, |key, value| match key {
        b"type" => fields.kind = value,
        b"subtype" => fields.subtype = value,
        b"verb" => fields.verb = value,
        b"writtenPaths" => fields.paths = value,
        b"origin" => fields.origin = value,
        b"message" => fields.message = value,
        b"attachment" => fields.attachment = value,
        b"toolUseResult" => fields.result = value,
        b"uuid" => fields.id = value,
        b"timestamp" => fields.time = value,
        b"cwd" => fields.cwd = value,
        b"version" => fields.version = value,
        b"sessionId" => fields.session = value,
        b"agentId" => fields.agent = value,
        b"isSidechain" => fields.aside = value == b"true",
        b"isApiErrorMessage" => fields.refused = value == b"true",
        b"isMeta" | b"isCompactSummary" | b"isVisibleInTranscriptOnly" => fields.meta |= value == b"true",
        _ => {}
    })?;
    Ok(fields)
}

/// The value of `key` in an object, raw; empty where there is none.
fn member<'a>(value: &'a [u8], name: &[u8]) -> &'a [u8] {
    json::member(value, name).ok().flatten().unwrap_or_default()
}

/// What an answer calls. Of a subagent's only what concerns memory.
fn calls(fields: &Fields<'_>) -> Calls {
    let mut calls = if fields.aside { Calls::default() } else { call::all_calls(fields.message) };
    calls.memory = memory::touches(fields.message);
    if !calls.memory.is_empty() {
        calls.stamp = memory::stamp(fields);
    }
    calls
}

/// What a user's row says; none for a tool's result and for what is only put into a running turn.
fn asked(fields: &Fields<'_>) -> Option<Row> {
    let content = member(fields.message, b"content");
    if fields.meta || content.is_empty() || !matches!(fields.result, b"" | b"null") || has_result(content) {
        return None;
    }
    Some(match typed(content, fields.origin) {
        Some(text) => Row::Question(question(fields, text, fields.id, fields.time, false)),
        None if is_interruption(content) => return None,
        None => Row::Unasked,
    })
}

fn is_interruption(content: &[u8]) -> bool {
    let begins = |text: &[u8]| json::text(text).is_some_and(|text| text.starts_with(INTERRUPTED));
    let mut found = begins(content);
    // content that is no array has no blocks
    let _ = json::array(content, |block| found |= begins(member(block, b"text")));
    found
}

fn has_result(content: &[u8]) -> bool {
    let mut found = false;
    // content that is no array has no blocks
    let _ = json::array(content, |block| found |= member(block, b"type") == b"\"tool_result\"");
    found
}

fn question(fields: &Fields<'_>, text: String, id: &[u8], time: &[u8], queued: bool) -> Asked {
    let full = |value: &[u8]| json::text(value).filter(|text| !text.is_empty());
    Asked {
        id: full(id),
        text,
        time: json::text(time).and_then(|time| time.parse().ok()),
        cwd: full(fields.cwd),
        version: full(fields.version),
        queued,
    }
}

/// The text of a message that a person typed: of a string, or of the text blocks without those that the client put
/// there. None for what `origin` says is no person's, and where there is no text.
fn typed(content: &[u8], origin: &[u8]) -> Option<String> {
    let kind = member(origin, b"kind");
    if !matches!(kind, b"" | b"\"human\"") {
        return None;
    }
    if let Some(text) = json::text(content) {
        return command(&text).or_else(|| is_typed(&text).then_some(text));
    }
    let mut parts = Vec::new();
    json::array(content, |block| {
        if member(block, b"type") == b"\"text\"" {
            parts.extend(json::text(member(block, b"text")).filter(|text| is_typed(text)));
        }
    })
    .ok()?;
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// A command of the user's own as it was typed, such as `/greet everyone`, out of the tags that it is recorded in. The
/// selector is asked about these (2.1.197 and 2.1.332). Of a built-in one, such as `/compact`, for which it is not asked,
/// the name comes first, not the message.
fn command(text: &str) -> Option<String> {
    let inside = |tag: &str| {
        let (_, rest) = text.split_once(&format!("<{tag}>"))?;
        rest.split_once(&format!("</{tag}>")).map(|(inner, _)| inner.trim())
    };
    if !text.starts_with("<command-message>") {
        return None;
    }
    let name = inside("command-name").filter(|name| name.starts_with('/'))?;
    let arguments = inside("command-args").unwrap_or_default();
    Some(format!("{name} {arguments}").trim_end().to_owned())
}

/// Whether a text is not one that the client writes, and not nothing.
fn is_typed(text: &str) -> bool {
    let text = text.trim_start();
    !text.is_empty() && !NOT_TYPED.iter().any(|start| text.starts_with(start))
}

fn attachment(fields: &Fields<'_>) -> Option<Row> {
    match member(fields.attachment, b"type") {
        b"\"relevant_memories\"" => {
            Some(attached::attached(fields.attachment).map_or(Row::Broken, Row::Attached))
        }
        b"\"queued_command\"" => {
            let of = |name: &[u8]| member(fields.attachment, name);
            if fields.meta || of(b"isMeta") == b"true" || !matches!(of(b"commandMode"), b"" | b"\"prompt\"") {
                return None;
            }
            let text = typed(of(b"prompt"), of(b"origin"))?;
            let own = |own: &'static [u8], row| if of(own).is_empty() { row } else { of(own) };
            let (id, time) = (own(b"source_uuid", fields.id), own(b"timestamp", fields.time));
            Some(Row::Question(question(fields, text, id, time, true)))
        }
        _ => None,
    }
}

fn texts(value: &[u8]) -> Vec<String> {
    let mut texts = Vec::new();
    // what is no array has none
    let _ = json::array(value, |one| texts.extend(json::text(one)));
    texts
}
