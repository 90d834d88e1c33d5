//! The instructions that runs give their model: our own, in files, and a person's own in their place.
//!
//! Separate because they are text to be read and replaced. A person's own lie in `instructions/` in Memdesk's data directory.

use crate::Desk;
use crate::label::label;
use crate::own::write_whole;
use crate::view::{Failure, Instruction};
use std::io::ErrorKind;
use std::path::PathBuf;

/// A longer one is not taken, in bytes.
const LONGEST: usize = 64 * 1024;

impl Desk {
    /// The instruction of a kind of run.
    ///
    /// # Errors
    /// `bad-run`; `io` when a person's own cannot be read: another one is not used in its place unasked.
    pub fn instruction(&self, kind: &str) -> Result<Instruction, Failure> {
        let path = self.instruction_path(kind)?;
        let own = match std::fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::io("cannot read", &path, &error)),
        };
        Ok(Instruction {
            kind: kind.to_owned(),
            own: own.is_some(),
            text: own.unwrap_or_else(|| built_in(kind).to_owned()),
            file: label(&path, Some(&self.environment.home)),
        })
    }

    /// Keeps a person's own instruction; none, or one that is the built-in one: that one counts again.
    ///
    /// # Errors
    /// `bad-run`; `read-only`; `bad-instruction` when it is empty or too long; `io`.
    pub fn set_instruction(&self, kind: &str, text: Option<&str>) -> Result<Instruction, Failure> {
        let path = self.instruction_path(kind)?;
        self.may_write()?;
        let failed = |error| Failure::io("cannot write", &path, &error);
        match text.filter(|text| *text != built_in(kind)) {
            None => match std::fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            },
            Some(text) if text.trim().is_empty() || text.len() > LONGEST => {
                return Err(Failure::new(
                    "bad-instruction",
                    format!("an instruction has 1 to {LONGEST} bytes, this one {}", text.len()),
                    "Change it, or go back to the one that comes with Memdesk.".to_owned(),
                ));
            }
            Some(text) => write_whole(&path, text.as_bytes()).map_err(failed)?,
        }
        self.instruction(kind)
    }

    fn instruction_path(&self, kind: &str) -> Result<PathBuf, Failure> {
        match kind {
            super::EXTRACT | super::DREAM => Ok(self.data.join("instructions").join(format!("{kind}.md"))),
            other => Err(super::bad_run(other)),
        }
    }
}

/// The one that comes with Memdesk.
fn built_in(kind: &str) -> &'static str {
    match kind {
        super::EXTRACT => include_str!("extract.md"),
        _ => include_str!("dream.md"),
    }
}
