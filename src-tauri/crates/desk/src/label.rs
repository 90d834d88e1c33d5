//! Paths as labels for people: the home directory is `~`.

use std::path::Path;

/// `path` for a person to read. Never parsed back.
pub(crate) fn label(path: &Path, home: Option<&Path>) -> String {
    match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
        Some(rest) => format!("~{}{}", std::path::MAIN_SEPARATOR, rest.display()),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_directory_is_a_tilde() {
        for (path, want) in
            [("/home/me/code", "~/code"), ("/home/me", "~"), ("/srv/x", "/srv/x"), ("/home/men", "/home/men")]
        {
            assert_eq!(label(Path::new(path), Some(Path::new("/home/me"))), want);
        }
        assert_eq!(label(Path::new("/home/me"), None), "/home/me");
    }
}
