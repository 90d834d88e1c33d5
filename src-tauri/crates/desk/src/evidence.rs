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

use memdesk_memdir::frontmatter;
use memdesk_memdir::invisible::{self, Kind};
use memdesk_review::aim::aimed;
use memdesk_review::attribution::{Supported, Why, attributions, supported};
use memdesk_review::claim::{CLAIMS, Claim, claims};
use memdesk_review::secret::secrets;
use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::Desk;
use crate::label::label;
use crate::look::Look;
use crate::topics::iso;
use crate::view::{
    AimedView, AttributionView, ClaimView, Evidence, Failure, InvisibleView, Looked, Progress, SecretView,
};
use ask::{Asked, Place};
use search::{Bounds, Seen, search};
use turns::Turns;

/// Different claims that are looked for, at most.
const DIFFERENT: usize = 500;
/// Invisible characters that are listed, at most.
const INVISIBLE: usize = 500;
/// Longest quotation of a turn, in characters.
const QUOTE: usize = 500;
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
        let text = match text {
            Some(text) => text.to_owned(),
            None => text_of(&look, path).ok_or_else(|| crate::topics::no_such_topic(path))?,
        };
        let text = crate::render::clip(&text, TEXT);
        let task = self.tasks.begin(task, "evidence", tell);
        task.at(0, 0)?;
        let mut spans = Spans::new(text);
        let (named, times, more_claims) = different(claims(text));
        let root = look.place.project.as_deref().filter(|root| root.is_dir());
        let asked = Asked::of(&named);
        let seen = match root.filter(|_| !named.is_empty()) {
            Some(root) => {
                let mut on = |files| match task.at(files, 0) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                };
                search(root, &asked.needles, Bounds::default(), &mut on).ok_or_else(Failure::cancelled)?
            }
            None => Seen { hits: vec![None; asked.needles.len()], ..Seen::default() },
        };
        let topics: Vec<String> = look.snapshot.files.keys().cloned().collect();
        let home = self.environment.home.as_path();
        let programs = self.environment.vars.get(memdesk_store::environment::PATH);
        let place = Place { root, home, programs: programs.map(|path| path.as_os_str()), topics: &topics };
        let verdicts = asked.verdicts(&named, &place, &seen);
        let views = named.into_iter().zip(times).zip(verdicts).map(|((claim, times), verdict)| {
            let (start, len) = spans.utf16(claim.start, claim.len);
            ClaimView {
                kind: claim.kind.as_str().to_owned(),
                text: claim.text,
                line: claim.line,
                start,
                len,
                times,
                verdict,
            }
        });
        let views = views.collect();
        let session = frontmatter::read(text.as_bytes(), self.profile()).origin_session;
        let said = attributions(text);
        let turns =
            if said.is_empty() { Turns::default() } else { self.turns_of(&look.place, session.as_deref()) };
        Ok(Evidence {
            path: path.to_owned(),
            claims: views,
            more_claims,
            attributions: said.iter().map(|one| attribution(one, &turns, &mut Spans::new(text))).collect(),
            secrets: secret_views(text),
            invisible: invisible_views(text),
            aimed: aimed_views(text),
            looked: Looked {
                project: root.map(|root| label(root, Some(home))),
                files: seen.files.len(),
                bytes: seen.bytes,
                cut: seen.cut,
                turns: turns.questions.len(),
                own_session: turns.own_session,
            },
        })
    }
}

/// The text on disk; of a large file its head.
fn text_of(look: &Look, path: &str) -> Option<String> {
    use memdesk_review::Content;
    match &look.snapshot.files.get(path)?.content {
        Content::Bytes(bytes) | Content::Head { bytes, .. } => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        Content::Unreadable(_) | Content::Special(_) => None,
    }
}

/// Each claim once, where it is made first; how often; and how many claims are left out.
fn different(all: Vec<Claim>) -> (Vec<Claim>, Vec<usize>, usize) {
    let full = all.len() == CLAIMS;
    let mut known = HashMap::new();
    let (mut kept, mut times, mut more) = (Vec::new(), Vec::new(), usize::from(full));
    for claim in all {
        match known.get(&(claim.kind, claim.text.clone())) {
            Some(at) => times.get_mut(*at).into_iter().for_each(|times: &mut usize| *times += 1),
            None if kept.len() == DIFFERENT => more += 1,
            None => {
                known.insert((claim.kind, claim.text.clone()), kept.len());
                kept.push(claim);
                times.push(1);
            }
        }
    }
    (kept, times, more)
}

fn attribution(
    one: &memdesk_review::attribution::Attribution,
    turns: &Turns,
    spans: &mut Spans<'_>,
) -> AttributionView {
    let texts: Vec<&str> = turns.questions.iter().map(|question| question.text.as_str()).collect();
    let support = supported(&one.words, &texts);
    let (support_word, why) = match support.supported {
        Supported::Found => ("found", None),
        Supported::NotFound => ("not-found", None),
        Supported::CannotTell(why) => (
            "cannot-tell",
            Some(match why {
                Why::NoTurns => "no-turns",
                Why::OtherLanguage => "other-language",
                Why::TooShort => "too-short",
                Why::Partly => "partly",
            }),
        ),
    };
    let nearest = support.turn.and_then(|turn| turns.questions.get(turn));
    let (start, len) = spans.utf16(one.start, one.len);
    AttributionView {
        text: one.text.clone(),
        line: one.line,
        start,
        len,
        support: support_word.to_owned(),
        why: why.map(str::to_owned),
        score: support.score,
        words: support.words,
        question: nearest.map(|question| question.id.clone()),
        quote: nearest.map(|question| question.text.chars().take(QUOTE).collect()),
        time: nearest.map(|question| iso(question.time)),
    }
}

fn secret_views(text: &str) -> Vec<SecretView> {
    let mut spans = Spans::new(text);
    let view = |one: memdesk_review::secret::Secret| {
        let (start, len) = spans.utf16(one.start, one.len);
        SecretView { rule: one.rule, masked: one.masked, line: one.line, start, len }
    };
    secrets(text).into_iter().map(view).collect()
}

fn invisible_views(text: &str) -> Vec<InvisibleView> {
    let mut spans = Spans::new(text);
    let view = |one: invisible::Found| {
        let (start, len) = spans.utf16(one.at, one.ch.len_utf8());
        let kind = match one.kind {
            Kind::Control => "control",
            Kind::Bidi => "bidi",
            Kind::ZeroWidth => "zero-width",
            Kind::Tag => "tag",
            Kind::VariationSelector => "variation-selector",
            Kind::PrivateUse => "private-use",
            Kind::Unassigned => "unassigned",
            Kind::Other => "other",
        };
        InvisibleView {
            code: format!("U+{:04X}", u32::from(one.ch)),
            kind: kind.to_owned(),
            line: one.line,
            start,
            len,
        }
    };
    invisible::find(text).into_iter().take(INVISIBLE).map(view).collect()
}

fn aimed_views(text: &str) -> Vec<AimedView> {
    let mut spans = Spans::new(text);
    let view = |one: memdesk_review::aim::Aimed| {
        let (start, len) = spans.utf16(one.start, one.len);
        AimedView {
            aim: one.aim.as_str().to_owned(),
            grave: one.aim.is_grave(),
            text: one.text,
            line: one.line,
            start,
            len,
        }
    };
    aimed(text).into_iter().map(view).collect()
}

/// Byte places as UTF-16 units, asked in the order of the text.
struct Spans<'t> {
    text: &'t str,
    bytes: usize,
    units: usize,
}

impl<'t> Spans<'t> {
    fn new(text: &'t str) -> Spans<'t> {
        Spans { text, bytes: 0, units: 0 }
    }

    fn utf16(&mut self, start: usize, len: usize) -> (usize, usize) {
        let units =
            |from: usize, to: usize| self.text.get(from..to).unwrap_or_default().encode_utf16().count();
        let at = self.units + units(self.bytes, start);
        let length = units(start, start + len);
        (self.bytes, self.units) = (start, at);
        (at, length)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
