//! A cursor over JSON that hands out the raw bytes of values and builds nothing.
//!
//! Separate from `row` because it knows no session file: it is what lets a row of megabytes be told apart by its first few
//! hundred bytes. Never validates what it passes over more closely than is needed to find where it ends.

pub(super) use super::string::text;
use super::string::usual_string;

/// Why a value could not be walked to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The bytes end before the value does.
    Short,
    /// It is no JSON.
    Broken,
}

/// Deepest nesting that is walked. Deeper rows are broken to us; a parser of the client's kind stops at some depth too.
const DEPTH: usize = 512;

/// So many bytes of a string are looked at eight at a time.
const NEAR: usize = 64;

/// The first quote or backslash.
#[inline]
pub(super) fn quote_or_escape(text: &[u8]) -> Option<usize> {
    // most strings, and most stretches between escapes, are too short for a call of a search to pay
    const ONES: u64 = 0x0101_0101_0101_0101;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let mut at = 0;
    while let Some(eight) = text.get(at..).and_then(<[u8]>::first_chunk::<8>).filter(|_| at < NEAR) {
        let word = u64::from_le_bytes(*eight);
        let found = zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')));
        if found != 0 {
            // above the first there may be false ones, below there are none
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    Some(at + memchr::memchr2(b'"', b'\\', text.get(at..)?)?)
}

/// A place in some bytes.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next byte that is no white space, without taking it.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<u8, Stop> {
        loop {
            match self.bytes.get(self.at) {
                // the client writes none
                Some(byte) if *byte > b' ' => return Ok(*byte),
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(byte) => return Ok(*byte),
                None => return Err(Stop::Short),
            }
        }
    }

    /// Takes `byte`, if it is the next.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> Result<bool, Stop> {
        let found = self.peek()? == byte;
        self.at += usize::from(found);
        Ok(found)
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        if self.take(byte)? { Ok(()) } else { Err(Stop::Broken) }
    }

    /// What is not taken yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// A string, as it is between its quotes, escapes and all.
    #[inline]
    pub(super) fn string(&mut self) -> Result<&'a [u8], Stop> {
        self.expect(b'"')?;
        let begin = self.at;
        loop {
            self.at += quote_or_escape(self.rest()).ok_or(Stop::Short)?;
            if self.bytes.get(self.at) == Some(&b'"') {
                let inner = self.bytes.get(begin..self.at).unwrap_or_default();
                self.at += 1;
                return Ok(inner);
            }
            self.at += 2;
        }
    }

    /// Passes over a value and hands out its bytes.
    pub(super) fn value(&mut self) -> Result<&'a [u8], Stop> {
        let first = self.peek()?;
        let begin = self.at;
        match first {
            b'"' => {
                self.string()?;
            }
            b'{' | b'[' => self.nested()?,
            _ => {
                let length = self
                    .rest()
                    .iter()
                    .position(|b| matches!(b, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n'))
                    .ok_or(Stop::Short)?;
                if length == 0 {
                    return Err(Stop::Broken);
                }
                self.at += length;
            }
        }
        Ok(self.bytes.get(begin..self.at).unwrap_or_default())
    }

    /// Passes over a value and hands out its text, as [`text`] does, walking it once.
    pub(super) fn text(&mut self) -> Result<Option<String>, Stop> {
        self.peek()?;
        let mut out = Vec::with_capacity(NEAR);
        if let Some(rest) = usual_string(self.rest(), &mut out)
            && let Ok(text) = String::from_utf8(out)
        {
            self.at = self.bytes.len() - rest.len();
            return Ok(Some(text));
        }
        Ok(text(self.value()?))
    }

    fn nested(&mut self) -> Result<(), Stop> {
        let mut depth = 0usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1, // entered with an opening one: at least 1 here
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
            if depth > DEPTH {
                return Err(Stop::Broken);
            }
        }
    }

    /// Begins an object; then [`Cursor::key`] until it says none.
    pub(super) fn enter_object(&mut self) -> Result<(), Stop> {
        self.expect(b'{')
    }

    /// The next key of the object that was entered, as it is between its quotes; the value is next. `first` before the first.
    pub(super) fn key(&mut self, first: bool) -> Result<Option<&'a [u8]>, Stop> {
        if self.take(b'}')? {
            return Ok(None);
        }
        if !first {
            self.expect(b',')?;
        }
        let key = self.string()?;
        self.expect(b':')?;
        Ok(Some(key))
    }
}

/// Calls `each` with every key and value of an object that is all of `value`, both raw.
pub(super) fn whole_object<'a>(
    value: &'a [u8],
    mut each: impl FnMut(&'a [u8], &'a [u8]),
) -> Result<(), Stop> {
    let mut cursor = Cursor::new(value);
    cursor.enter_object()?;
    let mut first = true;
    while let Some(key) = cursor.key(first)? {
        each(key, cursor.value()?);
        first = false;
    }
    if cursor.peek().is_ok() { Err(Stop::Broken) } else { Ok(()) }
}

/// The value of a key in an object, raw; what comes behind it is not looked at. None of another value.
pub(super) fn member<'a>(value: &'a [u8], name: &[u8]) -> Result<Option<&'a [u8]>, Stop> {
    find(value, name)?.map(|mut cursor| cursor.value()).transpose()
}

/// A place in an object whose next is the value of a key, for a long one that is then walked. None of another value.
pub(super) fn find<'a>(value: &'a [u8], name: &[u8]) -> Result<Option<Cursor<'a>>, Stop> {
    let mut cursor = Cursor::new(value);
    if cursor.peek()? != b'{' {
        return Ok(None);
    }
    cursor.enter_object()?;
    let mut first = true;
    while let Some(key) = cursor.key(first)? {
        if key == name {
            return Ok(Some(cursor));
        }
        cursor.value()?;
        first = false;
    }
    Ok(None)
}

/// Calls `each` with every value of an array, raw. Of another value: nothing.
pub(super) fn array<'a>(value: &'a [u8], mut each: impl FnMut(&'a [u8])) -> Result<(), Stop> {
    let mut cursor = Cursor::new(value);
    if !cursor.take(b'[')? {
        return Ok(());
    }
    let mut first = true;
    while !cursor.take(b']')? {
        if !first {
            cursor.expect(b',')?;
        }
        each(cursor.value()?);
        first = false;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_handed_out_as_they_are() {
        let mut seen = Vec::new();
        whole_object(br#" { "a" : [1, {"b":"]}\""}] , "c":null,"d":-1.5e3 } "#, |key, value| {
            seen.push((
                String::from_utf8_lossy(key).into_owned(),
                String::from_utf8_lossy(value).into_owned(),
            ));
        })
        .unwrap();
        let seen: Vec<_> = seen.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(seen, [("a", r#"[1, {"b":"]}\""}]"#), ("c", "null"), ("d", "-1.5e3")]);
    }

    #[test]
    fn what_ends_early_is_short_and_what_is_none_is_broken() {
        for (text, expected) in [
            ("{", Stop::Short),
            (r#"{"a"#, Stop::Short),
            (r#"{"a\"#, Stop::Short),
            (r#"{"a":"#, Stop::Short),
            (r#"{"a":[1"#, Stop::Short),
            (r#"{"a":1"#, Stop::Short),
            ("{a:1}", Stop::Broken),
            (r#"{"a" 1}"#, Stop::Broken),
            (r#"{"a":,}"#, Stop::Broken),
            (r#"{"a":1 "b":2}"#, Stop::Broken),
            (r#"{"a":1} {}"#, Stop::Broken),
            ("[1]", Stop::Broken),
        ] {
            assert_eq!(whole_object(text.as_bytes(), |_, _| {}), Err(expected), "{text}");
        }
        let deep = [b"{\"a\":".as_slice(), &vec![b'['; 100_000]].concat();
        assert_eq!(whole_object(&deep, |_, _| {}), Err(Stop::Broken));
    }

    #[test]
    fn quotes_and_escapes_are_found_wherever_they_stand() {
        for length in 0..100 {
            assert_eq!(quote_or_escape(&vec![b'x'; length]), None);
            for at in 0..length {
                // neighbours of both, and what differs from them in the highest bit
                for other in [b'x', b'!', b'#', b'[', b']', 0xA2, 0xDC, 0, 0xFF] {
                    for sought in [b'"', b'\\'] {
                        let mut text = vec![other; length];
                        text[at] = sought;
                        assert_eq!(quote_or_escape(&text), Some(at), "{other} {length}");
                        text[length - 1] = b'"';
                        assert_eq!(quote_or_escape(&text), Some(at), "{other} {length}");
                    }
                }
            }
        }
    }
}
