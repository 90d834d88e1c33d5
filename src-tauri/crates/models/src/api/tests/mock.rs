//! A provider on loopback that says exactly what a test wants on the wire, and keeps what it heard.
//!
//! Separate so that the tests read as tables. Plain sockets: broken answers need control over every byte.

use crate::api::Provider;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What it answers.
#[derive(Clone)]
pub(in crate::api) enum Reply {
    /// A status line, further headers, and a body with its length.
    Whole(u16, Vec<(&'static str, String)>, String),
    /// A body of which half is missing.
    Cut(String),
    /// Nothing, ever.
    Silence,
    /// White space without end.
    Endless,
}

/// A request that came in.
#[derive(Debug, Clone)]
pub(in crate::api) struct Heard {
    pub(in crate::api) line: String,
    /// Lower-case names, sorted; without `host` and `content-length`, which differ from run to run.
    pub(in crate::api) headers: Vec<String>,
    pub(in crate::api) body: String,
}

/// A listening provider. Its thread ends with the process.
pub(in crate::api) struct Mock {
    pub(in crate::api) url: String,
    heard: Arc<Mutex<Vec<Heard>>>,
    hung_up: mpsc::Receiver<()>,
}

impl Mock {
    pub(in crate::api) fn new(reply: Reply) -> Mock {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (hang_up, hung_up) = mpsc::channel();
        let kept = heard.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (reply, kept, hang_up) = (reply.clone(), kept.clone(), hang_up.clone());
                std::thread::spawn(move || {
                    let _ = answer(stream, reply, &kept);
                    let _ = hang_up.send(());
                });
            }
        });
        Mock { url, heard, hung_up }
    }

    /// Answers 200 with the text, in the provider's format.
    pub(in crate::api) fn saying(provider: Provider, text: &str) -> Mock {
        Mock::new(Reply::Whole(200, Vec::new(), wrapped(provider, text).to_string()))
    }

    /// What came in so far.
    pub(in crate::api) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    /// Whether a connection has ended by now, or does within a moment.
    pub(in crate::api) fn was_hung_up_on(&self) -> bool {
        self.hung_up.recv_timeout(Duration::from_secs(5)).is_ok()
    }
}

/// An answer in the provider's format.
pub(in crate::api) fn wrapped(provider: Provider, text: &str) -> Value {
    match provider {
        Provider::Anthropic => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m",
            "content": [{ "type": "text", "text": text }],
            "stop_reason": "end_turn", "stop_sequence": null,
            "usage": { "input_tokens": 120, "cache_read_input_tokens": 30, "output_tokens": 9 },
        }),
        Provider::OpenAi | Provider::Ollama => json!({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": text } }],
            "usage": { "prompt_tokens": 150, "completion_tokens": 9, "total_tokens": 159 },
        }),
    }
}

/// The same, with another reason for its end.
pub(in crate::api) fn ended(provider: Provider, text: &str, why: &str) -> Value {
    let mut answer = wrapped(provider, text);
    let place = if provider == Provider::Anthropic { "/stop_reason" } else { "/choices/0/finish_reason" };
    *answer.pointer_mut(place).unwrap() = json!(why);
    answer
}

fn answer(mut stream: TcpStream, reply: Reply, heard: &Mutex<Vec<Heard>>) -> std::io::Result<()> {
    heard.lock().unwrap().push(request(&mut stream)?);
    match reply {
        Reply::Whole(status, headers, body) => {
            let mut head =
                format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
            if !headers.iter().any(|(name, _)| *name == "content-type") {
                head.push_str("content-type: application/json\r\n");
            }
            headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
            stream.write_all(format!("{head}\r\n{body}").as_bytes())
        }
        Reply::Cut(body) => {
            let length = body.len() * 2;
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
            );
            stream.write_all(format!("{head}{body}").as_bytes())
        }
        Reply::Silence => stream.read(&mut [0; 16]).map(drop),
        Reply::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n")?;
            loop {
                stream.write_all(&[b' '; 65536])?;
            }
        }
    }
}

fn request(stream: &mut TcpStream) -> std::io::Result<Heard> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 65536]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let mut lines = head.split("\r\n");
            let line = lines.next().unwrap_or_default().to_owned();
            let mut headers: Vec<String> = lines.map(str::to_owned).collect();
            let length = headers.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                headers.retain(|line| !line.starts_with("host:") && !line.starts_with("content-length:"));
                headers.sort();
                return Ok(Heard { line, headers, body: body.to_owned() });
            }
        }
        match stream.read(&mut chunk)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => bytes.extend_from_slice(&chunk[..read]),
        }
    }
}
