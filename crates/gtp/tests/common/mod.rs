//! What the tests of the engine share: its players, input that comes when it is sent, and replies read back.
#![allow(dead_code, missing_docs, reason = "each test uses its part")]

#[path = "../../test-engine/players.rs"]
pub mod players;

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gtp::wire::{Reply, ReplyReader};

/// Sends everything at once and gives everything that was answered.
pub fn converse(spec: &str, input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    let input = io::Cursor::new(input.into());
    gtp::serve(input, &mut output, &players::Troupe, spec.parse().expect("a specification")).expect("served");
    String::from_utf8(output).expect("replies are UTF-8")
}

/// As [`converse`], reply by reply. Fails if what was answered is not well-formed.
pub fn replies(spec: &str, input: impl Into<Vec<u8>>) -> Vec<Reply> {
    read_replies(&converse(spec, input))
}

pub fn read_replies(text: &str) -> Vec<Reply> {
    assert!(text.is_empty() || text.ends_with("\n\n"), "the last reply is not ended: {text:?}");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "control characters in {text:?}");
    let mut reader = ReplyReader::default();
    let mut replies = Vec::new();
    for line in text.split('\n') {
        replies.extend(reader.feed(line.as_bytes()).unwrap_or_else(|garbage| panic!("{garbage} in {text:?}")));
    }
    replies
}

/// An engine that is spoken to while it thinks.
pub struct Live {
    send: Option<Sender<Vec<u8>>>,
    heard: Arc<Mutex<Vec<u8>>>,
    engine: Option<JoinHandle<()>>,
}

impl Live {
    pub fn start(spec: &str) -> Live {
        Live::start_with(spec, |input, output, spec| {
            gtp::serve(BufReader::new(input), output, &players::Troupe, spec.parse().expect("a specification"))
                .expect("served");
        })
    }

    pub fn start_with(spec: &str, run: impl FnOnce(Pipe, Heard, &str) + Send + 'static) -> Live {
        let (send, receive) = mpsc::channel();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let output = Heard(Arc::clone(&heard));
        let spec = spec.to_string();
        let engine = thread::spawn(move || run(Pipe { receive, rest: Vec::new() }, output, &spec));
        Live { send: Some(send), heard, engine: Some(engine) }
    }

    pub fn say(&self, text: &str) {
        let sent = self.send.as_ref().expect("the input is open").send(text.as_bytes().to_vec());
        sent.expect("the engine listens");
    }

    pub fn heard(&self) -> String {
        String::from_utf8(self.heard.lock().expect("not poisoned").clone()).expect("UTF-8")
    }

    /// Waits until what was answered so far satisfies a condition. The limit turns a hang into a failure.
    pub fn wait_until(&self, what: &str, condition: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + Duration::from_secs(600);
        loop {
            let heard = self.heard();
            if condition(&heard) {
                return heard;
            }
            assert!(Instant::now() < deadline, "{what} did not happen; heard {heard:?}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the input, waits for the engine, and gives all that it answered.
    pub fn finish(mut self) -> String {
        self.send = None;
        self.engine.take().expect("running").join().expect("the engine did not panic");
        self.heard()
    }
}

/// Input that comes when it is sent.
pub struct Pipe {
    receive: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.receive.recv().unwrap_or_default();
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Output that can be looked at while it is written.
pub struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a text matches a pattern in which `*` stands for anything.
pub fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let starts = text.char_indices().map(|(i, _)| i).chain([text.len()]);
            starts.into_iter().any(|i| matches(rest, &text[i..]))
        }),
    }
}
