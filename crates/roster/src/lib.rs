//! Every player, by name. This file is the one list of them.
//!
//! Adding a player is one file and one line. The file holds what implements [`Player`](player::Player) and a constant
//! `ENTRY` that declares its name, a sentence, its parameters and how it is made from them; the line is its place in
//! [`PLAYERS`]. The command line, GTP, the arena, the page and the tests that walk the roster then know it. Read
//! [`random`] as the example.

use player::{Entry, Made, Maker, Spec};

pub mod alphabeta;
pub mod best;
pub mod crawler;
mod danger;
pub mod distance;
mod engine;
mod flat;
pub mod genetic;
pub mod gojen;
pub mod greedy;
pub mod greedy_random;
pub mod greedy_score;
pub mod heavy_mc;
pub mod iku;
mod load;
mod lookahead;
pub mod mcts;
pub mod mix;
pub mod naive;
pub mod naive_mc;
pub mod net;
pub mod novice;
mod opening_params;
pub mod orego;
mod pace;
pub mod partner;
pub mod pattern_params;
pub mod preference;
pub mod random;
pub mod rave;
mod renamed;
mod seed;
mod simple;
pub mod stages;
pub mod td;
pub mod uct;

pub use load::embedded_models;
pub use renamed::renamed;

/// The players.
pub const PLAYERS: &[Entry] = &[
    random::ENTRY,
    crawler::ENTRY,
    greedy::ENTRY,
    greedy_random::ENTRY,
    greedy_score::ENTRY,
    novice::ENTRY,
    naive::ENTRY,
    gojen::ENTRY,
    preference::ENTRY,
    iku::ENTRY,
    net::ENTRY,
    partner::ENTRY,
    distance::ENTRY,
    genetic::ENTRY,
    naive_mc::ENTRY,
    heavy_mc::ENTRY,
    uct::ENTRY,
    orego::ENTRY,
    rave::ENTRY,
    mcts::ENTRY,
    best::ENTRY,
    alphabeta::ENTRY,
    td::ENTRY,
    stages::ENTRY,
    mix::ENTRY,
];

/// The maker of the players of this list.
///
/// ```
/// use player::Maker;
/// use roster::Roster;
///
/// let spec = "random:eyes=fill,pass=last".parse().unwrap();
/// assert!(Roster.make(&spec).is_ok());
/// assert_eq!(Roster.canonical(&spec).unwrap().to_string(), "random:eyes=fill");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Roster;

impl Maker for Roster {
    fn entries(&self) -> &[Entry] {
        PLAYERS
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }

    fn renamed(&self, player: &str, key: &str) -> Option<&str> {
        renamed(player, key)
    }
}
