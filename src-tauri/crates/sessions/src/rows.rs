//! The rows of a session file, one after the other, in bounded memory.
//!
//! Separate because a row may be longer than anyone wants to hold: one over [`LONG`] bytes is looked at from its beginning
//! and then passed over in pieces, or kept with its long strings cut. Never interprets a row.

use memdesk_memdir::row::{Glance, glance};
use std::io::{self, ErrorKind, Read};

/// A row longer than so many bytes is not held whole.
pub(crate) const LONG: usize = 4 * 1024 * 1024;
/// Bytes of a string that are kept in such a row.
const STRING: usize = 1024 * 1024;
/// Bytes of such a row that are kept in all; with more it is given up.
const KEPT: usize = 8 * 1024 * 1024;
/// What is read at once, until a row is longer. Small enough to stay near a processor, large enough that few rows are cut.
const PIECE: usize = 256 * 1024;

/// One step through a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// A row without its line end, or what is kept of a long one.
    Row(&'a [u8]),
    /// A long row that holds nothing of interest.
    Passed,
    /// A long row that is no JSON, or too long even with its strings cut.
    Broken,
    /// The end of the file; what follows the last line end, when it is not long.
    End(&'a [u8]),
}

/// Reads rows.
pub(crate) struct Rows<R> {
    source: R,
    buffer: Vec<u8>,
    /// The row to come begins here in the buffer.
    begin: usize,
    /// So far the buffer is filled.
    end: usize,
    /// Up to here there is no line end.
    scanned: usize,
    /// Where the row to come begins in the file.
    offset: u64,
    /// Bytes read of the file, in all.
    read: u64,
    kept: Shorten,
}

impl<R: Read> Rows<R> {
    /// Reads from `source`, which stands at `offset` of its file, in `buffer`, which can have been used before.
    pub(crate) fn new(source: R, offset: u64, mut buffer: Vec<u8>) -> Self {
        // one that has grown for a long row is made small again
        buffer.resize(PIECE, 0);
        Self { source, buffer, begin: 0, end: 0, scanned: 0, offset, read: offset, kept: Shorten::default() }
    }

    /// Where the first row begins that was not handed out whole.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// How far the file was read.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    /// What is read from, and the buffer for the next file.
    pub(crate) fn done(self) -> (R, Vec<u8>) {
        (self.source, self.buffer)
    }

    /// The next row. After [`Step::End`] comes only that.
    pub(crate) fn step(&mut self) -> io::Result<Step<'_>> {
        loop {
            let fresh = self.buffer.get(self.scanned..self.end).unwrap_or_default();
            if let Some(length) = memchr::memchr(b'\n', fresh) {
                let (from, to) = (self.begin, self.scanned + length);
                self.begin = to + 1;
                self.scanned = self.begin;
                self.offset += bytes(self.begin - from);
                return Ok(Step::Row(self.buffer.get(from..to).unwrap_or_default()));
            }
            self.scanned = self.end;
            if self.end - self.begin >= LONG {
                return self.long();
            }
            self.make_room();
            if self.fill()? == 0 {
                return Ok(Step::End(self.buffer.get(self.begin..self.end).unwrap_or_default()));
            }
        }
    }

    /// Moves the begun row to the front, in a larger buffer if it fills this one.
    fn make_room(&mut self) {
        if self.begin > 0 && (self.begin == self.end || self.end == self.buffer.len()) {
            self.buffer.copy_within(self.begin..self.end, 0);
            self.end -= self.begin;
            self.scanned -= self.begin;
            self.begin = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize((self.buffer.len() * 2).min(LONG), 0);
        }
    }

    /// Reads on behind what is there; 0 at the end of the file.
    fn fill(&mut self) -> io::Result<usize> {
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        let got = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other?.min(room.len()),
            }
        };
        self.end += got;
        self.read += bytes(got);
        Ok(got)
    }

    /// Goes on in a row whose first [`LONG`] bytes fill the buffer.
    fn long(&mut self) -> io::Result<Step<'_>> {
        let held = self.buffer.get(self.begin..self.end).unwrap_or_default();
        let first = glance(held);
        let keep = matches!(first, Glance::Worth | Glance::Short);
        self.kept.clear();
        let mut length = held.len();
        let mut last = None;
        if keep {
            self.kept.feed(held);
        }
        loop {
            self.begin = 0;
            self.end = 0;
            if self.fill()? == 0 {
                // half written: it is read again from its beginning the next time
                self.scanned = 0;
                return Ok(Step::End(&[]));
            }
            let piece = self.buffer.get(..self.end).unwrap_or_default();
            let stop = memchr::memchr(b'\n', piece);
            let of_row = piece.get(..stop.unwrap_or(piece.len())).unwrap_or_default();
            last = of_row.trim_ascii_end().last().copied().or(last);
            length += of_row.len();
            if keep {
                self.kept.feed(of_row);
            }
            if let Some(stop) = stop {
                self.begin = stop + 1;
                self.scanned = self.begin;
                self.offset += bytes(length + 1);
                break;
            }
        }
        // white space alone after the first piece leaves the last byte unknown: the row is then taken as it looks
        Ok(match first {
            _ if last.is_some_and(|byte| byte != b'}') => Step::Broken,
            Glance::Broken => Step::Broken,
            Glance::Other => Step::Passed,
            _ if self.kept.full => Step::Broken,
            _ => Step::Row(&self.kept.out),
        })
    }
}

fn bytes(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Copies JSON piece by piece and cuts every string at [`STRING`] bytes, never within a character.
#[derive(Default)]
struct Shorten {
    out: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// Digits of a `\u` escape still to come.
    digits: u8,
    /// Bytes of the string so far.
    length: usize,
    cutting: bool,
    full: bool,
}

impl Shorten {
    fn clear(&mut self) {
        *self = Self { out: std::mem::take(&mut self.out), ..Self::default() };
        self.out.clear();
    }

    fn feed(&mut self, piece: &[u8]) {
        for byte in piece.iter().copied() {
            if self.full {
                return;
            }
            self.one(byte);
        }
    }

    fn one(&mut self, byte: u8) {
        if !self.in_string {
            self.in_string = byte == b'"';
            (self.length, self.cutting) = (0, false);
            self.push(byte);
            return;
        }
        if self.escaped {
            self.escaped = false;
            self.digits = if byte == b'u' { 4 } else { 0 };
        } else if byte == b'"' {
            (self.in_string, self.cutting, self.digits) = (false, false, 0);
        } else {
            self.cutting |= self.length >= STRING && self.may_cut_before(byte);
            self.digits = self.digits.saturating_sub(1);
            self.escaped = byte == b'\\';
        }
        self.length += 1;
        if !self.cutting {
            self.push(byte);
        }
    }

    /// Whether `byte` does not go on with a character: neither a digit of an escape, nor a later byte of UTF-8, nor the
    /// second half of a surrogate pair.
    fn may_cut_before(&self, byte: u8) -> bool {
        let tail = self.out.last_chunk::<6>();
        let high = tail.is_some_and(|t| {
            matches!(t, [b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a'..=b'b' | b'A'..=b'B', _, _])
        });
        self.digits == 0 && byte & 0xC0 != 0x80 && !(byte == b'\\' && high)
    }

    fn push(&mut self, byte: u8) {
        if self.out.len() < KEPT {
            self.out.push(byte);
        } else {
            self.full = true;
        }
    }
}
