//! Teachers, and how learners are measured.
//!
//! Nearly everything here asks one question of a player: where in its [`rank`](player::Player::rank)ing is the move
//! that an expert played? [`metric`] turns the answer into an error from 0 to 1 for one position; a
//! [`Study`](study::Study) asks it along a stream of games, before the player [`learn`](player::Player::learn)s from
//! each move; a [`Review`](review::Review) asks it of every move of one game, and writes what it finds into the record
//! or onto a page. [`iku`] has what the first program that was measured so made of one game. Only
//! [`Winners`](study::winners::Winners) asks something else: who will win?
//!
//! [`teacher`] is the list of teachers and their interface. [`preference`], [`superiority`], [`territory`],
//! [`network`] and [`intuition`] learn from experts' games, and so do [`clusters`] and [`mod@book`] for openings.
//! [`td`] learns from self-play. [`library`] collects boards with their win rates, and [`genetic`] evolves an
//! evaluation from them. [`shards`] are positions for the training of the convolutional network, and [`curves`] reads
//! its logs.
//!
//! The measure and the plots are those of David Stoutamire's "Machine Learning, Game Play, and Go" (1991).

pub mod book;
pub mod clusters;
pub mod curves;
pub mod genetic;
pub mod iku;
pub mod intuition;
mod lessons;
pub mod library;
pub mod metric;
pub mod network;
pub mod picture;
pub mod preference;
pub mod review;
pub mod shards;
pub mod study;
pub mod superiority;
pub mod td;
pub mod teacher;
pub mod territory;

pub use lessons::{Lesson, lessons};
