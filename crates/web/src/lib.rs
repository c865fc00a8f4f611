//! The page and its server: games between people and programs in a browser.
//!
//! The page sends requests and draws the answers; all rules are on the server. A move takes this path: it arrives as a
//! [`message`] over the WebSocket (`socket`). The `house` finds the `room` of the game, a task that handles one order
//! after the other. The room's `session` checks the move, the ledger of the [`arena`] stores it, and only then do all
//! pages that watch the game receive it. Programs think in a `pool` with a thread for each core.
//!
//! This crate has no list of players. The caller passes a [`Program`] with a [`player::Maker`] and the traits that
//! only the program can implement to [`Server::start`].

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
mod model_store;
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
mod teachers;
mod text;
mod titles;
mod variations;
mod view;

pub use limits::Limits;
pub use model_store::{ModelStore, StoredModelMaker};
pub use program::{Guide, Learnt, LessonProgress, Lessons, Program};
pub use refusal::Refusal;
pub use server::{Options, ServeError, Server};
pub use socket::{read, tag_of};
pub use teachers::{AdmittedLesson, PAGE_TEACHERS, PageLimit, PageTeacher};
#[doc(hidden)]
pub use text::code;
pub use text::{Argument, Template, Text};
pub use titles::PresetName;

/// The English templates of all texts that the server sends to a page, those of players and teachers included.
pub fn templates(players: &[player::Entry], teachers: &[PageTeacher]) -> Vec<Template> {
    let own = [
        refusal::Refusal::templates(),
        refusal::SettingRefusal::templates(),
        reason::Reason::templates(),
        reason::PlayerReason::templates(),
        program::Lacking::templates(),
        overlays::OverlayText::templates(),
        model_store::LessonText::templates(),
        titles::templates(),
        program::player_templates(players),
        teachers::teacher_templates(players, teachers),
    ];
    own.into_iter().flatten().collect()
}
