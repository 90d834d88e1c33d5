//! Deep links: `memdesk://open?path=%2Fhome%2Fme%2Fshop` opens that project, and there is no other link.
//!
//! Separate because a link is hostile: any page and any message can hold one, and the system starts this program with it.
//! So it may name a folder and nothing else. Pure: whether there is such a folder is asked by whoever opens it.

use memdesk_desk::view::Failure;
use percent_encoding::percent_decode_str;
use std::path::PathBuf;

/// What a link begins with, in small letters; the system may hand it over in any.
const SCHEME: &str = "memdesk:";
/// The only thing that a link can ask for, and the only word it can say about it.
const OPEN: [&str; 2] = ["//open?", "//open/?"];
const PATH: &str = "path=";
/// Longer than this is no path that any system takes, in bytes before decoding.
const LONGEST: usize = 12 * 1024;

/// Whether a word of a launch is meant as a link, good or bad.
pub(crate) fn is_link(word: &str) -> bool {
    word.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}

/// The folder that a link names: absolute, on this machine.
///
/// # Errors
/// `bad-link`, with what is wrong with it. The link itself is not repeated: it is somebody else's text.
pub(crate) fn folder(link: &str) -> Result<PathBuf, Failure> {
    if link.len() > LONGEST {
        return Err(refused("it is too long"));
    }
    if !is_link(link) {
        return Err(refused("it does not begin with memdesk:"));
    }
    let wish = link.get(SCHEME.len()..).unwrap_or_default();
    let query = OPEN
        .into_iter()
        .find_map(|open| {
            let start = wish.get(..open.len()).filter(|start| start.eq_ignore_ascii_case(open))?;
            wish.get(start.len()..)
        })
        .ok_or_else(|| refused("it asks for something else than to open a project"))?;
    let value = query.strip_prefix(PATH).ok_or_else(|| refused("it names no path"))?;
    if value.contains(['&', ';', '#', '?']) {
        return Err(refused("it says more than a path"));
    }
    let path = percent_decode_str(value).decode_utf8().map_err(|_| refused("its path is not UTF-8"))?;
    if path.chars().any(char::is_control) {
        return Err(refused("its path holds a control character"));
    }
    // `\\server\share` and `//server/share`: looking there would tell another machine who is logged in here
    if path.starts_with(['/', '\\']) && path.get(1..).is_some_and(|rest| rest.starts_with(['/', '\\'])) {
        return Err(refused("its path leads to another machine"));
    }
    let path = PathBuf::from(path.as_ref());
    if !path.is_absolute() {
        return Err(refused("its path is not absolute"));
    }
    Ok(path)
}

/// A link that says more than it may: other words beside it on the command line.
pub(crate) fn not_alone() -> Failure {
    refused("it came with other words")
}

fn refused(why: &str) -> Failure {
    let hint = "A link looks like memdesk://open?path=/folder/of/a/project.".to_owned();
    Failure::new("bad-link", why, hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An absolute path of this system, as it stands in a link and as it is meant.
    fn here(rest: &str) -> String {
        if cfg!(windows) { format!("C:/{rest}") } else { format!("/{rest}") }
    }

    #[test]
    fn what_is_a_link() {
        for (word, is) in [
            ("memdesk:", true),
            ("memdesk://open?path=/x", true),
            ("MEMDESK://anything", true),
            ("memdesk", false),
            ("memdesk/open", false),
            ("file:///x", false),
            ("", false),
            ("mémdesk:", false),
            ("memdesé:", false),
        ] {
            assert_eq!(is_link(word), is, "{word}");
        }
    }

    #[test]
    fn a_link_names_a_folder() {
        for (path, want) in [
            ("home/me/shop", "home/me/shop"),
            ("home%2Fme%2Fshop", "home/me/shop"),
            ("my%20shop", "my shop"),
            ("my shop", "my shop"),
            ("a+b", "a+b"),
            ("a%2Bb", "a+b"),
            ("%E5%95%86%E5%BA%97", "商店"),
            ("商店", "商店"),
            ("a%26path%3Db", "a&path=b"),
            ("a%2525", "a%25"),
            ("100%", "100%"),
            ("a/../b", "a/../b"),
            ("-x", "-x"),
            ("", ""),
        ] {
            for start in ["memdesk://open?path=", "memdesk://open/?path=", "MemDesk://OPEN?path="] {
                let link = format!("{start}{}", here(path));
                assert_eq!(folder(&link).map_err(|why| why.message), Ok(here(want).into()), "{link}");
            }
        }
    }

    #[test]
    fn nothing_else_is_followed() {
        let path = here("x");
        let row = |link: &str, why| (link.replace('@', &path), why);
        for (link, why) in [
            row("memdesk:", "something else"),
            row("memdesk://", "something else"),
            row("memdesk:open?path=@", "something else"),
            row("memdesk:///open?path=@", "something else"),
            row("memdesk://open", "something else"),
            row("memdesk://open@", "something else"),
            row("memdesk://open/x?path=@", "something else"),
            row("memdesk://accept?path=@", "something else"),
            row("memdesk://opened?path=@", "something else"),
            row("memdesk://me@open?path=/x", "something else"),
            row("memdesk://open:80?path=@", "something else"),
            row("https://open?path=@", "does not begin"),
            row("memdesk://open?", "no path"),
            row("memdesk://open?root=@", "no path"),
            row("memdesk://open?PATH=@", "no path"),
            row("memdesk://open?&path=@", "no path"),
            row("memdesk://open?p%61th=@", "no path"),
            row("memdesk://open?path=@&root=/y", "more than"),
            row("memdesk://open?path=@&path=/y", "more than"),
            row("memdesk://open?path=@;data=/y", "more than"),
            row("memdesk://open?path=@#top", "more than"),
            row("memdesk://open?path=@?", "more than"),
            row("memdesk://open?path=", "not absolute"),
            row("memdesk://open?path=x", "not absolute"),
            row("memdesk://open?path=~/x", "not absolute"),
            row("memdesk://open?path=..%2Fx", "not absolute"),
            row("memdesk://open?path=--data", "not absolute"),
            row("memdesk://open?path=file:///x", "not absolute"),
            row("memdesk://open?path=//server/share", "another machine"),
            row("memdesk://open?path=%5C%5Cserver%5Cshare", "another machine"),
            row("memdesk://open?path=/%5Cserver/share", "another machine"),
            row("memdesk://open?path=%5C%5C%3F%5CC:%5Cx", "another machine"),
            row("memdesk://open?path=@%00", "control"),
            row("memdesk://open?path=@%0Ay", "control"),
            row("memdesk://open?path=@\u{85}", "control"),
            row("memdesk://open?path=@%FF", "UTF-8"),
            row("memdesk://open?path=@%ED%A0%80", "UTF-8"),
        ] {
            let failure = folder(&link).unwrap_err();
            assert_eq!(failure.code, "bad-link");
            assert!(failure.message.contains(why), "{link}: {}", failure.message);
        }
        assert!(folder(&format!("memdesk://open?path={}", here(&"x".repeat(LONGEST)))).is_err());
    }
}
