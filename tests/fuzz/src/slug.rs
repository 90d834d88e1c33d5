//! A path of any text as the name of its folder. Nothing but letters, digits and `-` may come of it: it becomes a path.

use memdesk_memdir::slug::{hashed, slug};

/// Names the folder of a project at that path.
pub fn run(bytes: &[u8]) {
    let Ok(path) = std::str::from_utf8(bytes) else { return };
    for name in [slug(path), hashed(path)] {
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{name:?}");
    }
}
