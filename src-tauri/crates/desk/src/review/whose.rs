//! Whose a change is: evidence from session files and the gate, gathered for a store.
//!
//! Separate because it reads what `review` only weighs (`memdesk_review::origin`). Evidence that cannot be had is none.

use crate::Desk;
use crate::look::{Look, now};
use crate::recall::inside;
use crate::topics::iso;
use crate::view::{Failure, OriginView};
use jiff::Timestamp;
use memdesk_ledger::{Ledger, OperationRecord};
use memdesk_memdir::{Profile, frontmatter};
use memdesk_review::origin::{Author, Evidence, Origin, Provenance, Strength, provenance};
use memdesk_review::{Content, File};
use memdesk_sessions::Writer;
use memdesk_store::Place;

/// A change is seen at most so long after it was made, while Memdesk is open. Seconds.
const SEEN_AFTER: i64 = 60;
/// A row about it may be written so long after it was seen. Seconds.
const SEEN_BEFORE: i64 = 120;

/// Evidence for the files of a store.
pub(crate) struct Whose(Vec<Evidence>);

impl Desk {
    /// Evidence for the files of a store, as far as session files have been read.
    pub(crate) fn whose(&self, look: &Look) -> Whose {
        let mut evidence = self.session_evidence(&look.place).unwrap_or_default();
        evidence.extend(self.gate_evidence(&look.place.id));
        Whose(evidence)
    }

    /// Writes what is on disk into the ledger, each change as its author's as far as that is known by now: a row about it may
    /// come later, and is then told from the evidence.
    pub(crate) fn observe_now(&self, look: &Look, ledger: &Ledger) -> Result<(), Failure> {
        let whose = self.whose(look);
        let author = |path: &str| whose.of(path, look.snapshot.files.get(path), None, self.profile()).author;
        let seen = ledger.observe_as(&look.place.id, &look.snapshot, now(), &author);
        seen.map(drop).map_err(|error| Failure::ledger(&error))
    }

    fn session_evidence(&self, place: &Place) -> Option<Vec<Evidence>> {
        let (dirs, cache) = self.sessions_if_any(place)?;
        let written = cache.writes(&dirs).ok()?;
        let evidence = written.into_iter().filter_map(|one| {
            let path = inside(place, &one.path)?;
            let (origin, agent) = match one.who {
                Writer::MainAgent => (Origin::MainAgent, None),
                Writer::Subagent(agent) => (Origin::Subagent, agent),
                Writer::Extractor => (Origin::Extractor, None),
                Writer::Dream => (Origin::Dream, None),
            };
            let strength = if one.saved { Strength::MemorySaved } else { Strength::ToolCall };
            let author = Author {
                origin,
                agent,
                session: Some(one.session),
                turn: one.question,
                time: Some(one.time),
                version: one.version,
                evidence: Some(strength.word().to_owned()),
            };
            Some(Evidence { path, time: one.time, author, strength, deed: one.deed, digest: one.digest })
        });
        Some(evidence.collect())
    }
}

impl Whose {
    /// Who made a file what it is.
    pub(crate) fn of(
        &self,
        path: &str,
        file: Option<&File>,
        since: Option<Timestamp>,
        profile: &Profile,
    ) -> Provenance {
        let header = match file.map(|file| &file.content) {
            Some(Content::Bytes(bytes) | Content::Head { bytes, .. }) => frontmatter::read(bytes, profile),
            _ => frontmatter::read(b"", profile),
        };
        let stamped = header.modified.as_deref().and_then(|text| text.parse().ok());
        provenance(path, file, (header.origin_session.as_deref(), stamped), since, &self.0)
    }
}

impl Whose {
    /// Whose a change in the ledger is: what it says itself, else what evidence says of that time.
    pub(crate) fn of_commit(&self, path: &str, record: &OperationRecord) -> Author {
        if record.author.origin != Origin::Outside {
            return record.author.clone();
        }
        let around = self.0.iter().filter(|one| {
            let since = record.time.duration_since(one.time).as_secs();
            one.path == path && (-SEEN_BEFORE..=SEEN_AFTER).contains(&since)
        });
        around.max_by_key(|one| one.time).map_or_else(|| record.author.clone(), |one| one.author.clone())
    }
}

/// Whose it is, for the window.
pub(crate) fn view(author: &Author) -> OriginView {
    OriginView {
        who: author.origin.word().to_owned(),
        agent: author.agent.clone(),
        session: author.session.clone(),
        question: author.turn.clone(),
        time: author.time.map(iso),
        version: author.version.clone(),
        evidence: author.evidence.clone().unwrap_or_else(|| match author.origin {
            Origin::You => "ours".to_owned(),
            _ => "none".to_owned(),
        }),
    }
}
