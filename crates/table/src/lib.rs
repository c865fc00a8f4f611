//! One game at a table: two seats, clocks, undo, and the count of dead stones.
//!
//! A [`Table`] holds the [`Game`](goban::Game), and the game alone judges moves. Around it the table keeps who sits on
//! each side ([`Seat`]), what is left on the clocks, which chains are marked as dead, and the outcome. It does nothing
//! by itself: the terminal and the page report moves to it, show it, and let programs think.

mod count;
mod seat;
mod table;

pub use count::{decided_by_board, whole_chains};
pub use seat::{HUMAN, Occupant, Seat};
pub use table::{Stage, Table, TableError};
