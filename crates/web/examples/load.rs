//! A load on a server that is running: many games at once, many who watch one of them, a person who clicks; and whether
//! anything went wrong, how long clicks took, and whether the server's memory grew. Loopback only.
//!
//! ```text
//! ponnuki web --port 7711 --no-open --ledger load.db &
//! cargo run --release -p web --example load -- 127.0.0.1:7711 --pid $! --games 50 --spectators 200 --seconds 600
//! ```
//! The games are between `random` players with a pause between their moves, so that they last; a new one is begun where
//! one has ended. The server's bound of connections must leave room for the spectators.
#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::error::Error;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::{Message, WebSocket};
use web::message::{Event, Intention, Phase, Position, Request, ServerMessage, Terms};

/// What is to be done.
struct Load {
    address: SocketAddr,
    pid: Option<u32>,
    games: usize,
    spectators: usize,
    time: Duration,
    /// Who plays.
    player: String,
}

/// What was seen.
#[derive(Default)]
struct Seen {
    messages: AtomicU64,
    finished: AtomicU64,
    errors: AtomicU64,
    over: AtomicBool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let load = read_args()?;
    let seen = Seen::default();
    let before = load.pid.and_then(memory);
    let (watched, position) = {
        let mut page = Page::open(load.address)?;
        page.new_game(terms(19, "human", "human", 0))?
    };
    let mut clicks: Vec<Duration> = Vec::new();
    let mut memories: Vec<u64> = Vec::new();
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        for _ in 0..load.games {
            scope.spawn(|| count_errors(&seen, play(&load, &seen)));
        }
        for _ in 0..load.spectators {
            scope.spawn(|| count_errors(&seen, spectate(&load, &watched, &seen)));
        }
        let clicked = click(&load, &watched, position, &mut clicks, &mut memories);
        seen.over.store(true, Ordering::Relaxed);
        clicked
    })?;
    clicks.sort();
    let at = |share: f64| clicks.get((share * (clicks.len() - 1) as f64) as usize).copied().unwrap_or_default();
    println!("{} games at once, {} spectators, {:?}", load.games, load.spectators, load.time);
    println!(
        "messages {}, games ended {}",
        seen.messages.load(Ordering::Relaxed),
        seen.finished.load(Ordering::Relaxed)
    );
    println!("errors {}", seen.errors.load(Ordering::Relaxed));
    println!("clicks {}: median {:?}, 99% {:?}, longest {:?}", clicks.len(), at(0.5), at(0.99), at(1.0));
    if let (Some(before), Some(quarter), Some(last)) = (before, memories.get(memories.len() / 4), memories.last()) {
        println!("memory {before} MiB before, {quarter} MiB after a quarter of the time, {last} MiB at the end");
    }
    if seen.errors.load(Ordering::Relaxed) > 0 {
        return Err("something went wrong".into());
    }
    Ok(())
}

fn read_args() -> Result<Load, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let address = args.next().ok_or("say where the server is, such as 127.0.0.1:7711")?.parse()?;
    let mut load = Load {
        address,
        pid: None,
        games: 50,
        spectators: 200,
        time: Duration::from_secs(60),
        player: "random".to_string(),
    };
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("{name} lacks its value"))?;
        match name.as_str() {
            "--pid" => load.pid = Some(value.parse()?),
            "--games" => load.games = value.parse()?,
            "--spectators" => load.spectators = value.parse()?,
            "--seconds" => load.time = Duration::from_secs(value.parse()?),
            "--player" => load.player = value,
            _ => return Err(format!("there is no {name}").into()),
        }
    }
    Ok(load)
}

fn count_errors(seen: &Seen, done: Result<(), Box<dyn Error>>) {
    if let Err(error) = done
        && !seen.over.load(Ordering::Relaxed)
    {
        println!("{error}");
        seen.errors.fetch_add(1, Ordering::Relaxed);
    }
}

/// Has programs play one game after the other, and watches them.
fn play(load: &Load, seen: &Seen) -> Result<(), Box<dyn Error>> {
    let mut page = Page::open(load.address)?;
    let end = Instant::now() + load.time;
    while Instant::now() < end {
        let (game, _) = page.new_game(terms(9, &load.player, &load.player, 200))?;
        loop {
            seen.messages.fetch_add(1, Ordering::Relaxed);
            match page.next()?.event {
                Event::Position { position, .. } if position.phase == Phase::Over => break,
                Event::Error { reason } => return Err(reason.english.into()),
                _ if Instant::now() >= end => break,
                _ => {}
            }
        }
        page.ask(Intention::Stop { game: game.clone() })?;
        page.ask(Intention::Leave { game })?;
        seen.finished.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Watches the game in which a person clicks.
fn spectate(load: &Load, game: &str, seen: &Seen) -> Result<(), Box<dyn Error>> {
    let mut page = Page::open(load.address)?;
    page.ask(Intention::Watch { game: game.to_string() })?;
    let end = Instant::now() + load.time;
    while Instant::now() < end && !seen.over.load(Ordering::Relaxed) {
        if let Event::Error { reason } = page.next()?.event {
            return Err(reason.english.into());
        }
        seen.messages.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Clicks a few times a second, and looks how large the server is.
fn click(
    load: &Load,
    game: &str,
    position: Position,
    clicks: &mut Vec<Duration>,
    memories: &mut Vec<u64>,
) -> Result<(), Box<dyn Error>> {
    let mut page = Page::open(load.address)?;
    page.ask(Intention::Watch { game: game.to_string() })?;
    let (end, mut position) = (Instant::now() + load.time, position);
    while Instant::now() < end {
        thread::sleep(Duration::from_millis(250));
        let intention = match position.legal.get(position.number as usize % position.legal.len().max(1)) {
            Some(mv) if position.number < 300 => {
                Intention::Play { game: game.to_string(), node: position.live, mv: mv.clone() }
            }
            // The tree of a game is bounded, and so is this one.
            _ => Intention::TakeUp { game: game.to_string(), node: 0 },
        };
        let start = Instant::now();
        let tag = page.ask(intention)?;
        position = loop {
            let ServerMessage { tag: answered, event } = page.next()?;
            match event {
                Event::Position { position, .. } if answered == Some(tag) => break *position,
                Event::Error { reason } => return Err(reason.english.into()),
                _ => {}
            }
        };
        clicks.push(start.elapsed());
        memories.extend(load.pid.and_then(memory));
    }
    Ok(())
}

/// The memory that a process really has, in MiB.
fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1024)
}

fn terms(size: u8, black: &str, white: &str, pause: u32) -> Terms {
    Terms { pause, ..Terms::new(size, [black.to_string(), white.to_string()]) }
}

/// A page.
struct Page {
    socket: WebSocket<TcpStream>,
    tags: u32,
}

impl Page {
    fn open(address: SocketAddr) -> Result<Page, Box<dyn Error>> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_nodelay(true)?;
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).map_err(|e| e.to_string())?;
        Ok(Page { socket, tags: 0 })
    }

    fn ask(&mut self, intention: Intention) -> Result<u32, Box<dyn Error>> {
        self.tags += 1;
        let request = Request { tag: self.tags, intention };
        self.socket.send(Message::text(serde_json::to_string(&request)?))?;
        Ok(self.tags)
    }

    fn next(&mut self) -> Result<ServerMessage, Box<dyn Error>> {
        loop {
            if let Message::Text(text) = self.socket.read()? {
                return Ok(serde_json::from_str(&text)?);
            }
        }
    }

    fn new_game(&mut self, terms: Terms) -> Result<(String, Position), Box<dyn Error>> {
        let tag = self.ask(Intention::New { terms })?;
        loop {
            let ServerMessage { tag: answered, event } = self.next()?;
            match event {
                Event::Position { game, position } if answered == Some(tag) => return Ok((game, *position)),
                Event::Error { reason } => return Err(reason.english.into()),
                _ => {}
            }
        }
    }
}
