//! The input features of each point, from the perspective of the player to move, in one byte.
//!
//! The features are stones, the liberties of their chains up to three, the ko point, chains that a ladder captures, and
//! moves that start a working ladder. Networks of a few layers cannot read ladders, and reading one takes a hundredth
//! of the time of an evaluation.

use goban::{Board, Color, Point, ladder, tactics};

/// A stone of the player to move.
pub const OWN: u8 = 1;
/// A stone of the opponent.
pub const OTHER: u8 = 2;
/// The shift of the two bits with the liberties of a stone's chain: 1, 2, 3, or 0 for more.
pub const LIBERTIES: u32 = 2;
/// The point where ko forbids a move.
pub const KO: u8 = 1 << 4;
/// A stone of a chain that a ladder captures: the player cannot save his own, or can capture the opponent's.
pub const CAUGHT: u8 = 1 << 5;
/// A move that starts a working ladder, or escapes from one.
pub const LADDER: u8 = 1 << 6;

/// The node limit of a ladder search.
const LADDER_NODES: u32 = 200;

/// Writes the features of all points in row-major order.
///
/// # Panics
/// If `features` does not have one byte for each point.
pub fn see(board: &Board, features: &mut [u8]) {
    let size = board.size();
    assert_eq!(features.len(), size * size, "one byte for each point");
    let place = |point: Point| point.row_major(size);
    features.fill(0);
    if let Some(ko) = board.ko() {
        features[place(ko)] |= KO;
    }
    let us = board.to_play();
    for head in board.points().filter(|&point| board.head(point) == point) {
        let Some(color) = board.cell(head).color() else { continue };
        let liberties = tactics::liberties::<4>(board, head).len();
        let mut stone = if color == us { OWN } else { OTHER };
        if liberties < 4 {
            stone |= (liberties as u8) << LIBERTIES;
        }
        if let Some((is_caught, point)) = ladder(board, head, color, liberties) {
            stone |= if is_caught { CAUGHT } else { 0 };
            if let Some(point) = point {
                features[place(point)] |= LADDER;
            }
        }
        for point in board.chain(head) {
            features[place(point)] |= stone;
        }
    }
}

/// Whether a ladder captures a chain, and the move that captures or saves it. `None` if no ladder threatens the chain.
fn ladder(board: &Board, head: Point, color: Color, liberties: usize) -> Option<(bool, Option<Point>)> {
    let ours = color == board.to_play();
    match liberties {
        1 if ours => {
            let reading = ladder::defend(board, head, LADDER_NODES);
            Some((reading.fate == ladder::Fate::Captured, reading.point))
        }
        2 if !ours => {
            let reading = ladder::attack(board, head, LADDER_NODES);
            let works = reading.fate == ladder::Fate::Captured;
            works.then_some((true, reading.point))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use goban::diagram::Diagram;

    use super::*;

    fn at(text: &str, name: &str) -> u8 {
        let board = text.parse::<Diagram>().unwrap().board;
        let mut features = vec![0; board.size() * board.size()];
        see(&board, &mut features);
        let point = Point::from_gtp(name, board.size()).unwrap();
        features[point.row_major(board.size())]
    }

    #[test]
    fn stones_are_encoded_by_player_and_liberties() {
        let board = "
            . . . . .
            . X X . .
            . . . . .
            . . . . O
            . . . O .";
        assert_eq!(at(&format!("{board}\nX to play"), "B4"), OWN, "six liberties are encoded as more than three");
        assert_eq!(at(&format!("{board}\nO to play"), "C4"), OTHER);
        assert_eq!(at(&format!("{board}\nO to play"), "E2"), OWN | 3 << LIBERTIES, "it has E3, D2 and E1");
        assert_eq!(at(&format!("{board}\nO to play"), "A1"), 0);
    }

    #[test]
    fn a_working_ladder_marks_the_chain_and_the_move() {
        let threatened = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . X O . . .
            . . . X X . .
            . . . . . . .
            . . . . . . .
            X to play";
        assert_eq!(at(threatened, "D4") & CAUGHT, CAUGHT, "it cannot escape before the edge");
        assert_eq!(
            ["D5", "E4"].map(|name| at(threatened, name) & LADDER),
            [LADDER, 0],
            "from above, not from the right"
        );
        let helped = "
            . . . . . . .
            . . . . . O .
            . . . . . . .
            . . X O . . .
            . . . X X . .
            . . . . . . .
            . . . . . . .
            X to play";
        assert_eq!(at(helped, "D4") & CAUGHT, 0, "a stone breaks the ladder");
        assert_eq!(at(helped, "D5") & LADDER, 0);
    }

    #[test]
    fn the_ko_point_is_marked() {
        let ko = "
            . X O . .
            X O . O .
            . X O . .
            . . . . .
            . . . . .
            X to play
            ko at C4";
        assert_eq!(at(ko, "C4") & KO, KO);
        assert_eq!(at(ko, "E1") & KO, 0);
    }
}
