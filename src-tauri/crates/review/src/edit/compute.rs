//! From an edit to its overlay.

use memdesk_memdir::Profile;

use super::draft::Draft;
use super::{Edit, Refusal, entries, topics};
use crate::{INDEX_NAME, Overlay, Snapshot};

impl Edit {
    /// What the edit comes to in the store as it is in `snapshot`: index lines and `[[links]]` together with their topic.
    ///
    /// # Errors
    /// A [`Refusal`]; then nothing is to be changed.
    pub fn overlay(&self, snapshot: &Snapshot, profile: &Profile) -> Result<Overlay, Refusal> {
        let mut draft = Draft::new(snapshot, profile);
        match self {
            Edit::Create { path, text, entry } => topics::create(&mut draft, path, text, entry.as_ref())?,
            Edit::Write { path, base, text } => topics::write(&mut draft, path, base.as_deref(), text)?,
            Edit::Fields { path, base, name, description, topic_type } => {
                let fields = topics::Fields {
                    name: name.as_deref(),
                    description: description.as_deref(),
                    topic_type: topic_type.as_deref(),
                };
                topics::fields(&mut draft, path, base.as_deref(), &fields)?;
            }
            Edit::Rename { path, to } => topics::rename(&mut draft, path, to)?,
            Edit::MergeInto { path, base, into, into_base, text } => {
                let into = topics::Into { path: into, base: into_base.as_deref(), text };
                topics::merge_into(&mut draft, path, base.as_deref(), &into)?;
            }
            Edit::Delete { path, base } => topics::delete(&mut draft, path, base.as_deref())?,
            Edit::Restore { path, content } => topics::restore(&mut draft, path, content.as_deref())?,
            Edit::EntryTop { line, base } => {
                entries::change(&mut draft, base.as_deref(), *line, None, |sheet, entry, _| {
                    sheet.to_top(entry)
                })?;
            }
            Edit::EntryMove { line, before, base } => {
                entries::change(
                    &mut draft,
                    base.as_deref(),
                    *line,
                    Some(*before),
                    |sheet, entry, before| sheet.to_line(entry, before),
                )?;
            }
            Edit::EntryHook { line, hook, base } => {
                entries::change(&mut draft, base.as_deref(), *line, None, |sheet, entry, _| {
                    sheet.with_hook(entry, hook)
                })?;
            }
            Edit::EntryRemove { line, base } => {
                entries::change(&mut draft, base.as_deref(), *line, None, |sheet, entry, _| {
                    Some(sheet.without(&[entry]))
                })?;
            }
            Edit::EntryAdd { path, title, hook } => {
                entries::add(&mut draft, path, title.as_deref(), hook.as_deref())?;
            }
        }
        draft.finish()
    }

    /// The edit's word on the wire: `create`, `write`, `entry-top`, …
    pub fn verb(&self) -> &'static str {
        match self {
            Edit::Create { .. } => "create",
            Edit::Write { .. } => "write",
            Edit::Fields { .. } => "fields",
            Edit::Rename { .. } => "rename",
            Edit::MergeInto { .. } => "merge-into",
            Edit::Delete { .. } => "delete",
            Edit::EntryTop { .. } => "entry-top",
            Edit::EntryMove { .. } => "entry-move",
            Edit::EntryHook { .. } => "entry-hook",
            Edit::EntryRemove { .. } => "entry-remove",
            Edit::EntryAdd { .. } => "entry-add",
            Edit::Restore { .. } => "restore",
        }
    }

    /// The file that the edit is about.
    pub fn path(&self) -> &str {
        match self {
            Edit::Create { path, .. }
            | Edit::Write { path, .. }
            | Edit::Fields { path, .. }
            | Edit::Rename { path, .. }
            | Edit::MergeInto { path, .. }
            | Edit::Delete { path, .. }
            | Edit::EntryAdd { path, .. }
            | Edit::Restore { path, .. } => path,
            Edit::EntryTop { .. }
            | Edit::EntryMove { .. }
            | Edit::EntryHook { .. }
            | Edit::EntryRemove { .. } => INDEX_NAME,
        }
    }

    /// The edit tied to what `snapshot` holds, where it is not tied to a text yet. A problem's mend has no base (the same
    /// index would travel with each of them): tie it to the snapshot that the problem was found in before handing it on.
    pub fn based_on(mut self, snapshot: &Snapshot) -> Edit {
        let text = snapshot.text(self.path()).map(str::to_owned);
        if let Edit::MergeInto { into, into_base, .. } = &mut self
            && into_base.is_none()
        {
            *into_base = snapshot.text(into).map(str::to_owned);
        }
        match &mut self {
            Edit::Write { base, .. }
            | Edit::MergeInto { base, .. }
            | Edit::Fields { base, .. }
            | Edit::Delete { base, .. }
            | Edit::EntryTop { base, .. }
            | Edit::EntryMove { base, .. }
            | Edit::EntryHook { base, .. }
            | Edit::EntryRemove { base, .. } => {
                if base.is_none() {
                    *base = text;
                }
            }
            Edit::Create { .. } | Edit::Rename { .. } | Edit::EntryAdd { .. } | Edit::Restore { .. } => {}
        }
        self
    }
}
