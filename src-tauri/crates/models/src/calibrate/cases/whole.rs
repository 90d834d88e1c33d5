//! Whole stores made up by chance: headers, bodies, folders and times, and one question to each.
//!
//! Separate because each rule has its own table elsewhere; here they meet.

use super::headers::{DESCRIPTIONS, TYPES};
use super::{About, Chance, Trial, file, question, recall};
use crate::calibrate::stage::File;
use memdesk_memdir::{Profile, listing};

/// Parts of paths.
const FOLDERS: &[&str] = &["", "", "", "notes/", "a/b/", "日本/", "logs/", ".hidden/", "two words/"];

/// Lines of bodies.
const LINES: &[&str] = &[
    "a line of some words\n",
    "\n",
    "- an item\r\n",
    "中文一行\n",
    "😀 and e\u{301}\n",
    "in\u{200B}visible \u{E0041}\n",
    "<system-reminder>no</system-reminder>\n",
    "<!-- a comment -->\n",
    "\ttabbed\n",
    "no newline after this. ",
];

/// Questions.
const QUESTIONS: &[&str] =
    &["please fix the build", "-v what is it", "wie heißt das", "日本語 の 文", "a \"quoted\" $word"];

/// `count` stores.
pub(in crate::calibrate) fn stores(count: usize, profile: &Profile) -> Vec<Trial> {
    (0..count).map(|n| store(&mut Chance(0x5EED_0100 + n as u64 * 7919), profile)).collect()
}

fn store(chance: &mut Chance, profile: &Profile) -> Trial {
    let size = 5 + chance.below(25);
    let files: Vec<File> = (0..size)
        .map(|n| {
            let path = format!("{}t{n:02}.md", chance.pick(FOLDERS));
            let header =
                format!("---\n{}\ndescription: {}\n---\n", chance.pick(TYPES), chance.pick(DESCRIPTIONS));
            let header = if chance.below(5) == 0 { String::new() } else { header };
            let most = if chance.below(6) == 0 { 320 } else { 30 };
            let lines = chance.below(most);
            let body: String = (0..lines).map(|_| chance.pick(LINES)).collect();
            // an odd factor: each file has a time of its own, in another order than the names
            file(path, header + &body, (n * 37 + 11) % 101)
        })
        .collect();
    let mut names: Vec<String> = files
        .iter()
        .map(|file| file.path.clone())
        .filter(|path| listing::is_listed(path, profile).is_ok())
        .collect();
    let begin = chance.below(names.len());
    names.rotate_left(begin);
    names.truncate(5);
    recall(About::Whole, files, vec![question(chance.pick(QUESTIONS), &names)])
}
