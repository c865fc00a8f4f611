//! Uniformly random playouts, the quickest there are.

use goban::{Board, Color};
use player::Rng;

use super::Finish;

/// Plays a game to the end by uniformly random moves ([`Board::play_out`]) and counts it by area.
#[inline]
pub fn uniform(board: &mut Board, rng: &mut Rng) -> Finish {
    let moves = board.play_out(|n| rng.below(n));
    Finish { moves, margin: margin(board) }
}

/// Black's area less White's on a board where every empty point is enclosed by one colour. Points that are not, which
/// are left when a playout is cut off, count for neither side.
pub fn margin(board: &Board) -> i32 {
    let stones = board.stones_on_board(Color::Black) as i32 - board.stones_on_board(Color::White) as i32;
    let eyes = board.empties().iter().map(|&point| {
        let around = board.surround(point);
        i32::from(around.is_enclosed_by(Color::Black)) - i32::from(around.is_enclosed_by(Color::White))
    });
    stones + eyes.sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{PointSet, score};

    /// The mean over that many playouts from the empty board: length, and share of Black's wins.
    fn mean(size: usize, playouts: u32) -> (f64, f64) {
        let mut rng = Rng::new(1);
        let (mut moves, mut wins) = (0, 0);
        for _ in 0..playouts {
            let finish = uniform(&mut Board::new(size), &mut rng);
            moves += u64::from(finish.moves);
            wins += u32::from(finish.margin > 0);
        }
        (moves as f64 / f64::from(playouts), f64::from(wins) / f64::from(playouts))
    }

    #[test]
    fn a_playout_is_as_long_as_other_programs_measured() {
        // libego: 110.8 and 454.7 moves; Orego: 111 and 455.5.
        let (nine, _) = mean(9, 20_000);
        assert!((110.3..111.5).contains(&nine), "{nine} moves on 9x9");
        let (nineteen, _) = mean(19, 2_000);
        assert!((453.0..457.5).contains(&nineteen), "{nineteen} moves on 19x19");
    }

    #[test]
    fn a_playout_is_counted_as_the_rules_count_area() {
        let mut rng = Rng::new(5);
        for size in 2..=13 {
            for _ in 0..50 {
                let mut board = Board::new(size);
                let finish = uniform(&mut board, &mut rng);
                if finish.moves < 3 * (size * size) as u32 {
                    assert_eq!(finish.margin, score::area(&board, &PointSet::new()).margin(), "{board:?}");
                }
            }
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let run = || {
            let (mut board, mut rng) = (Board::new(9), Rng::new(42));
            uniform(&mut board, &mut rng);
            board
        };
        assert_eq!(run(), run());
    }
}
