//! Commands that only look.

use crate::arguments::{Folder, Language, Level};
use crate::json::{self, Finding, Index, Store, Surfaced, Topic};
use crate::print::{self, cell, safe};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::view::{Failure, IndexView, Meter, StoreState, StoreSummary};
use memdesk_review::Severity;
use serde_json::json;

pub(crate) fn stores(desk: &Desk, json: bool) -> Answer {
    let list = desk.stores()?;
    if json {
        let stores: Vec<Store> = list
            .stores
            .iter()
            .filter_map(|summary| {
                let place = desk.place(&summary.id)?;
                Some(Store::new(summary, &place.dir, place.project.as_deref()))
            })
            .collect();
        print::json(&json!({ "stores": stores }));
        return Ok(Done::Fine);
    }
    if list.stores.is_empty() {
        print::line(
            "No memory here yet. Claude Code makes it as you work; --root names another config root.",
        );
    }
    for summary in &list.stores {
        print::line(&store_line(summary));
    }
    Ok(Done::Fine)
}

fn store_line(summary: &StoreSummary) -> String {
    let mark = if summary.current { '*' } else { ' ' };
    let what = match &summary.state {
        StoreState::Here => format!(
            "{:>4} {:<6}  index {}  {:>3} {:<8}  {:>3} unreviewed",
            summary.topics,
            print::plural(summary.topics, "topic"),
            meter(&summary.meter),
            summary.problems,
            print::plural(summary.problems, "problem"),
            summary.unreviewed
        ),
        StoreState::Missing => "not made yet".to_owned(),
        StoreState::Unreadable { why } => format!("cannot be read: {why}"),
    };
    let collision = if summary.collision.is_empty() {
        String::new()
    } else {
        format!("  shared by {}", summary.collision.join(", "))
    };
    format!(
        "{mark} {:<24} {:<14} {what}  {}{}",
        cell(&summary.name),
        json::word(&summary.scope),
        cell(&summary.place),
        cell(&collision)
    )
}

fn meter(meter: &Meter) -> String {
    let cut = if meter.cut { " CUT" } else { "" };
    format!("{}/{} lines {}/{} chars{cut}", meter.lines, meter.line_limit, meter.utf16, meter.utf16_limit)
}

pub(crate) fn index(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    let view = desk.index(&id)?;
    if json {
        print::json(&Index::new(view, desk.loaded(&id)?));
        return Ok(Done::Fine);
    }
    if !view.exists {
        print::line("There is no MEMORY.md here: the client loads nothing.");
        return Ok(Done::Fine);
    }
    print::line(&format!("index {}", meter(&view.meter)));
    draw(&view);
    for orphan in &view.orphans {
        print::line(&format!("      no entry leads to {}", cell(&orphan.path)));
    }
    Ok(Done::Fine)
}

/// The file with line numbers; `-` before what is stripped, `x` before what is cut, a rule at the cut.
fn draw(view: &IndexView) {
    let mut ruled = false;
    for line in &view.lines {
        if line.fate == "cut" && !ruled {
            ruled = true;
            if let Some(cut) = &view.cut {
                print::line(&format!(
                    "----- cut here by the limit of {}: {} lines, {} entries, {} chars are lost -----",
                    cut.binding, cut.cut_lines, cut.cut_entries, cut.cut_utf16
                ));
            }
        }
        let mark = match line.fate.as_str() {
            "loaded" => ' ',
            "stripped" => '-',
            "cut-inside" => '~',
            _ => 'x',
        };
        let text: String = line.parts.iter().map(|part| part.text.as_str()).collect();
        let note = view
            .entries
            .iter()
            .find(|entry| entry.line == line.number && entry.state == "dangling")
            .map_or("", |_| "   <- leads nowhere");
        print::line(&format!("{:>5}{mark} {}{note}", line.number, cell(&text)));
    }
    if view.lines.len() < view.file_lines {
        print::line(&format!("      … and {} more lines, all cut", view.file_lines - view.lines.len()));
    }
}

pub(crate) fn topics(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    let list = desk.topics(&id)?;
    if json {
        let topics: Vec<Topic> = list.topics.into_iter().map(Topic::new).collect();
        print::json(&json!({ "topics": topics }));
        return Ok(Done::Fine);
    }
    for row in &list.topics {
        let problems = if row.problems.is_empty() {
            String::new()
        } else {
            format!("  {}", print::count(row.problems.len(), "problem"))
        };
        let listed = row.unlisted.as_deref().map(|why| format!("  not listed: {why}")).unwrap_or_default();
        print::line(&format!(
            "{} {:<10} {:>7} B  {}  {}{listed}{problems}",
            row.modified.get(..10).unwrap_or_default(),
            cell(row.topic_type.as_deref().unwrap_or("-")),
            row.bytes,
            cell(&row.path),
            cell(row.description.as_deref().unwrap_or("(no description)")),
        ));
    }
    for (path, why) in &list.oddities {
        print::line(&format!("! {}: {why}", cell(path)));
    }
    Ok(Done::Fine)
}

pub(crate) fn manifest(desk: &Desk, folder: &Folder, json: bool) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    let manifest = desk.listing(&id)?;
    if json {
        print::json(&json!({ "listed": manifest.listed, "lines": manifest.lines }));
    } else {
        print::exact(&manifest.text());
    }
    Ok(Done::Fine)
}

pub(crate) fn surface(desk: &Desk, words: Vec<String>, json: bool) -> Answer {
    let (id, topics) = desk.store_and_rest(words)?;
    desk.readable(&id)?;
    if topics.is_empty() {
        return Err(Failure::new(
            "usage",
            "no topic was named",
            "Name one after the folder: `memdesk surface . topic.md`.".to_owned(),
        ));
    }
    let mut surfaced = Vec::new();
    for path in topics {
        let recalled = desk.recalled(&id, &path)?;
        surfaced.push(Surfaced {
            path,
            kept: recalled.kept,
            truncated: recalled.truncated,
            limit: recalled.limit,
            stale_days: recalled.stale_days,
        });
    }
    if json {
        print::json(&json!({ "surfaced": surfaced }));
        return Ok(Done::Fine);
    }
    for topic in surfaced {
        print::line(&format!("== {}", cell(&topic.path)));
        print::line(&safe(topic.kept.as_deref().unwrap_or_default()));
        if let (Some(truncated), Some(limit)) = (&topic.truncated, topic.limit) {
            print::line(&format!("-- cut by the limit of {truncated} after {limit} lines"));
        }
        if let Some(days) = topic.stale_days {
            print::line(&format!("-- the client adds that it is {} old", print::count(days, "day")));
        }
    }
    Ok(Done::Fine)
}

pub(crate) fn check(desk: &Desk, folder: &Folder, level: Level, json: bool) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    let problems = desk.problems(&id)?.problems;
    let level = Severity::from(level);
    let bad = problems.iter().any(|problem| problem.severity >= level);
    if json {
        let problems: Vec<Finding> = problems.iter().map(Finding::new).collect();
        print::json(&json!({ "problems": problems }));
    } else {
        // why it matters is said once for each kind
        let mut told = std::collections::HashSet::new();
        for problem in &problems {
            let line = problem.line.map(|line| format!(":{line}")).unwrap_or_default();
            print::line(&format!(
                "{:<7} {}{line}: {} [{}]",
                json::word(&problem.severity),
                cell(&problem.path),
                cell(&problem.message()),
                json::word(&problem.code)
            ));
            if told.insert(problem.advice()) {
                print::line(&format!("        {}", problem.advice()));
            }
        }
        if problems.is_empty() && !print::nothing_here(desk, &id) {
            print::line("No problems.");
        }
    }
    Ok(if bad { Done::Problems } else { Done::Fine })
}

pub(crate) fn log(desk: &Desk, folder: &Folder, limit: usize, json: bool) -> Answer {
    let id = desk.store_of(folder.path.as_deref())?;
    let history = desk.history(&id, None, limit)?;
    if json {
        print::json(&history);
        return Ok(Done::Fine);
    }
    if history.operations.is_empty() {
        print::line("Nothing has been changed with Memdesk yet.");
    }
    for operation in &history.operations {
        let undone = if operation.undone { "  (undone)" } else { "" };
        print::line(&format!(
            "{}  {}  {:<12} {:<8} {}{undone}",
            operation.id.get(..10).unwrap_or(&operation.id).split(':').next().unwrap_or_default(),
            operation.time,
            operation.verb,
            operation.origin,
            cell(&operation.paths.join(", "))
        ));
    }
    Ok(Done::Fine)
}

/// Prints the user guide, in the language that is asked for, else in that of the system.
pub(crate) fn guide(desk: &Desk, language: Option<Language>, json: bool) -> Answer {
    let system = || {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
        set.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
    };
    let language = language.map_or_else(system, |language| language.word().to_owned());
    let text = desk.guide_text(&language);
    match json {
        true => print::json(&json!({ "guide": text })),
        false => text.lines().for_each(print::line),
    }
    Ok(Done::Fine)
}
