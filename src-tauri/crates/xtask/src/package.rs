//! `cargo xtask package`: what a person installs, for the system that this is run on.
//!
//! Separate from `run` because it builds for release and needs more of the machine. Tauri's bundler makes the package; this
//! only lays beside the two programs what it does not know of: the command line's papers, and what the programs depend on.
//! Never signs and never publishes.

use crate::machine::{self, For};
use crate::step::{Done, Stop, cargo, tool};
use crate::{papers, tree, ui};
use std::fs;
use std::path::{Path, PathBuf};

/// The two programs of a package.
const PROGRAMS: [&str; 2] = ["memdesk", "memdesk-desktop"];

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Install it in a clean root and look.
    try_it: bool,
    /// This one, which has been built before.
    built: Option<PathBuf>,
    /// An AppImage too, whose tools the bundler has to fetch.
    appimage: bool,
}

impl Options {
    /// Reads the words after `package`.
    pub(crate) fn read(words: &[String]) -> Result<Self, Stop> {
        let mut options = Self::default();
        for word in words {
            match word.as_str() {
                "--try" => options.try_it = true,
                "--appimage" => options.appimage = true,
                deb if options.try_it && options.built.is_none() && deb.ends_with(".deb") => {
                    options.built = Some(PathBuf::from(deb));
                }
                other => {
                    return Err(Stop::CannotStart(format!(
                        "`{other}` is not understood; see cargo xtask help"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// Builds the packages of this system into `target/packages`.
pub(crate) fn package(options: &Options) -> Done {
    if options.try_it && !cfg!(target_os = "linux") {
        return Err(Stop::CannotStart("--try needs a Debian or Ubuntu to install on".to_owned()));
    }
    machine::ready(if options.try_it { For::Try } else { For::Package })?;
    if let Some(deb) = &options.built {
        return try_it(&std::path::absolute(deb).map_err(|error| trouble(deb, &error))?);
    }
    ui::build()?;
    // one build for all: with the example apart, what is shared would be compiled twice
    let packages = PROGRAMS.iter().flat_map(|name| ["--package", name]);
    cargo().args(["build", "--release", "--bins", "--example", "papers"]).args(packages).run()?;
    let staged = papers::stage()?;
    let config = config(&staged)?;
    let made = tree::built("release").join("bundle");
    if made.exists() {
        fs::remove_dir_all(&made).map_err(|error| trouble(&made, &error))?;
    }
    let mut skipped = Vec::new();
    bundle(first_kinds(), &config)?;
    if cfg!(target_os = "linux") {
        match appimage(options.appimage) {
            Err(why) => skipped.push(format!("AppImage: {why}")),
            Ok(()) => bundle("appimage", &config)?,
        }
    }
    let out = tree::root().join("target/packages");
    let packages = collect(&made, &out)?;
    println!();
    packages.iter().for_each(|package| println!("made      {}", package.display()));
    skipped.iter().for_each(|line| println!("skipped   {line}"));
    let deb = packages.iter().find(|path| path.extension().is_some_and(|ending| ending == "deb"));
    match deb {
        Some(deb) if options.try_it => try_it(deb),
        None if options.try_it => Err(Stop::Failed("there is no .deb to try".to_owned())),
        _ => Ok(()),
    }
}

/// What the bundler makes with nothing but itself: it writes a `.deb` and an `.rpm` without the systems' own tools.
fn first_kinds() -> &'static str {
    if cfg!(target_os = "macos") {
        "app,dmg"
    } else if cfg!(windows) {
        "nsis"
    } else {
        "deb,rpm"
    }
}

/// Whether an AppImage can be made here, and why not.
fn appimage(wanted: bool) -> Result<(), String> {
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache")));
    let tools = cache.is_some_and(|cache| {
        tree::files(&cache.join("tauri"), &[])
            .iter()
            .any(|file| file.to_string_lossy().contains("linuxdeploy"))
    });
    match wanted || tools {
        true => Ok(()),
        false => {
            Err("linuxdeploy is not here; with --appimage the bundler fetches it from its releases"
                .to_owned())
        }
    }
}

fn bundle(kinds: &str, config: &str) -> Done {
    let cli = tree::ui().join("node_modules/@tauri-apps/cli/tauri.js");
    tool("node")
        .args([cli.to_string_lossy().as_ref(), "bundle", "--ci", "--no-binary-patching"])
        .args(["--bundles", kinds, "--config", config])
        .dir(tree::root().join("src-tauri"))
        .run()
}

/// What only a build can know, in the words of `tauri.conf.json`: the second program, and the libraries that both need.
fn config(staged: &Path) -> Result<String, Stop> {
    let command_line = staged.join("memdesk");
    let named = format!("memdesk-{}{}", host()?, std::env::consts::EXE_SUFFIX);
    let program = tree::program("release", "memdesk");
    fs::copy(&program, staged.join(named)).map_err(|error| trouble(&program, &error))?;
    let second = quoted(&command_line.to_string_lossy());
    if !cfg!(target_os = "linux") {
        let papers = quoted(&staged.join("doc").to_string_lossy());
        return Ok(format!(
            "{{\"bundle\":{{\"externalBin\":[{second}],\"resources\":{{{papers}:\"licences\"}}}}}}"
        ));
    }
    let depends = depends(staged)?.iter().map(|one| quoted(one)).collect::<Vec<_>>().join(",");
    Ok(format!(
        "{{\"bundle\":{{\"externalBin\":[{second}],\"linux\":{{\"deb\":{{\"depends\":[{depends}]}}}}}}}}"
    ))
}

/// Debian packages with the libraries that the programs link, as Debian's own tool finds them; none elsewhere.
fn depends(staged: &Path) -> Result<Vec<String>, Stop> {
    if !machine::has("dpkg-shlibdeps") {
        return Ok(Vec::new());
    }
    // it reads the name of the package from there
    let control = staged.join("debian/control");
    write(&control, b"Source: memdesk\n\nPackage: memdesk\nArchitecture: any\n")?;
    let programs = PROGRAMS.map(|name| format!("-e{}", tree::program("release", name).display()));
    let asked = tool("dpkg-shlibdeps").args(["-O"]).args(programs).dir(staged.to_path_buf()).ask();
    match asked {
        Some((text, true)) => Ok(libraries(&text)),
        _ => Err(Stop::Failed("dpkg-shlibdeps did not say which packages the programs need".to_owned())),
    }
}

/// The list in what `dpkg-shlibdeps -O` prints: `shlibs:Depends=libc6 (>= 2.36), libgtk-3-0 (>= 3.24)`.
fn libraries(printed: &str) -> Vec<String> {
    let list = printed.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    list.map(|list| list.split(", ").map(str::to_owned).collect()).unwrap_or_default()
}

/// The system that the compiler builds for, as it calls it.
fn host() -> Result<String, Stop> {
    let asked = tool("rustc").args(["-vV"]).ask().map(|(text, _)| text).unwrap_or_default();
    let host = asked.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Stop::Failed("rustc did not say which system this is".to_owned()))
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Puts what the bundler made, and only that, into one folder.
fn collect(made: &Path, out: &Path) -> Result<Vec<PathBuf>, Stop> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|error| trouble(out, &error))?;
    }
    fs::create_dir_all(out).map_err(|error| trouble(out, &error))?;
    let endings = ["deb", "rpm", "AppImage", "dmg", "exe"];
    let mut packages = Vec::new();
    // each kind has a folder, with the package and what it was made from
    for kind in fs::read_dir(made).map_err(|error| trouble(made, &error))?.flatten() {
        for file in fs::read_dir(kind.path()).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let ending = file.extension().unwrap_or_default();
            let Some(name) = file.file_name().filter(|_| endings.iter().any(|one| ending == *one)) else {
                continue;
            };
            let package = out.join(name);
            fs::copy(&file, &package).map_err(|error| trouble(&file, &error))?;
            packages.push(package);
        }
    }
    packages.sort();
    Ok(packages)
}

/// Hands over to the tests of the package: they install it, and look.
fn try_it(deb: &Path) -> Done {
    cargo()
        .args(["test", "--package", "memdesk-tests", "--features", "window", "--test", "package"])
        .args(["--", "--nocapture", "--test-threads=1"])
        .env("MEMDESK_PACKAGE", &deb.to_string_lossy())
        .run()
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Done {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes)).map_err(|error| trouble(path, &error))
}

pub(crate) fn trouble(path: &Path, error: &std::io::Error) -> Stop {
    Stop::Failed(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let read =
            |words: &[&str]| Options::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert!(read(&[]).is_ok_and(|options| options == Options::default()));
        assert!(read(&["--try"]).is_ok_and(|options| options.try_it && !options.appimage));
        assert!(read(&["--appimage", "--try"]).is_ok_and(|options| options.try_it && options.appimage));
        assert!(read(&["--try", "x/a.deb"]).is_ok_and(|options| options.built == Some("x/a.deb".into())));
        for wrong in [&["--sign"][..], &["a.deb"], &["--try", "a.deb", "b.deb"], &["--try", "a.rpm"]] {
            assert!(matches!(read(wrong), Err(Stop::CannotStart(_))), "{wrong:?}");
        }
    }

    #[test]
    fn libraries_of_programs() {
        for (printed, want) in [
            (
                "shlibs:Depends=libc6 (>= 2.34), libgtk-3-0 (>= 3.21.4)\n",
                &["libc6 (>= 2.34)", "libgtk-3-0 (>= 3.21.4)"][..],
            ),
            ("note\nshlibs:Depends=libc6\n", &["libc6"]),
            ("", &[]),
        ] {
            assert_eq!(libraries(printed), want, "{printed}");
        }
    }

    #[test]
    fn strings_of_json() {
        for (text, want) in [
            ("a b", "\"a b\""),
            ("C:\\x\"y", "\"C:\\\\x\\\"y\""),
            ("a\nb", "\"a\\u000ab\""),
            ("记", "\"记\""),
        ] {
            assert_eq!(quoted(text), want);
        }
    }
}
