//! What has to be looked for to check a claim, and what follows from what was seen.
//!
//! Separate from `search`, which knows no claims. Never says that something is wrong: only that it was found, was not, or that it
//! cannot be told.

use globset::{GlobBuilder, GlobMatcher};
use memdesk_review::claim::{Claim, Kind, parts};
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

use super::inside::{There, there};
use super::known::{is_cargo_command, is_package_command, is_shell_word};
use super::scripts::{Runner, Script, scripts};
use super::search::{Needle, Seen};
use crate::view::Verdict;

/// Names shorter than this, in characters, stand everywhere.
const SHORTEST: usize = 3;

/// Where claims are held against.
pub(crate) struct Place<'a> {
    /// The project's folder; none when it is not known or not there.
    pub(crate) root: Option<&'a Path>,
    pub(crate) home: &'a Path,
    /// Where programs are.
    pub(crate) programs: Option<&'a OsStr>,
    /// The files of the memory itself, in order.
    pub(crate) topics: &'a [String],
}

/// What is asked of the search for all claims.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) needles: Vec<Needle>,
    /// For each claim, its needles, the best first.
    of: Vec<Vec<usize>>,
}

impl Asked {
    /// What to look for.
    pub(crate) fn of(claims: &[Claim]) -> Asked {
        let mut asked = Asked::default();
        for claim in claims {
            let mut own = Vec::new();
            for needle in needles(claim) {
                own.push(asked.needles.len());
                asked.needles.push(needle);
            }
            asked.of.push(own);
        }
        asked
    }

    /// What became of each claim.
    pub(crate) fn verdicts(&self, claims: &[Claim], place: &Place<'_>, seen: &Seen) -> Vec<Verdict> {
        let commands = claims.iter().any(|claim| claim.kind == Kind::Command);
        let scripts = match place.root.filter(|_| commands) {
            Some(root) => scripts(root, &seen.files),
            None => Vec::new(),
        };
        let judge = Judge { place, seen, names: Names::of(&seen.files), scripts: &scripts };
        // many memories say the same, and some of it takes long to look up
        let mut known: HashMap<(Kind, &str), Verdict> = HashMap::new();
        let texts = self.of.iter().map(|own| own.iter().filter_map(|at| seen.hits.get(*at)?.as_ref()).next());
        claims
            .iter()
            .zip(texts)
            .map(|(claim, hit)| {
                let key = (claim.kind, claim.text.as_str());
                known.entry(key).or_insert_with(|| judge.claim(claim, hit)).clone()
            })
            .collect()
    }
}

/// The spellings under which a claim would stand in a file, the surest first.
fn needles(claim: &Claim) -> Vec<Needle> {
    let text = claim.text.as_str();
    let plain = |text: &str| Needle { text: text.to_owned(), beside: None };
    let mut out = match claim.kind {
        Kind::Flag => {
            let name = text.trim_start_matches('-');
            // as a program defines it
            let mut all = vec![plain(text), plain(&format!("\"{name}\"")), plain(&format!("'{name}'"))];
            if name.contains('-') {
                all.push(plain(&name.replace('-', "_")));
            }
            all
        }
        Kind::Symbol => {
            let last = text.rsplit(['.', ':']).next().unwrap_or(text);
            let whole = std::iter::once(plain(text));
            whole
                .chain(
                    (last.len() >= SHORTEST && last != text && !text.starts_with('/')).then(|| plain(last)),
                )
                .collect()
        }
        Kind::Variable | Kind::Host => vec![plain(text)],
        Kind::Version => match text.rsplit_once(char::is_whitespace) {
            Some((name, number)) => {
                let name = name.split_whitespace().next().unwrap_or(name).to_lowercase();
                // Node.js is `node` in every file
                let beside = name.split('.').find(|part| !part.is_empty()).unwrap_or(&name).to_owned();
                vec![Needle {
                    text: number.trim_start_matches(['v', 'V']).trim_end_matches(['+', 'x', '.']).to_owned(),
                    beside: Some(beside),
                }]
            }
            None => vec![plain(text.trim_start_matches('v'))],
        },
        Kind::Port => vec![plain(text)],
        Kind::Path | Kind::File | Kind::Command | Kind::Date | Kind::RelativeDate => Vec::new(),
    };
    out.retain(|needle| needle.beside.is_some() || needle.text.chars().count() >= SHORTEST);
    out
}

struct Judge<'a> {
    place: &'a Place<'a>,
    seen: &'a Seen,
    names: Names<'a>,
    scripts: &'a [Script],
}

/// Files and folders by their last name: a large project has too many to go through them for every claim.
struct Names<'a> {
    files: HashMap<&'a str, Vec<&'a str>>,
    /// But those at the top.
    folders: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Names<'a> {
    fn of(all: &'a [String]) -> Names<'a> {
        let mut names = Names { files: HashMap::new(), folders: HashMap::new() };
        let mut known: HashSet<&str> = HashSet::new();
        for file in all {
            names.files.entry(last(file)).or_default().push(file);
            let ends = file.match_indices('/').map(|(at, _)| at).skip(1);
            for folder in ends.filter_map(|at| file.get(..at)) {
                if known.insert(folder) {
                    names.folders.entry(last(folder)).or_default().push(folder);
                }
            }
        }
        names
    }

    /// The first file whose path ends like that, else the first folder.
    fn ends_with(&self, path: &str) -> Option<&'a str> {
        let ends = |whole: &&str| {
            let rest = whole.strip_suffix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let of = |names: &HashMap<&'a str, Vec<&'a str>>| names.get(last(path))?.iter().copied().find(ends);
        of(&self.files).or_else(|| of(&self.folders))
    }
}

/// The last name of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl Judge<'_> {
    fn claim(&self, claim: &Claim, hit: Option<&super::search::Hit>) -> Verdict {
        match claim.kind {
            Kind::RelativeDate => Verdict::GoesStale,
            Kind::Date => cannot_tell("not-checked"),
            Kind::Path => self.path(&claim.text),
            Kind::File => self.file(&claim.text),
            Kind::Command => self.command(&claim.text),
            Kind::Host if hit.is_none() => cannot_tell("address"),
            Kind::Flag | Kind::Symbol | Kind::Variable | Kind::Host | Kind::Version | Kind::Port => match hit
            {
                Some(hit) => found("text", Some(hit.path.clone()), Some(hit.line)),
                None if needles(claim).is_empty() => cannot_tell("too-common"),
                None => self.not_seen(),
            },
        }
    }

    /// Not found, as far as that can be said.
    fn not_seen(&self) -> Verdict {
        match self.place.root {
            None => cannot_tell("no-project"),
            Some(_) if self.seen.cut => cannot_tell("cut-short"),
            Some(_) => Verdict::NotFound,
        }
    }

    fn path(&self, path: &str) -> Verdict {
        if let Some(topic) = self.topic(path) {
            return topic;
        }
        let Some(root) = self.place.root else { return cannot_tell("no-project") };
        if path.contains('*') || path.contains('[') {
            return self.pattern(path);
        }
        match there(root, self.place.home, path) {
            There::Yes(path) => found("exists", Some(path), None),
            There::Outside => cannot_tell("outside"),
            There::Link => cannot_tell("link"),
            There::Unknown => cannot_tell("outside"),
            There::No(path) => self.named_so(&path),
        }
    }

    fn file(&self, name: &str) -> Verdict {
        match self.topic(name) {
            Some(topic) => topic,
            None if name.contains('*') => self.pattern(name),
            None => self.path(name),
        }
    }

    /// A file or folder whose path ends like that.
    fn named_so(&self, path: &str) -> Verdict {
        match self.names.ends_with(path) {
            Some(name) => found("named-so", Some(name.to_owned()), None),
            None => self.not_seen(),
        }
    }

    fn pattern(&self, pattern: &str) -> Verdict {
        let pattern = pattern.trim_start_matches("./");
        let Some(glob) = glob(pattern).or_else(|| glob(&globset::escape(pattern))) else {
            return cannot_tell("too-common");
        };
        match self.seen.files.iter().find(|file| glob.is_match(file)) {
            Some(file) => found("named-so", Some(file.clone()), None),
            None => self.not_seen(),
        }
    }

    /// A file of the memory itself.
    fn topic(&self, path: &str) -> Option<Verdict> {
        let path = path.trim_start_matches("./");
        let topic = self
            .place
            .topics
            .get(self.place.topics.binary_search_by(|topic| topic.as_str().cmp(path)).ok()?)?;
        Some(found("topic", Some(topic.clone()), None))
    }

    fn command(&self, command: &str) -> Verdict {
        let Some(parts) = parts(command) else { return cannot_tell("shell") };
        let words: Vec<&str> =
            parts.arguments.iter().copied().filter(|word| !word.starts_with('-')).collect();
        let first = words.first().copied();
        if parts.program.contains('/') {
            return self.path(parts.program);
        }
        if let Some((runner, name)) = script(parts.program, &words) {
            let own = self.scripts.iter().find(|script| script.runner == runner && script.name == name);
            return match own {
                Some(script) => found("script", Some(script.path.clone()), Some(script.line)),
                None if runner == Runner::Cargo => self.program(&format!("cargo-{name}")),
                None => self.not_seen(),
            };
        }
        if is_shell_word(parts.program)
            || first.is_none() && parts.arguments.is_empty() && parts.program.len() < 2
        {
            return cannot_tell("shell");
        }
        self.program(parts.program)
    }

    fn program(&self, name: &str) -> Verdict {
        let Some(programs) = self.place.programs else { return cannot_tell("no-path") };
        let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+'));
        let here =
            plain && which::which_in_global(name, Some(programs)).is_ok_and(|mut all| all.next().is_some());
        if here { found("program", None, None) } else { Verdict::NotFound }
    }
}

fn glob(pattern: &str) -> Option<GlobMatcher> {
    let anywhere = format!("{{,**/}}{pattern}");
    let glob = GlobBuilder::new(&anywhere).literal_separator(true).build().ok()?;
    Some(glob.compile_matcher())
}

/// The script that a command means, when it means one.
fn script<'t>(program: &str, words: &[&'t str]) -> Option<(Runner, &'t str)> {
    let first = words.first().copied();
    match program {
        "npm" | "pnpm" | "yarn" | "bun" => match first? {
            "run" | "run-script" => Some((Runner::Package, *words.get(1)?)),
            name @ ("test" | "start" | "stop" | "restart") if program != "bun" || name == "start" => {
                Some((Runner::Package, name))
            }
            name if program != "npm" && !is_package_command(name) => Some((Runner::Package, name)),
            _ => None,
        },
        "make" | "gmake" => Some((Runner::Make, first.filter(|word| !word.contains('='))?)),
        "just" => Some((Runner::Just, first?)),
        "cargo" => {
            let name = words.iter().copied().find(|word| !word.starts_with('+'))?;
            (!is_cargo_command(name)).then_some((Runner::Cargo, name))
        }
        _ => None,
    }
}

fn found(how: &str, path: Option<String>, line: Option<u32>) -> Verdict {
    Verdict::Found { how: how.to_owned(), path, line }
}

fn cannot_tell(why: &str) -> Verdict {
    Verdict::CannotTell { why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_if_all_files_were_gone_through() {
        let parts = ["a", "b", "ab", "中"];
        let mut files = vec!["a".to_owned(), "ab".to_owned()];
        for one in parts {
            for two in parts {
                files.extend(["", "/a", "/ab/b", "/b/a/中"].map(|rest| format!("{one}/{two}{rest}")));
            }
        }
        let slowly = |path: &str| {
            let ends = |file: &&String| format!("/{file}").ends_with(&format!("/{path}"));
            let inner = format!("/{path}/");
            let folder = |file: &String| {
                file.find(&inner).and_then(|at| file.get(..at + inner.len() - 1)).map(str::to_owned)
            };
            files.iter().find(ends).cloned().or_else(|| files.iter().find_map(folder))
        };
        let names = Names::of(&files);
        let odd = ["", "/", "a/", "//", "zz", "b/a", "a/b/a/中", "/a"].map(str::to_owned);
        for path in files.iter().chain(&odd).filter(|path| !path.is_empty() && !path.ends_with('/')) {
            for cut in path.char_indices().map(|(at, _)| at) {
                let part = path.get(cut..).unwrap_or_default();
                if !part.starts_with('/') {
                    assert_eq!(names.ends_with(part).map(str::to_owned), slowly(part), "{part:?}");
                }
            }
        }
    }
}
