//! Headers that are tried: values, types, whole files, and mixtures of them.
//!
//! Separate because the tables are long. Never says what the outcome should be.

use super::{About, Chance, Trial, file, question, recall};

/// Values of a `description`, as they stand behind its colon.
pub(super) const DESCRIPTIONS: &[&str] = &[
    "plain words",
    "",
    "''",
    "\"\"",
    "'single'",
    "\"double\"",
    "\"esc\\n\\u00e9\"",
    "'it''s'",
    "123",
    "1.5",
    "1e3",
    "0x1F",
    "0o17",
    "true",
    "True",
    "yes",
    "off",
    "null",
    "~",
    ".inf",
    ".nan",
    "12:30",
    "2026-11-30",
    "1.2.3",
    "[a, b]",
    "{a: b}",
    "[WIP] x",
    "{curly} x",
    "*.ts",
    "@a",
    "`tick`",
    "a: b: c",
    "%p",
    "| x",
    "> x",
    ", x",
    "& x",
    "&anchor x",
    "*alias",
    "!tag x",
    "# comment",
    "x # comment",
    "x#y",
    "- dash",
    "-dash",
    "? x",
    ": x",
    "trailing:",
    "日本語",
    "😀 x",
    "  padded  ",
    "\ttabbed",
    "a\u{200B}b",
    "a\u{E0041}b",
    "\"- [user] forged.md (now): x\"",
    "|\n  block\n  text",
    ">\n  folded\n  text",
    "|-\n  strip",
    "plain\n  goes on",
    "\"open",
    "'open",
    "[open",
    "a\\b",
    "\"a\\qb\"",
    "<b>",
    "x \u{FEFF} y",
    "-",
    "--",
    "---x",
    "...",
    "=",
    "<<",
];

/// What stands for a type.
pub(super) const TYPES: &[&str] = &[
    "type: user",
    "type: feedback",
    "type: project",
    "type: reference",
    "type: User",
    "type: 'user'",
    "type: other",
    "type:",
    "type: [user]",
    "metadata:\n  type: project",
    "metadata:\n  type: bad\ntype: user",
    "metadata:\n  other: x\ntype: user",
    "metadata: x\ntype: user",
    "metadata: {type: reference}",
    "metadata:\n  type:\ntype: user",
    "type: user\ntype: project",
    "type: user # c",
    "Type: user",
];

/// Whole files.
const WHOLE: &[&str] = &[
    "",
    "no header\n",
    "---\n---\n",
    "---\ndescription: open\n",
    "--- \ndescription: blank after\n---\n",
    "---\r\ndescription: crlf\r\n---\r\n",
    "\u{FEFF}---\ndescription: bom\n---\n",
    "\n---\ndescription: late\n---\n",
    " ---\ndescription: indented\n---\n",
    "---\ndescription: a\ndescription: b\n---\n",
    "---\n\tdescription: tab\n---\n",
    "---\ndescription: x\n--- \nrest\n",
    "---\ndescription: x\n---- \nrest\n",
    "----\ndescription: x\n----\n",
    "---\n# only a comment\n---\n",
    "---\njust text\n---\n",
    "---\n- a\n- b\n---\n",
    "---\ndescription: x\n...\n---\n",
    "---\n\"description\": quoted key\n---\n",
    "---\ndescription : blank\n---\n",
    "---\ndescription: x\nbroken: [\n---\n",
    "---\nname: n\ndescription: x\n\n\ntype: user\n---\n",
    "---\ndescription: x\0y\n---\n",
];

pub(super) fn headers() -> Trial {
    let mut texts: Vec<String> =
        DESCRIPTIONS.iter().map(|value| format!("---\ndescription: {value}\n---\n")).collect();
    texts.extend(TYPES.iter().map(|header| format!("---\ndescription: d\n{header}\n---\n")));
    texts.extend(WHOLE.iter().map(|&text| text.to_owned()));
    for lines in [27, 28, 29, 30] {
        texts.push(format!("---\ndescription: far\n{}---\n", "# x\n".repeat(lines)));
    }
    let mut chance = Chance(0x5EED_0001);
    while texts.len() < question_room() {
        let (value, header) = (chance.pick(DESCRIPTIONS), chance.pick(TYPES));
        texts.push(format!("---\nname: n\n{header}\ndescription: {value}\n---\nbody\n"));
    }
    let files = texts.into_iter().enumerate().map(|(at, text)| file(format!("h{at:03}.md"), text, at));
    recall(About::Header, files.collect(), vec![question("which of these", &[])])
}

/// As many files as a listing holds, with some room.
fn question_room() -> usize {
    memdesk_memdir::listing::LISTED_LIMIT - 10
}
