//! How text aimed at the model is worded, in English, Chinese and Japanese.
//!
//! Separate because these lists grow. What is refused ("never push without asking for approval") is the opposite of what is
//! asked for, so that a negation before some of them takes them back.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Aim;
use crate::pattern::{floor, pattern};

struct Pattern {
    aim: Aim,
    regex: Regex,
    /// A negation earlier in the sentence turns it into its opposite.
    negated: bool,
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    WRITTEN
        .iter()
        .map(|(aim, negated, written)| Pattern { aim: *aim, negated: *negated, regex: pattern(written) })
        .collect()
});

static NEGATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:never|not|don'?t|avoid|stop|refuse)\b | 不要 | 不能 | 别 | 切勿 | 禁止 | 不得")
});

const WRITTEN: &[(Aim, bool, &str)] = &[
    (
        Aim::Override,
        false,
        r"\b(?:ignore|disregard|forget|override|do\s+not\s+follow|don't\s+follow|stop\s+following)\s+
            (?:(?:all|any|every|the|your|of|these|those|my|each|everything\s+in)\s+)*
            (?:(?:previous|prior|above|earlier|preceding|original|system|safety|developer|foregoing)\s+)+
            (?:(?:and|or|system|safety)\s+)*
            (?:instructions?|rules?|prompts?|guidelines?|directives?|context|messages?|constraints?|polic(?:y|ies)|memor(?:y|ies))\b
        | (?:忽略|无视|忘记|忘掉|不要遵守|不要理会)掉?你?(?:所有|全部|一切|任何|之前|以上|先前|此前|上面|前面|原有|系统|的){1,6}
            (?:指令|指示|规则|提示词?|说明|约束|限制|设定)
        | (?:以前|これまで|上記|今まで|すべて|全て|システム)の?(?:すべての|全ての)?(?:指示|命令|ルール|規則|プロンプト|制約)[はを]?
            (?:すべて|全て)?(?:無視|忘れ|破棄)",
    ),
    (
        Aim::Persona,
        false,
        r"\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|in|bound|restricted|free)\b
        | \bfrom\s+now\s+on,?\s+you\s+(?:are|will\s+be|shall\s+be)\b
        | \b(?:pretend|act)\s+(?:to\s+be|as\s+if\s+you|as)\s+(?:an?\s+|the\s+)?
            (?:unrestricted|uncensored|unfiltered|jailbroken|different\s+(?:ai|assistant|model)|system)\b
        | \bnew\s+system\s+prompt\b | \bdeveloper\s+mode\s+(?:enabled|on)\b
        | 你现在是 | 你不再(?:是|受) | 从现在(?:开始|起)[，,]?你(?:就?是|不再) | あなたは(?:今から|これから)",
    ),
    (
        Aim::Conceal,
        false,
        r"\b(?:do\s+not|don't|never|must\s+not)\s+(?:ever\s+)?(?:tell|mention|reveal|show|disclose|report)\s+
            (?:this|that|it|these|any\s+of\s+this)\s+(?:\w+\s+){0,2}?to\s+(?:the\s+)?(?:user|human|anyone)\b
        | \b(?:do\s+not|don't|never|must\s+not)\s+(?:ever\s+)?(?:tell|inform|alert|notify|let)\s+(?:the\s+)?(?:user|human|anyone)\s+
            (?:know\s+)?(?:about|of)\s+(?:this|it|these)\b
        | \b(?:keep|hide|conceal)\s+(?:this|it|these)\s+(?:\w+\s+){0,2}?from\s+(?:the\s+)?(?:user|human)\b
        | (?:不要|别|勿|不得|切勿|禁止)(?:把|将)?(?:这|此|该)[^。\n]{0,10}?(?:告诉|告知|透露给?|展示给|让)用户
        | (?:不要|别|勿|不得|切勿|禁止)(?:告诉|告知|让|通知)用户(?:知道)?(?:这|此|该)
        | [瞒背]着用户
        | ユーザー?には?(?:これ|このこと|この内容|この指示)を?(?:言わ|知らせ|伝え|教え|明かさ|見せ)な | ユーザー?に(?:気づかれ|知られ)[なず]
        | ユーザー?に内緒",
    ),
    (
        Aim::Conceal,
        true,
        r"\bwithout\s+(?:telling|informing|alerting|notifying)\s+(?:the\s+)?(?:user|human|anyone)\b
        | \b(?:secretly|silently|covertly)\s+(?:send|upload|run|execute|install|add|push|commit|read|write|delete)\b",
    ),
    (
        Aim::Exfiltrate,
        true,
        r"\b(?:send|post|upload|exfiltrate|forward|e-?mail|transmit|leak|submit)\b[^.\n]{0,80}?
            \b(?:api[\s_-]?keys?|tokens?|secrets?|credentials?|passwords?|private\s+keys?|ssh\s+keys?
            |env(?:ironment)?\s+(?:variables?|vars?|files?)|cookies?|source\s+code|conversations?|transcripts?)\b
            [^.\n]{0,80}?\b(?:to|at|via)\s+(?:https?://|[\w.+-]+@|[\w-]+(?:\.[\w-]+)+|the\s+following\s+(?:url|address|server|endpoint))
        | \b(?:curl|wget)\b[^\n]{0,200}?\s(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|--form|-T|--upload-file|--post-file)[=\s]
            [^\n]{0,60}?(?:\.env\b|id_rsa|id_ed25519|/etc/passwd|\.ssh/|\.aws/|\.netrc)
        | (?:发送|上传|转发|泄露)[^。\n]{0,40}?(?:密钥|令牌|口令|密码|凭据|凭证|环境变量|源代码|token)[^。\n]{0,40}?[到至给]\s*
            (?:https?://|[\w-]+\.[\w.-]+|[\w.]+@)
        | [把将][^。\n]{0,40}?(?:密钥|令牌|口令|密码|凭据|凭证|环境变量|源代码|token)[^。\n]{0,40}?(?:发送|上传|转发|发)[到至给]\s*
            (?:https?://|[\w-]+\.[\w.-]+|[\w.]+@)",
    ),
    (
        Aim::Bypass,
        true,
        r"\bwithout\s+(?:ever\s+)?(?:asking|requesting|waiting)\s+(?:(?:the\s+)?user\s+)?(?:for\s+)?(?:(?:the\s+)?user['’]s\s+|any\s+)?
            (?:permission|confirmation|approval|consent)\b
        | \bauto-?(?:approve|accept|allow)\s+(?:all|every|any)\b
        | \b(?:disable|turn\s+off|skip)\s+(?:the\s+|all\s+)?(?:sandbox|permission\s+(?:checks?|prompts?)|safety\s+(?:checks?|rules?))\b
        | --dangerously-skip-permissions\b | \bbypassPermissions\b",
    ),
    (
        Aim::Bypass,
        false,
        r"\b(?:never|no\s+need\s+to|do\s+not|don't)\s+(?:ask|request|wait)\s+(?:(?:the\s+)?user\s+)?(?:for\s+)?
            (?:(?:the\s+)?user's\s+|any\s+)?(?:permission|confirmation|approval|consent)\b
        | (?:无需|不用|不必|不要|不需要)再?(?:询问|征求|等待|请求)用户?的?(?:同意|确认|许可|批准|授权)",
    ),
    (
        Aim::Tag,
        false,
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id)\|> | \[/?INST\] | <</?SYS>>
        | </?(?:function_calls|function_results|tool_use|tool_result|tool_call)\b[^>\n]{0,80}>",
    ),
    (Aim::Turn, false, r"(?-i:(?:^|\n)\s*\n(?:Human|Assistant):\s)"),
    (
        Aim::Listing,
        false,
        r"(?m:^)\s*-\s+(?:\[(?:user|feedback|project|reference)\]\s+)?\S[^\n]{0,200}?\.md\s+
            \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\)",
    ),
    (
        Aim::Tool,
        true,
        r"\b(?:use|call|invoke|run|execute)\s+(?:the\s+)?`?(?-i:Bash|Write|Edit|Read|WebFetch|WebSearch|Task|Agent|NotebookEdit|Glob|Grep)`?
            \s+tool\s+(?:to|on|with|and)\b",
    ),
    (
        Aim::Fetched,
        true,
        r"\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:bash|zsh|dash|sh|python3?|node)\b",
    ),
];

/// What is worded like that in a folded text.
pub(super) fn find(text: &str) -> Vec<(Aim, Range<usize>)> {
    let mut out = Vec::new();
    for pattern in PATTERNS.iter() {
        let found = pattern.regex.find_iter(text);
        let meant = found.filter(|found| !(pattern.negated && is_negated(text, found.start())));
        // all of them: what is denied, or lies within another, would else use up the room of one that is neither
        out.extend(meant.map(|found| (pattern.aim, leading(text, found.range()))));
    }
    out
}

/// A range without the white space that it begins with.
fn leading(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    range.start + (part.len() - part.trim_start().len())..range.end
}

/// Whether a negation stands before this place in its sentence.
fn is_negated(text: &str, at: usize) -> bool {
    let before = text.get(floor(text, at.saturating_sub(120))..at).unwrap_or_default();
    let sentence =
        before.rsplit(['.', '!', '?', ';', '\n', '。', '！', '？', '；']).next().unwrap_or_default();
    NEGATION.is_match(sentence)
}
