//! `orego`: the engine of Baier and Drake's "The Power of Forgetting" (2010), as the paper describes it.
//!
//! Monte-Carlo tree search that adds a node for each playout (section II), with a transposition table that includes the
//! ko and the side to move and RAVE without an exploration term (section III-A), playouts like MoGo's (section V-A),
//! and replies that are looked up before those rules (section IV). It has none of what `rave` adds: no expert model, no
//! priors by tactics, no mercy rule, no self-atari rule, no dynamic komi. Steinmetz and Gini (2015) added experts' openings
//! to it, which are off by default.
//!
//! Where the paper is silent: a new move starts with one virtual win in two visits, since RAVE alone cannot rank moves
//! that never came up; the RAVE estimate weighs as much as the true one at 3000 visits, as in `rave`; MoGo's rules are
//! rescue, 3x3 patterns beside the last move and captures, in that order. Passing and resigning are those of all
//! engines here.

use std::sync::Arc;

use player::{Entry, Player, SpecError, parameters};
use search::playout::{Chances, Counter, Limits, Patterns, ReplyTables};
use search::uct::{Formula, SearchSettings, Weights};

use crate::engine::{Engine, EngineParams};
use crate::opening_params::OpeningParams;
use crate::rave::{ByPlayouts, MOGO, ReplyWord};

parameters! {
    /// What the papers vary.
    pub struct Params {
        /// playouts for each move where no time is given
        pub playouts: u64 = 8000, in 1..=i64::MAX;
        /// the replies that playouts learn; off is the paper's default Orego
        pub reply: ReplyWord = "lgrf2";
        /// the temperature of replies that go by win rates
        pub temperature: f32 = 0.1, in 0.001..=1000.0, when reply "softmax1" "softmax2" "amaf" "cmc" "past";
        ..opening: OpeningParams;
        ..engine: EngineParams;
    }
}

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "orego",
    summary: "the engine of Baier and Drake's paper: RAVE, MoGo's playouts and last good replies with forgetting",
    params: Params::PARAMS,
    build: |settings, _| Ok(Box::new(new(Params::read(settings), None)?)),
};

/// The player with these parameters, which counts what becomes of its replies on boards of that size. A counter serves
/// one player, for one game or several.
///
/// # Errors
/// If a file of openings cannot be used.
pub fn counting(params: Params, size: usize) -> Result<(Box<dyn Player>, Arc<Counter>), SpecError> {
    let counter = Arc::new(Counter::new(params.reply.0, size));
    Ok((Box::new(new(params, Some(counter.clone()))?), counter))
}

fn new(params: Params, counter: Option<Arc<Counter>>) -> Result<Engine<ByPlayouts>, SpecError> {
    let Params { playouts, reply, temperature, opening, engine } = params;
    let (opening, book) = opening.load(ENTRY.name)?;
    let method = ByPlayouts {
        settings: SearchSettings {
            formula: Formula { exploration: 0.0, rave_equivalence: 3000.0 },
            expand: 1,
            priors: Weights::even(2.0),
            limits: Limits { mercy: f32::INFINITY, self_atari: usize::MAX, ..Limits::default() },
            transpositions: true,
            memory: engine.bytes(),
            threads: engine.threads,
            ..SearchSettings::default()
        },
        playouts,
        chances: Chances { self_atari: usize::MAX, ..MOGO },
        reply: reply.0,
        urgent_first: false,
        temperature,
        dynamic_komi: None,
        expert: None,
        opening,
        patterns: Arc::new(Patterns::mogo()),
        tables: ReplyTables::Off.into(),
        counter,
        seed: engine.seed.of_game(0),
    };
    Ok(Engine::new(method, engine, book))
}
