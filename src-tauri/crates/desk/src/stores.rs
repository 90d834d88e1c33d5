//! All stores, as the sidebar and `memdesk stores` show them.

use crate::Desk;
use crate::index::loaded_of;
use crate::label::label;
use crate::look::{Look, look_at, now};
use crate::view::{Failure, ScopeView, StoreList, StoreSummary};
use memdesk_ledger::Ledger;
use memdesk_memdir::Profile;
use memdesk_review::problem::{look_alikes, problems};
use memdesk_review::{Problem, Reading, Severity, Snapshot};
use memdesk_store::{Limits, Place, Scope};
use rayon::prelude::*;

impl Desk {
    /// Every store, the opened folder's first, then by newest change.
    ///
    /// # Errors
    /// None at present; a store that cannot be read is listed with its reason.
    pub fn stores(&self) -> Result<StoreList, Failure> {
        let places = self.all_places();
        let ledger = self.ledger_if_any();
        let profile = self.profile();
        let mut stores: Vec<StoreSummary> = places
            .into_par_iter()
            .map(|place| self.summary_with(&look_at(place, Limits::default()), ledger, profile))
            .collect();
        stores.sort_by(|a, b| (b.current, &b.modified, &a.name).cmp(&(a.current, &a.modified, &b.name)));
        self.watch_known();
        Ok(StoreList { stores, watch: self.watch_state() })
    }

    /// One store's line.
    pub(crate) fn summary(&self, look: &Look, ledger: Option<&Ledger>) -> StoreSummary {
        self.summary_with(look, ledger, self.profile())
    }

    fn summary_with(&self, look: &Look, ledger: Option<&Ledger>, profile: &'static Profile) -> StoreSummary {
        let Look { place, state, snapshot } = look;
        let home = Some(self.environment.home.as_path());
        let reading = Reading::new(snapshot, profile);
        let found = self.grave_problems_of(place, &reading);
        let unreviewed = match ledger.map(|ledger| ledger.unreviewed(&place.id, snapshot)) {
            Some(Ok(paths)) => paths.len(),
            _ => snapshot.files.len(),
        };
        StoreSummary {
            id: place.id.clone(),
            scope: scope_view(place.scope),
            name: place.name.clone(),
            place: label(&place.dir, home),
            project: place.project.as_deref().map(|path| label(path, home)),
            slug: place.slug.clone(),
            state: state.clone(),
            current: self.is_of_folder(&place.id),
            topics: reading.topics.len(),
            bytes: bytes_of(snapshot),
            meter: crate::index_view::meter(&loaded_of(&reading)),
            unreviewed: unreviewed + self.held_count(place) + self.proposed_count(&place.id),
            problems: found.iter().filter(|problem| problem.severity >= Severity::Warning).count(),
            modified: snapshot.files.values().map(|file| file.mtime_ns).max().map(crate::topics::iso_ns),
            collision: place
                .collides
                .iter()
                .filter(|path| Some(*path) != place.project.as_ref())
                .map(|path| label(path, home))
                .collect(),
        }
    }

    /// What is wrong with a store, its collision included, and which of its topics say much the same.
    pub(crate) fn problems_of(&self, place: &Place, reading: &Reading) -> Vec<Problem> {
        let mut found = self.grave_problems_of(place, reading);
        found.extend(look_alikes(reading));
        found
    }

    /// The same without look-alikes, which are never grave and are work to find.
    fn grave_problems_of(&self, place: &Place, reading: &Reading) -> Vec<Problem> {
        let mut found = problems(reading, now().as_nanosecond());
        if !place.collides.is_empty() {
            let home = Some(self.environment.home.as_path());
            let paths: Vec<String> = place.collides.iter().map(|path| label(path, home)).collect();
            found.insert(0, Problem::collision(&paths));
        }
        found
    }

    fn is_of_folder(&self, id: &str) -> bool {
        let known = self.known();
        match &known.folder {
            Some(folder) => folder.project.id == id || folder.others.iter().any(|other| other.id == id),
            None => false,
        }
    }
}

fn bytes_of(snapshot: &Snapshot) -> usize {
    use memdesk_review::Content;
    snapshot
        .files
        .values()
        .map(|file| match &file.content {
            Content::Bytes(bytes) => bytes.len(),
            Content::Head { total, .. } => usize::try_from(*total).unwrap_or(usize::MAX),
            Content::Unreadable(_) | Content::Special(_) => 0,
        })
        .fold(0, usize::saturating_add)
}

fn scope_view(scope: Scope) -> ScopeView {
    match scope {
        Scope::Project => ScopeView::Project,
        Scope::AgentUser => ScopeView::AgentUser,
        Scope::AgentProject => ScopeView::AgentProject,
        Scope::AgentLocal => ScopeView::AgentLocal,
        Scope::Team => ScopeView::Team,
        Scope::Summary => ScopeView::Summary,
        Scope::Log => ScopeView::Log,
    }
}
