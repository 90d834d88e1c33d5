//! Which commands may write, and so are refused with `--read-only`.
//!
//! Separate so that a new command cannot be forgotten: each is named here. Never does anything.

use crate::arguments::Command;
use crate::arguments::gate::GateCommand;
use crate::arguments::settings::SettingsCommand;

impl Command {
    /// It may write, so that it is refused with `--read-only`.
    pub(crate) fn writes(&self) -> bool {
        match self {
            Command::Accept { .. }
            | Command::Reject { .. }
            | Command::Extract(_)
            | Command::Dream(_)
            | Command::New { .. }
            | Command::Write { .. }
            | Command::Rename { .. }
            | Command::Merge { .. }
            | Command::Delete { .. }
            | Command::Entry { .. }
            | Command::Undo { .. }
            | Command::Redo { .. } => true,
            Command::Gate { command } => command.as_ref().is_some_and(GateCommand::writes),
            Command::Settings { command } => command.as_ref().is_some_and(SettingsCommand::writes),
            Command::Stores
            | Command::Index { .. }
            | Command::Topics { .. }
            | Command::Manifest { .. }
            | Command::Surface { .. }
            | Command::Search(_)
            | Command::Guide { .. }
            | Command::Queries { .. }
            | Command::Recall { .. }
            | Command::Calibrate { .. }
            | Command::Review { .. }
            | Command::Check { .. }
            | Command::Evidence { .. }
            | Command::Log { .. } => false,
        }
    }
}

impl GateCommand {
    fn writes(&self) -> bool {
        match self {
            GateCommand::Install { .. } | GateCommand::Uninstall { .. } | GateCommand::Mode { .. } => true,
            GateCommand::Status { .. } => false,
        }
    }
}

impl SettingsCommand {
    fn writes(&self) -> bool {
        match self {
            SettingsCommand::Set { .. } | SettingsCommand::Reset { .. } => true,
            SettingsCommand::Check | SettingsCommand::Path => false,
        }
    }
}
