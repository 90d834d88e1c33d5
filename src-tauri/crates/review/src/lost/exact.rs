//! Facts that are spelt out: addresses, commands, paths and names.
//!
//! Separate because they are compared by spelling, where numbers and dates are compared by meaning. What has been read is blanked,
//! so that nothing in it is read again. Prefers to miss a name over taking an ordinary word for one.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::LostKind;
use crate::claim::{is_file, is_path};
use crate::pattern::pattern;
use crate::words::is_unspaced;

/// A stretch of a text that is a fact.
pub(super) type Found = (Range<usize>, LostKind);

static CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"``?([^`\n]{1,300})``?"));
static URL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b[a-z][a-z0-9+.-]{1,15}://[^\s<>()\x22'`，。；）、]+"));
static MAIL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b"));
static HOST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|cn|jp|de|fr|uk|eu|nl|us|co|app|cloud|internal|local|lan|example|test)
        (?::\d{2,5})?(?:/[\w./~%-]*[\w/])?\b | \blocalhost(?::\d{2,5})?\b | \b\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?\b",
    )
});
static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[~.]{0,2}/?[A-Za-z0-9_*@.-]+(?:/[A-Za-z0-9_*@.-]*)*"));
static PROGRAM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?-i)\b(?:(?:npm|pnpm|yarn)\ (?:run|test|install|add|ci|build|start|dev|exec)|cargo\ (?:test|build|run|check|clippy|fmt|bench|xtask|install|add|nextest)
            |docker\ compose|docker\ (?:run|build|exec|pull|push)|kubectl\ [a-z]+|pip\ install|poetry\ (?:run|install)|terraform\ (?:plan|apply|init)
            |git\ (?:push|pull|rebase|merge|commit|stash|checkout|bisect|clean)|make\ [a-z]+-[a-z-]+|brew\ install)\b(?:\ --?[a-z][\w=./-]*)*",
    )
});
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"“([^”\n]{2,60})”|「([^」\n]{1,40})」|『([^』\n]{1,40})』|《([^》\n]{1,40})》|\x22([^\x22\n]{2,60})\x22",
    )
});
static HANDLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:^|[\s(（，、：:])([@\#][a-z0-9][\w./-]*\w)"));
static WORD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\p{Latin}][\p{Latin}0-9_]*(?:[.:/+\#-]+[\p{Latin}0-9_]+)*(?:\+\+|\#)?"));

/// Blanks a stretch, byte for byte.
pub(super) fn blank(text: &mut String, range: &Range<usize>) {
    let filler = "\u{1}".repeat(range.len());
    text.replace_range(range.clone(), &filler);
}

/// The addresses, commands, paths, quoted terms and handles of a text; what is left of it comes back.
pub(super) fn find(text: &str, is_code: bool) -> (Vec<Found>, String) {
    let mut rest = text.to_owned();
    let mut out: Vec<Found> = Vec::new();
    if is_code {
        if let Some(kind) = code(text).filter(|kind| *kind == LostKind::Command) {
            return (vec![(0..text.len(), kind)], "\u{1}".repeat(text.len()));
        }
    } else {
        for found in CODE.captures_iter(text) {
            let (Some(whole), Some(inner)) = (found.get(0), found.get(1)) else { continue };
            if let Some(kind) = code(inner.as_str()) {
                out.push((inner.range(), kind));
                blank(&mut rest, &whole.range());
            }
        }
    }
    for regex in [&URL, &MAIL, &HOST] {
        take(&mut rest, &mut out, |rest| {
            let found = regex.find(rest)?;
            let trimmed = found.as_str().trim_end_matches(['.', ',', ':', ';', '!', '?', '\'', '*']);
            Some((found.start()..found.start() + trimmed.len(), LostKind::Address))
        });
    }
    take(&mut rest, &mut out, |rest| Some((PROGRAM.find(rest)?.range(), LostKind::Command)));
    take(&mut rest, &mut out, |rest| {
        TOKEN.find_iter(rest).find_map(|found| {
            let token = found.as_str().trim_end_matches('.');
            let range = found.start()..found.start() + token.len();
            (is_path(token, false) || is_file(token, false)).then_some((range, LostKind::Path))
        })
    });
    for found in QUOTED.captures_iter(&rest.clone()) {
        if let Some(inner) = found.iter().skip(1).flatten().next() {
            let few = inner.as_str().split_whitespace().count() <= 4 && !inner.as_str().contains('\u{1}');
            if few && inner.as_str().chars().any(char::is_alphabetic) {
                out.push((inner.range(), LostKind::Name));
                blank(&mut rest, &inner.range());
            }
        }
    }
    for found in HANDLE.captures_iter(&rest.clone()) {
        if let Some(inner) = found.get(1) {
            out.push((inner.range(), LostKind::Name));
            blank(&mut rest, &inner.range());
        }
    }
    (out, rest)
}

/// Takes what `next` finds until it finds no more.
fn take(rest: &mut String, out: &mut Vec<Found>, next: impl Fn(&str) -> Option<Found>) {
    while let Some((range, kind)) = next(rest).filter(|(range, _)| !range.is_empty()) {
        blank(rest, &range);
        out.push((range, kind));
    }
}

/// What a code span is; `None`: its parts are to be read as text.
fn code(inner: &str) -> Option<LostKind> {
    let inner = inner.trim();
    if !inner.chars().any(char::is_alphabetic)
        || inner.chars().any(|c| !c.is_ascii() && c.is_alphabetic()) && inner.contains(' ')
    {
        return None;
    }
    if URL.find(inner).is_some_and(|found| found.start() == 0 && !inner.contains(' ')) {
        return Some(LostKind::Address);
    }
    if inner.contains(char::is_whitespace) {
        let first = inner.split_whitespace().next().unwrap_or_default();
        let program = first.chars().all(|c| c.is_ascii_alphanumeric() || "._-/~$".contains(c))
            && first.chars().any(char::is_alphabetic);
        return Some(if program { LostKind::Command } else { LostKind::Name });
    }
    if is_path(inner, true) || is_file(inner, true) {
        return Some(LostKind::Path);
    }
    // a number with its unit, a date
    if inner.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some(LostKind::Name)
}

/// Identifiers, acronyms, words with a capital where none is due, Latin words in Chinese: of what is left of a text. `names`: capitals
/// and foreign words count.
pub(super) fn words(text: &str, rest: &mut String, names: bool) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let unspaced = is_unspaced(text);
    // in a title every word may have a capital
    let capitals = names && !unspaced;
    let mut last: Option<Range<usize>> = None;
    for found in WORD.find_iter(&rest.clone()) {
        let (word, range) = (found.as_str(), found.range());
        let before = rest.get(..range.start).unwrap_or_default();
        if before.chars().next_back().is_some_and(|c| c.is_alphanumeric() && c.is_ascii() || c == '_') {
            continue;
        }
        let begins = begins_sentence(before) && !is_value(before, rest.get(range.end..).unwrap_or_default());
        if is_identifier(word) || unspaced && names && is_foreign(word) {
            blank(rest, &range);
            out.push((range, LostKind::Name));
            last = None;
        } else if capitals && !begins && is_proper(word) {
            // words of one name stand side by side
            match (&mut last, out.last_mut()) {
                (Some(end), Some((whole, LostKind::Name)))
                    if whole.end == end.end && text.get(whole.end..range.start) == Some(" ") =>
                {
                    whole.end = range.end;
                    *end = range.clone();
                }
                _ => {
                    out.push((range.clone(), LostKind::Name));
                    last = Some(range.clone());
                }
            }
            blank(rest, &range);
        }
    }
    out
}

/// Whether a word after this would have a capital anyway.
fn begins_sentence(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '*', '_', '(', '"', '“', '[', '\'']);
    before.is_empty()
        || before.ends_with(['.', ':', '!', '?', '|', '—', '–', '\u{1}', '/', ';', '-', '。', '：'])
}

/// Whether a word is all, or all but a word, that stands behind a colon or in a cell: `Android: Kotlin`.
fn is_value(before: &str, after: &str) -> bool {
    let cell = after.split(['|', '，', '；', ';']).next().unwrap_or_default();
    before.trim_end().ends_with([':', '：', '|']) && cell.split_whitespace().count() < 2
}

/// Spelt as no word of prose is.
fn is_identifier(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let hump = chars.windows(2).any(|pair| matches!(pair, [a, b] if a.is_lowercase() && b.is_uppercase()));
    let digits = chars.iter().any(char::is_ascii_digit);
    let letters = chars.iter().filter(|c| c.is_alphabetic()).count();
    let capitals = chars.iter().filter(|c| c.is_uppercase()).count();
    let acronym = letters >= 2
        && capitals == letters
        && !matches!(word, "OK" | "NOT" | "NEVER" | "ALWAYS" | "MUST" | "DO" | "AND" | "OR" | "ONLY" | "NO");
    let dotted = word.contains('.') && word.split('.').all(|part| part.len() > 1);
    hump || word.contains('_') || word.contains("::") || digits && letters >= 1 || acronym || dotted
}

/// A word with a capital that is no word of every day.
fn is_proper(word: &str) -> bool {
    const ORDINARY: &[&str] = &[
        "I", "I'm", "A", "The", "This", "That", "It", "If", "When", "Use", "Do", "Not", "Never", "Always",
        "And", "Or", "Why", "How", "No", "Yes", "See", "Reason",
    ];
    let mut chars = word.chars();
    let first = chars.next().is_some_and(char::is_uppercase);
    first
        && word.chars().count() > 1
        && !ORDINARY.contains(&word)
        && chars.clone().all(|c| c.is_lowercase() || c == '-' || c == '.')
}

/// A Latin word among Chinese that is likely a name.
fn is_foreign(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() > 2
}
