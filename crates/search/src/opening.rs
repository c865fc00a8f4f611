//! Openings in the search: only what experts play in similar positions, or that first (Steinmetz and Gini 2015, section
//! 4.3).

use std::sync::Arc;

use goban::{Board, Color, Point};
use models::openings::{Clusters, features};
use player::Rng;

use crate::uct::Start;

/// What the clusters of openings are used for, and for how long.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The clusters.
    pub clusters: Arc<Clusters>,
    /// They are used until this number of stones has been played.
    pub until: usize,
    /// What is done with their moves.
    pub manner: Manner,
}

/// What is done with the moves of the nearest cluster.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Manner {
    /// No other move is considered, neither in the tree nor in playouts, unless none of them is legal.
    Filter,
    /// They start with this number of virtual wins in as many visits.
    Bias(f32),
}

impl Opening {
    /// Makes the moves of a new node what the nearest cluster wants them to be.
    pub(crate) fn guide(&self, board: &Board, starts: &mut Vec<Start>) {
        let placed = placed(board);
        if placed >= self.until {
            return;
        }
        let mut sums = Vec::new();
        let Some(near) = self.clusters.nearest(board, placed, &mut sums) else { return };
        let is_known = |start: &Start| near.cluster.moves.iter().any(|&(point, _)| Some(point) == start.point);
        match self.manner {
            Manner::Filter if starts.iter().any(is_known) => starts.retain(is_known),
            Manner::Filter => {}
            Manner::Bias(wins) => {
                let wins = wins.round() as u16;
                for start in starts.iter_mut().filter(|start| is_known(start)) {
                    start.visits += wins;
                    start.rave_visits += wins;
                    start.wins += 2 * wins;
                    start.rave_wins += 2 * wins;
                }
            }
        }
    }
}

/// The number of stones that were played, captured ones included.
fn placed(board: &Board) -> usize {
    let of = |color: Color| board.stones_on_board(color) + board.captured(color);
    (of(Color::Black) + of(Color::White)) as usize
}

/// The rule of playouts that plays only what the nearest clusters have, as long as the opening lasts.
pub struct Filter {
    opening: Opening,
    /// How many stones were played, and which are on the board.
    placed: usize,
    stones: Vec<u16>,
    size: usize,
    sums: Vec<u16>,
}

impl Filter {
    /// A rule by these clusters.
    pub fn new(opening: Opening) -> Filter {
        Filter { opening, placed: usize::MAX, stones: Vec::new(), size: 0, sums: Vec::new() }
    }

    /// A playout begins from this position.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.placed = placed(board);
        if self.placed < self.opening.until {
            self.size = board.size();
            self.stones.clear();
            self.stones.extend(features(board));
        }
    }

    /// Whether the opening still lasts.
    #[inline(always)]
    pub(crate) fn lasts(&self) -> bool {
        self.placed < self.opening.until
    }

    /// One of the cluster's moves that are legal.
    pub(crate) fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
        let stage = self.opening.clusters.stage(self.placed).filter(|_| self.size == self.opening.clusters.size())?;
        let moves = &stage.nearest(self.stones.iter().copied(), &mut self.sums)?.moves;
        let from = rng.below(moves.len().max(1) as u32) as usize;
        let around = moves[from..].iter().chain(&moves[..from]);
        around.map(|&(point, _)| point).find(|&point| board.is_legal(point))
    }

    /// A stone has been played there.
    pub(crate) fn played(&mut self, board: &Board, point: Point) {
        self.placed += 1;
        if board.stones_on_board(Color::Black) + board.stones_on_board(Color::White) == self.stones.len() as u32 + 1 {
            let black = u16::from(board.cell(point).is(Color::Black));
            self.stones.push((2 * point.row_major(self.size)) as u16 + black);
        } else {
            // Something was captured.
            self.stones.clear();
            self.stones.extend(features(board));
        }
    }
}

#[cfg(test)]
mod tests {
    use models::openings::{Cluster, Stage};

    use super::*;

    fn at(name: &str) -> Point {
        Point::from_gtp(name, 9).unwrap()
    }

    fn opening(manner: Manner) -> Opening {
        let own = |name: &str| (2 * at(name).row_major(9)) as u16 + 1;
        let moves = |names: &[&str]| names.iter().map(|name| (at(name), 1)).collect();
        let stages = vec![
            Stage::new(9, vec![Cluster { centre: Vec::new(), moves: moves(&["E5", "D4"]) }]),
            Stage::new(
                9,
                vec![
                    Cluster { centre: vec![(own("D4"), 1.0)], moves: moves(&["F6"]) },
                    Cluster { centre: vec![(own("E5"), 1.0)], moves: moves(&["E5"]) },
                ],
            ),
        ];
        Opening { clusters: Arc::new(Clusters::new(9, stages, String::new())), until: 2, manner }
    }

    fn starts(board: &Board) -> Vec<Start> {
        let start = |point| Start { point: Some(point), visits: 10, wins: 10, rave_visits: 10, rave_wins: 10 };
        board.points().filter(|&point| board.is_legal(point)).map(start).collect()
    }

    fn guided(manner: Manner, moves: &[&str]) -> Vec<Start> {
        let mut board = Board::new(9);
        moves.iter().for_each(|name| board.play_unchecked(at(name)));
        let mut starts = starts(&board);
        opening(manner).guide(&board, &mut starts);
        starts
    }

    #[test]
    fn a_filter_leaves_the_moves_of_the_nearest_cluster() {
        let names = |moves: &[&str]| {
            let left = guided(Manner::Filter, moves);
            left.iter().filter_map(|start| Some(start.point?.to_gtp(9))).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["E5", "D4"]);
        assert_eq!(names(&["D4"]), ["F6"]);
        assert_eq!(names(&["E5"]).len(), 80, "its only move is taken, so that everything is allowed");
        assert_eq!(names(&["D4", "F6"]).len(), 79, "the opening is over");
    }

    #[test]
    fn a_bias_gives_wins_to_them_and_takes_nothing_from_others() {
        for start in guided(Manner::Bias(40.0), &["D4"]) {
            let expected = if start.point == Some(at("F6")) { (50, 90, 50, 90) } else { (10, 10, 10, 10) };
            assert_eq!((start.visits, start.wins, start.rave_visits, start.rave_wins), expected);
        }
    }

    #[test]
    fn a_playout_begins_as_the_clusters_do() {
        let mut filter = Filter::new(opening(Manner::Filter));
        let mut rng = Rng::new(1);
        for _ in 0..20 {
            let mut board = Board::new(9);
            filter.begin(&board);
            let first = filter.propose(&board, &mut rng).unwrap();
            assert!([at("E5"), at("D4")].contains(&first));
            board.play_unchecked(first);
            filter.played(&board, first);
            let second = filter.propose(&board, &mut rng);
            assert_eq!(second, (first == at("D4")).then(|| at("F6")));
            let any = second.unwrap_or(at("C7"));
            board.play_unchecked(any);
            filter.played(&board, any);
            assert!(!filter.lasts());
        }
    }
}
