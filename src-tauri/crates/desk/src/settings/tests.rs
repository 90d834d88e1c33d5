//! Fixtures for what is wrong with a file, and the laws of reading and setting.

use super::finding::FindingCode::*;
use super::keys::KEYS;
use super::*;
use proptest::prelude::*;

const STORE: &str = "0123456789abcdef";

fn found(text: &str) -> Vec<(usize, String, FindingCode, Option<String>)> {
    let (_, findings) = read(text.as_bytes());
    findings.into_iter().map(|one| (one.line, one.key, one.code, one.meant)).collect()
}

#[test]
fn what_is_wrong_is_told_with_line_and_key() {
    type Expected<'a> = &'a [(usize, &'a str, FindingCode, Option<&'a str>)];
    let table: &[(&str, Expected<'_>)] = &[
        ("", &[]),
        ("# only a comment\n", &[]),
        ("[window]\ntheme = \"dark\"\nlanguage = \"zh\"\nnotifications = false\n", &[]),
        ("window.theme = 'dark'\nwindow = 1", &[(2, "", Syntax, None)]),
        ("[window]\ntheme = \"drak\"\n", &[(2, "window.theme", UnknownWord, Some("dark"))]),
        ("[window]\ntheme = true\n", &[(2, "window.theme", WrongType, None)]),
        ("[window]\nthemes = \"dark\"\n", &[(2, "window.themes", UnknownKey, Some("window.theme"))]),
        ("[window]\nroot = \"/r\"\n", &[(2, "window.root", UnknownKey, Some("claude.root"))]),
        ("[windows]\n", &[(1, "windows", UnknownKey, Some("window"))]),
        ("theme = \"dark\"\n", &[(1, "theme", UnknownKey, Some("window.theme"))]),
        ("[elsewhere]\nx = 1\n", &[(1, "elsewhere", UnknownKey, None)]),
        ("window = 3\n", &[(1, "window", WrongType, None)]),
        ("[[window]]\ntheme = 1\n", &[(1, "window", WrongType, None)]),
        ("[window.theme]\n", &[(1, "window.theme", WrongType, None)]),
        ("[models]\napi_key = \"sk-x\"\n", &[(2, "models.api_key", Secret, None)]),
        ("[models]\n\nAPI-Token = \"x\"\n", &[(3, "models.API-Token", Secret, None)]),
        ("password = \"x\"\n", &[(1, "password", Secret, None)]),
        ("[models]\nbase_url = \"gate.test\"\n", &[(2, "models.base_url", BadValue, None)]),
        (
            "[models]\nbase_url = \"https://me:hunter2@gate.test\"\n",
            &[(2, "models.base_url", BadValue, None)],
        ),
        ("[models]\nbase_url = \"\"\nmodel = \"\"\n", &[]),
        ("[models]\nmodel = \"a\\u0007b\"\n", &[(2, "models.model", BadValue, None)]),
        ("[models]\nprovider = \"Anthropic\"\n", &[(2, "models.provider", UnknownWord, Some("anthropic"))]),
        ("[models]\ndollars_per_million = [3, 15.5]\n", &[]),
        ("[models]\ndollars_per_million = [3]\n", &[(2, "models.dollars_per_million", BadValue, None)]),
        ("[models]\ndollars_per_million = [-1, nan]\n", &[(2, "models.dollars_per_million", BadValue, None)]),
        ("[models]\ndollars_per_million = 3\n", &[(2, "models.dollars_per_million", WrongType, None)]),
        ("[claude]\nroot = \"relative\"\n", &[(2, "claude.root", BadValue, None)]),
        ("[claude]\nroots = [\"~/a\", \"b\"]\n", &[(2, "claude.roots", BadValue, None)]),
        ("[claude]\nroots = [1]\n", &[(2, "claude.roots", WrongType, None)]),
        ("[claude]\nprofile = \"two\"\n", &[(2, "claude.profile", BadValue, None)]),
        ("[claude]\nprofile = \"2.1.197\"\nprogram = \"~/bin/claude\"\n", &[]),
        ("[gate]\nmode = \"hodl\"\n", &[(2, "gate.mode", UnknownWord, Some("hold"))]),
        ("[gate.modes]\nshop = \"hold\"\n", &[(2, "gate.modes.shop", NoStore, None)]),
        (
            "[gate.modes]\n\"0123456789abcdef\" = \"off\"\n",
            &[(2, "gate.modes.0123456789abcdef", UnknownWord, None)],
        ),
        ("[gate]\nmodes = \"hold\"\n", &[(2, "gate.modes", WrongType, None)]),
        // every line by itself, in the order of the lines
        (
            "[gate]\nmode = 1\n[window]\ntheme = 2\nlanguage = \"zh\"\n",
            &[(2, "gate.mode", WrongType, None), (4, "window.theme", WrongType, None)],
        ),
    ];
    for (text, expected) in table {
        let expected: Vec<_> = expected
            .iter()
            .map(|(line, key, code, meant)| (*line, (*key).to_owned(), *code, meant.map(str::to_owned)))
            .collect();
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn one_odd_value_takes_no_other_with_it() {
    let (settings, _) = read(b"[window]\ntheme = \"drak\"\nlanguage = \"zh\"\n[gate]\nmode = \"hold\"\n");
    assert_eq!(settings.wish(keys::THEME), None);
    assert_eq!(settings.wish(keys::LANGUAGE).as_deref(), Some("zh"));
    assert_eq!(settings.usual_mode(), GateMode::Hold);
    let (settings, findings) = read(b"[window]\nlanguage = \"zh\"\n]");
    assert!(settings == Settings::default() && findings.iter().all(Finding::is_broken), "{findings:?}");
}

#[test]
fn what_cannot_be_read_at_all_is_told() {
    let deep = format!("a = {}", "[".repeat(100_000));
    let dotted = format!("{}a = 1", "a.".repeat(100_000));
    for (bytes, code, line) in [
        (&b"[window]\n\xff"[..], NotUtf8, 2),
        (&vec![b'#'; LARGEST + 1][..], TooLarge, 0),
        (deep.as_bytes(), Syntax, 1),
        (dotted.as_bytes(), Syntax, 1),
    ] {
        let (settings, findings) = read(bytes);
        assert_eq!((findings[0].code, findings[0].line, findings.len()), (code, line, 1), "{findings:?}");
        assert_eq!(settings, Settings::default());
    }
    // a mark of the byte order is no mistake
    assert_eq!(found("\u{feff}[window]\ntheme = \"dark\"\n"), []);
}

#[test]
fn no_secret_is_repeated() {
    for text in [
        "[models]\napi_key = \"sk-ant-hunter2\"\n",
        "[window]\ntheme = \"sk-ant-hunter2\"\n",
        "[models]\nbase_url = \"https://me:hunter2@gate.test\"\n",
        "[models]\nprovider = \"0123456789012345678901234567890123456789hunter2\"\n",
    ] {
        let said: Vec<String> = read(text.as_bytes()).1.iter().map(Finding::to_string).collect();
        assert!(!said.is_empty() && !said.join(" ").contains("hunter2"), "{said:?}");
    }
}

#[test]
fn only_the_value_is_replaced_and_only_a_line_is_put_in() {
    let text = |text: &str| Some(SettingValue::Text(text.to_owned()));
    let mode = format!("gate.modes.{STORE}");
    for (before, key, value, after) in [
        ("", "window.theme", text("dark"), "[window]\ntheme = \"dark\"\n".to_owned()),
        ("# mine", "window.theme", text("dark"), "# mine\n\n[window]\ntheme = \"dark\"\n".to_owned()),
        (
            "[window]\ntheme='light' # day\n",
            "window.theme",
            text("dark"),
            "[window]\ntheme=\"dark\" # day\n".to_owned(),
        ),
        (
            "[window] # w\r\n  language = \"zh\" # l\r\n\r\n# gate\r\n[gate]\r\n",
            "window.theme",
            text("dark"),
            "[window] # w\r\n  language = \"zh\" # l\r\n  theme = \"dark\"\r\n\r\n# gate\r\n[gate]\r\n"
                .to_owned(),
        ),
        (
            "[window]\n[gate]\n",
            "window.theme",
            text("dark"),
            "[window]\ntheme = \"dark\"\n[gate]\n".to_owned(),
        ),
        ("[window]", "window.theme", text("dark"), "[window]\ntheme = \"dark\"".to_owned()),
        (
            "window.language = 'zh'\n",
            "window.theme",
            text("dark"),
            "window.language = 'zh'\nwindow.theme = \"dark\"\n".to_owned(),
        ),
        ("window = { }\n", "window.theme", text("dark"), "window = { theme = \"dark\"  }\n".to_owned()),
        (
            "window = { language = 'zh' }\n",
            "window.theme",
            text("dark"),
            "window = { language = 'zh', theme = \"dark\" }\n".to_owned(),
        ),
        (
            "[gate]\nmode = 'hold'\n",
            &mode,
            text("watch"),
            format!("[gate]\nmode = 'hold'\n\n[gate.modes]\n\"{STORE}\" = \"watch\"\n"),
        ),
        (
            "[gate.modes]\n\n[window]\n",
            "gate.mode",
            text("hold"),
            "[gate.modes]\n\n[window]\n\n[gate]\nmode = \"hold\"\n".to_owned(),
        ),
        (
            "[gate]\nmodes.0000000000000000 = 'hold'\n",
            &mode,
            text("watch"),
            format!("[gate]\nmodes.0000000000000000 = 'hold'\nmodes.\"{STORE}\" = \"watch\"\n"),
        ),
        ("[window]\n# a\ntheme = 'dark' # b\n# c\n", "window.theme", None, "[window]\n# a\n# c\n".to_owned()),
        (
            "window = { theme = 'dark', language = 'zh' }",
            "window.theme",
            None,
            "window = {  language = 'zh' }".to_owned(),
        ),
        (
            "window = { language = 'zh', theme = 'dark' }",
            "window.theme",
            None,
            "window = { language = 'zh' }".to_owned(),
        ),
        ("[claude]\nroots = [\n  '/a', # one\n]\n", "claude.roots", None, "[claude]\n".to_owned()),
        ("[window]\n", "window.theme", None, "[window]\n".to_owned()),
    ] {
        assert_eq!(set(before, key, value.as_ref()).as_deref(), Ok(after.as_str()), "{before:?} {key}");
    }
}

#[test]
fn what_cannot_be_set_is_refused() {
    let text = SettingValue::Text("dark".to_owned());
    let refused = |before: &str, key: &str| set(before, key, Some(&text)).unwrap_err();
    assert!(matches!(refused("[window", "window.theme"), CannotSet::Broken(finding) if finding.line == 1));
    assert_eq!(refused("", "window.colour"), CannotSet::NoKey);
    assert_eq!(refused("", "gate.modes.shop"), CannotSet::NoKey);
    assert!(
        matches!(refused("", "window.language"), CannotSet::BadValue(finding) if finding.code == UnknownWord)
    );
    assert!(
        matches!(refused("", "window.notifications"), CannotSet::BadValue(finding) if finding.code == WrongType)
    );
    assert_eq!(refused("\n[window.theme]\n", "window.theme"), CannotSet::ByHand { line: 2 });
    assert_eq!(refused("window = 1\n", "window.theme"), CannotSet::ByHand { line: 1 });
}

/// A value that a key may have.
fn value_of(key: keys::Key) -> BoxedStrategy<SettingValue> {
    use keys::Kind;
    let text = |text: &str| SettingValue::Text(text.to_owned());
    match key.kind {
        Kind::Words(words) => prop::sample::select(words).prop_map(text).boxed(),
        Kind::Flag => any::<bool>().prop_map(SettingValue::Flag).boxed(),
        Kind::Text => "[^\\p{C}]{0,12}".prop_map(SettingValue::Text).boxed(),
        Kind::Address => "https://[a-z]{1,8}\\.test/[a-z]{0,4}".prop_map(SettingValue::Text).boxed(),
        Kind::Version => "[1-9]\\.[0-9]\\.[0-9]{1,3}".prop_map(SettingValue::Text).boxed(),
        Kind::Folder | Kind::Program => "~/[^\\p{C}]{0,12}".prop_map(SettingValue::Text).boxed(),
        Kind::Folders => {
            prop::collection::vec("~/[^\\p{C}]{0,12}", 0..3).prop_map(SettingValue::Texts).boxed()
        }
        Kind::Pair => (0.0..1e6f64, 0.0..1e6f64).prop_map(SettingValue::Pair).boxed(),
    }
}

fn change() -> impl Strategy<Value = (String, Option<SettingValue>)> {
    let key = prop::sample::select(KEYS).prop_flat_map(|key| (Just(key.name.to_owned()), value_of(key)));
    let modes = prop::sample::select(keys::MODES).prop_map(|mode| SettingValue::Text((*mode).to_owned()));
    let mode = ("[0-9a-f]{16}", modes).prop_map(|(id, mode)| (format!("gate.modes.{id}"), mode));
    (prop_oneof![4 => key, 1 => mode], prop::bool::weighted(0.8))
        .prop_map(|((key, value), there)| (key, there.then_some(value)))
}

/// Lines as people write them, in some order; not every text of them is TOML.
fn file() -> impl Strategy<Value = String> {
    let lines = prop::sample::select(
        &[
            "# a comment = 1",
            "",
            "   ",
            "[window] # of the window",
            "[ gate . modes ]",
            "[gate]",
            "[claude]",
            "[models]",
            "theme = 'dark'   # at night",
            "\ttheme='light'",
            "language = \"\"\"zh\"\"\"",
            "root = '~/.claude-2'",
            "roots = [ # two\n  '~/a',\n  '~/b', # b\n]",
            "mode = \"hold\"",
            "modes.\"0000000000000000\" = 'hold'",
            "0123456789abcdef = 'read-only' # shop",
            "dollars_per_million = [ 3, 15 ]",
            "window.theme = 'dark'",
            "window = { theme = 'dark', language = 'zh' }",
            "gate = {}",
            "unknown = { a = [1, { b = 2 }] }",
        ][..],
    );
    (prop::collection::vec(lines, 0..9), prop::sample::select(&["\n", "\r\n"][..]), any::<bool>()).prop_map(
        |(lines, eol, ends)| {
            let text = lines.join("\n").replace('\n', eol);
            if ends { text + eol } else { text }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// No bytes make reading fail.
    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "(?s).{0,120}") {
        read(&bytes);
        for finding in read(text.as_bytes()).1 {
            prop_assert!(finding.line <= text.matches('\n').count() + 1);
            drop(finding.to_string());
        }
    }

    /// Setting says the new value, every other key says what it said, and what is not the value or a line of its own stays
    /// byte for byte; setting it again changes nothing.
    #[test]
    fn setting_changes_one_thing(text in file(), (key, value) in change()) {
        let broken = read(text.as_bytes()).1.iter().any(Finding::is_broken);
        let after = match set(&text, &key, value.as_ref()) {
            Ok(after) => { prop_assert!(!broken); after }
            Err(CannotSet::Broken(_)) => { prop_assert!(broken); return Ok(()) }
            Err(CannotSet::ByHand { .. }) => return Ok(()),
            Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
        };
        let (before, now) = (read(text.as_bytes()).0, read(after.as_bytes()).0);
        let said = |settings: &Settings, key: &str| match keys::store_of(key) {
            Some(id) => settings.modes().get(id).map(|(mode, _)| SettingValue::Text(mode.word().to_owned())),
            None => settings.said(key).map(|(value, _)| value.clone()),
        };
        prop_assert_eq!(said(&now, &key), value.clone());
        for other in KEYS.iter().map(|other| other.name).filter(|other| *other != key) {
            prop_assert_eq!(said(&before, other), said(&now, other), "{}", other);
        }
        // what stays, stays in its order: the texts are the same before and behind one place
        let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| a.zip(b).take_while(|(a, b)| a == b).count();
        let (long, short) = (text.chars().count(), after.chars().count());
        let before = same(&mut text.chars(), &mut after.chars());
        let behind = same(&mut text.chars().rev(), &mut after.chars().rev());
        let gone = long.saturating_sub(before + behind.min(long - before));
        let comments = text.chars().skip(before).take(gone).filter(|c| *c == '#').count();
        let own_line = value.is_none() || text.contains("roots = [ #");
        prop_assert!(own_line || comments == 0, "{:?} -> {:?}", text, after);
        let _ = short;
        prop_assert_eq!(set(&after, &key, value.as_ref()), Ok(after.clone()));
    }
}
