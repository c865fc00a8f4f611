//! The normalised-rank error (Stoutamire 1991, section 4.1.3): how far down a player ranks the move of an expert.
//!
//! Each legal move ranked above it counts 1, each move ranked equal (including itself) counts 0.5, and the sum is
//! divided by the number of legal moves. Passes are not ranked. The error is near 0 if the expert's move is ranked
//! first, 0.5 if all moves are ranked equal or at random, and near 1 if it is ranked last.

use goban::{Game, Point, PointMap, Rules};
use player::Player;

/// The rules of legality for all records: simple ko and no suicide.
pub const RULES: Rules = Rules::SIMPLE;

/// The moves of a position that are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RankedMoves {
    /// The legal points, as section 4.1.3 defines it.
    #[default]
    Legal,
    /// All empty points and the pass. The errors that the thesis prints are counted in this way (see
    /// [`iku`](crate::iku)). A pass has value 0, and forbidden points rank last.
    EmptyAndPass,
}

/// The place of the move that was played among the ranked legal moves.
///
/// ```
/// use learn::metric::Placing;
///
/// // Two of six moves are ranked above the one that was played, and another one equal.
/// let placing = Placing::among([0.1, 0.9, 0.4, 0.4, -2.0, 0.5], 0.4);
/// assert_eq!((placing.rank(), placing.equal(), placing.legal()), (3, 2, 6));
/// assert_eq!(placing.error(), (2.0 + 2.0 * 0.5) / 6.0);
/// // It shares the third and the fourth place.
/// assert_eq!([2, 3, 4].map(|places| placing.top(places)), [0.0, 0.5, 1.0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placing {
    legal: u32,
    above: u32,
    equal: u32,
}

impl Placing {
    /// The place of a move of value `played` among the values of all legal moves, its own included. NaN is the lowest
    /// value.
    pub fn among(values: impl IntoIterator<Item = f32>, played: f32) -> Placing {
        let played = nan_to_lowest(played);
        let (mut legal, mut above, mut equal) = (0, 0, 0);
        for value in values.into_iter().map(nan_to_lowest) {
            legal += 1;
            above += u32::from(value > played);
            equal += u32::from(value == played);
        }
        // At least the move itself, even if its value is missing.
        Placing { legal: legal.max(1), above, equal: equal.max(1) }
    }

    /// The place of the move that was played in a position, by the value of each legal point.
    pub fn of(game: &Game, values: &PointMap<f32>, played: Point) -> Placing {
        Placing::among(game.legal_points().map(|point| values[point]), values[played])
    }

    /// The place of the move that was played among these moves of a position, by the value of each point.
    pub fn of_moves(moves: RankedMoves, game: &Game, values: &PointMap<f32>, played: Point) -> Placing {
        match moves {
            RankedMoves::Legal => Placing::of(game, values, played),
            RankedMoves::EmptyAndPass => {
                let value = |&point: &Point| if game.is_legal(point) { values[point] } else { f32::NEG_INFINITY };
                let points = game.board().empties().iter().map(value);
                Placing::among(points.chain([0.0]), values[played])
            }
        }
    }

    /// The normalised-rank error, from 0 to 1.
    pub fn error(self) -> f64 {
        (f64::from(self.above) + 0.5 * f64::from(self.equal)) / f64::from(self.legal)
    }

    /// The rank, from 1: the number of moves ranked above it, plus one.
    pub fn rank(self) -> u32 {
        self.above + 1
    }

    /// The number of moves with the same rank, itself included.
    pub fn equal(self) -> u32 {
        self.equal
    }

    /// The number of legal moves.
    pub fn legal(self) -> u32 {
        self.legal
    }

    /// The probability that it is among the first `places` if ties are broken at random.
    pub fn top(self, places: u32) -> f64 {
        f64::from(places.saturating_sub(self.above).min(self.equal)) / f64::from(self.equal)
    }
}

/// A value that compares with every other: NaN becomes the lowest.
pub(crate) fn nan_to_lowest(value: f32) -> f32 {
    if value.is_nan() { f32::NEG_INFINITY } else { value }
}

/// The values by which a player ranks the legal points; all other points have the lowest. `None` if the player does not
/// rank.
pub fn rank_values(player: &mut dyn Player, game: &Game) -> Option<PointMap<f32>> {
    let mut values = PointMap::new(f32::NEG_INFINITY);
    player.rank(game, &mut values).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A ranking with `above` moves above the one played, `equal` moves of its rank, and the others below.
    fn placing(above: u32, equal: u32, legal: u32) -> Placing {
        let value = |place| if place < above { 2.0 } else { f32::from(place < above + equal) };
        Placing::among((0..legal).map(value), 1.0)
    }

    fn printed(placing: Placing) -> String {
        format!("{:.3}", placing.error())
    }

    #[test]
    fn moves_of_chapter_6_have_the_errors_that_are_printed_there() {
        // Move 1 is one of the eight 4-3 points of an empty board, which are ranked first.
        assert_eq!(printed(placing(0, 8, 361)), "0.011");
        // Move 6 "ranked 79th out of 356 possible moves": it is one of three moves of that rank.
        let sixth = [2, 3, 4].map(|equal| placing(78, equal, 356));
        assert_eq!(sixth.map(Placing::rank), [79; 3]);
        assert_eq!(sixth.map(printed), ["0.222", "0.223", "0.225"]);
    }

    #[test]
    fn equal_moves_give_one_half() {
        for legal in [1, 2, 81, 361] {
            assert_eq!(placing(0, legal, legal).error(), 0.5);
        }
    }

    #[test]
    fn the_first_and_the_last_rank_give_the_extreme_errors() {
        assert_eq!(placing(0, 1, 250).error(), 0.5 / 250.0);
        assert_eq!(placing(249, 1, 250).error(), 1.0 - 0.5 / 250.0);
    }

    #[test]
    fn a_tie_shares_its_places() {
        // Places 3 to 6.
        let tied = placing(2, 4, 9);
        assert_eq!([1, 2, 3, 5, 6, 10].map(|places| tied.top(places)), [0.0, 0.0, 0.25, 0.75, 1.0, 1.0]);
    }

    #[test]
    fn nan_is_the_lowest_value() {
        let odd = [f32::NAN, 0.0, f32::NEG_INFINITY, 1.0];
        assert_eq!(Placing::among(odd, f32::NAN), Placing { legal: 4, above: 2, equal: 2 });
        assert_eq!(Placing::among(odd, 0.0), Placing { legal: 4, above: 1, equal: 1 });
    }

    /// White's point in the corner is suicide for Black. As iku counts, it is a move that ranks last, and so does the
    /// pass count.
    #[test]
    fn forbidden_points_and_the_pass_count_where_all_empty_points_do() {
        let board = goban::diagram::board(
            "
            . O .
            O O .
            . . .",
        );
        let game = Game::from_board(board, RULES, 0.0);
        let mut values = PointMap::new(1.0);
        let played = Point::from_gtp("A1", 3).unwrap();
        values[played] = 2.0;
        let placing = |moves| Placing::of_moves(moves, &game, &values, played);
        assert_eq!(placing(RankedMoves::Legal), Placing { legal: 5, above: 0, equal: 1 });
        assert_eq!(placing(RankedMoves::EmptyAndPass), Placing { legal: 7, above: 0, equal: 1 });
        values[played] = -1.0;
        let placing = |moves| Placing::of_moves(moves, &game, &values, played);
        assert_eq!(placing(RankedMoves::EmptyAndPass), Placing { legal: 7, above: 5, equal: 1 });
    }

    proptest! {
        /// The definition of section 4.1.3, transcribed.
        #[test]
        fn the_error_is_that_of_the_thesis(
            values in prop::collection::vec(-3i8..3, 1..40),
            played: prop::sample::Index,
        ) {
            let values: Vec<f32> = values.into_iter().map(f32::from).collect();
            let best = values[played.index(values.len())];
            let count = |value: &f32| if *value > best { 1.0 } else if *value == best { 0.5 } else { 0.0 };
            let error = values.iter().map(count).sum::<f64>() / values.len() as f64;
            prop_assert_eq!(Placing::among(values, best).error(), error);
        }

        /// Of the places that equal moves share, the right number is among the first.
        #[test]
        fn a_tie_is_broken_at_random(above in 0u32..9, equal in 1u32..9, below in 0u32..9) {
            let placing = placing(above, equal, above + equal + below);
            let places = (1..=above + equal + below).filter(|place| (above + 1..=above + equal).contains(place));
            for first in 0..30 {
                let among = places.clone().filter(|&place| place <= first).count();
                prop_assert_eq!(placing.top(first), among as f64 / f64::from(equal));
            }
        }
    }
}
