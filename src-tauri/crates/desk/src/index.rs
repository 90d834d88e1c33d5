//! Questions about a store's index and listing.

use crate::Desk;
use crate::index_view::{self, Sources};
use crate::look::{Look, now};
use crate::view::{Failure, IndexView, Orphan, ProblemList};
use memdesk_memdir::index::{self, INDEX_NAME, Loaded};
use memdesk_memdir::listing::Manifest;
use memdesk_review::{Code, Overlay, Reading, Snapshot};

/// Problems that the Index pane shows, wherever they are.
const OF_INDEX: [Code; 8] = [
    Code::Truncated,
    Code::NearLimit,
    Code::Dangling,
    Code::Orphan,
    Code::DuplicateEntry,
    Code::LongHook,
    Code::RepeatedHook,
    Code::EmptySection,
];

impl Desk {
    /// The index as the client loads it.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn index(&self, id: &str) -> Result<IndexView, Failure> {
        Ok(self.index_of(&self.look(id)?))
    }

    /// The line at which the first entry of the index that leads to a topic begins, and the text of the index, which an edit
    /// by line is to be tied to.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn entry_line(&self, id: &str, path: &str) -> Result<Option<(usize, Option<String>)>, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        let Some(index) = &reading.index else { return Ok(None) };
        let at = index.targets.iter().position(|target| target.as_deref() == Some(path));
        let line = at.and_then(|at| index.entries.get(at)).map(|entry| entry.line);
        Ok(line.map(|line| (line, look.snapshot.text(INDEX_NAME).map(str::to_owned))))
    }

    /// The same for a text being typed: what the client would load once it is saved.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn index_draft(&self, id: &str, text: &str) -> Result<IndexView, Failure> {
        let mut look = self.look(id)?;
        look.snapshot = drafted(&look.snapshot, INDEX_NAME, text);
        Ok(self.index_of(&look))
    }

    /// What the client loads of the index, with every number.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn loaded(&self, id: &str) -> Result<Loaded, Failure> {
        let look = self.look(id)?;
        Ok(loaded_of(&Reading::new(&look.snapshot, self.profile())))
    }

    /// What the client's selector is offered.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn listing(&self, id: &str) -> Result<Manifest, Failure> {
        Ok(self.look(id)?.snapshot.manifest(self.profile()))
    }

    /// The literal listing that the selector gets.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn manifest(&self, id: &str) -> Result<String, Failure> {
        Ok(self.listing(id)?.text())
    }

    /// What is wrong with a store, worst first.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn problems(&self, id: &str) -> Result<ProblemList, Failure> {
        let look = self.look(id)?;
        let reading = Reading::new(&look.snapshot, self.profile());
        Ok(ProblemList { problems: self.problems_of(&look.place, &reading) })
    }

    pub(crate) fn index_of(&self, look: &Look) -> IndexView {
        let reading = Reading::new(&look.snapshot, self.profile());
        let orphans = reading
            .orphans()
            .map(|topic| Orphan {
                path: topic.path.clone(),
                name: topic.name().to_owned(),
                description: topic.frontmatter.description.clone(),
            })
            .collect();
        let mut problems = self.problems_of(&look.place, &reading);
        problems.retain(|problem| OF_INDEX.contains(&problem.code) || problem.path == INDEX_NAME);
        index_view::view(Sources {
            index: reading.index.as_ref(),
            loaded: &loaded_of(&reading),
            exists: &|path| look.snapshot.files.contains_key(path),
            orphans,
            problems,
            recall_mode: self.recall_mode(),
        })
    }
}

/// What the client loads; of a store without an index, nothing.
pub(crate) fn loaded_of(reading: &Reading) -> Loaded {
    reading.index.as_ref().map_or_else(|| index::load(b"", &reading.profile), |index| index.loaded.clone())
}

/// A snapshot in which one file has the text being typed.
pub(crate) fn drafted(snapshot: &Snapshot, path: &str, text: &str) -> Snapshot {
    if snapshot.text(path) == Some(text) {
        // what is on disk already keeps its time, and with it its place in the listing
        return snapshot.clone();
    }
    let mut overlay = Overlay::default();
    overlay.files.insert(path.to_owned(), Some(text.as_bytes().into()));
    snapshot.with(&overlay, now().as_nanosecond())
}
