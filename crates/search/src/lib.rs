//! Searches: playouts, the tree search above them (`uct`), the tree search by a network (`puct`), and alpha-beta.

pub mod alphabeta;
mod line;
pub mod opening;
pub mod playout;
pub mod puct;
mod search;
pub mod uct;

pub use search::{Candidate, Search, SearchResult, Task, Until};
