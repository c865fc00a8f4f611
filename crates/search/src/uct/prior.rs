//! What is thought of a move before it has been tried: virtual visits and wins from tactics.
//!
//! The kinds of knowledge are those of michi and Fuego; the numbers are ours. Each can be switched off.

use std::sync::Arc;

use goban::{Board, Cell, Move, Point, PointList, PointMap, ladder, tactics};
use models::expert::Expert;

use super::node::Start;
use crate::opening::Opening;
use crate::playout::Patterns;

/// Virtual visits for each kind of knowledge; 0 switches it off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Every move: half of them won.
    pub even: f32,
    /// Captures: won.
    pub capture: f32,
    /// Rescues of a chain in atari that work: won.
    pub escape: f32,
    /// Moves that leave their own chain in atari: lost.
    pub self_atari: f32,
    /// Ataris that catch in a ladder: won. Rescues that a ladder refutes: lost.
    pub ladder: f32,
    /// Points where a 3x3 pattern fits: won.
    pub pattern: f32,
    /// Moves beside the last one: won, less with the distance.
    pub near: f32,
    /// In empty areas, the first two lines are lost and the third is won.
    pub line: f32,
    /// Moves of experts, by a model: won, the likeliest the most.
    pub intuition: f32,
}

impl Weights {
    /// No knowledge: the same for every move.
    pub fn even(visits: f32) -> Weights {
        Weights {
            even: visits,
            capture: 0.0,
            escape: 0.0,
            self_atari: 0.0,
            ladder: 0.0,
            pattern: 0.0,
            near: 0.0,
            line: 0.0,
            intuition: 0.0,
        }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            even: 12.0,
            capture: 15.0,
            escape: 10.0,
            self_atari: 10.0,
            ladder: 15.0,
            pattern: 6.0,
            near: 8.0,
            line: 6.0,
            intuition: 30.0,
        }
    }
}

/// Fills the edges of a new node.
pub struct Priors {
    weights: Weights,
    patterns: Arc<Patterns>,
    expert: Option<Expert>,
    opening: Option<Opening>,
}

/// What a thread needs to ask the model.
pub struct Insight {
    /// Its copy of the model.
    expert: Option<Expert>,
    points: Vec<Point>,
    shares: PointMap<f32>,
    /// What it said last.
    wins: PointMap<u16>,
}

#[derive(Clone, Copy, Default)]
struct Opinion {
    visits: f32,
    wins: f32,
}

impl Opinion {
    fn won(&mut self, visits: f32) {
        self.visits += visits;
        self.wins += visits;
    }

    fn lost(&mut self, visits: f32) {
        self.visits += visits;
    }
}

impl Priors {
    /// Priors of these weights, by the default model of experts where it has a weight.
    pub fn new(weights: Weights, patterns: Arc<Patterns>) -> Priors {
        let expert = (weights.intuition > 0.0).then(Expert::default);
        Priors { weights, patterns, expert, opening: None }
    }

    /// Replaces the model of experts.
    pub fn set_expert(&mut self, expert: Expert) {
        self.expert = Some(expert);
    }

    /// Lets openings have a say.
    pub fn set_opening(&mut self, opening: Opening) {
        self.opening = Some(opening);
    }

    /// Adds a start for every move of the player to move that is legal and fills no own eye and, where the rules know
    /// it, for the pass.
    pub fn fill(&self, board: &Board, may_pass: bool, starts: &mut Vec<Start>) {
        let us = board.to_play();
        let mut opinions = PointMap::new(Opinion::default());
        self.chains(board, &mut opinions);
        let last = board.last_move().and_then(Move::point);
        let before = board.before_last_move().and_then(Move::point);
        for point in board.points() {
            if !board.is_legal(point) || board.is_eye_like(point, us) {
                continue;
            }
            let opinion = &mut opinions[point];
            opinion.visits += self.weights.even;
            opinion.wins += self.weights.even / 2.0;
            if self.weights.self_atari > 0.0
                && let Some(stones) = tactics::self_atari(board, point, us)
            {
                opinion.lost(self.weights.self_atari + (stones.min(8) - 1) as f32);
            }
            if self.weights.pattern > 0.0 && self.patterns.fits(board.surround(point), us) {
                opinion.won(self.weights.pattern);
            }
            if self.weights.near > 0.0 {
                let share = closeness(point, last) + 0.5 * closeness(point, before);
                opinion.won(self.weights.near * share);
            }
            if self.weights.line > 0.0 {
                match point.line(board.size()) {
                    1 | 2 if is_empty_around(board, point) => opinion.lost(self.weights.line),
                    3 if board.size() > 7 && is_empty_around(board, point) => opinion.won(self.weights.line),
                    _ => {}
                }
            }
            starts.push(start(Some(point), *opinion));
        }
        if may_pass {
            // Little is thought of a pass while there is something to play.
            let hope = if starts.is_empty() { 1.0 } else { 0.1 };
            starts.push(start(None, Opinion { visits: self.weights.even, wins: self.weights.even * hope }));
        } else if starts.is_empty() {
            // Who may not pass has to fill an eye in the end.
            let eyes = board.points().filter(|&point| board.is_legal(point));
            starts.extend(eyes.map(|point| start(Some(point), Opinion { visits: 2.0, wins: 1.0 })));
        }
        if let Some(opening) = &self.opening {
            opening.guide(board, starts);
        }
    }

    /// Whether the model has a say.
    #[inline(always)]
    pub fn ask_the_model(&self) -> bool {
        self.weights.intuition > 0.0 && self.expert.is_some()
    }

    /// What a thread needs to ask the model.
    pub fn insight(&self) -> Insight {
        let expert = self.expert.clone();
        Insight { expert, points: Vec::new(), shares: PointMap::new(0.0), wins: PointMap::new(0) }
    }

    /// The virtual wins that the model gives each point: the likeliest move has all, another one as the root of its
    /// share.
    pub fn ask<'a>(&self, insight: &'a mut Insight, board: &Board) -> &'a PointMap<u16> {
        let Insight { expert, points, shares, wins } = insight;
        wins.fill(0);
        if let Some(expert) = expert {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            expert.shares(board, points, shares);
            for &point in &*points {
                wins[point] = (self.weights.intuition * shares[point].sqrt()).round() as u16;
            }
        }
        wins
    }

    /// What chains with one and two liberties say.
    fn chains(&self, board: &Board, opinions: &mut PointMap<Opinion>) {
        let us = board.to_play();
        if (Weights { intuition: 0.0, ..self.weights }) == Weights::even(self.weights.even) {
            return;
        }
        for head in board.points() {
            let Some(color) = board.cell(head).color() else { continue };
            if board.head(head) != head {
                continue;
            }
            let stones = board.chain_size(head) as f32;
            if let Some(liberty) = board.in_atari(head) {
                if color != us {
                    if self.weights.capture > 0.0 {
                        opinions[liberty].won(self.weights.capture + stones.min(10.0));
                    }
                } else if self.weights.escape > 0.0 {
                    let mut rescues = PointList::<8>::new();
                    tactics::rescues(board, head, &mut rescues);
                    let saved = ladder::defend(board, head, 200).fate != ladder::Fate::Captured;
                    for &rescue in rescues.iter() {
                        if saved {
                            opinions[rescue].won(self.weights.escape + stones.min(10.0));
                        } else {
                            opinions[rescue].lost(self.weights.ladder);
                        }
                    }
                }
            } else if self.weights.ladder > 0.0 && color != us && tactics::liberties::<3>(board, head).len() == 2 {
                let reading = ladder::attack(board, head, 200);
                if let (ladder::Fate::Captured, Some(point)) = (reading.fate, reading.point) {
                    opinions[point].won(self.weights.ladder + stones.min(10.0));
                }
            }
        }
    }
}

fn start(point: Option<Point>, opinion: Opinion) -> Start {
    let (visits, wins) = (opinion.visits.round(), opinion.wins);
    Start {
        point,
        visits: visits as u16,
        wins: (2.0 * wins).round() as u16,
        rave_visits: visits as u16,
        rave_wins: (2.0 * wins).round() as u16,
    }
}

/// 1 beside a point, less further away, 0 from distance 4 on.
fn closeness(point: Point, other: Option<Point>) -> f32 {
    let Some(other) = other else { return 0.0 };
    let (rows, cols) = (point.row().abs_diff(other.row()), point.col().abs_diff(other.col()));
    match rows + cols + rows.max(cols) {
        0..=2 => 1.0,
        3 => 0.9,
        4 => 0.6,
        5 | 6 => 0.3,
        _ => 0.0,
    }
}

/// Whether there is no stone within two points in a straight line or on the eight points around.
fn is_empty_around(board: &Board, point: Point) -> bool {
    if !board.surround(point).has_no_stone() {
        return false;
    }
    let size = board.size() as isize;
    let (row, col) = (point.row() as isize, point.col() as isize);
    (-3..=3_isize).all(|dr| {
        let width = 3 - dr.abs();
        (-width..=width).all(|dc| {
            let (row, col) = (row + dr, col + dc);
            let inside = (0..size).contains(&row) && (0..size).contains(&col);
            !inside || board.cell(Point::new(row as usize, col as usize)) == Cell::Empty
        })
    })
}
