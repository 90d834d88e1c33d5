//! Block texts of the client's YAML: what follows `|` or `>`, decoded.
//!
//! Separate from the other scalars because they go by lines and indentation.

use super::scalar::NUL;
use super::{Refused, TAB};

/// How the line breaks at the end of a block scalar are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chomp {
    Clip,
    Strip,
    Keep,
}

/// A block scalar: `|` or `>` with its header, and the lines that are right of `parent`. Returns the text and the bytes
/// used, up to the start of the first line that does not belong to it.
pub(super) fn read(rest: &str, parent: i64) -> Result<(String, usize), Refused> {
    const BAD_HEADER: Refused = "a `|` or `>` that no block of text follows";
    let literal = rest.starts_with('|');
    let header_end = rest.find('\n').unwrap_or(rest.len());
    let mut chomp = Chomp::Clip;
    let mut indent = None;
    let mut header = rest.get(1..header_end).unwrap_or_default();
    while let Some(c) = header.chars().next() {
        match c {
            '+' | '-' if chomp == Chomp::Clip => chomp = if c == '+' { Chomp::Keep } else { Chomp::Strip },
            '1'..='9' if indent.is_none() => indent = c.to_digit(10).map(i64::from),
            ' ' | '\t' => {
                let after = header.trim_start_matches([' ', '\t']);
                if !after.is_empty() && !after.starts_with('#') {
                    return Err(BAD_HEADER);
                }
                break;
            }
            _ => return Err(BAD_HEADER),
        }
        header = header.get(1..).unwrap_or_default();
    }
    let body_start = (header_end + 1).min(rest.len());
    let (lines, used) = block_lines(rest.get(body_start..).unwrap_or_default(), parent, indent)?;
    Ok((join(&lines, literal, chomp), body_start + used))
}

/// The lines of a block scalar without their indentation (blank ones may be shorter), and the bytes that they take.
fn block_lines(body: &str, parent: i64, indent: Option<i64>) -> Result<(Vec<&str>, usize), Refused> {
    let mut lines: Vec<&str> = Vec::new();
    let mut used = 0;
    let mut widest_blank = 0;
    let mut indent = indent.map(|indent| parent.max(0) + indent);
    for line in body.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        let spaces = text.len() - text.trim_start_matches(' ').len();
        let column = i64::try_from(spaces).unwrap_or(i64::MAX);
        if spaces == text.len() {
            // a rest of blanks without a line's end is a line only where no text came before
            if line.len() > text.len() || lines.iter().all(|line| line.is_empty()) && !text.is_empty() {
                let kept = indent.map_or(text.len(), |indent| usize::try_from(indent).unwrap_or(usize::MAX));
                lines.push(text.get(kept.min(text.len())..).unwrap_or_default());
                widest_blank = widest_blank.max(column);
            }
            used += line.len();
            continue;
        }
        let after = text.trim_start_matches([' ', '\t']);
        let ends = after.is_empty() || after.starts_with('#');
        if column <= parent || ends && indent.is_some_and(|indent| column < indent) {
            if text.starts_with('\t') && !(ends && indent.is_some()) {
                return Err(TAB);
            }
            break;
        }
        if text.contains('\0') {
            return Err(NUL);
        }
        let first = *indent.get_or_insert(column);
        let has_text = lines.iter().any(|line| !line.is_empty());
        if column < first || !has_text && widest_blank > first {
            return Err("a block of text that is not lined up");
        }
        lines.push(text.get(usize::try_from(first).unwrap_or(usize::MAX)..).unwrap_or_default());
        used += line.len();
    }
    Ok((lines, used))
}

/// The text of a block scalar's lines.
fn join(lines: &[&str], literal: bool, chomp: Chomp) -> String {
    let content = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let (body, tail) = lines.split_at(content);
    let mut text = String::new();
    let mut breaks = 0;
    let mut previous_indented = None;
    for line in body {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        let indented = line.starts_with([' ', '\t']);
        // no folding around lines that are indented further
        let own_break = literal || indented || previous_indented == Some(true);
        match previous_indented {
            None => text.extend(std::iter::repeat_n('\n', breaks)),
            Some(_) if own_break => text.extend(std::iter::repeat_n('\n', breaks + 1)),
            Some(_) if breaks == 0 => text.push(' '),
            Some(_) => text.extend(std::iter::repeat_n('\n', breaks)),
        }
        text.push_str(line);
        breaks = 0;
        previous_indented = Some(indented);
    }
    match chomp {
        Chomp::Strip => {}
        Chomp::Clip if body.is_empty() => {}
        Chomp::Clip => text.push('\n'),
        Chomp::Keep => text.extend(std::iter::repeat_n('\n', tail.len() + usize::from(!body.is_empty()))),
    }
    text
}
