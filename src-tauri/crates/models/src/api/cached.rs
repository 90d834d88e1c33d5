//! Answers kept by content, so that the same question over the same listing is not paid for twice.
//!
//! Separate because it is the one place here that writes: below a directory that the caller gives, never in a store. What is
//! kept is a model's answer as it came and what it took; it is read anew against what is offered. Never holds a key, a
//! question or a listing.

use super::address::Address;
use super::{Api, answer, request};
use crate::{Ask, Cancel, Choice, Selector, SelectorError, Usage};
use memdesk_memdir::Profile;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Entries kept at most; the oldest go first.
const ENTRIES: usize = 1_000;
/// Bytes of all entries at most.
const BYTES: u64 = 20 * 1024 * 1024;
/// An entry is no longer than this: an answer's limit, and what JSON adds to it.
const ENTRY_BYTES: u64 = 8 * 1024 * 1024;

/// An [`Api`] whose answers are kept.
#[derive(Debug, Clone)]
pub struct Cached {
    /// Who is asked when nothing is kept.
    pub api: Api,
    /// Where answers are kept; made when the first one is.
    pub directory: PathBuf,
    /// Ask even so, and keep the new answer.
    pub again: bool,
    /// Keep new answers; else only those that are kept already are used.
    pub keeps: bool,
}

/// How the name of a file ends that is being written.
const PART: &str = ".answer.part";

/// What is kept of a call.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    model: String,
    answer: String,
    input_tokens: u64,
    output_tokens: u64,
    milliseconds: u64,
}

impl Selector for Cached {
    /// An answer that cannot be kept (a full disk, a directory that is not writable) is given all the same.
    fn choose(&self, ask: &Ask, cancel: &Cancel) -> Result<Choice, SelectorError> {
        let place = self.place(ask)?;
        if !self.again
            && let Some(kept) = kept(&place, ask)
        {
            return Ok(kept);
        }
        let choice = self.api.choose(ask, cancel)?;
        if let (Some(raw), Some(usage)) = (&choice.raw, &choice.usage)
            && self.keeps
        {
            let entry = Entry {
                model: usage.model.clone(),
                answer: raw.clone(),
                input_tokens: usage.input_tokens,
                output_tokens: usage.output_tokens,
                milliseconds: usage.milliseconds,
            };
            let _ =
                keep(&self.directory, &place, &entry).and_then(|()| prune(&self.directory, ENTRIES, BYTES));
        }
        Ok(choice)
    }
}

impl Cached {
    /// Whether an answer to this question is kept: asking would send nothing and cost nothing.
    pub fn is_kept(&self, ask: &Ask) -> bool {
        !self.again && self.place(ask).is_ok_and(|place| kept(&place, ask).is_some())
    }

    /// The entry's file: named by the hash of everything that the answer depends on.
    fn place(&self, ask: &Ask) -> Result<PathBuf, SelectorError> {
        let address = Address::new(self.api.provider, self.api.base_url.as_deref())?;
        let [listing, question] = request::messages(ask);
        let mut hash = Sha256::new();
        for part in [
            "answers 1",
            self.api.provider.as_str(),
            address.as_str(),
            &self.api.model,
            request::INSTRUCTION,
            &request::schema().to_string(),
            &question,
            &listing,
        ] {
            // with its length before it, so that no two lists of parts read the same
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let name: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(self.directory.join(name).with_extension("json"))
    }
}

/// The kept answer, read anew. None when there is none, or it is not whole, or not ours.
fn kept(place: &Path, ask: &Ask) -> Option<Choice> {
    let mut text = String::new();
    fs::File::open(place).ok()?.take(ENTRY_BYTES).read_to_string(&mut text).ok()?;
    let entry: Entry = serde_json::from_str(&text).ok()?;
    let usage = Usage {
        model: entry.model,
        input_tokens: entry.input_tokens,
        output_tokens: entry.output_tokens,
        milliseconds: entry.milliseconds,
    };
    let choice = answer::read(&entry.answer, ask, Profile::latest()).ok()?;
    Some(Choice { usage: Some(usage), cached: true, ..choice })
}

/// Writes the entry whole or not at all, readable by this person alone.
fn keep(directory: &Path, place: &Path, entry: &Entry) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let mut file = tempfile::Builder::new().suffix(PART).tempfile_in(directory)?;
    file.write_all(&serde_json::to_vec(entry)?)?;
    file.persist(place)?;
    Ok(())
}

/// Removes the oldest entries beyond the limits. Files that are no entries stay.
fn prune(directory: &Path, entries: usize, bytes: u64) -> io::Result<()> {
    let mut found: Vec<(SystemTime, PathBuf, u64)> = Vec::new();
    for file in fs::read_dir(directory)?.flatten() {
        let (path, Ok(meta)) = (file.path(), file.metadata()) else { continue };
        if meta.is_file() && is_entry(&path) {
            found.push((meta.modified().unwrap_or(SystemTime::UNIX_EPOCH), path, meta.len()));
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    let mut total = 0;
    for (at, (_, path, length)) in found.iter().enumerate() {
        total += length;
        if at >= entries || total > bytes {
            // another window may have removed it already
            let _ = fs::remove_file(path);
        }
    }
    Ok(())
}

/// 64 hexadecimal digits and `.json`; or one that is being written, or was when a process ended.
fn is_entry(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let hash = name.strip_suffix(".json").unwrap_or_default();
    name.ends_with(PART) || (hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::super::Provider;
    use super::super::tests::mock::Mock;
    use super::super::tests::{KEY, api, ask, whole};
    use super::*;
    use crate::key::Key;
    use std::time::Duration;

    #[test]
    fn the_oldest_go_and_what_is_no_entry_stays() {
        let directory = tempfile::tempdir().unwrap();
        let place = |name: &str| directory.path().join(name);
        let names: Vec<String> = (0..6).map(|at| format!("{at:064x}.json")).collect();
        for (at, name) in names.iter().enumerate() {
            fs::write(place(name), [b'x'; 100]).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1000 + at as u64);
            fs::File::open(place(name)).unwrap().set_modified(time).unwrap();
        }
        fs::write(place("notes.json"), "mine").unwrap();
        fs::write(place(".tmpX.answer.part"), [b'x'; 100]).unwrap();
        fs::File::open(place(".tmpX.answer.part")).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        let left = || {
            let mut left: Vec<String> = names.iter().filter(|name| place(name).exists()).cloned().collect();
            left.sort();
            left
        };
        prune(directory.path(), 4, 1000).unwrap();
        assert_eq!(left(), names[2..]);
        prune(directory.path(), 4, 250).unwrap();
        assert_eq!(left(), names[4..]);
        assert!(place("notes.json").exists() && !place(".tmpX.answer.part").exists());
    }

    #[test]
    fn an_answer_is_kept_by_all_that_it_depends_on() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("answers");
        let mock = Mock::saying(Provider::OpenAi, r#"{"selected_memories":["deploy.md","gone.md"]}"#);
        let cached = |again| Cached {
            api: api(Provider::OpenAi, &mock),
            directory: place.clone(),
            again,
            keeps: true,
        };
        let cancel = Cancel::default();
        assert!(!cached(false).is_kept(&ask()) && !place.exists());
        let first = cached(false).choose(&ask(), &cancel).unwrap();
        let second = cached(false).choose(&ask(), &cancel).unwrap();
        assert!(!first.cached && second.cached && cached(false).is_kept(&ask()));
        assert_eq!(Choice { cached: false, ..second }, first);
        assert_eq!(mock.heard().len(), 1);

        // what it depends on, one by one; the key is none of it
        let calls = |cached: Cached, ask: &Ask| {
            let before = mock.heard().len();
            cached.choose(ask, &cancel).unwrap();
            mock.heard().len() - before
        };
        let with = |change: fn(&mut Api)| {
            let mut cached = cached(false);
            change(&mut cached.api);
            cached
        };
        assert_eq!(calls(with(|api| api.key = Key::new("sk-other")), &ask()), 0);
        assert_eq!(calls(with(|api| api.model = "other".to_owned()), &ask()), 1);
        assert_eq!(
            calls(with(|api| api.base_url = api.base_url.as_ref().map(|url| format!("{url}/v2"))), &ask()),
            1
        );
        assert_eq!(calls(with(|api| api.provider = Provider::Ollama), &ask()), 1);
        let mut other = ask();
        other.query.push('!');
        assert_eq!(calls(cached(false), &other), 1);
        let mut other = ask();
        other.candidates[0].line.push('!');
        assert_eq!(calls(cached(false), &other), 1);
        assert_eq!(calls(cached(true), &ask()), 1);

        // nothing of the question, the listing or the key is in it, and a broken file is as none
        for file in std::fs::read_dir(&place).unwrap().flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            assert!(
                !text.contains(KEY) && !text.contains("how do we") && !text.contains("releases"),
                "{text}"
            );
            std::fs::write(file.path(), &text[..text.len() / 2]).unwrap();
        }
        assert_eq!(calls(cached(false), &ask()), 1);
        assert_eq!(calls(cached(false), &ask()), 0);
    }

    #[test]
    fn what_fails_is_not_kept_and_what_cannot_be_kept_is_given() {
        let directory = tempfile::tempdir().unwrap();
        let mock = Mock::new(whole(500, "{}"));
        let cached = Cached {
            api: api(Provider::OpenAi, &mock),
            directory: directory.path().join("answers"),
            again: false,
            keeps: true,
        };
        assert!(cached.choose(&ask(), &Cancel::default()).is_err() && !cached.directory.exists());

        let file = directory.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mock = Mock::saying(Provider::OpenAi, r#"{"selected_memories":[]}"#);
        let cached = Cached { api: api(Provider::OpenAi, &mock), directory: file, again: false, keeps: true };
        assert!(cached.choose(&ask(), &Cancel::default()).is_ok());
    }
}
