//! The page and its server: games of persons and programs in a browser.
//!
//! The page sends what somebody wants and draws what it is told; everything that knows a rule is here. A move travels
//! like this: [`message`] is what comes over the WebSocket (`socket`); the `house` finds the `room` of the game, a task
//! that takes one order after the other; the room's `session` judges it, the ledger of the [`arena`] keeps it, and only
//! then are all pages that watch the game told. Programs think in a `pool` with a thread for each core.
//!
//! Which players there are is not known here: the program hands in a [`Program`], which has a [`player::Maker`], and
//! traits for what only the program can do. [`Server::start`] does the rest.

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
mod overlays;
mod peer;
mod pool;
mod problems;
mod program;
mod reason;
mod record;
mod refusal;
mod request;
mod room;
mod server;
mod session;
mod socket;
mod text;
mod titles;
mod variations;
mod view;

pub use limits::Limits;
pub use program::{Guide, Learnt, LessonProgress, Lessons, Program};
pub use refusal::Refusal;
pub use server::{Options, ServeError, Server};
pub use socket::{read, tag_of};
#[doc(hidden)]
pub use text::code;
pub use text::{Argument, Template, Text};
pub use titles::PresetName;

/// What every text that the server sends to a page says in English: those of this crate, and those of the players.
pub fn templates(players: &[player::Entry]) -> Vec<Template> {
    let own = [
        refusal::Refusal::templates(),
        refusal::SettingRefusal::templates(),
        reason::Reason::templates(),
        reason::PlayerReason::templates(),
        program::Lacking::templates(),
        overlays::OverlayText::templates(),
        titles::templates(),
        program::player_templates(players),
    ];
    own.into_iter().flatten().collect()
}
