//! The protocol between page and server: JSON over one WebSocket.
//!
//! The page sends [`Intention`]s; the server answers and notifies with [`Event`]s. The page has no rules: a position
//! contains everything that is drawn. `page/src/messages.ts` is generated from these types, and a test fails when it is
//! out of date.
//!
//! A `Position` without a tag is the game's current position and goes to all watchers. A `Position` that answers a
//! `Go`, or a move in a variation, belongs to that node and goes only to the page that asked. A page that shows another
//! node records positions of the first kind and keeps its view.
//!
//! Points and moves have their GTP names (`Q16`, `pass`, `resign`). Maps over the board are lists of numbers in rows
//! from the top left. Move and node numbers fit into 32 bits, which JavaScript represents exactly.

mod card;
mod event;
mod game;
mod intention;
mod number;
mod thought;

pub use card::{
    ContestCard, GameCard, LessonCard, Measure, ParameterCard, ParameterKind, PlayerCard, Preset, ProblemCard,
    RuleCard, Standing, TeacherCard,
};
pub use event::{Event, ServerMessage};
pub use game::{ClockCard, Count, CountRow, Grade, MoveReview, Phase, Position, SeatCard, Side, Twig};
pub use intention::{Intention, NewContest, NewLesson, OverlayKind, Request, System, Terms};
pub(crate) use number::{finite, finite_or_none};
pub use thought::{Candidate, Label, Thought};

#[cfg(test)]
mod tests;
