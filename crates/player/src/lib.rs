//! The interface of players, and how they are named and made.
//!
//! A [`Player`] is shown a [`Game`](goban::Game) and answers with a [`Choice`]: a move and an [`Analysis`]. A
//! [`Budget`] limits its thinking time, and a [`Stop`] ends it. It owns no board.
//!
//! A player is also a string: a [`Spec`] such as `mcts:playouts=8000,threads=2`. The list of players is a list
//! of [`Entry`]s, each with its [`Param`]s, declared once; a [`Maker`] turns the string into the player. Crates
//! that let players meet (`gtp`, `arena`, `web`) are handed a `&dyn Maker` and do not depend on the list.
//!
//! Where to start reading: [`Player`], then [`bout()`], one game between two of them.
//!
//! A player that runs inside this program does not fail; one that drives another program can. So
//! [`Player::choose`] returns a `Result`, and a player made of others (a mixture, a player for each part of the game)
//! passes a [`Failure`] on with `?`.

mod allot;
mod analysis;
mod bout;
mod budget;
mod clock;
mod clocks;
mod declare;
mod maker;
mod nearest;
mod notation;
mod opinion;
mod params;
mod player;
mod ranking;
mod restriction;
mod rng;
mod settings;
mod spec;

pub use allot::{Allotment, allot};
pub use analysis::{Analysis, Candidate, Choice};
pub use bout::{Bout, Conclusion, Forfeit, Terms, Turn, bout, make_move};
pub use budget::{Budget, Stop};
pub use clock::{Clock, TimeControl, TimeLoss};
pub use clocks::Clocks;
pub use declare::{ChoiceOf, FromValue, concat, hyphenated, unquoted};
pub use maker::{Entry, Made, Maker, make};
pub use nearest::{Instead, instead, nearest};
pub use notation::NotationError;
pub use opinion::{Introduction, Opinion};
pub use params::{Condition, Expected, Kind, Param, Role, Value};
pub use player::{Failure, FailureKind, Player};
pub use ranking::{Ranked, ranking};
pub use restriction::{ONE_ALLOW, Restriction, Restrictions};
pub use rng::Rng;
pub use settings::Settings;
pub use spec::{Spec, SpecError};
