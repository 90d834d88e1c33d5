//! Keys: what is one, where it is found, and that it does not show.
//!
//! Separate for its length. What depends on the environment runs in a process of its own.

use super::*;
use std::process::Command;

/// Runs `test` again in a process of its own with these variables, by way of the program before it if there is one: a process
/// cannot change its own variables safely.
pub(crate) fn in_a_child(before: &[&str], test: &str, variables: &[(&str, &str)]) {
    let program = std::env::current_exe().unwrap();
    let mut words: Vec<&str> = before.to_vec();
    words.extend([program.to_str().unwrap(), "--exact", test, "--nocapture"]);
    let mut child = Command::new(words[0]);
    child.args(&words[1..]).env_remove("OPENAI_API_KEY").env("MEMDESK_TEST_CHILD", "1");
    let output = child.envs(variables.iter().copied()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// It is that process.
pub(crate) fn is_child() -> bool {
    std::env::var_os("MEMDESK_TEST_CHILD").is_some()
}

#[test]
fn what_is_a_key() {
    for (text, expected) in [
        (" sk-ant-1 \n", Some("sk-ant-1")),
        ("", None),
        (" \t", None),
        ("two words", None),
        ("a\u{0}b", None),
        ("schlüssel", None),
    ] {
        assert_eq!(Key::new(text).as_ref().map(Key::expose), expected, "{text:?}");
    }
}

#[test]
fn a_key_does_not_print() {
    let key = Key::new("sk-secret-12").unwrap();
    assert_eq!(
        format!("{key} {key:?} {key:#?} {:?}", Some((&key, KeySource::Keyring))),
        "… Key(…) Key(…) Some((Key(…), Keyring))"
    );
    assert_eq!(key.hidden_in("is sk-secret-12, sk-secret-12."), "is …, ….");
    assert_eq!(Key::new("md").unwrap().hidden_in("deploy.md"), "deploy.md");
}

#[test]
fn the_environment_comes_first() {
    let in_keyring = || Key::new("ring");
    for (variable, expected) in [
        (Some("env"), Some(("env", KeySource::Environment))),
        (Some(" "), Some(("ring", KeySource::Keyring))),
        (None, Some(("ring", KeySource::Keyring))),
    ] {
        let found = first_of(variable.map(str::to_owned), in_keyring);
        assert_eq!(found.as_ref().map(|(key, source)| (key.expose(), *source)), expected);
    }
    assert!(first_of(None, || None).is_none());
}

#[test]
fn each_address_has_its_own_entry() {
    assert_eq!(name(Provider::Anthropic, None), "anthropic api.anthropic.com");
    assert_eq!(name(Provider::OpenAi, Some("http://localhost:1234/v1")), "openai localhost:1234");
    assert_ne!(name(Provider::OpenAi, Some("https://gate.test")), name(Provider::OpenAi, None));
}

#[test]
fn a_keyring_that_is_silent_or_breaks_is_not_waited_for() {
    let (held, release) = mpsc::channel::<()>();
    let silent = within(Duration::from_millis(20), move || Ok(release.recv().is_ok()));
    assert!(matches!(silent, Err(Trouble::Silent)));
    drop(held);
    let secret = within(UNLOCK, || Err::<(), _>(Error::BadEncoding(b"sk-secret\xff".to_vec())));
    assert_eq!(secret.unwrap_err().words(), "what the system's keyring holds is no key: enter it again");
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_bus_or_with_one_that_hangs_there_is_no_keyring() {
    const NAME: &str = "key::tests::without_a_bus_or_with_one_that_hangs_there_is_no_keyring";
    if !is_child() {
        let directory = tempfile::tempdir().unwrap();
        let hung = directory.path().join("bus");
        // takes connections and says nothing
        let _listener = std::os::unix::net::UnixListener::bind(&hung).unwrap();
        let hung = format!("unix:path={}", hung.display());
        for bus in ["unix:path=/nonexistent/bus", &hung] {
            in_a_child(&[], NAME, &[("DBUS_SESSION_BUS_ADDRESS", bus), ("OPENAI_API_KEY", " sk-env ")]);
        }
        return;
    }
    let why = no_keyring().unwrap();
    assert!(
        why.starts_with("the system's keyring") && why.ends_with("set the key in the environment"),
        "{why}"
    );
    let (key, source) = find(Provider::OpenAi, None).unwrap();
    assert_eq!((key.expose(), source), ("sk-env", KeySource::Environment));
}

/// Starts a keyring of its own, unlocked, on a bus of its own, and then the test.
#[cfg(target_os = "linux")]
const WITH_A_KEYRING: &str =
    r#"printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && "$@""#;

#[test]
#[cfg(target_os = "linux")]
fn a_real_keyring_keeps_and_forgets() {
    if !is_child() {
        let there = |program: &str| {
            Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
        };
        if !there("dbus-run-session") || !there("gnome-keyring-daemon") {
            println!("skipped: needs dbus-run-session and gnome-keyring-daemon");
            return;
        }
        let home = tempfile::tempdir().unwrap();
        let home = home.path().to_str().unwrap();
        let before = ["dbus-run-session", "--", "sh", "-c", WITH_A_KEYRING, "sh"];
        let variables = [("HOME", home), ("XDG_DATA_HOME", home), ("XDG_RUNTIME_DIR", home)];
        return in_a_child(&before, "key::tests::a_real_keyring_keeps_and_forgets", &variables);
    }
    assert_eq!(no_keyring(), None);
    let gate = Some("https://gate.test/v1");
    let found =
        |base_url| find(Provider::OpenAi, base_url).map(|(key, source)| (key.expose().to_owned(), source));
    assert_eq!((found(None), found(gate)), (None, None));
    for text in ["sk-first", "sk-second"] {
        keep(Provider::OpenAi, None, &Key::new(text).unwrap()).unwrap();
        assert_eq!(found(None), Some((text.to_owned(), KeySource::Keyring)));
    }
    // an address has its own
    keep(Provider::OpenAi, gate, &Key::new("sk-gate").unwrap()).unwrap();
    forget(Provider::OpenAi, None).unwrap();
    forget(Provider::OpenAi, None).unwrap();
    assert_eq!((found(None), found(gate)), (None, Some(("sk-gate".to_owned(), KeySource::Keyring))));
}
