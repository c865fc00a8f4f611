//! The player around a tree search: clocks, resigning, the end of the game, pondering, the opening book.
//!
//! A [`Method`] makes the search; the engine turns a budget into searches (`think`), their results into a move
//! (`decide`), and thinks on the opponent's time (`ponder`). `mcts`, `rave` and `orego` are engines that differ in
//! their method.

mod analysis;
mod decide;
mod ponder;
mod think;

use std::sync::Arc;
use std::time::Duration;

use goban::{Color, Game, Move, Point, PointMap, Symmetry};
use models::openings::Book;
use player::{Analysis, Budget, Choice, Failure, FailureKind, Player, Restrictions, Rng, SpecError, Stop, parameters};
use search::{Search, SearchResult};

use crate::load::load;
use crate::seed::SeedParams;
pub(crate) use analysis::analysis;
use decide::{EndgameView, ResignCounter};
use ponder::Pondering;
use think::{Decision, Observer, Plan, think};

parameters! {
    /// What every engine has.
    pub struct EngineParams {
        /// the number of threads that search one tree
        pub threads: usize = 1, in 1..=256, role Threads;
        /// MiB that the tree may take
        pub memory: usize = 512, in 1..=1 << 20, role Memory;
        /// the win rate below which it resigns after three moves in a row; 0 for never
        pub resign: f32 = 0.05, in 0.0..=0.5;
        /// seconds of each move that are lost between the player and the clock
        pub lag: f64 = 0.1, in 0.0..=60.0;
        /// whether it thinks on the opponent's time
        pub ponder: bool = false, role Ponder;
        /// the temperature at which its first moves are sampled by visits, decreasing; 0 plays the most visited
        pub variety: f32 = 0, in 0.0..=10.0;
        /// whether it stops once the leading move cannot be overtaken, if that saves time for later moves
        pub early: bool = true;
        ..seed: SeedParams;
    }
}

impl EngineParams {
    /// What the tree may take, in bytes.
    pub fn bytes(&self) -> usize {
        self.memory << 20
    }
}

/// How an engine searches.
pub(crate) trait Method: Send {
    /// A searcher for the board and the rules of a game.
    fn searcher(&self, game: &Game) -> Box<dyn Search>;

    /// Simulations for a move where nothing else is said.
    fn playouts(&self) -> u64;

    /// Why a game cannot be searched, if it cannot.
    fn refuses(&self, game: &Game) -> Option<String> {
        let _ = game;
        None
    }

    /// Points that Black is asked for beyond komi.
    fn extra_komi(&self, game: &Game) -> f32 {
        let _ = game;
        0.0
    }

    /// Adds its remarks on a search of this position.
    fn remark(&self, game: &Game, analysis: &mut Analysis) {
        let _ = (game, analysis);
    }

    /// Forgets what was learnt in the last game; what is random follows from the seed.
    fn reset(&mut self, seed: u64) {
        let _ = seed;
    }
}

/// A player that searches by a method.
pub(crate) struct Engine<M> {
    method: M,
    params: EngineParams,
    /// What is played without a search.
    book: Option<Arc<Book>>,
    searcher: Option<Box<dyn Search>>,
    pondering: Option<Pondering>,
    restrictions: Restrictions,
    clean_up: bool,
    resign_counter: ResignCounter,
    game_seed: u64,
    /// For sampling moves.
    rng: Rng,
    /// The side it last chose a move for.
    side: Option<Color>,
}

/// The opening book of that name; the one that comes with the program where the name is empty.
pub(crate) fn book(player: &str, name: &str) -> Result<Arc<Book>, SpecError> {
    match name {
        "" => Ok(Book::embedded().clone()),
        name => Ok(Arc::new(load(player, name, Book::read)?)),
    }
}

impl<M: Method> Engine<M> {
    pub fn new(method: M, params: EngineParams, book: Option<Arc<Book>>) -> Engine<M> {
        Engine {
            method,
            book,
            searcher: None,
            pondering: None,
            restrictions: Restrictions::default(),
            clean_up: false,
            resign_counter: ResignCounter::default(),
            game_seed: params.seed.of_game(0),
            rng: params.seed.rng(),
            side: None,
            params,
        }
    }

    /// The searcher for a game, called back from pondering if need be.
    fn searcher(&mut self, game: &Game) -> &mut dyn Search {
        self.stop_pondering();
        let fitting = self.searcher.take().filter(|searcher| searcher.size() == game.size());
        let searcher = self.searcher.insert(fitting.unwrap_or_else(|| {
            let mut searcher = self.method.searcher(game);
            searcher.reset(self.game_seed);
            searcher
        }));
        searcher.set_extra_komi(self.method.extra_komi(game));
        &mut **searcher
    }

    fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.searcher = pondering.end();
        }
    }

    /// The move of the book, if it has one that is legal and allowed.
    fn book_move(&self, game: &Game) -> Option<Point> {
        let point = self.book.as_ref()?.next(game.board())?;
        (game.is_legal(point) && self.restrictions.allows(game.to_play(), Move::Play(point), 0)).then_some(point)
    }

    fn answer(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        observer: &mut Observer<'_>,
    ) -> Result<Choice, Failure> {
        self.check(game)?;
        if let Some(point) = self.book_move(game) {
            let mut choice = Choice::new(Move::Play(point));
            choice.analysis.note("Opening", "from the book");
            return Ok(choice);
        }
        let lag = Duration::from_secs_f64(self.params.lag);
        let plan = Plan::new(&budget, self.method.playouts(), lag, self.params.early, game);
        let (clean_up, restrictions) = (self.clean_up, self.restrictions.clone());
        let mut decision = think(self.searcher(game), (game, &restrictions), &plan, clean_up, stop, observer);
        if self.params.variety > 0.0 {
            self.vary(game, &mut decision);
        }
        self.side = Some(game.to_play());
        let mut analysis = analysis(game, &decision.result);
        self.method.remark(game, &mut analysis);
        let resigns = self.resigns(game, &decision.result) && decision.mv != Move::Pass;
        Ok(Choice { mv: if resigns { Move::Resign } else { decision.mv }, analysis })
    }

    /// Fails where the game cannot be searched, or no legal move is allowed.
    fn check(&self, game: &Game) -> Result<(), Failure> {
        let refusal = |message: String| Err(Failure::new(FailureKind::Refusal, message));
        if let Some(reason) = self.method.refuses(game) {
            return refusal(reason);
        }
        let to_play = game.to_play();
        let mut moves = game.board().points().map(Move::Play).chain([Move::Pass]);
        let is_open = |mv: Move| self.restrictions.allows(to_play, mv, 0) && game.check(to_play, mv).is_ok();
        if !self.restrictions.is_empty() && !game.is_over() && !moves.any(is_open) {
            return refusal(format!("no legal move of {to_play} is allowed"));
        }
        Ok(())
    }

    /// Samples another move than the most visited one: the further the game, the less often. Half as freely after as
    /// many moves as a board has lines.
    fn vary(&mut self, game: &Game, decision: &mut Decision) {
        let temperature = self.params.variety * 0.5_f32.powf(game.move_number() as f32 / game.size() as f32);
        let judgement = EndgameView::new(game, &decision.result, self.clean_up);
        if matches!(decision.mv, Move::Play(_))
            && let Some(mv) = judgement.draw(temperature, &mut self.rng)
        {
            decision.mv = mv;
        }
    }

    /// Whether the game has been hopeless for long enough. It never resigns in the first moves of a game.
    fn resigns(&mut self, game: &Game, result: &SearchResult) -> bool {
        let placed = |color: Color| game.board().stones_on_board(color) + game.board().captured(color);
        let begun = 8 * Color::BOTH.map(placed).iter().sum::<u32>() as usize >= game.size() * game.size();
        let hopeless = result.playouts > 0 && result.win_rate < self.params.resign;
        self.resign_counter.grows(game, begun && hopeless && !self.clean_up)
    }
}

impl<M: Method> Player for Engine<M> {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.answer(game, budget, stop, &mut Observer { every: Duration::MAX, report: &mut |_| {} })
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let mut tell = |result: &SearchResult| report(&analysis(game, result));
        let choice = self.answer(game, budget, stop, &mut Observer { every, report: &mut tell })?;
        report(&choice.analysis);
        Ok(choice)
    }

    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        self.stop_pondering();
        self.restrictions = restrictions.clone();
        true
    }

    fn refuses(&self, game: &Game) -> Option<String> {
        self.method.refuses(game)
    }

    fn observe(&mut self, game: &Game, _: Move) {
        self.stop_pondering();
        let theirs = self.side.is_some_and(|side| side != game.to_play());
        if self.params.ponder && theirs && !game.is_over() && self.method.refuses(game).is_none() {
            self.searcher(game);
            self.pondering = self.searcher.take().and_then(|searcher| Pondering::start(searcher, game.clone()));
        }
    }

    /// By visits; of moves with equally many, by win rate.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        if self.method.refuses(game).is_some() {
            return false;
        }
        let playouts = self.method.playouts();
        let plan = Plan::new(&Budget::playouts(playouts), playouts, Duration::ZERO, false, game);
        let mut silent = Observer { every: Duration::MAX, report: &mut |_| {} };
        let position = (game, &Restrictions::default());
        let result = think(self.searcher(game), position, &plan, false, &Stop::new(), &mut silent).result;
        let mut tried = PointMap::new(0.0);
        for candidate in &result.candidates {
            if let Move::Play(point) = candidate.mv {
                // Less than another visit, for any win rate.
                tried[point] = candidate.visits as f32 + 0.5 * candidate.win_rate;
            }
        }
        // On a symmetric board one of several equal moves has been searched.
        let (board, size) = (game.board(), game.size());
        let is_same = |symmetry: &Symmetry| {
            board.points().all(|point| board.cell(symmetry.apply(point, size)) == board.cell(point))
        };
        let same: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_same).collect();
        for point in game.legal_points() {
            let images = same.iter().map(|symmetry| tried[symmetry.apply(point, size)]);
            values[point] = images.fold(0.0, f32::max);
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.stop_pondering();
        self.game_seed = self.params.seed.of_game(seed);
        self.rng = Rng::new(self.game_seed);
        self.resign_counter = ResignCounter::default();
        self.side = None;
        self.method.reset(self.game_seed);
        let seed = self.game_seed;
        if let Some(searcher) = &mut self.searcher {
            searcher.reset(seed);
        }
    }

    fn clean_up(&mut self, on: bool) {
        self.stop_pondering();
        self.clean_up = on;
    }
}
