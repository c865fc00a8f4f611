//! A server on loopback and a client that acts as a page.
#![allow(dead_code, missing_docs, reason = "each test uses a part")]

#[path = "../../test-server/players.rs"]
pub mod players;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Response;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};
use web::message::{Event, Intention, Position, Request, ServerMessage, Terms, Twig};
use web::{Limits, Options, Server};

/// Turns a hang into a failure. Nothing else takes this long, and `slow` can think longer.
pub const TIMEOUT: Duration = Duration::from_secs(300);

/// A server and its ledger.
pub struct TestServer {
    pub server: Option<Server>,
    pub folder: TempDir,
    pub limits: Limits,
}

impl TestServer {
    pub fn new() -> TestServer {
        TestServer::with(Limits::default())
    }

    pub fn with(limits: Limits) -> TestServer {
        let mut server = TestServer { server: None, folder: TempDir::new().unwrap(), limits };
        server.start();
        server
    }

    fn start(&mut self) {
        let options =
            Options { ledger: self.folder.path().join("ledger.db"), limits: self.limits, ..Options::default() };
        self.server = Some(Server::start(players::program(), options).unwrap());
    }

    /// Shuts the server down and starts another on the same ledger.
    pub fn restart(&mut self) {
        self.server = None;
        self.start();
    }

    pub fn address(&self) -> SocketAddr {
        self.server.as_ref().unwrap().address()
    }

    pub fn page(&self) -> Page {
        Page::open(self.address())
    }

    pub fn get(&self, path: &str) -> Reply {
        fetch(self.address(), "GET", path, &[], "")
    }
}

/// A server in a process, which is killed when this is dropped.
pub struct ServerProcess {
    pub address: SocketAddr,
    process: Child,
}

impl ServerProcess {
    /// The program that runs the server.
    pub const PROGRAM: &str = env!("CARGO_BIN_EXE_web-test-server");

    /// Starts a server and reads the address that it prints.
    pub fn start(command: &mut Command) -> ServerProcess {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        ServerProcess { address: line.trim().parse().unwrap(), process }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // SIGKILL on Unix, which a process cannot catch.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An HTTP response.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Sends an HTTP request and reads the response to the end.
pub fn fetch(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        text += &format!("Host: {address}\r\n");
    }
    headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
    stream.write_all(format!("{text}\r\n{body}").as_bytes()).unwrap();
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let answer = String::from_utf8_lossy(&bytes);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Reply { status, head: head.to_lowercase(), body: body.to_string() }
}

/// Opens a WebSocket with additional headers.
pub fn connect(
    address: SocketAddr,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocket<TcpStream>, Response), Box<tungstenite::Error>> {
    let mut request = format!("ws://{address}/ws").into_client_request().map_err(Box::new)?;
    for &(name, value) in headers {
        request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
    }
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream.set_nodelay(true).unwrap();
    tungstenite::client(request, stream).map_err(|error| match error {
        tungstenite::HandshakeError::Failure(error) => Box::new(error),
        tungstenite::HandshakeError::Interrupted(_) => Box::new(tungstenite::Error::ConnectionClosed),
    })
}

/// The connection of a page.
pub struct Page {
    socket: WebSocket<TcpStream>,
    tags: u32,
}

impl Page {
    /// Connects, and reads the `Welcome`.
    pub fn open(address: SocketAddr) -> Page {
        let origin = format!("http://{address}");
        let (socket, _) = connect(address, &[("origin", &origin)]).unwrap();
        let mut page = Page { socket, tags: 0 };
        page.until(|message| matches!(message.event, Event::Welcome { .. }).then_some(()));
        page
    }

    /// Sends an intention and returns its tag.
    pub fn ask(&mut self, intention: Intention) -> u32 {
        self.tags += 1;
        let request = Request { tag: self.tags, intention };
        self.send(&serde_json::to_string(&request).unwrap());
        self.tags
    }

    pub fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message.
    pub fn next(&mut self) -> ServerMessage {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("the server has closed the connection: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next message, or `None` when the connection is closed.
    pub fn next_or_end(&mut self) -> Option<ServerMessage> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads messages until `find` returns something.
    #[track_caller]
    pub fn until<T>(&mut self, mut find: impl FnMut(ServerMessage) -> Option<T>) -> T {
        let end = Instant::now() + TIMEOUT;
        while Instant::now() < end {
            if let Some(found) = find(self.next()) {
                return found;
            }
        }
        panic!("no such message within {TIMEOUT:?}");
    }

    /// Sends an intention and reads its answers until `find` returns something; an error fails the test.
    #[track_caller]
    pub fn answer<T>(&mut self, intention: Intention, mut find: impl FnMut(Event) -> Option<T>) -> T {
        let tag = self.ask(intention);
        self.until(|message| match message.event {
            Event::Error { reason } if message.tag == Some(tag) => panic!("refused: {reason}"),
            event if message.tag == Some(tag) => find(event),
            _ => None,
        })
    }

    /// Sends an intention and returns the English sentence of its refusal.
    #[track_caller]
    pub fn refusal(&mut self, intention: Intention) -> String {
        let tag = self.ask(intention);
        self.until(|message| match message.event {
            Event::Error { reason } if message.tag == Some(tag) => Some(reason.english),
            event if message.tag == Some(tag) => panic!("not refused: {event:?}"),
            _ => None,
        })
    }

    /// Asks, and reads the sentence with which that is refused once it has started.
    #[track_caller]
    pub fn refusal_after(&mut self, intention: Intention) -> String {
        let tag = self.ask(intention);
        self.until(|message| match message.event {
            Event::Error { reason } if message.tag == Some(tag) => Some(reason.english),
            _ => None,
        })
    }

    /// Starts a game; its name and position.
    #[track_caller]
    pub fn new_game(&mut self, terms: Terms) -> (String, Position) {
        self.answer(Intention::New { terms }, |event| match event {
            Event::Position { game, position } => Some((game, *position)),
            _ => None,
        })
    }

    /// Watches a game; its tree and position.
    #[track_caller]
    pub fn watch(&mut self, game: &str) -> (Vec<Twig>, Position) {
        let mut tree = None;
        self.answer(Intention::Watch { game: game.to_string() }, |event| match event {
            Event::Opened { tree: twigs, .. } => {
                tree = Some(twigs);
                None
            }
            Event::Position { position, .. } => Some((tree.take().unwrap_or_default(), *position)),
            _ => None,
        })
    }

    /// Sends an intention and reads the position after it.
    #[track_caller]
    pub fn change(&mut self, intention: Intention) -> Position {
        self.answer(intention, |event| match event {
            Event::Position { position, .. } => Some(*position),
            _ => None,
        })
    }

    /// Plays a person's move.
    #[track_caller]
    pub fn play(&mut self, game: &str, node: u32, mv: &str) -> Position {
        self.change(Intention::Play { game: game.to_string(), node, mv: mv.to_string() })
    }

    /// Reads positions until one matches.
    #[track_caller]
    pub fn until_position(&mut self, mut wanted: impl FnMut(&Position) -> bool) -> Position {
        self.until(|message| match message.event {
            Event::Position { position, .. } if wanted(&position) => Some(*position),
            Event::Error { reason } => panic!("refused: {reason}"),
            _ => None,
        })
    }
}

/// Waits for the next millisecond: times are stored in milliseconds.
pub fn next_millisecond() {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let before = now();
    while now() <= before {
        std::thread::yield_now();
    }
}

/// The terms of a game between these two.
pub fn terms(size: u8, black: &str, white: &str) -> Terms {
    Terms::new(size, [black.to_string(), white.to_string()])
}
