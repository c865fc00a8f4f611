//! Tests of networks against exact results: solved positions near the end of games, and the first move.
//!
//! [`search::alphabeta`] solves each move of a position to the last point, under area rules without komi, where
//! unconditional life bounds the search. Positions with an unsolved move, or with equal values of all moves, are
//! skipped. On 5x5 Black wins everything from the centre, and by three points from the four points beside it (van der
//! Werf, van den Herik and Uiterwijk, "Solving Go on Small Boards", 2003).

use std::collections::HashSet;
use std::sync::Arc;

use goban::{Board, Game, Move, Point, Rules};
use models::td::{EMBEDDED, Network};
use player::{Budget, Player, Rng, Stop};
use roster::td::{Manner, Td};
use search::alphabeta::{AlphaBeta, Evaluation, Limits};

use super::seed_of;

/// A solved position.
#[derive(Clone, Debug)]
pub struct SolvedPosition {
    /// The position.
    pub game: Game,
    /// The value of each legal move in points, for the mover.
    pub values: Vec<(Move, f32)>,
    /// The best value.
    pub best: f32,
}

/// The source of solved positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The number of positions.
    pub number: usize,
    /// The most empty points.
    pub empties: usize,
    /// The nodes after which a move is given up.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
}

impl Default for Source {
    fn default() -> Source {
        Source { number: 200, empties: 9, nodes: 10_000, seed: 1 }
    }
}

/// The results of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The number of positions.
    pub problems: usize,
    /// The positions in which its move has the best value.
    pub kept_points: usize,
    /// The positions in which its move has the best result: win, draw or loss.
    pub kept_result: usize,
    /// The positions in which not all moves have the same result.
    pub decisive: usize,
    /// Those of them in which its move has the best result.
    pub kept_decisive: usize,
}

/// The first moves of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// In the centre, which wins everything on 5x5.
    pub centre: u32,
    /// Beside it, which wins by three points.
    pub beside: u32,
    /// Elsewhere.
    pub elsewhere: u32,
}

/// Solves positions from games of the embedded networks, at most one from each game. The games are played creatively,
/// so that no two are equal. `report` receives the number so far. The stop signal ends it early.
pub fn problems(source: &Source, stop: &Stop, report: &mut dyn FnMut(usize)) -> Vec<SolvedPosition> {
    let mut solver = AlphaBeta::new(Truth, 64 << 20);
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut number = 0;
    while found.len() < source.number && !stop.is_stopped() {
        number += 1;
        let mut rng = Rng::new(seed_of(&[source.seed, number]));
        let Some(board) = late_position(number, source.empties, &mut rng) else { continue };
        let game = Game::from_board(board, Rules::CHINESE, 0.0);
        if !seen.insert((game.hash(), game.to_play())) {
            continue;
        }
        if let Some(problem) = solve(&mut solver, game, source.nodes, &mut rng, stop) {
            found.push(problem);
            report(found.len());
        }
    }
    found
}

/// Tests a network in every position.
pub fn judge(network: &Arc<Network>, problems: &[SolvedPosition], seed: u64) -> Judgement {
    let mut player = Td::new(network.clone(), Manner::default());
    player.reset(seed);
    let mut judgement = Judgement::default();
    for problem in problems {
        let choice = player.choose(&problem.game, Budget::default(), &Stop::new());
        let played = choice.ok().and_then(|choice| problem.values.iter().find(|(mv, _)| *mv == choice.mv));
        let result = |value: f32| value.partial_cmp(&0.0);
        let kept_result = played.is_some_and(|&(_, value)| result(value) == result(problem.best));
        let is_decisive = problem.values.iter().any(|&(_, value)| result(value) != result(problem.best));
        judgement.problems += 1;
        judgement.kept_points += usize::from(played.is_some_and(|&(_, value)| value == problem.best));
        judgement.kept_result += usize::from(kept_result);
        judgement.decisive += usize::from(is_decisive);
        judgement.kept_decisive += usize::from(is_decisive && kept_result);
    }
    judgement
}

/// The first moves of this many games.
pub fn openings(network: &Arc<Network>, creativity: f32, games: u32, seed: u64) -> Openings {
    let size = network.size();
    let mut player = Td::new(network.clone(), Manner { creativity, ..Manner::default() });
    player.reset(seed);
    let game = Game::new(size, Rules::JAPANESE, 0.0);
    let centre = Point::new(size / 2, size / 2);
    let mut openings = Openings::default();
    for _ in 0..games {
        let choice = player.choose(&game, Budget::default(), &Stop::new());
        match choice.ok().and_then(|choice| choice.mv.point()) {
            Some(point) if point == centre => openings.centre += 1,
            Some(point) if centre.neighbors().contains(&point) => openings.beside += 1,
            _ => openings.elsewhere += 1,
        }
    }
    openings
}

/// The creativity of the games.
const CREATIVITY: f32 = 0.2;

/// A position of a game with at most this many empty points, if it has one.
fn late_position(number: u64, empties: usize, rng: &mut Rng) -> Option<Board> {
    let network = Network::embedded(EMBEDDED[number as usize % EMBEDDED.len()])?;
    let mut player = Td::new(network.clone(), Manner { creativity: CREATIVITY, ..Manner::default() });
    player.reset(rng.next_u64());
    let mut game = Game::new(network.size(), Rules::JAPANESE, 0.0);
    let limit = 2 * game.size() * game.size();
    // Not always the first one, to include the last moves.
    let wanted = empties - rng.below(1 + empties as u32 / 2) as usize;
    while !game.is_over() && game.move_number() < limit {
        if game.board().empties().len() <= wanted {
            return Some(*game.board());
        }
        let choice = player.choose(&game, Budget::default(), &Stop::new()).ok()?;
        game.play(choice.mv).ok()?;
    }
    None
}

/// Solves every move; `None` if one is unsolved, or if all values are equal.
fn solve(solver: &mut AlphaBeta<Truth>, game: Game, nodes: u64, rng: &mut Rng, stop: &Stop) -> Option<SolvedPosition> {
    let moves: Vec<Move> = game.legal_points().map(Move::Play).chain([Move::Pass]).collect();
    let limits = Limits { depth: u32::MAX, nodes, deadline: None };
    let mut values = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut after = game.clone();
        after.play(mv).ok()?;
        let found = solver.search(&after, &limits, rng, stop, &mut |_| {});
        values.push((mv, -found.value.filter(|_| found.exact)?));
    }
    let best = values.iter().map(|&(_, value)| value).fold(f32::NEG_INFINITY, f32::max);
    values.iter().any(|&(_, value)| value < best).then_some(SolvedPosition { game, values, best })
}

/// The evaluation of unsolved positions, which no proof depends on.
struct Truth;

impl Evaluation for Truth {
    fn evaluate(&mut self, _: &Board) -> f32 {
        0.0
    }
}
