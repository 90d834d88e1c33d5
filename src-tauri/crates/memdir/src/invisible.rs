//! Characters that nobody sees: what the client does with them, and where a text has them.
//!
//! Separate because the index and surfaced bodies share the rule, and because whoever reviews a memory must be shown them.
//! The rule itself (2.1.332, golden `invisible.json`): general categories Cc, Cf, Co and Cn, and
//! Default_Ignorable_Code_Point, are dropped, but for tab, newline, ZWNJ, ZWJ, U+FE0E and U+FE0F; U+2028 and U+2029 become
//! a newline. Descriptions in the listing are never cleaned. Never looks at more than one character at a time, but for
//! the CR of a CRLF.

use std::borrow::Cow;

use serde::Serialize;
use unicode_general_category::{GeneralCategory, get_general_category};

use crate::Profile;

/// What the client does with one character of the index or of a surfaced body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clean {
    /// It reaches the model.
    Keep,
    /// It is dropped.
    Drop,
    /// A newline stands in its place.
    Newline,
}

/// Why a character is suspicious.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A control character (category Cc) other than tab and line endings.
    Control,
    /// Changes the direction in which text is shown, so that it reads differently from what it says.
    Bidi,
    /// Takes no room: zero-width spaces, joiners, fillers, a BOM that is not at the start.
    ZeroWidth,
    /// U+E0000 to U+E007F: ASCII that only a machine reads.
    Tag,
    /// A variation selector, which can carry arbitrary bytes. U+FE0E and U+FE0F are ordinary, the client keeps them.
    VariationSelector,
    /// A private-use character (category Co).
    PrivateUse,
    /// A code point without a meaning (category Cn).
    Unassigned,
    /// Anything else that the client drops or turns into a newline.
    Other,
}

/// One suspicious character in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Byte offset in the text.
    pub at: usize,
    /// 1-based line, lines ending at LF, CRLF or a lone CR.
    pub line: u32,
    /// The character.
    pub ch: char,
    /// Why it is suspicious.
    pub kind: Kind,
}

/// What the client does with `c` in the index and in bodies.
///
/// A carriage return counts as a line ending here (`Newline`): the index loader turns it into one first. Take a CRLF as
/// one line ending before asking, as [`strip`] does.
pub fn clean(c: char) -> Clean {
    match c {
        '\t' | '\n' | '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}' => Clean::Keep,
        '\r' | '\u{2028}' | '\u{2029}' => Clean::Newline,
        // nearly all that anybody writes; the tables below say the same, a hundred times slower
        ' '..='~'
        | '\u{A1}'..='\u{AC}'
        | '\u{AE}'..='\u{2FF}'
        | '\u{2010}'..='\u{2027}'
        | '\u{3001}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30A1}'..='\u{30FF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{FF01}'..='\u{FF5E}' => Clean::Keep,
        c if is_default_ignorable(c) => Clean::Drop,
        c => match category(c) {
            GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned => Clean::Drop,
            _ => Clean::Keep,
        },
    }
}

/// `text` without what the client drops, U+2028 and U+2029 as newlines, CRLF and lone CR as newlines.
/// Unchanged (and not copied) for a profile that keeps invisible characters.
pub fn strip<'t>(text: &'t str, profile: &Profile) -> Cow<'t, str> {
    if !profile.drops_invisible {
        return Cow::Borrowed(text);
    }
    let Some(first) = text.char_indices().find(|&(_, c)| clean(c) != Clean::Keep).map(|(at, _)| at) else {
        return Cow::Borrowed(text);
    };
    let (kept, rest) = text.split_at(first);
    let mut out = String::with_capacity(text.len());
    out.push_str(kept);
    let mut chars = rest.chars().peekable();
    while let Some(c) = chars.next() {
        match clean(c) {
            Clean::Keep => out.push(c),
            Clean::Drop => {}
            Clean::Newline if c == '\r' && chars.peek() == Some(&'\n') => {}
            Clean::Newline => out.push('\n'),
        }
    }
    Cow::Owned(out)
}

/// Every suspicious character of `text`: those that the client would drop or turn into a newline, whatever the profile
/// (an older client passes them on, and the listing passes them on in every version).
/// A BOM at the very start, and carriage returns, are ordinary.
pub fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    // most texts are plain English, which is told by bytes
    if text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        return out;
    }
    let mut line = 1;
    let mut previous = '\0';
    for (at, c) in text.char_indices() {
        if c == '\n' && previous != '\r' || c == '\r' {
            line += 1;
        }
        previous = c;
        let ordinary = c == '\r' || c == '\u{FEFF}' && at == 0;
        if !ordinary && clean(c) != Clean::Keep {
            out.push(Found { at, line, ch: c, kind: kind(c) });
        }
    }
    out
}

/// Why `c`, which the client drops, is suspicious.
fn kind(c: char) -> Kind {
    match c {
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            Kind::Bidi
        }
        '\u{E0000}'..='\u{E007F}' => Kind::Tag,
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180D}' | '\u{180F}' => {
            Kind::VariationSelector
        }
        '\u{2028}' | '\u{2029}' => Kind::Other,
        c => match category(c) {
            GeneralCategory::Control => Kind::Control,
            GeneralCategory::PrivateUse => Kind::PrivateUse,
            GeneralCategory::Unassigned => Kind::Unassigned,
            _ if is_default_ignorable(c) => Kind::ZeroWidth,
            _ => Kind::Other,
        },
    }
}

/// The general category as the client's own Unicode tables have it: it knows Unicode 17 (every code point of planes 0
/// to 3 and 14 was tried on 2.1.332), the table of the library ends with 16.
fn category(c: char) -> GeneralCategory {
    match get_general_category(c) {
        GeneralCategory::Unassigned if is_new_in_unicode_17(c) => GeneralCategory::OtherLetter,
        category => category,
    }
}

/// Code points first assigned in Unicode 17. None of them is a control, format or private-use character, so that it
/// matters only that they are assigned.
fn is_new_in_unicode_17(c: char) -> bool {
    matches!(c,
        '\u{088F}' | '\u{0C5C}' | '\u{0CDC}' | '\u{1ACF}'..='\u{1ADD}' | '\u{1AE0}'..='\u{1AEB}' | '\u{20C1}'
        | '\u{2B96}' | '\u{A7CE}'..='\u{A7CF}' | '\u{A7D2}' | '\u{A7D4}' | '\u{A7F1}' | '\u{FBC3}'..='\u{FBD2}'
        | '\u{FD90}'..='\u{FD91}' | '\u{FDC8}'..='\u{FDCE}' | '\u{10940}'..='\u{10959}' | '\u{10EC5}'..='\u{10EC7}'
        | '\u{10ED0}'..='\u{10ED8}' | '\u{10EFA}'..='\u{10EFB}' | '\u{11B60}'..='\u{11B67}' | '\u{11DB0}'..='\u{11DDB}'
        | '\u{11DE0}'..='\u{11DE9}' | '\u{16EA0}'..='\u{16EB8}' | '\u{16EBB}'..='\u{16ED3}' | '\u{16FF2}'..='\u{16FF6}'
        | '\u{187F8}'..='\u{187FF}' | '\u{18D09}'..='\u{18D1E}' | '\u{18D80}'..='\u{18DF2}' | '\u{1CCFA}'..='\u{1CCFC}'
        | '\u{1CEBA}'..='\u{1CED0}' | '\u{1CEE0}'..='\u{1CEF0}' | '\u{1E6C0}'..='\u{1E6DE}' | '\u{1E6E0}'..='\u{1E6F5}'
        | '\u{1E6FE}'..='\u{1E6FF}' | '\u{1F6D8}' | '\u{1F777}'..='\u{1F77A}' | '\u{1F8D0}'..='\u{1F8D8}'
        | '\u{1FA54}'..='\u{1FA57}' | '\u{1FA8A}' | '\u{1FA8E}' | '\u{1FAC8}' | '\u{1FACD}' | '\u{1FAEA}' | '\u{1FAEF}'
        | '\u{1FBFA}' | '\u{2B73A}'..='\u{2B73F}' | '\u{2CEA2}'..='\u{2CEAD}' | '\u{323B0}'..='\u{33479}')
}

/// Default_Ignorable_Code_Point of the Unicode character database (`DerivedCoreProperties.txt`; unchanged since Unicode 6,
/// but for U+180F, which Unicode 14 added).
fn is_default_ignorable(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}
