//! Topics and lines of the index that have what is looked for.
//!
//! Separate because these are searched in every store, the rest only in the open one. A topic is one hit, however often the
//! words stand in it; of the index each line is one. Never looks further into a file than [`LOOK`] bytes.

use super::{Hits, Ranked, Sought, blank, rank};
use crate::look::Look;
use crate::render::clip;
use crate::topics::iso_ns;
use crate::view::{Failure, SearchHit};
use memdesk_memdir::index::{Fate, INDEX_NAME};
use memdesk_memdir::{Profile, frontmatter, lossy};
use memdesk_review::reading::is_topic;
use memdesk_review::search::passage_at;
use memdesk_review::{Content, File};
use memdesk_store::Place;
use rayon::prelude::*;
use std::cmp::Reverse;

/// Bytes of one file that are looked at.
const LOOK: usize = 2 * 1024 * 1024;
/// From so many files on, several are looked at at once.
const PARALLEL_FROM: usize = 64;

/// A topic that has it.
struct Match<'a> {
    path: &'a str,
    file: &'a File,
    field: &'static str,
}

/// Topics and index lines of one store. `places` are the stores that are searched beside it: what lies in one of these is
/// that one's.
pub(super) fn search(
    look: &Look,
    places: &[&Place],
    profile: &'static Profile,
    sought: &Sought,
) -> Result<[Hits; 2], Failure> {
    let inner = folders(look, places);
    let own = |path: &str| !inner.iter().any(|dir| path.starts_with(dir.as_str()));
    let topics: Vec<(&str, &File)> = look
        .snapshot
        .files
        .iter()
        .map(|(path, file)| (path.as_str(), file))
        .filter(|(path, _)| is_topic(path) && own(path))
        .collect();
    let one = |(path, file): &(&'_ str, &'_ File)| -> Result<Option<&'static str>, Failure> {
        sought.go_on()?;
        Ok(field_of(path, file, profile, sought))
    };
    let fields: Vec<Option<&'static str>> = match topics.len() < PARALLEL_FROM {
        true => topics.iter().map(one).collect::<Result<_, _>>()?,
        false => topics.par_iter().map(one).collect::<Result<_, _>>()?,
    };
    let mut matches: Vec<Match<'_>> = topics
        .into_iter()
        .zip(fields)
        .filter_map(|((path, file), field)| Some(Match { path, file, field: field? }))
        .collect();
    matches.sort_by_key(|one| (rank(one.field), Reverse(one.file.mtime_ns)));
    let found = matches.len();
    matches.truncate(sought.limit);
    let best = matches
        .iter()
        .map(|one| Ranked {
            rank: rank(one.field),
            time_ns: one.file.mtime_ns,
            hit: topic_hit(one, look, profile, sought),
        })
        .collect();
    Ok([Hits { best, found }, entries(look, profile, sought)])
}

/// Where other stores lie in this one, below it and with a slash behind.
fn folders(look: &Look, places: &[&Place]) -> Vec<String> {
    let inside = |place: &&Place| {
        let relative = place.dir.strip_prefix(&look.place.dir).ok()?;
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let path = parts?.join("/");
        (!path.is_empty()).then(|| path + "/")
    };
    places.iter().filter_map(inside).collect()
}

/// The bytes that are held of a file.
fn held(file: &File) -> &[u8] {
    match &file.content {
        Content::Bytes(bytes) | Content::Head { bytes, .. } => bytes.get(..LOOK).unwrap_or(bytes),
        Content::Unreadable(_) | Content::Special(_) => &[],
    }
}

/// What of a topic has all of the words; a mixture counts as the body.
fn field_of(path: &str, file: &File, profile: &Profile, sought: &Sought) -> Option<&'static str> {
    let bytes = held(file);
    let text = lossy(bytes);
    let header = frontmatter::read(bytes, profile);
    let name = header.name.as_deref().unwrap_or_default();
    let description = header.description.as_deref().unwrap_or_default();
    let has = |texts: &[&str]| sought.terms.all_in(texts);
    match () {
        () if !has(&[path, name, description, &text]) => None,
        () if has(&[path, name]) => Some("name"),
        () if has(&[path, name, description]) => Some("description"),
        () => Some("body"),
    }
}

fn topic_hit(one: &Match<'_>, look: &Look, profile: &Profile, sought: &Sought) -> SearchHit {
    let bytes = held(one.file);
    let text = lossy(bytes);
    let header = frontmatter::read(bytes, profile);
    let text = clip(&text, LOOK);
    let passage = sought.terms.passage(text);
    let more = passage.as_ref().map_or(0, |passage| passage.more);
    let (line, snippet) = match (passage, header.description.as_deref()) {
        (Some(passage), _) if one.field == "body" => (Some(passage.line), passage.parts),
        // found by what it is called: what it is about says more
        (_, Some(about)) => (description_line(text, profile), sought.terms.marked(about)),
        (Some(passage), None) => (Some(passage.line), passage.parts),
        (None, None) => (Some(1), Vec::new()),
    };
    SearchHit {
        path: Some(one.path.to_owned()),
        line,
        title: sought.terms.marked(one.path),
        snippet,
        more,
        time: Some(iso_ns(one.file.mtime_ns)),
        ..blank("topic", one.field, &look.place)
    }
}

/// 1-based line on which the description stands; none where it stands in an odd way.
fn description_line(text: &str, profile: &Profile) -> Option<usize> {
    let at = frontmatter::description_at(text, profile)?;
    passage_at(text, &[at]).map(|passage| passage.line)
}

/// Lines of the index, from the first on.
fn entries(look: &Look, profile: &Profile, sought: &Sought) -> Hits {
    let Some(file) = look.snapshot.files.get(INDEX_NAME) else { return Hits::default() };
    // an index without any of it need not be read as the client would
    if !sought.terms.all_in(&[&lossy(held(file))]) {
        return Hits::default();
    }
    let Some(loaded) = look.snapshot.loaded_index(profile) else { return Hits::default() };
    let lines = loaded.lines.iter().filter(|line| sought.terms.all_in(&[&line.text]));
    let best = lines
        .map(|line| Ranked {
            rank: rank("entry"),
            time_ns: file.mtime_ns,
            hit: SearchHit {
                path: Some(INDEX_NAME.to_owned()),
                line: Some(line.number),
                snippet: sought.terms.marked(&line.text),
                time: Some(iso_ns(file.mtime_ns)),
                what: Some(fate(line.fate).to_owned()),
                ..blank("index", "entry", &look.place)
            },
        })
        .collect();
    Hits::of(best, sought.limit)
}

fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Loaded => "loaded",
        Fate::Stripped(_) => "stripped",
        Fate::CutByLines | Fate::CutByChars => "cut",
        Fate::CutInside => "cut-inside",
    }
}
