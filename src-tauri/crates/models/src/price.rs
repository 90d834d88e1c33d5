//! What models cost: a dated list of published prices, and how many tokens a text may take.
//!
//! Separate because it is data that ages. A model that is not in the list has no price rather than a guessed one.

use crate::Usage;
use crate::api::Provider;
use std::sync::LazyLock;

/// The list.
const PRICES: &str = include_str!("price/prices.tsv");

/// A listed price.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// US dollars for a million tokens sent.
    pub input: f64,
    /// US dollars for a million tokens answered.
    pub output: f64,
    /// It holds for so many tokens sent at most; none: for any number.
    pub up_to: Option<u64>,
    /// The day on which it was so (`2026-10-16`).
    pub as_of: &'static str,
}

/// The listed price of a model: of exactly this name, or of this name with a date or `-latest` behind it. Newer models of a
/// family have prices of their own, so nothing is concluded from a name that only begins alike.
pub fn of(provider: Provider, model: &str) -> Option<Listed> {
    static ROWS: LazyLock<Vec<(&str, &str, Listed)>> =
        LazyLock::new(|| PRICES.lines().filter_map(row).collect());
    let found = ROWS.iter().find(|(whose, name, _)| *whose == provider.as_str() && is_of(model, name));
    found.map(|(_, _, listed)| listed.clone())
}

/// US dollars that `usage` takes at a listed price: the one sum for before and after. None beyond what the price holds for.
pub fn dollars(listed: &Listed, usage: &Usage) -> Option<f64> {
    if listed.up_to.is_some_and(|limit| usage.input_tokens > limit) {
        return None;
    }
    Some(dollars_at((listed.input, listed.output), usage))
}

/// US dollars that `usage` takes at so many dollars for a million tokens in and out.
pub fn dollars_at((input, output): (f64, f64), usage: &Usage) -> f64 {
    (usage.input_tokens as f64 * input + usage.output_tokens as f64 * output) / 1_000_000.0
}

/// How many tokens `text` may take, at least 1 for any text: a rule of thumb over scripts, held against no tokenizer. Four
/// letters of Latin, Greek or Cyrillic script, digits or signs a token, one for each character of Chinese, Japanese or Korean, two
/// characters of any other script, and three for a pictograph. Newer models take up to a third more.
pub fn estimate_tokens(text: &str) -> u64 {
    let twelfths: u64 = text.chars().map(twelfths).sum();
    twelfths.div_ceil(12)
}

/// Twelfths of a token that a character takes.
fn twelfths(c: char) -> u64 {
    match u32::from(c) {
        0x0000..=0x052F | 0x1E00..=0x1FFF | 0x2000..=0x206F => 3,
        0x1100..=0x11FF
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7FF
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F
        | 0xFF00..=0xFFEF => 12,
        0x20000..=0x3FFFF => 24,
        0x1F000..=0x1FAFF | 0xE0000..=0xE0FFF => 36,
        _ => 6,
    }
}

/// A row of the list; none for a remark or a row that is not whole.
fn row(line: &'static str) -> Option<(&'static str, &'static str, Listed)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [provider, model, input, output, up_to, as_of] = fields.try_into().ok()?;
    let up_to = if up_to.is_empty() { None } else { Some(up_to.parse().ok()?) };
    let listed = Listed { input: input.parse().ok()?, output: output.parse().ok()?, up_to, as_of };
    Some((provider, model, listed))
}

/// `model` is `name`, or `name` of a day: `-20251001`, `-2025-10-01`, `@20251001`, `-latest`.
fn is_of(model: &str, name: &str) -> bool {
    let Some(rest) = model.strip_prefix(name) else { return false };
    let Some(rest) = rest.strip_prefix(['-', '@']) else { return rest.is_empty() };
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    rest == "latest" || (digits == 8 && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_row_is_read_and_is_found_again() {
        let rows: Vec<&str> = PRICES.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(rows.len() > 20);
        for line in rows {
            let (provider, model, listed) = row(line).unwrap_or_else(|| panic!("{line}"));
            assert!(listed.input > 0.0 && listed.output > listed.input, "{line}");
            assert!(listed.as_of.parse::<jiff::civil::Date>().is_ok(), "{line}");
            assert_eq!(of(Provider::named(provider).unwrap(), model), Some(listed), "{line}");
        }
    }

    #[test]
    fn which_names_have_a_price() {
        for (provider, model, expected) in [
            (Provider::Anthropic, "claude-haiku-4-5-20251001", Some(1.0)),
            (Provider::Anthropic, "claude-opus-5", Some(5.0)),
            (Provider::Anthropic, "claude-opus-5-5", Some(4.0)),
            (Provider::Anthropic, "claude-opus-5-7", None),
            (Provider::Anthropic, "gpt-5", None),
            (Provider::OpenAi, "gpt-5-2025-08-07", Some(1.25)),
            (Provider::OpenAi, "gpt-5-turbo", None),
            (Provider::OpenAi, "gpt-5.9", None),
            (Provider::OpenAi, "gpt-4o-latest", Some(2.5)),
            (Provider::Ollama, "gpt-5", None),
            (Provider::OpenAi, "", None),
        ] {
            assert_eq!(of(provider, model).map(|listed| listed.input), expected, "{model}");
        }
        for provider in [Provider::Anthropic, Provider::OpenAi] {
            assert!(of(provider, provider.default_model()).is_some(), "{provider:?}");
        }
    }

    #[test]
    fn a_sum_and_its_limit() {
        let usage =
            |input_tokens| Usage { model: String::new(), input_tokens, output_tokens: 100, milliseconds: 0 };
        let haiku = of(Provider::Anthropic, "claude-haiku-5-5").unwrap();
        let dollars_of = |input| dollars(&haiku, &usage(input));
        assert!((dollars_of(100_000).unwrap() - 0.010_05).abs() < 1e-12);
        assert_eq!(dollars_of(100_001), None);
    }

    #[test]
    fn tokens_by_script() {
        for (text, expected) in
            [("", 0), ("a", 1), ("abcdefgh", 2), ("记住这个", 4), ("ありがとう", 5), ("कखगघ", 2), ("🦀", 3)]
        {
            assert_eq!(estimate_tokens(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn more_text_never_takes_fewer_tokens(a in ".{0,200}", b in ".{0,200}") {
            let (one, both) = (estimate_tokens(&a), estimate_tokens(&format!("{a}{b}")));
            prop_assert!(one <= both && both <= one + estimate_tokens(&b));
            prop_assert!(a.is_empty() || one >= 1);
        }
    }
}
