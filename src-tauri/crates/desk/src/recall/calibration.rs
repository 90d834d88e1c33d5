//! The rules held against the installed client: offline, in a throw-away home, at no cost.
//!
//! Separate because it is about a program and no store.

use crate::Desk;
use crate::label::label;
use crate::view::{Calibration, Disagreement, Failure, Progress, RuleAgreement};
use memdesk_memdir::Profile;
use memdesk_models::{SelectorError, calibrate, client};
use std::ops::ControlFlow;
use std::path::Path;

impl Desk {
    /// Runs the installed client (`program`, else the one that is set, else the one that is found) against the rules of the
    /// profile asked for, else of its own version's. Takes a minute or two.
    ///
    /// # Errors
    /// `no-client`; `cancelled`; as a selector's.
    pub fn calibrate(
        &self,
        given: Option<&Path>,
        task: &str,
        tell: &dyn Fn(Progress),
    ) -> Result<Calibration, Failure> {
        let failed = |error: SelectorError| Failure::selector(&error);
        let found = client::find(given.or(self.client_program().as_deref())).map_err(failed)?;
        let profile: &'static Profile = self.profile.unwrap_or_else(|| found.profile());
        let task = self.tasks.begin(task, "calibrate", tell);
        let mut on = |done: u64, total: u64| match task.at(done, total) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let report = calibrate::run(&found, profile, &mut on, &task.cancel).map_err(failed)?;
        Ok(Calibration {
            client: report.client,
            program: label(&found.program, Some(&self.environment.home)),
            profile: profile.version.to_owned(),
            cases: report.cases,
            agree: report.agree,
            rules: report
                .rules
                .into_iter()
                .map(|rule| RuleAgreement {
                    rule: rule.rule.to_owned(),
                    cases: rule.cases,
                    agree: rule.agree,
                    disagree: rule
                        .disagree
                        .into_iter()
                        .map(|one| Disagreement { case: one.case, ours: one.ours, theirs: one.theirs })
                        .collect(),
                })
                .collect(),
        })
    }
}
