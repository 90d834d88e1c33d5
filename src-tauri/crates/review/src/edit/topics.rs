//! Edits of whole files: create, write, fields, rename, merge, delete, restore.

use std::str::FromStr as _;

use memdesk_memdir::frontmatter::{self, Field, TopicType};

use super::draft::{Draft, not_a_link};
use super::sheet::Sheet;
use super::{NewEntry, Refusal, links, stale};
use crate::lines::keep_ends;
use crate::reading::Names;
use crate::snapshot::Link;
use crate::{Content, INDEX_NAME, paths};

/// A new topic, and its index line.
pub(super) fn create(
    draft: &mut Draft,
    path: &str,
    text: &str,
    entry: Option<&NewEntry>,
) -> Result<(), Refusal> {
    free(draft, path)?;
    draft.put(path, text);
    if let Some(entry) = entry {
        let index = draft.index()?;
        draft.put(INDEX_NAME, &Sheet::new(index).with_entry(path, &entry.title, &entry.hook));
    }
    Ok(())
}

/// The whole text of a file that is there, or of an index that is not there yet.
pub(super) fn write(draft: &mut Draft, path: &str, base: Option<&str>, text: &str) -> Result<(), Refusal> {
    let disk = match draft.on_disk(path) {
        Err(Refusal::Missing { .. }) if path == INDEX_NAME && base.is_none_or(str::is_empty) => "",
        other => other?,
    };
    let text = stale::on_base(path, disk, base, |base| Ok(keep_ends(base, text)))?;
    draft.put(path, &text);
    Ok(())
}

/// The fields asked for; `None` leaves one alone, an empty one goes.
pub(super) struct Fields<'e> {
    pub(super) name: Option<&'e str>,
    pub(super) description: Option<&'e str>,
    pub(super) topic_type: Option<&'e str>,
}

/// Frontmatter fields.
pub(super) fn fields(
    draft: &mut Draft,
    path: &str,
    base: Option<&str>,
    fields: &Fields,
) -> Result<(), Refusal> {
    let disk = draft.on_disk(path)?;
    let refusal = |why: String| Refusal::Frontmatter { path: path.to_owned(), why };
    if let Some(text) =
        fields.topic_type.filter(|text| !text.is_empty() && TopicType::from_str(text).is_err())
    {
        return Err(refusal(format!("{text:?} is none of user, feedback, project and reference")));
    }
    let wanted = [
        (Field::Name, fields.name),
        (Field::Description, fields.description),
        (Field::Type, fields.topic_type),
    ];
    let text = stale::on_base(path, disk, base, |base| {
        let mut text = base.to_owned();
        for (field, value) in wanted {
            let Some(value) = value else { continue };
            text = frontmatter::set(&text, field, Some(value).filter(|value| !value.is_empty()))
                .map_err(|why| refusal(why.to_string()))?;
        }
        Ok(text)
    })?;
    draft.put(path, &text);
    Ok(())
}

/// Another path: the bytes move, index lines and `[[links]]` follow. The frontmatter stays as it is.
pub(super) fn rename(draft: &mut Draft, path: &str, to: &str) -> Result<(), Refusal> {
    let file = draft.file(path)?;
    if path == to {
        return Err(Refusal::Nothing);
    }
    let not_text = |why: &str| Refusal::NotText { path: path.to_owned(), why: why.to_owned() };
    if path == INDEX_NAME {
        return Err(paths::BadPath::Reserved.refusal(path));
    }
    free(draft, to)?;
    not_a_link(file, path)?;
    let bytes = match &file.content {
        Content::Bytes(bytes) => bytes.clone(),
        Content::Head { .. } => return Err(not_text("too-large")),
        Content::Unreadable(_) => return Err(not_text("unreadable")),
        Content::Special(_) => return Err(not_text("special")),
    };
    draft.put_bytes(to, bytes);
    draft.remove(path);
    draft.renamed(path, to);
    let names = Names::of(draft.snapshot, draft.profile);
    links::retarget(draft, &names, path, to)?;
    Ok(())
}

/// Away with a file, whatever it is; its index entries go, `[[links]]` to it become plain text.
pub(super) fn delete(draft: &mut Draft, path: &str, base: Option<&str>) -> Result<(), Refusal> {
    let file = draft.file(path)?;
    // what an undo could not bring back is not taken away: the ledger holds bytes, not links, and no bytes it cannot read
    match (&file.link, &file.content) {
        (Some(Link::Broken), _) => {}
        (None, Content::Unreadable(_)) => {
            return Err(Refusal::NotText { path: path.to_owned(), why: "unreadable".to_owned() });
        }
        _ => not_a_link(file, path)?,
    }
    if let (Some(base), Some(disk)) = (base, draft.snapshot.text(path)) {
        stale::on_base(path, disk, Some(base), |_| Ok(String::new()))?;
    }
    draft.remove(path);
    if path != INDEX_NAME {
        let names = Names::of(draft.snapshot, draft.profile);
        links::dissolve(draft, &names, path)?;
    }
    Ok(())
}

/// What a topic becomes part of.
pub(super) struct Into<'e> {
    pub(super) path: &'e str,
    pub(super) base: Option<&'e str>,
    pub(super) text: &'e str,
}

/// Two topics become one: what pointed at the one that goes leads to the other.
pub(super) fn merge_into(
    draft: &mut Draft,
    path: &str,
    base: Option<&str>,
    into: &Into,
) -> Result<(), Refusal> {
    if path == into.path {
        return Err(Refusal::Nothing);
    }
    if let Some(index) = [path, into.path].into_iter().find(|path| *path == INDEX_NAME) {
        return Err(paths::BadPath::Reserved.refusal(index));
    }
    // both must be texts: what cannot be read cannot have been taken over
    let (gone, kept) = (draft.on_disk(path)?, draft.on_disk(into.path)?);
    stale::on_base(path, gone, base, |_| Ok(String::new()))?;
    let text = stale::on_base(into.path, kept, into.base, |base| Ok(keep_ends(base, into.text)))?;
    draft.put(into.path, &text);
    draft.remove(path);
    let names = Names::of(draft.snapshot, draft.profile);
    links::redirect(draft, &names, path, into.path)
}

/// A file as it once was.
pub(super) fn restore(draft: &mut Draft, path: &str, content: Option<&str>) -> Result<(), Refusal> {
    paths::confined(path).map_err(|why| why.refusal(path))?;
    let old = draft.snapshot.files.get(path);
    let Some(content) = content else {
        draft.remove(path);
        return Ok(());
    };
    if let Some(old) = old {
        not_a_link(old, path)?;
        if let Content::Special(_) = old.content {
            return Err(Refusal::NotText { path: path.to_owned(), why: "special".to_owned() });
        }
    }
    draft.put(path, content);
    Ok(())
}

/// Whether a new topic may stand at `path`.
fn free(draft: &Draft, path: &str) -> Result<(), Refusal> {
    paths::topic(path).map_err(|why| why.refusal(path))?;
    if draft.snapshot.files.contains_key(path) {
        return Err(Refusal::Exists { path: path.to_owned() });
    }
    Ok(())
}
