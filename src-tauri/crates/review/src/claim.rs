//! What a memory asserts that can be checked: paths, files, commands, flags, symbols, hosts, dates, versions, ports.
//!
//! Separate from whoever checks it (that needs a disk). Prefers to miss a claim over making one of ordinary prose: a false
//! one would only be reported as not found. What a code span holds counts as code; elsewhere only what can hardly be prose.
//! Code blocks count where they are shell input. Never follows, runs or opens what it finds.

mod code;
mod command;
mod pieces;
mod prose;
mod shape;
mod when;

use std::ops::Range;

pub use command::{Parts, parts};
pub(crate) use pieces::{Piece, Pieces};
pub(crate) use shape::{is_file, is_path};

use crate::pattern::Lines;

/// Claims of one text, at most. No memory has as many; a hostile one may.
pub const CLAIMS: usize = 2_000;

/// What kind of thing is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A path with at least one slash; may hold `*`.
    Path,
    /// A file's name.
    File,
    /// A line for a shell.
    Command,
    /// A flag such as `--no-verify`.
    Flag,
    /// A function, type, variable or configuration key.
    Symbol,
    /// An environment variable, without its `$`.
    Variable,
    /// The host of an address. Never asked.
    Host,
    /// A day on the calendar.
    Date,
    /// A date that is only right on the day it was written (`yesterday`).
    RelativeDate,
    /// A version, alone (`1.2.3`) or behind its name (`Node 20`).
    Version,
    /// A port.
    Port,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 11] = [
        Kind::Path,
        Kind::File,
        Kind::Command,
        Kind::Flag,
        Kind::Symbol,
        Kind::Variable,
        Kind::Host,
        Kind::Date,
        Kind::RelativeDate,
        Kind::Version,
        Kind::Port,
    ];

    /// The kind as a word in kebab-case.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Path => "path",
            Kind::File => "file",
            Kind::Command => "command",
            Kind::Flag => "flag",
            Kind::Symbol => "symbol",
            Kind::Variable => "variable",
            Kind::Host => "host",
            Kind::Date => "date",
            Kind::RelativeDate => "relative-date",
            Kind::Version => "version",
            Kind::Port => "port",
        }
    }
}

/// Something that a text asserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What kind of thing.
    pub kind: Kind,
    /// The thing itself, as it stands in the text.
    pub text: String,
    /// Byte offset in the text; a character begins there.
    pub start: usize,
    /// Length in bytes.
    pub len: usize,
    /// 1-based line.
    pub line: u32,
}

/// What is found before it is numbered.
pub(crate) type Found = (Kind, Range<usize>);

/// The claims of a memory file (or an index), in order, none overlapping, at most [`CLAIMS`]. Linear in its length.
///
/// Of a frontmatter only the description is read.
pub fn claims(text: &str) -> Vec<Claim> {
    let pieces = Pieces::of(text);
    let mut found: Vec<Found> = Vec::new();
    for piece in &pieces.pieces {
        match piece {
            Piece::Prose(range) => prose::find(text, range.clone(), &mut found),
            Piece::Code(range) => found.extend(code::read(text, range.clone())),
            Piece::Shell(range) => code::shell(text, range.clone(), &mut found),
            Piece::Address(range) => found.extend(shape::host(text, range.clone())),
        }
    }
    found.sort_by_key(|(_, range)| (range.start, usize::MAX - range.end));
    let lines = Lines::new(text);
    let mut free = 0;
    let mut out = Vec::new();
    for (kind, range) in found {
        if range.start < free || out.len() == CLAIMS {
            continue;
        }
        let Some(claimed) = text.get(range.clone()).filter(|claimed| !claimed.is_empty()) else { continue };
        free = range.end;
        let line = lines.line(range.start);
        out.push(Claim { kind, text: claimed.to_owned(), start: range.start, len: range.len(), line });
    }
    out
}
