//! Finds entries and headings in the Markdown of an index.
//!
//! Separate from the types because it is the one place that knows the Markdown reader's events. Linear in the length of the
//! text, but for sorting. Never changes the text.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::block::{Open, OpenKind, OpenLink, extend, inline};
use super::link::{self, Link};
use super::{Entry, EntryKind, Section, Separator};
use crate::Profile;
use crate::eol::{feeds_for_returns, line_starts};
use crate::text::BOM;
use crate::wikilink::{self, WikiLink};

/// What an index consists of, once read.
pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where each line begins.
    starts: Vec<usize>,
    wiki: Vec<WikiLink>,
    pub(super) entries: Vec<Entry>,
    pub(super) sections: Vec<Section>,
}

impl<'t> Reader<'t> {
    /// Reads `text`, leaving out a frontmatter block.
    pub(super) fn read(text: &'t str) -> Reader<'t> {
        let bom = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
        let skipped = crate::index::after_frontmatter(text, Profile::latest()).max(bom);
        let mut reader = Reader {
            text,
            starts: line_starts(text),
            wiki: wikilink::links(text),
            entries: Vec::new(),
            sections: Vec::new(),
        };
        let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
        let body = feeds_for_returns(text.get(skipped..).unwrap_or_default());
        let events = Parser::new_ext(&body, options).into_offset_iter();
        reader.take(events.map(|(event, range)| (event, range.start + skipped..range.end + skipped)));
        reader.entries.sort_by_key(|entry| (entry.line, entry.title_range.start));
        reader.place();
        reader
    }

    fn take<'e>(&mut self, events: impl Iterator<Item = (Event<'e>, Range<usize>)>) {
        let mut open: Vec<Open> = Vec::new();
        let mut link: Option<OpenLink> = None;
        for (event, range) in events {
            match event {
                Event::Start(Tag::Item) => {
                    // the reader counts the indent of a nested item as its own
                    let item = self.text.get(range.clone()).unwrap_or_default();
                    let blanks = item.len() - item.trim_start_matches([' ', '\t']).len();
                    open.push(Open::new(OpenKind::Item, range.start + blanks));
                }
                Event::Start(Tag::Heading { level, .. }) => {
                    let mut heading = Open::new(OpenKind::Heading(depth(level)), range.start);
                    heading.reaches(range.start + self.text.get(range).unwrap_or_default().trim_end().len());
                    open.push(heading);
                }
                Event::Start(Tag::Paragraph | Tag::TableCell) => match open.last_mut() {
                    Some(item) if item.kind == OpenKind::Item && item.text.is_none() && !item.closed => {}
                    Some(item) if item.kind == OpenKind::Item => {
                        item.closed = true;
                        item.reaches(range.end);
                        open.push(Open::new(OpenKind::Text, range.start));
                    }
                    _ => open.push(Open::new(OpenKind::Text, range.start)),
                },
                Event::End(TagEnd::Paragraph | TagEnd::TableCell) => match open.last_mut() {
                    Some(item) if item.kind == OpenKind::Item => item.closed = true,
                    Some(text) if text.kind == OpenKind::Text => self.close(&mut open),
                    _ => {}
                },
                Event::End(TagEnd::Item | TagEnd::Heading(_)) => self.close(&mut open),
                Event::Start(Tag::List(_)) => {
                    if let Some(item) = open.last_mut() {
                        item.closed = true;
                        item.has_list = true;
                    }
                }
                Event::Start(Tag::BlockQuote(_) | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Table(_))
                | Event::Rule => {
                    if let Some(item) = open.last_mut() {
                        item.closed = true;
                        item.reaches(range.end);
                    }
                }
                Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                    if !matches!(link_type, LinkType::Autolink | LinkType::Email) {
                        let title_range = None;
                        link = Some(OpenLink {
                            range: range.clone(),
                            destination: dest_url.into_string(),
                            title: String::new(),
                            title_range,
                        });
                    }
                    extend(open.last_mut(), &range);
                }
                Event::End(TagEnd::Link) => {
                    if let (Some(found), Some(block)) = (link.take(), open.last_mut()) {
                        block.links.push(self.finish(found));
                    }
                }
                Event::Text(words) | Event::Code(words) => {
                    inline(&mut link, open.last_mut(), &range, &words);
                }
                Event::SoftBreak | Event::HardBreak => inline(&mut link, open.last_mut(), &range, " "),
                Event::InlineHtml(_)
                | Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Image { .. }) => {
                    inline(&mut link, open.last_mut(), &range, "");
                }
                _ => {}
            }
        }
    }

    /// A link whose end has come.
    fn finish(&self, open: OpenLink) -> Link {
        let title_range = open.title_range.unwrap_or_else(|| {
            let start = (open.range.start + 1).min(open.range.end);
            start..start
        });
        let target_range = link::target_range(self.text, title_range.end, open.range.end)
            .unwrap_or(open.range.end..open.range.end);
        Link {
            title: open.title,
            title_range,
            target: link::decoded(&open.destination),
            target_range,
            range: open.range,
            is_wiki: false,
        }
    }

    /// Makes entries of a block whose end has come.
    fn close(&mut self, open: &mut Vec<Open>) {
        let Some(block) = open.pop() else { return };
        if let Some(parent) =
            open.last_mut().filter(|parent| parent.kind == OpenKind::Item && block.kind != OpenKind::Item)
        {
            parent.reaches(block.end);
        }
        let text = block.text.clone().unwrap_or(block.start..block.start);
        let mut links = block.links;
        match block.kind {
            OpenKind::Heading(level) => {
                let title = words(&block.words);
                self.sections.push(Section {
                    line: self.line(block.start),
                    level,
                    title: title.clone(),
                    entries: 0,
                });
                self.push(EntryKind::Heading, block.start, block.end, plain(title, text.clone()));
            }
            OpenKind::Item => {
                let first_link = links.first().map_or(usize::MAX, |link| link.range.start);
                if let Some(wiki) = self.wiki_in(&text).filter(|wiki| wiki.range.start < first_link) {
                    links.insert(0, wiki);
                }
                if links.is_empty() {
                    self.push(EntryKind::Bullet, block.start, block.end, plain(words(&block.words), text));
                    return;
                }
                let lead = links.remove(0);
                let kind = if lead.is_wiki { EntryKind::Wiki } else { EntryKind::Bullet };
                let (separator, hook) =
                    link::hook(self.text, lead.range.end, text.end.max(lead.range.end), |at| {
                        beginning(&links, at)
                    });
                self.push(kind, block.start, block.end, linked(lead, separator, hook));
            }
            OpenKind::Text => {}
        }
        let mut links = links.into_iter().peekable();
        while let Some(link) = links.next() {
            let stop = links.peek().map_or(text.end, |next| next.range.start).max(link.range.end);
            let (separator, hook) = if block.kind == OpenKind::Text {
                self.prose_hook(&link, stop)
            } else {
                (Separator::None, link.range.end..link.range.end)
            };
            let (start, end) = (link.range.start, link.range.end.max(hook.end));
            self.push(EntryKind::Prose, start, end, linked(link, separator, hook));
        }
    }

    /// The hook of a link that begins its line, up to the end of the line or to `stop`: only then is what follows about the
    /// link alone. (Not of a reference link: `[a]: b` is nearly a definition.)
    fn prose_hook(&self, link: &Link, stop: usize) -> (Separator, Range<usize>) {
        let after = self.text.get(link.range.end..stop).unwrap_or_default();
        let end = after.find(['\n', '\r']).map_or(stop, |found| link.range.end + found);
        let (separator, hook) = link::hook(self.text, link.range.end, end, |_| None);
        let counts = separator != Separator::None && !link.target_range.is_empty() && !hook.is_empty();
        if counts && self.begins_line(link.range.start) {
            (separator, hook)
        } else {
            (Separator::None, link.range.end..link.range.end)
        }
    }

    fn push(&mut self, kind: EntryKind, start: usize, end: usize, parts: Parts) {
        let line = self.line(start);
        let is_item = matches!(kind, EntryKind::Bullet | EntryKind::Wiki);
        let hook = self.text.get(parts.hook.clone()).map(link::one_line).unwrap_or_default();
        self.entries.push(Entry {
            line,
            end_line: self.line(end.saturating_sub(1).max(start)),
            kind,
            section: None,
            indent: if is_item { self.indent(start) } else { 0 },
            title: parts.title,
            target: parts.target,
            hook,
            link_range: parts.link,
            title_range: parts.title_range,
            target_range: parts.target_range,
            hook_range: parts.hook,
            separator: parts.separator,
        });
    }

    /// Says for every entry under which heading it stands, and counts.
    fn place(&mut self) {
        let mut current: Option<usize> = None; // in `sections`
        let mut above: Vec<usize> = Vec::new(); // headings that are open, in `sections`
        let mut next = 0;
        for entry in &mut self.entries {
            if entry.kind == EntryKind::Heading {
                let level = self.sections.get(next).map_or(1, |section| section.level);
                above.retain(|&at| self.sections.get(at).is_some_and(|section| section.level < level));
                entry.section =
                    above.last().and_then(|&at| self.sections.get(at)).map(|section| section.line);
                above.push(next);
                current = Some(next);
                next += 1;
                continue;
            }
            let Some(section) = current.and_then(|at| self.sections.get_mut(at)) else { continue };
            entry.section = Some(section.line);
            section.entries += usize::from(entry.target.is_some());
        }
    }

    /// The first `[[link]]` in a stretch of text.
    fn wiki_in(&self, range: &Range<usize>) -> Option<Link> {
        let first = self.wiki.partition_point(|wiki| wiki.range.start < range.start);
        let wiki = self.wiki.get(first).filter(|wiki| wiki.range.end <= range.end)?;
        let start = wiki.range.start + 2;
        let inner = self.text.get(start..wiki.range.end - 2)?;
        let parts = wikilink::inside(inner);
        let moved = |range: Range<usize>| start + range.start..start + range.end;
        let title = parts.label.unwrap_or(parts.name.clone());
        Some(Link {
            range: wiki.range.clone(),
            title: inner.get(title.clone()).unwrap_or_default().to_owned(),
            title_range: moved(title),
            target: wiki.name.clone(),
            target_range: moved(parts.name),
            is_wiki: true,
        })
    }

    /// The 1-based line in which a byte lies.
    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at).max(1)
    }

    fn start_of(&self, line: usize) -> usize {
        self.starts.get(line - 1).copied().unwrap_or_default()
    }

    /// Blanks and quote marks before a byte on its line, in bytes.
    fn indent(&self, at: usize) -> usize {
        let before = self.text.get(self.start_of(self.line(at))..at).unwrap_or_default();
        before.trim_start_matches(BOM).len()
    }

    /// Nothing but blanks and emphasis stands before it on its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.text.get(self.start_of(self.line(at))..at).unwrap_or_default();
        before.trim_start_matches([' ', '\t', '*', '_', '~', BOM]).is_empty()
    }
}

/// The end of the link that begins at `at`.
fn beginning(links: &[Link], at: usize) -> Option<usize> {
    let found = links.binary_search_by_key(&at, |link| link.range.start).ok()?;
    links.get(found).map(|link| link.range.end)
}

/// The parts of an entry that differ by its kind.
struct Parts {
    link: Range<usize>,
    title: String,
    title_range: Range<usize>,
    target: Option<String>,
    target_range: Range<usize>,
    hook: Range<usize>,
    separator: Separator,
}

fn plain(title: String, text: Range<usize>) -> Parts {
    let end = text.end..text.end;
    Parts {
        title,
        link: end.clone(),
        target: None,
        target_range: end.clone(),
        hook: end,
        title_range: text,
        separator: Separator::None,
    }
}

fn linked(link: Link, separator: Separator, hook: Range<usize>) -> Parts {
    Parts {
        link: link.range,
        title: words(&link.title),
        title_range: link.title_range,
        target: Some(link.target),
        target_range: link.target_range,
        hook,
        separator,
    }
}

/// Words with single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn depth(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
