//! What differs between client versions, in one place, so that no rule elsewhere asks for a version.
//!
//! A profile is plain data. It never decides anything: the rules (`index`, `listing`, `surface`, …) read its fields.
//! A client newer than every profile known here is treated like the newest one.

use serde::Serialize;

/// The rules that one client version follows, where versions differ. Everything not listed here is the same in all known versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Profile {
    /// The client version in which these rules were observed.
    pub version: &'static str,
    /// The index loader turns CRLF and lone CR into LF (seen in 2.1.332; 2.1.197 keeps them).
    pub index_normalises_newlines: bool,
    /// Invisible characters are dropped from the index and from surfaced bodies (seen in 2.1.332; 2.1.197 keeps them).
    pub drops_invisible: bool,
    /// Tags that the client itself speaks in are defused in the index and in surfaced bodies (seen in 2.1.332 only).
    pub defuses_tags: bool,
    /// A byte order mark may stand before the frontmatter of an index (seen in 2.1.332; in 2.1.197 it hides it).
    pub index_frontmatter_after_bom: bool,
    /// In an index, a line without `>` goes on with a quote only where it goes on with a paragraph, so that an indented
    /// comment after a quote is a comment (seen in 2.1.332; 2.1.197 takes more lines into the quote).
    pub quotes_end_strictly: bool,
    /// An index with a `<!--` anywhere loses its link definitions (seen in 2.1.197 only).
    pub loses_definitions: bool,
    /// Cutting line 1 of an index never splits a surrogate pair (seen in 2.1.332; 2.1.197 leaves half of one, U+FFFD).
    pub cut_keeps_pairs: bool,
    /// Hidden files and folders, and what lies in the top-level `logs/`, `sessions/` and below `team/`'s own files, are offered
    /// to the selector (seen in 2.1.197 only).
    pub lists_hidden: bool,
    /// A topic that begins with the bytes FF FE is read as UTF-16, little-endian (seen in 2.1.332 only).
    pub reads_utf16: bool,
    /// A topic's header is looked for in its first 64 KiB at most, and two leading BOMs do not hide it (seen in 2.1.332;
    /// 2.1.197 reads on, and knows one BOM).
    pub bounds_header: bool,
    /// A NUL anywhere in the YAML of a header makes the header unreadable (seen in 2.1.332; in 2.1.197 the YAML ends there, but
    /// for one in a comment, which means nothing).
    pub rejects_nul: bool,
    /// A `[type] ` before a name in the selector's answer is taken off (seen in 2.1.332 only).
    pub takes_types_off: bool,
    /// A slash and a name that is no command is a question (seen in 2.1.332; 2.1.197 refuses it, but for the name of a file or
    /// folder at the root of the file system, such as `/tmp`).
    pub asks_unknown_commands: bool,
    /// The variable [`RECALL_VARIABLE`](crate::question::RECALL_VARIABLE) turns recall mode on by itself (seen in 2.1.332; in
    /// 2.1.197 it only makes an empty `team/` in the store).
    pub recalls_by_variable: bool,
}

impl Profile {
    /// Observed in 2.1.332.
    pub const V2_1_332: Profile = Profile {
        version: "2.1.332",
        index_normalises_newlines: true,
        drops_invisible: true,
        defuses_tags: true,
        index_frontmatter_after_bom: true,
        quotes_end_strictly: true,
        loses_definitions: false,
        cut_keeps_pairs: true,
        lists_hidden: false,
        reads_utf16: true,
        bounds_header: true,
        rejects_nul: true,
        takes_types_off: true,
        asks_unknown_commands: true,
        recalls_by_variable: true,
    };

    /// Observed in 2.1.197.
    pub const V2_1_197: Profile = Profile {
        version: "2.1.197",
        index_normalises_newlines: false,
        drops_invisible: false,
        defuses_tags: false,
        index_frontmatter_after_bom: false,
        quotes_end_strictly: false,
        loses_definitions: true,
        cut_keeps_pairs: false,
        lists_hidden: true,
        reads_utf16: false,
        bounds_header: false,
        rejects_nul: false,
        takes_types_off: false,
        asks_unknown_commands: false,
        recalls_by_variable: false,
    };

    /// Every known profile, oldest first.
    pub const ALL: &'static [&'static Profile] = &[&Profile::V2_1_197, &Profile::V2_1_332];

    /// The newest known profile.
    pub fn latest() -> &'static Profile {
        &Profile::V2_1_332
    }

    /// The newest known profile that is not newer than `version` (`"2.1.250"` gives 2.1.197's rules).
    ///
    /// A version older than every known one gets the oldest profile: it is the nearest that was ever observed.
    /// `None` when `version` is no version: up to three numbers with dots between, with an optional leading `v` and an
    /// optional suffix after `-`, `+` or a blank (so the client's own `2.1.332 (Claude Code)` is understood).
    pub fn for_version(version: &str) -> Option<&'static Profile> {
        let wanted = numbers(version)?;
        let oldest = Profile::ALL.first().copied();
        Profile::ALL
            .iter()
            .rev()
            .copied()
            .find(|p| numbers(p.version).is_some_and(|n| n <= wanted))
            .or(oldest)
    }
}

/// `"v2.1.332-beta"` to `[2, 1, 332]`; missing parts are 0.
fn numbers(version: &str) -> Option<[u64; 3]> {
    let version = version.trim();
    let version = version.strip_prefix('v').unwrap_or(version);
    let core = version.split(['-', '+', ' ']).next().unwrap_or_default();
    let mut out = [0; 3];
    let mut parts = core.split('.');
    for slot in &mut out {
        match parts.next() {
            Some(part) if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) => {
                *slot = part.parse().ok()?
            }
            Some(_) => return None,
            None => break,
        }
    }
    parts.next().is_none().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_gets_the_newest_profile_that_is_not_newer() {
        for (version, expected) in [
            ("2.1.332", Some("2.1.332")),
            ("2.1.332 (Claude Code)", Some("2.1.332")),
            ("2.1.333", Some("2.1.332")),
            ("3", Some("2.1.332")),
            ("2.1.331", Some("2.1.197")),
            ("v2.1.197", Some("2.1.197")),
            ("2.1.197-beta.1", Some("2.1.197")),
            ("2.0.1", Some("2.1.197")),
            ("", None),
            ("latest", None),
            ("2..1", None),
            ("2.1.3.4", None),
            ("-1", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(Profile::for_version(version).map(|p| p.version), expected, "{version:?}");
        }
    }
}
