//! The normalised-rank error (Stoutamire 1991, section 4.1.3): how far from the top of a player's ranking is the move
//! that an expert played?
//!
//! Each legal move that is ranked above it counts 1, each that is ranked equal, the move itself included, counts 0.5,
//! and the sum is divided by the number of legal moves. Passing is none of them. So the error is near 0 where the
//! expert's move is ranked first, 0.5 where all moves are ranked alike or by chance, and near 1 where it is ranked
//! last; ties share the blame.

use goban::{Game, Point, PointMap, Rules};
use player::{Maker, Player, Spec};

/// The rules by which moves are legal here, whatever those of a record: simple ko and no suicide.
pub const RULES: Rules = Rules::SIMPLE;

/// Where the move that was played came among the legal moves.
///
/// ```
/// use learn::metric::Placing;
///
/// // Two of six moves are ranked above the one that was played, and another one equal.
/// let placing = Placing::among([0.1, 0.9, 0.4, 0.4, -2.0, 0.5], 0.4);
/// assert_eq!((placing.rank(), placing.equal(), placing.legal()), (3, 2, 6));
/// assert_eq!(placing.error(), (2.0 + 2.0 * 0.5) / 6.0);
/// // It has the third and the fourth place in equal shares.
/// assert_eq!([2, 3, 4].map(|places| placing.top(places)), [0.0, 0.5, 1.0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placing {
    legal: u32,
    above: u32,
    equal: u32,
}

impl Placing {
    /// The place of a move worth `played` among the legal moves of these worths, its own included. What is not a number
    /// is worth least.
    pub fn among(worths: impl IntoIterator<Item = f32>, played: f32) -> Placing {
        let played = orderly(played);
        let (mut legal, mut above, mut equal) = (0, 0, 0);
        for worth in worths.into_iter().map(orderly) {
            legal += 1;
            above += u32::from(worth > played);
            equal += u32::from(worth == played);
        }
        // Were the move itself not among them, it would be the last of its equals.
        Placing { legal: legal.max(1), above, equal: equal.max(1) }
    }

    /// The place of the move that was played in this position, by what each legal point is worth.
    pub fn of(game: &Game, worth: &PointMap<f32>, played: Point) -> Placing {
        Placing::among(game.legal_points().map(|point| worth[point]), worth[played])
    }

    /// The normalised-rank error, from 0 to 1.
    pub fn error(self) -> f64 {
        (f64::from(self.above) + 0.5 * f64::from(self.equal)) / f64::from(self.legal)
    }

    /// The number of moves that are ranked above it, and one.
    pub fn rank(self) -> u32 {
        self.above + 1
    }

    /// The number of moves that are ranked as high, itself included.
    pub fn equal(self) -> u32 {
        self.equal
    }

    /// The number of legal moves.
    pub fn legal(self) -> u32 {
        self.legal
    }

    /// The chance, from 0 to 1, that it is one of the first so many: where it ties with others for some places, the
    /// share of these places that are among the first.
    pub fn top(self, places: u32) -> f64 {
        f64::from(places.saturating_sub(self.above).min(self.equal)) / f64::from(self.equal)
    }
}

/// A worth that can be compared: what is not a number comes last.
pub(crate) fn orderly(worth: f32) -> f32 {
    if worth.is_nan() { f32::NEG_INFINITY } else { worth }
}

/// What a player thinks each legal point is worth, and that the others are worth least; `None` if it does not rank.
pub fn ask(player: &mut dyn Player, game: &Game) -> Option<PointMap<f32>> {
    let mut worth = PointMap::new(f32::NEG_INFINITY);
    player.rank(game, &mut worth).then_some(worth)
}

/// The names of those players of a maker that rank as they are by default, found by asking them.
pub fn who_ranks(maker: &dyn Maker) -> Vec<&str> {
    // On the smallest board that a player knows.
    let ranks = |name: &str| {
        let made = Spec::new(name).and_then(|spec| maker.make(&spec));
        made.is_ok_and(|mut player| {
            let mut games = [3, 9].map(|size| Game::new(size, RULES, 0.0)).into_iter();
            let game = games.find(|game| player.refuses(game).is_none());
            game.is_some_and(|game| ask(player.as_mut(), &game).is_some())
        })
    };
    maker.entries().iter().map(|entry| entry.name).filter(|name| ranks(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A ranking with so many moves above the one played, so many as high, and the rest below.
    fn placing(above: u32, equal: u32, legal: u32) -> Placing {
        let worth = |place| if place < above { 2.0 } else { f32::from(place < above + equal) };
        Placing::among((0..legal).map(worth), 1.0)
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
    fn moves_that_are_all_alike_give_a_half() {
        for legal in [1, 2, 81, 361] {
            assert_eq!(placing(0, legal, legal).error(), 0.5);
        }
    }

    #[test]
    fn a_perfect_prediction_gives_the_least_error_there_is() {
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
    fn what_is_not_a_number_is_worth_least() {
        let odd = [f32::NAN, 0.0, f32::NEG_INFINITY, 1.0];
        assert_eq!(Placing::among(odd, f32::NAN), Placing { legal: 4, above: 2, equal: 2 });
        assert_eq!(Placing::among(odd, 0.0), Placing { legal: 4, above: 1, equal: 1 });
    }

    #[test]
    fn those_who_rank_are_found_by_asking() {
        let names = who_ranks(&roster::Roster);
        assert!(names.contains(&"random") && names.contains(&"greedy") && names.contains(&"mcts"), "{names:?}");
        assert!(!names.contains(&"uct"), "{names:?}");
    }

    proptest! {
        /// The definition of section 4.1.3, written down as it stands there.
        #[test]
        fn the_error_is_that_of_the_thesis(worths in prop::collection::vec(-3i8..3, 1..40), played: prop::sample::Index) {
            let worths: Vec<f32> = worths.into_iter().map(f32::from).collect();
            let best = worths[played.index(worths.len())];
            let blame = |worth: &f32| if *worth > best { 1.0 } else if *worth == best { 0.5 } else { 0.0 };
            let error = worths.iter().map(blame).sum::<f64>() / worths.len() as f64;
            prop_assert_eq!(Placing::among(worths, best).error(), error);
        }

        /// Whoever draws lots between equal moves has one of the first places as often as is said.
        #[test]
        fn shares_of_places_add_up(above in 0u32..9, equal in 1u32..9, below in 0u32..9) {
            let placing = placing(above, equal, above + equal + below);
            let places = (1..=above + equal + below).filter(|place| (above + 1..=above + equal).contains(place));
            for first in 0..30 {
                let among = places.clone().filter(|&place| place <= first).count();
                prop_assert_eq!(placing.top(first), among as f64 / f64::from(equal));
            }
        }
    }
}
