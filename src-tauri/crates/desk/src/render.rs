//! A topic's Markdown as safe HTML for the reader.
//!
//! Memory text is hostile until proven otherwise, so this is the only way from Markdown to HTML: raw HTML in it is shown
//! as text, pictures are named and not loaded, links carry data attributes and never an `href`, invisible characters
//! become visible chips, and ammonia has the last word. Never loads anything.

use memdesk_memdir::invisible;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};
use std::collections::{HashMap, HashSet};

/// Where a link in a topic leads.
pub(crate) trait Links {
    /// The topic that a `[[name]]` names.
    fn by_name(&self, name: &str) -> Option<String>;
    /// The topic that a relative link target leads to, as seen from the topic being rendered.
    fn by_target(&self, target: &str) -> Option<String>;
}

/// Longest Markdown that is rendered, in bytes; beyond it a deeply nested text could keep the window waiting.
const RENDER_LIMIT: usize = 512 * 1024;
/// So many quotes, lists and emphases are drawn inside of one another; of deeper ones only the text. The time to sanitise a
/// text grows with its length times its depth, and a hundred thousand `>` are a short text.
const DEEPEST: usize = 100;

/// Sanitised HTML of a Markdown body (without frontmatter).
pub(crate) fn html(body: &str, links: &dyn Links) -> String {
    let body = clip(body, RENDER_LIMIT);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_WIKILINKS;
    let mut events = Vec::new();
    let mut open_links = Vec::new();
    let mut in_picture = 0usize;
    let mut code = false;
    let mut depth = 0usize;
    for event in Parser::new_ext(body, options) {
        let deepest = depth;
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if deepest.max(depth) > DEEPEST && matches!(event, Event::Start(_) | Event::End(_)) {
            continue;
        }
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let anchor = anchor(link_type, &dest_url, links);
                open_links.push("</a>");
                events.push(Event::InlineHtml(anchor.into()));
            }
            Event::End(TagEnd::Link) => {
                events.push(Event::InlineHtml(CowStr::Borrowed(open_links.pop().unwrap_or_default())));
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                in_picture += 1;
                let start = format!("<span class=\"picture\" data-picture=\"{}\">", escape(&dest_url));
                events.push(Event::InlineHtml(start.into()));
            }
            Event::End(TagEnd::Image) => {
                in_picture = in_picture.saturating_sub(1);
                events.push(Event::InlineHtml(CowStr::Borrowed("</span>")));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                code = true;
                events.push(Event::Start(Tag::CodeBlock(kind)));
            }
            Event::End(TagEnd::CodeBlock) => {
                code = false;
                events.push(Event::End(TagEnd::CodeBlock));
            }
            // Raw HTML is what it is: text that someone wrote into a memory.
            Event::Html(raw) => events.push(Event::Html(
                format!("<pre class=\"raw-html\">{}</pre>", chips(raw.trim_end_matches('\n'))).into(),
            )),
            Event::InlineHtml(raw) => {
                events.push(Event::InlineHtml(
                    format!("<code class=\"raw-html\">{}</code>", chips(&raw)).into(),
                ));
            }
            Event::Text(text) if code => events.push(Event::Text(text)),
            Event::Text(text) => events.push(Event::InlineHtml(chips(&text).into())),
            other => events.push(other),
        }
    }
    let mut unsafe_html = String::with_capacity(body.len() * 2);
    html::push_html(&mut unsafe_html, events.into_iter());
    sanitise(&unsafe_html)
}

fn anchor(kind: LinkType, target: &str, links: &dyn Links) -> String {
    let open = "<a role=\"link\" tabindex=\"0\"";
    if let LinkType::WikiLink { .. } = kind {
        return match links.by_name(target) {
            Some(path) => format!("{open} data-topic=\"{}\">", escape(&path)),
            None => format!("{open} data-missing=\"{}\">", escape(target)),
        };
    }
    if kind == LinkType::Email {
        return format!("{open} data-url=\"mailto:{}\">", escape(target));
    }
    if is_outside_url(target) {
        return format!("{open} data-url=\"{}\">", escape(target));
    }
    match links.by_target(target) {
        Some(path) => format!("{open} data-topic=\"{}\">", escape(&path)),
        None => format!("{open} data-missing=\"{}\">", escape(target)),
    }
}

/// True for the addresses that may be opened outside after a confirmation: http, https and mailto.
pub(crate) fn is_outside_url(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme))
        && !url.chars().any(|c| c.is_control() || c.is_whitespace())
}

/// So many of one invisible character in a row have a chip each; more have one together.
const CHIPS: usize = 4;

/// Escaped text in which suspicious invisible characters are chips that name them.
fn chips(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut from = 0;
    let found: Vec<_> = invisible::find(text);
    // a run of one character
    for run in found.chunk_by(|one, next| one.ch == next.ch && next.at == one.at + one.ch.len_utf8()) {
        let (Some(first), length) = (run.first(), run.iter().map(|one| one.ch.len_utf8()).sum::<usize>())
        else {
            continue;
        };
        let Some(before) = text.get(from..first.at) else { continue };
        out.push_str(&escape(before));
        let name = format!("U+{:04X}", first.ch as u32);
        match run.len() {
            many if many > CHIPS => out.push_str(&format!("<span class=\"chip\">{name} ×{many}</span>")),
            few => out.push_str(&format!("<span class=\"chip\">{name}</span>").repeat(few)),
        }
        from = first.at + length;
    }
    out.push_str(&escape(text.get(from..).unwrap_or_default()));
    out
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn sanitise(html: &str) -> String {
    let tags: HashSet<&str> = [
        "a",
        "b",
        "blockquote",
        "br",
        "code",
        "dd",
        "del",
        "dl",
        "dt",
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
    ]
    .into();
    let attributes: HashMap<&str, HashSet<&str>> = [
        ("a", ["role", "tabindex", "data-topic", "data-missing", "data-url"].into()),
        ("code", ["class"].into()),
        ("pre", ["class"].into()),
        ("span", ["class", "data-picture"].into()),
        ("input", ["type", "checked", "disabled"].into()),
        ("ol", ["start"].into()),
    ]
    .into();
    ammonia::Builder::new()
        .tags(tags)
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .allowed_classes(HashMap::new())
        .link_rel(None)
        .url_schemes(HashSet::new())
        .clean(html)
        .to_string()
}

/// The longest prefix of at most `limit` bytes that ends on a character boundary.
pub(crate) fn clip(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    struct Two;
    impl Links for Two {
        fn by_name(&self, name: &str) -> Option<String> {
            (name == "auth").then(|| "auth.md".to_owned())
        }
        fn by_target(&self, target: &str) -> Option<String> {
            (target == "auth.md").then(|| "auth.md".to_owned())
        }
    }

    #[track_caller]
    fn check(body: &str, want: Expect) {
        want.assert_eq(&html(body, &Two));
    }

    #[test]
    fn links_carry_data_and_never_an_href() {
        check(
            "[[auth]] and [[gone]]",
            expect![[r#"
            <p><a role="link" tabindex="0" data-topic="auth.md">auth</a> and <a role="link" tabindex="0" data-missing="gone">gone</a></p>
        "#]],
        );
        check(
            "[a](auth.md) [b](https://example.com/x?y=1&z) <https://example.com>",
            expect![[r#"
            <p><a role="link" tabindex="0" data-topic="auth.md">a</a> <a role="link" tabindex="0" data-url="https://example.com/x?y=1&amp;z">b</a> <a role="link" tabindex="0" data-url="https://example.com">https://example.com</a></p>
        "#]],
        );
        check(
            "[x](javascript:alert(1)) [y](data:text/html,x) [z](file:///etc/passwd)",
            expect![[r#"
            <p><a role="link" tabindex="0" data-missing="javascript:alert(1)">x</a> <a role="link" tabindex="0" data-missing="data:text/html,x">y</a> <a role="link" tabindex="0" data-missing="file:///etc/passwd">z</a></p>
        "#]],
        );
    }

    #[test]
    fn nothing_runs_and_nothing_loads() {
        check(
            "<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b",
            expect![[r#"
            <pre class="raw-html">&lt;script&gt;alert(1)&lt;/script&gt;</pre>
            <p>a <code class="raw-html">&lt;img src=x onerror=alert(1)&gt;</code> b</p>
        "#]],
        );
        check(
            "![logo](https://example.com/track.png)",
            expect![[r#"
            <p><span class="picture" data-picture="https://example.com/track.png">logo</span></p>
        "#]],
        );
        check(
            "<!-- hidden -->\n<div onclick=\"x\">",
            expect![[r#"
            <pre class="raw-html">&lt;!-- hidden --&gt;</pre><pre class="raw-html">&lt;div onclick="x"&gt;</pre>"#]],
        );
    }

    #[test]
    fn invisible_characters_are_chips() {
        check(
            "a\u{200B}b \u{202E}c",
            expect![[r#"
            <p>a<span class="chip">U+200B</span>b <span class="chip">U+202E</span>c</p>
        "#]],
        );
    }

    #[test]
    fn many_of_one_invisible_character_have_one_chip() {
        check(
            &format!("a{}b{}\u{202E}", "\u{200B}".repeat(4), "\u{200B}".repeat(5)),
            expect![[r#"
            <p>a<span class="chip">U+200B</span><span class="chip">U+200B</span><span class="chip">U+200B</span><span class="chip">U+200B</span>b<span class="chip">U+200B ×5</span><span class="chip">U+202E</span></p>
        "#]],
        );
    }

    #[test]
    fn what_is_nested_too_deep_is_drawn_as_text() {
        let quotes = html(&("> ".repeat(DEEPEST + 50) + "*x*\n\n- [a](auth.md)"), &Two);
        assert_eq!(quotes.matches("<blockquote>").count(), DEEPEST);
        assert_eq!(quotes.matches("</blockquote>").count(), DEEPEST);
        assert!(quotes.contains("x</blockquote>") || quotes.contains("x\n</blockquote>"), "{quotes}");
        assert!(
            quotes.contains("<a role=\"link\" tabindex=\"0\" data-topic=\"auth.md\">a</a></li>"),
            "{quotes}"
        );
    }

    #[test]
    fn a_long_text_is_clipped_on_a_character() {
        assert_eq!(clip("ab中", 3), "ab");
        assert_eq!(clip("ab", 9), "ab");
    }
}
