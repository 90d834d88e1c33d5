//! The window of Memdesk: a web view over the desk.
//!
//! Knows Tauri and the desk; no rule of the domain lives here. Commands are in `commands`, one line each; everything
//! that only a desktop has (dialogs, single instance, window state, events) is in `shell`.

// a console window beside the program would be noise on Windows
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod badge;
mod commands;
mod drawing;
mod link;
mod notice;
mod pick;
mod recall;
mod review;
mod runs;
mod settings;
mod shell;

fn main() -> std::process::ExitCode {
    match arguments::parse(std::env::args_os().skip(1)) {
        Ok(arguments) => shell::run(arguments),
        Err(message) => {
            arguments::complain(&message);
            std::process::ExitCode::from(2)
        }
    }
}
