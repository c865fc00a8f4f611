//! The board and the rules of Go.
//!
//! [`Board`] is the small fast position without history that playouts copy. [`Game`] has the history and checks moves
//! by its [`Rules`]. Both use [`Point`]s, [`Color`]s and [`Move`]s.
//!
//! ```
//! use goban::{Game, Move, Point, Rules};
//!
//! let mut game = Game::new(9, Rules::CHINESE, 7.5);
//! game.play(Move::Play(Point::from_gtp("E5", 9)?))?;
//! assert_eq!(game.legal_points().count(), 80);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod chain;
mod color;
pub mod diagram;
mod empties;
pub mod eye;
mod game;
mod history;
pub mod influence;
pub mod ladder;
mod liberties;
pub mod life;
mod list;
mod outcome;
mod point;
pub mod race;
mod region;
mod rules;
pub mod score;
mod surround;
mod symmetry;
pub mod tactics;
pub mod zobrist;

pub use board::{Ataris, Board, Illegal, PositionError};
pub use color::{Cell, Color};
pub use game::{End, Game, HandicapError, fixed_handicap};
pub use liberties::ChainLiberties;
pub use list::PointList;
pub use outcome::{Outcome, OutcomeError};
pub use point::{CAPACITY, CoordinateError, MAX_SIZE, MIN_SIZE, Move, Point, PointMap, PointSet, column_letter};
pub use rules::{Ending, HandicapBonus, KoRule, Rules, Scoring, UnknownRules};
pub use surround::Surround;
pub use symmetry::Symmetry;
