//! `mcts`: tree search by a network.
//!
//! PUCT (`search::puct`) with the player of `engine` around it. The networks were trained on 9x9 and larger boards,
//! under rules with passing; elsewhere `rave` searches by playouts, and `best` chooses between the two.

use std::sync::Arc;

use goban::{Ending, Game};
use models::net::{EMBEDDED, Network};
use player::{Entry, SpecError, choices, parameters};
use search::Search;
use search::playout::{Limits, Mogo, Patterns};
use search::puct::{Evaluator, Formula, NetworkEvaluator, SearchSettings, Searcher};

use crate::engine::{Engine, EngineParams, Method, book};
use crate::load::load_or_named;
use crate::rave::TUNED;

parameters! {
    /// How it searches.
    pub struct Params {
        /// simulations for each move where no time is given
        pub playouts: u64 = 400, in 1..=i64::MAX;
        /// the network: small, large, or a file
        pub model: String = "large", role Model;
        /// the weight of the exploration term of PUCT
        pub exploration: f32 = 1, in 0.0..=100.0;
        /// how much lower than its parent an unvisited move is valued (first-play urgency)
        pub urgency: f32 = 0.2, in 0.0..=10.0;
        /// standard errors below the mean at which moves are compared in the end (lower confidence bound); 0: visits
        pub lcb: f32 = 0, in 0.0..=100.0;
        /// the weight of the score in the value of a position
        pub points: f32 = 0.1, in 0.0..=10.0;
        /// the share of a playout in the value of a position, beside the network
        pub playout_share: f32 = 0, in 0.0..=1.0;
        /// visits at which RAVE weighs as much as the network; 0 for none
        pub playout_rave: f32 = 0, in 0.0..=1e9, unless playout_share "0";
        /// whether the root is evaluated by all eight symmetries
        pub symmetries: bool = true;
        /// whether the opening is played from an exact book
        pub opening: Opening = "off";
        /// the file of the book; without one, the built-in book
        pub book: String = "", when opening "book";
        ..engine: EngineParams;
    }
}

choices! {
    /// What it plays in the opening without a search.
    pub enum Opening {
        /// Nothing.
        Off = "off",
        /// The moves of a book.
        Book = "book",
    }
}

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "mcts",
    summary: "tree search with a neural network, on 9x9 and larger boards",
    params: Params::PARAMS,
    build: |settings, _| Ok(Box::new(new(Params::read(settings))?)),
};

/// The player with these parameters.
pub(crate) fn new(params: Params) -> Result<Engine<impl Method>, SpecError> {
    let book = match params.opening {
        Opening::Book => Some(book(ENTRY.name, &params.book)?),
        Opening::Off => None,
    };
    let chosen = Chosen::new(&params.model)?;
    let engine = params.engine.clone();
    Ok(Engine::new(ByNetwork { chosen, params, patterns: Arc::new(Patterns::mogo()) }, engine, book))
}

/// The smallest board that the built-in networks were trained on.
const SMALLEST_TAUGHT: usize = 9;
/// A network, and where it came from.
struct Chosen {
    network: Arc<Network>,
    /// Whether it came from a file, and may have been taught any board.
    from_file: bool,
}

impl Chosen {
    fn new(model: &str) -> Result<Chosen, SpecError> {
        let read = |bytes: &[u8]| Network::read(bytes).map(Arc::new);
        let embedded = Network::embedded(model);
        let network = load_or_named(ENTRY.name, model, embedded, &EMBEDDED, read)?;
        Ok(Chosen { network, from_file: embedded.is_none() })
    }
}

struct ByNetwork {
    chosen: Chosen,
    params: Params,
    patterns: Arc<Patterns>,
}

/// The part of the memory that is for the cache of evaluations.
const CACHE_SHARE: usize = 8;

impl Method for ByNetwork {
    fn searcher(&self, game: &Game) -> Box<dyn Search> {
        let Params { exploration, urgency, lcb, points, playout_share, playout_rave, symmetries, ref engine, .. } =
            self.params;
        let (size, bytes) = (game.size(), engine.bytes());
        let usual = SearchSettings::default();
        let settings = SearchSettings {
            formula: Formula { exploration, urgency, rave: playout_rave, ..usual.formula },
            bound: lcb,
            points,
            playouts: playout_share,
            limits: Limits::default(),
            symmetries,
            memory: bytes - bytes / CACHE_SHARE * 2,
            threads: engine.threads,
        };
        let evaluator = NetworkEvaluator::new(self.chosen.network.clone(), size, bytes / CACHE_SHARE);
        let evaluator = move || Box::new(evaluator.clone()) as Box<dyn Evaluator>;
        Box::new(Searcher::new(settings, size, evaluator, || Mogo::new(TUNED, self.patterns.clone())))
    }

    fn playouts(&self) -> u64 {
        self.params.playouts
    }

    fn refuses(&self, game: &Game) -> Option<String> {
        if game.rules().ending != Ending::TwoPasses {
            return Some("mcts has no network for rules without passing: rave plays by them".to_string());
        }
        let size = game.size();
        (size < SMALLEST_TAUGHT && !self.chosen.from_file).then(|| {
            format!("mcts has no network for {size}x{size}: its networks were taught 9x9 and larger; rave plays there")
        })
    }
}
