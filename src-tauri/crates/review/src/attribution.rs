//! What a memory says that the person said, wants or prefers; and whether any of their turns supports it.
//!
//! Separate from `claim` because it is held against conversations, not against a disk. Support is a matter of shared words:
//! it can say that a turn speaks of the same, not that it says the same. English, Chinese and Japanese.

mod support;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

pub use support::{Said, Support, Supported, Why};

use crate::claim::{Piece, Pieces};
use crate::pattern::{Lines, pattern};
use crate::words::Cutter;

/// Attributions of one text, at most.
pub const ATTRIBUTIONS: usize = 200;

/// Longest label before a sentence, in bytes.
const LABEL: usize = 24;

/// A sentence that attributes something to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribution {
    /// The sentence.
    pub text: String,
    /// Byte offset in the text.
    pub start: usize,
    /// Length in bytes.
    pub len: usize,
    /// 1-based line.
    pub line: u32,
    /// What it says of them, as words in order, without those that attribute and those that say nothing.
    pub words: Vec<String>,
}

static ATTRIBUTES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:the\s+)?user(?:\s+(?:has|have|had|also|always|explicitly|clearly|strongly|really|generally|usually|often|never
            |once|previously|repeatedly|specifically|just|would|does|did|doesn['’]t|didn['’]t|not))*\s+
            (?:said|says|stated|states|told|tells|wants?|wanted|prefers?|preferred|asks?|asked|likes?|liked|dislikes?|disliked
            |hates?|hated|requests|requested|mentions|mentioned|insists|insisted|confirmed|confirms|decided|decides|expects
            |expected|corrected|complained|complains|rejected|approved|agreed|explained|pointed\s+out|thinks|believes|values
            |favou?rs)\b
        | \b(?:the\s+)?user['’]s\s+(?:preferences?|requests?|wish(?:es)?|instructions?|feedback|opinion|decision)\b
        | \b(?:per|according\s+to|(?:as\s+)?(?:requested|asked(?:\s+for)?|preferred|confirmed|demanded|approved|rejected)\s+by)
            \s+(?:the\s+)?user\b
        | (?:用户|使用者)(?:本人|自己|明确|特别|曾经?|已经?|也|更|非常|很|一直|多次|反复|再次|总是|通常|一般|不|想要|地)*
            (?:希望|要求|说过?|表示|喜欢|偏好|偏爱|讨厌|提到|提出|强调|指出|想|确认|决定|倾向于?|告诉|纠正|拒绝|同意|认为|习惯|建议)
        | (?:应|按照?|根据|依)用户的?(?:要求|意见|偏好|反馈|指示)
        | (?:ユーザー?(?:さん|様)?|利用者|依頼者)(?:は|が|から|より|の(?:希望|要望|好み|依頼|指示))",
    )
});

/// What a Japanese sentence about the person ends with when it attributes something to them.
static SAYS_JAPANESE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"言っ|言う|希望|好む|好み|好き|嫌|求め|要求|要望|依頼|望[んむみ]|指示|伝え|述べ|確認し|決め|頼ん|とのこと",
    )
});

/// The sentences of a memory that attribute something to the person, in order, at most [`ATTRIBUTIONS`].
pub fn attributions(text: &str) -> Vec<Attribution> {
    let pieces = Pieces::of(text);
    let code: Vec<&Range<usize>> = pieces
        .pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Code(range) => Some(range),
            _ => None,
        })
        .collect();
    let lines = Lines::new(text);
    let cutter = Cutter::new();
    let mut out = Vec::new();
    for sentence in pieces.blocks.iter().flat_map(|block| sentences(text, block.clone(), &code)) {
        let said = text.get(sentence.clone()).unwrap_or_default();
        let Some(rest) = attributed(said) else { continue };
        if out.len() == ATTRIBUTIONS {
            break;
        }
        let mut words: Vec<String> = cutter.words(&rest).into_iter().map(|word| word.surface).collect();
        words.dedup();
        out.push(Attribution {
            text: said.to_owned(),
            start: sentence.start,
            len: sentence.len(),
            line: lines.line(sentence.start),
            words,
        });
    }
    out
}

/// What is left of a sentence without what attributes it; `None` when nothing does.
fn attributed(sentence: &str) -> Option<String> {
    let who = ATTRIBUTES.find(sentence)?;
    let mut rest = sentence.get(..who.start())?.to_owned();
    let after = sentence.get(who.end()..)?;
    rest.push(' ');
    if who.as_str().starts_with(['ユ', '利', '依']) && !who.as_str().contains('の') {
        let says = SAYS_JAPANESE.find(after)?;
        rest.push_str(after.get(..says.start())?);
        rest.push(' ');
        rest.push_str(after.get(says.end()..)?);
    } else {
        rest.push_str(after);
    }
    Some(rest)
}

/// The sentences of a block. A full stop ends one when what follows does not go on in lower case; none within code.
fn sentences(text: &str, block: Range<usize>, code: &[&Range<usize>]) -> Vec<Range<usize>> {
    let part = text.get(block.clone()).unwrap_or_default();
    let mut next = code.iter().skip(code.partition_point(|range| range.end <= block.start)).peekable();
    let mut out = Vec::new();
    let mut from = 0;
    for (at, c) in part.char_indices() {
        let here = block.start + at;
        while next.next_if(|range| range.end <= here).is_some() {}
        if next.peek().is_some_and(|range| range.contains(&here)) {
            continue;
        }
        let after = part.get(at + c.len_utf8()..).unwrap_or_default();
        let ends = match c {
            '。' | '！' | '？' | '；' => true,
            '.' | '!' | '?' => {
                after.starts_with(char::is_whitespace) && !after.trim_start().starts_with(char::is_lowercase)
            }
            // a new line that begins with a label is a new thought
            '\n' => after.trim_start().starts_with("**"),
            _ => false,
        };
        if ends {
            out.extend(trimmed(text, block.start + from..here + c.len_utf8()));
            from = at + c.len_utf8();
        }
    }
    out.extend(trimmed(text, block.start + from..block.end));
    out
}

/// A range without white space, marks of emphasis and a label before it; `None` when nothing is left.
fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let rest = part.trim_start_matches(|c: char| c.is_whitespace() || c == '*');
    // `**Why:** …`: the label is no part of it
    let label = rest.find(":**").filter(|at| *at <= LABEL).map_or(0, |at| at + 3);
    let rest = rest.get(label..)?.trim_start();
    let start = range.end - rest.len();
    let kept = rest.trim_end();
    (!kept.is_empty()).then_some(start..start + kept.len())
}
