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
use memdesk_review::pending::{Pending, Piece};
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
    let changed = |kind: LineKind| {
        let lines = pending.pieces.iter().flat_map(|piece| &piece.hunk.lines);
        lines.filter(move |line| line.kind == kind)
    };
    let text_of_all = |kind| changed(kind).map(|line| text_of(line) + "\n").collect::<String>();
    let (added, removed) = (text_of_all(LineKind::Added), text_of_all(LineKind::Removed));
    let from = pending.from.as_deref().unwrap_or_default();
    let texts = [&pending.path, from, who, sought.called(who), agent, &added, &removed];
    if !sought.terms.all_in(&texts) {
        return None;
    }
    let (in_added, in_removed) = (sought.terms.passage(&added), sought.terms.passage(&removed));
    let further = in_removed.as_ref().map_or(0, |passage| passage.more + 1);
    let plain = |line: &Line| vec![SnippetPart { text: text_of(line), found: false }];
    let is_filled = |line: &&Line| !text_of(line).trim().is_empty();
    let (at, snippet, more) = if let Some(passage) = in_added {
        (changed(LineKind::Added).nth(passage.line - 1), passage.parts, passage.more + further)
    } else if let Some(passage) = in_removed {
        let goes = changed(LineKind::Removed).nth(passage.line - 1);
        match goes.and_then(|goes| instead_of(goes, pending)) {
            // only what goes has it: what would stand there is what is to be judged
            Some(new) => (Some(new), plain(new), further),
            None => (goes, passage.parts, passage.more),
        }
    } else {
        let first = changed(LineKind::Added).chain(changed(LineKind::Removed)).find(is_filled);
        (first, first.map(plain).unwrap_or_default(), 0)
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

/// What would stand in the place of a line that goes: the line of its piece that is added after as many others; none where
/// nothing is.
fn instead_of<'p>(goes: &Line, pending: &'p Pending) -> Option<&'p Line> {
    let of = |piece: &&Piece| piece.hunk.lines.iter().any(|line| std::ptr::eq(line, goes));
    let piece = pending.pieces.iter().find(of)?;
    let kind = |kind: LineKind| piece.hunk.lines.iter().filter(move |line| line.kind == kind);
    let before = kind(LineKind::Removed).take_while(|line| !std::ptr::eq(*line, goes)).count();
    let new: Vec<&Line> = kind(LineKind::Added).filter(|line| !text_of(line).trim().is_empty()).collect();
    new.get(before).or(new.last()).copied()
}

fn text_of(line: &Line) -> String {
    line.parts.iter().map(|part| part.text.as_str()).collect()
}
