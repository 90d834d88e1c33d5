//! The papers of a package: manual pages and completions made from the grammar, and the licences of all that is compiled in.
//!
//! Separate from `package` because none of it depends on the kind of package. Made anew each time, below `target`; nothing
//! here is kept in the repository but the licence of the project and of what was taken into it.

use crate::package::{trouble, write};
use crate::step::{Stop, cargo, npm, tool};
use crate::tree;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Ours, and of what stands in the repository by others: the file, and its name in a package.
const LICENCES: [(&str, &str); 4] = [
    ("LICENSE", "LICENSE"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("src-tauri/crates/review/src/secret/LICENSE-gitleaks", "LICENSE-gitleaks"),
];
/// How files that hold a licence or a notice begin, in capitals.
const NOTICES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// Makes them all: the folder in which `man1`, `completions` and `doc` are then.
pub(crate) fn stage() -> Result<PathBuf, Stop> {
    let staged = tree::root().join("target/package");
    if staged.exists() {
        fs::remove_dir_all(&staged).map_err(|error| trouble(&staged, &error))?;
    }
    let papers = tree::program("release", "examples/papers");
    tool(&papers.to_string_lossy()).args([staged.to_string_lossy()]).run()?;
    let doc = staged.join("doc");
    for (file, name) in LICENCES {
        write(&doc.join(name), &read(&tree::root().join(file))?)?;
    }
    write(&doc.join("third-party.txt"), third_party()?.as_bytes())?;
    if cfg!(target_os = "linux") {
        // where Debian's policy wants them, and how it wants them
        write(&doc.join("copyright"), &read(&tree::root().join("src-tauri/package/copyright"))?)?;
        write(&doc.join("changelog"), &read(&tree::root().join("CHANGELOG.md"))?)?;
        let mut long = tree::files(&staged.join("man1"), &[]);
        long.extend([doc.join("third-party.txt"), doc.join("changelog")]);
        // without a name and a time inside, so that two builds agree
        tool("gzip")
            .args(["--best", "--no-name"])
            .args(long.iter().map(|file| file.to_string_lossy()))
            .run()?;
        // both texts are in `copyright`, or on every Debian
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            fs::remove_file(doc.join(name)).map_err(|error| trouble(&doc, &error))?;
        }
    }
    Ok(staged)
}

/// What is compiled in by others, with its licences; a text that several share stands once.
fn third_party() -> Result<String, Stop> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list =
        String::from("What the programs contain by others, each with its licence; the texts follow.\n\n");
    let libraries = crates()?.into_iter().chain(modules()?);
    for Library { name, licence, folder } in libraries {
        list.push_str(&format!("{name}: {licence}\n"));
        for text in notices(&folder) {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in &texts {
        list.push_str(&format!("\n\n---- {} ----\n\n{}\n", names.join(", "), text.trim_end()));
    }
    Ok(list)
}

/// Something by others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Library {
    /// Its name and version.
    name: String,
    /// Its licence, as it says itself.
    licence: String,
    /// Where its files are.
    folder: PathBuf,
}

/// What cargo compiles into the two programs.
fn crates() -> Result<Vec<Library>, Stop> {
    let words = ["tree", "--locked", "--edges", "normal", "--prefix", "none", "--no-dedupe"];
    let asked = cargo()
        .args(words)
        .args(["--format", "{p}|{l}", "--package", "memdesk", "--package", "memdesk-desktop"])
        .ask();
    let Some((text, true)) = asked else {
        return Err(Stop::Failed("cargo tree did not say what the programs contain".to_owned()));
    };
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let user = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    let home = home.or_else(|| std::env::var_os(user).map(|home| Path::new(&home).join(".cargo")));
    let sources = home.unwrap_or_default().join("registry/src");
    let registries: Vec<PathBuf> =
        fs::read_dir(sources).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    let mut found: Vec<Library> = text
        .lines()
        .filter_map(outside)
        .map(|(name, licence)| {
            let folder = name.replace(' ', "-");
            let folder = registries.iter().map(|one| one.join(&folder)).find(|one| one.is_dir());
            Library { name, licence, folder: folder.unwrap_or_default() }
        })
        .collect();
    found.sort();
    found.dedup();
    Ok(found)
}

/// Name with version, and licence, from a line of cargo tree; none for what is ours, which has a path.
fn outside(line: &str) -> Option<(String, String)> {
    let (package, licence) = line.split_once('|')?;
    let mut words = package.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.trim_start_matches('v'));
    // "(proc-macro)" is a kind, "(/home/…)" is a place
    let ours = words.any(|word| word.starts_with('(') && word != "(proc-macro)");
    (!ours).then(|| (format!("{name} {version}"), licence.to_owned()))
}

/// What the build of the pages takes from npm.
fn modules() -> Result<Vec<Library>, Stop> {
    // svelte is for development in package.json, but its runtime is in the pages
    let asked = npm().args(["ls", "--all", "--parseable", "--omit=dev"]).ask().map(|(text, _)| text);
    let mut folders: Vec<PathBuf> = asked.unwrap_or_default().lines().skip(1).map(PathBuf::from).collect();
    folders.push(tree::ui().join("node_modules/svelte"));
    folders.sort();
    folders.dedup();
    folders.into_iter().map(module).collect()
}

fn module(folder: PathBuf) -> Result<Library, Stop> {
    let text = String::from_utf8_lossy(&read(&folder.join("package.json"))?).into_owned();
    let field = |name: &str| {
        let rest = text.split_once(&format!("\"{name}\":"))?.1;
        rest.split('"').nth(1).map(str::to_owned)
    };
    let name = format!("{} {}", field("name").unwrap_or_default(), field("version").unwrap_or_default());
    Ok(Library { name, licence: field("license").unwrap_or_default(), folder })
}

/// The texts of licences and notices in a folder.
fn notices(folder: &Path) -> Vec<String> {
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    names.sort();
    names
        .into_iter()
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            NOTICES.iter().any(|start| name.starts_with(start))
        })
        .filter_map(|path| fs::read(path).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
        .collect()
}

fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    fs::read(path).map_err(|error| trouble(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_by_others() {
        for (line, want) in [
            ("serde v1.0.228|MIT OR Apache-2.0", Some(("serde 1.0.228", "MIT OR Apache-2.0"))),
            ("serde_derive v1.0.228 (proc-macro)|MIT", Some(("serde_derive 1.0.228", "MIT"))),
            ("memdesk-desk v0.1.0 (/home/me/memdesk/src-tauri/crates/desk)|MIT", None),
            ("", None),
        ] {
            let want = want.map(|(name, licence)| (name.to_owned(), licence.to_owned()));
            assert_eq!(outside(line), want, "{line}");
        }
    }
}
