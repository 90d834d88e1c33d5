//! How a title, a hook and a path stand in an index line. Everything here is one line and cannot break out of it: names and
//! descriptions may come from a hostile file.

use memdesk_memdir::invisible::{Clean, clean};
use unicode_segmentation::UnicodeSegmentation;

/// The longest hook made from a description, in characters. The client wants lines under about this length, and over 200
/// it is reported.
pub const HOOK_LIMIT: usize = 150;

/// One line: runs of blanks and line ends are one blank, invisible characters go.
pub(super) fn one_line(text: &str) -> String {
    let visible: String = text.chars().filter(|&c| c.is_whitespace() || clean(c) != Clean::Drop).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A description as a hook: one line of at most [`HOOK_LIMIT`] characters, cut between words.
pub(super) fn hook_of(description: &str) -> String {
    let line = one_line(description);
    if line.chars().count() <= HOOK_LIMIT {
        return line;
    }
    let mut out = String::new();
    let mut room = HOOK_LIMIT - 1; // for the ellipsis
    for word in line.split_word_bounds() {
        let length = word.chars().count();
        if length > room {
            break;
        }
        room -= length;
        out.push_str(word);
    }
    if out.is_empty() {
        // one word that long; between graphemes then
        let mut room = HOOK_LIMIT - 1;
        out.extend(line.graphemes(true).take_while(|g| {
            let length = g.chars().count();
            let fits = length <= room;
            room = room.saturating_sub(length);
            fits
        }));
    }
    out.truncate(
        out.trim_end_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ';' | ':' | '，' | '、' | '；' | '：' | '—' | '-')
        })
        .len(),
    );
    out.push('…');
    out
}

/// The text of a link: brackets and backslashes cannot end it.
pub(super) fn title(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text).chars() {
        if matches!(c, '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The address of a link: blanks, brackets and what Markdown or an address would read otherwise are percent-encoded.
pub(super) fn target(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_whitespace()
            || c.is_control()
            || matches!(
                c,
                ':' | '(' | ')' | '<' | '>' | '#' | '%' | '?' | '"' | '\'' | '\\' | '*' | '`' | '[' | ']'
            )
        {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_becomes_a_hook() {
        let long_chinese = "构建之前先生成绑定，".repeat(20);
        let long_english = "before the tests run, the bindings are generated; ".repeat(5);
        let one_word = "x".repeat(400);
        for (description, expected) in [
            ("Short.", "Short.".to_owned()),
            ("two\nlines\t and \r\n blanks ", "two lines and blanks".to_owned()),
            ("hid\u{200B}den \u{E0041}tag", "hidden tag".to_owned()),
            (&long_chinese, long_chinese.chars().take(149).collect::<String>() + "…"),
            (&one_word, "x".repeat(149) + "…"),
        ] {
            assert_eq!(hook_of(description), expected, "{description:?}");
        }
        let hook = hook_of(&long_english);
        assert!(hook.chars().count() <= HOOK_LIMIT && hook.ends_with("generated…"), "{hook:?}");
    }

    #[test]
    fn titles_and_targets_cannot_break_out() {
        for (text, expected) in [("a [b](c)", "a \\[b\\](c)"), ("a\n- x", "a - x"), ("中文", "中文")] {
            assert_eq!(title(text), expected);
        }
        for (path, expected) in [
            ("a.md", "a.md"),
            ("sub/feedback_a-b.md", "sub/feedback_a-b.md"),
            ("my file (1).md", "my%20file%20%281%29.md"),
            ("构建.md", "构建.md"),
            ("a#b%20.md", "a%23b%2520.md"),
        ] {
            assert_eq!(target(path), expected);
        }
    }
}
