//! `memdesk`: the desk without a window.
//!
//! Glue only: reads the arguments, asks the desk, prints for people or (with `--json`) for programs. Links no WebKit and
//! starts in milliseconds. Exit status: 0 done, 1 "there are problems", 2 it could not, with one line on standard error.

mod arguments;
mod calibrate;
mod change;
mod evidence;
mod gate;
mod json;
mod look;
mod print;
mod recall;
mod review;
mod runs;
mod search;
mod settings;
mod window;
mod writes;

use arguments::{Arguments, Command};
use clap::Parser;
use memdesk_desk::Desk;
use memdesk_desk::view::Failure;
use std::process::ExitCode;

/// What a command came to.
pub(crate) enum Done {
    /// Exit status 0.
    Fine,
    /// Exit status 1: the answer is "there are problems".
    Problems,
    /// Exit status 2: it was refused; the reason has been printed.
    Refused,
}

type Answer = Result<Done, Failure>;

fn main() -> ExitCode {
    if gate::is_hook(std::env::args_os().skip(1)) {
        return ExitCode::SUCCESS;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            if error.use_stderr() {
                print::complain(&usage(&error));
                return ExitCode::from(2);
            }
            drop(error.print()); // help and version are no mistakes
            return ExitCode::SUCCESS;
        }
    };
    let answer = run(arguments);
    if let (Ok(_), Some(why)) = (&answer, print::lost()) {
        print::complain(&format!(
            "not all of the answer could be written: {why}. What was to be done is done."
        ));
        return ExitCode::from(2);
    }
    match answer {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Problems) => ExitCode::from(1),
        Ok(Done::Refused) => ExitCode::from(2),
        Err(failure) => {
            print::complain(&failure.to_string());
            ExitCode::from(2)
        }
    }
}

/// What is wrong with the arguments, in clap's words but on one line.
fn usage(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text
        .split("\n\nUsage:")
        .next()
        .and_then(|said| said.split("\n\nFor more").next())
        .unwrap_or_default();
    let said: Vec<&str> = said.trim_start_matches("error: ").split_whitespace().collect();
    match said.is_empty() {
        true => "a command is missing. `memdesk --help` lists them.".to_owned(),
        false => format!("{}. `memdesk --help` and `memdesk COMMAND --help` tell more.", said.join(" ")),
    }
}

fn run(arguments: Arguments) -> Answer {
    let json = arguments.json;
    let Some(command) = arguments.command else {
        return window::open(&arguments.desk, arguments.folder.as_deref());
    };
    if arguments.desk.read_only && command.writes() {
        return Err(Failure::read_only());
    }
    let desk = Desk::open(arguments.desk.options())?;
    match command {
        Command::Stores => look::stores(&desk, json),
        Command::Index { folder } => look::index(&desk, &folder, json),
        Command::Topics { folder } => look::topics(&desk, &folder, json),
        Command::Manifest { folder } => look::manifest(&desk, &folder, json),
        Command::Surface { words } => look::surface(&desk, words, json),
        Command::Search(arguments) => search::search(&desk, arguments, json),
        Command::Queries { folder, search, session, limit } => {
            recall::queries(&desk, &folder, search, session, limit, json)
        }
        Command::Recall { words, selector, question, surfaced, dry_run } => {
            let asked = recall::Asked { words, selector, question, surfaced, dry_run };
            recall::recall(&desk, asked, json)
        }
        Command::Gate { command } => gate::run(&desk, &arguments.desk, command, json),
        Command::Settings { command } => settings::run(&desk, command, json),
        Command::Calibrate { client } => calibrate::run(&desk, client.as_deref(), json),
        Command::Review { folder } => review::review(&desk, &folder, json),
        Command::Accept { words, hunk } => review::decide(&desk, words, &hunk, review::Verdict::Accept, json),
        Command::Reject { words, hunk, even_if_active } => {
            review::decide(&desk, words, &hunk, review::Verdict::Reject { even_if_active }, json)
        }
        Command::Extract(arguments) => runs::extract(&desk, arguments, json),
        Command::Dream(arguments) => runs::dream(&desk, arguments, json),
        Command::Evidence { folder } => evidence::evidence(&desk, &folder, json),
        Command::Check { folder, level } => look::check(&desk, &folder, level, json),
        Command::Guide { language } => look::guide(&desk, language, json),
        Command::Log { folder, limit } => look::log(&desk, &folder, limit, json),
        Command::New { words, fields, entry, dry_run } => {
            change::new(&desk, words, &fields, &entry, dry_run, json)
        }
        Command::Write { words, dry_run } => change::write(&desk, words, dry_run, json),
        Command::Rename { words, dry_run } => change::rename(&desk, words, dry_run, json),
        Command::Merge { words, dry_run } => change::merge(&desk, words, dry_run, json),
        Command::Delete { words, dry_run } => change::delete(&desk, words, dry_run, json),
        Command::Entry { words, what, dry_run } => change::entry(&desk, words, &what, dry_run, json),
        Command::Undo { folder } => change::undo(&desk, &folder, json),
        Command::Redo { folder } => change::redo(&desk, &folder, json),
    }
}
