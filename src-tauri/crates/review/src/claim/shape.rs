//! What the name of a file, a path, a flag or a symbol looks like.
//!
//! Separate because code spans and prose ask the same, one leniently, one strictly. Looks at spelling only.

use std::ops::Range;

use super::{Found, Kind};

/// Endings that files of a project have. What is none of these counts as a file only in code, and only with a slash.
const ENDINGS: &str = " adoc bash bat c cc cfg cjs clj cmd conf config cpp cs css csv dart diff edn erl ex exs fish go gradle \
    graphql h hcl hpp hs html ini ipynb java jl js json json5 jsonc jsonl jsx kt kts less lock log lua m md mdc mdx mjs ml mod \
    nix patch php pl plist proto ps1 py pyi rb rs rst sass scala scss service sh snap sql sqlite sum svelte svg swift tex tf \
    tfvars toml ts tsv tsx txt vue wasm xml yaml yml zig zsh ";

/// Files without an ending.
const NAMES: &str = " Brewfile CODEOWNERS Caddyfile Containerfile Dockerfile Earthfile Gemfile GNUmakefile Jenkinsfile Justfile \
    Makefile Pipfile Procfile Rakefile Tiltfile Vagrantfile justfile makefile ";

/// Products, not files.
const PRODUCTS: &str = " alpine.js angular.js backbone.js bun.js chart.js d3.js discord.js ember.js express.js knockout.js \
    moment.js nest.js next.js node.js nuxt.js p5.js react.js socket.io svelte.js three.js vue.js ";

/// Folders that a path without an ending begins with.
const FOLDERS: &str = " .cargo .circleci .claude .github .gitlab .husky .vscode api app apps assets backend bench benches bin build \
    ci client cmd components config configs crates db deploy dist doc docs e2e etc examples fixtures frontend hooks include infra \
    internal k8s lib libs migrations modules node_modules packages pages pkg plugins public resources scripts server services \
    shared spec src static styles target templates terraform test tests tools ui utils vendor web website ";

/// Where absolute paths begin.
const ROOTS: &str = " Applications Library Users Volumes bin boot dev etc home mnt nix opt private proc root run sbin srv sys tmp \
    usr var ";

/// Whether a word is in one of the lists above.
pub(super) fn listed(list: &str, word: &str) -> bool {
    !word.is_empty()
        && !word.contains(char::is_whitespace)
        && list.match_indices(word).any(|(at, _)| {
            let before = at.checked_sub(1).and_then(|at| list.as_bytes().get(at));
            before == Some(&b' ') && list.as_bytes().get(at + word.len()) == Some(&b' ')
        })
}

fn ending(name: &str) -> Option<&str> {
    let (stem, ending) = name.rsplit_once('.')?;
    (!stem.is_empty() && listed(ENDINGS, &ending.to_ascii_lowercase())).then_some(ending)
}

/// A name of a file, without a slash.
pub(crate) fn is_file(name: &str, in_code: bool) -> bool {
    if listed(NAMES, name) {
        return true;
    }
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+' | '*' | '@');
    if !name.chars().all(plain) || listed(PRODUCTS, &name.to_lowercase()) {
        return false;
    }
    if let Some(rest) = name.strip_prefix('.') {
        let dotfile = rest.starts_with(|c: char| c.is_ascii_lowercase()) && rest.len() > 2;
        // `.rs` alone names a kind of file
        return dotfile && (in_code || is_known_dotfile(rest)) && !listed(ENDINGS, rest);
    }
    // `*.rs` names a kind of file too
    ending(name).is_some_and(|ending| {
        let stem = name.get(..name.len() - ending.len() - 1).unwrap_or_default();
        stem.chars().any(char::is_alphanumeric) && !stem.starts_with('-')
    })
}

fn is_known_dotfile(rest: &str) -> bool {
    let known = [
        "babelrc",
        "bashrc",
        "clippy",
        "dockerignore",
        "editorconfig",
        "env",
        "eslintrc",
        "gitattributes",
        "gitignore",
        "gitlab-ci",
        "gitmodules",
        "node-version",
        "npmrc",
        "nvmrc",
        "prettierrc",
        "python-version",
        "ruby-version",
        "tool-versions",
        "zshrc",
    ];
    known
        .iter()
        .any(|known| rest.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// A path with at least one slash. In prose it has to have a known ending, or begin or end like a path.
pub(crate) fn is_path(path: &str, in_code: bool) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-/~@+*\\:()[]".contains(c);
    if !path.chars().all(plain) || path.contains("//") || path.len() < 3 {
        return false;
    }
    let drive =
        path.as_bytes().get(1..3) == Some(b":\\") && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if drive {
        return path.len() > 4;
    }
    if path.contains(['\\', ':']) || !path.contains('/') || path.contains("...") {
        return false;
    }
    let parts: Vec<&str> = path.split('/').collect();
    let (first, last) =
        (parts.first().copied().unwrap_or_default(), parts.last().copied().unwrap_or_default());
    let named = |part: &str| part.chars().any(char::is_alphanumeric) || part.contains('*');
    if matches!(first, "~" | "." | "..") {
        return parts.iter().skip(1).any(|part| named(part));
    }
    let known = is_file(last, in_code) || last.starts_with("*.") && ending(last).is_some();
    if first.is_empty() {
        let second = parts.get(1).copied().unwrap_or_default();
        return listed(ROOTS, second) && parts.len() > 2 || known && parts.len() > 2;
    }
    if !parts.iter().all(|part| part.is_empty() || named(part))
        || !first.chars().any(|c| c.is_alphabetic() || c == '*')
    {
        return false;
    }
    if known || path.contains("/**") {
        return !path.starts_with('@') || parts.len() > 2;
    }
    let folder = listed(FOLDERS, first) && (in_code || last.is_empty() || parts.len() > 2);
    // `src/` in prose; `a/b/c` only in code
    folder
        || in_code && last.is_empty() && parts.len() >= 2
        || in_code
            && parts.len() > 2
            && !matches!(first, "origin" | "upstream" | "refs" | "feature" | "s" | "y")
            && !path.starts_with('@')
}

/// How much of a path or name is left without a line number behind it (`a.rs:42`, `a.rs#L7`).
pub(super) fn without_line(text: &str) -> &str {
    let place = |rest: &str| {
        let rest = rest.trim_start_matches('L');
        !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'-' | b'L'))
    };
    let cut = [':', '#'].into_iter().filter_map(|mark| text.split_once(mark)).find(|(_, rest)| place(rest));
    cut.map_or(text, |(path, _)| path)
}

/// A flag such as `--no-verify`, without its value; `None` when it is none.
pub(super) fn flag(text: &str) -> Option<&str> {
    let name = text.strip_prefix("--")?;
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(name.len());
    let (name, rest) = name.split_at(end);
    let whole = rest.is_empty() || rest.starts_with('=');
    (whole && name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-'))
        .then(|| text.get(..end + 2))
        .flatten()
}

/// An environment variable: capitals with at least one `_` between them.
pub(super) fn is_variable(text: &str) -> bool {
    text.len() > 3
        && text.contains('_')
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && !text.ends_with('_')
        && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// One identifier of a programming language.
pub(super) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        && text.chars().any(char::is_alphabetic)
}

/// An identifier that no prose has: `snake_case`, `camelCase`, `PascalCase`.
pub(super) fn is_marked(text: &str) -> bool {
    let inner = text.trim_matches('_');
    is_identifier(text)
        && text.is_ascii()
        && text.len() > 3
        && (inner.contains('_')
            || inner.chars().skip(1).any(char::is_uppercase) && inner.chars().any(char::is_lowercase))
}

/// The host of the address in a part of a text.
pub(super) fn host(text: &str, range: Range<usize>) -> Option<Found> {
    let part = text.get(range.clone())?;
    let scheme = part.find("://")?;
    let from = scheme + 3;
    let rest = part.get(from..)?;
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@' | ':' | '%')))
        .unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    // who is asked, not as whom
    let skipped = authority.rfind('@').map_or(0, |at| at + 1);
    let host = authority.get(skipped..)?;
    let host = host.split(':').next()?.trim_end_matches(['.', '-']);
    // a name without a dot is on this machine or in somebody's network
    if !host.contains(|c: char| c.is_alphanumeric()) || !host.contains('.') {
        return None;
    }
    let start = range.start + from + skipped;
    Some((Kind::Host, start..start + host.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_what_only_looks_like_one() {
        // text, in code, in prose
        for (text, code, prose) in [
            ("src/auth.rs", true, true),
            ("src/", true, true),
            ("./x", true, true),
            ("../up/x", true, true),
            ("~/notes", true, true),
            ("/usr/local/bin", true, true),
            ("/home/me/x.txt", true, true),
            ("C:\\work\\x", true, true),
            ("crates/review/src", true, true),
            ("src/auth", true, false),
            ("src/**/*.ts", true, true),
            ("docs/日本語.md", true, true),
            ("a/b/c", true, false),
            ("and/or", false, false),
            ("1/2", false, false),
            ("24/7/365", false, false),
            ("owner/repo", false, false),
            ("origin/main", false, false),
            ("@scope/pkg", false, false),
            ("application/json", false, false),
            ("/memory", false, false),
            ("/api/users", false, false),
            ("http://x/y.rs", false, false),
            ("read/write", false, false),
            (".../x", false, false),
            ("/", false, false),
            ("//", false, false),
        ] {
            assert_eq!((is_path(text, true), is_path(text, false)), (code, prose), "{text}");
        }
    }

    #[test]
    fn file_names() {
        for (text, code, prose) in [
            ("main.rs", true, true),
            ("package.json", true, true),
            ("Makefile", true, true),
            (".env", true, true),
            (".env.local", true, true),
            (".foorc", true, false),
            ("README.md", true, true),
            ("tsconfig.build.json", true, true),
            ("Node.js", false, false),
            ("three.js", false, false),
            ("e.g", false, false),
            ("1.2.3", false, false),
            ("example.com", false, false),
            ("foo.bar", false, false),
            (".rs", false, false),
            (".NET", false, false),
            ("*.rs", false, false),
            ("a b.rs", false, false),
        ] {
            assert_eq!((is_file(text, true), is_file(text, false)), (code, prose), "{text}");
        }
    }

    #[test]
    fn flags_variables_and_identifiers() {
        for (text, expected) in [
            ("--no-verify", Some("--no-verify")),
            ("--level=3", Some("--level")),
            ("--", None),
            ("---", None),
            ("--x", None),
            ("--Foo", None),
            ("-x", None),
            ("--a-b-", None),
        ] {
            assert_eq!(flag(text), expected, "{text}");
        }
        for (text, variable, marked) in [
            ("DATABASE_URL", true, true),
            ("README", false, false),
            ("get_user", false, true),
            ("getUser", false, true),
            ("UserList", false, true),
            ("user", false, false),
            ("User", false, false),
            ("__init__", false, false),
            ("A_", false, false),
        ] {
            assert_eq!((is_variable(text), is_marked(text)), (variable, marked), "{text}");
        }
    }

    #[test]
    fn hosts_are_cut_out_of_addresses() {
        for (text, expected) in [
            ("https://example.com/a?b", Some("example.com")),
            ("postgres://me:pw@db.example.com:5432/x", Some("db.example.com")),
            ("[x](https://例え.jp/)", Some("例え.jp")),
            ("http://localhost:3000", None),
            ("http://", None),
            ("no address", None),
        ] {
            let found = host(text, 0..text.len()).map(|(_, range)| &text[range]);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_line_number_is_no_part_of_a_path() {
        for (text, expected) in [
            ("a.rs:42", "a.rs"),
            ("a.rs:4:2", "a.rs"),
            ("a.rs#L7-L9", "a.rs"),
            ("a.rs", "a.rs"),
            ("a:b", "a:b"),
        ] {
            assert_eq!(without_line(text), expected);
        }
    }
}
