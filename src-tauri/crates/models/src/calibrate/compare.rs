//! What the rules say about a trial, beside what was seen of it.
//!
//! Separate because it is the only place where both meet. Never runs anything.

use super::Disagreement;
use super::cases::{About, Trial};
use super::stage::{Attached, Seen};
use jiff::Timestamp;
use memdesk_memdir::listing::{self, Offer};
use memdesk_memdir::question::{self, Gate, Session};
use memdesk_memdir::surface::{self, Surfaced};
use memdesk_memdir::{Profile, frontmatter, index};
use std::collections::HashMap;

/// Characters of an outcome that a report shows.
const SHOWN: usize = 400;

/// One case, judged.
pub(super) struct Verdict {
    pub(super) rule: &'static str,
    pub(super) disagreement: Disagreement,
    agrees: bool,
}

impl Verdict {
    fn new(rule: &'static str, case: impl Into<String>, ours: &str, theirs: &str) -> Verdict {
        let show = |text: &str| text.chars().take(SHOWN).collect();
        let case = case.into().chars().take(SHOWN).collect();
        Verdict {
            rule,
            agrees: ours == theirs,
            disagreement: Disagreement { case, ours: show(ours), theirs: show(theirs) },
        }
    }

    pub(super) fn agrees(&self) -> bool {
        self.agrees
    }
}

pub(super) fn compare(trial: &Trial, seen: &[Seen], profile: &Profile) -> Vec<Verdict> {
    match trial.about {
        About::Manifest => listed("manifest", trial, seen, profile),
        About::Header => listed("frontmatter", trial, seen, profile),
        About::Gate => gates(trial, seen, profile),
        About::Answer => answers("selected", trial, seen, profile),
        About::Session => answers("session", trial, seen, profile),
        About::Body => bodies(trial, seen, profile),
        About::Whole => {
            let mut verdicts = listed("manifest", trial, seen, profile);
            verdicts.extend(answers("selected", trial, seen, profile));
            verdicts.extend(bodies(trial, seen, profile));
            verdicts
        }
        About::Age => ages(trial, seen),
        About::Index => indexes(trial, seen, profile),
    }
}

/// The whole listing, and each file's part in it.
fn listed(rule: &'static str, trial: &Trial, seen: &[Seen], profile: &Profile) -> Vec<Verdict> {
    let headers: Vec<_> = trial.files.iter().map(|file| frontmatter::read(&file.bytes, profile)).collect();
    let offers: Vec<Offer> = trial
        .files
        .iter()
        .zip(&headers)
        .map(|(file, header)| Offer { path: &file.path, frontmatter: header, mtime: file.mtime })
        .collect();
    let ours = listing::manifest(&offers, profile);
    let theirs = seen.first().and_then(|seen| seen.listing.clone()).unwrap_or_default();
    let mut verdicts = vec![Verdict::new(rule, "the whole listing", &ours.text(), &theirs)];
    // a description can hold lines of its own: a file's part goes to where the next file's begins
    let marks: Vec<Option<usize>> = trial
        .files
        .iter()
        .map(|file| {
            let whole = listing::line(&file.path, &frontmatter::Frontmatter::default(), file.mtime);
            let mark = whole.strip_prefix("- ").unwrap_or(&whole);
            let at = theirs.match_indices(mark).map(|(at, _)| at).find(|&at| {
                let line = theirs.get(..at).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
                line == "- " || (line.starts_with("- [") && line.ends_with("] "))
            })?;
            Some(theirs.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1))
        })
        .collect();
    for (file, mark) in trial.files.iter().zip(&marks) {
        let line = ours.listed.iter().position(|path| *path == file.path).and_then(|at| ours.lines.get(at));
        let end = mark.and_then(|mark| marks.iter().flatten().filter(|&&other| other > mark).min());
        let part =
            mark.and_then(|mark| theirs.get(mark..end.map_or(theirs.len(), |end| end.saturating_sub(1))));
        let case = format!("{}: {}", file.path, String::from_utf8_lossy(&file.bytes));
        verdicts.push(Verdict::new(
            rule,
            case,
            line.map_or("not listed", String::as_str),
            part.unwrap_or("not listed"),
        ));
    }
    verdicts
}

fn gates(trial: &Trial, seen: &[Seen], profile: &Profile) -> Vec<Verdict> {
    let word = |runs: bool| if runs { "runs" } else { "does not run" };
    let verdict = |(question, seen): (&super::stage::Question, &Seen)| {
        let ours = question::gate(&question.text, 0, profile) == Gate::Runs;
        Verdict::new("gate", format!("{:?}", question.text), word(ours), word(seen.listing.is_some()))
    };
    trial.questions.iter().zip(seen).map(verdict).collect()
}

/// What each question attaches, in a session.
fn answers(rule: &'static str, trial: &Trial, seen: &[Seen], profile: &Profile) -> Vec<Verdict> {
    let listed: Vec<String> = trial.files.iter().map(|file| file.path.clone()).collect();
    let surfaced: HashMap<&str, Surfaced> =
        trial.files.iter().map(|file| (file.path.as_str(), surface::surface(&file.bytes, profile))).collect();
    let mut session = Session::default();
    let verdict = |(question, seen): (&super::stage::Question, &Seen)| {
        let runs = question::gate(&question.text, session.used(), profile) == Gate::Runs;
        let picked = if runs { question::selected(&question.answer, &listed, profile) } else { Vec::new() };
        let ours = session.attach(&picked, &[], |name| surfaced.get(name).map_or(0, |body| body.units("")));
        let theirs: Vec<&str> = seen.attached.iter().map(|attached| attached.path.as_str()).collect();
        let told = |runs: bool, names: &dyn std::fmt::Debug| {
            format!("{}{names:?}", if runs { "" } else { "not asked " })
        };
        let (ours, theirs) = (told(runs, &ours), told(seen.listing.is_some(), &theirs));
        Verdict::new(rule, format!("{}: {}", question.text, question.answer), &ours, &theirs)
    };
    trial.questions.iter().zip(seen).map(verdict).collect()
}

fn attached<'a>(seen: &'a [Seen], path: &str) -> Option<&'a Attached> {
    seen.iter().flat_map(|seen| &seen.attached).find(|attached| attached.path == path)
}

fn bodies(trial: &Trial, seen: &[Seen], profile: &Profile) -> Vec<Verdict> {
    let verdict = |file: &super::stage::File| {
        let case = format!("{} bytes: {:?}", file.bytes.len(), String::from_utf8_lossy(&file.bytes));
        let ours = surface::surface(&file.bytes, profile);
        let kept = ours.kept.as_deref().unwrap_or_default();
        let Some(theirs) = attached(seen, &file.path) else {
            return Verdict::new("surface", case, kept, "not attached");
        };
        // behind a cut text stands the client's note, which names the file
        let (body, noted) = match theirs.content.split_at_checked(kept.len()) {
            Some((body, note)) if ours.truncated.is_some() => {
                (body, note.starts_with("\n\n") && note.ends_with("PATH") && !note.trim().contains('\n'))
            }
            _ => (theirs.content.as_str(), false),
        };
        let told = |noted: bool, limit: Option<usize>, sent: bool, body: &str| {
            let length = body.len();
            format!("cut: {noted}, limit: {limit:?}, sent: {sent}, {length} bytes: {body}")
        };
        let ours = told(ours.truncated.is_some(), ours.limit, true, kept);
        Verdict::new("surface", case, &ours, &told(noted, theirs.limit, theirs.sent, body))
    };
    let asked: Vec<String> =
        trial.questions.iter().flat_map(|asked| question::named(&asked.answer)).flatten().collect();
    trial.files.iter().filter(|file| asked.contains(&file.path)).map(verdict).collect()
}

fn ages(trial: &Trial, seen: &[Seen]) -> Vec<Verdict> {
    let now = Timestamp::now();
    let verdict = |file: &super::stage::File| {
        let days = surface::stale_days(file.mtime, now)
            .map_or("no warning".to_owned(), |days| format!("{days} days"));
        // the only number above a memory is its age
        let theirs = attached(seen, &file.path).map_or("not attached".to_owned(), |attached| {
            let digits =
                attached.header.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
            digits.map_or("no warning".to_owned(), |digits| format!("{digits} days"))
        });
        Verdict::new("age", format!("{} old", now.duration_since(file.mtime)), &days, &theirs)
    };
    trial.files.iter().map(verdict).collect()
}

/// The text that is loaded stands in the first request, and none of what is cut does.
fn indexes(trial: &Trial, seen: &[Seen], profile: &Profile) -> Vec<Verdict> {
    let main = seen.first().map(|seen| seen.main.as_str()).unwrap_or_default();
    let verdict = |file: &super::stage::File| {
        let source = String::from_utf8_lossy(&file.bytes);
        let ours = index::load(&file.bytes, profile).kept;
        let case = format!("{} bytes: {source}", source.len());
        let Some((before, after)) = main.split_once(&ours) else {
            return Verdict::new("index", case, &ours, "another text is loaded");
        };
        let first = |text: &str| text.chars().next().unwrap_or('\n');
        let edges = before.ends_with('\n') && first(after) == '\n';
        // what is cut off is followed by nothing of the file: neither its next line nor the rest of the one that is cut
        let rest = source.lines().filter(|line| line.len() > 8 && !ours.contains(line.trim()));
        // the client quotes the first line that it cuts, inside a line of its own
        let begins = |line: &&str| main.contains(&format!("\n{}", line.trim()));
        let leaked = rest.filter(|line| !line.contains("<!--")).find(begins);
        let theirs = match (edges, leaked) {
            (true, None) => ours.clone(),
            (false, _) => "more is loaded around it".to_owned(),
            (true, Some(line)) => format!("also loaded: {line}"),
        };
        Verdict::new("index", case, &ours, &theirs)
    };
    trial.files.iter().filter(|file| file.path == index::INDEX_NAME).map(verdict).collect()
}
