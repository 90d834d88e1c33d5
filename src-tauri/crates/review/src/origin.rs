//! Who made a change, from evidence.
//!
//! Separate because evidence comes from several places (the gate, session files, a file's own header) and is weighed in one.
//! Reads none of it: it is given. What is not told is `outside`, never guessed.

use crate::{Content, File};
use jiff::{SignedDuration, Timestamp};
use memdesk_memdir::digest::hex;
use serde::{Deserialize, Serialize};

/// Who wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// You, through this program.
    You,
    /// The agent that a person talks to.
    MainAgent,
    /// An agent that it started.
    Subagent,
    /// The client's extractor, in the background of a conversation.
    Extractor,
    /// The client's consolidation, in the background of many.
    Dream,
    /// The client, whoever in it.
    Client,
    /// Anything else: an editor, a sync, or it is not known.
    Outside,
}

impl Origin {
    /// All of them.
    pub const ALL: [Origin; 7] = [
        Origin::You,
        Origin::MainAgent,
        Origin::Subagent,
        Origin::Extractor,
        Origin::Dream,
        Origin::Client,
        Origin::Outside,
    ];

    /// Its word: the author's name of a commit, and the word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Origin::You => "you",
            Origin::MainAgent => "main-agent",
            Origin::Subagent => "subagent",
            Origin::Extractor => "extractor",
            Origin::Dream => "dream",
            Origin::Client => "client",
            Origin::Outside => "outside",
        }
    }

    /// Who an author's name stands for; an unknown one is somebody outside.
    pub fn of(name: &[u8]) -> Origin {
        Origin::ALL.into_iter().find(|origin| origin.word().as_bytes() == name).unwrap_or(Origin::Outside)
    }
}

/// Who wrote, and where that is told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Author {
    /// Who.
    pub origin: Origin,
    /// The client's session.
    pub session: Option<String>,
    /// The question in whose turn it was written.
    pub turn: Option<String>,
    /// The subagent.
    pub agent: Option<String>,
    /// When it was written, where that is told; a commit's own time is when it was seen.
    pub time: Option<Timestamp>,
    /// The client's version.
    pub version: Option<String>,
    /// How it is known, one word.
    pub evidence: Option<String>,
}

impl Author {
    /// Somebody of whom nothing else is known.
    pub fn only(origin: Origin) -> Author {
        Author { origin, session: None, turn: None, agent: None, time: None, version: None, evidence: None }
    }
}

/// How far a file's time may be from that of the evidence for it: a session row is written when a turn ends, the file while
/// it goes on.
const NEAR: SignedDuration = SignedDuration::from_secs(30);

/// Something that says who wrote a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The file, below the store.
    pub path: String,
    /// When it was written, or when that was noted.
    pub time: Timestamp,
    /// Who says so it was, with [`Author::evidence`] as [`Strength`] has it.
    pub author: Author,
    /// How good it is.
    pub strength: Strength,
    /// What was done.
    pub deed: Deed,
    /// SHA-256 of the bytes written, in hex ([`hex`]), where they are told.
    pub digest: Option<String>,
}

/// What evidence says was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// The file was written.
    Wrote,
    /// It was taken away.
    Removed,
    /// One of the two: it is not told which.
    Either,
}

/// How good evidence is, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// The gate saw the call.
    Gate,
    /// A `memory_saved` row of a session names the file (2.1.332, golden `provenance`).
    MemorySaved,
    /// A session has the tool call that wrote it.
    ToolCall,
    /// The file's header says which session it is from.
    Frontmatter,
}

impl Strength {
    /// Its word in [`Author::evidence`].
    pub fn word(self) -> &'static str {
        match self {
            Strength::Gate => "gate",
            Strength::MemorySaved => "memory-saved",
            Strength::ToolCall => "tool-call",
            Strength::Frontmatter => "frontmatter",
        }
    }
}

/// Who a change is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Who wrote it last.
    pub author: Author,
    /// Who wrote it before that, since `since`; oldest first.
    pub also: Vec<Author>,
}

/// Who made a file what it is (`None`: took it away), of those who wrote it after `since` (when it was reviewed last).
///
/// The last event counts, and of events about the same moment the best evidence. A file that was changed long after the last
/// event, and whose bytes no event tells, is from outside. `header` is what its header tells: session and time of the last
/// client write.
pub fn provenance(
    path: &str,
    now: Option<&File>,
    header: (Option<&str>, Option<Timestamp>),
    since: Option<Timestamp>,
    evidence: &[Evidence],
) -> Provenance {
    let mut events: Vec<&Evidence> = evidence
        .iter()
        .filter(|one| one.path == path && since.is_none_or(|since| one.time > since))
        .collect();
    // of one moment the best comes last, so that it is the one that counts
    events.sort_by_key(|one| (one.time, std::cmp::Reverse(one.strength)));
    let mut told: Vec<&Evidence> = Vec::new();
    for event in events {
        match told.last_mut() {
            Some(last) if near(last.time, event.time) && same_hand(last, event) => {
                if event.strength <= last.strength {
                    *last = event;
                }
            }
            _ => told.push(event),
        }
    }
    let (session, stamped) = header;
    let last = told.last().copied();
    let holds = match (last, now) {
        (None, _) => false,
        // whoever wrote it last need not have taken it away
        (Some(last), None) => last.deed != Deed::Wrote,
        (Some(last), Some(_)) if last.deed == Deed::Removed => false,
        (Some(last), Some(file)) => {
            let written = Timestamp::from_nanosecond(file.mtime_ns).ok();
            let after =
                |time: Option<Timestamp>| time.is_some_and(|time| near(time, last.time) || time < last.time);
            last.digest.as_deref().is_some_and(|digest| is(file, digest)) || after(written) || after(stamped)
        }
    };
    let also = |upto: usize| told.iter().take(upto).map(|one| one.author.clone()).collect();
    if let (Some(last), true) = (last, holds) {
        return Provenance { author: last.author.clone(), also: also(told.len() - 1) };
    }
    let author = match session {
        Some(session) if last.is_none() => Author {
            session: Some(session.to_owned()),
            time: stamped,
            evidence: Some(Strength::Frontmatter.word().to_owned()),
            ..Author::only(Origin::Client)
        },
        _ => Author::only(Origin::Outside),
    };
    Provenance { author, also: also(told.len()) }
}

/// Two pieces of evidence for one write: the same session, or the gate and a row of it. The extractor and the dream write
/// with tools too, so a tool call and a `memory_saved` row of a session are about one write only where nobody else is named.
fn same_hand(one: &Evidence, other: &Evidence) -> bool {
    one.author.session == other.author.session && one.author.origin == other.author.origin
}

fn near(one: Timestamp, other: Timestamp) -> bool {
    one.duration_since(other).abs() <= NEAR
}

fn is(file: &File, digest: &str) -> bool {
    match &file.content {
        Content::Bytes(bytes) => hex(bytes) == digest,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: &str = "s-1";

    /// `extractor@100` and the like, `=text` for the bytes written, `!` for one that was taken away.
    fn evidence(text: &str) -> Evidence {
        let (who, rest) = text.split_once('@').unwrap();
        let (second, digest) = match rest.split_once('=') {
            Some((second, bytes)) => (second, Some(hex(bytes.as_bytes()))),
            None => (rest, None),
        };
        let removed = second.ends_with('!');
        let (origin, strength) = match who {
            "extractor" => (Origin::Extractor, Strength::MemorySaved),
            "dream" => (Origin::Dream, Strength::MemorySaved),
            "main" => (Origin::MainAgent, Strength::ToolCall),
            "gate" => (Origin::MainAgent, Strength::Gate),
            other => panic!("{other}"),
        };
        let session = Some(SESSION.to_owned());
        Evidence {
            path: "a.md".to_owned(),
            time: Timestamp::from_second(second.trim_end_matches('!').parse().unwrap()).unwrap(),
            author: Author { session, evidence: Some(strength.word().to_owned()), ..Author::only(origin) },
            strength,
            deed: match (removed, strength) {
                (true, _) => Deed::Removed,
                (false, Strength::MemorySaved) => Deed::Either,
                (false, _) => Deed::Wrote,
            },
            digest,
        }
    }

    #[test]
    fn the_last_who_is_known_to_have_written() {
        for (name, file, stamped, since, events, expected) in [
            ("nothing is known", Some(("x", 100)), None, None, "", "outside none []"),
            ("a session's header", Some(("x", 100)), Some(100), None, "", "client frontmatter []"),
            ("the extractor", Some(("x", 101)), None, None, "extractor@100", "extractor memory-saved []"),
            (
                "written while the turn went on",
                Some(("x", 80)),
                None,
                None,
                "extractor@100",
                "extractor memory-saved []",
            ),
            (
                "then the dream",
                Some(("x", 200)),
                None,
                None,
                "dream@200 extractor@100",
                "dream memory-saved [extractor]",
            ),
            ("taken away by the dream", None, None, None, "dream@200", "dream memory-saved []"),
            ("taken away by nobody who is known", None, None, None, "main@200", "outside none [main-agent]"),
            ("removed by a call", None, None, None, "main@200!", "main-agent tool-call []"),
            ("changed long after", Some(("x", 900)), None, None, "extractor@100", "outside none [extractor]"),
            (
                "copied long after, stamped then",
                Some(("x", 900)),
                Some(100),
                None,
                "extractor@100",
                "extractor memory-saved []",
            ),
            (
                "copied long after, the same bytes",
                Some(("x", 900)),
                None,
                None,
                "main@100=x",
                "main-agent tool-call []",
            ),
            (
                "the gate before a row",
                Some(("x", 100)),
                None,
                None,
                "main@101 gate@100",
                "main-agent gate []",
            ),
            ("reviewed meanwhile", Some(("x", 100)), None, Some(150), "extractor@100", "outside none []"),
            ("brought back by hand", Some(("x", 900)), None, None, "main@100!", "outside none [main-agent]"),
        ] {
            let events: Vec<Evidence> = events.split_whitespace().map(evidence).collect();
            let file = file.map(|(text, second): (&str, i128)| File {
                content: Content::Bytes(text.as_bytes().into()),
                mtime_ns: second * 1_000_000_000,
                mode: 0o644,
                link: None,
            });
            let at = |second: i64| Timestamp::from_second(second).unwrap();
            let header = (stamped.map(|_| SESSION), stamped.map(at));
            let found = provenance("a.md", file.as_ref(), header, since.map(at), &events);
            let also: Vec<&str> = found.also.iter().map(|author| author.origin.word()).collect();
            let evidence = found.author.evidence.as_deref().unwrap_or("none");
            let told = format!("{} {evidence} [{}]", found.author.origin.word(), also.join(", "));
            assert_eq!(told, expected, "{name}");
        }
    }

    #[test]
    fn words_come_back() {
        for origin in Origin::ALL {
            assert_eq!(Origin::of(origin.word().as_bytes()), origin);
        }
        assert_eq!(Origin::of(b"somebody"), Origin::Outside);
    }
}
