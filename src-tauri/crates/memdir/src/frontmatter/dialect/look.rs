//! What the scanner sees around the place where it is.
//!
//! Separate because nothing here moves it on or hands anything on.

use super::Scanner;

impl<'t> Scanner<'t> {
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Whether what follows the next `n` bytes ends a word: a blank, a line's end or the text's end.
    pub(super) fn ends_after(&self, n: usize) -> bool {
        self.rest().get(n..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n']))
    }

    pub(super) fn column(&self) -> usize {
        self.at - self.line_start
    }

    pub(super) fn parent(&self) -> i64 {
        self.parent.map_or(-1, |column| i64::try_from(column).unwrap_or(i64::MAX))
    }

    pub(super) fn in_flow(&self) -> bool {
        !self.flow.is_empty()
    }

    /// Whether a `:` that makes a key of what came before follows.
    pub(super) fn is_key(&self) -> bool {
        let rest = self.rest();
        let after = rest.trim_start_matches([' ', '\t']);
        after.strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n']))
    }

    /// A `:` in brackets ends a key before a bracket or comma, and right after a quoted key.
    pub(super) fn colon_in_flow(&self) -> bool {
        let next = self.rest().chars().nth(1);
        let before = self.text.get(..self.at).and_then(|text| text.chars().next_back());
        matches!(next, Some(',' | '[' | ']' | '{' | '}')) || matches!(before, Some('"' | '\'' | ']' | '}'))
    }

    /// Whether a tab is among the blanks after the next character.
    pub(super) fn tab_follows(&self) -> bool {
        let rest = self.rest().get(1..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest.get(..blank).is_some_and(|blank| blank.contains('\t'))
    }

    pub(super) fn after_blank(&self) -> bool {
        self.at == self.line_start
            || self.text.get(..self.at).is_some_and(|text| text.ends_with([' ', '\t', '\n']))
    }
}
