//! The person at the window: looks at what waits, takes and refuses, whole and in pieces, edits, undoes.
//!
//! Separate from `writer`, which is everybody else. Everything that the desk says is done is bytes to be kept.

use crate::paths::{Chance, fresh, text};
use crate::window::Window;
use crate::world::{STORES, World, oid};
use memdesk_desk::view::{Failure, Outcome, ReviewOutcome, ReviewTake};
use memdesk_review::Edit;
use memdesk_review::edit::NewEntry;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(crate) fn run(world: &World, window: &Window) {
    let mut chance = Chance::new(world.seed.wrapping_mul(977));
    while !world.stopped() {
        std::thread::sleep(Duration::from_millis(20 + chance.below(200) as u64));
        let _turn = world.turn.read().unwrap_or_else(PoisonError::into_inner);
        let store = chance.below(STORES);
        if world.away.load(Ordering::Acquire) == store {
            continue;
        }
        let id = &world.ids[store];
        let (what, done) = act(world, id, &mut chance);
        match done {
            Ok(how) => world.count(&format!("{what}: {how}")),
            Err(failure) => {
                world.count(&format!("{what}: failed ({})", failure.code));
                if !world.fault.load(Ordering::Acquire) {
                    world.find(format!("{what} failed without a fault: {failure:?}"));
                }
            }
        }
        window.acted(std::iter::once(id.clone()));
    }
}

type Done = Result<&'static str, Failure>;

fn act(world: &World, id: &str, chance: &mut Chance) -> (&'static str, Done) {
    let desk = &world.desk;
    match chance.below(12) {
        0..=6 => review(world, id, chance),
        7 | 8 => edit(world, id, chance),
        9 => ("undo", desk.undo(id).map(outcome)),
        10 => ("redo", desk.redo(id).map(outcome)),
        _ => ("accept all", desk.accept(id, &[]).map(|()| "done")),
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Applied { .. } => "done",
        Outcome::Refused { .. } => "refused",
    }
}

fn reviewed(outcome: &ReviewOutcome) -> &'static str {
    match outcome {
        ReviewOutcome::Done { .. } => "done",
        ReviewOutcome::Moved { .. } => "moved",
        ReviewOutcome::Active { .. } => "active",
        ReviewOutcome::Refused { .. } => "refused",
    }
}

fn review(world: &World, id: &str, chance: &mut Chance) -> (&'static str, Done) {
    let desk = &world.desk;
    let queue = match desk.review(id) {
        Ok(queue) => queue,
        Err(failure) => return ("look at what waits", Err(failure)),
    };
    let changes: Vec<_> =
        queue.proposals.iter().flat_map(|one| one.changes.iter().map(|change| (&one.id, change))).collect();
    let Some((proposal, change)) = chance.one(&changes) else { return ("look at what waits", Ok("nothing")) };
    let all: Vec<String> = change.hunks.iter().map(|hunk| hunk.id.clone()).collect();
    let pieces = all.iter().filter(|_| chance.below(2) == 0).cloned().collect();
    let take = ReviewTake {
        proposal: (*proposal).clone(),
        path: change.path.clone(),
        version: change.version.clone(),
        hunks: pieces,
    };
    // as slow as a person is, at times
    std::thread::sleep(Duration::from_millis([0, 0, 5, 50][chance.below(4)]));
    match chance.below(5) {
        0 | 1 => ("take", desk.take(id, &[take]).map(|done| reviewed(&done))),
        2 | 3 => ("refuse", desk.refuse(id, &[take], true).map(|done| reviewed(&done))),
        _ => {
            let text = text(&take.path, None, chance);
            let done = desk.take_edited(id, &take, &text);
            if matches!(done, Ok(ReviewOutcome::Done { .. })) {
                world.keep(oid(text.as_bytes()), "edited-and-taken", &take.path);
            }
            ("edit and take", done.map(|done| reviewed(&done)))
        }
    }
}

fn edit(world: &World, id: &str, chance: &mut Chance) -> (&'static str, Done) {
    let desk = &world.desk;
    let list = match desk.topics(id) {
        Ok(list) => list,
        Err(failure) => return ("list the topics", Err(failure)),
    };
    let path = chance.one(&list.topics).map_or_else(|| "first.md".to_owned(), |row| row.path.clone());
    let base = desk.topic(id, &path).ok().map(|view| view.source);
    let new = text(&path, base.as_deref(), chance);
    let (what, edit, made) = match chance.below(7) {
        0 => {
            let entry = Some(NewEntry { title: "Made".to_owned(), hook: fresh("made") });
            let path = format!("made/{}.md", fresh("m").replace(' ', "-"));
            ("create", Edit::Create { path, text: new.clone(), entry }, Some(new))
        }
        1 | 2 => ("write", Edit::Write { path: path.clone(), base, text: new.clone() }, Some(new)),
        3 => {
            let description = Some(fresh("described"));
            let edit = Edit::Fields { path: path.clone(), base, name: None, description, topic_type: None };
            ("describe", edit, None)
        }
        4 => {
            let to = format!("moved/{}.md", fresh("m").replace(' ', "-"));
            ("rename it", Edit::Rename { path: path.clone(), to }, None)
        }
        5 => {
            let into = chance.one(&list.topics).map_or_else(|| "first.md".to_owned(), |row| row.path.clone());
            let edit = Edit::MergeInto { path: path.clone(), base, into, into_base: None, text: new.clone() };
            ("merge it", edit, None)
        }
        _ => ("delete it", Edit::Delete { path: path.clone(), base }, None),
    };
    let done = desk.apply(id, &edit);
    if let (Ok(Outcome::Applied { .. }), Some(made)) = (&done, made) {
        world.keep(oid(made.as_bytes()), "written-by-us", edit.path());
    }
    (what, done.map(outcome))
}
