//! Where a target leads.
//!
//! Separate because topics have links too. Works on the words alone: never asks whether anything is there.

/// The path in the store that a target means, normalised: `./a.md` and `sub/../a.md` are `a.md`, `a.md#part` is `a.md`.
/// `None` when it leaves the store, is absolute or has a scheme (`https:`, `C:`), or means no file.
pub fn resolve(target: &str) -> Option<String> {
    let path = target.split('#').next().unwrap_or_default().trim();
    let scheme = path.split(['/', '\\']).next().unwrap_or_default();
    if path.starts_with(['/', '\\', '~']) || scheme.contains(':') || path.contains('\0') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn a_target_stays_in_the_store_or_means_nothing() {
        for (target, expected) in [
            ("a.md", Some("a.md")),
            ("./a.md", Some("a.md")),
            ("sub/../a.md#part", Some("a.md")),
            ("sub//b.md", Some("sub/b.md")),
            ("中文 名.md", Some("中文 名.md")),
            ("notes: x/a.md", None),
            ("sub/a:b.md", Some("sub/a:b.md")),
            ("../a.md", None),
            ("a/../../b.md", None),
            ("/etc/passwd", None),
            ("\\\\server\\a.md", None),
            ("C:\\a.md", None),
            ("~/a.md", None),
            ("https://example.org/a.md", None),
            ("mailto:a@example.org", None),
            ("#part", None),
            ("", None),
            (".", None),
            ("a\0.md", None),
        ] {
            assert_eq!(resolve(target).as_deref(), expected, "{target:?}");
        }
    }
}
