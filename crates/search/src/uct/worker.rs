//! One thread of the search: down the tree, a playout, and back up.

use std::sync::atomic::Ordering::Relaxed;

use goban::{Board, Color, Ending, PointMap};
use player::Rng;

use super::node::{self, Edge, NodeId, Pool, Start};
use super::prior::{Insight, Priors};
use super::search::{Root, SearchSettings, add_allowed};
use super::select::Scores;
use crate::line::{LONGEST_LINE, Line, captures, territory_correction};
use crate::playout::{self, Limits, Rule, Trace};

/// The state of one thread, on separate cache lines.
#[repr(align(128))]
pub(super) struct Worker<R> {
    rules: R,
    rng: Rng,
    line: Line,
    trace: Trace,
    /// The edges from the root to the leaf: whose node, and which of its edges.
    path: Vec<(NodeId, u32)>,
    scores: Scores,
    /// Edges that may not be taken from the node at hand.
    excluded: Vec<usize>,
    starts: Vec<Start>,
    insight: Insight,
    /// The colour of the first to play on a point from some move of the simulation on; 0 for neither.
    first: PointMap<u8>,
    /// What is to be handed in.
    counts: Counts,
}

/// How some simulations came out.
#[derive(Default)]
struct Counts {
    playouts: u64,
    wins: u64,
    score_sum: i64,
    score_squares: i64,
}

impl<R: Rule> Worker<R> {
    pub fn new(rules: R, insight: Insight) -> Worker<R> {
        Worker {
            rules,
            rng: Rng::new(0),
            line: Line::default(),
            trace: Trace::default(),
            path: Vec::new(),
            scores: Scores::default(),
            excluded: Vec::new(),
            starts: Vec::new(),
            insight,
            first: PointMap::new(0),
            counts: Counts::default(),
        }
    }

    pub fn set_insight(&mut self, insight: Insight) {
        self.insight = insight;
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    pub fn begin(&mut self, root: &Root<'_>) {
        self.trace.begin(root.game);
    }

    /// One simulation. `sample`: whether to write down who owned what at its end.
    pub fn simulate(&mut self, root: &Root<'_>, pool: &Pool, priors: &Priors, settings: &SearchSettings, sample: bool) {
        self.descend(root, pool, priors, settings);
        let board = &mut self.line.board;
        let correction = territory_correction(root.rules, board);
        // Ownership is known only when everything has been played.
        let mercy = if sample { f32::INFINITY } else { settings.limits.mercy };
        let limits = Limits { mercy, needed: root.needed, ending: root.rules.ending, ..settings.limits };
        let finish = playout::run(board, &mut self.rules, &limits, &mut self.rng, &mut self.trace);
        let margin = finish.margin - correction + captures(root.rules, board);
        let winner = match margin as f32 - root.needed {
            lead if lead > 0.0 => Some(Color::Black),
            lead if lead < 0.0 => Some(Color::White),
            _ => None,
        };
        self.back_up(root, pool, winner, settings);
        self.rules.feedback(&self.trace, winner);
        self.counts.playouts += 1;
        self.counts.wins += winner.map_or(1, |winner| 2 * u64::from(winner == root.board.to_play()));
        self.counts.score_sum += i64::from(margin);
        self.counts.score_squares += i64::from(margin * margin);
        if sample {
            write_down_owners(root, &self.line.board);
        }
    }

    /// Tells all threads how the simulations since the last time came out, and the caller how many they were.
    pub fn hand_in(&mut self, root: &Root<'_>) -> u64 {
        let counts = std::mem::take(&mut self.counts);
        root.playouts.fetch_add(counts.playouts, Relaxed);
        root.wins.fetch_add(counts.wins, Relaxed);
        root.score_sum.fetch_add(counts.score_sum, Relaxed);
        root.score_squares.fetch_add(counts.score_squares, Relaxed);
        counts.playouts
    }

    /// Goes from the root to a leaf, with the board.
    fn descend(&mut self, root: &Root<'_>, pool: &Pool, priors: &Priors, settings: &SearchSettings) {
        self.line.begin(root.game);
        let mut node = root.node;
        self.trace.again();
        self.path.clear();
        loop {
            let edges = pool.edges(node);
            let Some(place) = self.choose(root, edges, settings) else { return };
            let edge = &edges[place];
            let visits = edge.enter();
            self.path.push((node, place as u32));
            self.trace.push(edge.point());
            self.line.play(edge.point());
            if self.line.is_over() || self.line.len() >= LONGEST_LINE {
                return;
            }
            let next = match edge.node() {
                None if visits >= settings.expand => self.expand(root, pool, priors, edge),
                next => next,
            };
            let Some(next) = next else { return };
            if priors.ask_the_model() && visits >= settings.ask_after && pool.begin_advice(next) {
                pool.advise(next, priors.ask(&mut self.insight, &self.line.board));
            }
            if pool.edges(next).is_empty() {
                return;
            }
            node = next;
        }
    }

    /// The node that an edge is to lead to, once it has been visited often enough.
    fn expand(&mut self, root: &Root<'_>, pool: &Pool, priors: &Priors, edge: &Edge) -> Option<NodeId> {
        let may_pass = root.rules.ending == Ending::TwoPasses;
        let (board, rng) = (&self.line.board, &mut self.rng);
        let allowed = root.allowed(board.to_play(), self.line.len());
        let fill = |starts: &mut Vec<Start>| {
            priors.fill(board, may_pass, starts);
            add_allowed(allowed, board, starts);
            // Of moves with equal priors the first is tried first: let it be any of them.
            rng.shuffle(starts);
        };
        let made = pool.find_or_make(self.line.key(), fill, &mut self.starts)?;
        edge.set_node(made);
        Some(made)
    }

    /// The place of the best edge that is legal here, allowed, and brings back no position that may not come back.
    #[inline]
    fn choose(&mut self, root: &Root<'_>, edges: &[Edge], settings: &SearchSettings) -> Option<usize> {
        const TRIES: usize = 8;
        self.excluded.clear();
        let depth = self.line.len();
        let is_restricted = root.restrictions.reach(depth);
        if is_restricted {
            let to_play = self.line.board.to_play();
            let is_out = |(_, edge): &(usize, &Edge)| !root.restrictions.allows(to_play, edge.mv(), depth);
            self.excluded.extend(edges.iter().enumerate().filter(is_out).map(|(place, _)| place));
        }
        for _ in 0..=TRIES {
            let place = settings.formula.select(edges, &mut self.scores, &self.excluded)?;
            let Some(point) = edges[place].point() else { return Some(place) };
            if self.line.board.is_legal(point) && !self.line.repeats(root.game, point) {
                return Some(place);
            }
            self.excluded.push(place);
        }
        edges.iter().position(|edge| edge.point().is_none()).filter(|_| !is_restricted)
    }

    /// Tells every edge of the path how the simulation has ended, and every edge beside it which moves came later.
    fn back_up(&mut self, root: &Root<'_>, pool: &Pool, winner: Option<Color>, settings: &SearchSettings) {
        let moves = self.trace.moves();
        let rave = settings.formula.rave_equivalence > 0.0;
        if rave {
            self.first.fill(0);
        }
        let mut number = moves.len();
        for (depth, &(node, place)) in self.path.iter().enumerate().rev() {
            let us = self.trace.color(depth);
            let result = match winner {
                Some(winner) if winner == us => 2,
                Some(_) => 0,
                None => 1,
            };
            let edges = pool.edges(node);
            edges[place as usize].leave(result);
            if rave {
                // From the end, so that an earlier move takes the place of a later one.
                while number > depth {
                    number -= 1;
                    if let Some(point) = moves[number] {
                        self.first[point] = self.trace.color(number) as u8;
                    }
                }
                let times = self.rave_times(&edges[place as usize], settings);
                if times == 0 {
                    continue;
                }
                // Counts by the side that made a move first: neither, Black or White. A table lookup avoids a branch.
                let mut counts = [0; 4];
                counts[us as usize] = times * node::visit(result);
                for edge in edges {
                    edge.add_rave(counts[usize::from(self.first[edge.point_or_edge()] & 3)]);
                }
            }
        }
        debug_assert_eq!(root.board.to_play(), self.trace.color(0));
    }

    /// How often this simulation counts for the later moves at a node. Where threads share a node that all of them
    /// visit again and again, each counts one in some simulations that many times, as writing to all moves of the node
    /// takes them out of the other threads' caches.
    #[inline(always)]
    fn rave_times(&self, taken: &Edge, settings: &SearchSettings) -> u64 {
        const OFTEN: u32 = 256;
        const ONE_IN: u64 = 8;
        if settings.threads == 1 || taken.stats().visits < OFTEN {
            1
        } else if self.counts.playouts.is_multiple_of(ONE_IN) {
            ONE_IN
        } else {
            0
        }
    }
}

fn write_down_owners(root: &Root<'_>, end: &Board) {
    root.samples.fetch_add(1, Relaxed);
    for point in end.points() {
        let enclosed_by = |color: &Color| end.surround(point).is_enclosed_by(*color);
        let owner = end.cell(point).color().or_else(|| Color::BOTH.into_iter().find(enclosed_by));
        match owner {
            Some(Color::Black) => root.owned[point.index()].fetch_add(1, Relaxed),
            Some(Color::White) => root.owned[point.index()].fetch_sub(1, Relaxed),
            None => 0,
        };
    }
}
