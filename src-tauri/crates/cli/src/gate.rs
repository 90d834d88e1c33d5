//! `memdesk gate`: the hook itself, and the commands that install it and say what it does.
//!
//! Separate from the other commands because the hook runs inside a client's session: it is answered before the grammar is
//! even looked at, always ends with exit status 0, and says nothing but an answer.

use crate::arguments::DeskArguments;
use crate::arguments::gate::{GateCommand, Sure};
use crate::json::word;
use crate::print::{self, safe};
use crate::{Answer, Done};
use memdesk_desk::view::{Failure, GateChange, GateMode, GateStatus};
use memdesk_desk::{Desk, Options, gate};
use serde_json::json;
use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// Most that is read of a payload, in bytes: a tool call that is larger writes no memory.
const PAYLOAD_LIMIT: u64 = 64 * 1024 * 1024;

/// Answers a payload on standard input when the words are those of the hook: options of places, then `gate`. `false`: they
/// are another command's.
pub(crate) fn is_hook(words: impl Iterator<Item = OsString>) -> bool {
    let options = hook_options(words);
    let is_hook = options.is_some();
    options.into_iter().for_each(answer_hook);
    is_hook
}

fn answer_hook(options: Options) {
    if std::io::stdin().is_terminal() {
        print::complain(
            "`memdesk gate` is run by Claude Code; `memdesk gate install` has it do so, `memdesk gate status` tells more.",
        );
        return;
    }
    // a fault of ours is answered by silence: what a panic would print is not for the client's user
    std::panic::set_hook(Box::new(|_| {}));
    let mut payload = Vec::new();
    // a payload that is cut off is no JSON, and noted as such
    drop(std::io::stdin().lock().take(PAYLOAD_LIMIT).read_to_end(&mut payload));
    if let Some(answer) = gate::answer(options, &payload) {
        print::line(&answer);
    }
}

fn hook_options(mut words: impl Iterator<Item = OsString>) -> Option<Options> {
    let mut options = Options::default();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("gate") => return words.next().is_none().then_some(options),
            Some("--root") => options.root = Some(PathBuf::from(words.next()?)),
            Some("--data") => options.data = Some(PathBuf::from(words.next()?)),
            _ => return None,
        }
    }
    None
}

pub(crate) fn run(
    desk: &Desk,
    arguments: &DeskArguments,
    command: Option<GateCommand>,
    json: bool,
) -> Answer {
    match command {
        // words of the hook in an order that the client does not use
        None if arguments.read_only => {
            // holding a write and noting it down is writing; the client is not to be kept from its own
            print::complain("open for reading only: the gate lets every call pass");
            Ok(Done::Fine)
        }
        None => {
            answer_hook(Options {
                root: arguments.root.clone(),
                data: arguments.data.clone(),
                ..Options::default()
            });
            Ok(Done::Fine)
        }
        Some(GateCommand::Install { sure }) => {
            let change = desk.gate_install_preview()?;
            make(&change, &sure, "installed already", json, || desk.gate_install(&change.seen))
        }
        Some(GateCommand::Uninstall { sure }) => {
            let change = desk.gate_uninstall_preview()?;
            make(&change, &sure, "not installed", json, || desk.gate_uninstall(&change.seen))
        }
        Some(GateCommand::Status { folder }) => {
            let id = desk.store_of(folder.path.as_deref())?;
            let status = desk.gate_status(&id)?;
            match json {
                true => print::json(&status),
                false => tell(&status),
            }
            Ok(Done::Fine)
        }
        Some(GateCommand::Mode { words }) => mode(desk, &words, json),
    }
}

/// Shows a change of the settings, asks, and makes it.
fn make(
    change: &GateChange,
    sure: &Sure,
    nothing: &str,
    json: bool,
    make: impl FnOnce() -> Result<(), Failure>,
) -> Answer {
    let said =
        |applied: bool| json!({ "applied": applied, "settings": change.settings, "diff": change.diff });
    if change.diff.is_empty() {
        match json {
            true => print::json(&said(false)),
            false => print::line(&format!("{nothing}: {}", change.settings)),
        }
        return Ok(Done::Fine);
    }
    if !json {
        print::exact(&safe(&change.diff));
    }
    if sure.dry_run {
        if json {
            print::json(&said(false));
        }
        return Ok(Done::Fine);
    }
    if !sure.yes && !asked(&change.settings)? {
        print::complain(&format!("{} is left as it was", change.settings));
        return Ok(Done::Refused);
    }
    make()?;
    match json {
        true => print::json(&said(true)),
        false => print::line(&format!(
            "{} is changed. It holds for sessions that begin from now on.",
            change.settings
        )),
    }
    Ok(Done::Fine)
}

fn asked(settings: &str) -> Result<bool, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::new(
            "not-asked",
            "nobody is there to ask",
            "Nothing was changed. Give --yes to have the change made, or --dry-run to see it alone."
                .to_owned(),
        ));
    }
    print::exact(&format!("Change {settings}? [y/N] "));
    drop(std::io::stdout().flush());
    let mut answer = String::new();
    drop(std::io::stdin().lock().read_line(&mut answer));
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn mode(desk: &Desk, words: &[String], json: bool) -> Answer {
    let (folder, said) = match words {
        [mode] => (None, mode),
        [folder, mode] => (Some(Path::new(folder)), mode),
        _ => return Err(no_mode("")),
    };
    let mode: GateMode = serde_json::from_value(json!(said)).map_err(|_| no_mode(said))?;
    let id = desk.store_of(folder)?;
    desk.set_gate_mode(&id, mode)?;
    let status = desk.gate_status(&id)?;
    match json {
        true => print::json(&status),
        false => {
            let place = desk.place(&id).map(|place| place.dir.display().to_string()).unwrap_or_default();
            print::line(&format!("mode: {} for {}", word(&status.mode), print::cell(&place)));
            print::nothing_here(desk, &id);
            if !status.installed {
                print::line("The gate is not installed yet: `memdesk gate install` does it.");
            }
        }
    }
    Ok(Done::Fine)
}

fn no_mode(said: &str) -> Failure {
    Failure::new(
        "bad-mode",
        format!("{said:?} is no mode"),
        "It is one of watch, hold and read-only.".to_owned(),
    )
}

fn tell(status: &GateStatus) {
    let installed = match (&status.program, status.program_missing) {
        (None, _) => "no".to_owned(),
        (Some(program), true) => format!("yes, but {program} is not there"),
        (Some(program), false) => format!("yes, {program}"),
    };
    print::line(&format!("installed: {}", safe(&installed)));
    print::line(&format!("settings:  {}", safe(&status.settings)));
    if let Some(why) = &status.unreadable {
        print::line(&format!("           {}", safe(why)));
    }
    if status.disabled {
        print::line("           they turn all hooks off (disableAllHooks)");
    }
    print::line(&format!("mode:      {}", word(&status.mode)));
    print::line(&format!("held:      {}", status.held));
    for other in &status.other_hooks {
        print::line(&format!("beside it: {}", print::cell(other)));
    }
    for note in &status.notes {
        print::line(&format!("{}  let pass: {}", note.time, print::cell(&note.what)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_hooks_own_words() {
        for (words, expected) in [
            (&["gate"][..], true),
            (&["--root", "r", "--data", "d", "gate"], true),
            (&["--data", "d", "gate"], true),
            (&["gate", "install"], false),
            (&["gate", "--json"], false),
            (&["--root", "gate"], false),
            (&["stores"], false),
            (&[], false),
        ] {
            assert_eq!(hook_options(words.iter().map(OsString::from)).is_some(), expected, "{words:?}");
        }
    }
}
