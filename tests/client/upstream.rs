//! What stands in for the API that a client uses: a port that writes down what it is sent and always answers the same.
//!
//! Separate because it is no part of Memdesk: it must not share a line with the listener that is tried.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

/// A request as it came in.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    /// Request line and headers.
    pub(crate) head: String,
    pub(crate) body: String,
}

/// A listening stand-in. It listens until the test ends.
pub(crate) struct Upstream {
    pub(crate) address: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Upstream {
    /// Answers every request with a message of the text `answer`.
    pub(crate) fn new(answer: &str) -> Upstream {
        let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", socket.local_addr().expect("its address"));
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let message = serde_json::json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in", "stop_reason": "end_turn",
            "content": [{"type": "text", "text": answer}], "usage": {"input_tokens": 11, "output_tokens": 5},
        })
        .to_string();
        let seen = requests.clone();
        std::thread::spawn(move || {
            for stream in socket.incoming().flatten() {
                let mut reader = BufReader::new(stream);
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).is_ok_and(|read| read > 0) {}
                let length = head
                    .lines()
                    .filter_map(|line| line.split_once(':'))
                    .find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
                let length = length.and_then(|(_, length)| length.trim().parse().ok()).unwrap_or(0);
                let mut body = vec![0; length];
                reader.read_exact(&mut body).expect("the body that was announced");
                let body = String::from_utf8(body).expect("JSON");
                seen.lock().expect("a test that goes on").push(Request { head, body });
                let answer = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{message}",
                    message.len()
                );
                // a client that is gone is seen by who waits for it
                let _ = reader.into_inner().write_all(answer.as_bytes());
            }
        });
        Upstream { address, requests }
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("a test that goes on").clone()
    }
}
