//! What a shell command does to files, as far as its words tell.
//!
//! Separate because the client's agents take memories away with `rm`, and nothing else of a shell concerns us: this reads
//! simple commands, their redirections and `cd` by their words. It is no shell: what it does not understand (variables,
//! substitutions, programs it does not know) it leaves alone, and says nothing of it. Never runs anything.

/// One thing that a command does to files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// `cd`: what follows is relative to this.
    Enter(String),
    /// `rm` of these. `recursive`: with all that is below.
    Remove {
        /// As they are written, tildes and patterns included.
        paths: Vec<String>,
        /// `-r`.
        recursive: bool,
    },
    /// These are written or taken away in some other way: `>`, `tee`, `sed -i`, `mv` and the like.
    Write(Vec<String>),
}

/// Marks a word that is an operator; no command can hold it.
const OPERATOR: char = '\0';

/// What a command line does, in its order. Nothing for one whose words cannot be told apart.
pub fn deeds(command: &str) -> Vec<Deed> {
    let marked = mark(command);
    let mut words = shlex::Shlex::new(&marked);
    let all: Vec<String> = words.by_ref().collect();
    if words.had_error {
        return Vec::new();
    }
    let ends =
        |word: &String| matches!(word.strip_prefix(OPERATOR), Some(operator) if !is_redirection(operator));
    all.split(ends).flat_map(simple).collect()
}

/// Programs that write into, or take away, what they are given.
const WRITERS: [&str; 13] = [
    "cp", "dd", "install", "ln", "mv", "rmdir", "rsync", "shred", "sponge", "tee", "touch", "truncate",
    "unlink",
];
/// Programs that do so only with an option that begins so.
const IN_PLACE: [(&str, &str); 4] =
    [("sed", "-i"), ("sed", "--in-place"), ("perl", "-i"), ("find", "-delete")];
/// Words that stand before the name of a program.
const BEFORE: [&str; 9] = ["sudo", "command", "exec", "env", "nohup", "then", "do", "else", "!"];

/// The deeds of one simple command.
fn simple(words: &[String]) -> Vec<Deed> {
    let (mut out, mut plain) = (Vec::new(), Vec::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.strip_prefix(OPERATOR) {
            None => plain.push(word.as_str()),
            Some(operator) => {
                let target = rest.next();
                if operator.starts_with('>')
                    && let Some(target) = target
                {
                    out.push(Deed::Write(vec![target.clone()]));
                }
            }
        }
    }
    let is_before = |word: &&&str| BEFORE.contains(*word) || is_assignment(word);
    let skipped = plain.iter().take_while(is_before).count();
    let Some((name, given)) = plain.get(skipped..).and_then(<[&str]>::split_first) else { return out };
    let name = name.rsplit('/').next().unwrap_or_default();
    let (options, paths) = apart(given);
    match name {
        "cd" => out.extend(paths.first().cloned().map(Deed::Enter)),
        "rm" => {
            let recursive = options.iter().any(|option| match option.strip_prefix("--") {
                Some(long) => long == "recursive",
                None => option.contains(['r', 'R']),
            });
            out.push(Deed::Remove { paths, recursive });
        }
        _ if writes(name, given) => out.push(Deed::Write(paths)),
        _ => {}
    }
    out.sort_by_key(|deed| !matches!(deed, Deed::Enter(_)));
    out
}

fn writes(name: &str, given: &[&str]) -> bool {
    WRITERS.contains(&name)
        || IN_PLACE
            .iter()
            .any(|(program, option)| *program == name && given.iter().any(|word| word.starts_with(option)))
}

/// Options and what is not: after `--` nothing is an option. `of=FILE` is a file.
fn apart<'w>(given: &[&'w str]) -> (Vec<&'w str>, Vec<String>) {
    let (mut options, mut paths, mut is_over) = (Vec::new(), Vec::new(), false);
    for word in given {
        match *word {
            "--" if !is_over => is_over = true,
            option if !is_over && option.len() > 1 && option.starts_with('-') => options.push(option),
            path => paths.push(path.strip_prefix("of=").unwrap_or(path).to_owned()),
        }
    }
    (options, paths)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn is_redirection(operator: &str) -> bool {
    operator.starts_with(['>', '<'])
}

/// The command with every operator outside quotes as a word of its own, marked; here-documents left out.
fn mark(command: &str) -> String {
    let mut out = String::with_capacity(command.len() + 16);
    let mut chars = command.chars().peekable();
    let mut quote = None;
    let mut ends: Vec<String> = Vec::new(); // of here-documents that begin at the next line
    while let Some(c) = chars.next() {
        match (c, quote) {
            (OPERATOR, _) => {}
            ('\\', None | Some('"')) => {
                out.push(c);
                out.extend(chars.next());
            }
            ('\'' | '"', None) => {
                quote = Some(c);
                out.push(c);
            }
            (_, Some(open)) => {
                quote = (c != open).then_some(open);
                out.push(c);
            }
            ('#', None) if out.is_empty() || out.ends_with(char::is_whitespace) => {
                while chars.next_if(|c| *c != '\n').is_some() {}
            }
            ('\n', None) => {
                skip_documents(&mut chars, &mut ends);
                out.push_str(&format!(" {OPERATOR}; "));
            }
            (';' | '&' | '|' | '(' | ')' | '<' | '>', None) => {
                let mut operator = String::from(c);
                while let Some(next) = chars.next_if(|next| matches!(next, ';' | '&' | '|' | '<' | '>')) {
                    operator.push(next);
                }
                // `&>` redirects; `2>&1` names no file
                let operator =
                    operator.strip_prefix('&').filter(|rest| rest.starts_with('>')).unwrap_or(&operator);
                let is_duplicate = operator.starts_with('>') && operator.ends_with('&');
                if operator == "<<" {
                    ends.extend(document_end(chars.clone()));
                }
                let said = if is_duplicate { "<" } else { operator };
                // the number of a file descriptor is no word of the command
                if operator.starts_with(['>', '<']) {
                    out.truncate(out.trim_end_matches(|c: char| c.is_ascii_digit()).len());
                }
                out.push_str(&format!(" {OPERATOR}{said} "));
            }
            (c, None) => out.push(c),
        }
    }
    out
}

/// The word that ends a here-document, from what follows its `<<`.
fn document_end(rest: impl Iterator<Item = char>) -> Option<String> {
    let rest: String = rest.take_while(|c| *c != '\n').collect();
    let word = rest.trim_start_matches('-').split_whitespace().next()?;
    Some(word.split([';', '|', '&', '>', '<', ')']).next()?.replace(['\'', '"', '\\'], ""))
}

/// Passes over the here-documents that begin here.
fn skip_documents(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, ends: &mut Vec<String>) {
    for end in ends.drain(..) {
        while chars.peek().is_some() {
            let mut line = String::new();
            for c in chars.by_ref() {
                if c == '\n' {
                    break;
                }
                line.push(c);
            }
            if line.trim_start_matches('\t') == end {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(command: &str) -> String {
        let word = |deed: Deed| match deed {
            Deed::Enter(path) => format!("cd {path}"),
            Deed::Remove { paths, recursive } => {
                format!("rm{} {}", if recursive { " -r" } else { "" }, paths.join("|"))
            }
            Deed::Write(paths) => format!("write {}", paths.join("|")),
        };
        deeds(command).into_iter().map(word).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn by_its_words() {
        for (command, expected) in [
            ("rm a.md", "rm a.md"),
            ("rm -f /m/a.md /m/b.md", "rm /m/a.md|/m/b.md"),
            ("/bin/rm -rf -- -x.md", "rm -r -x.md"),
            ("rm 'a b.md' \"c d.md\" e\\ f.md", "rm a b.md|c d.md|e f.md"),
            ("cd /m && rm a.md; rm b.md", "cd /m; rm a.md; rm b.md"),
            ("rm a.md&&echo done", "rm a.md"),
            ("echo hi > a.md", "write a.md"),
            ("echo hi>>a.md", "write a.md"),
            ("echo '> a.md'", ""),
            ("echo \"rm a.md\"", ""),
            ("ls 2>/dev/null", "write /dev/null"),
            ("ls > a.md 2>&1", "write a.md"),
            ("ls &> a.md", "write a.md"),
            ("cat < a.md | tee b.md", "write b.md"),
            ("cat > a.md <<'EOF'\nrm b.md\nit's\nEOF\nrm c.md", "write a.md; rm c.md"),
            ("cat <<-EOF > a.md\n\trm b.md\n\tEOF\n", "write a.md"),
            ("sed -i 's/a/b/' a.md", "write s/a/b/|a.md"),
            ("sed -n 1p a.md", ""),
            ("mv a.md b.md", "write a.md|b.md"),
            ("X=1 sudo rm a.md", "rm a.md"),
            ("if true; then rm a.md; fi", "rm a.md"),
            ("(rm a.md)", "rm a.md"),
            ("find . -name '*.md' -delete", "write .|*.md"),
            ("dd if=x of=a.md", "write if=x|a.md"),
            ("ls # rm a.md", ""),
            ("cat a#b.md && rm c.md", "rm c.md"),
            ("rm 'a.md", ""),
            ("grep -r rm .", ""),
            ("", ""),
            ("rm", "rm "),
            ("> a.md", "write a.md"),
            ("rm\0 a.md", "rm a.md"),
            ("echo $(date) `x` ${y}", ""),
        ] {
            assert_eq!(say(command), expected, "{command:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_command_is_too_odd(command in r#"(rm|cd|>|<<|EOF|a\.md| |\n|'|"|\\|;|&|\||#|\(|0|é)*"#) {
            deeds(&command);
        }
    }
}
