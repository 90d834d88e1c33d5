//! Edits of index entries: which entry is meant, also when the index has changed since the person looked.

use super::Refusal;
use super::draft::Draft;
use super::sheet::Sheet;
use super::{stale, wording};
use crate::INDEX_NAME;
use crate::lines::same_but_ends;
use crate::reading::{Names, leads_to};

/// Changes the entry that starts at `line` of `base` (of the disk's index, without one). `before` is a second line that the
/// edit speaks of.
///
/// When the index on disk is another one, the entry is looked for there by its text; only when that is not clear is the edit
/// stale. `make` gives `None` when the entry cannot be changed in that way.
pub(super) fn change(
    draft: &mut Draft,
    base: Option<&str>,
    line: usize,
    before: Option<usize>,
    make: impl Fn(&Sheet, usize, usize) -> Option<String>,
) -> Result<(), Refusal> {
    let disk = draft.index()?;
    let edit = |text: &str, line: usize, before: Option<usize>| {
        let sheet = Sheet::new(text);
        let entry = sheet.entry_at(line).ok_or(Refusal::NoEntry { line })?;
        make(&sheet, entry, before.unwrap_or_default()).ok_or(Refusal::NoEntry { line })
    };
    let text = match base.filter(|base| !same_but_ends(base, disk)) {
        None => edit(disk, line, before)?,
        Some(base) => match found_again(base, disk, line, before) {
            Some((line, before)) => edit(disk, line, before)?,
            None => stale::on_base(INDEX_NAME, disk, Some(base), |base| edit(base, line, before))?,
        },
    };
    draft.put(INDEX_NAME, &text);
    Ok(())
}

/// Where the lines of `base` are in `disk`, when that is clear.
fn found_again(base: &str, disk: &str, line: usize, before: Option<usize>) -> Option<(usize, Option<usize>)> {
    let (old, new) = (Sheet::new(base), Sheet::new(disk));
    let words = old.words(old.entry_at(line)?);
    let line = only(&old.starts(&words)).and(only(&new.starts(&words)))?;
    let before = match before {
        None => None,
        Some(before) => {
            let (old, new) = (old.bare_lines(), new.bare_lines());
            Some(if before == old.len() + 1 {
                new.len() + 1
            } else {
                let text = old.get(before.checked_sub(1)?)?;
                let places = |lines: &[&str]| -> Vec<usize> {
                    lines.iter().enumerate().filter(|(_, l)| *l == text).map(|(at, _)| at + 1).collect()
                };
                only(&places(&old)).and(only(&places(&new)))?
            })
        }
    };
    Some((line, before))
}

fn only(places: &[usize]) -> Option<usize> {
    match places {
        [place] => Some(*place),
        _ => None,
    }
}

/// An entry for a topic that has none.
pub(super) fn add(
    draft: &mut Draft,
    path: &str,
    title: Option<&str>,
    hook: Option<&str>,
) -> Result<(), Refusal> {
    draft.file(path)?;
    let index = draft.index()?;
    let names = Names::of(draft.snapshot, draft.profile);
    let sheet = Sheet::new(index);
    let there = !sheet.find(|entry| leads_to(entry, &names).as_deref() == Some(path)).is_empty();
    if there || path == INDEX_NAME {
        return Err(Refusal::Nothing);
    }
    let read = crate::reading::frontmatter(draft.snapshot, path, draft.profile);
    let stem = crate::reading::stem(path).to_owned();
    let given = |text: Option<&str>| text.map(wording::one_line).filter(|text| !text.is_empty());
    let title = given(title).or_else(|| given(read.name.as_deref())).unwrap_or(stem);
    // an empty hook from the person means none
    let hook = match hook {
        Some(hook) => wording::one_line(hook),
        None => read.description.as_deref().map(wording::hook_of).unwrap_or_default(),
    };
    draft.put(INDEX_NAME, &sheet.with_entry(path, &title, &hook));
    Ok(())
}
