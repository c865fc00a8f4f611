//! Flat Monte Carlo as Ying built it ("Artificial Intelligence for Go", 2009): what `naive-mc` and `heavy-mc` have in
//! common.
//!
//! Each legal move gets the same number of games, played to the end by a [`Playout`]; the move whose games were won
//! most often is played. The games make a tree: its first level has every move, the levels below what the games came
//! across. When the opponent's move is in the tree, what was counted behind it is kept and adds to what the next move's
//! games will tell; else everything begins anew.
//!
//! Where players may pass, a move that fills an eye-like point of one's own is left out and the pass is one of the
//! moves, so that games come to an end; under the rules of a deathmatch every legal point gets its games.

mod tree;

use std::time::{Duration, Instant};

use goban::{Board, Color, Ending, Game, Move, PointSet, Scoring, score};
use player::{Analysis, Budget, Candidate, Choice, Failure, Player, Rng, Stop};

use crate::pace::Pace;
use crate::seed::SeedParams;
use tree::Tree;

/// Who plays the simulated games.
pub(crate) trait Playout: Send {
    /// Plays the game to its end behind a legal move, and adds the moves behind it to `moves`. Answers with Black's
    /// lead by [`lead`], or `None` if it was time to answer before the end.
    ///
    /// # Errors
    /// If a player inside fails.
    fn play_out(
        &mut self,
        game: &Game,
        first: Move,
        rng: &mut Rng,
        moves: &mut Vec<Move>,
        pace: &Pace,
    ) -> Result<Option<f32>, Failure>;

    /// A new game begins.
    fn reset(&mut self, seed: u64) {
        let _ = seed;
    }
}

/// A player by flat Monte Carlo.
pub(crate) struct Flat<P> {
    /// Games for each legal move.
    games: u64,
    /// The number of moves of each game that go into the tree.
    depth: usize,
    seed: SeedParams,
    rng: Rng,
    playout: P,
    /// The position of the tree's root.
    root: Option<Game>,
    tree: Tree,
    clean_up: bool,
}

impl<P: Playout> Flat<P> {
    /// A player that plays `games` games for each move, and stores the first `depth` moves of each in the tree.
    pub fn new(games: u64, depth: usize, seed: SeedParams, playout: P) -> Flat<P> {
        let mut flat =
            Flat { games, depth, rng: seed.rng(), seed, playout, root: None, tree: Tree::new(), clean_up: false };
        flat.reset(0);
        flat
    }

    fn think(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let candidates = candidates(game, &mut self.rng);
        let pace = Pace::new(game, &budget, stop, self.games.saturating_mul(candidates.len() as u64));
        if wins_by_passing(game, self.clean_up) {
            let won = Candidate { win_rate: Some(1.0), ..Candidate::new(Move::Pass, 0) };
            return Ok(Choice {
                mv: Move::Pass,
                analysis: Analysis { candidates: vec![won], win_rate: Some(1.0), ..Analysis::default() },
            });
        }
        let Some(&any) = candidates.first() else { return Ok(Choice::new(nothing_left(game))) };
        self.take_up(game);
        let mut reported = Instant::now();
        let mut line = Vec::new();
        for number in 0..pace.playouts {
            if pace.is_up() {
                break;
            }
            let first = candidates[(number % candidates.len() as u64) as usize];
            line.clear();
            line.push(first);
            let Some(lead) = self.playout.play_out(game, first, &mut self.rng, &mut line, &pace)? else { break };
            line.truncate(self.depth);
            self.tree.add(&line, result(lead, game.to_play()));
            if every < Duration::MAX && reported.elapsed() >= every {
                report(&self.analysis(&candidates));
                reported = Instant::now();
            }
        }
        let analysis = self.analysis(&candidates);
        Ok(Choice { mv: analysis.best().map_or(any, |best| best.mv), analysis })
    }

    /// Makes the position of a game the root of the tree, with what is known of it.
    fn take_up(&mut self, game: &Game) {
        let since = self.root.as_ref().and_then(|root| since(root, game));
        if !since.is_some_and(|moves| self.tree.follow(&moves)) {
            self.tree = Tree::new();
        }
        self.root = Some(game.clone());
    }

    fn analysis(&self, moves: &[Move]) -> Analysis {
        let tried = |&mv: &Move| {
            let tally = self.tree.tally(mv);
            Some(Candidate { win_rate: Some(tally.rate()?), ..Candidate::new(mv, u64::from(tally.visits)) })
        };
        let mut candidates: Vec<Candidate> = moves.iter().filter_map(tried).collect();
        // Of moves that won alike, the one that was drawn first.
        candidates.sort_by(|a, b| b.win_rate.partial_cmp(&a.win_rate).unwrap_or(std::cmp::Ordering::Equal));
        Analysis {
            visits: candidates.iter().map(|candidate| candidate.visits).sum(),
            win_rate: candidates.first().and_then(|best| best.win_rate),
            candidates,
            ..Analysis::default()
        }
    }
}

impl<P: Playout> Player for Flat<P> {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.think(game, budget, stop, Duration::MAX, &mut |_| {})
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let choice = self.think(game, budget, stop, every, report)?;
        report(&choice.analysis);
        Ok(choice)
    }

    fn reset(&mut self, seed: u64) {
        let seed = self.seed.of_game(seed);
        self.rng = Rng::new(seed);
        self.playout.reset(seed);
        self.root = None;
        self.tree = Tree::new();
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }
}

/// Whether the opponent has passed and passing too wins the game as it would be counted: with the stones off the board
/// that look dead, or, if it is to be cleaned up, with all of them on it.
pub(crate) fn wins_by_passing(game: &Game, clean_up: bool) -> bool {
    if !ends_by_passing(game) || game.check(game.to_play(), Move::Pass).is_err() {
        return false;
    }
    let dead = if clean_up { PointSet::new() } else { score::dead_stones(game.board()) };
    result(game.score(&dead), game.to_play()) == 2
}

/// Whether a pass would end the game.
pub(crate) fn ends_by_passing(game: &Game) -> bool {
    game.ends_by_passing()
}

/// What is done when there is no move to choose from.
pub(crate) fn nothing_left(game: &Game) -> Move {
    if game.check(game.to_play(), Move::Pass).is_ok() { Move::Pass } else { Move::Resign }
}

/// By how much Black leads at the end of a playout, komi included; `area` is Black's area less White's there.
///
/// Playouts fill territory, which costs nothing if area is counted. Under territory rules, what was placed before the
/// playout did cost points: so area is counted less the stones that Black has placed more than White up to its start.
pub(crate) fn lead(game: &Game, start: &Board, end: &Board, area: i32) -> f32 {
    let placed = |color: Color| start.stones_on_board(color) as i32 + start.captured(color) as i32;
    let points = match game.rules().scoring {
        Scoring::Area => area,
        Scoring::Territory => area - (placed(Color::Black) - placed(Color::White)),
        Scoring::CapturesAndArea => area + end.captured(Color::White) as i32 - end.captured(Color::Black) as i32,
    };
    points as f32 - game.komi() - game.rules().compensation(game.handicap())
}

/// 2 if such a lead of Black's is a win of that player, 1 for a draw, 0 for a loss.
fn result(lead: f32, player: Color) -> u32 {
    let lead = if player == Color::Black { lead } else { -lead };
    u32::from(lead >= 0.0) + u32::from(lead > 0.0)
}

/// The moves that are tried, in a random order, but for the pass, which comes last. A pass that ends the game is left
/// out, as its value needs no games.
fn candidates(game: &Game, rng: &mut Rng) -> Vec<Move> {
    let may_pass = game.rules().ending == Ending::TwoPasses;
    let is_tried = |&point: &goban::Point| !may_pass || !game.board().is_eye_like(point, game.to_play());
    let mut moves: Vec<Move> = game.legal_points().filter(is_tried).map(Move::Play).collect();
    rng.shuffle(&mut moves);
    if may_pass && !game.is_over() && !ends_by_passing(game) {
        moves.push(Move::Pass);
    }
    moves
}

/// The moves from one position of a game to a later one, made in turn; `None` if it is not a later one.
fn since(root: &Game, game: &Game) -> Option<Vec<Move>> {
    let same = root.initial() == game.initial()
        && root.rules() == game.rules()
        && root.komi() == game.komi()
        && root.handicap() == game.handicap();
    let later = game.moves().strip_prefix(root.moves()).filter(|_| same)?;
    let mut turn = root.to_play();
    for &(color, _) in later {
        if color != turn {
            return None;
        }
        turn = turn.other();
    }
    (turn == game.to_play()).then(|| later.iter().map(|&(_, mv)| mv).collect())
}
