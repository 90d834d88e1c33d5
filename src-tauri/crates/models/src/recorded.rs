//! The selector that says what a session file says.
//!
//! Separate so that a recording goes the same way as an answer. Never asks anyone: the names are given.

use crate::{Ask, Cancel, Choice, Ranked, Selector, SelectorError};
use std::collections::HashSet;

/// Answers with given names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recorded {
    /// Relative paths in the order of the recording. One that is not offered any more counts as invented.
    pub names: Vec<String>,
}

impl Selector for Recorded {
    fn choose(&self, ask: &Ask, cancel: &Cancel) -> Result<Choice, SelectorError> {
        if cancel.is_cancelled() {
            return Err(SelectorError::Cancelled);
        }
        let listed = ask.listed();
        let listed: HashSet<&str> = listed.iter().map(String::as_str).collect();
        let (selected, invented): (Vec<String>, Vec<String>) =
            self.names.iter().cloned().partition(|name| listed.contains(name.as_str()));
        let mut seen = HashSet::new();
        let ranked = selected.iter().filter(|path| seen.insert(path.as_str()));
        let ranked =
            ranked.map(|path| Ranked { path: path.clone(), score: None, reasons: Vec::new() }).collect();
        Ok(Choice { ranked, selected, invented, ..Choice::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Candidate;

    #[test]
    fn names_are_kept_in_order_and_those_that_are_gone_apart() {
        let candidate = |path: &str| Candidate {
            path: path.to_owned(),
            line: format!("- {path}"),
            name: None,
            description: None,
            topic_type: None,
        };
        let ask = Ask { query: String::new(), candidates: vec![candidate("a.md"), candidate("b.md")] };
        let names = ["b.md", "gone.md", "a.md", "b.md"].map(str::to_owned).to_vec();
        let choice = Recorded { names }.choose(&ask, &Cancel::default()).unwrap();
        assert_eq!(choice.selected, ["b.md", "a.md", "b.md"]);
        assert_eq!(choice.invented, ["gone.md"]);
        assert_eq!(choice.ranked.iter().map(|r| r.path.as_str()).collect::<Vec<_>>(), ["b.md", "a.md"]);
        let cancel = Cancel::default();
        cancel.cancel();
        assert_eq!(Recorded::default().choose(&ask, &cancel), Err(SelectorError::Cancelled));
    }
}
