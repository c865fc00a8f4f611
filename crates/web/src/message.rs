//! What the page and the server say to each other, as JSON over one WebSocket.
//!
//! The page sends [`Intention`]s, the server answers and tells with [`Event`]s. The page knows no rules: a position
//! comes with everything that is to be drawn of it. These types are the one description of both; `page/src/messages.ts`
//! is written from them, and a test fails when it is not what they say.
//!
//! A `Position` without a tag is where the game stands; one that answers a `Go`, or a move in a variation, is of that
//! node and is told to nobody else. So a page that looks elsewhere takes note of the first kind and stays where it is.
//!
//! Points and moves are GTP's names (`Q16`, `pass`, `resign`); maps over the board are lists of numbers in rows from
//! the top left, as the page draws them. Numbers of moves and nodes fit into 32 bits, which JavaScript holds exactly.

mod card;
mod event;
mod game;
mod intention;
mod number;
mod thought;

pub use card::{
    ContestCard, GameCard, LessonCard, Measure, ParameterCard, ParameterKind, PlayerCard, Preset, ProblemCard,
    RuleCard, Standing,
};
pub use event::{Event, ServerMessage};
pub use game::{ClockCard, Count, CountRow, Grade, MoveReview, Phase, Position, SeatCard, Side, Twig};
pub use intention::{Intention, NewContest, NewLesson, OverlayKind, Request, System, Terms};
pub(crate) use number::{finite, finite_or_none};
pub use thought::{Candidate, Label, Thought};

#[cfg(test)]
mod tests;
