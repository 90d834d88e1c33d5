//! What an agent's calls did to files in a memory directory, and what came of each call.
//!
//! Separate from `call`, which says of every file that it was read or written: of a memory it matters who wrote it, when,
//! and which bytes. Says nothing of what a shell command does: the command is handed on as it is.

use super::json::{self, text};
use super::{Fields, member};
use crate::digest::hex;
use jiff::Timestamp;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// A text of more bytes may have been cut when its row was read, and has no digest.
const WHOLE: usize = 1024 * 1024;

/// Occurs in every path that [`is_memory`].
pub(super) static MEMORY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("memory"));

/// When, by which client and by whom a row was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The row's uuid; a copy of the row in another session's file has the same.
    pub id: Option<String>,
    /// When.
    pub time: Option<Timestamp>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The client's version.
    pub version: Option<String>,
    /// The session that the row names.
    pub session: Option<String>,
    /// It is a subagent's (`isSidechain`).
    pub aside: bool,
    /// Which subagent's, where that is told (`agentId`).
    pub agent: Option<String>,
}

/// A call that concerns memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// The call's id, by which its result is known; empty when it has none.
    pub call: String,
    /// What was called.
    pub what: Touched,
}

/// What a call does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// A file in a memory directory is written or edited.
    Wrote {
        /// Its path, as recorded.
        path: String,
        /// SHA-256 in hex of the text that the call has for the whole file. The client may add its own to that: what it
        /// wrote is in the call's [`Outcome`].
        digest: Option<String>,
    },
    /// A shell command that names something with `memory` in it.
    Ran(String),
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// It was refused, or went wrong: nothing was written.
    pub failed: bool,
    /// SHA-256 in hex of the whole text that was written, with the client's stamp (`toolUseResult.content` of a `Write`,
    /// 2.1.332, golden `provenance`).
    pub digest: Option<String>,
}

/// Whether a path looks like a memory's: Markdown, below a directory `memory` (a project's, a team's) or `agent-memory…` (a
/// subagent's). Others can look so too: only whoever knows the stores can tell.
pub fn is_memory(path: &str) -> bool {
    let mut parts = path.rsplit(['/', '\\']);
    let name = parts.next().unwrap_or_default();
    let is_markdown = name.len() > 3 && name.get(name.len() - 3..).is_some_and(|end| end == ".md");
    is_markdown && parts.any(|part| part == "memory" || part.starts_with("agent-memory"))
}

/// Whether a row can name a memory at all: a search for one word, for files of which nothing else is of interest.
pub fn may_touch(row: &[u8]) -> bool {
    MEMORY.find(row).is_some()
}

pub(super) fn stamp(fields: &Fields<'_>) -> Stamp {
    let full = |value: &[u8]| text(value).filter(|text| !text.is_empty());
    Stamp {
        id: full(fields.id),
        time: text(fields.time).and_then(|time| time.parse().ok()),
        cwd: full(fields.cwd),
        version: full(fields.version),
        session: full(fields.session),
        aside: fields.aside,
        agent: full(fields.agent),
    }
}

/// The calls in a message that concern memory, in order.
pub(super) fn touches(message: &[u8]) -> Vec<Touch> {
    let mut touches = Vec::new();
    // a message that cannot be walked has none
    let _ = json::array(member(message, b"content"), |block| {
        if member(block, b"type") != b"\"tool_use\"" {
            return;
        }
        let input = member(block, b"input");
        let what = match member(block, b"name") {
            b"\"Write\"" => wrote(input, text(member(input, b"content"))),
            b"\"Edit\"" | b"\"MultiEdit\"" => wrote(input, None),
            b"\"Bash\"" => text(member(input, b"command"))
                .filter(|command| command.contains("rm") && may_touch(block) && !command.is_empty())
                .map(Touched::Ran),
            _ => None,
        };
        let call = text(member(block, b"id")).unwrap_or_default();
        touches.extend(what.map(|what| Touch { call, what }));
    });
    touches
}

fn wrote(input: &[u8], content: Option<String>) -> Option<Touched> {
    let path = text(member(input, b"file_path")).filter(|path| is_memory(path))?;
    Some(Touched::Wrote { path, digest: content.as_deref().and_then(digest) })
}

fn digest(content: &str) -> Option<String> {
    (content.len() < WHOLE).then(|| hex(content.as_bytes()))
}

/// What came of the call with this id, when the row is the one that says so.
pub fn outcome(row: &[u8], call: &str) -> Option<Outcome> {
    let row = row.trim_ascii();
    if call.is_empty() || memchr::memmem::find(row, call.as_bytes()).is_none() {
        return None;
    }
    let fields = super::fields(row).ok()?;
    if fields.kind != b"\"user\"" {
        return None;
    }
    let mut found = None;
    // content that is no array has no blocks
    let _ = json::array(member(fields.message, b"content"), |block| {
        if member(block, b"type") == b"\"tool_result\""
            && text(member(block, b"tool_use_id")).as_deref() == Some(call)
        {
            found = Some(member(block, b"is_error") == b"true");
        }
    });
    let failed = found?;
    let content = text(member(fields.result, b"content")).filter(|_| !failed);
    // of one that a person changed before it was written, this is the changed text
    Some(Outcome { failed, digest: content.as_deref().and_then(digest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_look_like_a_memory() {
        for (path, expected) in [
            ("/h/.claude/projects/-p/memory/a.md", true),
            ("/h/.claude/projects/-p/memory/team/MEMORY.md", true),
            ("/p/.claude/agent-memory/reviewer/MEMORY.md", true),
            ("/p/.claude/agent-memory-local/reviewer/a.md", true),
            (r"C:\Users\me\.claude\projects\C--p\memory\a.md", true),
            ("memory/a.md", true),
            ("/p/memory.md", false),
            ("/p/memory/a.rs", false),
            ("/p/memory/.md", false),
            ("/p/memory-notes/a.md", false),
            ("/p/my-agent-memory/a.md", false),
            ("/p/memory/é", false),
            ("", false),
        ] {
            assert_eq!(is_memory(path), expected, "{path}");
        }
    }

    #[test]
    fn what_came_of_a_call() {
        let result = |block: &str, more: &str| {
            format!(r#"{{"type":"user","message":{{"role":"user","content":[{block}]}}{more}}}"#)
        };
        let of = |id: &str, more: &str| format!(r#"{{"tool_use_id":"{id}","type":"tool_result"{more}}}"#);
        let content = r#","toolUseResult":{"type":"create","content":"x"}"#;
        let written = |failed, digest: Option<&str>| {
            Some(Outcome { failed, digest: digest.map(|text| hex(text.as_bytes())) })
        };
        for (name, row, expected) in [
            ("written", result(&of("t1", ""), content), written(false, Some("x"))),
            ("refused", result(&of("t1", r#","is_error":true"#), content), written(true, None)),
            ("edited", result(&of("t1", ""), r#","toolUseResult":{"oldString":"a"}"#), written(false, None)),
            ("an error's text", result(&of("t1", ""), r#","toolUseResult":"t1""#), written(false, None)),
            ("another's", result(&of("t11", ""), content), None),
            ("named only", result(r#"{"type":"text","text":"t1"}"#, content), None),
            ("no message", r#"{"type":"user","message":"t1"}"#.to_owned(), None),
            ("an answer", result(&of("t1", ""), content).replacen("user", "assistant", 1), None),
            ("half", r#"{"type":"user","message":{"content":[{"tool_use_id":"t1"#.to_owned(), None),
        ] {
            assert_eq!(outcome(row.as_bytes(), "t1"), expected, "{name}");
        }
        assert_eq!(outcome(result(&of("", ""), content).as_bytes(), ""), None);
    }
}
