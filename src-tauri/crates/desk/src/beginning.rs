//! Which id is meant by the beginning of one, as lists print it.
//!
//! Separate because proposals and sessions are named alike. Never guesses: where several begin so, it names them.

use crate::view::Failure;

/// A shorter beginning names nothing: it could be any word.
pub const LEAST: usize = 6;
/// So many candidates are told.
const TOLD: usize = 8;

/// The one of `ids` that is `word`, or that alone begins with it ([`LEAST`] characters at least). `kind` is what the ids are
/// of, `unknown` what to say where none is meant.
///
/// # Errors
/// `usage` when several begin so, with their names; `unknown`.
pub fn whole<'i>(
    kind: &str,
    ids: impl IntoIterator<Item = &'i str>,
    word: &str,
    unknown: impl FnOnce() -> Failure,
) -> Result<&'i str, Failure> {
    let long_enough = word.chars().nth(LEAST - 1).is_some();
    let mut found: Vec<&str> = ids.into_iter().filter(|id| id.starts_with(word)).collect();
    if let Some(id) = found.iter().find(|id| **id == word) {
        return Ok(id);
    }
    found.sort_unstable();
    found.dedup();
    match found.as_slice() {
        [id] if long_enough => Ok(id),
        [_, _, ..] if long_enough => {
            let told = found.iter().take(TOLD).copied().collect::<Vec<_>>().join(", ");
            let more = if found.len() > TOLD { ", …" } else { "" };
            Err(Failure::new(
                "usage",
                format!("more than one {kind} begins with {word}: {told}{more}"),
                "Give more of it.".to_owned(),
            ))
        }
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_names_one_or_none() {
        let ids = ["0123456789ab", "0123459999ab", "abcdef", "abcdef01", "日本語日本語日"];
        for (word, expected) in [
            ("0123456789ab", Ok("0123456789ab")),
            ("0123456", Ok("0123456789ab")),
            ("012345", Err("more than one thing begins with 012345: 0123456789ab, 0123459999ab")),
            // shorter than lists print it
            ("01234", Err("none")),
            ("", Err("none")),
            // whole, although another begins so
            ("abcdef", Ok("abcdef")),
            ("abcdef0", Ok("abcdef01")),
            ("日本語日本語", Ok("日本語日本語日")),
            ("日本語日本", Err("none")),
            ("nothing", Err("none")),
        ] {
            let found = whole("thing", ids, word, || Failure::new("none", "none", None));
            assert_eq!(found.as_deref().map_err(|failure| failure.message.as_str()), expected, "{word:?}");
        }
        let many: Vec<String> = (10..20).map(|n| format!("common{n}")).collect();
        let found =
            whole("thing", many.iter().map(String::as_str), "common", || Failure::new("none", "none", None));
        assert!(found.is_err_and(|failure| failure.message.ends_with("common17, …")));
    }
}
