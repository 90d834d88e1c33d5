//! Hunks: what they show, that ids are stable, and that taking some of them is exact.

use expect_test::{Expect, expect};
use memdesk_review::hunk::{Hunk, LineKind, hunks, take};
use proptest::prelude::*;

/// Hunks with changed words between `{}`; a CR is shown.
fn shown(hunks: &[Hunk]) -> String {
    let mut out = String::new();
    for hunk in hunks {
        out.push_str(&format!("@@ {:?} {:?}\n", hunk.before, hunk.after));
        for line in &hunk.lines {
            out.push(match line.kind {
                LineKind::Context => '=',
                LineKind::Removed => '-',
                LineKind::Added => '+',
            });
            for part in &line.parts {
                let text = part.text.replace('\r', "␍");
                out.push_str(&if part.changed { format!("{{{text}}}") } else { text });
            }
            out.push_str(if line.no_newline { "␄\n" } else { "\n" });
        }
    }
    out
}

fn check(before: &str, after: &str, expect: &Expect) {
    expect.assert_eq(&shown(&hunks(before, after, 1)));
}

#[test]
fn words_are_marked() {
    check(
        "a\nthe old words here\nz\n",
        "a\nthe new terms here\nz\n",
        &expect![[r#"
            @@ [1, 3] [1, 3]
            =a
            -the {old words} here
            +the {new terms} here
            =z
        "#]],
    );
    check(
        "构建之前先生成绑定。\n",
        "构建之后再生成绑定。\n",
        &expect![[r#"
        @@ [1, 1] [1, 1]
        -构建之{前先}生成绑定。
        +构建之{后再}生成绑定。
    "#]],
    );
    check(
        "entirely one thing\n",
        "and something else\n",
        &expect![[r#"
        @@ [1, 1] [1, 1]
        -entirely one thing
        +and something else
    "#]],
    );
    check(
        "a\nb\n",
        "a\r\nb\n",
        &expect![[r#"
            @@ [1, 2] [1, 2]
            -a
            +a{␍}
            =b
        "#]],
    );
    check(
        "a",
        "a\n",
        &expect![[r#"
        @@ [1, 1] [1, 1]
        -a␄
        +a
    "#]],
    );
    check(
        "",
        "new\n",
        &expect![[r#"
        @@ [0, 0] [1, 1]
        +new
    "#]],
    );
    check(
        "old",
        "",
        &expect![[r#"
        @@ [1, 1] [0, 0]
        -old␄
    "#]],
    );
    check(
        "one two\nthree four\n",
        "one two three four\n",
        &expect![[r#"
        @@ [1, 2] [1, 1]
        -one two
        -three four
        +one two{ }three four
    "#]],
    );
}

#[test]
fn blank_lines_do_not_part_a_hunk_and_others_do() {
    check(
        "a\n\nb\nc\nd\n",
        "A\n\nB\nc\nD\n",
        &expect![[r#"
            @@ [1, 4] [1, 4]
            -a
            +A
            =
            -b
            +B
            =c
            @@ [5, 1] [5, 1]
            -d
            +D
        "#]],
    );
}

#[test]
fn context_never_overlaps() {
    let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    let after = "1\ntwo\n3\n4\nfive\n6\n7\n8\nnine\n";
    expect![[r#"
        @@ [1, 4] [1, 4]
        =1
        -2
        +two
        =3
        =4
        @@ [5, 4] [5, 4]
        -5
        +five
        =6
        =7
        =8
        @@ [9, 1] [9, 1]
        -9
        +nine
    "#]]
    .assert_eq(&shown(&hunks(before, after, 3)));
}

#[test]
fn equal_hunks_have_ids_of_their_own() {
    let (before, after) = ("a\nx\nb\nx\nc\nx\nd\n", "a\ny\nb\ny\nc\ny\nd\n");
    let ids: Vec<String> = hunks(before, after, 0).into_iter().map(|hunk| hunk.id).collect();
    assert_eq!(ids.len(), 3);
    assert_eq!(take(before, after, &ids[1..2]), "a\nx\nb\ny\nc\nx\nd\n");
    // context does not matter to them
    assert_eq!(hunks(before, after, 9).into_iter().map(|hunk| hunk.id).collect::<Vec<_>>(), ids);
}

fn text() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec!["a", "b", "", "中 文", "long line of words", "c\r"]);
    (prop::collection::vec(line, 0..14), any::<bool>())
        .prop_map(|(lines, end)| lines.join("\n") + if end { "\n" } else { "" })
}

fn sorted_lines<'t>(texts: &[&'t str]) -> Vec<&'t str> {
    let mut lines: Vec<&str> = texts.iter().flat_map(|text| text.split_inclusive('\n')).collect();
    lines.sort_unstable();
    lines
}

proptest! {
    #[test]
    fn taking_hunks(before in text(), after in text(), choice in any::<u32>(), context in 0usize..5) {
        let found = hunks(&before, &after, context);
        let ids: Vec<&str> = found.iter().map(|hunk| hunk.id.as_str()).collect();
        let (some, others): (Vec<_>, Vec<_>) = ids.iter().enumerate().partition(|(at, _)| choice >> (at % 32) & 1 == 1);
        let (some, others): (Vec<&str>, Vec<&str>) = (some.into_iter().map(|(_, id)| *id).collect(), others.into_iter().map(|(_, id)| *id).collect());
        prop_assert_eq!(take(&before, &after, &ids), after.as_str());
        prop_assert_eq!(take::<&str>(&before, &after, &[]), before.as_str());
        // what one half takes the other leaves
        let (one, other) = (take(&before, &after, &some), take(&before, &after, &others));
        prop_assert_eq!(sorted_lines(&[&one, &other]), sorted_lines(&[&before, &after]));
        // and the rest still leads to the end
        let rest: Vec<String> = hunks(&one, &after, context).into_iter().map(|hunk| hunk.id).collect();
        prop_assert_eq!(take(&one, &after, &rest), after.as_str());
    }

    #[test]
    fn a_subset_and_then_its_complement_is_all(marks in prop::collection::vec(0u8..4, 1..30), choice in any::<u32>()) {
        // every line is unlike every other, so hunks keep their ids when others are taken
        let before: String = marks.iter().enumerate().map(|(at, _)| format!("line {at}\n")).collect();
        let after: String = marks.iter().enumerate().map(|(at, mark)| match mark {
            0 | 1 => format!("line {at}\n"),
            2 => format!("changed {at}\n"),
            _ => String::new(),
        }).collect();
        let ids: Vec<String> = hunks(&before, &after, 0).into_iter().map(|hunk| hunk.id).collect();
        let (some, others): (Vec<_>, Vec<_>) = ids.iter().cloned().enumerate().partition(|(at, _)| choice >> (at % 32) & 1 == 1);
        let ids_of = |list: Vec<(usize, String)>| list.into_iter().map(|(_, id)| id).collect::<Vec<_>>();
        let half = take(&before, &after, &ids_of(some));
        prop_assert_eq!(take(&half, &after, &ids_of(others)), after);
    }

    #[test]
    fn hunks_are_the_texts(before in text(), after in text(), context in 0usize..5) {
        let (old, new): (Vec<&str>, Vec<&str>) = (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
        let mut shown_before = 0;
        for hunk in hunks(&before, &after, context) {
            let mut counts = [0, 0];
            for line in &hunk.lines {
                let mut text: String = line.parts.iter().map(|part| part.text.as_str()).collect();
                text.push_str(if line.no_newline { "" } else { "\n" });
                for (side, number, lines) in [(0, line.old, &old), (1, line.new, &new)] {
                    if let Some(number) = number {
                        prop_assert_eq!(lines[number - 1], &text);
                        counts[side] += 1;
                        if counts[side] == 1 {
                            prop_assert_eq!(number, [hunk.before, hunk.after][side][0]);
                        }
                    }
                }
                if let Some(number) = line.old {
                    prop_assert!(number > shown_before, "a line is shown twice");
                    shown_before = number;
                }
            }
            prop_assert_eq!(counts, [hunk.before[1], hunk.after[1]]);
        }
    }
}
