//! Problems in English, for the command line and for logs. The window words them itself, from the same arguments.

use super::{Code, Problem};

impl Problem {
    /// One sentence: what is so. Ends with a full stop.
    pub fn message(&self) -> String {
        let arg = |name: &str| self.args.get(name).map_or("?", String::as_str);
        let number = |name: &str| grouped(arg(name));
        let count = |name: &str, one: &str, many: &str| match arg(name) {
            "1" => format!("1 {one}"),
            n => format!("{} {many}", grouped(n)),
        };
        match self.code {
            Code::Truncated => {
                let limit = if arg("limit") == "chars" { "25,000 characters" } else { "200 lines" };
                let lines = count("lines", "line", "lines");
                let cut = count("cut-lines", "line", "lines");
                let lost = count("entries", "entry", "entries");
                format!("The index has {lines} and is cut at {limit}: {cut} and {lost} are lost.")
            }
            Code::NearLimit => {
                let unit = if arg("unit") == "chars" { "characters" } else { "lines" };
                format!("The index uses {} of {} {unit}.", number("used"), number("limit"))
            }
            Code::Dangling => format!("The entry leads to {}, which is not there.", shown(arg("target"))),
            Code::Orphan => "No entry of the index leads to this topic.".to_owned(),
            Code::DuplicateEntry => {
                format!("The entry leads to {}, as line {} does.", shown(arg("target")), arg("first"))
            }
            Code::DuplicateName => {
                format!("The name {} is that of {} too.", shown(arg("name")), shown(arg("other")))
            }
            Code::MissingType => "The topic has no type.".to_owned(),
            Code::InvalidType => {
                format!("The type {} is none of user, feedback, project and reference.", shown(arg("type")))
            }
            Code::NoDescription => "The topic has no description.".to_owned(),
            Code::UnparsableFrontmatter => {
                format!("The frontmatter cannot be read: {}.", shown_plain(arg("why")))
            }
            Code::MultilineDescription => "The description has more than one line.".to_owned(),
            Code::TooLong => {
                let limit = if arg("limit") == "bytes" { "4,096 bytes" } else { "200 lines" };
                let (bytes, lines) = (count("bytes", "byte", "bytes"), count("lines", "line", "lines"));
                format!("The topic has {bytes} and {lines}; when it is recalled it is cut at {limit}.")
            }
            Code::LongHook => format!("The hook has {} characters.", number("length")),
            Code::RepeatedHook => {
                format!("The hook only repeats the description of {}.", shown(arg("target")))
            }
            Code::EmptySection => format!("Nothing stands under the heading {}.", shown(arg("title"))),
            Code::BrokenLink => format!("[[{}]] leads to no topic.", shown_plain(arg("name"))),
            Code::InvisibleCharacters => {
                let found = count("count", "invisible character", "invisible characters");
                format!("The file has {found} ({}), first {}.", arg("kinds"), arg("first"))
            }
            Code::Collision => format!("This memory is shared by {}.", shown_plain(arg("paths"))),
            Code::BeyondListing => {
                format!(
                    "There are {} topics, and the selector is offered {}.",
                    number("count"),
                    number("limit")
                )
            }
            Code::Odd => format!("{}.", odd(arg("why"))),
            Code::NotUtf8 => "The file has bytes that are not UTF-8.".to_owned(),
            Code::CaseTwin => {
                format!("The name differs from {} only in upper and lower case.", shown(arg("other")))
            }
            Code::LookAlike => {
                format!("{} % of what it says stands in {} too.", arg("percent"), shown(arg("other")))
            }
            Code::Secret => {
                let found = count("count", "place", "places");
                format!(
                    "In {found} it looks like a secret, first {} ({}).",
                    shown(arg("masked")),
                    shown_plain(arg("rule"))
                )
            }
        }
    }

    /// One sentence: why it matters, or what to do.
    pub fn advice(&self) -> &'static str {
        match self.code {
            Code::Truncated => {
                "What is cut never reaches Claude; move what matters up, and shorten or remove the rest."
            }
            Code::NearLimit => {
                "Beyond the limit the end of the index is lost without a word; shorten it in time."
            }
            Code::Dangling => {
                "Claude will look for the file in vain; remove the entry, or correct where it leads."
            }
            Code::Orphan => {
                "A session that only loads the index never learns that the topic exists; add an entry."
            }
            Code::DuplicateEntry => "The second entry takes room from others; remove it.",
            Code::DuplicateName => {
                "A link by this name can only lead to one of them; rename one, or merge them."
            }
            Code::MissingType => "The type tells Claude how to take the memory; give it one of the four.",
            Code::InvalidType => "A type that is none of the four counts as none; correct it.",
            Code::NoDescription => {
                "The selector sees only the file's name and can hardly choose it; describe it in a sentence."
            }
            Code::UnparsableFrontmatter => {
                "Name, description and type are lost to Claude; correct the lines at the top of the file."
            }
            Code::MultilineDescription => {
                "Further lines look like further topics in the listing, so a file can forge them; join them to one."
            }
            Code::TooLong => {
                "What comes after the limit is never recalled; split the topic, or put what matters first."
            }
            Code::LongHook => {
                "The index has room for 25,000 characters in all; a hook only has to say when the topic matters."
            }
            Code::RepeatedHook => {
                "It spends room in the index without saying more; say when the topic matters instead."
            }
            Code::EmptySection => {
                "A heading alone takes a line of the index; remove it, or move entries under it."
            }
            Code::BrokenLink => "Claude cannot follow it; correct the name, or make the topic.",
            Code::InvisibleCharacters => {
                "Text that nobody sees can speak to Claude all the same; look at the source and remove it."
            }
            Code::Collision => {
                "Each of these projects reads and writes the others' memory; rename one of the folders."
            }
            Code::BeyondListing => "The oldest topics are never recalled; merge or delete some.",
            Code::Odd => match self.args.get("why").map(String::as_str) {
                Some("link-outside") => {
                    "Claude reads what the link leads to; Memdesk shows it but never writes there."
                }
                Some("link-broken") => "There is nothing to read; remove the link.",
                Some("name-control-character") => {
                    "The name is part of the listing and can forge lines of it; rename the file."
                }
                Some("time-in-future") => {
                    "It stays at the head of the listing until then; give it the present time."
                }
                Some("name-not-utf8") => "Memdesk cannot open such a name; rename the file.",
                _ => "Memdesk leaves it as it is; look at it with your own tools.",
            },
            Code::NotUtf8 => "Claude sees replacement characters in their place; save the file as UTF-8.",
            Code::CaseTwin => "On macOS and Windows one of the two would be lost; rename one.",
            Code::LookAlike => {
                "Both take a place in the listing and come back together, and once one of them is corrected they contradict each other. \
                 Merge them."
            }
            Code::Secret => {
                "What stands in memory is sent along with conversations and kept in their records; take it out, and have the key replaced."
            }
        }
    }
}

/// A number with commas between thousands; what is no number as it is.
pub fn grouped(number: &str) -> String {
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut out = String::new();
    for (at, digit) in number.chars().enumerate() {
        if at > 0 && (number.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A text from a file between quotes, on one line and not too long: it may be hostile.
fn shown(text: &str) -> String {
    format!("“{}”", shown_plain(text))
}

fn shown_plain(text: &str) -> String {
    const LONGEST: usize = 120;
    let visible: String = text
        .chars()
        .take(LONGEST)
        .map(|c| {
            if c.is_control() || memdesk_memdir::invisible::clean(c) != memdesk_memdir::invisible::Clean::Keep
            {
                '\u{FFFD}'
            } else {
                c
            }
        })
        .collect();
    let visible = visible.trim_end_matches('.');
    if text.chars().nth(LONGEST).is_some() { format!("{visible}…") } else { visible.to_owned() }
}

fn odd(why: &str) -> String {
    match why {
        "fifo" | "socket" | "device" | "directory" => format!("This is no file but a {why}"),
        "link-outside" => "The file is a link that leads out of the store".to_owned(),
        "link-broken" => "The file is a link that leads nowhere".to_owned(),
        "name-not-utf8" => "The name is not UTF-8".to_owned(),
        "name-control-character" => "The name has a line end or an invisible character".to_owned(),
        "directory-unreadable" => "The folder cannot be read".to_owned(),
        "time-in-future" => "The file's time lies in the future".to_owned(),
        "too-many-files" => "There are more files than Memdesk looks at".to_owned(),
        other => {
            let text = shown_plain(other);
            format!("It cannot be read: {text}")
        }
    }
}
