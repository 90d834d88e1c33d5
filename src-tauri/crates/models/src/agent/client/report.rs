//! What a client at work prints, line by line, as steps and as an outcome.
//!
//! Separate because it is pure, and because lines are added in every release: one that is not known is passed over. Never
//! decides anything but how it ended.

use crate::agent::{Short, Step, Work};
use crate::client::process::Ended;
use crate::client::wire::{shown, text};
use crate::selector::SelectorError;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Characters of what a tool was used on.
const WHAT: usize = 300;

/// A message that the client made up itself, such as an error.
const MADE_UP: &str = "<synthetic>";

/// What has been printed so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    folder: PathBuf,
    model: String,
    turns: usize,
    said: String,
    /// Id of a call: the tool, on what, and why it was refused.
    calls: HashMap<String, (&'static str, String, Option<String>)>,
    acted: bool,
    /// Tokens by answer: its id, those sent, those answered.
    tokens: Vec<(String, u64, u64)>,
    /// The line that is the last one.
    result: Option<Value>,
    /// How the process ended, should that line be missing.
    ended: String,
}

impl Report {
    /// Of a client that works in `folder`.
    pub(super) fn new(folder: PathBuf) -> Report {
        Report { folder, ..Report::default() }
    }

    /// A tool was used.
    pub(super) fn acted(&self) -> bool {
        self.acted
    }

    /// It has said how it ended.
    pub(super) fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// Tokens in and out so far.
    pub(super) fn tokens(&self) -> u64 {
        let (input, output) = self.totals();
        input.saturating_add(output)
    }

    fn totals(&self) -> (u64, u64) {
        let sum =
            |pick: fn(&(String, u64, u64)) -> u64| self.tokens.iter().map(pick).fold(0, u64::saturating_add);
        let result = self.result.as_ref().map(|result| tokens(&result["usage"])).unwrap_or_default();
        // answers say at their beginning what they will have taken; the last line knows
        (sum(|one| one.1).max(result.0), sum(|one| one.2).max(result.1))
    }

    /// Takes a line in.
    pub(super) fn line(&mut self, line: &[u8]) -> Vec<Step> {
        let Ok(line) = serde_json::from_slice::<Value>(line) else { return Vec::new() };
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        match (word("type"), word("subtype")) {
            ("system", "init") => self.model = word("model").to_owned(),
            ("system", "permission_denied") => {
                if let Some(call) = self.calls.get_mut(word("tool_use_id")) {
                    call.2 = Some(shown(word("message")));
                }
            }
            ("assistant", _) => return self.answer(&line["message"]),
            ("user", _) => return self.results(&line["message"]["content"]),
            ("result", _) => {
                self.result = Some(line);
                return vec![self.took()];
            }
            _ => {}
        }
        Vec::new()
    }

    fn took(&self) -> Step {
        let (input_tokens, output_tokens) = self.totals();
        Step::Took { input_tokens, output_tokens, dollars: self.dollars() }
    }

    fn dollars(&self) -> Option<f64> {
        self.result.as_ref()?["total_cost_usd"].as_f64()
    }

    /// A part of an answer: an answer comes in a line for each of its blocks, all of one id.
    fn answer(&mut self, message: &Value) -> Vec<Step> {
        let id = message["id"].as_str().unwrap_or_default();
        if message["model"] == MADE_UP {
            return Vec::new();
        }
        let mut steps = Vec::new();
        let (input, output) = tokens(&message["usage"]);
        match self.tokens.iter_mut().find(|(known, ..)| known == id) {
            Some(known) => (known.1, known.2) = (known.1.max(input), known.2.max(output)),
            None => {
                self.turns += 1;
                self.tokens.push((id.to_owned(), input, output));
                if self.turns > 1 {
                    steps.push(Step::Turn(self.turns));
                }
                steps.push(self.took());
            }
        }
        for block in message["content"].as_array().into_iter().flatten() {
            match block["type"].as_str() {
                Some("text") => {
                    let words = block["text"].as_str().unwrap_or_default();
                    if !words.trim().is_empty() {
                        self.said = words.to_owned();
                        steps.push(Step::Said { turn: self.turns, text: words.to_owned() });
                    }
                }
                Some("tool_use") => {
                    let tool = tool(block["name"].as_str().unwrap_or_default());
                    let what = self.what(tool, block);
                    let id = block["id"].as_str().unwrap_or_default().to_owned();
                    self.calls.insert(id, (tool, what, None));
                }
                _ => {}
            }
        }
        steps
    }

    /// What came of calls.
    fn results(&mut self, content: &Value) -> Vec<Step> {
        let mut steps = Vec::new();
        for block in content.as_array().into_iter().flatten() {
            let id = block["tool_use_id"].as_str().unwrap_or_default();
            let Some((tool, what, refused)) = self.calls.remove(id) else { continue };
            self.acted = true;
            let failed = block["is_error"] == true;
            let refused = refused.or_else(|| failed.then(|| shown(&text(&block["content"]))));
            steps.push(Step::Did { turn: self.turns, tool: tool.to_owned(), what, refused });
        }
        steps
    }

    /// What a tool is used on: a path below the memory, `sessions/` and a path, a pattern.
    fn what(&self, tool: &str, call: &Value) -> String {
        let input = &call["input"];
        let names: &[&str] = match tool {
            "grep" | "glob" => &["pattern"],
            "other" => &[],
            _ => &["file_path"],
        };
        let given = names.iter().find_map(|name| input[name].as_str());
        let given = given.or_else(|| call["name"].as_str()).unwrap_or_default();
        let path = Path::new(given);
        let path = path.strip_prefix(&self.folder).unwrap_or(path);
        let path = path.strip_prefix("memory").unwrap_or(path);
        let what =
            if names == ["file_path"] { path.to_string_lossy().into_owned() } else { given.to_owned() };
        what.chars().filter(|c| !c.is_control()).take(WHAT).collect()
    }

    /// The process has ended.
    pub(super) fn ended(&mut self, ended: &Ended) {
        let said = shown(&ended.said);
        let said = if said.is_empty() { "said nothing".to_owned() } else { format!("said: {said}") };
        self.ended = format!("the client ended with {} and {said}", ended.status);
    }

    /// What has come of it; `short` when it was ended from here.
    ///
    /// # Errors
    /// When it failed before it had used a tool.
    pub(super) fn outcome(&self, short: Option<Short>, program: &Path) -> Result<Work, SelectorError> {
        if short.is_some() {
            return Ok(self.work(short));
        }
        let nothing = Value::Null;
        let result = self.result.as_ref().unwrap_or(&nothing);
        match (result["subtype"].as_str(), result["is_error"].as_bool()) {
            (Some("error_max_turns"), _) => return Ok(self.work(Some(Short::TurnLimit))),
            (Some("error_max_budget_usd"), _) => return Ok(self.work(Some(Short::CostLimit))),
            (Some("success"), Some(false)) => return Ok(self.work(None)),
            _ => {}
        }
        let errors = result["errors"].as_array().into_iter().flatten().find_map(Value::as_str);
        let words = result["result"].as_str().or(errors).map_or_else(|| self.ended.clone(), shown);
        if result["stop_reason"] == "refusal" {
            return Ok(self.work(Some(Short::Refused(words))));
        }
        let error = match result["api_error_status"].as_u64().and_then(|status| u16::try_from(status).ok()) {
            Some(401 | 403) => SelectorError::KeyRefused(words),
            Some(429) => SelectorError::RateLimited(None),
            Some(status) => SelectorError::Provider(status, words),
            None => SelectorError::NoClient(program.to_owned(), words),
        };
        if self.acted { Ok(self.work(Some(Short::BrokeOff(error.to_string())))) } else { Err(error) }
    }

    /// What it came to by now.
    pub(super) fn work(&self, short: Option<Short>) -> Work {
        let (input_tokens, output_tokens) = self.totals();
        Work {
            turns: self.turns,
            short,
            said: self.said.clone(),
            input_tokens,
            output_tokens,
            dollars: self.dollars(),
            model: self.model.clone(),
        }
    }
}

/// A tool as a word for people.
fn tool(name: &str) -> &'static str {
    match name {
        "Read" => "read",
        "Grep" => "grep",
        "Glob" => "glob",
        "Edit" => "edit",
        "Write" => "write",
        _ => "other",
    }
}

/// Tokens sent, cached ones included, and answered.
fn tokens(usage: &Value) -> (u64, u64) {
    let count = |name: &str| usage[name].as_u64().unwrap_or_default();
    let input = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].map(count);
    (input.into_iter().fold(0, u64::saturating_add), count("output_tokens"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn report(lines: &[Value]) -> Report {
        let mut report = Report::new(PathBuf::from("/w"));
        for line in lines {
            report.line(line.to_string().as_bytes());
        }
        report
    }

    fn result(fields: Value) -> Value {
        let mut line = json!({"type": "result", "subtype": "success", "is_error": true});
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        line
    }

    #[test]
    fn how_a_client_ends() {
        let program = Path::new("claude");
        let words = || "words".to_owned();
        for (line, expected) in [
            (result(json!({"is_error": false})), Ok(None)),
            (result(json!({"subtype": "error_max_turns"})), Ok(Some(Short::TurnLimit))),
            (result(json!({"subtype": "error_max_budget_usd"})), Ok(Some(Short::CostLimit))),
            (result(json!({"stop_reason": "refusal", "result": "words"})), Ok(Some(Short::Refused(words())))),
            (
                result(json!({"api_error_status": 403, "result": "words"})),
                Err(SelectorError::KeyRefused(words())),
            ),
            (
                result(json!({"api_error_status": 429, "result": "words"})),
                Err(SelectorError::RateLimited(None)),
            ),
            (
                result(json!({"api_error_status": 529, "result": "words"})),
                Err(SelectorError::Provider(529, words())),
            ),
            (result(json!({"errors": ["words"]})), Err(SelectorError::NoClient(program.to_owned(), words()))),
            (json!({"type": "news"}), Err(SelectorError::NoClient(program.to_owned(), String::new()))),
        ] {
            let got = report(std::slice::from_ref(&line)).outcome(None, program);
            assert_eq!(got.map(|work| work.short), expected, "{line}");
        }
    }

    #[test]
    fn an_answer_in_many_lines_is_one_turn() {
        let line = |content: Value| {
            json!({"type": "assistant", "message": {"id": "m1", "model": "x", "content": [content],
                "usage": {"input_tokens": 5, "cache_read_input_tokens": 7, "output_tokens": 1}}})
        };
        let call =
            json!({"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "/w/memory/a.md"}});
        let mut report = report(&[line(json!({"type": "text", "text": "Looking."})), line(call)]);
        assert_eq!((report.turns, report.totals(), report.acted()), (1, (12, 1), false));
        let done = json!({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a"}]}});
        let did = |refused| Step::Did { turn: 1, tool: "read".to_owned(), what: "a.md".to_owned(), refused };
        assert_eq!(report.line(done.to_string().as_bytes()), [did(None)]);
        assert!(report.acted() && report.line(done.to_string().as_bytes()).is_empty());
    }

    proptest! {
        #[test]
        fn any_line_may_come(line in any::<Vec<u8>>(), kind in "assistant|user|result|system", inner in ".{0,20}") {
            let mut report = report(&[
                json!({"type": kind, "subtype": inner, "message": inner}),
                json!({"type": kind, "message": {"id": 3, "usage": inner, "content": [inner, {"type": "tool_use"}, {"tool_use_id": ""}]}}),
            ]);
            report.line(&line);
            let _ = report.outcome(None, Path::new("claude"));
        }
    }
}
