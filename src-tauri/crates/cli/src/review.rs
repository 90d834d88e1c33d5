//! Commands about review: what waits, taking it, refusing it.
//!
//! Separate from `change`, where a person writes themselves: here they judge what others wrote.

use crate::arguments::Folder;
use crate::print::{self, cell, safe};
use crate::{Answer, Done};
use memdesk_desk::view::{
    Failure, ProposalView, ReviewChange, ReviewHunk, ReviewOutcome, ReviewQueue, ReviewTake,
};
use memdesk_desk::{Desk, beginning};
use memdesk_review::alarm::Alarm;
use memdesk_review::hunk::LineKind;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Stands for every proposal.
const ALL: &str = "all";
/// Alarms that are named one by one.
const MOST_ALARMS: usize = 20;

pub(crate) fn review(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    desk.index_questions(&id, "review", &|_| ())?;
    let queue = desk.review(&id)?;
    if json {
        let proposals: Vec<Value> = queue.proposals.iter().map(proposal).collect();
        print::json(&json!({ "proposals": proposals, "first_sight": queue.first_sight }));
        return Ok(Done::Fine);
    }
    if queue.proposals.is_empty() && !print::nothing_here(desk, &id) {
        print::line("Nothing waits for review.");
    }
    if queue.first_sight && queue.files > 0 {
        print::line(
            "Nothing of this store was ever reviewed. `memdesk accept all` takes everything as it stands.",
        );
    }
    queue.proposals.iter().for_each(tell);
    Ok(Done::Fine)
}

pub(crate) fn tell(proposal: &ProposalView) {
    let origin = &proposal.origin;
    let session = origin.session.as_deref().map(|id| format!("  session {}", cell(id))).unwrap_or_default();
    let held = match &proposal.run {
        Some(run) => format!("  proposed by run {run}: not on disk"),
        None if proposal.held => "  held: not on disk".to_owned(),
        None => String::new(),
    };
    print::line(&format!(
        "== {}  {} ({}){session}  {}{held}",
        proposal.id,
        origin.who,
        origin.evidence,
        proposal.time.get(..16).unwrap_or(&proposal.time)
    ));
    for change in &proposal.changes {
        let from = change.from.as_deref().map(|from| format!(" from {}", cell(from))).unwrap_or_default();
        let refused = change.refused.as_deref().map(refused_on).unwrap_or_default();
        let conflict = if change.conflict.is_some() { "  conflict" } else { "" };
        print::line(&format!("-- {} {}{from}{refused}{conflict}", change.kind, cell(&change.path)));
        for hunk in &change.hunks {
            let refused = hunk.refused.as_deref().map(refused_on).unwrap_or_default();
            let [old, old_count] = hunk.hunk.before;
            let [new, new_count] = hunk.hunk.after;
            print::line(&format!("@@ -{old},{old_count} +{new},{new_count} @@ {}{refused}", hunk.id));
            hunk.alarms.iter().for_each(|alarm| print::line(&format!("!! {}", alarm_text(alarm))));
            print::exact(&safe(&text(hunk)));
        }
    }
}

/// What nobody should accept unseen, in words.
fn alarm_text(alarm: &Alarm) -> String {
    let Alarm { what, line, .. } = alarm;
    match alarm.kind.as_str() {
        "secret" => format!("line {line} looks like a secret ({})", cell(what)),
        "aimed" => format!("line {line} speaks to the model rather than of a fact ({what})"),
        "unread" => format!("from line {line} on the text is too long to be looked through"),
        _ => format!("line {line} has characters that nobody sees ({what})"),
    }
}

/// What was taken although somebody should have looked at it first.
fn alarmed<'q>(queue: &'q ReviewQueue, takes: &[ReviewTake]) -> Vec<(&'q str, &'q Alarm)> {
    let changes =
        queue.proposals.iter().flat_map(|one| one.changes.iter().map(move |change| (&one.id, change)));
    let taken = changes.filter_map(|(id, change)| {
        let take = takes.iter().find(|take| take.proposal == *id && take.path == change.path)?;
        let own = change.hunks.iter().filter(|hunk| take.hunks.is_empty() || take.hunks.contains(&hunk.id));
        Some(own.flat_map(|hunk| &hunk.alarms).map(|alarm| (change.path.as_str(), alarm)))
    });
    taken.flatten().collect()
}

fn refused_on(time: &str) -> String {
    format!("  rejected on {}", time.get(..10).unwrap_or(time))
}

pub(crate) fn proposal(proposal: &ProposalView) -> Value {
    json!({
        "id": proposal.id,
        "origin": proposal.origin.who,
        "evidence": proposal.origin.evidence,
        "session": proposal.origin.session,
        "time": proposal.time,
        "held": proposal.held,
        "run": proposal.run,
        "changes": proposal.changes.iter().map(change).collect::<Vec<_>>(),
    })
}

fn change(change: &ReviewChange) -> Value {
    let hunk = |hunk: &ReviewHunk| {
        json!({
            "id": hunk.id,
            "before": hunk.hunk.before,
            "after": hunk.hunk.after,
            "text": text(hunk),
            "refused": hunk.refused,
            "with": hunk.with,
            "alarms": hunk.alarms,
        })
    };
    json!({
        "path": change.path,
        "from": change.from,
        "kind": change.kind,
        "time": change.time,
        "refused": change.refused,
        "conflict": change.conflict.is_some(),
        "hunks": change.hunks.iter().map(hunk).collect::<Vec<_>>(),
    })
}

/// A piece as a unified diff has it.
fn text(hunk: &ReviewHunk) -> String {
    let lines = hunk.hunk.lines.iter().map(|line| {
        let sign = match line.kind {
            LineKind::Context => ' ',
            LineKind::Removed => '-',
            LineKind::Added => '+',
        };
        let text: String = line.parts.iter().map(|part| part.text.as_str()).collect();
        format!("{sign}{text}\n")
    });
    lines.collect()
}

/// What a person decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accept,
    /// Even while a client is at work in the project.
    Reject {
        even_if_active: bool,
    },
}

pub(crate) fn decide(
    desk: &Desk,
    words: Vec<String>,
    hunks: &[String],
    verdict: Verdict,
    json: bool,
) -> Answer {
    let (id, words) = match words.is_empty() {
        true => (desk.store_of(None)?, Vec::new()),
        false => desk.store_and_rest(words)?,
    };
    desk.readable(&id)?;
    desk.index_questions(&id, "review", &|_| ())?;
    // the ids of pieces have a dash, those of proposals none
    let (pieces, mut ids): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.contains('-'));
    let pieces: Vec<String> = pieces.into_iter().chain(hunks.iter().cloned()).collect();
    if ids.is_empty() {
        ids.push(ALL.to_owned());
    }
    let mut queue = desk.review(&id)?;
    let ids = ids.iter().map(|id| proposal_named(&queue, id)).collect::<Result<Vec<String>, _>>()?;
    let mut takes = takes(&queue, &ids, &pieces)?;
    if verdict == Verdict::Accept {
        leave_deletions(&queue, &mut takes);
    }
    if takes.is_empty() && !json && !print::nothing_here(desk, &id) {
        print::line("Nothing waits for review.");
    }
    let alarms: Vec<String> = alarmed(&queue, &takes)
        .into_iter()
        .map(|(path, alarm)| format!("{}: {}", cell(path), alarm_text(alarm)))
        .collect();
    let whole = leave_decided(&mut queue, &takes);
    let outcome = match verdict {
        _ if takes.is_empty() => ReviewOutcome::Done { written: Vec::new(), paths: Vec::new(), undo: None },
        Verdict::Accept => desk.take(&id, &takes)?,
        Verdict::Reject { even_if_active } => desk.refuse(&id, &takes, even_if_active)?,
    };
    let (applied, refused) = match outcome {
        ReviewOutcome::Done { paths, .. } => (paths, Vec::new()),
        ReviewOutcome::Moved { paths } => {
            let why = "it changed since it was looked at; `memdesk review` shows it anew";
            (Vec::new(), paths.into_iter().map(|path| (path, why.to_owned())).collect())
        }
        ReviewOutcome::Active { session, time } => {
            let why = format!(
                "session {session} is at work in this project (it wrote at {time}) and may write it again; end it, or add --even-if-active"
            );
            (Vec::new(), takes.into_iter().map(|take| (take.path, why.clone())).collect())
        }
        ReviewOutcome::Refused { refusal } => {
            let path = refusal.path().unwrap_or_default().to_owned();
            (Vec::new(), vec![(path, refusal.message())])
        }
    };
    if json {
        let refused: Vec<Value> =
            refused.iter().map(|(path, why)| json!({ "path": path, "why": why })).collect();
        print::json(&json!({ "applied": applied, "refused": refused }));
    } else {
        let done = match verdict {
            Verdict::Accept => "accepted",
            Verdict::Reject { .. } => "rejected",
        };
        applied.iter().for_each(|path| print::line(&format!("{done} {}", cell(path))));
        if !applied.is_empty() {
            print::line(&still_waits(&if whole { queue } else { desk.review(&id)? }));
        }
    }
    for (path, why) in &refused {
        print::complain(&format!("{}: {why}", cell(path)));
    }
    if verdict == Verdict::Accept && !applied.is_empty() {
        tell_alarms(&alarms);
    }
    Ok(if refused.is_empty() { Done::Fine } else { Done::Refused })
}

/// Says what was accepted with the rest: it counts as the person's own word from now on.
fn tell_alarms(alarms: &[String]) {
    alarms.iter().take(MOST_ALARMS).for_each(|alarm| print::complain(&format!("accepted: {alarm}")));
    if alarms.len() > MOST_ALARMS {
        print::complain(&format!("accepted: {} more of this kind", alarms.len() - MOST_ALARMS));
    }
    if !alarms.is_empty() {
        print::complain("`memdesk undo` takes the acceptance back; `memdesk review` then shows it again");
    }
}

/// What a run would delete is taken only when it is named itself, by its piece.
fn leave_deletions(queue: &ReviewQueue, takes: &mut Vec<ReviewTake>) {
    let is_deletion = |take: &ReviewTake| {
        let of_run = queue.proposals.iter().filter(|one| one.id == take.proposal && one.run.is_some());
        let mut changes = of_run.flat_map(|one| &one.changes);
        changes.any(|change| change.path == take.path && change.kind == "delete")
    };
    let left = |take: &ReviewTake| take.hunks.is_empty() && is_deletion(take);
    for take in takes.iter().filter(|take| left(take)) {
        print::complain(&format!(
            "{}: a run would delete it; left out, name its piece (`memdesk review` shows it) to take that too",
            cell(&take.path)
        ));
    }
    takes.retain(|take| !left(take));
}

/// The proposal that is meant by its id, or by how that begins, which is what `memdesk search` prints.
fn proposal_named(queue: &ReviewQueue, word: &str) -> Result<String, Failure> {
    if word == ALL {
        return Ok(ALL.to_owned());
    }
    let ids = queue.proposals.iter().map(|proposal| proposal.id.as_str());
    beginning::whole("proposal", ids, word, || unknown("proposal", word)).map(str::to_owned)
}

fn unknown(what: &str, id: &str) -> Failure {
    Failure::new(
        "no-such-proposal",
        format!("there is no {what} {id} (any more)"),
        "`memdesk review` lists what waits.".to_owned(),
    )
}

/// Takes what is decided out of the queue. False where it has to be looked at anew to know what is left of it: a part of a
/// file is, and what is held may go on waiting.
fn leave_decided(queue: &mut ReviewQueue, takes: &[ReviewTake]) -> bool {
    let decided: HashSet<(&str, &str)> =
        takes.iter().map(|take| (take.proposal.as_str(), take.path.as_str())).collect();
    let mut whole = takes.iter().all(|take| take.hunks.is_empty());
    for ProposalView { id, held, changes, .. } in &mut queue.proposals {
        let before = changes.len();
        changes.retain(|change| !decided.contains(&(id.as_str(), change.path.as_str())));
        whole &= !*held || changes.len() == before;
    }
    whole
}

/// How much a decision has left to be decided.
fn still_waits(queue: &ReviewQueue) -> String {
    let changes = queue.proposals.iter().flat_map(|proposal| &proposal.changes);
    // of bytes that are no text there are no pieces, only the whole
    match changes.map(|change| change.hunks.len().max(1)).sum() {
        0 => "Nothing waits for review any more.".to_owned(),
        1 => "1 piece still waits for review.".to_owned(),
        pieces => format!("{pieces} pieces still wait for review."),
    }
}

/// What proposals and pieces named on the command line are, as they are now.
fn takes(queue: &ReviewQueue, ids: &[String], hunks: &[String]) -> Result<Vec<ReviewTake>, Failure> {
    let mut takes = Vec::new();
    let named =
        queue.proposals.iter().filter(|proposal| ids.iter().any(|id| id == ALL || *id == proposal.id));
    let mut left: Vec<&String> = hunks.iter().collect();
    for proposal in named {
        for change in &proposal.changes {
            let own: Vec<String> =
                change.hunks.iter().map(|hunk| hunk.id.clone()).filter(|id| hunks.contains(id)).collect();
            left.retain(|id| !own.contains(id));
            if hunks.is_empty() || !own.is_empty() {
                takes.push(ReviewTake {
                    proposal: proposal.id.clone(),
                    path: change.path.clone(),
                    version: change.version.clone(),
                    hunks: own,
                });
            }
        }
    }
    match left.first() {
        Some(id) => Err(unknown("piece", id)),
        None => Ok(takes),
    }
}
