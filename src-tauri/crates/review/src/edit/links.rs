//! What points at a topic (index entries and `[[links]]` of other topics) when the topic moves or goes.
//!
//! Files that may not be edited, and files that are links to others in the store, are left as they are: the first would
//! refuse the whole edit for a footnote, the second are edited under their own path.

use memdesk_memdir::entry::{Entry, EntryKind};
use memdesk_memdir::wikilink::{self, WikiLink};

use super::Refusal;
use super::draft::Draft;
use super::sheet::Sheet;
use crate::lines::splice;
use crate::reading::{Names, leads_to, stem};
use crate::{Content, INDEX_NAME};

/// Index entries and `[[links]]` that lead to `from` lead to `to`.
pub(super) fn retarget(draft: &mut Draft, names: &Names, from: &str, to: &str) -> Result<(), Refusal> {
    if let Some(index) = index_that_speaks_of(draft, names, from)? {
        let sheet = Sheet::new(&index);
        // entries that are `[[links]]` are rewritten with the others below
        let entries = sheet
            .find(|entry| entry.kind != EntryKind::Wiki && leads_to(entry, names).as_deref() == Some(from));
        draft.put(INDEX_NAME, &sheet.retargeted(&entries, from, to));
    }
    let new_path = to.strip_suffix(".md").unwrap_or(to);
    let new_stem = stem(to);
    // the bare name, unless it already means another topic
    let short = if names.resolve(new_stem).is_none_or(|path| path == from) { new_stem } else { new_path };
    let old_path = from.strip_suffix(".md").unwrap_or(from);
    rewrite(draft, names, from, |_, link, text| {
        let new = if link.name == stem(from) && link.name != old_path
            || link.name == old_path && !old_path.contains('/')
        {
            short
        } else if link.name == old_path {
            new_path
        } else {
            return None; // by the topic's own name, which stays
        };
        renamed(text, new)
    });
    Ok(())
}

/// Index entries and `[[links]]` that lead to `from`, which becomes part of `to`, lead there; where the index has an entry for
/// `to` already, those for `from` go. In `to` itself links to it become their label.
pub(super) fn redirect(draft: &mut Draft, names: &Names, from: &str, to: &str) -> Result<(), Refusal> {
    if let Some(index) = index_that_speaks_of(draft, names, from)? {
        let leads = |entry: &Entry, path: &str| leads_to(entry, names).as_deref() == Some(path);
        let listed = |entry: &Entry| entry.kind != EntryKind::Prose;
        let sheet = Sheet::new(&index);
        let text = if sheet.find(|entry| listed(entry) && leads(entry, to)).is_empty() {
            // entries that are `[[links]]` are rewritten with the others below
            sheet.retargeted(
                &sheet.find(|entry| entry.kind != EntryKind::Wiki && leads(entry, from)),
                from,
                to,
            )
        } else {
            let prose = sheet.find(|entry| !listed(entry) && leads(entry, from));
            let text = sheet.retargeted(&prose, from, to);
            let sheet = Sheet::new(&text);
            sheet.without(&sheet.find(|entry| listed(entry) && leads(entry, from)))
        };
        draft.put(INDEX_NAME, &text);
    }
    let short =
        if names.resolve(stem(to)) == Some(to) { stem(to) } else { to.strip_suffix(".md").unwrap_or(to) };
    rewrite(draft, names, from, |file, link, text| match file == to {
        true => label(link, text),
        false => renamed(text, short),
    });
    Ok(())
}

/// A `[[link]]` with another name; blanks, `#fragment` and `|label` stay. None when the name cannot be said in one.
fn renamed(link: &str, name: &str) -> Option<String> {
    let inner = link.strip_prefix("[[")?.strip_suffix("]]")?;
    let written = inner.split(['|', '#']).next()?;
    let before = written.len() - written.trim_start().len();
    let after = written.trim_end().len().max(before);
    let (before, after) = (written.get(..before)?, written.get(after..)?);
    let sayable = !name.contains(['[', ']', '|', '#', '\n', '\r']);
    sayable.then(|| format!("[[{before}{name}{after}{}]]", inner.get(written.len()..).unwrap_or_default()))
}

/// What a `[[link]]` says without being one.
fn label(link: &WikiLink, text: &str) -> Option<String> {
    let inner = text.strip_prefix("[[")?.strip_suffix("]]")?;
    let label = inner.split_once('|').map(|(_, label)| label.trim()).filter(|label| !label.is_empty());
    Some(label.unwrap_or(&link.name).to_owned())
}

/// Index entries that lead to `path` go, `[[links]]` to it become their label.
pub(super) fn dissolve(draft: &mut Draft, names: &Names, path: &str) -> Result<(), Refusal> {
    if let Some(index) = index_that_speaks_of(draft, names, path)? {
        let sheet = Sheet::new(&index);
        let entries = sheet.find(|entry| leads_to(entry, names).as_deref() == Some(path));
        draft.put(INDEX_NAME, &sheet.without(&entries));
    }
    rewrite(draft, names, path, |_, link, text| label(link, text));
    Ok(())
}

/// The index, when an entry of it leads to `path`; refused when it cannot be edited then.
fn index_that_speaks_of(draft: &Draft, names: &Names, path: &str) -> Result<Option<String>, Refusal> {
    let speaks = |text: &str| {
        !Sheet::new(text).find(|entry| leads_to(entry, names).as_deref() == Some(path)).is_empty()
    };
    match draft.index() {
        Ok(text) => Ok(speaks(text).then(|| text.to_owned())),
        Err(refusal) => match draft.snapshot.files.get(INDEX_NAME).map(|file| &file.content) {
            Some(Content::Bytes(bytes)) if !speaks(&String::from_utf8_lossy(bytes)) => Ok(None),
            // nothing is loaded from these, so nothing in them can point anywhere
            Some(Content::Special(_) | Content::Unreadable(_)) => Ok(None),
            _ => Err(refusal),
        },
    }
}

/// Rewrites every `[[link]]` that leads to `path`; `new` gets the file, the link and its text, and gives what stands there instead.
fn rewrite(
    draft: &mut Draft,
    names: &Names,
    path: &str,
    new: impl Fn(&str, &WikiLink, &str) -> Option<String>,
) {
    let renamed: Vec<String> =
        draft.drafted().filter(|drafted| *drafted != INDEX_NAME).map(str::to_owned).collect();
    let own =
        draft.snapshot.files.iter().filter(|(_, file)| file.link.is_none()).map(|(path, _)| path.clone());
    for file in own.chain(renamed).collect::<Vec<_>>() {
        let Some(text) = draft.current(&file).filter(|text| text.contains("[[")) else { continue };
        let links = wikilink::links(text).into_iter().filter(|link| names.resolve(&link.name) == Some(path));
        let edits = links.filter_map(|link| {
            let with = new(&file, &link, text.get(link.range.clone())?)?;
            Some((link.range, with))
        });
        let out = splice(text, edits.collect());
        if out != text {
            draft.put(&file, &out);
        }
    }
}
