//! `memdesk settings`: what counts and where it comes from, what is wrong with the file, and changes of it.
//!
//! Separate from the other commands because it is about Memdesk and no store.

use crate::arguments::settings::SettingsCommand;
use crate::json::word;
use crate::print::{self, cell};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::settings::SettingValue;
use memdesk_desk::settings::keys::{self, Kind};
use memdesk_desk::view::{SettingChange, SettingsView};
use serde_json::json;

pub(crate) fn run(desk: &Desk, command: Option<SettingsCommand>, json: bool) -> Answer {
    match command {
        None => {
            let view = desk.settings_view();
            match json {
                true => print::json(&view),
                false => tell(&view),
            }
            complain(&view);
            Ok(Done::Fine)
        }
        Some(SettingsCommand::Check) => {
            let view = desk.settings_view();
            match json {
                true => print::json(&json!({ "file": view.file, "findings": view.findings })),
                false => {
                    view.findings.iter().for_each(|finding| print::line(&cell(&finding.to_string())));
                    if view.findings.is_empty() {
                        print::line(&format!("{}: nothing is wrong", cell(&view.file)));
                    }
                }
            }
            Ok(if view.findings.is_empty() { Done::Fine } else { Done::Problems })
        }
        Some(SettingsCommand::Path) => {
            let path = desk.settings_path();
            match json {
                true => print::json(&json!({ "path": path, "exists": path.exists() })),
                false => print::line(&path.to_string_lossy()),
            }
            Ok(Done::Fine)
        }
        Some(SettingsCommand::Set { key, value }) => {
            let value = Some(read(&key, value));
            change(desk, SettingChange { key, value }, json)
        }
        Some(SettingsCommand::Reset { key }) => change(desk, SettingChange { key, value: None }, json),
    }
}

fn change(desk: &Desk, change: SettingChange, json: bool) -> Answer {
    let view = desk.set_settings(std::slice::from_ref(&change))?;
    let row = view.rows.iter().find(|row| row.key == change.key);
    let mode = view.modes.iter().find(|mode| Some(mode.id.as_str()) == keys::store_of(&change.key));
    match (json, row, mode) {
        (true, Some(row), _) => print::json(row),
        (true, None, mode) => print::json(&mode),
        (false, Some(row), _) => print::line(&line(row)),
        (false, None, mode) => {
            let mode = mode.map_or_else(|| "as the others".to_owned(), |mode| word(&mode.mode));
            print::line(&format!("{}  {mode}", change.key));
        }
    }
    complain(&view);
    Ok(Done::Fine)
}

fn complain(view: &SettingsView) {
    if let Some(first) = view.findings.first() {
        let more = match view.findings.len() - 1 {
            0 => String::new(),
            more => format!(" ({more} more: `memdesk settings check`)"),
        };
        print::complain(&format!("{first}{more}"));
    }
}

fn tell(view: &SettingsView) {
    let there = if view.exists { "" } else { "  (not made yet: every default counts)" };
    print::line(&format!("{}{there}", cell(&view.file)));
    for row in &view.rows {
        print::line(&line(row));
    }
    for mode in &view.modes {
        let place = mode.place.as_deref().unwrap_or("no store below this root");
        print::line(&format!(
            "{:<28} {:<24} {}:{}  {}",
            format!("{}.{}", keys::GATE_MODES, mode.id),
            word(&mode.mode),
            memdesk_desk::settings::FILE,
            mode.line,
            cell(place)
        ));
    }
}

fn line(row: &memdesk_desk::view::SettingRow) -> String {
    let from = match (word(&row.from), row.line) {
        (from, Some(line)) if from == "file" => format!("{}:{line}", memdesk_desk::settings::FILE),
        (from, Some(line)) => format!("{from} (before {}:{line})", memdesk_desk::settings::FILE),
        (from, None) => from,
    };
    let value = row.value.as_ref().map_or_else(|| "-".to_owned(), shown);
    format!("{:<28} {:<24} {from:<20} {}", row.key, cell(&value), row.what)
}

fn shown(value: &SettingValue) -> String {
    match value {
        SettingValue::Text(text) if text.is_empty() => "-".to_owned(),
        SettingValue::Text(text) => text.clone(),
        SettingValue::Flag(flag) => flag.to_string(),
        SettingValue::Pair((sent, answered)) => format!("[{sent}, {answered}]"),
        SettingValue::Texts(texts) => texts.join(", "),
    }
}

/// A value as it was typed: what cannot be read as what the key may be stays a text, and is refused as such.
fn read(key: &str, typed: String) -> SettingValue {
    let kind = keys::key(key).map(|key| key.kind);
    let listed = || serde_json::from_str::<SettingValue>(&typed).ok();
    match (kind, typed.as_str()) {
        (Some(Kind::Flag), "true" | "false") => SettingValue::Flag(typed == "true"),
        (Some(Kind::Pair | Kind::Folders), _) => listed().unwrap_or(SettingValue::Text(typed)),
        _ => SettingValue::Text(typed),
    }
}
