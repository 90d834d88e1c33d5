//! The user guide on the wire.

use serde::Serialize;
use ts_rs::TS;

/// The guide in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Guide {
    /// What it is called.
    pub title: String,
    /// Its sections, in order.
    pub sections: Vec<GuideSection>,
}

/// A section of the guide.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct GuideSection {
    /// Its name, the same in every language: `start`, `panes`, `client`, `numbers`, `trust`, `gate`, `runs`, `recall`, `privacy`,
    /// `places`, `trouble`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its text as sanitised HTML.
    pub html: String,
}
