//! What the window is started with: the same options as the command line's, and a folder.
//!
//! Separate so that a second launch's arguments are read by the same rules. Never touches the disk.

use memdesk_desk::Options;
use std::ffi::OsString;
use std::path::PathBuf;

/// A launch: options of the desk and the folder to open.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arguments {
    /// Config root, data directory and so on.
    pub(crate) options: Options,
    /// The folder to open; none for a launch from the desktop.
    pub(crate) folder: Option<PathBuf>,
}

/// Reads `[--root DIR] [--store DIR] [--data DIR] [--profile VERSION] [--read-only] [PATH]`.
pub(crate) fn parse(words: impl Iterator<Item = OsString>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    let mut words = words;
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
            _ if arguments.folder.is_none() => arguments.folder = Some(PathBuf::from(word)),
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
        assert_eq!(arguments.folder, Some("shop".into()));
        assert_eq!(parse(words("-- --root")).unwrap().folder, Some("--root".into()));
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
