//! Teachers, and how learners are measured.
//!
//! Nearly everything here asks one question of a player: where in its [`rank`](player::Player::rank)ing is the move
//! that an expert played? [`metric`] turns the answer into an error from 0 to 1 for one position; a
//! [`Study`](study::Study) asks it along a stream of games, before the player [`learn`](player::Player::learn)s from
//! each move. [`iku`] has the errors of the first program that was measured this way, on one game. A
//! [`Review`](review::Review) asks it of every move of one game, beside what the move lost in points and win rate.
//! [`Winners`](study::winners::Winners) asks who will win.
//!
//! The teachers are [`preference`], [`superiority`], [`territory`], [`network`] and [`intuition`], for openings
//! [`clusters`] and [`mod@book`]; all learn from [`Lesson`]s. [`td`] learns from its own games. [`library`] collects
//! boards with their win rates, and [`genetic`] breeds an evaluation by them. [`shards`] are positions for the teacher
//! of the convolutional network, and [`curves`] what it wrote down on the way.
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
pub mod territory;

pub use lessons::{Lesson, lessons};
