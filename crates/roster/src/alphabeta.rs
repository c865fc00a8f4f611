//! `alphabeta`: reads ahead by alpha-beta, over a simple evaluation.
//!
//! The classic way to play chess, which Go programs used for want of anything better. The evaluation adds up the count
//! of the board as it stands, the liberties, and the territory that [`Influence`] sees; the search is
//! [`search::alphabeta`], which solves what is small enough.

use std::time::Duration;

use goban::{Board, Color, Game, Move, PointMap, PointSet, Rules, Scoring, influence, influence::Influence, score};
use player::{Analysis, Budget, Candidate, Choice, ChoiceOf, Entry, Failure, Player, Rng, Stop, parameters};
use search::alphabeta::{AlphaBeta, Evaluation, Limits, Verdict};

use crate::pace::Pace;
use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "alphabeta",
    summary: "alpha-beta search over score, liberties and influence",
    params: Params::PARAMS,
    build: |settings, _| Ok(Box::new(Reader::new(Params::read(settings)))),
};

parameters! {
    /// How it searches and evaluates.
    pub struct Params {
        /// the maximum depth in moves
        pub depth: u32 = 4, in 1..=100;
        /// positions to search for each move where no budget is given
        pub nodes: u64 = 3000, in 1..=i64::MAX;
        /// the weight of a point of the score of the board as it stands
        pub score: f32 = 1, in 0.0..=100.0;
        /// the weight of a liberty
        pub liberties: f32 = 1, in 0.0..=100.0;
        /// the weight of a point that influence assigns to a side
        pub territory: f32 = 0.5, in 0.0..=100.0;
        /// how influence is computed
        pub influence: InfluenceWord = "bouzy", unless territory "0";
        /// MiB of the transposition table
        pub memory: usize = 16, in 1..=1 << 20, role Memory;
        ..seed: SeedParams;
    }
}

/// How influence is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InfluenceWord(pub Influence);

impl ChoiceOf for InfluenceWord {
    const WORDS: &'static [&'static str] = &[Influence::ALL[0].0, Influence::ALL[1].0, Influence::ALL[2].0];

    fn from_word(word: &str) -> InfluenceWord {
        let known = Influence::ALL.into_iter().find(|(name, _)| *name == word);
        InfluenceWord(known.map_or(Influence::Bouzy, |(_, influence)| influence))
    }
}

struct Reader {
    search: AlphaBeta<Weighing>,
    depth: u32,
    nodes: u64,
    seed: SeedParams,
    rng: Rng,
    clean_up: bool,
}

impl Reader {
    fn new(params: Params) -> Reader {
        let Params { depth, nodes, score, liberties, territory, influence, memory, seed } = params;
        let weighing =
            Weighing { score, liberties, territory, influence: influence.0, scoring: Scoring::Area, given: 0.0 };
        let search = AlphaBeta::new(weighing, memory << 20);
        Reader { search, depth, nodes, rng: seed.rng(), seed, clean_up: false }
    }

    fn think(&mut self, game: &Game, budget: &Budget, stop: &Stop, report: &mut dyn FnMut(&Analysis)) -> Choice {
        let pace = Pace::new(game, budget, stop, self.nodes);
        let limits = Limits { depth: self.depth, nodes: pace.playouts, deadline: pace.deadline };
        let tell = &mut |verdict: &Verdict| report(&analysis(verdict));
        let verdict = if self.clean_up && !game.rules().count_every_stone() {
            // Under these rules dead stones count until they are taken.
            let mut every_stone = game.clone();
            every_stone.set_rules(Rules::TROMP_TAYLOR);
            self.search.search(&every_stone, &limits, &mut self.rng, stop, tell)
        } else {
            self.search.search(game, &limits, &mut self.rng, stop, tell)
        };
        let best = verdict.best.filter(|&mv| game.check(game.to_play(), mv).is_ok());
        Choice { mv: best.unwrap_or(Move::Pass), analysis: analysis(&verdict) }
    }
}

impl Player for Reader {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        Ok(self.think(game, &budget, stop, &mut |_| {}))
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        _: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let choice = self.think(game, &budget, stop, report);
        report(&choice.analysis);
        Ok(choice)
    }

    /// By the evaluation after each move, without a search.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let weighing = self.search.evaluation();
        weighing.begin(game);
        for point in game.legal_points() {
            let mut after = *game.board();
            after.play_unchecked(point);
            values[point] = -weighing.evaluate(&after);
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(self.seed.of_game(seed));
        self.search.clear();
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}

/// The evaluation: points, with weights.
struct Weighing {
    score: f32,
    liberties: f32,
    territory: f32,
    influence: Influence,
    scoring: Scoring,
    /// What White is given.
    given: f32,
}

impl Evaluation for Weighing {
    fn begin(&mut self, root: &Game) {
        self.scoring = root.rules().scoring;
        self.given = root.komi() + root.rules().compensation(root.handicap());
    }

    fn evaluate(&mut self, board: &Board) -> f32 {
        let mut lead = -self.given;
        if self.score > 0.0 {
            lead += self.score * score::margin(board, self.scoring, &PointSet::new()) as f32;
        }
        if self.liberties > 0.0 {
            let [black, white] = Color::BOTH.map(|color| liberties(board, color));
            lead += self.liberties * (black - white);
        }
        if self.territory > 0.0 {
            let map = self.influence.map(board);
            lead += self.territory * influence::balance(board, &map, self.influence.clear()) as f32;
        }
        if board.to_play() == Color::Black { lead } else { -lead }
    }
}

/// The empty points beside stones of a colour.
fn liberties(board: &Board, color: Color) -> f32 {
    board.empties().iter().filter(|&&point| board.surround(point).neighbors(color.into()) > 0).count() as f32
}

fn analysis(verdict: &Verdict) -> Analysis {
    let mut analysis = Analysis { visits: verdict.nodes, ..Analysis::default() };
    let Some(best) = verdict.best else { return analysis };
    let line = if verdict.line.is_empty() { vec![best] } else { verdict.line.clone() };
    // An evaluation is not a score; a proven result is.
    let score = verdict.value.filter(|_| verdict.exact);
    analysis.score = score;
    analysis.candidates = vec![Candidate { score, line, ..Candidate::new(best, verdict.nodes) }];
    if let Some(value) = verdict.value {
        let kind = if verdict.exact { "proven" } else { "evaluation" };
        analysis.note(kind, format!("{value:+.1}, {} moves ahead", verdict.depth));
    }
    analysis
}
