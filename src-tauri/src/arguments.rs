//! What the window is started with: the same options as the command line's, and a folder or a link.
//!
//! Separate so that a second launch's arguments are read by the same rules. Never touches the disk.

use crate::link;
use memdesk_desk::Options;
use memdesk_desk::view::Failure;
use std::ffi::OsString;
use std::path::PathBuf;

/// A launch: options of the desk and what to open.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arguments {
    /// Config root, data directory and so on.
    pub(crate) options: Options,
    /// What to open.
    pub(crate) asked: Asked,
}

/// What a launch asks to be opened.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Asked {
    /// A launch from the desktop: what was open last.
    #[default]
    Nothing,
    /// A folder, by somebody at a terminal, who reads there what is wrong with it.
    Folder(PathBuf),
    /// A link, by somebody who sees no terminal: what is wrong with it is for the window to say.
    Link(Result<PathBuf, Failure>),
}

/// Reads `[--root DIR] [--store DIR] [--data DIR] [--profile VERSION] [--read-only] [PATH]`, or one link and nothing else.
pub(crate) fn parse(words: impl Iterator<Item = OsString>) -> Result<Arguments, String> {
    let words: Vec<OsString> = words.collect();
    let paths = words.iter().position(|word| word == "--").unwrap_or(words.len());
    if let Some(link) = words.iter().take(paths).find(|word| link::is_link(&word.to_string_lossy())) {
        // whoever hands links over may not have quoted them: no part of one may become an option
        let folder = match words.len() {
            1 => link::folder(&link.to_string_lossy()),
            _ => Err(link::not_alone()),
        };
        return Ok(Arguments { asked: Asked::Link(folder), ..Arguments::default() });
    }
    let mut arguments = Arguments::default();
    let mut words = words.into_iter();
    let mut only_paths = false;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        let mut value = |name: &str| words.next().ok_or_else(|| format!("{name} needs a value after it"));
        match text.as_str() {
            "--" if !only_paths => only_paths = true,
            "--root" if !only_paths => arguments.options.root = Some(value("--root")?.into()),
            "--store" if !only_paths => arguments.options.store = Some(value("--store")?.into()),
            "--data" if !only_paths => arguments.options.data = Some(value("--data")?.into()),
            "--profile" if !only_paths => {
                arguments.options.profile = Some(value("--profile")?.to_string_lossy().into_owned());
            }
            "--read-only" if !only_paths => arguments.options.read_only = true,
            option if option.starts_with("--") && !only_paths => {
                return Err(format!("unknown option {option}; memdesk --help lists them"));
            }
            _ if arguments.asked == Asked::Nothing => arguments.asked = Asked::Folder(word.into()),
            _ => return Err("only one folder can be opened at a time".to_owned()),
        }
    }
    Ok(arguments)
}

/// Says on standard error what is wrong with a launch.
#[allow(clippy::print_stderr, reason = "the one place where the window speaks to a terminal")]
pub(crate) fn complain(message: &str) {
    eprintln!("memdesk: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split_whitespace().map(OsString::from).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn options_and_a_folder() {
        let arguments = parse(words("--root /r --data /d shop")).unwrap();
        assert_eq!(arguments.options.root, Some("/r".into()));
        assert_eq!(arguments.options.data, Some("/d".into()));
        assert_eq!(arguments.asked, Asked::Folder("shop".into()));
        for (line, want) in
            [("-- --root", "--root"), ("-- memdesk://x", "memdesk://x"), ("memdesk", "memdesk")]
        {
            assert_eq!(parse(words(line)).unwrap().asked, Asked::Folder(want.into()), "{line}");
        }
        assert_eq!(parse(words("")).unwrap().asked, Asked::Nothing);
    }

    #[test]
    fn a_link_stands_alone() {
        let path = if cfg!(windows) { "C:/shop" } else { "/shop" };
        let link = format!("memdesk://open?path={path}");
        assert_eq!(parse(words(&link)).unwrap().asked, Asked::Link(Ok(path.into())));
        for line in [
            "memdesk://open?path=@ --data /d",
            "--data /d memdesk://open?path=@",
            "--data memdesk://open?path=@",
            "memdesk://open?path=@ /shop",
            "memdesk://open?path=@ -- /shop",
            "memdesk://open?path=@ memdesk://open?path=@",
            "memdesk://delete",
        ] {
            let arguments = parse(words(&line.replace('@', path))).unwrap();
            assert!(matches!(arguments.asked, Asked::Link(Err(_))), "{line}: {:?}", arguments.asked);
            assert!(arguments.options.data.is_none(), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, want) in
            [("--root", "needs a value"), ("--nope", "unknown option"), ("a b", "only one folder")]
        {
            let message = parse(words(line)).unwrap_err();
            assert!(message.contains(want), "{line}: {message}");
        }
    }
}
