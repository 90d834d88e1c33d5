//! Line endings: LF, CRLF and a lone CR.
//!
//! Separate because file lines are counted in one way everywhere in this crate. Never changes the length of a text.

use std::borrow::Cow;

/// The end of the text of the line that begins at `start`, and the end of its ending (LF, CRLF or a lone CR).
pub(crate) fn line_end(source: &str, start: usize) -> (usize, usize) {
    let rest = source.as_bytes().get(start..).unwrap_or_default();
    match rest.iter().position(|&b| b == b'\n' || b == b'\r') {
        None => (source.len(), source.len()),
        Some(at) => {
            let is_crlf = rest.get(at) == Some(&b'\r') && rest.get(at + 1) == Some(&b'\n');
            (start + at, start + at + 1 + usize::from(is_crlf))
        }
    }
}

/// Where each line of a text begins; never empty. A text that ends with a line ending has an empty line behind it here.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    let mut out = vec![0];
    let mut at = 0;
    while at < text.len() {
        at = line_end(text, at).1;
        out.push(at);
    }
    out
}

/// The text with every lone CR as LF, for a Markdown reader that does not know it everywhere. Offsets stay the same.
pub(crate) fn feeds_for_returns(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(is_lone) {
        return Cow::Borrowed(text);
    }
    let one = |(at, c): (usize, char)| if c == '\r' && is_lone(at) { '\n' } else { c };
    Cow::Owned(text.char_indices().map(one).collect())
}
