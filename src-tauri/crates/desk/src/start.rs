//! The first call of a window: one store and its index, so that the first paint waits for nothing else.

use crate::Desk;
use crate::label::label;
use crate::render;
use crate::settings::state;
use crate::view::{ContextFile, Failure, Start, StoreState};
use memdesk_memdir::index::INDEX_NAME;
use memdesk_store::Scope;
use memdesk_store::context::ContextKind;
use std::io::Read;

/// Most of an instruction file that is shown, in bytes.
const CONTEXT_LIMIT: usize = 256 * 1024;

impl Desk {
    /// What the window needs for its first paint.
    ///
    /// Opens the folder's own store; without a folder the store shown last, else the one changed last.
    ///
    /// # Errors
    /// `no-such-store` when the store went away meanwhile.
    pub fn start(&self) -> Result<Start, Failure> {
        let preferences = self.preferences();
        let current = self.known().current.clone();
        let current = match current {
            Some(id) => Some(id),
            None => self.first_store(preferences.store.as_deref()),
        };
        self.known().current.clone_from(&current);
        let home = &self.environment.home;
        let folder = self.known().folder.as_ref().map(|folder| label(&folder.folder, Some(home)));
        let mut start = Start {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            preferences,
            client: self.client(),
            store: None,
            index: None,
            folder,
            no_memory: true,
            sample: self.sample,
            read_only: self.read_only,
        };
        if let Some(id) = current {
            let look = self.look(&id)?;
            start.no_memory = look.state == StoreState::Missing;
            start.store = Some(self.summary(&look, self.ledger_if_any()));
            start.index = Some(self.index_of(&look));
        }
        Ok(start)
    }

    /// Shows a store, and remembers it for the next launch.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn open_store(&self, id: &str) -> Result<Start, Failure> {
        let place = self.find(id)?;
        self.known().current = Some(place.id.clone());
        let mut kept = state::load(&self.data);
        if !self.read_only && kept.store.as_deref() != Some(id) {
            kept.store = Some(id.to_owned());
            // only a convenience: a data directory that cannot be written must not keep anyone from looking
            drop(state::save(&self.data, &kept));
        }
        self.watch_known();
        self.start()
    }

    /// The instruction files that load beside a project's store. None for stores of other scopes.
    ///
    /// # Errors
    /// `no-such-store`.
    pub fn context(&self, id: &str) -> Result<Vec<ContextFile>, Failure> {
        let place = self.find(id)?;
        if place.scope != Scope::Project {
            return Ok(Vec::new());
        }
        let of_folder = self.known().folder.clone().filter(|folder| folder.project.id == id);
        let of_folder = of_folder.or_else(|| {
            let project = place.project.as_ref()?;
            Some(memdesk_store::of_folder(&self.environment, project))
        });
        let files = of_folder.map(|folder| folder.context).unwrap_or_default();
        Ok(files
            .into_iter()
            .enumerate()
            .map(|(number, file)| ContextFile {
                number,
                place: label(&file.path, Some(&self.environment.home)),
                scope: context_scope(file.kind).to_owned(),
                bytes: usize::try_from(file.bytes).unwrap_or(usize::MAX),
                text: head_of(&file.path),
            })
            .collect())
    }

    fn first_store(&self, last: Option<&str>) -> Option<String> {
        let places = self.all_places();
        if let Some(place) = last.and_then(|id| places.iter().find(|place| place.id == id)) {
            return Some(place.id.clone());
        }
        // the client touches the index whenever it saves a memory
        let newest = |place: &&memdesk_store::Place| {
            let index = std::fs::metadata(place.dir.join(INDEX_NAME));
            index.or_else(|_| std::fs::metadata(&place.dir)).and_then(|meta| meta.modified()).ok()
        };
        places
            .iter()
            .filter(|place| place.scope == Scope::Project)
            .max_by_key(newest)
            .map(|place| place.id.clone())
    }
}

fn context_scope(kind: ContextKind) -> &'static str {
    match kind {
        ContextKind::Managed => "managed",
        ContextKind::User => "user",
        ContextKind::Project => "project",
        ContextKind::Local => "local",
    }
}

/// The beginning of a file as text; empty when it cannot be read.
fn head_of(path: &std::path::Path) -> String {
    let mut bytes = Vec::new();
    let limit = u64::try_from(CONTEXT_LIMIT).unwrap_or(u64::MAX);
    let regular = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
    if regular && let Ok(file) = std::fs::File::open(path) {
        // what was read before an error is still worth showing
        drop(file.take(limit).read_to_end(&mut bytes));
    }
    render::clip(&String::from_utf8_lossy(&bytes), CONTEXT_LIMIT).to_owned()
}
