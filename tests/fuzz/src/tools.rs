//! Calls of tools, as a model may send them: one to a line, the tool's name and its arguments in JSON.
//!
//! Beyond "no panic": what an agent leaves behind stays inside the store, and the difference is the difference.

use memdesk_review::copy::{ANSWER_LIMIT, Copy, FILE_LIMIT, Sessions};
use memdesk_review::fixture;
use serde_json::Value;

const STORE: &str = "//- MEMORY.md\n- [One](one.md) — the first\n//- one.md\n---\nname: One\n---\nText.\n//- deep/two.md\nTwo\n//- out.md link=../x.md\nx\n";

/// One past conversation.
struct Past;

impl Sessions for Past {
    fn names(&self) -> Vec<String> {
        vec!["s1".to_owned()]
    }
    fn read(&self, name: &str) -> Option<String> {
        (name == "s1").then(|| "person: how\nassistant: so\n".to_owned())
    }
    fn search(&self, _: &str, _: usize) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }
}

/// Makes the calls on a copy of a small store.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let store = fixture::parse(STORE);
    let mut copy = Copy::of(&store);
    for line in text.lines().take(20) {
        let (name, input) = line.split_once(' ').unwrap_or((line, ""));
        let input = serde_json::from_str(input).unwrap_or_else(|_| Value::String(input.to_owned()));
        let did = copy.call(name, &input, &Past);
        assert!(did.answer.len() < ANSWER_LIMIT + 1024, "{}", did.answer.len());
        assert!(did.what.chars().count() <= 300 && !did.what.chars().any(char::is_control), "{:?}", did.what);
    }
    for (path, bytes) in copy.files() {
        assert!(
            !path.starts_with('/') && !path.split('/').any(|part| part == ".." || part.is_empty()),
            "{path:?}"
        );
        assert!(bytes.len() <= FILE_LIMIT);
    }
    let after = store.with(&copy.overlay(), fixture::MTIME);
    for (path, bytes) in copy.files() {
        assert_eq!(after.bytes(&path), Some(&bytes), "{path:?}");
    }
}
