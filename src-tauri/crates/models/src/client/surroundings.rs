//! What a client will find around it in a project: variables, settings, whether the folder is trusted, and so where its calls
//! would go.
//!
//! Separate because it must be known before the client is started: its calls are to reach us and then the same address as
//! ever. Reads settings and the state file, never credentials; writes nothing.

use crate::selector::SelectorError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where a client's calls go when nothing says otherwise.
const DEFAULT_UPSTREAM: &str = "https://api.anthropic.com";

/// The variable that says otherwise.
pub(crate) const BASE_URL: &str = "ANTHROPIC_BASE_URL";

/// Variables with which a client talks to a service that has an address and a signature of its own.
const ELSEWHERE: &[(&str, &str)] = &[
    ("CLAUDE_CODE_USE_BEDROCK", "Amazon Bedrock"),
    ("CLAUDE_CODE_USE_VERTEX", "Google Vertex AI"),
    ("CLAUDE_CODE_USE_FOUNDRY", "Microsoft Foundry"),
];

/// Settings that say which model a client asks, where, and how it is let in; none of them lets it do anything.
const WAY_TO_A_MODEL: &[&str] = &[
    "env",
    "apiKeyHelper",
    "awsAuthRefresh",
    "awsCredentialExport",
    "gcpAuthRefresh",
    "forceLoginMethod",
    "forceLoginOrgUUID",
    "model",
    "modelOverrides",
];

/// Variables that say where proxies are, and for what they are not used.
const NO_PROXY: &str = "NO_PROXY";

/// The surroundings of one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// Variables as the client will have them: its environment's, then those of its settings.
    variables: BTreeMap<String, String>,
    /// The person has said that they trust this folder, or one above it.
    pub(crate) trusted: bool,
    /// Variables that an administrator has set for all: nothing overrides them.
    policy: BTreeMap<String, String>,
}

impl Surroundings {
    /// Looks around `project` with this environment. A folder that the person has not told their client to trust has no say:
    /// its settings could send credentials anywhere, or run a program for a key.
    pub(crate) fn look(project: &Path, environment: &BTreeMap<OsString, OsString>) -> Surroundings {
        let mut variables = texts(environment);
        let root = root(&variables);
        let state = state_file(&variables).map(|file| json(&file)).unwrap_or_default();
        let trusted = is_trusted(&state, project);
        let mut files: Vec<PathBuf> = root.iter().map(|root| root.join("settings.json")).collect();
        if trusted {
            files.extend(
                ["settings.json", "settings.local.json"].map(|name| project.join(".claude").join(name)),
            );
        }
        for file in files {
            variables.extend(env_of(&json(&file)));
        }
        let mut policy = BTreeMap::new();
        for file in root.iter().map(|root| root.join("remote-settings.json")).chain(policy_files()) {
            policy.extend(env_of(&json(&file)));
        }
        variables.extend(policy.clone());
        Surroundings { variables, trusted, policy }
    }

    /// A variable that is set to something.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
    }

    /// Where the client's calls go, without a slash at its end.
    ///
    /// # Errors
    /// `NotAsked` when they cannot be led through a port of ours.
    pub(crate) fn upstream(&self) -> Result<String, SelectorError> {
        for (variable, whose) in ELSEWHERE {
            if self.get(variable).is_some_and(is_on) {
                return Err(SelectorError::NotAsked(format!(
                    "this client talks to {whose} ({variable}), whose calls are signed for its own address; use another selector"
                )));
            }
        }
        if self.policy.contains_key(BASE_URL) {
            return Err(SelectorError::NotAsked(format!(
                "an administrator has set {BASE_URL} for this client, so its calls cannot be led through Memdesk; use another selector"
            )));
        }
        let upstream = self.get(BASE_URL).unwrap_or(DEFAULT_UPSTREAM).trim().trim_end_matches('/');
        if upstream.starts_with("https://") || upstream.starts_with("http://") {
            return Ok(upstream.to_owned());
        }
        Err(SelectorError::NotAsked(format!(
            "{BASE_URL} of this client is no address: it has to begin with https://"
        )))
    }

    /// A proxy that is set for addresses that begin with `scheme` (`http` or `https`).
    pub(crate) fn proxy(&self, scheme: &str) -> Option<&str> {
        let name = format!("{scheme}_proxy");
        self.get(&name).or_else(|| self.get(&name.to_uppercase()))
    }

    /// What goes through no proxy.
    pub(crate) fn no_proxy(&self) -> String {
        self.get("no_proxy").or_else(|| self.get(NO_PROXY)).unwrap_or_default().to_owned()
    }
}

/// Of the person's settings those that lead to a model, for a client that is started without the others.
pub(crate) fn way_to_a_model(environment: &BTreeMap<OsString, OsString>) -> serde_json::Map<String, Value> {
    let settings = root(&texts(environment)).map(|root| json(&root.join("settings.json")));
    let mut settings = match settings {
        Some(Value::Object(settings)) => settings,
        _ => serde_json::Map::new(),
    };
    settings.retain(|name, _| WAY_TO_A_MODEL.contains(&name.as_str()));
    settings
}

/// Variables that are text.
fn texts(environment: &BTreeMap<OsString, OsString>) -> BTreeMap<String, String> {
    environment
        .iter()
        .filter_map(|(name, value)| Some((name.to_str()?.to_owned(), value.to_str()?.to_owned())))
        .collect()
}

/// Whether a variable that is a switch is on.
fn is_on(value: &str) -> bool {
    !matches!(value.trim().to_ascii_lowercase().as_str(), "0" | "false" | "no" | "off")
}

fn home(variables: &BTreeMap<String, String>) -> Option<PathBuf> {
    variables.get("HOME").or_else(|| variables.get("USERPROFILE")).map(PathBuf::from)
}

fn configured(variables: &BTreeMap<String, String>) -> Option<PathBuf> {
    variables.get("CLAUDE_CONFIG_DIR").filter(|root| !root.is_empty()).map(PathBuf::from)
}

/// The config root.
fn root(variables: &BTreeMap<String, String>) -> Option<PathBuf> {
    configured(variables).or_else(|| home(variables).map(|home| home.join(".claude")))
}

/// The state file: beside the config root, or in it when the root was set.
fn state_file(variables: &BTreeMap<String, String>) -> Option<PathBuf> {
    configured(variables).or_else(|| home(variables)).map(|folder| folder.join(".claude.json"))
}

/// Where an administrator's settings are.
fn policy_files() -> Vec<PathBuf> {
    let folder = if cfg!(target_os = "macos") {
        Path::new("/Library/Application Support/ClaudeCode")
    } else if cfg!(windows) {
        Path::new(r"C:\Program Files\ClaudeCode")
    } else {
        Path::new("/etc/claude-code")
    };
    let mut files = vec![folder.join("managed-settings.json")];
    let more = std::fs::read_dir(folder.join("managed-settings.d")).into_iter().flatten().flatten();
    let mut more: Vec<PathBuf> = more.map(|entry| entry.path()).collect();
    more.sort();
    files.extend(more);
    files
}

/// A file's JSON; null when there is none.
fn json(file: &Path) -> Value {
    std::fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// The variables that settings set.
fn env_of(settings: &Value) -> BTreeMap<String, String> {
    let env = settings.get("env").and_then(Value::as_object).into_iter().flatten();
    env.filter_map(|(name, value)| {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(on) => on.to_string(),
            _ => return None,
        };
        Some((name.clone(), value))
    })
    .collect()
}

/// Whether the state file says that `project`, or a folder above it, is trusted.
fn is_trusted(state: &Value, project: &Path) -> bool {
    let Some(projects) = state.get("projects").and_then(Value::as_object) else { return false };
    project.ancestors().filter_map(Path::to_str).any(|folder| {
        projects
            .get(folder)
            .and_then(|about| about.get("hasTrustDialogAccepted"))
            .and_then(Value::as_bool)
            .unwrap_or(false)
    })
}
