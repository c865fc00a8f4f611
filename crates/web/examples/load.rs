//! A load test of a running server: many games at once, many spectators of one game, and a person who clicks. It
//! reports errors, the latency of clicks, and the growth of the server's memory. Loopback only.
//!
//! ```text
//! ponnuki web --port 7711 --no-open --ledger load.db &
//! cargo run --release -p web --example load -- 127.0.0.1:7711 --pid $! --games 50 --spectators 200 --seconds 600
//! ```
//! The games are between `random` players with a pause between moves; each is followed by another. The server's limit
//! on connections must allow for the spectators.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::{Message, WebSocket};
use web::message::{Event, Intention, Phase, Position, Request, ServerMessage, Terms};

/// The settings of the test.
struct Load {
    address: SocketAddr,
    pid: Option<u32>,
    games: usize,
    spectators: usize,
    time: Duration,
    /// The player on both sides.
    player: String,
}

/// The counted events.
#[derive(Default)]
struct Counters {
    messages: AtomicU64,
    finished: AtomicU64,
    errors: AtomicU64,
    over: AtomicBool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let load = read_args()?;
    let counters = Counters::default();
    let before = load.pid.and_then(memory);
    let (watched, position) = {
        let mut page = Page::open(load.address)?;
        page.new_game(terms(19, "human", "human", 0))?
    };
    let mut clicks: Vec<Duration> = Vec::new();
    let mut memories: Vec<u64> = Vec::new();
    thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        for _ in 0..load.games {
            scope.spawn(|| count_errors(&counters, play(&load, &counters)));
        }
        for _ in 0..load.spectators {
            scope.spawn(|| count_errors(&counters, spectate(&load, &watched, &counters)));
        }
        let clicked = click(&load, &watched, position, &mut clicks, &mut memories);
        counters.over.store(true, Ordering::Relaxed);
        clicked
    })?;
    clicks.sort();
    let at = |share: f64| clicks.get((share * (clicks.len() - 1) as f64) as usize).copied().unwrap_or_default();
    println!("{} games at once, {} spectators, {:?}", load.games, load.spectators, load.time);
    println!(
        "messages {}, games ended {}",
        counters.messages.load(Ordering::Relaxed),
        counters.finished.load(Ordering::Relaxed)
    );
    println!("errors {}", counters.errors.load(Ordering::Relaxed));
    println!("clicks {}: median {:?}, 99% {:?}, longest {:?}", clicks.len(), at(0.5), at(0.99), at(1.0));
    if let (Some(before), Some(quarter), Some(last)) = (before, memories.get(memories.len() / 4), memories.last()) {
        println!("memory {before} MiB before, {quarter} MiB after a quarter of the time, {last} MiB at the end");
    }
    if counters.errors.load(Ordering::Relaxed) > 0 {
        return Err("something went wrong".into());
    }
    Ok(())
}

fn read_args() -> Result<Load, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let address = args.next().ok_or("give the address of the server, such as 127.0.0.1:7711")?.parse()?;
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

fn count_errors(counters: &Counters, done: Result<(), Box<dyn Error>>) {
    if let Err(error) = done
        && !counters.over.load(Ordering::Relaxed)
    {
        println!("{error}");
        counters.errors.fetch_add(1, Ordering::Relaxed);
    }
}

/// Starts and watches games between programs, one after the other.
fn play(load: &Load, counters: &Counters) -> Result<(), Box<dyn Error>> {
    let mut page = Page::open(load.address)?;
    let end = Instant::now() + load.time;
    while Instant::now() < end {
        let (game, _) = page.new_game(terms(9, &load.player, &load.player, 200))?;
        loop {
            counters.messages.fetch_add(1, Ordering::Relaxed);
            match page.next()?.event {
                Event::Position { position, .. } if position.phase == Phase::Over => break,
                Event::Error { reason } => return Err(reason.english.into()),
                _ if Instant::now() >= end => break,
                _ => {}
            }
        }
        page.ask(Intention::Stop { game: game.clone() })?;
        page.ask(Intention::Leave { game })?;
        counters.finished.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Watches the game in which a person clicks.
fn spectate(load: &Load, game: &str, counters: &Counters) -> Result<(), Box<dyn Error>> {
    let mut page = Page::open(load.address)?;
    page.ask(Intention::Watch { game: game.to_string() })?;
    let end = Instant::now() + load.time;
    while Instant::now() < end && !counters.over.load(Ordering::Relaxed) {
        if let Event::Error { reason } = page.next()?.event {
            return Err(reason.english.into());
        }
        counters.messages.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Clicks four times per second, and measures the server's memory.
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
            // The tree of a game is limited: start over.
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

/// The resident memory of a process, in MiB.
fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1024)
}

fn terms(size: u8, black: &str, white: &str, pause: u32) -> Terms {
    Terms { pause, ..Terms::new(size, [black.to_string(), white.to_string()]) }
}

/// The connection of a page.
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
