//! How much of everything there may be: what a page can ask for is bounded, so that no page hurts another's game.

use std::time::Duration;

/// The bounds of a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The bytes of a message of the page, an SGF inside included.
    pub message: usize,
    /// Connections at once.
    pub connections: usize,
    /// How long a client may take to send the head of a request, from the moment it connects or has its last answer.
    /// So a connection on which nothing is said closes after this time.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How often a page is pinged. One that says nothing from one ping to the next is gone.
    pub pulse: Duration,
    /// How long a client may take nothing of what it is sent.
    pub patience: Duration,
    /// Messages a second of one connection, on average.
    pub rate: f64,
    /// Messages of one connection that may come at once.
    pub burst: f64,
    /// Messages that may wait for a connection that does not read; one that has more is closed.
    pub waiting: usize,
    /// Games that one connection watches.
    pub watched: usize,
    /// Games that are open at once.
    pub games: usize,
    /// Nodes in the tree of a game.
    pub nodes: usize,
    /// Players that are asked at once.
    pub council: usize,
    /// Questions of one connection, or over HTTP, that may wait for their answers.
    pub questions: usize,
    /// What a player may spend on a move, an answer, or a look at a move.
    pub time: Duration,
    /// Playouts that a player may spend on a move.
    pub playouts: u64,
    /// Milliseconds that programs may wait before each move.
    pub pause: u32,
    /// Games in a list that is asked for.
    pub listed: u32,
    /// The time on a clock.
    pub clock: Duration,
    /// MiB that the tree of a player may take.
    pub memory: i64,
    /// Players that are kept between their moves.
    pub kept: usize,
    /// Contests, and learners, at once.
    pub runs: usize,
    /// Players of a contest.
    pub entrants: usize,
    /// Games when two meet in a contest.
    pub pairings: u32,
    /// How long a game that nobody watches and in which nobody thinks stays open.
    pub idle: Duration,
    /// How long after its last move a game still goes on.
    pub lately: Duration,
    /// How long a player may think while others wait for their turn.
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
