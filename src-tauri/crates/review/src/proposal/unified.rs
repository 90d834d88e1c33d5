//! A proposal as a unified diff that `git apply` and `patch` take.
//!
//! Separate from hunks because patches have rules of their own: hunks that touch are one, odd names are quoted.

use std::fmt::Write as _;

use super::{Change, ChangeKind, Proposal};
use crate::hunk::{Hunk, LineKind};

impl Proposal {
    /// The whole proposal as a patch. A file that is no text is one line that says so.
    pub fn unified(&self) -> String {
        self.changes.iter().map(Change::unified).collect()
    }
}

impl Change {
    /// This change as a patch.
    pub fn unified(&self) -> String {
        let old = self.from.as_deref().unwrap_or(&self.path);
        let (a, b) = (name("a", old), name("b", &self.path));
        let mut out = format!("diff --git {a} {b}\n");
        match self.kind {
            ChangeKind::Create => out.push_str("new file mode 100644\n"),
            ChangeKind::Delete => out.push_str("deleted file mode 100644\n"),
            ChangeKind::Rename => {
                out.push_str(&format!("rename from {}\nrename to {}\n", quoted(old), quoted(&self.path)));
            }
            ChangeKind::Edit => {}
        }
        let a = if self.kind == ChangeKind::Create { "/dev/null".to_owned() } else { a };
        let b = if self.kind == ChangeKind::Delete { "/dev/null".to_owned() } else { b };
        if self.binary {
            out.push_str(&format!("Binary files {a} and {b} differ\n"));
        } else if !self.hunks.is_empty() {
            // a tab ends a name with blanks
            let end = |name: &str| if name.contains(' ') && !name.starts_with('"') { "\t" } else { "" };
            out.push_str(&format!("--- {a}{}\n+++ {b}{}\n", end(&a), end(&b)));
            for block in blocks(&self.hunks) {
                out.push_str(&text(block));
            }
        }
        out
    }
}

impl Hunk {
    /// This hunk alone, with its header.
    pub fn unified(&self) -> String {
        text(std::slice::from_ref(self))
    }
}

/// Runs of hunks that touch.
fn blocks(hunks: &[Hunk]) -> impl Iterator<Item = &[Hunk]> {
    hunks.chunk_by(|one, next| end(one.before) == start(next.before) && end(one.after) == start(next.after))
}

/// 0-based first line.
fn start([first, count]: [usize; 2]) -> usize {
    if count == 0 { first } else { first - 1 }
}

fn end(range: [usize; 2]) -> usize {
    start(range) + range[1]
}

/// Hunks that touch as one.
fn text(hunks: &[Hunk]) -> String {
    let mut out = String::from("@@");
    let mut side = |sign: char, of: fn(&Hunk) -> [usize; 2]| {
        let count: usize = hunks.iter().map(|hunk| of(hunk)[1]).sum();
        let at = hunks.first().map_or(0, |hunk| start(of(hunk)));
        let first = if count == 0 { at } else { at + 1 };
        // writing to a string cannot fail
        let _ =
            if count == 1 { write!(out, " {sign}{first}") } else { write!(out, " {sign}{first},{count}") };
    };
    side('-', |hunk| hunk.before);
    side('+', |hunk| hunk.after);
    out.push_str(" @@\n");
    for line in hunks.iter().flat_map(|hunk| &hunk.lines) {
        out.push(match line.kind {
            LineKind::Context => ' ',
            LineKind::Removed => '-',
            LineKind::Added => '+',
        });
        out.extend(line.parts.iter().map(|part| part.text.as_str()));
        out.push('\n');
        if line.no_newline {
            out.push_str("\\ No newline at end of file\n");
        }
    }
    out
}

fn name(side: &str, path: &str) -> String {
    quoted(&format!("{side}/{path}"))
}

/// A name with control characters, quotes or backslashes goes between quotes, as in C.
fn quoted(path: &str) -> String {
    if !path.chars().any(|c| c.is_control() || c == '"' || c == '\\') {
        return path.to_owned();
    }
    let mut out = String::from("\"");
    for c in path.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    out.push_str(&format!("\\{byte:03o}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
