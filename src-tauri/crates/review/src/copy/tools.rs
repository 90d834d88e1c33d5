//! The six tools as a model is told of them.
//!
//! Separate because these are words for a model. Says what each does and what its arguments are; how to keep a memory is said
//! by the instruction of the run.

use serde_json::{Value, json};

/// A tool as a model is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The JSON schema of its arguments.
    pub schema: Value,
}

/// The tools that [`Copy::call`](super::Copy::call) knows.
pub fn tools() -> Vec<ToolSpec> {
    let file = || text("Where the file is, such as `memory/build.md`.");
    vec![
        ToolSpec {
            name: "Read",
            description: "Shows a memory file or a past conversation (`sessions/<id>`), each line with its number and a tab in \
                          front. Long ones come in parts: the answer says how to read on.",
            schema: schema(
                &[
                    ("file_path", text("Where it is, such as `memory/build.md` or `sessions/<id>`.")),
                    ("offset", count("The first line to show, from 1.")),
                    ("limit", count("Lines to show at most.")),
                ],
                &["file_path"],
            ),
        },
        ToolSpec {
            name: "Grep",
            description: "Finds lines that match a regular expression: in the memory files, in one file or folder of them, or in \
                          past conversations with the path `sessions` or `sessions/<id>`. Look-around and back-references are not \
                          known.",
            schema: schema(
                &[
                    ("pattern", text("The regular expression.")),
                    ("path", text("Where to look; all of `memory` when it is left out.")),
                    ("ignore_case", flag("Capitals and small letters are the same.")),
                ],
                &["pattern"],
            ),
        },
        ToolSpec {
            name: "Glob",
            description: "Lists files by their paths: `memory/**/*.md` for all memories, `sessions/*` for past conversations, the \
                          newest first.",
            schema: schema(
                &[
                    ("pattern", text("The path, with `*`, `**`, `?` and `{a,b}`.")),
                    ("path", text("The folder that the pattern starts from.")),
                ],
                &["pattern"],
            ),
        },
        ToolSpec {
            name: "Edit",
            description: "Replaces a piece of a memory file. The old text has to stand there exactly once, unless all of it is \
                          to be replaced. The rest of the file stays as it is.",
            schema: schema(
                &[
                    ("file_path", file()),
                    ("old_string", text("The text that stands there, without line numbers.")),
                    ("new_string", text("The text that takes its place; empty to take it out.")),
                    ("replace_all", flag("Replace it wherever it stands.")),
                ],
                &["file_path", "old_string", "new_string"],
            ),
        },
        ToolSpec {
            name: "Write",
            description: "Makes a memory file, or replaces one as a whole. To change part of a file, use Edit.",
            schema: schema(
                &[("file_path", file()), ("content", text("All that the file will hold."))],
                &["file_path", "content"],
            ),
        },
        ToolSpec {
            name: "Delete",
            description: "Takes a memory file away. Its line in `memory/MEMORY.md` has to be taken out with Edit. The index itself \
                          cannot be deleted.",
            schema: schema(&[("file_path", file())], &["file_path"]),
        },
    ]
}

fn schema(properties: &[(&str, Value)], required: &[&str]) -> Value {
    let properties: serde_json::Map<String, Value> =
        properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn count(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 1, "description": description })
}

fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}
