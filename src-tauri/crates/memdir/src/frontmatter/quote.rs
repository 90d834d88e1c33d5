//! A value as YAML: in quotes only where it has to be.
//!
//! Separate from `set`, which knows where values stand: here only how one is written. What comes out is read back as the
//! value by the client and by any YAML 1.2 reader, and never holds the marker that would end the header.

use std::fmt::Write as _;

use super::header::MARKER;
use super::node::Node;
use super::yaml;
use crate::Profile;
use crate::invisible::{self, Clean};

/// `value` as a scalar of one line, in brackets (`{a: value}`) or not.
pub(crate) fn scalar(value: &str, in_flow: bool) -> String {
    if is_plain(value, in_flow) { value.to_owned() } else { double_quoted(value) }
}

/// Whether `value` can stand without quotes.
fn is_plain(value: &str, in_flow: bool) -> bool {
    let odd = |c: char| c.is_control() || invisible::clean(c) != Clean::Keep;
    if value.is_empty() || value.contains(odd) || value.contains(MARKER) {
        return false;
    }
    let line = if in_flow { format!("k: {{k: {value}}}") } else { format!("k: {value}") };
    let inner = |map: &Node| {
        let inner = map.get("k")?;
        if in_flow { inner.get("k").cloned() } else { Some(inner.clone()) }
    };
    let client = yaml::parse(&line, Profile::latest()).ok().and_then(|map| inner(&map));
    client == Some(Node::Text(value.to_owned())) && strict(&line, in_flow).as_deref() == Some(value)
}

/// The text that a strict reader makes of the value in `line`.
fn strict(line: &str, in_flow: bool) -> Option<String> {
    let map: serde_yaml::Value = serde_yaml::from_str(line).ok()?;
    let value = if in_flow { map.get("k")?.get("k")? } else { map.get("k")? };
    value.as_str().map(str::to_owned)
}

/// `value` in double quotes, with escapes for what is not seen and for the dashes that would end the header.
fn double_quoted(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    let mut dashes = 0;
    for c in value.chars() {
        dashes = if c == '-' { dashes + 1 } else { 0 };
        match c {
            '-' if dashes == MARKER.len() => {
                out.push_str("\\x2d");
                dashes = 0;
            }
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}' => out.push(c),
            c if c.is_control() || invisible::clean(c) != Clean::Keep => {
                // writing to a string cannot fail
                let _ = match u32::from(c) {
                    code @ ..=0xFF => write!(out, "\\x{code:02x}"),
                    code @ ..=0xFFFF => write!(out, "\\u{code:04x}"),
                    code => write!(out, "\\U{code:08x}"),
                };
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_come_only_where_yaml_needs_them() {
        for (value, outside, inside) in [
            ("plain words", "plain words", "plain words"),
            ("it's \u{201C}fine\u{201D}", "it's \u{201C}fine\u{201D}", "it's \u{201C}fine\u{201D}"),
            ("登录：不得 mock", "登录：不得 mock", "登录：不得 mock"),
            ("yes", "yes", "yes"),
            ("2026-01-01", "2026-01-01", "2026-01-01"),
            ("a, b", "a, b", "\"a, b\""),
            ("C:\\x", "C:\\x", "C:\\x"),
            ("a: b", "\"a: b\"", "\"a: b\""),
            ("a # b", "\"a # b\"", "\"a # b\""),
            ("[WIP] x", "\"[WIP] x\"", "\"[WIP] x\""),
            (", x", "\", x\"", "\", x\""),
            ("42", "\"42\"", "\"42\""),
            ("017", "\"017\"", "\"017\""),
            ("0b1", "\"0b1\"", "\"0b1\""),
            ("true", "\"true\"", "\"true\""),
            ("~", "\"~\"", "\"~\""),
            (" a ", "\" a \"", "\" a \""),
            ("say \"hi\": x", "\"say \\\"hi\\\": x\"", "\"say \\\"hi\\\": x\""),
            ("two\nlines", "\"two\\nlines\"", "\"two\\nlines\""),
            ("a --- b ---- c", "\"a --\\x2d b --\\x2d- c\"", "\"a --\\x2d b --\\x2d- c\""),
            ("tag\u{E0041}", "\"tag\\U000e0041\"", "\"tag\\U000e0041\""),
        ] {
            assert_eq!(scalar(value, false), outside);
            assert_eq!(scalar(value, true), inside);
        }
    }
}
