//! The master game of Stoutamire's thesis: the 230 errors of his program iku that chapter 6 and appendix C print, and
//! how a review of the same game compares with them.

use goban::{Move, Point};
use thiserror::Error;

use crate::review::Review;

const DATA: &str = include_str!("../data/iku-master-game.tsv");
const SIZE: usize = 19;

/// A move of the game with its printed error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Printed {
    /// The number of the move, from 1.
    pub number: usize,
    /// The normalised-rank error.
    pub error: f64,
    /// The point.
    pub point: Point,
}

/// The moves in order.
pub fn master_game() -> Vec<Printed> {
    let read = |line: &str| {
        let mut fields = line.split('\t');
        let (number, error, point) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Printed {
            number: number.parse().ok()?,
            error: error.parse().ok()?,
            point: Point::from_gtp(point, SIZE).ok()?,
        })
    };
    DATA.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
}

/// A review and the printed errors, over the reviewed moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The number of moves.
    pub moves: usize,
    /// The mean error of the review.
    pub ours: f64,
    /// The mean of the printed errors of the same moves.
    pub printed: f64,
    /// Pearson's correlation of the two; `None` if one of them is constant.
    pub correlation: Option<f64>,
}

/// Why a review cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("this is not the game of the thesis's chapter 6: its move {number} is {expected}, here it is {found}")]
pub struct OtherGame {
    /// The number of the first move that differs.
    pub number: usize,
    /// The move of the thesis's game.
    pub expected: String,
    /// The move of the reviewed game.
    pub found: String,
}

/// Compares a review of the game with the printed errors.
///
/// # Errors
/// If the review is of another game.
pub fn compare(review: &Review) -> Result<Comparison, OtherGame> {
    let game = master_game();
    let mut pairs = Vec::with_capacity(review.moves.len());
    for reviewed in &review.moves {
        let Some(error) = reviewed.assessment.rank_error() else { continue };
        let mv = reviewed.assessment.mv;
        let printed = game.iter().find(|printed| printed.number == reviewed.number);
        match printed.filter(|printed| mv == Move::Play(printed.point) && review.size == SIZE) {
            Some(printed) => pairs.push((error, printed.error)),
            None => {
                let no_move = || "none".to_string();
                return Err(OtherGame {
                    number: reviewed.number,
                    expected: printed.map_or_else(no_move, |printed| printed.point.to_gtp(SIZE)),
                    found: mv.to_gtp(review.size),
                });
            }
        }
    }
    let mean = |of: fn(&(f64, f64)) -> f64| stats::mean(pairs.iter().map(of)).unwrap_or(0.0);
    Ok(Comparison {
        moves: pairs.len(),
        ours: mean(|pair| pair.0),
        printed: mean(|pair| pair.1),
        correlation: stats::correlation(&pairs),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_complete_and_has_the_known_mean() {
        let game = master_game();
        assert!(game.iter().map(|printed| printed.number).eq(1..=230));
        let mean = game.iter().map(|printed| printed.error).sum::<f64>() / 230.0;
        assert_eq!(format!("{mean:.4}"), "0.1217");
        assert!(game.iter().all(|printed| printed.error > 0.0 && printed.error < 1.0));
    }

    #[test]
    fn the_moves_that_the_thesis_discusses_have_its_errors() {
        let game = master_game();
        for (number, error, name) in [(1, 0.011, "R16"), (6, 0.223, "R6"), (145, 0.034, "L7"), (230, 0.141, "E13")] {
            let point = Point::from_gtp(name, SIZE).unwrap();
            assert_eq!(game[number - 1], Printed { number, error, point });
        }
    }

    /// A point can be played again after a capture, but not by two moves in a row.
    #[test]
    fn no_two_moves_in_a_row_are_on_one_point() {
        assert!(master_game().windows(2).all(|pair| pair[0].point != pair[1].point));
    }
}
