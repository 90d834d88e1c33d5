//! Looks through a project's folder once, for everything that is asked of it: names of files, and words in them.
//!
//! Separate because it is the only place that reads a project. Bounded in files, bytes and time; never follows a link, never
//! opens anything but a regular file, never leaves the folder, never writes, never runs anything. What `.gitignore` files in the
//! folder name is left out, as it is made or private. A file is closed before the next is opened.

use aho_corasick::AhoCorasick;
use ignore::WalkBuilder;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much is looked at, at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Files whose names are seen.
    pub(crate) files: usize,
    /// Bytes that are read in all.
    pub(crate) bytes: u64,
    /// Larger files are not read: they are data, or made.
    pub(crate) file_bytes: u64,
    /// Folders within one another.
    pub(crate) depth: usize,
    /// How long.
    pub(crate) time: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            files: 50_000,
            bytes: 256 * 1024 * 1024,
            file_bytes: 2 * 1024 * 1024,
            depth: 64,
            time: Duration::from_secs(2),
        }
    }
}

/// A word to look for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Needle {
    /// What stands in the file. Never part of a longer name.
    pub(crate) text: String,
    /// What the line (or the file's name) must have too, in lower case.
    pub(crate) beside: Option<String>,
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Below the folder, with `/`.
    pub(crate) path: String,
    /// 1-based line.
    pub(crate) line: u32,
}

/// What was seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Every file, below the folder, with `/`, in the order of names.
    pub(crate) files: Vec<String>,
    /// For each needle, where it stands first.
    pub(crate) hits: Vec<Option<Hit>>,
    /// Bytes that were read.
    pub(crate) bytes: u64,
    /// Not everything was looked at.
    pub(crate) cut: bool,
}

/// Looks through `root`. `tell` is asked now and then, with the number of files so far; `None` when it said to stop.
pub(crate) fn search(
    root: &Path,
    needles: &[Needle],
    bounds: Bounds,
    tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Seen> {
    let began = Instant::now();
    let mut seen = Seen { hits: vec![None; needles.len()], ..Seen::default() };
    let Some(finder) = Finder::new(needles) else {
        // nothing was looked for, so nothing can be said not to be there
        seen.cut = true;
        return Some(seen);
    };
    let mut open = finder.needles.len();
    let refused = Arc::new(AtomicBool::new(false));
    for (at, entry) in walk(root, bounds, Arc::clone(&refused)).enumerate() {
        // folders count too: there may be millions of them, and no file
        if began.elapsed() > bounds.time {
            seen.cut = true;
            break;
        }
        if at.is_multiple_of(64) && tell(seen.files.len() as u64).is_break() {
            return None;
        }
        let Ok(entry) = entry else {
            seen.cut = true;
            continue;
        };
        if entry.file_type().is_none_or(|kind| !kind.is_file()) {
            seen.cut |= entry.depth() == bounds.depth;
            continue;
        }
        if seen.files.len() == bounds.files {
            seen.cut = true;
            break;
        }
        let Some(path) = relative(root, entry.path()) else { continue };
        if open > 0 && seen.bytes < bounds.bytes {
            // what cannot be read may still be named
            let bytes = read(entry.path(), bounds.file_bytes).ok().flatten().unwrap_or_default();
            seen.bytes += bytes.len() as u64;
            open -= finder.look(&path, &bytes, &mut seen.hits);
        } else if open > 0 {
            seen.cut = true;
        }
        seen.files.push(path);
    }
    seen.cut |= refused.load(Ordering::Relaxed);
    Some(seen)
}

/// Every entry. `refused` becomes true when a folder is not entered because its rules cannot be read safely.
fn walk(root: &Path, bounds: Bounds, refused: Arc<AtomicBool>) -> ignore::Walk {
    let rules = !odd_rules(root);
    WalkBuilder::new(root)
        .follow_links(false)
        .same_file_system(true)
        .max_depth(Some(bounds.depth))
        .hidden(false)
        // nothing above the folder, nothing of the home directory, nothing that `.git` may lead to
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .git_ignore(rules)
        .ignore(rules)
        .sort_by_file_name(std::cmp::Ord::cmp)
        .filter_entry(move |entry| {
            if entry.depth() == 0 || entry.file_type().is_none_or(|kind| !kind.is_dir()) {
                return true;
            }
            if matches!(entry.file_name().to_str(), Some(".git" | ".hg" | ".jj" | ".svn" | "node_modules")) {
                return false;
            }
            let odd = odd_rules(entry.path());
            refused.fetch_or(odd, Ordering::Relaxed);
            !odd
        })
        .build()
}

/// Whether a folder's rules of what to leave out are no plain files: a FIFO would never end, a link may lead out.
fn odd_rules(folder: &Path) -> bool {
    [".gitignore", ".ignore"]
        .iter()
        .any(|name| std::fs::symlink_metadata(folder.join(name)).is_ok_and(|meta| !meta.is_file()))
}

fn relative(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// The bytes of a regular file; `None` when it is none, or too large.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let file = open(path)?;
    let meta = file.metadata()?;
    if !meta.is_file() || meta.len() > most {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0));
    // it may grow while it is read
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Opens without waiting and without following a link, whatever the path has become since it was listed.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
    }
    options.open(path)
}

/// All needles at once.
struct Finder {
    automaton: AhoCorasick,
    /// Those that are looked for, and which needles they are.
    needles: Vec<Needle>,
    of: Vec<Vec<usize>>,
}

impl Finder {
    fn new(needles: &[Needle]) -> Option<Finder> {
        let mut kinds: Vec<Needle> = Vec::new();
        let mut of: Vec<Vec<usize>> = Vec::new();
        let mut known = std::collections::HashMap::new();
        for (at, needle) in needles.iter().enumerate() {
            let kind = *known.entry(needle).or_insert_with(|| {
                kinds.push(needle.clone());
                of.push(Vec::new());
                kinds.len() - 1
            });
            of.get_mut(kind)?.push(at);
        }
        let automaton = AhoCorasick::new(kinds.iter().map(|needle| &needle.text)).ok()?;
        Some(Finder { automaton, needles: kinds, of })
    }

    /// Notes what stands in a file and was not found before; how many needles that were.
    fn look(&self, path: &str, bytes: &[u8], hits: &mut [Option<Hit>]) -> usize {
        const HEAD: usize = 8 * 1024;
        if self.needles.is_empty() || bytes.get(..HEAD.min(bytes.len())).is_some_and(|head| head.contains(&0))
        {
            return 0;
        }
        let mut found = HashSet::new();
        let (mut line, mut counted) = (1u32, 0usize);
        for hit in self.automaton.find_overlapping_iter(bytes) {
            let kind = hit.pattern().as_usize();
            let Some((needle, of)) = self.needles.get(kind).zip(self.of.get(kind)) else { continue };
            let new = of.iter().any(|at| hits.get(*at).is_some_and(Option::is_none));
            if !new
                || !stands_alone(bytes, hit.range(), needle.text.as_bytes())
                || !is_beside(needle, path, bytes, hit.start())
            {
                continue;
            }
            found.insert(kind);
            // hits come in the order of their ends, and may begin before the last one
            let (from, to) = (counted.min(hit.start()), counted.max(hit.start()));
            let between = bytes.get(from..to).unwrap_or_default().iter().filter(|b| **b == b'\n').count();
            let between = u32::try_from(between).unwrap_or(u32::MAX);
            line = if hit.start() < counted {
                line.saturating_sub(between)
            } else {
                line.saturating_add(between)
            };
            counted = hit.start();
            for at in of {
                if let Some(place) = hits.get_mut(*at) {
                    *place = Some(Hit { path: path.to_owned(), line });
                }
            }
        }
        found.len()
    }
}

/// Not part of a longer name.
fn stands_alone(bytes: &[u8], range: std::ops::Range<usize>, needle: &[u8]) -> bool {
    let name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let dashed = needle.starts_with(b"--");
    let number = needle.first().is_some_and(u8::is_ascii_digit);
    let more = |b: &u8| name(b) || dashed && *b == b'-';
    let before = range.start.checked_sub(1).and_then(|at| bytes.get(at));
    let after = bytes.get(range.end);
    let digits_follow =
        number && after == Some(&b'.') && bytes.get(range.end + 1).is_some_and(u8::is_ascii_digit)
            || number && before == Some(&b'.');
    let begins = !needle.first().is_some_and(|b| name(b) || dashed)
        || !before.is_some_and(|b| more(b) && !(number && *b == b'v'));
    let ends = !needle.last().is_some_and(name) || !after.is_some_and(more);
    begins && ends && !digits_follow
}

/// Whether what must stand beside a needle does: in its line, or in the file's name.
fn is_beside(needle: &Needle, path: &str, bytes: &[u8], at: usize) -> bool {
    const NEAR: usize = 200;
    let Some(beside) = &needle.beside else { return true };
    if path.to_lowercase().contains(beside.as_str()) {
        return true;
    }
    let before = bytes.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
    let after = bytes.get(at..(at + NEAR).min(bytes.len())).unwrap_or_default();
    let before = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    let after = after.split(|b| *b == b'\n').next().unwrap_or_default();
    let line = [before, after].concat().to_ascii_lowercase();
    line.windows(beside.len()).any(|part| part == beside.as_bytes())
}
