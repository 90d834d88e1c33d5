//! The user guide: our own text, in two languages, shown by the window and printed by the command line.
//!
//! Separate because it is text to be read. Its numbers are filled in from the rules themselves, so that it cannot state a limit
//! that is not the one that counts. Never says what was not observed: what it tells of the client has its case in `tests/golden`.

use crate::Desk;
use crate::render::{self, Links};
use crate::view::{Guide, GuideSection};
use memdesk_memdir::index::{LINE_LIMIT, UTF16_LIMIT};
use memdesk_memdir::listing::LISTED_LIMIT;
use memdesk_memdir::question::ATTACHED_LIMIT;
use memdesk_memdir::surface::{SESSION_BUDGET, STALE_DAYS, SURFACE_BYTES, SURFACE_LINES};
use memdesk_review::growth::{LEAST_DAYS, WINDOW_DAYS};
use memdesk_review::problem::grouped;

const ENGLISH: &str = include_str!("../guide/en.md");
const CHINESE: &str = include_str!("../guide/zh.md");

/// Topics that the window's map draws at most; `ui/src/panes/topics/links/graph.ts` says the same, and a test holds them together.
const MAP_TOPICS: usize = 300;

/// Names of the sections in their order, the same in every language: the window opens the guide at one of them.
const SECTIONS: [&str; 11] = [
    "start", "panes", "client", "numbers", "trust", "gate", "runs", "recall", "privacy", "places", "trouble",
];

impl Desk {
    /// The guide in a language (`zh`; any other is English), section by section.
    pub fn guide(&self, language: &str) -> Guide {
        let text = self.guide_text(language);
        let mut parts = text.split("\n## ");
        let title = parts.next().unwrap_or_default().trim_start_matches("# ").trim().to_owned();
        let section = |(id, part): (&&str, &str)| {
            let (title, body) = part.split_once('\n').unwrap_or((part, ""));
            GuideSection {
                id: (*id).to_owned(),
                title: title.to_owned(),
                html: render::html(body.trim(), &Nowhere),
            }
        };
        Guide { title, sections: SECTIONS.iter().zip(parts).map(section).collect() }
    }

    /// The guide as Markdown, its numbers those of the profile that counts here.
    pub fn guide_text(&self, language: &str) -> String {
        let written = if language.starts_with("zh") { CHINESE } else { ENGLISH };
        let mut text = written.replace("{version}", self.profile().version);
        for (name, number) in [
            ("attached", ATTACHED_LIMIT),
            ("index_lines", LINE_LIMIT),
            ("index_units", UTF16_LIMIT),
            ("surface_lines", SURFACE_LINES),
            ("surface_bytes", SURFACE_BYTES),
            ("listed", LISTED_LIMIT),
            ("session_units", SESSION_BUDGET),
            ("pace_days", WINDOW_DAYS as usize),
            ("pace_least", LEAST_DAYS as usize),
            ("map_topics", MAP_TOPICS),
            ("stale_days", usize::try_from(STALE_DAYS).unwrap_or(usize::MAX)),
        ] {
            text = text.replace(&format!("{{{name}}}"), &grouped(&number.to_string()));
        }
        text
    }
}

/// The guide leads to no memory.
struct Nowhere;

impl Links for Nowhere {
    fn by_name(&self, _: &str) -> Option<String> {
        None
    }
    fn by_target(&self, _: &str) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memdesk_review::growth::FLAT_SHARE;

    #[test]
    fn every_section_is_there_in_every_language() {
        let home = tempfile::tempdir().unwrap();
        let options = crate::Options {
            root: Some(home.path().join("root")),
            data: Some(home.path().join("data")),
            ..crate::Options::default()
        };
        let desk = Desk::open(options).unwrap();
        for language in ["en", "zh", "zh-CN", "xx"] {
            let text = desk.guide_text(language);
            assert_eq!(text.matches("\n## ").count(), SECTIONS.len(), "{language}");
            assert!(!text.contains('{'), "{language}: a number that is not filled in");
            assert!(text.contains("25,000") && text.contains("2.1."), "{language}");
            let guide = desk.guide(language);
            assert_eq!(guide.sections.len(), SECTIONS.len());
            assert!(guide.sections.iter().all(|section| section.html.len() > 200), "{language}");
            let numbers = guide.sections.iter().find(|section| section.id == "numbers").unwrap();
            assert!(numbers.html.contains("<table>") && numbers.html.contains("61,440"), "{language}");
            // a table of two languages has the same rows
            let rows = |guide: &Guide| -> Vec<usize> {
                guide.sections.iter().map(|section| section.html.matches("<tr>").count()).collect()
            };
            assert_eq!(rows(&guide), rows(&desk.guide("en")), "{language}");
        }
    }

    /// What the guide says in words of the pictures is what they are drawn by.
    #[test]
    fn the_pictures_are_as_the_guide_says() {
        let graph = include_str!("../../../../ui/src/panes/topics/links/graph.ts");
        assert!(graph.contains(&format!("export const MOST = {MAP_TOPICS};")));
        // "less than one line" of all that load
        let lines = f64::from(u32::try_from(LINE_LIMIT).unwrap());
        assert!((FLAT_SHARE * lines - 1.0).abs() < 1e-9);
        let words = include_str!("../../../../ui/src/panes/index/growth/growth.ts");
        for rule in ["days < 13.5", "days < 60", "days < 730"] {
            assert!(words.contains(rule), "two weeks, two months, two years: {rule}");
        }
    }
}
