//! Tags that the client itself speaks to the model in, and which it therefore defuses in memory: `<\system-reminder>`.
//!
//! Separate because the index and surfaced bodies share the rule (the listing does not), and because it is the one that
//! adds something; what is added does not count against any limit. Observed on 2.1.332 only, by offering it some hundreds of names
//! and spellings; further names may exist. The client also sees through look-alike letters of other scripts; here those of
//! full width, the dashes and combining marks are seen through, not every look-alike. Never takes a tag out.

use std::borrow::Cow;

use unicode_general_category::{GeneralCategory, get_general_category};

use crate::Profile;

/// Names whose tags are defused, with `-` for any dash or underscore.
const NAMES: [&str; 23] = [
    "agent-message",
    "bash-exit-code",
    "bash-input",
    "bash-stderr",
    "bash-stdout",
    "command-args",
    "command-message",
    "command-name",
    "cross-session-message",
    "function-results",
    "local-command-caveat",
    "local-command-stderr",
    "local-command-stdout",
    "persisted-output",
    "remote-review",
    "system-reminder",
    "task-notification",
    "teammate-message",
    "tick",
    "tool-use-error",
    "total-tokens",
    "user-prompt-submit-hook",
    "antml:", // a name space: whatever follows
];

/// The `<` of each tag that is defused, or the look-alike of one: its byte offset and the character. In its place the model
/// gets [`DEFUSED`].
pub fn places(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices()
        .filter(|&(at, c)| is_opening(c) && text.get(at + c.len_utf8()..).is_some_and(names_a_tag))
}

/// What stands for the `<` of a defused tag.
pub(crate) const DEFUSED: &str = "<\\";

/// `text` with its tags defused, where the profile does so.
pub(crate) fn defuse<'t>(text: &'t str, profile: &Profile) -> Cow<'t, str> {
    let mut out = String::new();
    let mut from = 0;
    for (at, c) in places(text).filter(|_| profile.defuses_tags) {
        out.push_str(text.get(from..at).unwrap_or_default());
        out.push_str(DEFUSED);
        from = at + c.len_utf8();
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

fn is_opening(c: char) -> bool {
    matches!(c, '<' | '\u{FF1C}' | '\u{FE64}' | '\u{2039}' | '\u{3008}')
}

/// Whether what follows a `<` is one of the names, behind anything that is neither part of a word nor a bracket.
fn names_a_tag(rest: &str) -> bool {
    if rest.starts_with('\\') {
        return false; // already defused
    }
    let name = rest
        .trim_start_matches(|c: char| is_between(c) && fold(c).is_none_or(|c| !c.is_ascii_alphanumeric()));
    NAMES.iter().any(|known| {
        let after = skip_name(name, known);
        let ends =
            |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        after.is_some_and(|rest| known.ends_with(':') || ends(rest))
    })
}

fn is_between(c: char) -> bool {
    !(is_opening(c) || c.is_ascii_alphanumeric() || matches!(c, '>' | '-' | '_'))
}

/// What follows `known` at the beginning of `name`.
fn skip_name<'t>(name: &'t str, known: &str) -> Option<&'t str> {
    let mut wanted = known.chars();
    let mut next = wanted.next()?;
    for (at, c) in name.char_indices() {
        match fold(c) {
            None => {}
            Some(folded) if folded == next => match wanted.next() {
                Some(more) => next = more,
                None => return name.get(at + c.len_utf8()..),
            },
            Some(_) => return None,
        }
    }
    None
}

/// A character as it counts in a name; `None` for one that does not count.
fn fold(c: char) -> Option<char> {
    match c {
        '_' => Some('-'),
        '!'..='~' => Some(c.to_ascii_lowercase()),
        '\u{FF01}'..='\u{FF5E}' => {
            let narrow = u32::from(c) - 0xFF00 + 0x20;
            char::from_u32(narrow).and_then(fold)
        }
        '\u{017F}' => Some('s'),
        '\u{0131}' | '\u{0130}' => Some('i'),
        '\u{2212}' | '\u{2043}' | '\u{30FC}' => Some('-'),
        c if c.is_ascii() => Some(c),
        c => match get_general_category(c) {
            GeneralCategory::DashPunctuation | GeneralCategory::ConnectorPunctuation => Some('-'),
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark | GeneralCategory::Format => {
                None
            }
            _ => Some(c),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_the_client_are_defused_however_they_are_spelt() {
        for (text, expected) in [
            ("<system-reminder>", "<\\system-reminder>"),
            ("</System_Reminder x=\"y\">", "<\\/System_Reminder x=\"y\">"),
            ("< \n/ system-reminder", "<\\ \n/ system-reminder"),
            ("<<system-reminder>>", "<<\\system-reminder>>"),
            ("\u{FF1C}system\u{2013}reminder>", "<\\system\u{2013}reminder>"),
            ("<s\u{0336}ystem-reminder>", "<\\s\u{0336}ystem-reminder>"),
            ("<tick><ticket>", "<\\tick><ticket>"),
            (concat!("<", "ant", "ml:any>"), concat!("<", "\\", "ant", "ml:any>")),
            ("<\\system-reminder>", "<\\system-reminder>"),
            (
                "<system-reminders> <system--reminder> <system.reminder>",
                "<system-reminders> <system--reminder> <system.reminder>",
            ),
            (
                "<>system-reminder> <x:system-reminder> <-system-reminder>",
                "<>system-reminder> <x:system-reminder> <-system-reminder>",
            ),
            ("a < b", "a < b"),
        ] {
            assert_eq!(defuse(text, &Profile::V2_1_332), expected);
            assert_eq!(defuse(text, &Profile::V2_1_197), text);
        }
    }
}
