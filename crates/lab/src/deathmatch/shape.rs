//! Measures of how a player's stones lie: pure functions of a position or of a finished game.
//!
//! Ying describes shapes in words: Novice "did not even create clusters", Greedy Score "tended to build clusters",
//! Greedy is "successful at boxing off areas". These are the measures behind the verdicts on such words.

use goban::{Board, Cell, Color, Game, Move, Point, PointSet, score};
use serde::{Deserialize, Serialize};

/// How the stones of one side lie on a board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "ShapeRow", into = "ShapeRow")]
pub(super) struct Shape {
    /// Its stones on the board.
    pub(super) stones: u32,
    /// Its chains.
    pub(super) chains: u32,
    /// The stones of its largest chain.
    pub(super) largest: u32,
    /// See [`clustering`].
    pub(super) clustering: Option<f64>,
    /// The empty points in regions that its stones alone touch.
    pub(super) enclosed: u32,
    /// The empty points whose neighbours are all its stones: the gaps that Ying calls eyes.
    pub(super) gaps: u32,
}

/// A shape as evidence stores it: the fields in their order.
type ShapeRow = (u32, u32, u32, Option<f64>, u32, u32);

impl From<ShapeRow> for Shape {
    fn from((stones, chains, largest, clustering, enclosed, gaps): ShapeRow) -> Shape {
        Shape { stones, chains, largest, clustering, enclosed, gaps }
    }
}

impl From<Shape> for ShapeRow {
    fn from(shape: Shape) -> ShapeRow {
        let Shape { stones, chains, largest, clustering, enclosed, gaps } = shape;
        (stones, chains, largest, clustering, enclosed, gaps)
    }
}

impl Shape {
    /// The shape of one side.
    pub(super) fn of(board: &Board, color: Color) -> Shape {
        let own = || board.points().filter(move |&point| board.cell(point).is(color));
        let area = score::area(board, &PointSet::new());
        let is_enclosed = |point: &&Point| area.owner[**point] == Some(color);
        Shape {
            stones: board.stones_on_board(color),
            chains: own().filter(|&point| board.head(point) == point).count() as u32,
            largest: own().map(|point| board.chain_size(point)).max().unwrap_or(0) as u32,
            clustering: clustering(board, color).map(|index| (100.0 * index).round() / 100.0),
            enclosed: board.empties().iter().filter(is_enclosed).count() as u32,
            gaps: board.empties().iter().filter(|&&point| is_gap(board, point, color)).count() as u32,
        }
    }

    /// The mean size of its chains; `None` without stones.
    pub(super) fn chain_size(&self) -> Option<f64> {
        (self.chains > 0).then(|| f64::from(self.stones) / f64::from(self.chains))
    }
}

/// How much closer to each other the stones of one side lie than stones at random: the pairs of its stones that are
/// adjacent, diagonals included, divided by the number to be expected if it had placed them at random on the points
/// that the opponent has left it. 1 is chance, more is clustered, less is spread out.
///
/// With `n` stones on `m` points with `e` pairs of adjacent points between them, `e n (n - 1) / (m (m - 1))` pairs are
/// expected. `None` if that is nothing.
fn clustering(board: &Board, color: Color) -> Option<f64> {
    let count = |counts: &dyn Fn(Cell) -> bool| {
        let points: Vec<Point> = board.points().filter(|&point| counts(board.cell(point))).collect();
        let ends = points.iter().map(|&point| around(point).filter(|&n| counts(board.cell(n))).count());
        (points.len() as f64, ends.sum::<usize>() as f64 / 2.0)
    };
    let (stones, pairs) = count(&|cell| cell.is(color));
    let (points, all) = count(&|cell| cell.is(color) || cell == Cell::Empty);
    let expected = all * stones * (stones - 1.0) / (points * (points - 1.0));
    (expected > 0.0).then(|| pairs / expected)
}

/// The eight points around a point, some of which may be off the board.
fn around(point: Point) -> impl Iterator<Item = Point> {
    let beside = [point.left(), point.right()];
    point.neighbors().into_iter().chain(beside.into_iter().flat_map(|side| [side.up(), side.down()]))
}

/// Whether all neighbours of an empty point are stones of this colour.
fn is_gap(board: &Board, point: Point, color: Color) -> bool {
    let mut neighbors = point.neighbors().into_iter().map(|n| board.cell(n));
    neighbors.all(|cell| cell.is(color) || cell == Cell::Edge)
}

/// What one side did in a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "DeedsRow", into = "DeedsRow")]
pub(super) struct Deeds {
    /// Its moves into gaps of its own while it had another move.
    pub(super) fills: u32,
    /// Its turns with a gap of its own to fill and another move.
    pub(super) temptations: u32,
    /// The most stones that it captured with one move.
    pub(super) capture: u32,
    /// Its stones that were captured.
    pub(super) lost: u32,
    /// Its stones on the board at the end.
    pub(super) left: u32,
}

/// Deeds as evidence stores them: the fields in their order.
type DeedsRow = (u32, u32, u32, u32, u32);

impl From<DeedsRow> for Deeds {
    fn from((fills, temptations, capture, lost, left): DeedsRow) -> Deeds {
        Deeds { fills, temptations, capture, lost, left }
    }
}

impl From<Deeds> for DeedsRow {
    fn from(deeds: Deeds) -> DeedsRow {
        (deeds.fills, deeds.temptations, deeds.capture, deeds.lost, deeds.left)
    }
}

impl Deeds {
    /// What one side did in a game.
    pub(super) fn of(game: &Game, color: Color) -> Deeds {
        let mut deeds = Deeds::default();
        for (board, mover, mv) in positions(game) {
            let (Move::Play(played), true) = (mv, mover == color) else { continue };
            let (gaps, others): (Vec<Point>, Vec<Point>) = board
                .empties()
                .iter()
                .filter(|&&point| board.is_legal(point))
                .partition(|&&point| is_gap(&board, point, color));
            if !gaps.is_empty() && !others.is_empty() {
                deeds.temptations += 1;
                deeds.fills += u32::from(gaps.contains(&played));
            }
            let captured = goban::tactics::captured_by(&board, played, color) as u32;
            deeds.capture = deeds.capture.max(captured);
        }
        deeds.lost = game.board().captured(color);
        deeds.left = game.board().stones_on_board(color);
        deeds
    }
}

/// The board before each move, the side that moved, and the move.
pub(super) fn positions(game: &Game) -> impl Iterator<Item = (Board, Color, Move)> + '_ {
    let mut board = *game.initial();
    game.moves().iter().map(move |&(color, mv)| {
        board.set_to_play(color);
        let before = board;
        match mv {
            Move::Play(point) => board.play_unchecked(point),
            Move::Pass | Move::Resign => board.pass(),
        }
        (before, color, mv)
    })
}

/// The board after this many moves; at the end of the game if it has fewer.
pub(super) fn board_after(game: &Game, moves: usize) -> Board {
    positions(game).nth(moves).map_or(*game.board(), |(board, ..)| board)
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;

    #[test]
    fn a_wall_boxes_off_an_area_and_encloses_a_gap() {
        let board = diagram::board(
            "
            . X . X . . .
            . X X X . . .
            . X . . . . O
            X X . . O O .
            . . . . . . .
            . . . . . O O
            . . . . . O .",
        );
        let black = Shape::of(&board, Color::Black);
        assert_eq!((black.stones, black.chains, black.largest), (8, 1, 8));
        assert_eq!((black.enclosed, black.gaps), (4, 1), "the corner with three points and the gap beside it");
        let white = Shape::of(&board, Color::White);
        assert_eq!((white.stones, white.chains, white.largest, white.chain_size()), (6, 3, 3, Some(2.0)));
        assert_eq!((white.enclosed, white.gaps), (1, 1));
    }

    #[test]
    fn stones_side_by_side_are_clustered_and_stones_apart_are_not() {
        let board = diagram::board(
            "
            X X X . . . O
            X X X . . . .
            . . . . . . .
            . O . . . O .
            . . . . . . .
            . . . . . . .
            . O . . . O .",
        );
        let black = Shape::of(&board, Color::Black).clustering.unwrap();
        assert!(black > 4.0, "{black}");
        assert_eq!(Shape::of(&board, Color::White).clustering, Some(0.0));
        assert_eq!(Shape::of(&Board::new(7), Color::Black).clustering, None);
        assert_eq!(Shape::of(&Board::new(7), Color::Black).chain_size(), None);
    }

    /// Over all ways to place two stones on an empty board, the index is 1 in the mean.
    #[test]
    fn stones_at_random_have_an_index_of_one() {
        let all: Vec<Point> = Point::all(4).collect();
        let pairs =
            all.iter().enumerate().flat_map(|(place, &one)| all[..place].iter().map(move |&other| [one, other]));
        let index = |pair: [Point; 2]| {
            let board = Board::with_stones(4, pair.map(|point| (point, Color::Black))).unwrap();
            clustering(&board, Color::Black).unwrap()
        };
        let indices: Vec<f64> = pairs.map(index).collect();
        assert!((indices.iter().sum::<f64>() / indices.len() as f64 - 1.0).abs() < 1e-12);
    }

    fn game(board: Board, moves: &[&str]) -> Game {
        let mut game = Game::from_board(board, Rules::DEATHMATCH, 0.0);
        moves.iter().for_each(|name| game.play(Move::from_gtp(name, board.size()).unwrap()).unwrap());
        game
    }

    #[test]
    fn filling_a_gap_is_noticed_where_there_was_another_move() {
        let board = diagram::board(
            "
            . X . .
            X X . .
            . . . O
            . . O .",
        );
        let filled = game(board, &["A4", "D1", "A1"]);
        let (black, white) = (Deeds::of(&filled, Color::Black), Deeds::of(&filled, Color::White));
        assert_eq!((black.fills, black.temptations), (1, 1));
        assert_eq!((white.fills, white.temptations), (1, 1));
        let spared = Deeds::of(&game(board, &["A1", "A2"]), Color::Black);
        assert_eq!((spared.fills, spared.temptations), (0, 1));
    }

    #[test]
    fn captures_and_losses_are_counted() {
        let board = diagram::board(
            "
            . O O X
            . X X .
            . . . .
            . . . .",
        );
        let played = game(board, &["A4", "A1"]);
        let (black, white) = (Deeds::of(&played, Color::Black), Deeds::of(&played, Color::White));
        assert_eq!((black.capture, black.lost, black.left), (2, 0, 4));
        assert_eq!((white.capture, white.lost, white.left), (0, 2, 1));
    }

    #[test]
    fn a_game_is_seen_at_a_move_or_at_its_end() {
        let played = game(Board::new(4), &["A4", "A1", "B4"]);
        assert_eq!(board_after(&played, 1).stones_on_board(Color::Black), 1);
        assert_eq!(board_after(&played, 1).stones_on_board(Color::White), 0);
        assert_eq!(board_after(&played, 9).stones_on_board(Color::Black), 2);
    }

    #[test]
    fn shapes_are_short_rows_of_evidence() {
        let shape = Shape { stones: 5, chains: 2, largest: 4, clustering: Some(1.25), enclosed: 3, gaps: 1 };
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(text, "[5,2,4,1.25,3,1]");
        assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), shape);
        let deeds = Deeds { fills: 1, temptations: 2, capture: 3, lost: 4, left: 5 };
        let text = serde_json::to_string(&deeds).unwrap();
        assert_eq!((text.as_str(), serde_json::from_str(&text).unwrap()), ("[1,2,3,4,5]", deeds));
    }
}
