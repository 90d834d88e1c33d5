//! Which stores the desk knows, and which of them a folder or an id means.
//!
//! Separate because ids are all that the shells hold: a path never comes back from them.

use crate::Desk;
use crate::recall::SessionDirs;
use crate::view::Failure;
use memdesk_store::{FolderStores, Place, Scope};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What has been found so far.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Stores by id.
    pub(crate) places: HashMap<String, Place>,
    /// The folder that was opened.
    pub(crate) folder: Option<FolderStores>,
    /// The store on show.
    pub(crate) current: Option<String>,
    /// The client version that the sessions of a store (None: no store) name.
    pub(crate) version: Option<(Option<String>, Option<String>)>,
    /// Whether recall mode is on, by the state file with this time and size.
    pub(crate) recall: Option<((Option<SystemTime>, u64), bool)>,
    /// Where the sessions of a store are.
    pub(crate) session_dirs: SessionDirs,
}

impl Known {
    fn add(&mut self, place: &Place) {
        self.places.entry(place.id.clone()).or_insert_with(|| place.clone());
    }
}

impl Desk {
    /// Opens a project folder: its own store becomes the current one.
    ///
    /// # Errors
    /// `bad-folder` when it is no folder.
    pub fn open_folder(&self, folder: &Path) -> Result<(), Failure> {
        if !folder.is_dir() {
            return Err(Failure::new(
                "bad-folder",
                format!("{} is not a folder that can be opened", folder.display()),
                "Give the folder of a project you use Claude Code in.".to_owned(),
            ));
        }
        let stores = memdesk_store::of_folder(&self.environment, folder);
        let mut known = self.known();
        known.add(&stores.project);
        stores.others.iter().for_each(|place| known.add(place));
        known.current = Some(stores.project.id.clone());
        known.folder = Some(stores);
        Ok(())
    }

    /// The store that a folder (none: the current directory) means; with `--store`, that one.
    ///
    /// # Errors
    /// `bad-folder` when it is no folder.
    pub fn store_of(&self, folder: Option<&Path>) -> Result<String, Failure> {
        if let Some(dir) = &self.store {
            let place = self.place_at(dir);
            self.known().add(&place);
            return Ok(place.id);
        }
        self.open_folder(folder.unwrap_or(Path::new(".")))?;
        self.known().current.clone().ok_or_else(|| Failure::no_such_store(""))
    }

    /// As [`Desk::store_of`], for a store that is to be looked at.
    ///
    /// # Errors
    /// As [`Desk::store_of`] and [`Desk::readable`].
    pub fn store_to_look_at(&self, folder: Option<&Path>) -> Result<String, Failure> {
        let id = self.store_of(folder)?;
        self.readable(&id).map(|()| id)
    }

    /// Whether there is anything to look at. A project without a memory is fine (the client loads nothing then); a directory
    /// that was named outright must be there.
    ///
    /// # Errors
    /// `no-such-store`; `unreadable`.
    pub fn readable(&self, id: &str) -> Result<(), Failure> {
        let dir = self.find(id)?.dir;
        let why = match std::fs::read_dir(&dir) {
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound && self.store.is_none() => return Ok(()),
            Err(error) => error,
        };
        Err(Failure::new(
            "unreadable",
            format!("{} cannot be looked at: {why}", dir.display()),
            "Name a memory directory that you may read; `memdesk stores` lists those there are.".to_owned(),
        ))
    }

    /// The store meant by the first word when that is a folder (and more words follow), else by the current directory;
    /// and the rest of the words.
    ///
    /// # Errors
    /// As [`Desk::store_of`].
    pub fn store_and_rest(&self, mut words: Vec<String>) -> Result<(String, Vec<String>), Failure> {
        let has_folder = self.store.is_none()
            && words.len() > 1
            && words.first().is_some_and(|first| Path::new(first).is_dir());
        let folder = has_folder.then(|| PathBuf::from(words.remove(0)));
        Ok((self.store_of(folder.as_deref())?, words))
    }

    /// A known store.
    pub fn place(&self, id: &str) -> Option<Place> {
        self.known().places.get(id).cloned()
    }

    /// A store by id; looks for stores anew when it is not known yet.
    pub(crate) fn find(&self, id: &str) -> Result<Place, Failure> {
        if let Some(place) = self.place(id) {
            return Ok(place);
        }
        self.all_places();
        self.place(id).ok_or_else(|| Failure::no_such_store(id))
    }

    /// Every store there is now, the opened folder's first.
    pub(crate) fn all_places(&self) -> Vec<Place> {
        if let Some(dir) = &self.store {
            let place = self.place_at(dir);
            self.known().add(&place);
            return vec![place];
        }
        let found = memdesk_store::all(&self.environment, |dir| {
            memdesk_sessions::working_dirs(dir).into_iter().map(|seen| seen.cwd).collect()
        });
        let mut known = self.known();
        let mut places: Vec<Place> = Vec::with_capacity(found.len() + 1);
        if let Some(folder) = &known.folder {
            places.push(folder.project.clone());
            places.extend(folder.others.iter().cloned());
        }
        for place in found {
            match places.iter_mut().find(|other| other.id == place.id) {
                // the search over all sessions knows of collisions, the folder knows its own path
                Some(own) => own.collides = place.collides,
                None => places.push(place),
            }
        }
        for place in &places {
            known.places.insert(place.id.clone(), place.clone());
        }
        places
    }

    /// The place of a memory directory named outright.
    fn place_at(&self, dir: &Path) -> Place {
        let parent = dir.parent().filter(|_| dir.ends_with("memory")).unwrap_or(dir);
        let name = parent
            .file_name()
            .map_or_else(|| dir.display().to_string(), |name| name.to_string_lossy().into_owned());
        let mut place = Place::new(Scope::Project, dir.to_owned(), name);
        if dir.ends_with("memory") && parent.parent().is_some_and(|projects| projects.ends_with("projects")) {
            place.project = memdesk_sessions::working_dirs(parent).into_iter().next().map(|seen| seen.cwd);
            place.slug = parent.file_name().map(|name| name.to_string_lossy().into_owned());
        }
        if let Some(name) = place.project.as_deref().and_then(Path::file_name) {
            place.name = name.to_string_lossy().into_owned();
        }
        place
    }
}
