//! Which topic a `[[name]]` leads to.

use std::collections::HashMap;

use memdesk_memdir::Profile;
use memdesk_memdir::frontmatter::Frontmatter;
use memdesk_memdir::wikilink;

use crate::Snapshot;

/// Every name under which a topic can be reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Name to rank and path: the lowest rank wins, then the first path.
    best: HashMap<String, (u8, String)>,
}

impl Names {
    /// Names of topics given as path and frontmatter, in the order of their paths.
    pub fn new<'t>(topics: impl Iterator<Item = (&'t str, &'t Frontmatter)>) -> Names {
        let mut best: HashMap<String, (u8, String)> = HashMap::new();
        for (path, read) in topics {
            for name in wikilink::names(path, read.name.as_deref()) {
                let rank = rank(&name, path);
                match best.get_mut(&name) {
                    Some(held) if held.0 <= rank => {}
                    Some(held) => *held = (rank, path.to_owned()),
                    None => {
                        best.insert(name, (rank, path.to_owned()));
                    }
                }
            }
        }
        Names { best }
    }

    /// Names of a snapshot's topics.
    pub(crate) fn of(snapshot: &Snapshot, profile: &Profile) -> Names {
        let topics =
            super::topic::paths(snapshot).map(|(path, file)| (path, super::topic::header(file, profile)));
        let topics: Vec<(&str, Frontmatter)> = topics.collect();
        Names::new(topics.iter().map(|(path, read)| (*path, read)))
    }

    /// The path of the topic that a name leads to. A path without `.md` comes before a file's name, and that before a name
    /// in the frontmatter.
    pub fn resolve(&self, name: &str) -> Option<&str> {
        self.best.get(name.trim()).map(|(_, path)| path.as_str())
    }
}

fn rank(name: &str, path: &str) -> u8 {
    if path.strip_suffix(".md") == Some(name) {
        0
    } else if stem(path) == name {
        1
    } else {
        2
    }
}

/// The name of a file without folders and `.md`.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".md").unwrap_or(name)
}
