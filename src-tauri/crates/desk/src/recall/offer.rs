//! What a store offers to a selector, worked out once for as many questions as are asked: steps 1, 2 and 4.
//!
//! Separate so that a question, a session replayed and coverage rest on the same. Asks no selector and touches no disk.

use crate::topics::{recalled, unlisted};
use crate::view::{GateView, Offered, OfferedLine, SurfacedFile, SurfacedStep};
use memdesk_memdir::Profile;
use memdesk_memdir::frontmatter::Block;
use memdesk_memdir::listing::LISTED_LIMIT;
use memdesk_memdir::question::{self, Gate, Session};
use memdesk_memdir::surface::{self, SESSION_BUDGET};
use memdesk_models::{Ask, Candidate};
use memdesk_review::Reading;
use std::path::{Path, PathBuf};

/// A store's topics as a selector is offered them.
pub(crate) struct Offer {
    pub(crate) reading: Reading,
    pub(crate) candidates: Vec<Candidate>,
    /// Where the store is: the client's note of a cut names the file by its absolute path.
    dir: PathBuf,
}

impl Offer {
    pub(crate) fn new(reading: Reading, dir: &Path) -> Offer {
        let manifest = reading.manifest.listed.iter().zip(&reading.manifest.lines);
        let candidates = manifest
            .map(|(path, line)| {
                let header = reading.topic(path).map(|topic| &topic.frontmatter);
                Candidate {
                    path: path.clone(),
                    line: line.clone(),
                    name: header.and_then(|header| header.name.clone()),
                    description: header.and_then(|header| header.description.clone()),
                    topic_type: header.and_then(|header| header.topic_type),
                }
            })
            .collect();
        Offer { candidates, reading, dir: dir.to_owned() }
    }

    /// The question as a selector is asked it.
    pub(crate) fn ask(&self, query: &str) -> Ask {
        Ask { query: question::trimmed(query).to_owned(), candidates: self.candidates.clone() }
    }

    pub(crate) fn offers(&self, path: &str) -> bool {
        self.reading.manifest.listed.iter().any(|listed| listed == path)
    }

    /// Step 2.
    pub(crate) fn offered(&self) -> Offered {
        let reading = &self.reading;
        let out = reading
            .topics
            .iter()
            .filter_map(|topic| Some((topic.path.clone(), unlisted(topic, reading)?.to_owned())))
            .collect();
        let lines: Vec<OfferedLine> =
            self.candidates.iter().map(|candidate| self.offered_line(candidate)).collect();
        let units: usize = lines.iter().map(|line| utf16(&line.line)).sum();
        Offered { out, limit: LISTED_LIMIT, utf16: units + lines.len().saturating_sub(1), lines }
    }

    fn offered_line(&self, candidate: &Candidate) -> OfferedLine {
        let unclosed = || {
            let topic = self.reading.topic(&candidate.path);
            topic.is_some_and(|topic| topic.frontmatter.block == Block::Unclosed)
        };
        let weak = match &candidate.description {
            _ if candidate.line.contains(['\n', '\r', '\u{2028}', '\u{2029}']) => Some("forged-lines"),
            None if unclosed() => Some("header-beyond-30-lines"),
            None => Some("no-description"),
            Some(_) => None,
        };
        OfferedLine {
            path: candidate.path.clone(),
            line: candidate.line.clone(),
            weak: weak.map(str::to_owned),
        }
    }

    /// Step 4, in a session that has surfaced and read things before.
    pub(crate) fn surfaced(
        &self,
        selected: &[String],
        session: &mut Session,
        read: &[String],
    ) -> SurfacedStep {
        let before = session.clone();
        let files = session.attach(selected, read, |path| self.units(path));
        SurfacedStep {
            left_out: left_out(selected, &files, &before, read),
            files: files.into_iter().filter_map(|path| self.file(path)).collect(),
            used_before: before.used(),
            used_after: session.used(),
            limit: SESSION_BUDGET,
        }
    }

    fn file(&self, path: String) -> Option<SurfacedFile> {
        let topic = self.reading.topic(&path)?;
        Some(SurfacedFile { recalled: recalled(topic, &self.reading), units: self.units(&path), path })
    }

    /// What a topic takes of the session's budget, in UTF-16 units.
    pub(crate) fn units(&self, path: &str) -> usize {
        let Some(topic) = self.reading.topic(path) else { return 0 };
        let bytes = topic.bytes.as_deref().unwrap_or_default();
        let surfaced = surface::surface(bytes, &self.reading.profile);
        surfaced.units(&self.dir.join(path).to_string_lossy())
    }
}

/// Step 1. `index_mode`: recall is off in this client.
pub(crate) fn gate(query: &str, used: usize, profile: &Profile, index_mode: bool) -> GateView {
    let gate = question::gate(query, used, profile);
    GateView {
        runs: gate == Gate::Runs,
        why: gate.word().to_owned(),
        index_mode,
        agent: question::agent(query).map(str::to_owned),
    }
}

/// What was picked and is not surfaced, and why.
pub(crate) fn left_out(
    selected: &[String],
    surfaced: &[String],
    before: &Session,
    read: &[String],
) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for path in selected {
        if surfaced.contains(path) || out.iter().any(|(known, _)| known == path) {
            continue;
        }
        let why = match () {
            () if before.has_attached(path) => "already-surfaced",
            () if read.contains(path) => "read-by-agent",
            () => "over-5",
        };
        out.push((path.clone(), why.to_owned()));
    }
    out
}

fn utf16(text: &str) -> usize {
    text.encode_utf16().count()
}
