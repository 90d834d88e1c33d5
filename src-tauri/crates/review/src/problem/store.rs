//! What is wrong with the store as a whole: topics seen together.

use std::collections::HashMap;

use memdesk_memdir::listing::LISTED_LIMIT;

use super::{Code, Problem};
use crate::Edit;
use crate::reading::Reading;

pub(super) fn find(reading: &Reading, out: &mut Vec<Problem>) {
    for topic in reading.orphans() {
        let fix = Edit::EntryAdd { path: topic.path.clone(), title: None, hook: None };
        out.push(Problem { fix: Some(fix), ..Problem::new(Code::Orphan, &topic.path) });
    }
    duplicate_names(reading, out);
    case_twins(reading, out);
    if !reading.manifest.over.is_empty() {
        let count = reading.manifest.listed.len() + reading.manifest.over.len();
        out.push(Problem::new(Code::BeyondListing, "").with("count", count).with("limit", LISTED_LIMIT));
    }
    for (path, why) in &reading.oddities {
        out.push(Problem::new(Code::Odd, path).with("why", why));
    }
}

fn duplicate_names(reading: &Reading, out: &mut Vec<Problem>) {
    let mut first: HashMap<&str, &str> = HashMap::with_capacity(reading.topics.len());
    for topic in reading.topics.iter().filter(|topic| topic.listed.is_ok() && topic.offered()) {
        let other = *first.entry(topic.name()).or_insert(&topic.path);
        if other != topic.path {
            let problem = Problem::new(Code::DuplicateName, &topic.path);
            out.push(problem.with("name", topic.name()).with("other", other));
        }
    }
}

fn case_twins(reading: &Reading, out: &mut Vec<Problem>) {
    let mut first: HashMap<String, &str> = HashMap::with_capacity(reading.topics.len());
    for topic in &reading.topics {
        let other = *first.entry(topic.path.to_lowercase()).or_insert(&topic.path);
        if other != topic.path {
            out.push(Problem::new(Code::CaseTwin, &topic.path).with("other", other));
        }
    }
}
