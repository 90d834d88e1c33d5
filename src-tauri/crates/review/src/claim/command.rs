//! What a line for a shell asks for: which program, with which words.
//!
//! Separate because claims ask whether something is a command, and the desk which program it needs. Knows no shell grammar:
//! looks at the first command of a line, word by word. Never runs anything.

use super::shape::listed;

/// Programs whose names begin a command even without a flag behind them.
const PROGRAMS: &str = " ansible apk apt apt-get aws az bash bazel brew bun bundle bunx cargo cd chmod chown clang cmake code \
    composer conda cp curl deno direnv docker docker-compose dotnet echo elixir eslint export fd ffmpeg find flutter flyctl gcc \
    gcloud gem gh git glab go golangci-lint gradle grep head helm heroku java javac jest jq just kubectl less ln ls make man \
    maturin mise mix mkdir mv mvn mypy mysql nginx ninja nix node nohup npm npx nx nvm openssl pip pip3 pipx playwright pnpm \
    podman poetry pre-commit prettier psql pulumi pwd pyenv pytest python python3 rails rake rbenv redis-cli rg rm rsync ruby ruff \
    rustc rustup scp sed sh source sqlite3 ssh sudo supabase svn swift systemctl tail tar task terraform tmux tofu tox touch tsc \
    tsx turbo uv uvx vercel vim vite vitest watch wget wrangler xcodebuild yarn zig zsh ";

/// Words before a command that are not the command.
const BEFORE: &str = " command doas env exec nice nohup sudo time ";

/// A command, as far as it is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts<'t> {
    /// The program's name or path.
    pub program: &'t str,
    /// What follows it, up to the end of the first command.
    pub arguments: Vec<&'t str>,
}

/// The program and words of the first command of a line; `None` when there is none.
pub fn parts(line: &str) -> Option<Parts<'_>> {
    let mut words = without_prompt(line).split_whitespace().peekable();
    while words.next_if(|word| is_assignment(word) || listed(BEFORE, word)).is_some() {}
    let ends = |word: &&str| matches!(*word, "|" | "||" | "&&" | "&" | ";" | ">" | ">>" | "<" | "#");
    let program = words.next()?.trim_end_matches(';');
    let arguments = words.take_while(|word| !ends(word)).map(|word| word.trim_end_matches(';')).collect();
    (!program.is_empty()).then_some(Parts { program, arguments })
}

/// A line without the prompt before it.
pub(super) fn without_prompt(line: &str) -> &str {
    let line = line.trim();
    ["$ ", "% ", "> ", "❯ ", "# "]
        .iter()
        .find_map(|prompt| line.strip_prefix(prompt))
        .unwrap_or(line)
        .trim_start()
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    })
}

/// Whether a line of a code span is a command: a known program with something behind it, or any program with a flag.
pub(super) fn is_command(line: &str) -> bool {
    let Some(parts) = parts(line) else { return false };
    let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '~' | '+');
    let program = parts.program;
    if !program.chars().all(name)
        || !program.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '.' | '/' | '~'))
    {
        return false;
    }
    let flagged = parts.arguments.iter().any(|word| is_flag(word));
    let path = program.starts_with("./") || program.starts_with("../") || program.starts_with("~/");
    match listed(PROGRAMS, program) {
        true => !parts.arguments.is_empty(),
        false => path || flagged,
    }
}

fn is_flag(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    let dashes = word.len() - name.len();
    (dashes == 1 || dashes == 2) && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart() {
        for (line, program, arguments) in [
            ("cargo test -p x", "cargo", &["test", "-p", "x"][..]),
            ("$ FOO=1 BAR=2 sudo npm run dev && rm x", "npm", &["run", "dev"]),
            ("./go.sh | tee x", "./go.sh", &[]),
            ("cd x; make", "cd", &["x", "make"]),
            ("ls", "ls", &[]),
        ] {
            assert_eq!(parts(line), Some(Parts { program, arguments: arguments.to_vec() }), "{line}");
        }
        for line in ["", "  ", "FOO=1", "sudo"] {
            assert_eq!(parts(line), None, "{line}");
        }
    }

    #[test]
    fn commands_and_what_only_looks_like_one() {
        for (line, expected) in [
            ("cargo test", true),
            ("git commit --amend", true),
            ("./run.sh", true),
            ("mytool --check", true),
            ("mytool check", false),
            ("git", false),
            ("const x = 1", false),
            ("if a -b", true),
            ("Some text -- here", false),
            ("fn main()", false),
            ("x - y", false),
        ] {
            assert_eq!(is_command(line), expected, "{line}");
        }
    }
}
