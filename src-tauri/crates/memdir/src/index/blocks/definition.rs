//! Link definitions: `[label]: target "title"`.
//!
//! Separate because a definition is no paragraph: what follows it begins anew, and 2.1.197 loses it beside a comment.
//! Never resolves a link.

use super::{outdent, past_line_feeds};
use crate::text::is_space;

/// The end of the definition at `at`, with the line ends behind it.
pub(super) fn read(text: &str, at: usize) -> Option<usize> {
    let (content, _) = super::line(text, at);
    let rest = outdent(content, 3)?;
    let start = at + content.len() - rest.len();
    let inside = text.get(start..)?.strip_prefix('[')?;
    let after = inside.get(label(inside)?..)?.strip_prefix("]:")?;
    let target = one_line_feed(after);
    ends_of_target(target)
        .find_map(|end| {
            let rest = target.get(end..)?;
            title(rest).and_then(line_is_over).or_else(|| line_is_over(rest))
        })
        .map(|rest| past_line_feeds(text, text.len() - rest.len()))
}

/// The length of a label, which is not blank and has no unescaped brackets.
fn label(inside: &str) -> Option<usize> {
    let mut escaped = false;
    let mut blank = true;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => {
                if matches!(c, '\n' | '\u{2028}' | '\u{2029}') {
                    return None;
                }
                escaped = false;
            }
            '\\' => {
                escaped = true;
                blank = false;
            }
            ']' => return (!blank).then_some(at),
            '[' => return None,
            c => blank &= is_space(c),
        }
    }
    None
}

/// Past spaces, and past one line feed with the blanks behind it.
fn one_line_feed(text: &str) -> &str {
    let rest = text.trim_start_matches(' ');
    rest.strip_prefix('\n').map_or(rest, |next| next.trim_start_matches([' ', '\t']))
}

/// Where a target may end: at white space, or at any `>` of its line when it begins with `<`.
fn ends_of_target(target: &str) -> impl Iterator<Item = usize> {
    let (line, _) = super::line(target, 0);
    let is_angle = line.starts_with('<');
    let plain = target.find(is_space).unwrap_or(target.len());
    let angles = line.match_indices('>').map(|(at, _)| at + 1).filter(move |_| is_angle);
    angles.chain((!is_angle && plain > 0).then_some(plain))
}

/// What is left after a title and the white space before it.
fn title(rest: &str) -> Option<&str> {
    let spaces = rest.len() - rest.trim_start_matches(' ').len();
    let begin = one_line_feed(rest);
    if spaces == 0 && !rest.starts_with('\n') {
        return None;
    }
    let mut chars = begin.char_indices();
    let open = chars.next()?.1;
    match open {
        '"' => {
            let mut escaped = false;
            for (at, c) in chars {
                match c {
                    '"' if !escaped => return begin.get(at + 1..),
                    c => escaped = c == '\\' && !escaped,
                }
            }
            None
        }
        '\'' => {
            let mut previous = '\'';
            for (at, c) in chars {
                match c {
                    '\'' => return begin.get(at + 1..),
                    '\n' if previous == '\n' => return None,
                    c => previous = c,
                }
            }
            None
        }
        '(' => {
            let end = begin.get(1..)?.find(['(', ')'])? + 1;
            begin.get(end..)?.strip_prefix(')')
        }
        _ => None,
    }
}

/// What is left after the line, when nothing but spaces is left in it.
fn line_is_over(rest: &str) -> Option<&str> {
    let after = rest.trim_start_matches(' ');
    (after.is_empty() || after.starts_with('\n')).then_some(after)
}
