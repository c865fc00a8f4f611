//! The page and its server: games of persons and programs in a browser.
//!
//! The page sends what somebody wants and draws what it is told; everything that knows a rule is here. A move travels like this:
//! [`message`] is what comes over the WebSocket (`socket`); the `house` finds the `room` of the game, a task that takes one
//! order after the other; the room's `session` judges it, the ledger of the [`arena`] keeps it, and only then are all pages that
//! watch the game told. Programs think in a `pool` with a thread for each core.
//!
//! Which players there are is not known here: the program hands in a [`Program`], which has a [`player::Maker`], and traits for
//! what only the program can do. [`Server::start`] does the rest.

mod ask;
mod assets;
mod connections;
mod contests;
mod estimate;
mod guard;
mod house;
mod http;
mod lessons;
mod limits;
pub mod message;
mod peer;
mod pool;
mod problems;
mod program;
mod record;
mod refusal;
mod request;
mod room;
mod server;
mod session;
mod socket;
mod variations;
mod view;

pub use limits::Limits;
pub use program::{Drawing, Guide, Learnt, Lessons, Overlays, Problem, Program, Progress, Talents};
pub use refusal::Refusal;
pub use server::{Options, ServeError, Server};
pub use socket::{read, tag_of};
