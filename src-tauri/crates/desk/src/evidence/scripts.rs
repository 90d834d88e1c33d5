//! Commands that a project defines: scripts of packages, targets of make, recipes of just, aliases of cargo.
//!
//! Separate because each has a file format of its own. Reads lines, not languages, and never runs anything.

use std::path::Path;

use super::search::read;

/// Largest file that is read for its commands, in bytes.
const FILE_BYTES: u64 = 1024 * 1024;
/// Files that are read for their commands, at most.
const FILES: usize = 60;

/// Who runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    /// npm, pnpm, yarn, bun: `package.json`.
    Package,
    /// make.
    Make,
    /// just.
    Just,
    /// cargo: aliases of `.cargo/config.toml`.
    Cargo,
}

/// A command that the project defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) runner: Runner,
    pub(crate) name: String,
    /// The file, below the project's folder.
    pub(crate) path: String,
    /// 1-based line in it.
    pub(crate) line: u32,
}

/// The commands that the files of a project define, those nearest its root first.
pub(crate) fn scripts(root: &Path, files: &[String]) -> Vec<Script> {
    let mut defining: Vec<(&String, Runner)> =
        files.iter().filter_map(|path| Some((path, runner_of(path)?))).collect();
    defining.sort_by_key(|(path, _)| path.matches('/').count());
    let mut out = Vec::new();
    for (path, runner) in defining.into_iter().take(FILES) {
        let Ok(Some(bytes)) = read(&root.join(path), FILE_BYTES) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let names = match runner {
            Runner::Package => packages(&text),
            Runner::Make => rules(&text, usize::MAX),
            // behind a recipe's name stand its parameters
            Runner::Just => rules(&text, 1),
            Runner::Cargo => aliases(&text),
        };
        out.extend(names.into_iter().map(|(name, line)| Script { runner, name, path: path.clone(), line }));
    }
    out
}

fn runner_of(path: &str) -> Option<Runner> {
    let name = path.rsplit('/').next()?;
    match name {
        "package.json" => Some(Runner::Package),
        "Makefile" | "makefile" | "GNUmakefile" => Some(Runner::Make),
        "justfile" | "Justfile" | ".justfile" => Some(Runner::Just),
        "config.toml" if path.ends_with(".cargo/config.toml") => Some(Runner::Cargo),
        _ => None,
    }
}

fn packages(text: &str) -> Vec<(String, u32)> {
    let Ok(package) = serde_json::from_str::<serde_json::Value>(text) else { return Vec::new() };
    let scripts = package.get("scripts").and_then(serde_json::Value::as_object);
    let named = |(name, _): (&String, _)| {
        let quoted = format!("\"{name}\"");
        let from = text.find("\"scripts\"").unwrap_or_default();
        let at = text.get(from..).and_then(|rest| rest.find(&quoted)).map_or(from, |at| from + at);
        (name.clone(), line_of(text, at))
    };
    scripts.into_iter().flatten().map(named).collect()
}

/// Names before a colon at the beginning of a line, at most so many of each.
fn rules(text: &str, most: usize) -> Vec<(String, u32)> {
    let mut out = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let Some((head, tail)) = line.split_once(':') else { continue };
        if line.starts_with([' ', '\t', '#', '['])
            || tail.starts_with('=')
            || head.contains(" = ")
            || head.contains('=') && !head.contains(' ')
        {
            continue;
        }
        let names = head.trim_start_matches('@').split_whitespace();
        let plain =
            |name: &&str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'));
        out.extend(
            names
                .take(most)
                .take_while(plain)
                .filter(|name| !name.starts_with('.'))
                .map(|name| (name.to_owned(), number)),
        );
    }
    out
}

fn aliases(text: &str) -> Vec<(String, u32)> {
    let mut inside = false;
    let mut out = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.starts_with('[') {
            inside = line.trim_end_matches(']').trim_start_matches('[').trim() == "alias";
        } else if let Some((name, _)) = line.split_once('=').filter(|_| inside && !line.starts_with('#')) {
            out.push((name.trim().trim_matches('"').to_owned(), number));
        }
    }
    out
}

fn line_of(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or_default();
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_project() {
        let root = tempfile::tempdir().unwrap();
        let files = [
            (
                "package.json",
                "{\n  \"name\": \"dev\",\n  \"scripts\": {\n    \"dev\": \"vite\",\n    \"test:unit\": \"vitest\"\n  }\n}\n",
            ),
            ("Makefile", ".PHONY: all\nVAR := x\nall build: dep\n\tcc x:y\n# no: not\nflags = a:b\n"),
            ("tools/justfile", "set shell := [\"sh\"]\ndefault: lint\n@lint file=\"x\":\n  echo a:b\n"),
            (
                ".cargo/config.toml",
                "[build]\njobs = 2\n[alias]\nxtask = \"run -p xtask --\"\n# old = \"x\"\n",
            ),
            ("broken/package.json", "{"),
        ];
        for (path, text) in files {
            let at = root.path().join(path);
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            std::fs::write(at, text).unwrap();
        }
        let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        let shown: Vec<String> = scripts(root.path(), &paths)
            .iter()
            .map(|one| format!("{:?} {} {}:{}", one.runner, one.name, one.path, one.line))
            .collect();
        assert_eq!(
            shown,
            [
                "Package dev package.json:4",
                "Package test:unit package.json:5",
                "Make all Makefile:3",
                "Make build Makefile:3",
                "Just default tools/justfile:2",
                "Just lint tools/justfile:3",
                "Cargo xtask .cargo/config.toml:4",
            ]
        );
    }
}
