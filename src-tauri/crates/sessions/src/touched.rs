//! Which memories a row's calls touched, each with its path.
//!
//! Separate from `gather`, which reads files, because a shell command has to be followed through its words to a path. Never
//! guesses: a path with a variable, a tilde or a pattern in it is left out.

use memdesk_memdir::row::{Calls, Saved, Stamp, Touched, is_memory};
use memdesk_review::held::shell;
use memdesk_review::origin::Deed;
use std::path::{Component, Path, PathBuf};

/// Who wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Writer {
    /// The agent that a person talks to.
    MainAgent,
    /// An agent that it started, with the id that the client gave it, where that is told.
    Subagent(Option<String>),
    /// The client's extractor.
    Extractor,
    /// The client's consolidation.
    Dream,
}

/// A memory that was touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) path: String,
    pub(crate) who: Writer,
    pub(crate) deed: Deed,
    pub(crate) digest: Option<String>,
    /// The id of the call; empty when there was none.
    pub(crate) call: String,
    pub(crate) stamp: Stamp,
}

/// What calls touched. `agent`: all of it is this subagent's, whatever the row says.
pub(crate) fn by_calls(calls: &Calls, agent: Option<&str>) -> Vec<Touch> {
    let stamp = &calls.stamp;
    let who = match (agent, stamp.aside) {
        (None, false) => Writer::MainAgent,
        (file, _) => Writer::Subagent(stamp.agent.clone().or(file.map(str::to_owned))),
    };
    let touch = |call: &String, path, deed, digest| Touch {
        path,
        who: who.clone(),
        deed,
        digest,
        call: call.clone(),
        stamp: stamp.clone(),
    };
    let mut touches = Vec::new();
    for one in &calls.memory {
        match &one.what {
            Touched::Wrote { path, digest } => {
                touches.extend(absolute(stamp, path).map(|path| {
                    touch(&one.call, path.to_string_lossy().into_owned(), Deed::Wrote, digest.clone())
                }));
            }
            Touched::Ran(command) => {
                touches.extend(
                    removed(command, stamp.cwd.as_deref())
                        .into_iter()
                        .map(|path| touch(&one.call, path, Deed::Removed, None)),
                );
            }
        }
    }
    touches
}

/// What was written in the background.
pub(crate) fn by_client(saved: &Saved) -> Vec<Touch> {
    let who = if saved.improved { Writer::Dream } else { Writer::Extractor };
    saved
        .paths
        .iter()
        .filter(|path| is_memory(path))
        .map(|path| Touch {
            path: path.clone(),
            who: who.clone(),
            deed: Deed::Either,
            digest: None,
            call: String::new(),
            stamp: saved.stamp.clone(),
        })
        .collect()
}

fn absolute(stamp: &Stamp, path: &str) -> Option<PathBuf> {
    // a path of another system is absolute to that one
    let other = path.get(1..3).is_some_and(|begin| begin == ":\\") || path.starts_with("\\\\");
    if other || path.starts_with('/') {
        return Some(path.into());
    }
    stamp.cwd.as_ref().map(|cwd| Path::new(cwd).join(path))
}

/// Memories that a command takes away one by one with `rm`, by absolute paths.
fn removed(command: &str, cwd: Option<&str>) -> Vec<String> {
    let mut here = cwd.map(PathBuf::from);
    let mut out = Vec::new();
    for deed in shell::deeds(command) {
        match deed {
            shell::Deed::Enter(to) => here = below(here.as_deref(), &to),
            shell::Deed::Remove { paths, .. } => {
                let paths = paths.iter().filter_map(|path| below(here.as_deref(), path));
                out.extend(
                    paths.map(|path| path.to_string_lossy().into_owned()).filter(|path| is_memory(path)),
                );
            }
            shell::Deed::Write(_) => {}
        }
    }
    out
}

/// `path` seen from `here`, without `.` and `..`; none where its words do not tell.
fn below(here: Option<&Path>, path: &str) -> Option<PathBuf> {
    if path.is_empty() || path.starts_with(['~', '-']) || path.contains(['*', '?', '[', '{', '$', '`', '\0'])
    {
        return None;
    }
    let path = if path.starts_with('/') { PathBuf::from(path) } else { here?.join(path) };
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rm_takes_away() {
        for (command, cwd, expected) in [
            ("rm /m/memory/a.md", None, vec!["/m/memory/a.md"]),
            ("rm -f '/m/memory/a b.md' /m/memory/c.md; ls", None, vec!["/m/memory/a b.md", "/m/memory/c.md"]),
            ("cd /m/memory && rm a.md", Some("/p"), vec!["/m/memory/a.md"]),
            (
                "rm a.md && cd .. && rm memory/./b.md",
                Some("/m/memory"),
                vec!["/m/memory/a.md", "/m/memory/b.md"],
            ),
            ("rm ../memory/a.md", Some("/m/x"), vec!["/m/memory/a.md"]),
            ("rm memory/a.md", None, vec![]),
            ("cd \"$DIR\" && rm memory/a.md", Some("/p"), vec![]),
            ("cd - ; rm memory/a.md; rm /m/memory/b.md", Some("/p"), vec!["/m/memory/b.md"]),
            ("rm /m/memory/*.md ~/memory/a.md $M/memory/b.md", Some("/p"), vec![]),
            ("rm /m/notes/a.md /m/memory/a.txt", None, vec![]),
            ("rm -rf /m/memory", None, vec![]),
            ("echo rm /m/memory/a.md", None, vec![]),
            ("cat > /m/memory/a.md <<'E'\nrm /m/memory/b.md\nE", None, vec![]),
            ("rm '/m/memory/a.md", None, vec![]),
        ] {
            assert_eq!(removed(command, cwd), expected, "{command}");
        }
    }
}
