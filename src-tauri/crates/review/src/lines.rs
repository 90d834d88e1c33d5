//! Lines and their ends. Separate because edits, merges and hunks must agree on what a line is.
//!
//! Two notions: [`split`] ends lines at LF alone, as patches do (a CR before it belongs to the line, so that nothing is
//! lost); [`numbered`] ends them at LF, CRLF or a lone CR, as the client and the line numbers of index entries do.

use std::ops::Range;

use crate::align::align;

/// Whole lines with their ends, ending at LF; concatenated they are `text`.
pub(crate) fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Whole lines with their ends, ending at LF, CRLF or a lone CR; concatenated they are `text`.
pub(crate) fn numbered(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let ends = byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        if ends {
            out.push(&text[start..=at]);
            start = at + 1;
        }
    }
    if start < text.len() {
        out.push(&text[start..]);
    }
    out
}

/// A line without its end, and the end (empty for a last line without one).
pub(crate) fn cut_end(line: &str) -> (&str, &str) {
    let body = line.strip_suffix('\n').unwrap_or(line);
    let body = body.strip_suffix('\r').unwrap_or(body);
    line.split_at(body.len())
}

/// The line end that most lines of `text` have; LF when there is none.
pub(crate) fn usual_end(text: &str) -> &'static str {
    let (mut lf, mut crlf, mut cr) = (0usize, 0usize, 0usize);
    for line in numbered(text) {
        match cut_end(line).1 {
            "\n" => lf += 1,
            "\r\n" => crlf += 1,
            "\r" => cr += 1,
            _ => {}
        }
    }
    if lf >= crlf && lf >= cr {
        "\n"
    } else if crlf >= cr {
        "\r\n"
    } else {
        "\r"
    }
}

/// `new` with the line ends of `old`, when `new` comes from a widget that knows only LF.
///
/// A text with any CR in it means what it says and stays. Otherwise every line that `old` has too gets the end it had
/// there, and new lines get the usual one.
pub(crate) fn keep_ends(old: &str, new: &str) -> String {
    if !old.contains('\r') || new.contains('\r') {
        return new.to_owned();
    }
    let usual = usual_end(old);
    let old_lines = numbered(old);
    let new_lines = split(new);
    let old_bodies: Vec<&str> = old_lines.iter().map(|l| cut_end(l).0).collect();
    let new_bodies: Vec<&str> = new_lines.iter().map(|l| cut_end(l).0).collect();
    let mut ends = vec![usual; new_lines.len()];
    for run in align(&old_bodies, &new_bodies).into_iter().filter(|run| run.same) {
        for (from, to) in run.before.zip(run.after) {
            if let (Some(line), Some(end)) = (old_lines.get(from), ends.get_mut(to)) {
                let had = cut_end(line).1;
                *end = if had.is_empty() { usual } else { had };
            }
        }
    }
    let mut out = String::with_capacity(new.len() + ends.len());
    for ((line, body), end) in new_lines.iter().zip(&new_bodies).zip(ends) {
        out.push_str(body);
        if line.ends_with('\n') {
            out.push_str(end);
        }
    }
    out
}

/// `text` with other text in the place of some ranges. Ranges that overlap an earlier one are passed over.
pub(crate) fn splice(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, with) in edits {
        if let Some(kept) = text.get(at..range.start) {
            out.push_str(kept);
            out.push_str(&with);
            at = range.end;
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Whether two texts are the same but for the kind of their line ends.
pub(crate) fn same_but_ends(a: &str, b: &str) -> bool {
    a == b || {
        let bodies = |text| numbered(text).into_iter().map(cut_end).map(|(body, end)| (body, end.is_empty()));
        bodies(a).eq(bodies(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notions_lose_nothing() {
        for (text, by_lf, by_any) in [
            ("", 0, 0),
            ("a", 1, 1),
            ("a\n", 1, 1),
            ("a\r\nb\rc\n\n", 3, 4),
            ("\r", 1, 1),
            ("\r\r\n", 1, 2),
            ("中\r\n文", 2, 2),
        ] {
            assert_eq!((split(text).len(), numbered(text).len()), (by_lf, by_any), "{text:?}");
            assert_eq!((split(text).concat(), numbered(text).concat()), (text.to_owned(), text.to_owned()));
        }
    }

    #[test]
    fn line_ends_survive_a_widget_that_knows_only_lf() {
        for (old, new, expected) in [
            ("a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"),
            ("a\r\nb\nc\r\n", "a\nb\nc\nd\n", "a\r\nb\nc\r\nd\r\n"),
            ("a\r\nb", "a\nb", "a\r\nb"),
            ("a\r\nb", "a\nb\nc", "a\r\nb\r\nc"),
            ("a\rb\r", "a\nb\nc\n", "a\rb\rc\r"),
            ("a\nb\n", "a\nc\n", "a\nc\n"),
            ("a\r\nb\r\n", "a\r\nc\n", "a\r\nc\n"),
            ("a\r\n", "", ""),
        ] {
            assert_eq!(keep_ends(old, new), expected, "{old:?} -> {new:?}");
        }
    }

    #[test]
    fn sameness_ignores_only_the_kind_of_line_end() {
        for (a, b, expected) in [
            ("a\r\nb", "a\nb", true),
            ("a\rb\n", "a\nb\r\n", true),
            ("a\n", "a", false),
            ("a\n\n", "a\n", false),
            ("a ", "a", false),
        ] {
            assert_eq!(same_but_ends(a, b), expected, "{a:?} {b:?}");
        }
    }
}
