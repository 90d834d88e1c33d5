//! Memdesk's own `settings.toml` of any bytes: read, and each key in it set and taken out.
//!
//! Beyond "no panic": what was set is what is read, and every other key says what it said.

use memdesk_desk::settings::keys::{GATE_MODES, KEYS};
use memdesk_desk::settings::{SettingValue, Settings, read, set};

/// Values of every kind; those that a key cannot have are refused.
fn values() -> Vec<Option<SettingValue>> {
    let text = |text: &str| Some(SettingValue::Text(text.to_owned()));
    vec![
        None,
        text("dark"),
        text("hold"),
        text("openai"),
        text("2.1.332"),
        text("https://localhost/\"x\\"),
        text("~/a b"),
        Some(SettingValue::Flag(true)),
        Some(SettingValue::Pair((0.5, 1e6))),
        Some(SettingValue::Texts(vec!["/a".to_owned(), "~/b".to_owned()])),
    ]
}

fn said(settings: &Settings) -> Vec<Option<&SettingValue>> {
    KEYS.iter().map(|key| settings.said(key.name).map(|(value, _)| value)).collect()
}

/// Reads the bytes as settings, and changes them.
pub fn run(bytes: &[u8]) {
    let (before, findings) = read(bytes);
    for finding in findings {
        drop(finding.to_string());
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for value in values() {
        for (at, key) in KEYS.iter().enumerate() {
            let Ok(after) = set(text, key.name, value.as_ref()) else { continue };
            let now = read(after.as_bytes()).0;
            let (mut before, mut now) = (said(&before), said(&now));
            assert_eq!(now[at], value.as_ref(), "{} in {after:?}", key.name);
            (before[at], now[at]) = (None, None);
            assert_eq!(before, now, "{} set in {text:?}: {after:?}", key.name);
        }
        drop(set(text, &format!("{GATE_MODES}.0123456789abcdef"), value.as_ref()));
    }
}
