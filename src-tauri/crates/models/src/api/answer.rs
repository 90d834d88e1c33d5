//! A model's answer, read over what was offered.
//!
//! Separate because the cache reads answers anew, and so that a name can only ever be one that was offered. Which names count
//! is `memdir`'s to say.

use crate::{Ask, Choice, Ranked, SelectorError};
use memdesk_memdir::{Profile, question};
use std::collections::HashSet;

/// Characters of an answer that an error repeats.
pub(crate) const FIRST: usize = 200;

/// What `raw` picks of what `ask` offers, as a client with this profile reads an answer.
///
/// # Errors
/// `Malformed` when it is not one JSON object (in a fence or not) with a list `selected_memories`.
pub(crate) fn read(raw: &str, ask: &Ask, profile: &Profile) -> Result<Choice, SelectorError> {
    let named = question::named(raw).ok_or_else(|| malformed(raw))?;
    let listed = ask.listed();
    let selected = question::selected(raw, &listed, profile);
    let invented = named
        .into_iter()
        .filter(|name| {
            let alone = serde_json::json!({ "selected_memories": [name] }).to_string();
            question::selected(&alone, &listed, profile).is_empty()
        })
        .collect();
    let mut seen = HashSet::new();
    let ranked = selected
        .iter()
        .filter(|path| seen.insert(path.as_str()))
        .map(|path| Ranked { path: path.clone(), score: None, reasons: Vec::new() })
        .collect();
    Ok(Choice { ranked, selected, invented, raw: Some(raw.to_owned()), ..Choice::default() })
}

/// `Malformed` with the first characters of `text`, white space made one blank.
pub(crate) fn malformed(text: &str) -> SelectorError {
    SelectorError::Malformed(first(text))
}

/// The first [`FIRST`] characters of `text`, with one blank for any white space.
pub(crate) fn first(text: &str) -> String {
    let mut words = String::new();
    // a word at a time, so that megabytes are not gone through for 200 characters
    for word in text.split_whitespace() {
        if words.len() > FIRST * 4 {
            break;
        }
        words.push_str(if words.is_empty() { "" } else { " " });
        words.extend(word.chars().take(FIRST + 1));
    }
    match words.char_indices().nth(FIRST) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words,
    }
}
