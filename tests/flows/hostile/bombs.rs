//! Texts that take a reader much longer than they are: each as a topic, as its frontmatter, and as the index.

use super::{Scene, in_time, plain};

/// Bytes of each bomb.
const SIZE: usize = 100_000;

/// The same again and again, up to a size.
fn fill(piece: &str, size: usize) -> String {
    piece.repeat(size / piece.len().max(1))
}

fn markdown() -> Vec<(&'static str, String)> {
    let half = SIZE / 2;
    let numbered = |make: fn(usize) -> String, most: usize| {
        let mut text = String::new();
        (0..)
            .take_while(|n| {
                text.push_str(&make(*n));
                text.len() < most
            })
            .for_each(drop);
        text
    };
    vec![
        ("quotes in quotes", fill("> ", SIZE) + "x"),
        ("quotes, each a line deeper", numbered(|n| "> ".repeat(n % 600) + "x\n", SIZE)),
        ("lists in lists", numbered(|n| " ".repeat(2 * (n % 400)) + "- x\n", SIZE)),
        ("lists on one line", fill("- ", SIZE) + "x"),
        ("numbers on one line", fill("1. ", SIZE) + "x"),
        ("open brackets", fill("[", SIZE)),
        ("open pictures", fill("![", SIZE)),
        ("brackets in brackets", fill("[", half) + &fill("]", half)),
        ("links in links", fill("[a](", SIZE)),
        ("links that do not end", fill("[a](<b", SIZE)),
        ("links to topics that do not end", fill("[[a", SIZE)),
        ("links to many topics", numbered(|n| format!("[[t{n}]] "), SIZE)),
        ("many links", numbered(|n| format!("[t](t{n}.md) "), SIZE)),
        ("emphasis in emphasis", fill("*a **a ", SIZE)),
        ("emphasis that opens", fill("*a _b ", SIZE)),
        ("emphasis that closes", fill("a* b_ ", SIZE)),
        ("stars", fill("*", SIZE)),
        ("tildes", fill("~~a", SIZE)),
        ("runs of backticks", numbered(|n| "e".to_owned() + &"`".repeat(n % 500), SIZE)),
        ("code that does not end", fill("```\n", SIZE)),
        ("tags that do not end", fill("<a ", SIZE)),
        ("comments that do not end", fill("<!-- a", SIZE)),
        ("comments by lines", fill("<!--\n", SIZE)),
        ("comments", fill("<!-- a -->", SIZE)),
        ("declarations", fill("<!A ", SIZE) + &fill("<?", SIZE)),
        ("entities", fill("&amp", SIZE) + &fill("&#1114111;", SIZE)),
        ("references to one definition", numbered(|n| format!("[{n}]: /x\n"), half) + &fill("[1] ", half)),
        ("references that grow", "[x]: /".to_owned() + &fill("a", half) + "\n\n" + &fill("[x] ", half)),
        ("a wide table", fill("|a", half) + "|\n" + &fill("|-", half) + "|\n"),
        (
            "a table whose rows are short",
            fill("|a", 4_000) + "|\n" + &fill("|-", 4_000) + "|\n" + &fill("|\n", SIZE),
        ),
        ("headings", fill("# a\n", SIZE)),
        ("underlines", fill("a\n===\n", SIZE)),
        ("one line", fill("word ", SIZE)),
        ("empty lines", fill("\n", SIZE)),
        ("carriage returns", fill("\r", SIZE)),
        ("backslashes", fill("\\", SIZE)),
        ("invisible characters", fill("a\u{200b}\u{202e}", SIZE)),
        ("marks on one letter", "a".to_owned() + &fill("\u{301}", SIZE)),
        ("entries that go on", "- [a](a.md) — a\n".to_owned() + &fill("  more\n", SIZE)),
        ("entries that look like one", fill("- [a](", SIZE)),
        ("rules", fill("---\n", SIZE)),
        ("html", fill("<div><b>", SIZE)),
        ("footnotes", numbered(|n| format!("[^{n}]: [^{n}]\n"), SIZE)),
        ("tasks", fill("- [ ] [x](y.md)\n", SIZE)),
        ("zero bytes", fill("\0", SIZE)),
    ]
}

fn yaml() -> Vec<(&'static str, String)> {
    let laughs = {
        let mut text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
        for n in 1..30 {
            text.push_str(&format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", ")));
        }
        text + "name: *a29\ndescription: *a29\n"
    };
    vec![
        ("a billion laughs", laughs),
        ("laughs as keys", "a: &a {b: c}\n".to_owned() + &fill("? *a\n: *a\n", SIZE)),
        ("merged keys", "a: &a {x: y}\n".to_owned() + &fill("b: {<<: *a}\n", SIZE)),
        ("lists in lists", "name: ".to_owned() + &fill("[", SIZE)),
        ("maps in maps", "name: ".to_owned() + &fill("{a: ", SIZE)),
        ("maps by lines", {
            let mut text = String::new();
            (0..600).for_each(|n| text.push_str(&(" ".repeat(n) + "a:\n")));
            text
        }),
        ("dashes", fill("- ", SIZE)),
        ("question marks", fill("? ", SIZE)),
        ("quotes that do not end", "name: \"".to_owned() + &fill("a\n\n", SIZE)),
        ("a long name", "name: ".to_owned() + &fill("a", SIZE)),
        ("a block", "description: |\n".to_owned() + &fill("  a\n", SIZE)),
        ("a folded block", "description: >\n".to_owned() + &fill("  a\n\n", SIZE)),
        ("the same key", fill("name: a\n", SIZE)),
        ("many keys", (0..20_000).map(|n| format!("k{n}: v\n")).collect()),
        ("comments", fill("# a\n", SIZE)),
        ("tags", "name: ".to_owned() + &fill("!!str ", SIZE) + "a"),
        ("anchors", (0..10_000).map(|n| format!("k{n}: &k{n} v\n")).collect()),
        ("directives", fill("%YAML 1.2\n", SIZE)),
        ("documents", fill("...\n", SIZE)),
        ("colons", "name: ".to_owned() + &fill("a: ", SIZE)),
    ]
}

#[test]
fn markdown_that_explodes() {
    let plain = plain(1, SIZE);
    for (name, text) in markdown() {
        let scene = Scene::new();
        scene.put("topic.md", format!("---\nname: Topic\ndescription: about it\n---\n\n{text}"));
        scene.put("MEMORY.md", "- [Topic](topic.md) — about it\n");
        in_time(&format!("a topic of {name}"), scene.look(), plain);
        let scene = Scene::new();
        scene.put("MEMORY.md", &text);
        scene.put("a.md", "A\n");
        in_time(&format!("an index of {name}"), scene.look(), plain);
    }
}

#[test]
fn yaml_that_explodes() {
    let plain = plain(1, SIZE);
    for (name, text) in yaml() {
        let scene = Scene::new();
        scene.put("topic.md", format!("---\n{text}\n---\n\nText.\n"));
        scene.put("MEMORY.md", format!("---\n{text}\n---\n- [Topic](topic.md) — about it\n"));
        in_time(&format!("frontmatter of {name}"), scene.look(), plain);
    }
}

/// The command line with the worst of both, and little memory.
#[test]
fn bombs_by_the_command_line() {
    let scene = Scene::new();
    for (n, (_, text)) in markdown().into_iter().chain(yaml()).enumerate() {
        scene.put(&format!("b{n}.md"), format!("---\n{text}\n---\n\n{text}"));
    }
    scene.ask();
}
