//! Scalars of the client's YAML: plain and quoted texts, decoded.
//!
//! Separate from `dialect` because here nothing is known of structure but the column that a continuation has to be right of.
//! Each function is given the text from the scalar's first character on and says how much of it the scalar is.

use super::{Refused, TAB};

/// A decoded scalar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub(crate) text: String,
    /// Not quoted: the text can mean a number, a boolean or null.
    pub(crate) plain: bool,
    /// How many lines it takes.
    pub(crate) lines: usize,
    /// How many bytes it takes.
    pub(crate) used: usize,
}

const CONTINUES_LEFT: Refused = "a text continues too far left";
pub(super) const NUL: Refused = "a NUL";

/// The line breaks from a line's end to the next line with something in it.
struct Gap {
    /// Lines without anything in between.
    blank_lines: usize,
    /// Bytes up to the first character that is neither blank nor a line's end.
    used: usize,
    /// Spaces before that character, up to a tab.
    column: i64,
    /// A tab is the first of the blanks before it.
    tab: bool,
}

/// `rest` begins at a newline.
fn gap(rest: &str) -> Gap {
    let used = rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len();
    let skipped = rest.get(..used).unwrap_or_default();
    let lead = skipped.rsplit('\n').next().unwrap_or_default();
    Gap {
        blank_lines: skipped.matches('\n').count().saturating_sub(1),
        used,
        column: i64::try_from(lead.len() - lead.trim_start_matches(' ').len()).unwrap_or(i64::MAX),
        tab: lead.starts_with('\t'),
    }
}

impl Gap {
    /// What stands for it in a folded text.
    fn fold(&self, text: &mut String) {
        if self.blank_lines == 0 {
            text.push(' ');
        } else {
            text.extend(std::iter::repeat_n('\n', self.blank_lines));
        }
    }

    fn is_right_of(&self, parent: i64) -> bool {
        self.column > parent
    }

    /// Whether a quoted text may go on after it.
    fn check(&self, parent: i64) -> Result<(), Refused> {
        if self.tab {
            return Err(TAB);
        }
        if self.is_right_of(parent) { Ok(()) } else { Err(CONTINUES_LEFT) }
    }
}

/// A scalar without quotes. It ends at `: `, ` #`, in brackets also at one of `,[]{}`, and at a line's end, unless the next
/// line with something in it is right of `parent` and no comment.
pub(crate) fn plain(rest: &str, parent: i64, in_flow: bool) -> Result<Scalar, Refused> {
    let mut text = String::new();
    let mut lines = 1;
    let mut used = 0;
    loop {
        let line = rest.get(used..).unwrap_or_default();
        let length = plain_length(line, in_flow);
        let segment = line.get(..length).unwrap_or_default();
        if segment.contains('\0') {
            return Err(NUL);
        }
        let trimmed = segment.trim_end_matches([' ', '\t']);
        text.push_str(trimmed);
        used += trimmed.len();
        let after = line.get(length..).unwrap_or_default();
        if trimmed.is_empty() || !after.starts_with('\n') {
            break;
        }
        let gap = gap(after);
        let next = after.get(gap.used..).and_then(|rest| rest.chars().next());
        let ends = match next {
            None | Some('#') => true,
            Some(',' | ']' | '}') if in_flow => true,
            Some(_) if gap.tab => return Err(TAB),
            Some(_) if in_flow && !gap.is_right_of(parent) => return Err(CONTINUES_LEFT),
            Some('[' | '{') if in_flow => true,
            Some(_) => !gap.is_right_of(parent),
        };
        let continues = after.get(gap.used..).unwrap_or_default();
        if ends || plain_length(continues, in_flow) == 0 {
            break;
        }
        gap.fold(&mut text);
        used += (segment.len() - trimmed.len()) + gap.used;
        lines += gap.blank_lines + 1;
    }
    if used == 0 || in_flow && text == "-" {
        return Err("a value that cannot be read");
    }
    Ok(Scalar { text, plain: true, lines, used })
}

/// How many bytes of this line belong to a plain scalar that is under way, blanks at their end included.
fn plain_length(line: &str, in_flow: bool) -> usize {
    let mut previous = '\0';
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, c)| c);
        let ends = match c {
            '\n' => true,
            ':' => match next {
                None | Some(' ' | '\t' | '\n') => true,
                Some(',' | '[' | ']' | '{' | '}') => in_flow,
                Some(_) => false,
            },
            '#' => matches!(previous, ' ' | '\t'),
            ',' | '[' | ']' | '{' | '}' => in_flow,
            _ => false,
        };
        if ends {
            return at;
        }
        previous = c;
    }
    line.len()
}

/// A scalar in single quotes.
pub(crate) fn single_quoted(rest: &str, parent: i64) -> Result<Scalar, Refused> {
    quoted(rest, parent, '\'')
}

/// A scalar in double quotes.
pub(crate) fn double_quoted(rest: &str, parent: i64) -> Result<Scalar, Refused> {
    quoted(rest, parent, '"')
}

fn quoted(rest: &str, parent: i64, quote: char) -> Result<Scalar, Refused> {
    let mut text = String::new();
    let mut lines = 1;
    let mut at = quote.len_utf8();
    // what escapes wrote is not trimmed at a line's end
    let mut fixed = 0;
    loop {
        let tail = rest.get(at..).unwrap_or_default();
        let Some(c) = tail.chars().next() else { return Err("a quoted text that does not end") };
        match c {
            '\'' if quote == c && tail.starts_with("''") => {
                text.push('\'');
                at += 2;
            }
            _ if c == quote => {
                return Ok(Scalar { text, plain: false, lines, used: at + quote.len_utf8() });
            }
            '\0' => return Err(NUL),
            '\n' => {
                let blanks = text.get(fixed..).unwrap_or_default();
                let kept = fixed + blanks.trim_end_matches([' ', '\t']).len();
                text.truncate(kept);
                let gap = gap(tail);
                gap.check(parent)?;
                gap.fold(&mut text);
                fixed = text.len();
                at += gap.used;
                lines += gap.blank_lines + 1;
            }
            '\\' if quote == '"' => {
                let after = tail.get(1..).unwrap_or_default();
                if after.starts_with('\n') {
                    let gap = gap(after);
                    gap.check(parent)?;
                    text.extend(std::iter::repeat_n('\n', gap.blank_lines));
                    at += 1 + gap.used;
                    lines += gap.blank_lines + 1;
                } else {
                    let (c, used) = escape(after)?;
                    text.push(c);
                    at += 1 + used;
                }
                fixed = text.len();
            }
            c => {
                text.push(c);
                at += c.len_utf8();
            }
        }
    }
}

/// The character that an escape means, and how many bytes after its backslash it takes.
fn escape(after: &str) -> Result<(char, usize), Refused> {
    const UNKNOWN: Refused = "an escape that means nothing";
    let Some(c) = after.chars().next() else { return Err("a quoted text that does not end") };
    let meant = match c {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{B}',
        'f' => '\u{C}',
        'r' => '\r',
        'e' => '\u{1B}',
        ' ' | '"' | '/' | '\\' => c,
        'N' => '\u{85}',
        '_' => '\u{A0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' | 'u' | 'U' => {
            let digits = match c {
                'x' => 2,
                'u' => 4,
                _ => 8,
            };
            let unit = hex(after.get(1..), digits).ok_or(UNKNOWN)?;
            if let Some(c) = char::from_u32(unit) {
                return Ok((c, 1 + digits));
            }
            // a character beyond the basic plane as two escapes
            let low = after.get(1 + digits..).and_then(|rest| rest.strip_prefix("\\u"));
            let low = hex(low, 4).filter(|low| (0xDC00..0xE000).contains(low)).ok_or(UNKNOWN)?;
            if c != 'u' || !(0xD800..0xDC00).contains(&unit) {
                return Err(UNKNOWN);
            }
            let c = char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)).ok_or(UNKNOWN)?;
            return Ok((c, 1 + 4 + 2 + 4));
        }
        _ => return Err(UNKNOWN),
    };
    Ok((meant, c.len_utf8()))
}

pub(super) fn hex(rest: Option<&str>, digits: usize) -> Option<u32> {
    let digits = rest?.get(..digits)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}
