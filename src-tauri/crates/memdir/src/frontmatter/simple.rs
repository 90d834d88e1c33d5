//! A quick reader for the headers that nearly all topics have.
//!
//! Separate because it exists for speed alone: whole stores are listed by reading thousands of headers. It reads lines
//! `key: value` with plain or simply quoted values and at most one level below `metadata:`-like keys; it gives up (`None`)
//! on anything else, and what it reads equals what the full reader reads (a property test says so).

use super::node::Node;

/// The map that `yaml` is, if it is a simple one.
pub(crate) fn read(yaml: &str) -> Option<Node> {
    let mut entries: Vec<(Node, Node)> = Vec::with_capacity(8);
    let mut inner: Vec<(Node, Node)> = Vec::new();
    let mut open = false;
    for line in yaml.strip_suffix('\n').unwrap_or(yaml).split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let (nested, line) = match line.strip_prefix("  ") {
            Some(line) => (true, line),
            None => (false, line),
        };
        let (key, value) = entry(line)?;
        if nested {
            if !open {
                return None;
            }
            inner.push((key, value.filter(|node| *node != Node::Null)?));
            continue;
        }
        close(&mut entries, &mut inner);
        open = value.is_none();
        entries.push((key, value.unwrap_or(Node::Null)));
    }
    close(&mut entries, &mut inner);
    Some(Node::map(entries))
}

/// Gives the lines below the last key to it.
fn close(entries: &mut [(Node, Node)], inner: &mut Vec<(Node, Node)>) {
    if let (Some(last), false) = (entries.last_mut(), inner.is_empty()) {
        last.1 = Node::map(std::mem::take(inner));
    }
}

/// Key and value of a line; the value is `None` when nothing stands there.
fn entry(line: &str) -> Option<(Node, Option<Node>)> {
    let (key, value) = line.split_once(':')?;
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if !is_key {
        return None;
    }
    let key = Node::Text(key.to_owned());
    if value.is_empty() {
        return Some((key, None));
    }
    let value = value.strip_prefix(' ')?;
    Some((key, Some(quoted(value).or_else(|| plain(value))?)))
}

/// A text in quotes with nothing in it that would have to be decoded.
fn quoted(value: &str) -> Option<Node> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = value.strip_prefix(quote)?.strip_suffix(quote)?;
    let simple = inner.chars().all(|c| c != quote && c != '\\' && !c.is_control());
    simple.then(|| Node::Text(inner.to_owned()))
}

/// A plain scalar that is one at first sight.
fn plain(value: &str) -> Option<Node> {
    let first = value.chars().next()?;
    let begins = first.is_alphanumeric() || matches!(first, '.' | '/' | '(' | '~' | '<' | '=' | '$');
    let bytes = value.as_bytes();
    let ends = !matches!(bytes.last(), Some(b' ' | b':'));
    let pairs = bytes.windows(2).all(|pair| !matches!(pair, b": " | b" #"));
    let printable = bytes.iter().all(|byte| !byte.is_ascii_control());
    let known = value.is_ascii() || !value.contains(|c: char| c.is_control() || c == '\u{FEFF}');
    (begins && ends && pairs && printable && known).then(|| Node::plain(value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::yaml;
    use super::*;
    use crate::Profile;

    /// Lines that look like headers, with the characters that matter to YAML strewn in.
    fn line() -> impl Strategy<Value = String> {
        let key = prop_oneof![
            Just("description"),
            Just("type"),
            Just("metadata"),
            Just("name"),
            Just("k-1"),
            Just("  type"),
            Just("  a"),
            Just("k k"),
        ];
        let value = prop_oneof![
            Just(String::new()),
            Just(String::from("null")),
            Just(String::from("1.5")),
            "[a-c0-9 :#'\"\\\\,.~/(<=$é中\u{2028}\u{85}\u{FEFF}!&*?|>@%`{}\\[\\]-]{0,8}",
            "\"[a-c :#']{0,4}\"",
            "'[a-c :#\"]{0,4}'",
        ];
        let separator = prop_oneof![6 => Just(": "), 1 => Just(":"), 1 => Just(":  "), 1 => Just(" : ")];
        let end = prop_oneof![8 => Just(""), 1 => Just("\r"), 1 => Just(" "), 1 => Just("\t")];
        (key, separator, value, end)
            .prop_map(|(key, separator, value, end)| format!("{key}{separator}{value}{end}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_it_reads_equals_what_the_full_reader_reads(lines in prop::collection::vec(line(), 1..5), newline: bool) {
            let text = lines.join("\n") + if newline { "\n" } else { "" };
            if let Some(map) = read(&text) {
                let full = yaml::parse(&text, &Profile::V2_1_332);
                prop_assert_eq!(full, Ok(map), "{:?}", text);
            }
        }
    }

    #[test]
    fn it_reads_what_the_client_writes() {
        let text = "name: x\ndescription: It's \u{201C}so\u{201D}, at 12:30\nmetadata:\n  node_type: memory\n  type: user\n\
                    \x20 modified: 2026-11-29T23:37:26.302Z\n";
        assert!(read(text).is_some());
    }
}
