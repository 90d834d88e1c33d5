//! The text that a JSON string stands for.
//!
//! Separate from `json`, which hands out values as they are: most texts are taken apart here by a loop that knows what clients
//! write, all others by a parser. Never refuses a string that the client would read, and never makes another text of one.

use super::json::quote_or_escape;

/// The text of a raw value that is a string. Bytes that are no UTF-8 and halves of a surrogate pair, which JavaScript
/// writes when it cuts a text, become U+FFFD.
pub(super) fn text(value: &[u8]) -> Option<String> {
    if value.first() != Some(&b'"') {
        return None;
    }
    if let Some(text) = usual_text(value) {
        return Some(text);
    }
    serde_json::from_slice(value)
        .or_else(|_| serde_json::from_str(&whole_escapes(&String::from_utf8_lossy(value))))
        .ok()
}

/// The text of a string as nearly all are, with no other escapes than those of one letter: the same as a parser makes of it,
/// in a fraction of the time. None of any other.
fn usual_text(value: &[u8]) -> Option<String> {
    let mut out = Vec::with_capacity(value.len());
    let rest = usual_string(value, &mut out)?;
    if rest.is_empty() { String::from_utf8(out).ok() } else { None }
}

/// Adds the text of such a string, with which `value` begins, to `out`, and hands out what follows it. Whether it is UTF-8
/// is not looked at.
pub(super) fn usual_string<'a>(value: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let mut rest = value.strip_prefix(b"\"")?;
    loop {
        let (before, end) = rest.split_at_checked(quote_or_escape(rest)?)?;
        out.extend_from_slice(before);
        if let Some(rest) = end.strip_prefix(b"\"") {
            // what must be escaped in JSON and is not: every byte is looked at, so that several are at once
            let walked = value.get(..value.len() - rest.len())?;
            let bare = walked.iter().fold(false, |bare, byte| bare | (*byte < 0x20));
            return if bare { None } else { Some(rest) };
        }
        let ([_, letter], after) = end.split_first_chunk::<2>()?;
        out.push(match letter {
            b'n' => b'\n',
            b'"' | b'\\' | b'/' => *letter,
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 0x08,
            b'f' => 0x0C,
            _ => return None,
        });
        rest = after;
    }
}

/// `text` with every escaped half of a surrogate pair that lacks its other half replaced.
fn whole_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push('\u{FFFD}');
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (Some(_), _) => 6,
            // a backslash and what it escapes
            (None, _) => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (taken, left) = escape.split_at(length);
        out.push_str(taken);
        rest = left;
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit that an escape such as `\u4e2d` stands for, when `text` begins with one.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_are_read_even_when_they_were_cut() {
        for (raw, expected) in [
            (&br#""a\n\u4e2d""#[..], Some("a\n中")),
            (br#""\ud83d\ude00""#, Some("😀")),
            (br#""cut \ud83d""#, Some("cut \u{FFFD}")),
            (br#""\ude00 \\ud83d \"\ud83d\u0041""#, Some("\u{FFFD} \\ud83d \"\u{FFFD}A")),
            (b"\"\xff!\"", Some("\u{FFFD}!")),
            (br#""\x""#, None),
            (br#""\"#, None),
            (b"7", None),
            (b"", None),
        ] {
            assert_eq!(text(raw).as_deref(), expected, "{}", String::from_utf8_lossy(raw));
        }
    }

    proptest! {
        /// The quick way and the parser make the same of a string, or the quick way leaves it to the parser.
        #[test]
        fn the_quick_way_is_the_parsers(raw in r#""([a"中é😀\x00\x1f\x7f/]|\\[nrtbf"/\\ux]|\\u00e9|\\ud83d){0,12}"?"#, more in "[,\" ]{0,2}") {
            let parsed = serde_json::from_str::<String>(&raw).ok();
            if let Some(quick) = usual_text(raw.as_bytes()) {
                prop_assert_eq!(Some(&quick), parsed.as_ref());
            }
            // of one with something behind it, the same string
            if let Some(parsed) = parsed {
                let (all, mut out) = (format!("{raw}{more}"), Vec::new());
                if let Some(rest) = usual_string(all.as_bytes(), &mut out) {
                    prop_assert_eq!(rest, more.as_bytes());
                    prop_assert_eq!(out, parsed.into_bytes());
                }
            }
        }
    }

    #[test]
    fn what_clients_write_goes_the_quick_way() {
        for (raw, expected) in [
            (&br#""a\n\t\r\b\f\"\\\/""#[..], Some("a\n\t\r\u{8}\u{c}\"\\/")),
            ("\"中\"".as_bytes(), Some("中")),
            (br#""""#, Some("")),
            (br#""\u001b""#, None),
            (b"\"\n\"", None),
            (b"\"\xff\"", None),
            (br#""a"b""#, None),
        ] {
            assert_eq!(usual_text(raw).as_deref(), expected, "{}", String::from_utf8_lossy(raw));
        }
    }
}
