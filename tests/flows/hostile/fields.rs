//! HTML and scripts in everything that has a text: nothing of it comes out as markup, whatever it stands in.

use super::Scene;

/// What a page must not get, as markup.
const HOSTILE: &[&str] = &[
    "<script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>",
    "<svg onload=window.ran=1>",
    "<iframe src=\"javascript:window.ran=1\"></iframe>",
    "<a href=\"javascript:window.ran=1\">x</a>",
    "[x](javascript:window.ran=1)",
    "![x](https://example.invalid/track.png)",
    "<style>*{display:none}</style>",
    "<base href=\"https://example.invalid/\">",
    "<meta http-equiv=refresh content=\"0;url=https://example.invalid/\">",
    "\"><script>window.ran=1</script>",
    "</code></pre><script>window.ran=1</script>",
    "]]><script>window.ran=1</script>",
    "<scr<script>ipt>window.ran=1</scr</script>ipt>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=window.ran=1&gt;\">",
    "&lt;script&gt;window.ran=1&lt;/script&gt;",
    "\u{202e}<script>window.ran=1</script>",
];

/// Tags that a rendered text may have; everything else that begins like one is a finding.
const TAGS: &[&str] = &[
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "input",
    "li",
    "ol",
    "p",
    "pre",
    "span",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];
/// And attributes.
const ATTRIBUTES: &[&str] = &[
    "role",
    "tabindex",
    "data-topic",
    "data-missing",
    "data-url",
    "class",
    "data-picture",
    "type",
    "checked",
    "disabled",
    "start",
];

/// The tags of some HTML, each with its attributes' names.
fn tags(html: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for piece in html.split('<').skip(1) {
        let name: String =
            piece.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let (mut names, mut quoted, mut name_of) = (Vec::new(), false, String::new());
        for c in piece
            [piece.trim_start_matches('/').as_ptr() as usize - piece.as_ptr() as usize + name.len()..]
            .chars()
        {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '>' => break,
                '=' | ' ' | '/' => {
                    if !name_of.is_empty() {
                        names.push(std::mem::take(&mut name_of));
                    }
                }
                c => name_of.push(c),
            }
        }
        names.extend(Some(name_of).filter(|name| !name.is_empty()));
        found.push((name, names));
    }
    found
}

#[test]
fn nothing_in_any_field_becomes_markup() {
    let scene = Scene::new();
    let mut index = String::new();
    for (n, hostile) in HOSTILE.iter().enumerate() {
        let yaml = serde_json::to_string(hostile).expect("a string");
        let text = format!(
            "---\nname: {yaml}\ndescription: {yaml}\ntype: {yaml}\n---\n\n# {hostile}\n\n{hostile}\n\n`{hostile}`\n\n```{hostile}\n{hostile}\n```\n\n| {hostile} |\n|-|\n| {hostile} |\n\n- {hostile}\n\n> {hostile}\n\n[x]: {hostile}\n\n[[{hostile}]] [{hostile}](y \"{hostile}\") ![{hostile}]({hostile})\n"
        );
        scene.put(&format!("t{n}.md"), text);
        index.push_str(&format!("- [{hostile}](t{n}.md) — {hostile}\n"));
    }
    scene.put("MEMORY.md", index);
    scene.look();
    scene.ask();
    let (desk, id) = scene.desk();
    for row in desk.topics(&id).expect("its topics").topics {
        let html = desk.topic(&id, &row.path).expect("it is shown").draft.html;
        for (tag, attributes) in tags(&html) {
            assert!(TAGS.contains(&tag.as_str()), "{}: <{tag} in {html}", row.path);
            let odd = attributes.iter().find(|name| !ATTRIBUTES.contains(&name.as_str()));
            assert_eq!(odd, None, "{}: {html}", row.path);
        }
    }
}

#[test]
fn tags_are_found() {
    let all =
        tags("<p>a &lt;b&gt;</p><a role=\"x\" data-url=\"<b onclick='y'>\"><input disabled=\"\" checked>");
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    // what stands quoted in an attribute is looked at too: the page's reader would not, and nothing writes it so
    assert_eq!(names, ["p", "p", "a", "b", "input"]);
    assert_eq!(all[2].1, ["role", "data-url"]);
    assert_eq!(all[4].1, ["disabled", "checked"]);
}
