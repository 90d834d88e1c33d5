//! SHA-256 in hex: how texts are told apart wherever the texts themselves are not kept.
//!
//! Separate because sessions, review and the gate compare digests that the others made.

use sha2::{Digest, Sha256};

/// SHA-256 of `bytes`, 64 hex digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |four: u8| char::from_digit(u32::from(four), 16).unwrap_or('0'); // of four bits there is always one
    Sha256::digest(bytes).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xF)]).collect()
}
