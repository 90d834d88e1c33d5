//! Gitleaks' rules: which apply to a text, and what they find.
//!
//! Separate so that what a rule's fields mean is in one place. A rule is tried only on a text that has one of its keywords,
//! and compiled when it is first tried. Its expressions are written for Go: they work on bytes with ASCII classes.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;

use crate::pattern::{ceil, floor};

/// A rule looks at this many bytes before the first of its keywords; none looks further back.
const BEFORE: usize = 256;

/// How most rules say where their secret ends: made for code and settings, where a quote, white space or `;` is next.
const END: &str = r#"(?:[\x60'"\s;]|\\[nr]|$)"#;
/// How it is meant here. Memories are prose: a secret may end a clause, stand in brackets, in a cell, in bold, in an address,
/// or before a letter that is not ASCII, which no token has. A full stop or a colon ends it only where a word could end, for
/// within one it joins (`name.of.a.module`); one of a token's own characters is the token's, since that matches first.
const END_IN_PROSE: &str = concat!(
    r#"(?:[\x60'"\s;,!?)\]}<>|*&\x80-\xff]|\\[nr]|$"#,
    r#"|[.:]+(?:[\x60'"\s;,!?)\]}<>|*&\x80-\xff]|\\[nr]|$))"#
);

/// How the rule for whatever looks random goes on behind its keyword, such as `token: `. That keyword is in nearly every
/// text, what follows is not: only where it does is the rule tried.
const ASSIGNED: &str = r#"(?:[ \t]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)"#;
/// Bytes of [`ASSIGNED`] before its sign, at most.
const GAP: usize = 23;

/// What a rule found.
pub(super) struct Match {
    pub(super) id: &'static str,
    pub(super) span: Range<usize>,
}

#[derive(Deserialize)]
struct Written {
    allow: Allow,
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    id: String,
    regex: String,
    keywords: Vec<String>,
    /// What is found must be more random than this, in bits for each byte.
    entropy: Option<f64>,
    /// The group that is the secret; else the first that is not empty, else all of the match.
    group: Option<usize>,
    #[serde(default)]
    allow: Vec<Allow>,
    #[serde(skip)]
    compiled: OnceLock<Option<Regex>>,
}

/// What is no secret although a rule matches.
#[derive(Deserialize)]
struct Allow {
    #[serde(default)]
    target: Target,
    #[serde(default)]
    regexes: Vec<String>,
    /// Found anywhere in the secret, in any case.
    #[serde(default)]
    stopwords: Vec<String>,
    #[serde(skip)]
    compiled: OnceLock<(Vec<Regex>, Option<AhoCorasick>)>,
}

/// What an exception's expressions are held against.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Target {
    #[default]
    Secret,
    Match,
    Line,
}

struct Rules {
    allow: Allow,
    rules: Vec<Rule>,
    /// Every keyword once, and the rules that have it.
    keywords: AhoCorasick,
    of_keyword: Vec<Vec<usize>>,
    /// For each rule, whether [`ASSIGNED`] must follow one of its keywords.
    assigned: Vec<bool>,
}

static RULES: LazyLock<Option<Rules>> = LazyLock::new(|| {
    let written: Written = serde_json::from_str(include_str!("rules.json")).ok()?;
    let mut words: Vec<&str> = Vec::new();
    let mut of_keyword: Vec<Vec<usize>> = Vec::new();
    for (at, rule) in written.rules.iter().enumerate() {
        for word in &rule.keywords {
            match words.iter().position(|known| known == word) {
                Some(known) => of_keyword.get_mut(known)?.push(at),
                None => {
                    words.push(word);
                    of_keyword.push(vec![at]);
                }
            }
        }
    }
    // every text of every store goes through it
    let kind = Some(AhoCorasickKind::DFA);
    let keywords = AhoCorasick::builder().ascii_case_insensitive(true).kind(kind).build(&words).ok()?;
    let assigned = written.rules.iter().map(|rule| rule.regex.contains(ASSIGNED)).collect();
    Some(Rules { keywords, of_keyword, assigned, allow: written.allow, rules: written.rules })
});

/// What all the rules find, in no particular order.
pub(super) fn find(text: &str) -> Vec<Match> {
    let Some(rules) = RULES.as_ref() else { return Vec::new() };
    let mut out = Vec::new();
    for (rule, from) in rules.rules.iter().zip(rules.first_keywords(text)) {
        if let Some(from) = from {
            rule.find(text, from.saturating_sub(BEFORE), &rules.allow, &mut out);
        }
    }
    out
}

impl Rules {
    /// For each rule, where the first of its keywords stands, or the first behind which something is assigned.
    fn first_keywords(&self, text: &str) -> Vec<Option<usize>> {
        let mut first = vec![None; self.rules.len()];
        let mut seen = vec![false; self.of_keyword.len()];
        for hit in self.keywords.find_overlapping_iter(text) {
            let word = hit.pattern().as_usize();
            let Some(seen) = seen.get_mut(word).filter(|seen| !**seen) else { continue };
            *seen = true;
            for rule in self.of_keyword.get(word).into_iter().flatten() {
                if self.assigned.get(*rule) == Some(&true) && !is_assigned(text, hit.end()) {
                    *seen = false; // the next of this keyword may be
                } else if let Some(first) = first.get_mut(*rule) {
                    first.get_or_insert(hit.start());
                }
            }
        }
        first
    }
}

/// Whether what stands in `text` from `at` on can match [`ASSIGNED`].
fn is_assigned(text: &str, at: usize) -> bool {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let in_gap = |byte: &&u8| matches!(byte, b' ' | b'\t'..=b'\r' | b'\'' | b'"');
    let gap = rest.iter().take(GAP).take_while(in_gap).count();
    rest.get(gap).is_some_and(|sign| b"=>:|?,".contains(sign))
}

impl Rule {
    fn for_prose(&self) -> Option<Regex> {
        bytes_regex(&self.regex.replace(END, END_IN_PROSE))
    }

    fn find(&'static self, text: &str, from: usize, general: &'static Allow, out: &mut Vec<Match>) {
        let Some(regex) = self.compiled.get_or_init(|| self.for_prose()) else { return };
        let mut at = from;
        while let Some(groups) = regex.captures_at(text.as_bytes(), at) {
            let Some(whole) = groups.get(0) else { return };
            at = whole.end().max(at + 1);
            let secret = match self.group {
                Some(group) => groups.get(group),
                None => groups.iter().skip(1).flatten().find(|group| !group.is_empty()),
            }
            .unwrap_or(whole);
            let random = self.entropy.is_none_or(|least| entropy(secret.as_bytes()) > least);
            let excused = || {
                let targets = Targets { text, secret: secret.range(), whole: whole.range() };
                general.excuses(&targets) || self.allow.iter().any(|allow| allow.excuses(&targets))
            };
            if !secret.is_empty() && random && !excused() {
                let span = floor(text, secret.start())..ceil(text, secret.end());
                out.push(Match { id: &self.id, span });
            }
            if at > text.len() {
                return;
            }
        }
    }
}

struct Targets<'t> {
    text: &'t str,
    secret: Range<usize>,
    whole: Range<usize>,
}

impl Targets<'_> {
    fn bytes(&self, target: Target) -> &[u8] {
        let bytes = self.text.as_bytes();
        let range = match target {
            Target::Secret => self.secret.clone(),
            Target::Match => self.whole.clone(),
            Target::Line => {
                let before = bytes.get(..self.whole.start).unwrap_or_default();
                let after = bytes.get(self.whole.end..).unwrap_or_default();
                let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
                let end = after.iter().position(|b| *b == b'\n').unwrap_or(after.len());
                // a line that never ends would be looked at again for each finding in it
                start.max(self.whole.start.saturating_sub(4096))..self.whole.end + end.min(4096)
            }
        };
        bytes.get(range).unwrap_or_default()
    }
}

impl Allow {
    fn excuses(&'static self, targets: &Targets<'_>) -> bool {
        let (regexes, stopwords) = self.compiled.get_or_init(|| {
            let stopwords = AhoCorasick::builder().ascii_case_insensitive(true).build(&self.stopwords);
            let regexes = self.regexes.iter().filter_map(|written| bytes_regex(written)).collect();
            (regexes, stopwords.ok().filter(|_| !self.stopwords.is_empty()))
        });
        let target = targets.bytes(self.target);
        regexes.iter().any(|regex| regex.is_match(target))
            || stopwords.as_ref().is_some_and(|words| words.is_match(targets.bytes(Target::Secret)))
    }
}

fn bytes_regex(written: &str) -> Option<Regex> {
    RegexBuilder::new(written).unicode(false).size_limit(64 << 20).build().ok()
}

/// Shannon entropy, in bits for each byte.
fn entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0u32; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "no secret has 2^52 bytes")]
    let total = bytes.len() as f64;
    let share = |count: u32| f64::from(count) / total;
    counts.iter().filter(|count| **count > 0).map(|count| -share(*count) * share(*count).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::GENERIC;
    use proptest::prelude::*;

    fn tried_on_all(text: &str) -> Vec<Range<usize>> {
        let rules = RULES.as_ref().unwrap();
        let rule = rules.rules.iter().find(|rule| rule.id == GENERIC).unwrap();
        let mut out = Vec::new();
        rule.find(text, 0, &rules.allow, &mut out);
        out.into_iter().map(|one| one.span).collect()
    }

    fn tried_where_assigned(text: &str) -> Vec<Range<usize>> {
        find(text).into_iter().filter(|one| one.id == GENERIC).map(|one| one.span).collect()
    }

    proptest! {
        /// The rule that is tried only behind an assignment finds what it finds when it is tried on everything.
        #[test]
        fn where_nothing_is_assigned_nothing_is_missed(
            text in r#"([a-z. \n]{0,80}(access|Auth|api|API|aPi|credential|creds|KEY|passwd|password|secret|tokens?)[ \t]{0,21}[\n\x0b'" ]{0,4}(=|>|:|::=|\|\||=>|\?=|,|\.| is )[ '"=]{0,3}(q7Zk2Vw9Xm4Tb8Rn|[a-z0-9/+]{12,20})?[ ,.;)]?){0,4}"#
        ) {
            prop_assert_eq!(tried_on_all(&text), tried_where_assigned(&text));
        }
    }

    #[test]
    fn one_rule_is_tried_behind_an_assignment() {
        let rules = RULES.as_ref().unwrap();
        let ids: Vec<_> =
            rules.rules.iter().zip(&rules.assigned).filter(|(_, assigned)| **assigned).collect();
        let [(rule, _)] = ids[..] else { panic!("{} rules", ids.len()) };
        assert_eq!(rule.id, GENERIC);
        for (text, expected) in [
            ("token: q7Zk2Vw9Xm4Tb8Rn", 1),
            ("the token expires after an hour, and the key\t\"\n=\n'q7Zk2Vw9Xm4Tb8Rn'", 1),
            ("a token of the token family, secret=q7Zk2Vw9Xm4Tb8Rn; token, q7Zk2Vw9Xm4Tb8Rn", 2),
            ("token is q7Zk2Vw9Xm4Tb8Rn", 0),
        ] {
            assert_eq!(tried_on_all(text).len(), expected, "{text}");
            assert_eq!(tried_where_assigned(text).len(), expected, "{text}");
        }
    }

    #[test]
    fn every_rule_and_exception_compiles() {
        let rules = RULES.as_ref().unwrap();
        assert!(rules.rules.len() > 200);
        // else what comes from Gitleaks is written in another way, and prose is forgotten
        assert!(rules.rules.iter().filter(|rule| rule.regex.ends_with(END)).count() > 100);
        for rule in &rules.rules {
            let groups = rule.for_prose().unwrap_or_else(|| panic!("{}", rule.id)).captures_len();
            assert!(rule.group.is_none_or(|group| group < groups), "{}", rule.id);
            assert!(!rule.keywords.is_empty(), "{}: would be tried on every text", rule.id);
            for allow in rule.allow.iter().chain([&rules.allow]) {
                assert!(!allow.regexes.is_empty() || !allow.stopwords.is_empty(), "{}", rule.id);
                for written in &allow.regexes {
                    assert!(bytes_regex(written).is_some(), "{}: {written}", rule.id);
                }
            }
        }
    }

    #[test]
    fn entropy_is_in_bits() {
        for (bytes, bits) in [(&b""[..], 0.0), (b"aaaa", 0.0), (b"abab", 1.0), (b"abcd", 2.0)] {
            assert!((entropy(bytes) - bits).abs() < 1e-9, "{bytes:?}");
        }
    }
}
