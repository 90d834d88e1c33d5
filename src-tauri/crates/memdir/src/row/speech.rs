//! What a row says to somebody who reads the conversation: words of the person and of the agent, tools that were called,
//! what came of them.
//!
//! Separate from [`read`](super::read), which finds what is recorded and passes over answers: here every text is taken, and
//! nothing is kept of a row without any. What opens a turn is decided by the same function. Never cuts but where it is asked
//! to, and follows nothing that a text says.

use super::json::{self, text};
use super::{Fields, Row, Stamp, has_result, is_json, member, memory};
use std::fmt::Write as _;

/// Fields of a call that name a file or a directory: they are never cut.
const PATHS: &[&str] = &["file_path", "notebook_path", "path"];

/// A row, as it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Speech {
    /// When, where and by which client it was written.
    pub stamp: Stamp,
    /// What is said in it, in order; nothing of a row that only the client has use for, nor of a subagent's.
    pub said: Vec<Said>,
}

/// Something that was said or done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A person typed it: a turn begins. The same rows are [`Row::Question`].
    Asked(super::Asked),
    /// The agent's words, without its thoughts.
    Answered(String),
    /// The agent called a tool.
    Called(Call),
    /// What a tool gave back.
    Returned(Returned),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Its id, by which what came of it is known; empty when it has none.
    pub id: String,
    /// The tool.
    pub name: String,
    /// What it was given, as JSON, whole.
    pub input: String,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    /// The call's id; empty when it is not told.
    pub call: String,
    /// It was refused, or went wrong.
    pub failed: bool,
    /// Its text; of several blocks joined with newlines, without pictures.
    pub text: String,
}

impl Call {
    /// The path of the file that it writes or edits, as recorded; none for other tools.
    pub fn writes(&self) -> Option<String> {
        let field: &[u8] = match self.name.as_str() {
            "Write" | "Edit" | "MultiEdit" => b"file_path",
            "NotebookEdit" => b"notebook_path",
            _ => return None,
        };
        text(member(self.input.as_bytes(), field)).filter(|path| !path.is_empty())
    }

    /// The tool's name and what it was given, every value cut to `most` characters but for paths, which stay whole.
    ///
    /// ```
    /// # use memdesk_memdir::row::Call;
    /// let call = Call {
    ///     id: "1".into(),
    ///     name: "Edit".into(),
    ///     input: r#"{"file_path":"/home/me/shop/src/main.rs","old_string":"a long text"}"#.into(),
    /// };
    /// assert_eq!(call.brief(6), r#"Edit {"file_path":"/home/me/shop/src/main.rs","old_string":"a long…"}"#);
    /// ```
    pub fn brief(&self, most: usize) -> String {
        let mut out = format!("{} {{", self.name);
        let mut first = true;
        // what is no object, or breaks off, is shown as far as it goes
        let _ = json::whole_object(self.input.as_bytes(), |key, value| {
            let key = String::from_utf8_lossy(key);
            let value = match text(value) {
                Some(whole) if PATHS.contains(&key.as_ref()) => quoted(&whole),
                Some(whole) => quoted(&short(&whole, most)),
                None => short(&String::from_utf8_lossy(value), most),
            };
            let comma = if first { "" } else { "," };
            first = false;
            // writing to a string does not fail
            let _ = write!(out, "{comma}\"{key}\":{value}");
        });
        out.push('}');
        out
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// The beginning of a text, with a mark where it was cut.
fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// What a whole row says, without its line end; none when it is no JSON object.
pub fn speech(row: &[u8]) -> Option<Speech> {
    let row = row.trim_ascii();
    let fields = super::fields(row).ok()?;
    // what becomes a question has to be right, as in `read`
    if fields.kind != b"\"assistant\"" && !is_json(row) {
        return None;
    }
    let said = if fields.aside { Vec::new() } else { said(&fields) };
    Some(Speech { stamp: memory::stamp(&fields), said })
}

fn said(fields: &Fields<'_>) -> Vec<Said> {
    let asked = |row| match row {
        Some(Row::Question(asked)) => vec![Said::Asked(asked)],
        _ => Vec::new(),
    };
    match fields.kind {
        b"\"user\"" if has_result(member(fields.message, b"content")) => returned(fields.message),
        b"\"user\"" => asked(super::asked(fields)),
        b"\"attachment\"" if member(fields.attachment, b"type") == b"\"queued_command\"" => {
            asked(super::attachment(fields))
        }
        // not what the client says in its place, such as that the model could not be reached (2.1.197, 2.1.332)
        b"\"assistant\"" if !fields.refused && member(fields.message, b"model") != b"\"<synthetic>\"" => {
            answered(fields.message)
        }
        _ => Vec::new(),
    }
}

fn answered(message: &[u8]) -> Vec<Said> {
    let content = member(message, b"content");
    let words = |value| text(value).filter(|text| !text.trim().is_empty()).map(Said::Answered);
    let mut said = Vec::from_iter(words(content));
    // content that is no array has no blocks
    let _ = json::array(content, |block| match member(block, b"type") {
        b"\"text\"" => said.extend(words(member(block, b"text"))),
        b"\"tool_use\"" => {
            let of = |name: &[u8]| text(member(block, name)).unwrap_or_default();
            let input = String::from_utf8_lossy(member(block, b"input")).into_owned();
            said.push(Said::Called(Call { id: of(b"id"), name: of(b"name"), input }));
        }
        _ => {}
    });
    said
}

fn returned(message: &[u8]) -> Vec<Said> {
    let mut said = Vec::new();
    // content that is no array has no blocks
    let _ = json::array(member(message, b"content"), |block| {
        if member(block, b"type") == b"\"tool_result\"" {
            said.push(Said::Returned(Returned {
                call: text(member(block, b"tool_use_id")).unwrap_or_default(),
                failed: member(block, b"is_error") == b"true",
                text: words(member(block, b"content")),
            }));
        }
    });
    said
}

/// The text of a tool's result: a string, or the text blocks of an array.
fn words(content: &[u8]) -> String {
    if let Some(text) = text(content) {
        return text;
    }
    let mut parts = Vec::new();
    // content that is no array has no blocks
    let _ = json::array(content, |block| {
        if member(block, b"type") == b"\"text\"" {
            parts.extend(text(member(block, b"text")));
        }
    });
    parts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(row: &str) -> Vec<String> {
        let Some(speech) = speech(row.as_bytes()) else { return vec![String::from("broken")] };
        let one = |said: &Said| match said {
            Said::Asked(asked) => format!("asked {}", asked.text),
            Said::Answered(text) => format!("answered {text}"),
            Said::Called(call) => format!("called {} {}", call.id, call.brief(8)),
            Said::Returned(back) => format!("returned {} {} {}", back.call, back.failed, back.text),
        };
        speech.said.iter().map(one).collect()
    }

    #[test]
    fn what_each_kind_of_row_says() {
        let answer = |content: &str, more: &str| {
            format!(r#"{{"type":"assistant","message":{{"role":"assistant","content":{content}}}{more}}}"#)
        };
        let result = |content: &str| {
            format!(r#"{{"type":"user","message":{{"content":[{content}]}},"toolUseResult":{{"a":1}}}}"#)
        };
        for (name, row, expected) in [
            ("typed", r#"{"type":"user","message":{"content":"fix it"}}"#.to_owned(), vec!["asked fix it"]),
            ("meta", r#"{"type":"user","isMeta":true,"message":{"content":"fix it"}}"#.to_owned(), vec![]),
            ("words", answer(r#""Done.""#, ""), vec!["answered Done."]),
            (
                "words, thoughts and calls",
                answer(
                    r#"[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Now."},
                    {"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls -la /home","timeout":5}},
                    {"type":"text","text":" \n"}]"#,
                    "",
                ),
                vec!["answered Now.", r#"called t1 Bash {"command":"ls -la /…","timeout":5}"#],
            ),
            (
                "a path",
                answer(
                    r#"[{"type":"tool_use","id":"t2","name":"Grep","input":{"path":"/home/me/shop/src","glob":["a","b","c"]}}]"#,
                    "",
                ),
                vec![r#"called t2 Grep {"path":"/home/me/shop/src","glob":["a","b"…}"#],
            ),
            ("a subagent", answer(r#""Done.""#, r#","isSidechain":true"#), vec![]),
            ("the client, for the agent", answer(r#""API Error""#, r#","isApiErrorMessage":true"#), vec![]),
            (
                "a result",
                result(r#"{"type":"tool_result","tool_use_id":"t1","content":"a\nb"}"#),
                vec!["returned t1 false a\nb"],
            ),
            (
                "results in blocks",
                result(
                    r#"{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]},{"type":"tool_result"}"#,
                ),
                vec!["returned t1 true a\nb", "returned  false "],
            ),
            ("the client's own", r#"{"type":"system","subtype":"turn_duration"}"#.to_owned(), vec![]),
            ("an array", "[1]".to_owned(), vec!["broken"]),
            ("half", r#"{"type":"assistant","message":{"content":"a"#.to_owned(), vec!["broken"]),
        ] {
            assert_eq!(told(&row), expected, "{name}");
        }
    }

    #[test]
    fn what_a_call_writes() {
        for (name, input, expected) in [
            ("Write", r#"{"file_path":"/m/a.md","content":"x"}"#, Some("/m/a.md")),
            ("Edit", r#"{"old_string":"x","file_path":"/m/a.md"}"#, Some("/m/a.md")),
            ("NotebookEdit", r#"{"notebook_path":"/a.ipynb"}"#, Some("/a.ipynb")),
            ("Read", r#"{"file_path":"/m/a.md"}"#, None),
            ("Write", r#"{"file_path":""}"#, None),
            ("Write", "7", None),
            ("Write", "", None),
        ] {
            let call = Call { id: String::new(), name: name.to_owned(), input: input.to_owned() };
            assert_eq!(call.writes().as_deref(), expected, "{name} {input}");
        }
    }
}
