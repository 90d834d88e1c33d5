//! Session files of any size, the same on every machine: what the bench reads.
//!
//! Separate from `many`, whose sessions are small. The words are nonsense of our own; which rows there are, their fields in
//! their order and their sizes are those of real sessions: for each question a dozen calls of tools, whose results come to
//! up to 50 kB and stand in their rows twice.

use crate::many::Numbers;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// Questions of one file.
const QUESTIONS: usize = 15;

/// Something to ask, where a question is Chinese.
const CHINESE: &[&str] = &[
    "数据库连接超时了，怎么办？",
    "请把登录测试改成真实数据库",
    "部署脚本在哪里",
    "这个函数 为什么会重试三次",
];

/// What was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Talked {
    /// Session files.
    pub files: usize,
    /// Questions in them.
    pub questions: usize,
    /// Bytes of them.
    pub bytes: usize,
}

/// Makes session files in `dir` until they come to `bytes`.
///
/// # Errors
/// Those of the disk.
pub fn make(dir: &Path, bytes: usize) -> io::Result<Talked> {
    fs::create_dir_all(dir)?;
    let mut made = Talked::default();
    while made.bytes < bytes {
        let mut numbers = Numbers(u64::try_from(made.files).unwrap_or(0));
        let mut talk = Talk::new(&format!("00000000-0000-4000-8000-{:012}", made.files));
        for _ in 0..QUESTIONS {
            talk.turn(&mut numbers);
        }
        fs::write(dir.join(format!("{}.jsonl", talk.session)), &talk.rows)?;
        made.files += 1;
        made.questions += QUESTIONS;
        made.bytes += talk.rows.len();
    }
    Ok(made)
}

/// A session as it is written, row by row.
pub struct Talk {
    /// Its id.
    session: String,
    /// What is written so far.
    pub rows: String,
    row: usize,
    ends: String,
}

impl Talk {
    /// One that is not begun.
    #[must_use]
    pub fn new(session: &str) -> Self {
        let ends = format!(
            "\"userType\":\"external\",\"entrypoint\":\"cli\",\"cwd\":\"/home/someone/code/shop\",\"sessionId\":\"{session}\",\
             \"version\":\"2.1.332\",\"gitBranch\":\"main\"}}\n"
        );
        Self { session: session.to_owned(), rows: String::new(), row: 0, ends }
    }

    /// `"uuid":…,"timestamp":…` of the next row.
    fn stamp(&mut self) -> String {
        self.row += 1;
        let (row, tail) = (self.row, self.session.get(14..).unwrap_or_default());
        let (minute, second, part) = (row / 60_000 % 60, row / 1_000 % 60, row % 1_000);
        format!(
            "\"uuid\":\"{row:08x}-0000-{tail}\",\"timestamp\":\"2026-01-01T09:{minute:02}:{second:02}.{part:03}Z\""
        )
    }

    /// A question, as a row of its own.
    pub fn question(&mut self, text: &str) {
        let (stamp, text) = (self.stamp(), quoted(text));
        let _ = write!(
            self.rows,
            "{{\"parentUuid\":null,\"isSidechain\":false,\"promptId\":\"bb1f20b8-9a40-4439-b5fe-1c9988e61621\",\"type\":\"user\",\
             \"message\":{{\"role\":\"user\",\"content\":{text}}},{stamp},\"permissionMode\":\"auto\",\"origin\":{{\"kind\":\"human\"}},\
             \"promptSource\":\"typed\",{}",
            self.ends
        );
    }

    /// A question and all that follows until the next.
    fn turn(&mut self, numbers: &mut Numbers) {
        let words = 20 + numbers.below(600);
        let snapshot = numbers.sentence(words);
        let _ = writeln!(
            self.rows,
            "{{\"type\":\"file-history-snapshot\",\"messageId\":\"m\",\"snapshot\":{{\"trackedFileBackups\":{{\"a\":{}}}}},\"isSnapshotUpdate\":false}}",
            quoted(&snapshot)
        );
        let words = 4 + numbers.below(30);
        let chinese = numbers.below(5) == 0;
        let text = if chinese { numbers.one(CHINESE).to_owned() } else { numbers.sentence(words) };
        self.question(&text);
        for kind in
            ["environment", "model", "skill_listing", "auto_mode", "session_context", "prompt_snapshot"]
        {
            self.attachment(&format!(
                "{{\"type\":\"{kind}\",\"content\":{}}}",
                quoted(&numbers.sentence(40))
            ));
        }
        for step in 0..4 + numbers.below(16) {
            self.call(numbers);
            if step == 0 && numbers.below(2) == 0 {
                self.memories(numbers);
            }
        }
        self.assistant(&format!("{{\"type\":\"text\",\"text\":{}}}", quoted(&lines(numbers, 60))));
        let stamp = self.stamp();
        let _ = write!(
            self.rows,
            "{{\"parentUuid\":null,\"isSidechain\":false,\"type\":\"system\",\"subtype\":\"turn_duration\",\"durationMs\":1211,{stamp},\
             \"isMeta\":false,{}",
            self.ends
        );
    }

    /// Memories, attached.
    pub fn memories(&mut self, numbers: &mut Numbers) {
        let memories: Vec<String> = (0..1 + numbers.below(3))
            .map(|_| {
                format!(
                    "{{\"path\":\"/home/someone/.claude/projects/-home-someone-code-shop/memory/{}.md\",\"content\":{},\"mtimeMs\":1795000000000.25}}",
                    numbers.sentence(1),
                    quoted(&lines(numbers, 25))
                )
            })
            .collect();
        self.attachment(&format!("{{\"type\":\"relevant_memories\",\"memories\":[{}]}}", memories.join(",")));
    }

    fn attachment(&mut self, attachment: &str) {
        let stamp = self.stamp();
        let _ = write!(
            self.rows,
            "{{\"parentUuid\":null,\"isSidechain\":false,\"attachment\":{attachment},\"type\":\"attachment\",{stamp},\
             \"renderedRole\":\"system\",{}",
            self.ends
        );
    }

    /// A call of a tool, thought about, and its result.
    fn call(&mut self, numbers: &mut Numbers) {
        if numbers.below(3) == 0 {
            let thought = lines(numbers, 40);
            self.assistant(&format!("{{\"type\":\"thinking\",\"thinking\":{}}}", quoted(&thought)));
        }
        let path = format!("/home/someone/code/shop/{}/{}.rs", numbers.sentence(1), numbers.sentence(1));
        let (name, input) = match numbers.below(10) {
            0..3 => ("Read", format!("{{\"file_path\":\"{path}\"}}")),
            3 => {
                let size = 10 + numbers.below(300);
                (
                    "Write",
                    format!("{{\"file_path\":\"{path}\",\"content\":{}}}", quoted(&lines(numbers, size))),
                )
            }
            4 => (
                "Edit",
                format!(
                    "{{\"file_path\":\"{path}\",\"old_string\":\"a\",\"new_string\":{}}}",
                    quoted(&lines(numbers, 8))
                ),
            ),
            _ => (
                "Bash",
                format!("{{\"command\":{},\"description\":\"look\"}}", quoted(&numbers.sentence(12))),
            ),
        };
        self.assistant(&format!(
            "{{\"type\":\"tool_use\",\"id\":\"toolu_01\",\"name\":\"{name}\",\"input\":{input}}}"
        ));
        // most results are short, a few are as long as they may be; of lines of some 50 bytes
        let size = match numbers.below(10) {
            0..6 => numbers.below(40),
            6..9 => 40 + numbers.below(260),
            _ => 300 + numbers.below(700),
        };
        let (result, stamp) = (quoted(&lines(numbers, size)), self.stamp());
        let _ = write!(
            self.rows,
            "{{\"parentUuid\":null,\"isSidechain\":false,\"promptId\":\"bb1f20b8-9a40-4439-b5fe-1c9988e61621\",\"type\":\"user\",\
             \"message\":{{\"role\":\"user\",\"content\":[{{\"tool_use_id\":\"toolu_01\",\"type\":\"tool_result\",\"content\":{result},\
             \"is_error\":false}}]}},{stamp},\"toolUseResult\":{{\"stdout\":{result},\"stderr\":\"\",\"interrupted\":false}},{}",
            self.ends
        );
    }

    fn assistant(&mut self, block: &str) {
        let stamp = self.stamp();
        let _ = write!(
            self.rows,
            "{{\"parentUuid\":null,\"isSidechain\":false,\"message\":{{\"id\":\"msg_01\",\"type\":\"message\",\"role\":\"assistant\",\
             \"model\":\"model\",\"content\":[{block}],\"stop_reason\":null,\"usage\":{{\"input_tokens\":10,\"output_tokens\":5,\
             \"cache_creation\":{{\"ephemeral_1h_input_tokens\":0}},\"iterations\":[]}}}},\"type\":\"assistant\",{stamp},\"effort\":\"medium\",{}",
            self.ends
        );
    }
}

/// So many lines of some words each.
fn lines(numbers: &mut Numbers, count: usize) -> String {
    let mut text = String::new();
    for _ in 0..count {
        text.push_str("    \"");
        text.push_str(&numbers.sentence(6));
        text.push_str("\",\n");
    }
    text
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
