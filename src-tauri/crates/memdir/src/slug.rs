//! The name of a project's folder below the config root, made from the project's path.
//!
//! Separate because it is the one rule that maps paths to folders, and it cannot be turned round: different projects
//! can share a slug. Never touches the disk: which path is meant (main repository root, resolved links) is the caller's.

use crate::digest::hex;

/// A slug has at most this many UTF-16 units before its hash (2.1.332, golden `slug.json`).
pub const SLUG_UNITS: usize = 200;

/// Hex digits of SHA-256 that [`hashed`] shows.
const HASHED_DIGITS: usize = 12;

/// The client's folder name for `path` (2.1.332 and 2.1.197, golden `slug.json`): every UTF-16 unit that is not an ASCII
/// letter or digit becomes `-`. A longer one than [`SLUG_UNITS`] is cut there, and a hash of the whole path follows.
pub fn slug(path: &str) -> String {
    let mut out: String = path
        .encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() => char::from(byte),
            _ => '-',
        })
        .collect();
    if out.len() > SLUG_UNITS {
        out.truncate(SLUG_UNITS); // all ASCII by now: one byte a unit
        out.push('-');
        out.push_str(&base36(hash(path).unsigned_abs()));
    }
    out
}

/// The folder name that the Python re-implementation gives `path`: the first 12 hex digits of the path's SHA-256.
pub fn hashed(path: &str) -> String {
    hex(path.as_bytes()).chars().take(HASHED_DIGITS).collect()
}

/// `h * 31 + unit` over the UTF-16 units, in wrapping 32-bit arithmetic.
fn hash(path: &str) -> i32 {
    path.encode_utf16().fold(0i32, |h, unit| h.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn base36(mut n: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(n % 36, 36).unwrap_or('0'));
        n /= 36;
        if n == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_a_long_path() {
        let path = format!("/home/me/{}/{}", "a".repeat(120), "b".repeat(120));
        let slug = slug(&path);
        assert_eq!(slug.len(), SLUG_UNITS + 1 + 6);
        assert!(slug.ends_with("-1yenfr"), "{slug}");
    }

    #[test]
    fn the_hash_is_that_of_the_path_bytes() {
        assert_eq!(hashed(""), "e3b0c44298fc");
        assert_eq!(hashed("/home/me/shop").len(), 12);
    }

    #[test]
    fn numbers_in_base_36() {
        for (n, text) in [(0, "0"), (35, "z"), (36, "10"), (2_147_483_648, "zik0zk")] {
            assert_eq!(base36(n), text);
        }
    }
}
