//! What stands beside a memory's text in review: its claims held against the project's folder, what it attributes to the person
//! held against what they said, secrets, characters that nobody sees, and words aimed at the model.
//!
//! Separate because it is about a text, whoever changed it. Composes pure readers (`review`) with one bounded look at the folder
//! (`search`). Writes nothing, runs nothing, asks nobody on a network.

mod ask;
mod inside;
mod known;
mod scripts;
mod search;
mod turns;
mod views;

use memdesk_memdir::frontmatter;
use memdesk_review::INDEX_NAME;
use memdesk_review::attribution::attributions;
use memdesk_review::claim::{CLAIMS, Claim, claims};
use memdesk_review::secret::secrets;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::Desk;
use crate::label::label;
use crate::look::Look;
use crate::tasks::Task;
use crate::view::{AttributionView, ClaimView, Evidence, Failure, Looked, Progress, Survey, Verdict};
use ask::{Asked, Place};
use search::{Bounds, Seen, search};
use turns::Heard;
use views::{Spans, aimed_views, attribution, invisible_views, secret_views};

/// Different claims that are looked for, at most.
const DIFFERENT: usize = 500;
/// The same of many texts together.
const CLAIMED: usize = 20_000;
/// Memories of a store that are looked at together, at most: five times what the client lists.
const SURVEYED: usize = 1_000;
/// How long the project's folder is searched for all of them.
const SURVEY_TIME: Duration = Duration::from_secs(15);
/// Longest text that is read, in bytes.
const TEXT: usize = 1024 * 1024;

impl Desk {
    /// What can be said about a text (none: the one on disk) as the file at `path`. May take some seconds in a large project.
    ///
    /// # Errors
    /// `no-such-store`; `no-such-topic` when neither a text nor a file is there; `cancelled`.
    pub fn evidence(
        &self,
        id: &str,
        path: &str,
        text: Option<&str>,
        task: &str,
        tell: &dyn Fn(Progress),
    ) -> Result<Evidence, Failure> {
        let look = self.look(id)?;
        let missing = || crate::topics::no_such_topic(path);
        let text = text.map(str::to_owned).or_else(|| text_of(&look, path)).ok_or_else(missing)?;
        let task = self.tasks.begin(task, "evidence", tell);
        let (mut all, _) = self.weigh(&look, vec![(path.to_owned(), text)], Bounds::default(), &task)?;
        all.pop().ok_or_else(missing)
    }

    /// The same for every memory of a store, index included; only what deserves a look is left of it. Takes some seconds.
    ///
    /// # Errors
    /// `no-such-store`; `cancelled`.
    pub fn survey(&self, id: &str, task: &str, tell: &dyn Fn(Progress)) -> Result<Survey, Failure> {
        let look = self.look(id)?;
        let mut paths: Vec<&String> = look.snapshot.files.keys().collect();
        // the index speaks in every session: it is looked at, however many there are
        paths.sort_by_key(|path| *path != INDEX_NAME);
        let texts = paths.into_iter().filter_map(|path| Some((path.clone(), text_of(&look, path)?)));
        let texts: Vec<(String, String)> = texts.take(SURVEYED).collect();
        let (checked, more) = (texts.len(), look.snapshot.files.len().saturating_sub(texts.len()));
        let task = self.tasks.begin(task, "survey", tell);
        let bounds = Bounds { time: SURVEY_TIME, ..Bounds::default() };
        let (all, looked) = self.weigh(&look, texts, bounds, &task)?;
        let mut memories: Vec<Evidence> = all.into_iter().filter_map(doubtful).collect();
        // what is aimed at the model, and secrets, before what is only out of date
        memories.sort_by_key(|one| {
            let grave = one.aimed.iter().any(|aimed| aimed.grave) || !one.secrets.is_empty();
            (!grave, one.path.clone())
        });
        Ok(Survey { memories, checked, more, looked })
    }

    /// Looks once for everything that some texts assert.
    fn weigh(
        &self,
        look: &Look,
        texts: Vec<(String, String)>,
        bounds: Bounds,
        task: &Task<'_>,
    ) -> Result<(Vec<Evidence>, Looked), Failure> {
        task.at(0, 0)?;
        let mut texts = texts;
        texts.iter_mut().for_each(|(_, text)| text.truncate(crate::render::clip(text, TEXT).len()));
        let (mut named, mut of) = (Vec::new(), Vec::new());
        for (_, text) in &texts {
            task.at(0, 0)?;
            // a secret is told masked, and not a second time as a name that was looked for
            let secrets = secrets(text);
            let apart = |claim: &Claim| {
                secrets
                    .iter()
                    .all(|one| one.start + one.len <= claim.start || claim.start + claim.len <= one.start)
            };
            let room = DIFFERENT.min(CLAIMED.saturating_sub(named.len()));
            let (claims, times, more) = different(claims(text).into_iter().filter(apart).collect(), room);
            of.push((claims.len(), times, more, secrets));
            named.extend(claims);
        }
        let root = look.place.project.as_deref().filter(|root| root.is_dir());
        let asked = Asked::of(&named);
        let seen = match root.filter(|_| !named.is_empty()) {
            Some(root) => {
                let mut on = |files| match task.at(files, 0) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                };
                search(root, &asked.needles, bounds, &mut on).ok_or_else(Failure::cancelled)?
            }
            None => Seen { hits: vec![None; asked.needles.len()], ..Seen::default() },
        };
        let topics: Vec<String> = look.snapshot.files.keys().cloned().collect();
        let home = self.environment.home.as_path();
        let programs = self.environment.vars.get(memdesk_store::environment::PATH);
        let place = Place { root, home, programs: programs.map(|path| path.as_os_str()), topics: &topics };
        let verdicts = asked.verdicts(&named, &place, &seen);
        let mut verdicts = named.into_iter().zip(verdicts);
        let looked = |heard: Option<&Heard>| Looked {
            project: root.map(|root| label(root, Some(home))),
            files: seen.files.len(),
            bytes: seen.bytes,
            cut: seen.cut,
            turns: heard.map_or(0, |heard| heard.turns.questions.len()),
            own_session: heard.is_some_and(|heard| heard.turns.own_session),
        };
        let mut ear = self.ear(&look.place);
        let mut out = Vec::with_capacity(texts.len());
        let total = u64::try_from(texts.len()).unwrap_or(u64::MAX);
        for ((path, text), (count, times, more_claims, secrets)) in texts.iter().zip(of) {
            if total > 1 {
                task.at(u64::try_from(out.len()).unwrap_or(0), total)?;
            }
            let mut spans = Spans::new(text);
            let view = |((claim, verdict), times): ((Claim, Verdict), usize)| {
                let (start, len) = spans.utf16(claim.start, claim.len);
                let kind = claim.kind.as_str().to_owned();
                ClaimView { kind, text: claim.text, line: claim.line, start, len, times, verdict }
            };
            let claims = verdicts.by_ref().take(count).zip(times).map(view).collect();
            let session = frontmatter::read(text.as_bytes(), self.profile()).origin_session;
            let said = attributions(text);
            let heard = (!said.is_empty()).then(|| ear.hears(session.as_deref()));
            let attributions = heard.as_ref().map(|heard| {
                let mut spans = Spans::new(text);
                said.iter().map(|one| attribution(one, heard, &mut spans)).collect()
            });
            let attributions: Vec<AttributionView> = attributions.unwrap_or_default();
            let mut aimed = aimed_views(text);
            let mut said = attributions;
            for secret in &secrets {
                let Some(plain) = text.get(secret.start..secret.start + secret.len) else { continue };
                let words =
                    said.iter_mut().map(|one| &mut one.text).chain(aimed.iter_mut().map(|one| &mut one.text));
                words.for_each(|words| *words = words.replace(plain, &secret.masked));
            }
            out.push(Evidence {
                path: path.clone(),
                claims,
                more_claims,
                attributions: said,
                secrets: secret_views(text, secrets),
                invisible: invisible_views(text),
                aimed,
                looked: looked(heard.as_deref()),
            });
        }
        let all = looked(None);
        Ok((out, all))
    }
}

/// What of a text deserves a look; none when nothing does.
fn doubtful(mut evidence: Evidence) -> Option<Evidence> {
    evidence.claims.retain(|claim| matches!(claim.verdict, Verdict::NotFound | Verdict::GoesStale));
    evidence.attributions.retain(|one| one.support == "not-found");
    let quiet = evidence.claims.is_empty()
        && evidence.attributions.is_empty()
        && evidence.secrets.is_empty()
        && evidence.invisible.is_empty()
        && evidence.aimed.is_empty();
    (!quiet).then_some(evidence)
}

/// The text on disk; of a large file its beginning.
fn text_of(look: &Look, path: &str) -> Option<String> {
    use memdesk_review::Content;
    match &look.snapshot.files.get(path)?.content {
        Content::Bytes(bytes) | Content::Head { bytes, .. } => {
            Some(crate::render::clip(&String::from_utf8_lossy(bytes), TEXT).to_owned())
        }
        Content::Unreadable(_) | Content::Special(_) => None,
    }
}

/// Each claim once, where it is made first, at most `room` of them; how often; and how many claims are left out.
fn different(all: Vec<Claim>, room: usize) -> (Vec<Claim>, Vec<usize>, usize) {
    let full = all.len() == CLAIMS;
    let mut known = HashMap::new();
    let (mut kept, mut times, mut more) = (Vec::new(), Vec::new(), usize::from(full));
    for claim in all {
        match known.get(&(claim.kind, claim.text.clone())) {
            Some(at) => times.get_mut(*at).into_iter().for_each(|times: &mut usize| *times += 1),
            None if kept.len() >= room => more += 1,
            None => {
                known.insert((claim.kind, claim.text.clone()), kept.len());
                kept.push(claim);
                times.push(1);
            }
        }
    }
    (kept, times, more)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
