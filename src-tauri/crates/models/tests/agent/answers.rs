//! Answers of every kind, and failures before and after something was done.

use super::*;
use memdesk_models::agent::Short;

fn write(path: &str) -> (&'static str, Value) {
    ("Write", json!({ "path": path, "text": "Größe – 中文 🦀" }))
}

#[test]
fn calls_are_carried_out_in_order_and_all_answered() {
    let turns = || {
        vec![
            Turn::calls([("Read", json!({ "path": "a.md" })), write("b.md"), write("../x")])
                .saying("Looking – 中文."),
            Turn::calls([write("c.md")]).takes(150, 30),
            Turn::says("All tidy."),
        ]
    };
    each(turns, |provider, stand_in, run| {
        let work = run.work.unwrap();
        assert_eq!((work.turns, &work.short, work.said.as_str()), (3, &None, "All tidy."), "{provider:?}");
        assert_eq!((work.input_tokens, work.output_tokens, work.dollars), (350, 70, None));
        assert_eq!(work.model, provider.default_model());
        let paths: Vec<&str> = run.done.iter().map(|(_, input)| input["path"].as_str().unwrap()).collect();
        assert_eq!(paths, ["a.md", "b.md", "../x", "c.md"]);
        assert_eq!(run.done[1].1["text"], "Größe – 中文 🦀", "whole though it came in pieces");
        let requests = stand_in.requests();
        assert_eq!(requests.len(), 3);
        assert_eq!(results(&requests[1]), ["Read a.md: well", "Write b.md: well", "it leads out"]);
        assert_eq!(results(&requests[2]).len(), 4);
        assert!(requests[0]["tools"].as_array().unwrap().len() == 2 && requests[0]["stream"] == true);
        let did = |tool: &str, what: &str, refused: Option<&str>, turn| Step::Did {
            turn,
            tool: tool.to_owned(),
            what: what.to_owned(),
            refused: refused.map(str::to_owned),
        };
        let took = |input_tokens, output_tokens| Step::Took { input_tokens, output_tokens, dollars: None };
        assert_eq!(
            run.steps,
            [
                Step::Turn(1),
                took(100, 20),
                Step::Said { turn: 1, text: "Looking – 中文.".to_owned() },
                did("read", "a.md", None, 1),
                did("write", "b.md", None, 1),
                did("write", "../x", Some("it leads out"), 1),
                Step::Turn(2),
                took(250, 50),
                did("write", "c.md", None, 2),
                Step::Turn(3),
                took(350, 70),
                Step::Said { turn: 3, text: "All tidy.".to_owned() },
            ]
        );
    });
}

/// The stand-in itself: who begins anew gets the next script, however alike the beginnings are.
#[test]
fn each_conversation_has_its_script() {
    for provider in Provider::ALL {
        let script = |path| vec![Turn::calls([write(path)]), Turn::calls([write(path)]), Turn::says(path)];
        let stand_in = stand_in(provider, script("a.md")).then(script("b.md"));
        for expected in ["a.md", "b.md", "b.md"] {
            let run = run_with(provider, &stand_in, &limits(), &Cancel::default());
            assert_eq!(run.work.unwrap().said, expected);
            assert!(run.done.iter().all(|(_, input)| input["path"] == expected) && run.done.len() == 2);
        }
    }
}

#[test]
fn a_call_that_is_none_is_answered() {
    for (name, arguments, answer, carried) in [
        ("Write", r#"{"path": "a.md", "text": "#, "not a JSON object", false),
        ("Write", r#"["a.md"]"#, "not a JSON object", false),
        ("Write", "3", "not a JSON object", false),
        ("Bash", r#"{"command":"rm -rf /"}"#, "There is no such tool. There are: Read, Write.", false),
        ("a b/ü", "{}", "There is no such tool", false),
        ("Write", "", "Write : well", true),
        ("Read", r#""{\"path\":\"in a string\"}""#, "Read in a string: well", true),
    ] {
        each(
            || vec![Turn::calls_with(name, arguments), Turn::calls([write("b.md")]), Turn::says("Done.")],
            |provider, stand_in, run| {
                let work = run.work.unwrap();
                assert_eq!((work.turns, work.short), (3, None), "{provider:?} {arguments}");
                let answers = results(&stand_in.requests()[1]);
                assert!(answers.len() == 1 && answers[0].contains(answer), "{provider:?} {answers:?}");
                assert_eq!(run.done.len(), if carried { 2 } else { 1 }, "{provider:?} {arguments}");
                let refused = run.steps.iter().any(|step| {
                    matches!(step, Step::Did { tool, refused: Some(why), .. } if tool == "other" && why.contains(answer))
                });
                assert_eq!(refused, !carried);
                // what goes back is what a provider takes
                for message in stand_in.requests()[1]["messages"].as_array().unwrap() {
                    for block in message["content"].as_array().into_iter().flatten() {
                        assert!(block["type"] != "tool_use" || block["input"].is_object(), "{block}");
                        assert!(block["type"] != "tool_use" || block["name"] != "a b/ü", "{block}");
                    }
                }
            },
        );
    }
}

#[test]
fn huge_arguments_are_carried_out_whole() {
    let long = "Zeile – 中文\n".repeat(20_000);
    let turns = || {
        vec![
            Turn::calls([("Write", json!({ "path": "a.md", "text": long }))]),
            Turn::says("Done.").takes(99_000, 1),
        ]
    };
    each(turns, |provider, _, run| {
        assert_eq!(run.work.unwrap().short, None);
        assert!(run.done[0].1["text"] == long, "{provider:?}");
    });
}

#[test]
fn a_refusal_is_told() {
    let refused = |work: Work| match work.short {
        Some(Short::Refused(words)) => words,
        other => panic!("{other:?}"),
    };
    each(
        || vec![Turn::refuses("I will not.")],
        |_, _, run| assert_eq!(refused(run.work.unwrap()), "I will not."),
    );
    each(
        || vec![Turn::calls([write("a.md")]), Turn::refuses("No more.")],
        |_, _, run| {
            assert_eq!(run.done.len(), 1);
            assert_eq!(refused(run.work.unwrap()), "No more.");
        },
    );
    each(
        || vec![Turn::refuses(" ")],
        |_, _, run| assert!(refused(run.work.unwrap()).contains("without words")),
    );
}

#[test]
fn an_answer_that_was_cut_off() {
    let half = r#"{"path": "a.md", "text": "and th"#;
    each(
        || vec![Turn::calls_with("Write", half).cut_off(), Turn::calls([write("a.md")]), Turn::says("Done.")],
        |provider, stand_in, run| {
            assert_eq!((run.work.unwrap().short, run.done.len()), (None, 1), "{provider:?}");
            assert!(results(&stand_in.requests()[1])[0].contains("cut off at its limit"));
        },
    );
    each(
        || vec![Turn::says("I would").cut_off()],
        |_, _, run| assert_eq!(run.work, Err(SelectorError::Malformed("I would".to_owned()))),
    );
    each(
        || vec![Turn::calls([write("a.md")]), Turn::says("I would").cut_off()],
        |_, _, run| {
            assert!(matches!(run.work.unwrap().short, Some(Short::BrokeOff(why)) if why.contains("I would")))
        },
    );
}

/// An answer that fails, and whether this is the error of it.
type Failure = (fn() -> Turn, Box<dyn Fn(&SelectorError) -> bool>);

/// What fails before a tool was run is an error; afterwards it is told, and what was done counts.
#[test]
fn failures_before_and_after_something_was_done() {
    let words = || "as it is written".to_owned();
    let failures: Vec<Failure> = vec![
        (|| Turn::fails(401, None), Box::new(move |error| *error == SelectorError::KeyRefused(words()))),
        (|| Turn::fails(400, None), Box::new(move |error| *error == SelectorError::Provider(400, words()))),
        (|| Turn::fails(529, None), Box::new(move |error| *error == SelectorError::Provider(529, words()))),
        (|| Turn::fails(429, None), Box::new(|error| *error == SelectorError::RateLimited(None))),
        (|| Turn::fails(429, Some(21)), Box::new(|error| *error == SelectorError::RateLimited(Some(21)))),
        (
            || Turn::says("I am about to").then_fails("too busy"),
            Box::new(|error| *error == SelectorError::Provider(529, "too busy".to_owned())),
        ),
        (
            || Turn::calls([write("half.md")]).then_fails("too busy"),
            Box::new(|error| *error == SelectorError::Provider(529, "too busy".to_owned())),
        ),
        (
            || Turn::calls([write("half.md")]).then_breaks_off(),
            Box::new(|error| matches!(error, SelectorError::Malformed(first) if first.contains("data:"))),
        ),
    ];
    for (failure, expected) in &failures {
        each(
            || vec![failure()],
            |provider, _, run| {
                let error = run.work.unwrap_err();
                assert!(expected(&error) && run.done.is_empty(), "{provider:?} {error:?}");
            },
        );
        each(
            || vec![Turn::calls([write("a.md")]), failure()],
            |provider, _, run| {
                let work = run.work.unwrap();
                assert_eq!((work.turns, run.done.len()), (1, 1), "{provider:?}");
                assert!(matches!(work.short, Some(Short::BrokeOff(why)) if !why.contains(KEY)));
            },
        );
    }
}

#[test]
fn a_short_wait_is_waited_for_once() {
    each(
        || {
            vec![
                Turn::fails(429, Some(0)),
                Turn::calls([write("a.md")]),
                Turn::fails(429, Some(1)),
                Turn::says("Done."),
            ]
        },
        |_, stand_in, run| {
            assert_eq!(run.work.unwrap().short, None);
            let waits: Vec<&Step> = run.steps.iter().filter(|step| matches!(step, Step::Waits(_))).collect();
            assert_eq!(waits, [&Step::Waits(0), &Step::Waits(1)]);
            assert_eq!(stand_in.requests().len(), 4);
        },
    );
    each(
        || vec![Turn::fails(429, Some(0)), Turn::fails(429, Some(0))],
        |_, _, run| assert_eq!(run.work, Err(SelectorError::RateLimited(Some(0)))),
    );
}

#[test]
fn what_is_refused_before_anything_is_sent() {
    let run = |api: &Api| {
        agent::run(api, &brief(), &mut Notes::default(), &limits(), &mut |_| {}, &Cancel::default())
            .unwrap_err()
    };
    assert_eq!(run(&Api::new(Provider::Anthropic)), SelectorError::NoKey("ANTHROPIC_API_KEY".to_owned()));
    let elsewhere = Api {
        base_url: Some("http://192.0.2.1".to_owned()),
        key: Key::new(KEY),
        ..Api::new(Provider::OpenAi)
    };
    assert!(run(&elsewhere).to_string().contains("plain http"));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = Api { base_url: Some(format!("http://{closed}")), ..Api::new(Provider::OpenAi) };
    assert!(matches!(run(&nobody), SelectorError::Unreachable(why) if why.contains(&closed.to_string())));
}
