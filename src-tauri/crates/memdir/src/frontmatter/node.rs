//! The values that YAML reads, as far as a header needs them, and how the client tells a text from a number.
//!
//! Separate because the rules of JavaScript objects are kept here: the last of equal keys wins, any key is a text, and
//! `<<` merges. Never parses YAML.

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    /// Nothing, or one of the words for it.
    Null,
    /// A number or a boolean, as written.
    Other(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map; keys occur once.
    Map(Vec<(String, Node)>),
}

impl Node {
    /// What a plain (unquoted) scalar means: YAML 1.2 core, as the client reads it (golden `frontmatter.json`).
    pub(crate) fn plain(text: &str) -> Node {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Node::Null,
            "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Node::Other(text.to_owned()),
            _ if is_number(text) => Node::Other(text.to_owned()),
            _ => Node::Text(text.to_owned()),
        }
    }

    /// A map of these entries, in their order: the last of equal keys wins, and the maps under `<<` fill in what no key of
    /// the map itself gives.
    pub(crate) fn map(entries: Vec<(Node, Node)>) -> Node {
        let mut own: Vec<(String, Node)> = Vec::with_capacity(entries.len());
        let mut merged = Vec::new();
        for (key, value) in entries {
            let key = key.key();
            match value {
                Node::Map(inner) if key == "<<" => merged.extend(inner),
                Node::List(items) if key == "<<" => {
                    merged.extend(
                        items
                            .into_iter()
                            .filter_map(|item| match item {
                                Node::Map(inner) => Some(inner),
                                _ => None,
                            })
                            .flatten(),
                    );
                }
                value => match own.iter_mut().find(|(known, _)| *known == key) {
                    Some(slot) => slot.1 = value,
                    None => own.push((key, value)),
                },
            }
        }
        for (key, value) in merged {
            if !own.iter().any(|(known, _)| *known == key) {
                own.push((key, value));
            }
        }
        Node::Map(own)
    }

    /// The value under `key` of a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match self {
            Node::Map(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a text.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a text that is not empty.
    pub(crate) fn filled(&self) -> Option<String> {
        self.text().filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// What is written there, when that is a scalar.
    pub(crate) fn written(&self) -> Option<String> {
        match self {
            Node::Text(text) | Node::Other(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The value as a key of an object.
    fn key(self) -> String {
        match self {
            Node::Null => "null".to_owned(),
            Node::Other(text) | Node::Text(text) => text,
            Node::List(items) => items.into_iter().map(Node::key).collect::<Vec<_>>().join(","),
            Node::Map(_) => "[object Object]".to_owned(),
        }
    }
}

/// Whether a plain scalar is a number: decimal, `0x` and `0o` with an optional sign (up to 64 bits), floats, `.inf`, `.nan`.
fn is_number(text: &str) -> bool {
    // every number has one of these bytes first; most texts do not
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return false;
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let Some(digits) = unsigned.strip_prefix("0x") {
        return is_radix(digits, 16);
    }
    if let Some(digits) = unsigned.strip_prefix("0o") {
        return is_radix(digits, 8);
    }
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(text, ".nan" | ".NaN" | ".NAN")
        || is_decimal(unsigned)
}

fn is_radix(digits: &str, radix: u32) -> bool {
    digits.chars().all(|c| c.is_digit(radix)) && u64::from_str_radix(digits, radix).is_ok()
}

/// `12`, `1.5`, `1.`, `.5`, each with an optional exponent.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    !(whole.is_empty() && fraction.is_empty()) && digits(whole) && digits(fraction) && exponent_fits
}
