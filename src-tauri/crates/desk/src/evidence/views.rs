//! What was found in a text, as the window gets it: places in UTF-16 units, words in kebab-case.
//!
//! Separate because none of it looks anywhere: it says in other words what others found.

use super::turns::Heard;
use crate::topics::iso;
use crate::view::{AimedView, AttributionView, InvisibleView, SecretView};
use memdesk_memdir::invisible::{self, Kind};
use memdesk_review::aim::aimed;
use memdesk_review::attribution::{Attribution, Supported, Why};
use memdesk_review::secret::Secret;

/// Invisible characters that are listed, at most.
const INVISIBLE: usize = 500;
/// Longest quotation of a turn, in characters.
const QUOTE: usize = 500;

pub(super) fn attribution(one: &Attribution, heard: &Heard, spans: &mut Spans<'_>) -> AttributionView {
    let support = heard.said.supports(&one.words);
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
    let nearest = support.turn.and_then(|turn| heard.turns.questions.get(turn));
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

pub(super) fn secret_views(text: &str, found: Vec<Secret>) -> Vec<SecretView> {
    let mut spans = Spans::new(text);
    let view = |one: Secret| {
        let (start, len) = spans.utf16(one.start, one.len);
        SecretView { rule: one.rule, masked: one.masked, line: one.line, start, len }
    };
    found.into_iter().map(view).collect()
}

pub(super) fn invisible_views(text: &str) -> Vec<InvisibleView> {
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

pub(super) fn aimed_views(text: &str) -> Vec<AimedView> {
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
pub(super) struct Spans<'t> {
    text: &'t str,
    bytes: usize,
    units: usize,
}

impl<'t> Spans<'t> {
    pub(super) fn new(text: &'t str) -> Spans<'t> {
        Spans { text, bytes: 0, units: 0 }
    }

    pub(super) fn utf16(&mut self, start: usize, len: usize) -> (usize, usize) {
        let units =
            |from: usize, to: usize| self.text.get(from..to).unwrap_or_default().encode_utf16().count();
        let at = self.units + units(self.bytes, start);
        let length = units(start, start + len);
        (self.bytes, self.units) = (start, at);
        (at, length)
    }
}
