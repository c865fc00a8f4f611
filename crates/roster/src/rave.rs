//! `rave`: tree search by playouts, with RAVE, priors and last good replies.
//!
//! UCT (`search::uct`) with the player of `engine` around it: the techniques of Baier and Drake's "The Power of
//! Forgetting" (2010) and more. It needs no network, plays on every board and by all rules. `orego` is the paper's own
//! engine.

mod handicap;

use std::sync::{Arc, Mutex};

use goban::{Game, Point};
use models::expert::Expert;
use player::{Analysis, ChoiceOf, Entry, Rng, SpecError, choices, parameters};
use search::Search;
use search::opening::{Filter, Manner, Opening};
use search::playout::{
    Chances, Count, Counter, Limits, Mogo, Patterns, Policy, Replies, ReplyKind, ReplyTables, Rule, Trace, Uncounted,
};
use search::uct::{Formula, SearchSettings, Searcher, Weights};

use crate::engine::{Engine, EngineParams, Method};
use crate::load::load_or_named;
use crate::opening_params::OpeningParams;
pub(crate) use handicap::DynamicKomi;

/// The title of the note that says what playouts have learnt to reply to the last move.
pub const REPLY_NOTE: &str = "Reply";

parameters! {
    /// How it searches.
    pub struct Params {
        /// playouts for each move where no time is given
        pub playouts: u64 = 8000, in 1..=i64::MAX;
        /// how playouts choose their moves
        pub policy: Tactics = "tuned";
        /// the replies that playouts learn: the last good ones, with forgetting (lgrf), or by win rates
        pub reply: ReplyWord = "off";
        /// whether a playout answers ataris before it looks up replies
        pub urgent_first: bool = true, when policy "tuned", unless reply "off";
        /// the temperature of replies that go by win rates
        pub temperature: f32 = 0.1, in 0.001..=1000.0, when reply "softmax1" "softmax2" "amaf" "cmc" "past";
        /// visits at which the RAVE estimate weighs as much as the win rate of the move itself; 0 for no RAVE
        pub equivalence: f32 = 3000, in 0.0..=1e9;
        /// the weight of UCB1's exploration term
        pub exploration: f32 = 0, in 0.0..=100.0;
        /// the visits after which a move becomes a node
        pub expand: u32 = 2, in 1..=1_000_000;
        /// whether sequences that meet share a node
        pub transpositions: bool = true;
        /// whether tactics give new nodes virtual visits
        pub priors: bool = true;
        /// whether it raises komi early in handicap games
        pub dynamic_komi: bool = true;
        /// the points by which dynamic komi rises for each handicap stone on 19x19
        pub handicap_points: f32 = 8, in 0.0..=100.0, when dynamic_komi "true";
        /// moves per point of the board until dynamic komi is back to komi
        pub handicap_moves: f32 = 0.55, in 0.0..=10.0, when dynamic_komi "true";
        /// the probability that a playout answers an atari
        pub rescue: f32 = 0.8, in 0.0..=1.0, when policy "tuned";
        /// the probability that a playout captures beside the last move
        pub capture_last: f32 = 0.9, in 0.0..=1.0, when policy "tuned";
        /// the probability that a playout plays the vital point of captured stones
        pub nakade: f32 = 0.9, in 0.0..=1.0, when policy "tuned";
        /// the probability that a playout plays a 3x3 pattern beside the last move
        pub pattern: f32 = 0.95, in 0.0..=1.0, when policy "tuned";
        /// the probability that a playout captures anywhere
        pub capture: f32 = 0.5, in 0.0..=1.0, when policy "tuned";
        /// the number of stones from which playouts avoid self-atari, unless it kills from within
        pub self_atari: usize = 3, in 1..=1000;
        /// the lead in stones beyond a win that ends a playout, as a share of the board
        pub mercy: f32 = 0.3, in 0.0..=1.0;
        /// virtual visits of every new move, half of them won
        pub prior_even: f32 = 12, in 0.0..=1e3;
        /// virtual wins of a capture
        pub prior_capture: f32 = 15, in 0.0..=1e3, when priors "true";
        /// virtual wins of a rescue from atari
        pub prior_escape: f32 = 10, in 0.0..=1e3, when priors "true";
        /// virtual losses of a self-atari
        pub prior_self_atari: f32 = 10, in 0.0..=1e3, when priors "true";
        /// virtual wins of an atari that captures in a ladder, losses of a hopeless rescue
        pub prior_ladder: f32 = 15, in 0.0..=1e3, when priors "true";
        /// virtual wins of a 3x3 pattern
        pub prior_pattern: f32 = 6, in 0.0..=1e3, when priors "true";
        /// virtual wins of a move beside the last one
        pub prior_near: f32 = 8, in 0.0..=1e3, when priors "true";
        /// virtual losses of the first two lines, wins of the third, in empty areas
        pub prior_line: f32 = 6, in 0.0..=1e3, when priors "true";
        /// virtual wins of the move that experts are likeliest to play
        pub prior_intuition: f32 = 30, in 0.0..=1e3, when priors "true";
        /// the expert model: intuition, iku, or a file
        pub prior_model: String = "intuition", role Model, when priors "true", unless prior_intuition "0";
        /// the visits of a position after which the expert model is evaluated
        pub intuition_after: u32 = 8, in 0..=1_000_000, when priors "true", unless prior_intuition "0";
        ..opening: OpeningParams;
        ..engine: EngineParams;
    }
}

choices! {
    /// How playouts choose their moves.
    pub enum Tactics {
        /// By rules that each apply with a tuned probability.
        Tuned = "tuned",
        /// By the rules of MoGo (Gelly et al. 2006), each always.
        Mogo = "mogo",
        /// At random.
        Uniform = "uniform",
    }
}

/// The replies that playouts learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReplyWord(pub ReplyKind);

impl ChoiceOf for ReplyWord {
    const WORDS: &'static [&'static str] = &ReplyKind::WORDS;

    fn from_word(word: &str) -> ReplyWord {
        ReplyWord(word.parse().unwrap_or(ReplyKind::Off))
    }
}

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "rave",
    summary: "tree search by playouts with RAVE, priors and last good replies, on every board",
    params: Params::PARAMS,
    build: |settings, _| Ok(Box::new(new(Params::read(settings))?)),
};

/// The player with these parameters.
pub(crate) fn new(params: Params) -> Result<Engine<ByPlayouts>, SpecError> {
    let (opening, book) = params.opening.load(ENTRY.name)?;
    let settings = settings(&params);
    let expert = (settings.priors.intuition > 0.0).then(|| {
        let name = &params.prior_model;
        load_or_named(ENTRY.name, name, Expert::embedded(name).as_ref(), &Expert::EMBEDDED, Expert::read)
    });
    let method = ByPlayouts {
        settings,
        playouts: params.playouts,
        chances: chances(&params),
        reply: params.reply.0,
        urgent_first: params.urgent_first && params.policy == Tactics::Tuned,
        temperature: params.temperature,
        dynamic_komi: params.dynamic_komi.then_some(DynamicKomi {
            points_per_stone: params.handicap_points,
            moves_per_point: params.handicap_moves,
        }),
        expert: expert.transpose()?,
        opening,
        patterns: Arc::new(Patterns::mogo()),
        tables: ReplyTables::Off.into(),
        counter: None,
        seed: params.engine.seed.of_game(0),
    };
    Ok(Engine::new(method, params.engine, book))
}

/// The playouts that matches showed best.
pub(crate) const TUNED: Chances =
    Chances { rescue: 0.8, capture_last: 0.9, nakade: 0.9, pattern: 0.95, capture: 0.5, self_atari: 3 };
/// The rules of MoGo, each always.
pub(crate) const MOGO: Chances =
    Chances { rescue: 1.0, capture_last: 1.0, nakade: 0.0, pattern: 1.0, capture: 1.0, self_atari: 3 };

fn chances(params: &Params) -> Chances {
    let self_atari = params.self_atari;
    match params.policy {
        Tactics::Uniform => Chances::NONE,
        Tactics::Mogo => Chances { self_atari, ..MOGO },
        Tactics::Tuned => Chances {
            rescue: params.rescue,
            capture_last: params.capture_last,
            nakade: params.nakade,
            pattern: params.pattern,
            capture: params.capture,
            self_atari,
        },
    }
}

fn settings(params: &Params) -> SearchSettings {
    let priors = if params.priors {
        Weights {
            even: params.prior_even,
            capture: params.prior_capture,
            escape: params.prior_escape,
            self_atari: params.prior_self_atari,
            ladder: params.prior_ladder,
            pattern: params.prior_pattern,
            near: params.prior_near,
            line: params.prior_line,
            intuition: params.prior_intuition,
        }
    } else {
        Weights::even(params.prior_even)
    };
    SearchSettings {
        formula: Formula { exploration: params.exploration, rave_equivalence: params.equivalence },
        expand: params.expand,
        ask_after: params.intuition_after,
        priors,
        limits: Limits { self_atari: params.self_atari, mercy: params.mercy, ..Limits::default() },
        transpositions: params.transpositions,
        memory: params.engine.bytes(),
        threads: params.engine.threads,
    }
}

/// The search by playouts.
pub(crate) struct ByPlayouts {
    pub settings: SearchSettings,
    pub playouts: u64,
    pub chances: Chances,
    pub reply: ReplyKind,
    pub urgent_first: bool,
    pub temperature: f32,
    pub dynamic_komi: Option<DynamicKomi>,
    /// The model of experts, where it has a weight in the priors.
    pub expert: Option<Expert>,
    pub opening: Option<Opening>,
    pub patterns: Arc<Patterns>,
    /// The replies of the game, shared by the threads; made with the searcher.
    pub tables: Mutex<ReplyTables>,
    /// Counts what becomes of the replies, if that is asked for.
    pub counter: Option<Arc<Counter>>,
    pub seed: u64,
}

impl ByPlayouts {
    /// A searcher with these tables of replies.
    fn counting<C: Count + Clone + 'static>(&self, size: usize, tables: &ReplyTables, count: &C) -> Box<dyn Search> {
        let filter = self.opening.clone().filter(|opening| opening.manner == Manner::Filter);
        let policy = || Policy {
            opening: filter.clone().map(Filter::new),
            replies: Replies::counting(tables.clone(), count.clone()),
            tactics: Mogo::new(self.chances, self.patterns.clone()),
            urgent_first: self.urgent_first,
        };
        let mut searcher = Searcher::new(self.settings, self.patterns.clone(), size, policy);
        if let Some(expert) = &self.expert {
            searcher = searcher.with_expert(expert.clone());
        }
        match &self.opening {
            Some(opening) => Box::new(searcher.with_opening(opening.clone())),
            None => Box::new(searcher),
        }
    }

    fn tables(&self) -> ReplyTables {
        self.tables.lock().map_or(ReplyTables::Off, |tables| tables.clone())
    }

    /// What the playouts have learnt to reply to the last move on the board.
    fn reply_to_the_last_move(&self, game: &Game) -> Option<Point> {
        game.board().last_move()?.point()?;
        let mut trace = Trace::default();
        trace.begin(game);
        let mut replies = Replies::new(self.tables());
        replies.begin(game.board(), &trace);
        replies.propose(game.board(), &mut Rng::new(self.seed))
    }
}

impl Method for ByPlayouts {
    fn searcher(&self, game: &Game) -> Box<dyn Search> {
        let size = game.size();
        let tables = ReplyTables::new(self.reply, self.temperature, size);
        if let Ok(mut kept) = self.tables.lock() {
            *kept = tables.clone();
        }
        match &self.counter {
            Some(counter) => self.counting(size, &tables, counter),
            None => self.counting(size, &tables, &Uncounted),
        }
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }

    fn extra_komi(&self, game: &Game) -> f32 {
        self.dynamic_komi.map_or(0.0, |komi| komi.extra(game))
    }

    fn remark(&self, game: &Game, analysis: &mut Analysis) {
        let extra = self.extra_komi(game);
        if extra != 0.0 {
            analysis.note("Dynamic komi", format!("Black is asked for {extra} points more"));
        }
        if let Some(point) = self.reply_to_the_last_move(game) {
            analysis.note(REPLY_NOTE, point.to_gtp(game.size()));
        }
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        if let Ok(tables) = self.tables.lock() {
            tables.clear();
        }
    }
}
