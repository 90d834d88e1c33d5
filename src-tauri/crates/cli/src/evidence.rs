//! `memdesk evidence`: what memories say that cannot be found, goes stale, was never said, or is aimed at the model.
//!
//! Separate because it reads the project's folder and past questions. Writes into no store, and says that what was not found need not be wrong.

use crate::arguments::Folder;
use crate::print::{self, cell};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::view::{Evidence, Verdict};

pub(crate) fn evidence(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    desk.readable(&id)?;
    // what a person said is known only once it was read; where it cannot be, nothing is said to be unsaid
    let _ = desk.index_questions(&id, "queries", &|_| ());
    let survey = desk.survey(&id, "survey", &|_| ())?;
    if json {
        print::json(&survey);
        return Ok(Done::Fine);
    }
    for memory in &survey.memories {
        print::line(&cell(&memory.path));
        for (line, what) in told(memory) {
            print::line(&format!("  {line:>4}  {}", cell(&what)));
        }
    }
    if survey.memories.is_empty() && !print::nothing_here(desk, &id) {
        print::line("Nothing stands out.");
    }
    let against = match (&survey.looked.project, survey.looked.files) {
        (Some(project), files) => {
            format!("held against {} of {}", print::count(files, "file"), cell(project))
        }
        (None, _) => "the project's folder is not known, so names were not looked for".to_owned(),
    };
    let cut = if survey.looked.cut { ", which was too large to be seen whole" } else { "" };
    print::line(&format!(
        "-- {}, {against}{cut}; what was not found need not be wrong",
        print::count(survey.checked, "memory file")
    ));
    Ok(Done::Fine)
}

/// Line and sentence of each finding, in the order of lines.
fn told(memory: &Evidence) -> Vec<(u32, String)> {
    let mut out: Vec<(u32, String)> = Vec::new();
    out.extend(
        memory.aimed.iter().map(|one| (one.line, format!("aimed at the model ({}): {}", one.aim, one.text))),
    );
    out.extend(
        memory
            .secrets
            .iter()
            .map(|one| (one.line, format!("looks like a secret: {} ({})", one.masked, one.rule))),
    );
    out.extend(
        memory.invisible.iter().map(|one| (one.line, format!("nobody sees {} ({})", one.code, one.kind))),
    );
    out.extend(
        memory.attributions.iter().map(|one| (one.line, format!("no turn of yours says so: {}", one.text))),
    );
    out.extend(memory.claims.iter().map(|one| {
        let verdict = if one.verdict == Verdict::GoesStale { "goes stale" } else { "not found" };
        (one.line, format!("{verdict}: {} ({})", one.text, one.kind))
    }));
    out.sort_by_key(|(line, _)| *line);
    out
}
