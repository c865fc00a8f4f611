//! Teachers, and how learners are measured.
//!
//! One question runs through most of this crate: where does a player [`rank`](player::Player::rank) the move of an
//! expert? [`metric`] is the answer for one position, as an error from 0 to 1; [`measures`] has the error functions that were
//! considered before it. A [`Study`](study::Study) measures a
//! stream of games, before the player [`learn`](player::Player::learn)s each move. A [`Review`](review::Review)
//! measures every move of one game, beside what the move lost in points and win rate. [`iku`] has the errors of the
//! first program that was measured this way. A [`WinnerStudy`](study::winners::WinnerStudy) measures predicted winners
//! instead.
//!
//! [`problems`] are positions with a known solution, [`openings`] explores what experts played, [`overlays`] and
//! [`abilities`] are what the page shows of players.
//!
//! [`teacher`] is the list of teachers and their interface. [`preference`], [`superiority`], [`territory`],
//! [`network`] and [`intuition`] learn from experts' games, and so do [`clusters`] and [`mod@book`] for openings.
//! [`td`] learns from self-play. [`library`] collects boards with their win rates, and [`genetic`] evolves an
//! evaluation from them. [`shards`] are positions for the training of the convolutional network, and [`curves`] reads
//! its logs.
//!
//! The measure and the plots are those of David Stoutamire's "Machine Learning, Game Play, and Go" (1991).

pub mod abilities;
pub mod book;
pub mod clusters;
pub mod curves;
pub mod genetic;
pub mod iku;
pub mod intuition;
pub mod library;
pub mod measures;
pub mod metric;
pub mod network;
pub mod openings;
pub mod overlays;
pub mod picture;
pub mod preference;
pub mod problems;
pub mod review;
pub mod shards;
pub mod study;
pub mod superiority;
pub mod td;
pub mod teacher;
pub mod territory;
mod training_game;

pub use training_game::{TrainingGame, training_games};
