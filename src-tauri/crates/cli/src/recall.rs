//! Commands about recall: past questions, what a question would bring back, and the rules held against the client.
//!
//! Separate from `look` because these read session files and may ask a model. Writes into no store.

use crate::arguments::{Folder, SelectorName};
use crate::json::Surfaced;
use crate::print::{self, cell};
use crate::{Answer, Done};
use memdesk_desk::Desk;
use memdesk_desk::view::{
    Chosen, Compared, Failure, QuestionFilter, QuestionRow, RecallAsk, RecallView, SurfacedFile, Usage,
};
use serde_json::{Value, json};
use std::path::Path;

/// Longest ranking that is printed for people.
const RANKED_SHOWN: usize = 10;
/// Longest text of a question in a list for people, in characters.
const TEXT_SHOWN: usize = 100;

pub(crate) fn queries(
    desk: &Desk,
    folder: &Folder,
    search: String,
    session: Option<String>,
    limit: usize,
    json: bool,
) -> Answer {
    let id = desk.store_to_look_at(folder.path.as_deref())?;
    // one whose file is gone has questions all the same
    let session = session.map(|word| match desk.session_named(&id, &word) {
        Err(failure) if failure.code == "no-such-session" => Ok(word),
        named => named,
    });
    let session = session.transpose()?;
    let limit = if limit == 0 { usize::MAX } else { limit };
    let list = desk.queries(&id, &QuestionFilter { search, session, limit, ..QuestionFilter::default() })?;
    if json {
        let queries: Vec<Value> = list.questions.iter().map(query).collect();
        print::json(&json!({ "queries": queries }));
        return Ok(Done::Fine);
    }
    if list.questions.is_empty() && !print::nothing_here(desk, &id) {
        print::line(match list.total {
            0 => "No past questions: Claude Code has no sessions of this project here.",
            _ => "No past question is like that.",
        });
    }
    for row in &list.questions {
        let text: String = row.text.chars().take(TEXT_SHOWN).collect();
        let more = if text.len() < row.text.len() { "…" } else { "" };
        let note = match row.recorded.iter().map(|one| one.path.as_str()).collect::<Vec<_>>() {
            paths if !paths.is_empty() => format!("  -> {}", cell(&paths.join(", "))),
            _ if row.gate != "runs" => format!("  ({})", row.gate),
            _ => String::new(),
        };
        print::line(&format!(
            "{}  {}  session {}  {}{more}{note}",
            row.time.get(..16).unwrap_or(&row.time),
            row.id.get(..8).unwrap_or(&row.id),
            cell(row.session.get(..8).unwrap_or(&row.session)),
            cell(&text)
        ));
    }
    let broken = list.read.broken_rows;
    if broken > 0 {
        print::complain(&format!(
            "skipped, for they cannot be read: {} of session files",
            print::count(broken, "row")
        ));
    }
    Ok(Done::Fine)
}

fn query(row: &QuestionRow) -> Value {
    let recorded: Vec<&str> = row.recorded.iter().map(|one| one.path.as_str()).collect();
    json!({
        "id": row.id,
        "session": row.session,
        "time": row.time,
        "text": row.text,
        "runs": row.gate == "runs",
        "recorded": recorded,
    })
}

/// What is asked, as the arguments say it.
pub(crate) struct Asked {
    pub(crate) words: Vec<String>,
    pub(crate) selector: SelectorName,
    pub(crate) question: Option<String>,
    pub(crate) surfaced: Vec<String>,
    pub(crate) dry_run: bool,
}

pub(crate) fn recall(desk: &Desk, asked: Asked, json: bool) -> Answer {
    let past = asked.question.is_some();
    let (id, words) = match past && asked.words.len() == 1 && Path::new(&asked.words[0]).is_dir() {
        true => (desk.store_of(asked.words.first().map(Path::new))?, Vec::new()),
        false if past && asked.words.is_empty() => (desk.store_of(None)?, Vec::new()),
        false => desk.store_and_rest(asked.words)?,
    };
    desk.readable(&id)?;
    if past || asked.selector == SelectorName::Recorded {
        desk.index_questions(&id, "recall", &|_| ())?;
    }
    let question = asked.question.map(|begin| past_question(desk, &id, &begin)).transpose()?;
    let query = match (&question, words.is_empty()) {
        (Some(question), true) => question.text.clone(),
        _ => words.join(" "),
    };
    let ask = RecallAsk {
        query,
        question: question.map(|question| question.id),
        selector: asked.selector.word().to_owned(),
        edit: None,
        surfaced: asked.surfaced,
        dry_run: asked.dry_run,
    };
    if asked.selector == SelectorName::Api {
        print::complain(&format!("asking {}", price(&desk.price(&id, &ask)?)));
    }
    let view = desk.recall(&id, &ask, "recall", &|_| ())?;
    let failed = view.failure.clone();
    if json {
        print::json(&document(&view, asked.selector.word()));
    } else {
        tell(&view);
    }
    failed.map_or(Ok(Done::Fine), Err)
}

/// The one past question whose id begins so.
fn past_question(desk: &Desk, id: &str, begin: &str) -> Result<QuestionRow, Failure> {
    let all = QuestionFilter { limit: usize::MAX, ..QuestionFilter::default() };
    let mut found = desk.queries(id, &all)?.questions.into_iter().filter(|row| row.id.starts_with(begin));
    match (found.next(), found.next()) {
        (Some(row), None) => Ok(row),
        (Some(_), Some(_)) => Err(Failure::new(
            "usage",
            format!("more than one past question has an id that begins with {begin}"),
            "Give more of it; `memdesk queries --json` has them whole.".to_owned(),
        )),
        (None, _) => Err(Failure::new(
            "no-such-question",
            format!("no past question has an id that begins with {begin}"),
            "`memdesk queries` lists those there are.".to_owned(),
        )),
    }
}

fn document(view: &RecallView, selector: &str) -> Value {
    let chosen = view.chosen.as_ref();
    let score = |path: &str| {
        let ranked = chosen.and_then(|chosen| chosen.ranked.iter().find(|one| one.path == path));
        ranked.map(|one| (one.score, reasons(one)))
    };
    let selected: Vec<Value> = chosen
        .map(|chosen| chosen.selected.as_slice())
        .unwrap_or_default()
        .iter()
        .map(|path| {
            let (score, reason) = score(path).unwrap_or_default();
            json!({ "path": path, "score": score, "reason": reason })
        })
        .collect();
    let ranked: Vec<Value> = chosen
        .map(|chosen| chosen.ranked.as_slice())
        .unwrap_or_default()
        .iter()
        .map(|one| json!({ "path": one.path, "score": one.score }))
        .collect();
    let left_out: Vec<Value> =
        view.surfaced.left_out.iter().map(|(path, why)| json!({ "path": path, "why": why })).collect();
    json!({
        "query": view.query,
        "runs": view.gate.runs,
        "why": (!view.gate.runs).then(|| why(&view.gate.why)),
        "index_mode": view.gate.index_mode,
        "selector": selector,
        "estimate": chosen.map_or(selector == "estimate", |chosen| chosen.estimate),
        "agreement": chosen.and_then(|chosen| chosen.agreement),
        "ranked": ranked,
        "selected": selected,
        "invented": chosen.map(|chosen| chosen.invented.clone()).unwrap_or_default(),
        "surfaced": view.surfaced.files.iter().map(surfaced).collect::<Vec<_>>(),
        "left_out": left_out,
        "budget": { "used": view.surfaced.used_after, "limit": view.surfaced.limit },
        "usage": chosen.and_then(|chosen| chosen.usage.clone()),
        "compared": view.past.as_ref().map(|past| past.compared.clone()),
    })
}

/// The gate's reason as programs know it.
fn why(gate: &str) -> &str {
    if gate == "no-white-space" { "white-space" } else { gate }
}

fn reasons(one: &memdesk_desk::view::Ranked) -> String {
    let words: Vec<String> =
        one.reasons.iter().map(|reason| format!("{} ({})", reason.word, reason.field)).collect();
    words.join(", ")
}

fn surfaced(file: &SurfacedFile) -> Surfaced {
    Surfaced {
        path: file.path.clone(),
        kept: file.recalled.kept.clone(),
        truncated: file.recalled.truncated.clone(),
        limit: file.recalled.limit,
        stale_days: file.recalled.stale_days,
    }
}

fn tell(view: &RecallView) {
    let gate = match view.gate.why.as_str() {
        "runs" => "the selector is asked",
        "no-white-space" => "the selector is not asked: there is no white space in the question",
        "slash-command" => "the selector is not asked: this is a command",
        "budget-spent" => "the selector is not asked: the session has surfaced all it may",
        _ => "the selector is not asked: there is no question",
    };
    print::line(&format!("1 runs      {gate}"));
    if view.gate.index_mode {
        print::line(
            "            (recall is off in this client: it loads the index instead; shown as if it were on)",
        );
    }
    let out = match view.offered.out.len() {
        0 => String::new(),
        n => format!(", {n} not"),
    };
    print::line(&format!("2 offered   {} of at most {}{out}", view.offered.lines.len(), view.offered.limit));
    if let Some(chosen) = &view.chosen {
        tell_chosen(chosen);
    }
    print::line(&format!(
        "4 surfaced  {} of {} characters of the session's budget used",
        view.surfaced.used_after, view.surfaced.limit
    ));
    for file in &view.surfaced.files {
        let cut = match (&file.recalled.truncated, file.recalled.limit) {
            (Some(limit), Some(lines)) => format!("  cut by the limit of {limit} after {lines} lines"),
            _ => String::new(),
        };
        let stale = file
            .recalled
            .stale_days
            .map(|days| format!("  {} old", print::count(days, "day")))
            .unwrap_or_default();
        print::line(&format!("            {}  {} characters{cut}{stale}", cell(&file.path), file.units));
    }
    for (path, why) in &view.surfaced.left_out {
        print::line(&format!("            left out: {}  {why}", cell(path)));
    }
    if let Some(past) = &view.past {
        print::line(&format!("recorded    question {} of {} in its session", past.number, past.of));
        tell_compared(&past.compared);
    }
}

fn tell_chosen(chosen: &Chosen) {
    let label = match (&chosen.agreement, chosen.estimate) {
        (Some(agreement), true) => format!(
            "by an estimate; no model was asked. Measured on {} questions it picks exactly what a reader did in {:.0} % of them (F1 {:.2})",
            agreement.questions,
            agreement.exact * 100.0,
            agreement.f1
        ),
        _ => format!("by {}", chosen.selector),
    };
    print::line(&format!("3 chosen    {label}"));
    for one in chosen.ranked.iter().take(RANKED_SHOWN) {
        let mark = if one.selected { '*' } else { ' ' };
        let score = one.score.map_or("     ".to_owned(), |score| format!("{score:.3}"));
        print::line(&format!("          {mark} {score}  {}  {}", cell(&one.path), cell(&reasons(one))));
    }
    if chosen.selected.is_empty() {
        print::line("            nothing is picked");
    }
    for name in &chosen.invented {
        print::line(&format!("            named but not there: {}", cell(name)));
    }
    if let Some(usage) = &chosen.usage {
        let cached = if chosen.cached { "from the cache, nothing was sent; then: " } else { "" };
        print::line(&format!("            {cached}{}", price(usage)));
    }
}

fn tell_compared(compared: &Compared) {
    for path in &compared.same {
        print::line(&format!("            both: {}", cell(path)));
    }
    for one in &compared.only_recorded {
        print::line(&format!("            recorded only: {}  {}", cell(&one.path), one.why));
    }
    for one in &compared.only_replayed {
        print::line(&format!("            replayed only: {}  {}", cell(&one.path), one.why));
    }
}

fn price(usage: &Usage) -> String {
    let about = if usage.estimate { "about " } else { "" };
    let most = if usage.estimate { "at most " } else { "" };
    let dollars = match (usage.dollars, &usage.priced) {
        (Some(dollars), Some(day)) => format!(", {most}${dollars:.4} at the prices of {day}"),
        (Some(dollars), None) => format!(", {most}${dollars:.4}"),
        (None, _) => ", at a price that is not known".to_owned(),
    };
    format!(
        "{}: {about}{} tokens in, {most}{} out{dollars}",
        cell(&usage.model),
        usage.input_tokens,
        usage.output_tokens
    )
}
