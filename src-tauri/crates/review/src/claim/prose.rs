//! What running text names: only what can hardly be a word.
//!
//! Separate from `code`, where plainer names count. Cuts at everything that is no visible ASCII character, so that names within
//! Chinese or Japanese text are found too.

use std::ops::Range;

use super::shape::{flag, host, is_file, is_identifier, is_marked, is_path, is_variable, without_line};
use super::{Found, Kind, when};

/// Longest name that is looked at, in bytes.
const LONGEST: usize = 300;

/// The claims of a piece of prose.
pub(super) fn find(text: &str, range: Range<usize>, out: &mut Vec<Found>) {
    when::find(text, range.clone(), out);
    let part = text.get(range.clone()).unwrap_or_default();
    let bytes = part.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let len = rest.iter().take_while(|b| is_part(**b)).count();
        if len == 0 {
            at += 1;
            continue;
        }
        let end = at + len;
        let opened = part.get(..at).unwrap_or_default().ends_with("[[");
        if len <= LONGEST && !opened {
            let called = bytes.get(end..).is_some_and(|rest| rest.starts_with(b"()"));
            out.extend(word(text, range.start + at..range.start + end, called));
        }
        at = end;
    }
}

/// What a word is made of: visible ASCII but brackets, quotes and separators.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"'`<>|()[]{},;!?^&*%".contains(&byte)
}

fn word(text: &str, range: Range<usize>, called: bool) -> Option<Found> {
    let word = text.get(range.clone())?;
    if word.contains("://") {
        return host(text, range);
    }
    let word = word.trim_end_matches(['.', ':', '-', '=']);
    let here = |kind: Kind, part: &str| Some((kind, range.start..range.start + part.len()));
    let before = text.get(..range.start)?.chars().next_back();
    if let Some(flag) = flag(word).filter(|_| before.is_none_or(|c| !c.is_ascii_alphanumeric())) {
        return here(Kind::Flag, flag);
    }
    let bare = without_line(word);
    if is_path(bare, false) {
        return here(Kind::Path, bare);
    }
    if is_file(bare, false) {
        return here(Kind::File, bare);
    }
    if let Some(name) = word.strip_prefix('$').filter(|name| is_variable(name)) {
        return Some((Kind::Variable, range.start + 1..range.start + 1 + name.len()));
    }
    if is_variable(word) {
        return here(Kind::Variable, word);
    }
    let scoped = word.contains("::") && word.split("::").all(is_identifier);
    let snake = word.contains('_') && is_marked(word);
    if scoped || snake || called && word.len() > 2 && word.split('.').all(is_identifier) {
        return here(Kind::Symbol, word);
    }
    None
}
