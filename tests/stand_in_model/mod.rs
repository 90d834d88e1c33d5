//! A model on loopback that says and does what a test has written down, in Anthropic's or OpenAI's format.
//!
//! Separate because an agent is driven by it in flows, in the real window and in the real client: its [`StandIn::address`] is the
//! base address of the provider `anthropic` or `openai`, with any key. Which turn of a script comes next is told by the answers
//! that a request already holds, so conversations may run at once. Plain sockets: answers that break off need control over
//! every byte. Never judges what it is asked; [`StandIn::requests`] keeps it.

mod format;

use serde_json::Value;
use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long [`StandIn::wait_for`] waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// Bytes that are written at once: pieces of an answer are cut in the midst of words.
const PIECE: usize = 61;

/// A part of an answer.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// Words.
    Text(String),
    /// A call of a tool: its name, and its arguments as they are written.
    Call(String, String),
}

/// How an answer ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// As it should.
    Whole,
    /// With an error of the provider, in its midst.
    Error(String),
    /// In its midst, without a word.
    Broken,
}

/// One answer.
#[derive(Debug, Clone)]
pub struct Turn {
    parts: Vec<Part>,
    stop: Option<&'static str>,
    end: End,
    after: Duration,
    tokens: (u64, u64),
    status: Option<(u16, Option<u64>)>,
}

impl Turn {
    fn new(parts: Vec<Part>) -> Turn {
        Turn { parts, stop: None, end: End::Whole, after: Duration::ZERO, tokens: (100, 20), status: None }
    }

    /// Words, and with them the end of the work.
    pub fn says(text: &str) -> Turn {
        Turn::new(vec![Part::Text(text.to_owned())])
    }

    /// Calls of tools, all in one answer.
    pub fn calls<N: Into<String>>(calls: impl IntoIterator<Item = (N, Value)>) -> Turn {
        Turn::new(calls.into_iter().map(|(name, input)| Part::Call(name.into(), input.to_string())).collect())
    }

    /// A call whose arguments are this text, JSON or not.
    pub fn calls_with(name: &str, arguments: &str) -> Turn {
        Turn::new(vec![Part::Call(name.to_owned(), arguments.to_owned())])
    }

    /// Refuses, in these words.
    pub fn refuses(text: &str) -> Turn {
        Turn { stop: Some("refusal"), ..Turn::says(text) }
    }

    /// No answer but a status; a number of seconds after which to ask again, when there is one. Once: the request that is made
    /// again gets the next turn.
    pub fn fails(status: u16, retry_after: Option<u64>) -> Turn {
        Turn { status: Some((status, retry_after)), ..Turn::says("") }
    }

    /// With these words before its calls.
    #[must_use]
    pub fn saying(mut self, text: &str) -> Turn {
        self.parts.insert(0, Part::Text(text.to_owned()));
        self
    }

    /// Comes only after a while.
    #[must_use]
    pub fn after(self, after: Duration) -> Turn {
        Turn { after, ..self }
    }

    /// Breaks off in its midst, with an error of the provider in these words.
    #[must_use]
    pub fn then_fails(self, words: &str) -> Turn {
        Turn { end: End::Error(words.to_owned()), ..self }
    }

    /// Breaks off in its midst, without a word.
    #[must_use]
    pub fn then_breaks_off(self) -> Turn {
        Turn { end: End::Broken, ..self }
    }

    /// Is cut off at its limit of tokens.
    #[must_use]
    pub fn cut_off(self) -> Turn {
        Turn { stop: Some("max_tokens"), ..self }
    }

    /// Takes so many tokens in and out, instead of 100 and 20.
    #[must_use]
    pub fn takes(self, input: u64, output: u64) -> Turn {
        Turn { tokens: (input, output), ..self }
    }
}

/// Whose format is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Anthropic,
    OpenAi,
}

/// What is left of the scripts, and what was asked.
#[derive(Default)]
struct State {
    scripts: Vec<Vec<Turn>>,
    /// How many conversations have begun.
    begun: usize,
    /// The script of each conversation, by how it begins; none while a request that failed is to be made again.
    of: HashMap<String, (usize, bool)>,
    requests: Vec<Value>,
}

/// A running stand-in; it goes with the process.
pub struct StandIn {
    address: String,
    state: Arc<Mutex<State>>,
}

impl StandIn {
    /// Answers in Anthropic's format: the first request of a conversation with the first turn, and so on; what comes after the
    /// last with `Done.`.
    pub fn anthropic(turns: Vec<Turn>) -> StandIn {
        StandIn::start(Format::Anthropic, turns)
    }

    /// The same in OpenAI's format, which Ollama speaks too.
    pub fn openai(turns: Vec<Turn>) -> StandIn {
        StandIn::start(Format::OpenAi, turns)
    }

    /// The next conversation has a script of its own; without one, the last script is every further conversation's.
    #[must_use]
    pub fn then(self, turns: Vec<Turn>) -> StandIn {
        self.state().scripts.push(turns);
        self
    }

    /// The base address: `http://127.0.0.1:…`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What it was asked, whole, in the order in which it came: each request that was a turn of a conversation.
    pub fn requests(&self) -> Vec<Value> {
        self.state().requests.clone()
    }

    /// Waits until `count` requests have come.
    pub fn wait_for(&self, count: usize) {
        let begun = Instant::now();
        while self.state().requests.len() < count {
            assert!(begun.elapsed() < PATIENCE, "{} of {count} requests came", self.state().requests.len());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(format: Format, turns: Vec<Turn>) -> StandIn {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let state = Arc::new(Mutex::new(State { scripts: vec![turns], ..State::default() }));
        let kept = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&kept);
                std::thread::spawn(move || {
                    // whoever hung up does not want the rest
                    let _ = serve(stream, format, &state);
                });
            }
        });
        StandIn { address, state }
    }
}

impl State {
    /// The turn that answers this request.
    fn turn(&mut self, request: &Value) -> Turn {
        self.requests.push(request.clone());
        let messages = request["messages"].as_array().map_or(&[][..], Vec::as_slice);
        let answered = messages.iter().filter(|message| message["role"] == "assistant").count();
        // of OpenAI the first message is the system's
        let begins: String =
            messages.iter().take_while(|message| message["role"] != "assistant").map(words).collect();
        let known = self.of.get(&begins).copied();
        let script = match known {
            Some((script, again)) if answered > 0 || again => script,
            _ => {
                self.begun += 1;
                (self.begun - 1).min(self.scripts.len() - 1)
            }
        };
        let turns = &mut self.scripts[script];
        let turn = turns.get(answered).cloned().unwrap_or_else(|| Turn::says("Done."));
        if turn.status.is_some() {
            turns.remove(answered);
        }
        self.of.insert(begins, (script, turn.status.is_some()));
        turn
    }
}

/// The text of a message, however it is written: what marks it for a cache differs from request to request.
fn words(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        blocks => {
            blocks.as_array().into_iter().flatten().filter_map(|block| block["text"].as_str()).collect()
        }
    }
}

fn serve(mut stream: TcpStream, format: Format, state: &Mutex<State>) -> std::io::Result<()> {
    let (line, body) = request(&mut stream)?;
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let path = line.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    if !(path.ends_with("/messages") || path.ends_with("/chat/completions")) {
        // a real client asks for other things too
        let body = if line.starts_with("HEAD") { "" } else { r#"{"input_tokens":100}"# };
        return whole(&mut stream, 200, None, body);
    }
    let structured = ["/output_config/format", "/output_format", "/response_format"];
    let turn = match structured.iter().any(|place| request.pointer(place).is_some()) {
        true => Turn::says(r#"{"selected_memories":[],"title":"x"}"#),
        false => state.lock().unwrap_or_else(PoisonError::into_inner).turn(&request),
    };
    std::thread::sleep(turn.after);
    if let Some((status, retry_after)) = turn.status {
        let error = r#"{"type":"error","error":{"type":"scripted","message":"as it is written"}}"#;
        return whole(&mut stream, status, retry_after, error);
    }
    if request["stream"] != true {
        return whole(&mut stream, 200, None, &format::whole(format, &request, &turn).to_string());
    }
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    stream.set_nodelay(true)?;
    for piece in format::events(format, &request, &turn).as_bytes().chunks(PIECE) {
        stream.write_all(piece)?;
    }
    Ok(())
}

fn whole(stream: &mut TcpStream, status: u16, retry_after: Option<u64>, body: &str) -> std::io::Result<()> {
    let again = retry_after.map(|seconds| format!("retry-after: {seconds}\r\n")).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n{again}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

/// The request line and the body.
fn request(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 65536]);
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let line = head.lines().next().unwrap_or_default().to_owned();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
            });
            let needed = end + 4 + length.unwrap_or(0);
            while bytes.len() < needed {
                match stream.read(&mut chunk)? {
                    0 => return Err(ErrorKind::UnexpectedEof.into()),
                    read => bytes.extend_from_slice(&chunk[..read]),
                }
            }
            return Ok((line, bytes.split_off(end + 4)));
        }
        match stream.read(&mut chunk)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            read => bytes.extend_from_slice(&chunk[..read]),
        }
    }
}
