//! The exact truth as a judge: positions near the end of games that can be solved, and the first move, of which the
//! truth is published.
//!
//! What each move of a position is worth is proved by [`search::alphabeta`], to the last point, under area rules
//! without komi: only there does what is unconditionally alive bound a search. Positions in which a move cannot be
//! proved in time, or in which all are worth the same, are left out. On 5x5 Black wins everything from the centre, and
//! by three points from the four points beside it (van der Werf, van den Herik and Uiterwijk, "Solving Go on Small
//! Boards", 2003).

use std::collections::HashSet;
use std::sync::Arc;

use goban::{Board, Game, Move, Point, Rules};
use models::td::{EMBEDDED, Network};
use player::{Budget, Player, Rng, Stop};
use roster::td::{Manner, Td};
use search::alphabeta::{AlphaBeta, Evaluation, Limits};

use super::seed_of;

/// A position of which the truth is known.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub game: Game,
    /// What each legal move is worth in points to who makes it.
    pub worths: Vec<(Move, f32)>,
    /// What the best is worth.
    pub best: f32,
}

/// Where problems come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// How many are wanted.
    pub number: usize,
    /// How many points are empty, at most.
    pub empties: usize,
    /// How many positions are looked at for each move before it is given up.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
}

impl Default for Source {
    fn default() -> Source {
        Source { number: 200, empties: 9, nodes: 10_000, seed: 1 }
    }
}

/// How a network did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// How many problems there were.
    pub problems: usize,
    /// In how many its move was as good as any, to the point.
    pub kept_points: usize,
    /// In how many its move won, drew or lost as the best one does.
    pub kept_result: usize,
    /// In how many of those something could be lost: not all moves come to the same result.
    pub decisive: usize,
    /// And in how many of these its move came to the best result.
    pub kept_decisive: usize,
}

/// How a network opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// In the centre, which wins everything on 5x5.
    pub centre: u32,
    /// Beside it, which wins by three points.
    pub beside: u32,
    /// Elsewhere.
    pub elsewhere: u32,
}

/// Problems from games of the program's own networks, played creatively so that no two are the same; one from each game
/// at most. `report` is told how many were found. Fewer come back if the stop signal comes.
pub fn problems(source: &Source, stop: &Stop, report: &mut dyn FnMut(usize)) -> Vec<Problem> {
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

/// Asks a network in every position.
pub fn judge(network: &Arc<Network>, problems: &[Problem], seed: u64) -> Judgement {
    let mut player = Td::new(network.clone(), Manner::default());
    player.reset(seed);
    let mut judgement = Judgement::default();
    for problem in problems {
        let choice = player.choose(&problem.game, Budget::default(), &Stop::new());
        let played = choice.ok().and_then(|choice| problem.worths.iter().find(|(mv, _)| *mv == choice.mv));
        let result = |worth: f32| worth.partial_cmp(&0.0);
        let kept_result = played.is_some_and(|&(_, worth)| result(worth) == result(problem.best));
        let is_decisive = problem.worths.iter().any(|&(_, worth)| result(worth) != result(problem.best));
        judgement.problems += 1;
        judgement.kept_points += usize::from(played.is_some_and(|&(_, worth)| worth == problem.best));
        judgement.kept_result += usize::from(kept_result);
        judgement.decisive += usize::from(is_decisive);
        judgement.kept_decisive += usize::from(is_decisive && kept_result);
    }
    judgement
}

/// The first move of so many games.
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

/// How creatively the games are played.
const CREATIVITY: f32 = 0.2;

/// A position of a game with so few empty points, if it came to one.
fn late_position(number: u64, empties: usize, rng: &mut Rng) -> Option<Board> {
    let network = Network::embedded(EMBEDDED[number as usize % EMBEDDED.len()])?;
    let mut player = Td::new(network.clone(), Manner { creativity: CREATIVITY, ..Manner::default() });
    player.reset(rng.next_u64());
    let mut game = Game::new(network.size(), Rules::JAPANESE, 0.0);
    let limit = 2 * game.size() * game.size();
    // Not always the first one: the last moves are of interest too.
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

/// Proves what every move is worth, if that can be done; not if all are worth the same.
fn solve(solver: &mut AlphaBeta<Truth>, game: Game, nodes: u64, rng: &mut Rng, stop: &Stop) -> Option<Problem> {
    let moves: Vec<Move> = game.legal_points().map(Move::Play).chain([Move::Pass]).collect();
    let limits = Limits { depth: u32::MAX, nodes, deadline: None };
    let mut worths = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut after = game.clone();
        after.play(mv).ok()?;
        let verdict = solver.search(&after, &limits, rng, stop, &mut |_| {});
        worths.push((mv, -verdict.value.filter(|_| verdict.exact)?));
    }
    let best = worths.iter().map(|&(_, worth)| worth).fold(f32::NEG_INFINITY, f32::max);
    worths.iter().any(|&(_, worth)| worth < best).then_some(Problem { game, worths, best })
}

/// Says nothing where a position is not solved; what it says has no part in a proof.
struct Truth;

impl Evaluation for Truth {
    fn evaluate(&mut self, _: &Board) -> f32 {
        0.0
    }
}
