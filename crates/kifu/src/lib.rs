//! Game records.
//!
//! A file's bytes become text ([`read`] finds the character set), the text a [`Collection`] of [`Tree`]s ([`parse()`]
//! keeps everything), and a line of a tree a [`Game`](goban::Game) ([`Replay`]). The way back is [`Tree::of`] and
//! [`Tree::to_sgf`]. Whole collections, in folders and archives, are streamed by [`corpus`] as [`Record`]s.
//!
//! ```
//! let reading = kifu::read(b"(;GM[1]SZ[9]KM[7];B[ee];W[ge];B[gd])")?;
//! let game = kifu::Replay::new(&reading.collection.trees[0]).game()?;
//! assert_eq!(game.move_number(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod compose;
pub mod corpus;
mod header;
mod parse;
mod property;
mod replay;
mod ruleset;
mod tree;
mod write;

pub use bytes::{Reading, read};
pub use corpus::{LoadError, load};
pub use header::{GameInfo, Header, HeaderError};
pub use parse::{MAX_WARNINGS, ParseError, Problem, Warning, parse};
pub use property::{Property, Value};
pub use replay::{Mark, Record, Replay, ReplayError, Step};
pub use tree::{Collection, Node, NodeId, Tree};
