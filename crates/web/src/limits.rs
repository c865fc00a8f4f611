//! The limits of a server. They keep one page from disturbing the games of others.

use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Bytes in a message from the page, including any SGF in it.
    pub message: usize,
    /// Simultaneous connections.
    pub connections: usize,
    /// Time to send the head of a request, counted from connecting or from the previous answer. It also closes idle
    /// connections.
    pub head: Duration,
    /// Time to send the body of a request.
    pub body: Duration,
    /// Interval of WebSocket pings. A page that sends nothing from one ping to the next is disconnected.
    pub pulse: Duration,
    /// How long a client may leave sent data unread.
    pub patience: Duration,
    /// Average messages per second of one connection.
    pub rate: f64,
    /// Messages that one connection may send at once.
    pub burst: f64,
    /// Messages queued for a connection that does not read. A connection with a full queue is closed.
    pub waiting: usize,
    /// Games that one connection watches.
    pub watched: usize,
    /// Open games.
    pub games: usize,
    /// Nodes in the tree of a game.
    pub nodes: usize,
    /// Players in a council.
    pub council: usize,
    /// Unanswered questions of one connection, and of the HTTP API.
    pub questions: usize,
    /// Thinking time for a move, an answer, or the review of a move.
    pub time: Duration,
    /// Playouts per move.
    pub playouts: u64,
    /// The pause before each move of a program, in milliseconds.
    pub pause: u32,
    /// Games in one list.
    pub listed: u32,
    /// Time on a clock.
    pub clock: Duration,
    /// Memory of a player's tree, in MiB.
    pub memory: i64,
    /// Players that keep their state between moves.
    pub kept: usize,
    /// Simultaneous contests, and simultaneous lessons.
    pub runs: usize,
    /// Players in a contest.
    pub entrants: usize,
    /// Games of each pair in a contest.
    pub pairings: u32,
    /// How long a game stays open without watchers and without a search.
    pub idle: Duration,
    /// How long a game counts as live after its last move.
    pub lately: Duration,
    /// How long a player may think while other jobs wait.
    pub turn: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message: 1 << 20,
            connections: 512,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            pulse: Duration::from_secs(30),
            patience: Duration::from_secs(20),
            rate: 50.0,
            burst: 200.0,
            waiting: 512,
            watched: 64,
            games: 200,
            nodes: 10_000,
            council: 16,
            questions: 64,
            time: Duration::from_secs(600),
            playouts: 100_000_000,
            pause: 60_000,
            listed: 100,
            clock: Duration::from_secs(24 * 3600),
            memory: 1024,
            kept: 16,
            runs: 4,
            entrants: 32,
            pairings: 1000,
            idle: Duration::from_secs(60),
            lately: Duration::from_secs(5 * 60),
            turn: Duration::from_secs(10),
        }
    }
}
