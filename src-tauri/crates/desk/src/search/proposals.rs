//! What waits for review and has what is looked for: by its path, by who made it, or in a line that it adds or takes away.
//!
//! Separate because a proposal is on disk only in part. A file of a proposal is one hit. Of a store that was never reviewed
//! all waits, and all of it is found as topics already: nothing of it is told twice.

use super::kept::Seen;
use super::{Hits, Ranked, Sought, blank, rank};
use crate::Desk;
use crate::review::Waiting;
use crate::topics::iso;
use crate::view::{Failure, SearchHit};
use memdesk_review::hunk::{Line, LineKind};
use memdesk_review::search::SnippetPart;

impl Desk {
    /// What waits for review in the open store.
    pub(super) fn in_proposals(&self, seen: &Seen, sought: &Sought) -> Result<Hits, Failure> {
        let waiting = match seen.waiting.get() {
            Some(waiting) => waiting,
            None => {
                let id = seen.look.place.id.as_str();
                let ledger = self.ledger_to_read()?.map(|ledger| ledger.ever_reviewed(id));
                let reviewed = ledger.transpose().map_err(|error| Failure::ledger(&error))?;
                let waiting = match reviewed {
                    Some(true) => self.waiting(&seen.look)?.0,
                    // what is not on disk is no topic yet
                    Some(false) | None => self.held_waiting(&seen.look)?,
                };
                seen.waiting.get_or_init(|| waiting)
            }
        };
        let mut best = Vec::new();
        for one in waiting {
            sought.go_on()?;
            if let Some(hit) = hit(one, seen, sought) {
                best.push(Ranked { rank: rank("change"), time_ns: one.time.as_nanosecond(), hit });
            }
        }
        Ok(Hits::of(best, sought.limit))
    }
}

fn hit(one: &Waiting, seen: &Seen, sought: &Sought) -> Option<SearchHit> {
    let pending = &one.pending;
    let who = one.author.origin.word();
    let agent = one.author.agent.as_deref().unwrap_or_default();
    let changed = || {
        let lines = pending.pieces.iter().flat_map(|piece| &piece.hunk.lines);
        lines.filter(|line| line.kind != LineKind::Context)
    };
    let text: String = changed().map(|line| text_of(line) + "\n").collect();
    let from = pending.from.as_deref().unwrap_or_default();
    if !sought.terms.all_in(&[&pending.path, from, who, sought.called(who), agent, &text]) {
        return None;
    }
    let passage = sought.terms.passage(&text);
    let at = passage.as_ref().and_then(|passage| changed().nth(passage.line - 1));
    let begin = || changed().find(|line| !text_of(line).trim().is_empty()).map(text_of).unwrap_or_default();
    let (snippet, more) = match passage {
        Some(passage) => (passage.parts, passage.more),
        None => (vec![SnippetPart { text: begin(), found: false }], 0),
    };
    Some(SearchHit {
        path: Some(pending.path.clone()),
        line: at.and_then(|line| line.new.or(line.old)),
        id: Some(one.proposal.clone()),
        title: sought.terms.marked(&pending.path),
        snippet,
        more,
        time: Some(iso(one.time)),
        what: Some(who.to_owned()),
        ..blank("proposal", "change", &seen.look.place)
    })
}

fn text_of(line: &Line) -> String {
    line.parts.iter().map(|part| part.text.as_str()).collect()
}
