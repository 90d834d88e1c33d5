//! A topic of any bytes: its header by the rules of every profile, and each of its fields set.
//!
//! Beyond "no panic": what was set is what is read, and setting touches nothing else, which `set` promises and checks itself.

use memdesk_memdir::frontmatter::{Field, read, set};
use memdesk_memdir::{Profile, surface, wikilink};

/// Reads the bytes as a topic, and changes it.
pub fn run(bytes: &[u8]) {
    for profile in Profile::ALL.iter().copied() {
        let _ = read(bytes, profile);
        let _ = surface::surface(bytes, profile);
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = wikilink::links(text);
    for field in [Field::Name, Field::Description, Field::Type] {
        for value in [None, Some("user"), Some("a: \"b\" # c"), Some(text)] {
            let _ = set(text, field, value);
        }
    }
}
