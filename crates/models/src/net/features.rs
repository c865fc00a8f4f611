//! What a network sees of each point, from the view of the player whose turn it is, in one byte.
//!
//! Beside the stones: liberties of their chains up to three, the point that ko forbids, chains that a ladder catches and moves
//! that start a ladder that works. Networks of a few layers can't read ladders, and a reading is a hundredth of what the
//! network itself costs.

use goban::{Board, Color, Point, ladder, tactics};

/// A stone of the player whose turn it is.
pub const OWN: u8 = 1;
/// A stone of the other.
pub const OTHER: u8 = 2;
/// By how many bits the liberties of a stone's chain are shifted: 1, 2, 3, or 0 for more.
pub const LIBERTIES: u32 = 2;
/// The point at which ko forbids to play.
pub const KO: u8 = 1 << 4;
/// A stone of a chain that is lost to a ladder: one of the player's that he cannot save, or one of the other's that he can catch.
pub const CAUGHT: u8 = 1 << 5;
/// A move that starts a ladder that works, or saves from one.
pub const LADDER: u8 = 1 << 6;

/// How far ladders are read.
const LADDER_NODES: u32 = 200;

/// Writes what is seen of each point, in rows from the top left.
///
/// # Panics
/// If there is not just workspace for all points.
pub fn see(board: &Board, seen: &mut [u8]) {
    let size = board.size();
    assert_eq!(seen.len(), size * size, "a byte for each point");
    let place = |point: Point| point.row_major(size);
    seen.fill(0);
    if let Some(ko) = board.ko() {
        seen[place(ko)] |= KO;
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
                seen[place(point)] |= LADDER;
            }
        }
        for point in board.chain(head) {
            seen[place(point)] |= stone;
        }
    }
}

/// Whether a chain is lost to a ladder, and the move that catches or saves it; nothing for chains that no ladder threatens.
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
        let mut seen = vec![0; board.size() * board.size()];
        see(&board, &mut seen);
        let point = Point::from_gtp(name, board.size()).unwrap();
        seen[point.row_major(board.size())]
    }

    #[test]
    fn stones_are_told_apart_by_whose_turn_it_is_and_by_their_liberties() {
        let board = "
            . . . . .
            . X X . .
            . . . . .
            . . . . O
            . . . O .";
        assert_eq!(at(&format!("{board}\nX to play"), "B4"), OWN, "six liberties are many");
        assert_eq!(at(&format!("{board}\nO to play"), "C4"), OTHER);
        assert_eq!(at(&format!("{board}\nO to play"), "E2"), OWN | 3 << LIBERTIES, "it has E3, D2 and E1");
        assert_eq!(at(&format!("{board}\nO to play"), "A1"), 0);
    }

    #[test]
    fn a_ladder_that_works_is_seen_on_the_chain_and_on_the_move() {
        let threatened = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . X O . . .
            . . . X X . .
            . . . . . . .
            . . . . . . .
            X to play";
        assert_eq!(at(threatened, "D4") & CAUGHT, CAUGHT, "it runs to the edge in vain");
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
    fn the_point_of_a_ko_is_seen() {
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
