//! The stores and questions that are tried. Made from tables and a fixed seed: every run tries the same.
//!
//! Separate because it is data. Never says what the outcome should be: that is `memdir`'s.

mod headers;
mod whole;

use super::stage::{File, Question};
use headers::headers;
use jiff::{SignedDuration, Timestamp};
use memdesk_memdir::surface::{SESSION_BUDGET, SURFACE_BYTES};
use memdesk_memdir::{Profile, question};
use serde_json::json;
pub(super) use whole::stores;

/// What a trial is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// `manifest`: which files are listed, and in which order.
    Manifest,
    /// `frontmatter`: what a header says.
    Header,
    /// `gate`: which questions run the selector.
    Gate,
    /// `selected`: what an answer picks.
    Answer,
    /// `surface`: what of a body is attached.
    Body,
    /// `age`: when the client warns of it.
    Age,
    /// `session`: what is attached once, and when it is enough.
    Session,
    /// `index`: what of an index is loaded.
    Index,
    /// `manifest` and `surface`: a store as a whole.
    Whole,
}

/// One conversation with a client.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    pub(super) about: About,
    pub(super) files: Vec<File>,
    pub(super) questions: Vec<Question>,
    /// In recall mode; else in index mode.
    pub(super) recall: bool,
}

/// Every trial.
pub(super) fn trials(profile: &Profile) -> Vec<Trial> {
    let mut trials = vec![many(), odd_names(), headers(), gate(profile), answers(), ages(), session()];
    trials.extend(bodies(profile));
    trials.extend(indexes());
    trials
}

/// The moment of the newest file; each further one is older by a second and a bit.
fn moment(at: usize) -> Timestamp {
    let begin = Timestamp::from_second(1_780_000_000).unwrap_or(Timestamp::UNIX_EPOCH);
    let steps = i64::try_from(at).unwrap_or(i64::MAX / 2_000);
    begin - SignedDuration::from_millis(steps * 1_237)
}

fn file(path: impl Into<String>, bytes: impl Into<Vec<u8>>, at: usize) -> File {
    File { path: path.into(), bytes: bytes.into(), mtime: moment(at) }
}

fn question(text: impl Into<String>, names: &[String]) -> Question {
    Question { text: text.into(), answer: json!({"selected_memories": names}).to_string(), runs: true }
}

fn recall(about: About, files: Vec<File>, questions: Vec<Question>) -> Trial {
    Trial { about, files, questions, recall: true }
}

/// More files than are listed, laid out in another order than their times.
fn many() -> Trial {
    let files = (0..260).map(|n| {
        let at = (n * 97) % 260;
        file(format!("many/m{n:03}.md"), format!("---\ndescription: topic {n}\n---\n"), at)
    });
    recall(About::Manifest, files.collect(), vec![question("which of these", &[])])
}

fn odd_names() -> Trial {
    const NAMES: &[&str] = &[
        "plain.md",
        "two words.md",
        "UPPER.MD",
        "mixed.Md",
        "notes.txt",
        "none",
        ".hidden.md",
        ".dir/in.md",
        "a/.b/c.md",
        "logs/l.md",
        "LOGS/l2.md",
        "a/logs/l.md",
        "sessions/s.md",
        "Sessions/s2.md",
        "a/sessions/s.md",
        "team/t.md",
        "team/MEMORY.md",
        "team/deep/t.md",
        "team/.t.md",
        "MEMORY.md",
        "sub/MEMORY.md",
        "memory.md",
        "Memory.md",
        "日本語.md",
        "😀.md",
        "é.md",
        "e\u{301}.md",
        "[user] x.md",
        "(now).md",
        "quo'te.md",
        "dou\"ble.md",
        "semi;colon.md",
        "dash-.md",
        "-lead.md",
        "a.b.c.md",
        "..two.md",
        "md.md",
        "x.md.md",
        "x.md.bak",
        "d.md/in.md",
        "deep/er/and/er/x.md",
        "star*.md",
        "que?.md",
        "#hash.md",
        "100%.md",
        "tab\there.md",
        "new\nline.md",
        "z\u{200B}.md",
        "logs./dot.md",
        "team /blank.md",
        "logs/a/b.md",
        "index.md",
        "README.md",
    ];
    let files =
        NAMES.iter().enumerate().map(|(at, name)| file(*name, format!("---\ntype: user\n---\n{at}\n"), at));
    recall(About::Manifest, files.collect(), vec![question("which of these", &[])])
}

fn gate(profile: &Profile) -> Trial {
    const QUERIES: &[&str] = &[
        "please fix it",
        "word",
        "日本語の文",
        "日本語 の文",
        "a\u{3000}b",
        "a\u{A0}b",
        "a\u{2028}b",
        "a\u{FEFF}b",
        "a\nb",
        "a\tb",
        "a\u{200B}b",
        "a\u{85}b",
        "/help",
        "/help me now",
        "/nope me now",
        "/",
        "/ x",
        "-v x",
        "!ls -la",
        "# note this",
        "@file.md x",
        "  padded word  ",
        "  padded words here  ",
        "a.b.c",
        "1 2",
    ];
    let questions = QUERIES.iter().map(|&text| Question {
        runs: question::gate(text, 0, profile) == question::Gate::Runs,
        ..question(text, &[])
    });
    recall(About::Gate, vec![file("a.md", "---\ndescription: a\n---\n", 0)], questions.collect())
}

/// Answers, in which `N0` to `N6` are names of files that no answer before has named.
const ANSWERS: &[&str] = &[
    r#"{"selected_memories":["N0"]}"#,
    r#"{"selected_memories":["N1","N0"]}"#,
    r#"{"selected_memories":[]}"#,
    r#"{"selected_memories":["N0","N1","N2","N3","N4","N5","N6"]}"#,
    r#"{"selected_memories":["N0","N0"]}"#,
    r#"{"selected_memories":["[user] N0","[project] N1","[other] N2","[user]N3"]}"#,
    r#"{"selected_memories":["gone.md","N0"]}"#,
    r#"{"selected_memories":[" N0","N1 ","./N2","N3"]}"#,
    "```json\n{\"selected_memories\":[\"N0\"]}\n```",
    "```\n{\"selected_memories\":[\"N0\"]}\n```",
    "Sure: {\"selected_memories\":[\"N0\"]}",
    "{\"selected_memories\":[\"N0\"]} done",
    r#"["N0"]"#,
    r#"{"selected_memories":"N0"}"#,
    r#"{"selected_memories":["N0",7,null,"N1"]}"#,
    r#"{"other":["N0"]}"#,
    "",
    "N0",
    r#"{"selected_memories":["N0"],"more":1}"#,
    "  {\"selected_memories\":[\"N0\"]}  \n",
];

fn answers() -> Trial {
    let mut files = Vec::new();
    let mut questions = Vec::new();
    for (at, answer) in ANSWERS.iter().enumerate() {
        let mut answer = (*answer).to_owned();
        for n in 0..7 {
            let name = format!("q{at:02}-{n}.md");
            if answer.contains(&format!("N{n}")) {
                answer = answer.replace(&format!("N{n}"), &name);
                files.push(file(
                    name,
                    format!("---\ndescription: of {at}\ntype: user\n---\nbody {at} {n}\n"),
                    files.len(),
                ));
            }
        }
        questions.push(Question { text: format!("question {at}"), answer, runs: true });
    }
    recall(About::Answer, files, questions)
}

fn bodies(profile: &Profile) -> Vec<Trial> {
    let (limit, lines) = (SURFACE_BYTES, memdesk_memdir::surface::SURFACE_LINES);
    let line = |bytes: usize| "x".repeat(bytes);
    let mut texts: Vec<Vec<u8>> = [
        "short\n",
        "",
        "\n",
        "\n\n\n",
        "no newline",
        "crlf\r\nlines\r\n",
        "cr\ronly\r",
        "tail  \n\n\n",
        "<!-- comment -->\nbody\n",
        "---\ndescription: d\n---\nbody\n",
        "a\u{200B}b\u{E0041}c\u{200D}d\n",
        "\u{FEFF}bom\n",
        "two\u{2028}lines\u{2029}here\n",
        "<system-reminder>x</system-reminder>\n",
        "tab\there\n",
        "nul\0nul\n",
        "中文 and 😀\n",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    for count in [lines - 1, lines, lines + 1, lines + 50] {
        texts.push("r\n".repeat(count).into_bytes());
        texts.push("r\n".repeat(count).trim_end().as_bytes().to_vec());
    }
    for bytes in [limit - 1, limit, limit + 1, limit + 4000] {
        texts.push(line(bytes).into_bytes());
        texts.push(format!("first\n{}\nlast\n", line(bytes - 6)).into_bytes());
    }
    texts.push(format!("{}\nlast\n", "中".repeat(limit / 3)).into_bytes());
    texts.push("中文行\n".repeat(600).into_bytes());
    texts.push(b"bad \xFF\xFE bytes \xC3\n".to_vec());
    texts.push(b"\xFF\xFEa\x00b\x00\n\x00".to_vec());
    let mut chance = Chance(0x5EED_0002);
    for _ in 0..12 {
        let rows = chance.below(260);
        texts.push(
            (0..rows).map(|_| format!("{}\n", line(chance.below(60)))).collect::<String>().into_bytes(),
        );
    }
    // a session has a budget: as many bodies in one as it surely holds
    let together = SESSION_BUDGET / (SURFACE_BYTES + 400) / 5 * 5;
    debug_assert!(together >= 5 && profile.version.contains('.'));
    texts.chunks(together).map(body_trial).collect()
}

fn body_trial(texts: &[Vec<u8>]) -> Trial {
    let files: Vec<File> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| {
            let mtime =
                Timestamp::now() - SignedDuration::from_secs(60 + i64::try_from(at).unwrap_or_default());
            File { mtime, ..file(format!("b{at:02}.md"), text.clone(), at) }
        })
        .collect();
    let names: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let questions =
        names.chunks(5).enumerate().map(|(at, names)| question(format!("question {at}"), names)).collect();
    recall(About::Body, files, questions)
}

fn ages() -> Trial {
    const MINUTES: &[i64] = &[
        -600,
        0,
        60,
        24 * 60,
        48 * 60 - 5,
        48 * 60 + 1,
        72 * 60 - 5,
        72 * 60 + 1,
        10 * 1440 + 1,
        400 * 1440 + 1,
    ];
    let files: Vec<File> = MINUTES
        .iter()
        .enumerate()
        .map(|(at, &minutes)| File {
            mtime: Timestamp::now() - SignedDuration::from_mins(minutes),
            ..file(format!("a{at}.md"), "body\n", at)
        })
        .collect();
    let names: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    let questions =
        names.chunks(5).enumerate().map(|(at, names)| question(format!("question {at}"), names)).collect();
    recall(About::Age, files, questions)
}

/// Files of 4,096 units each, some asked for again, until the budget is spent and beyond.
fn session() -> Trial {
    let name = |n: usize| format!("s{n:02}.md");
    let files = (0..30)
        .map(|n| file(name(n), "y".repeat(SURFACE_BYTES), n))
        .map(|file| File { mtime: Timestamp::now() - SignedDuration::from_secs(60), ..file });
    let asked: &[&[usize]] = &[
        &[0, 1, 2],
        &[2, 1, 0],
        &[0, 3, 4, 5, 6, 7, 8],
        &[8, 9, 10, 11, 12, 13],
        &[13, 14],
        &[14, 13],
        &[15, 16, 17],
        &[18, 19],
    ];
    let questions = asked.iter().enumerate().map(|(at, names)| {
        let names: Vec<String> = names.iter().map(|&n| name(n)).collect();
        question(format!("question {at}"), &names)
    });
    recall(About::Session, files.collect(), questions.collect())
}

fn indexes() -> Vec<Trial> {
    let rows = |count: usize, width: usize| {
        (1..=count).map(|n| format!("- [R{n:04}](r{n}.md) {}\n", "w".repeat(width))).collect::<String>()
    };
    let texts = [
        rows(3, 9),
        rows(200, 9),
        rows(201, 9),
        rows(150, 300),
        rows(260, 120),
        format!("---\nname: x\n---\n{}", rows(5, 9)),
        format!("\u{FEFF}{}", rows(2, 9).replace('\n', "\r\n")),
        format!("{}<!-- hidden\n- [H](h.md) -->\n\nafter <!-- inline --> it\n{}", rows(2, 9), rows(2, 3)),
        format!("a\u{200B}b\u{E0041}\n\n{}\n\n", rows(2, 9)),
        "中".repeat(26_000),
    ];
    let trial = |text: String| Trial {
        about: About::Index,
        files: vec![file("MEMORY.md", text, 0), file("r1.md", "x", 1)],
        questions: vec![Question { runs: false, ..question("word", &[]) }],
        recall: false,
    };
    texts.into_iter().map(trial).collect()
}

/// Numbers that look like chance and are the same every time (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit.max(1)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }
}
