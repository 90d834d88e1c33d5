//! SHA-256 in hex: how texts are told apart wherever the texts themselves are not kept.
//!
//! Separate because sessions, review and the gate compare digests that the others made.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256 of `bytes`, 64 hex digits.
pub fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut out, byte| {
        let _ = write!(out, "{byte:02x}"); // writing into a String cannot fail
        out
    })
}
