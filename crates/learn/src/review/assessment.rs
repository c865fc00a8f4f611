//! What a review says of one move: three measures and one grade.
//!
//! - The *rank error* ([`Placing::error`]) says how far down the player's ranking the move was.
//! - The *win-rate loss* and the *points loss* compare two searches, both from the view of the side that moved: the
//!   value of the position before the move, and the value of the position after it. A loss is the value before minus
//!   the value after. It is never negative: where the value rises, the first search was too pessimistic. The player's
//!   first choice loses nothing by definition, even if the second search thinks less of it.
//!
//! A measure is missing where the player does not provide it.

use goban::{Color, Game, Move, Point, PointMap};
use player::Budget;

use crate::metric::{Placing, nan_to_lowest};

/// What a review says of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// The specification of the player that reviewed the move.
    pub reviewer: String,
    /// What the player could spend on each position.
    pub budget: Budget,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The place of the move among the legal points, where the player ranks them.
    pub placing: Option<Placing>,
    /// The points that are ranked as high as the move or higher, the move included, best first. Of those that a search
    /// did not visit only the move is listed.
    pub ranked: Vec<Ranked>,
    /// The win rate of the side that moved, from 0 to 1.
    pub win_rate: Option<Change>,
    /// The lead of the side that moved, in points.
    pub lead: Option<Change>,
    /// The principal variation from the position before the move. Its first move is the player's choice.
    pub line: Vec<Move>,
}

/// A point and its rank. Points with equal values share the best rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The point.
    pub point: Point,
    /// One more than the number of points that are ranked above it.
    pub rank: u32,
}

impl Ranked {
    /// The legal points that these values rank as high as a point or higher, best first.
    pub fn down_to(game: &Game, values: &PointMap<f32>, point: Point) -> Vec<Ranked> {
        let least = nan_to_lowest(values[point]);
        let mut points: Vec<_> = game.legal_points().map(|point| (nan_to_lowest(values[point]), point)).collect();
        points.retain(|&(value, _)| value >= least);
        // Equal points stay in the order of the board.
        points.sort_by(|a, b| b.0.total_cmp(&a.0));
        let rank = |value: f32| points.partition_point(|&(other, _)| other > value) as u32 + 1;
        points.iter().map(|&(value, point)| Ranked { point, rank: rank(value) }).collect()
    }
}

/// A value before the move and after it, from the view of the side that moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The value of the position before the move.
    pub before: f32,
    /// The value of the position after the move.
    pub after: f32,
}

/// How good a move is, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// The player's first choice.
    Best,
    /// Another good move.
    Good,
    /// A small loss.
    Inaccuracy,
    /// A clear loss.
    Mistake,
    /// A grave loss.
    Blunder,
}

/// The measure that decides a grade.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Measure {
    /// Points lost.
    Points(f64),
    /// Win rate lost.
    WinRate(f64),
    /// The rank error.
    Rank(f64),
}

impl Grade {
    /// All grades, best first.
    pub const ALL: [Grade; 5] = [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a move that is not the player's first choice.
    ///
    /// | from | points | win rate | rank error |
    /// |---|---|---|---|
    /// | inaccuracy | 1.5 | 5% | 0.1 |
    /// | mistake | 4 | 10% | 0.25 |
    /// | blunder | 8 | 20% | 0.5 |
    pub fn of(measure: Measure) -> Grade {
        let (loss, limits) = match measure {
            Measure::Points(loss) => (loss, [1.5, 4.0, 8.0]),
            Measure::WinRate(loss) => (loss, [0.05, 0.1, 0.2]),
            Measure::Rank(error) => (error, [0.1, 0.25, 0.5]),
        };
        // A loss of exactly the limit must reach it in spite of rounding.
        let reached = limits.iter().filter(|&&limit| loss + 1e-6 >= limit).count();
        Grade::ALL[1 + reached]
    }

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

impl Measure {
    /// The number.
    pub fn value(self) -> f64 {
        let (Measure::Points(value) | Measure::WinRate(value) | Measure::Rank(value)) = self;
        value
    }
}

/// The number of best moves that texts name.
const NAMED: usize = 5;

impl Assessment {
    /// The normalised-rank error, from 0 to 1.
    pub fn rank_error(&self) -> Option<f64> {
        self.placing.map(Placing::error)
    }

    /// The win rate that the move lost, from 0 to 1.
    pub fn win_rate_loss(&self) -> Option<f64> {
        self.loss(self.win_rate)
    }

    /// The points that the move lost.
    pub fn points_loss(&self) -> Option<f64> {
        self.loss(self.lead)
    }

    fn loss(&self, value: Option<Change>) -> Option<f64> {
        let loss = |change: Change| f64::from((change.before - change.after).max(0.0));
        value.map(|change| if self.is_first_choice() { 0.0 } else { loss(change) })
    }

    /// Whether the player would have played the move itself.
    pub fn is_first_choice(&self) -> bool {
        match self.line.first() {
            Some(&best) => best == self.mv,
            None => self.placing.is_some_and(|placing| placing.rank() == 1),
        }
    }

    /// The measure that decides the grade: points, or else win rate, or else the rank error.
    pub fn measure(&self) -> Option<Measure> {
        let points = self.points_loss().map(Measure::Points);
        points.or(self.win_rate_loss().map(Measure::WinRate)).or(self.rank_error().map(Measure::Rank))
    }

    /// The grade.
    pub fn grade(&self) -> Grade {
        if self.is_first_choice() { Grade::Best } else { self.measure().map_or(Grade::Good, Grade::of) }
    }

    /// What worse moves have more of: the grade, then the measure that decides it.
    pub fn severity(&self) -> (Grade, f64) {
        (self.grade(), self.measure().map_or(0.0, Measure::value))
    }

    /// The best moves: the principal variation or, from a player that only ranks, the points ranked highest, five at
    /// most and none below the move itself.
    pub fn better(&self) -> Vec<Move> {
        if self.line.is_empty() {
            self.ranked.iter().take(NAMED).map(|ranked| Move::Play(ranked.point)).collect()
        } else {
            self.line.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assessment(mv: &str, best: &str, lead: Option<(f32, f32)>, win_rate: Option<(f32, f32)>) -> Assessment {
        let change = |(before, after)| Change { before, after };
        let at = |name: &str| Move::from_gtp(name, 9).unwrap();
        Assessment {
            reviewer: "script".to_string(),
            budget: Budget::default(),
            color: Color::Black,
            mv: at(mv),
            placing: Some(Placing::among([3.0, 2.0, 1.0, 0.0], 1.0)),
            ranked: Vec::new(),
            win_rate: win_rate.map(change),
            lead: lead.map(change),
            line: vec![at(best)],
        }
    }

    #[test]
    fn the_first_choice_loses_nothing_and_no_loss_is_negative() {
        let best = assessment("E5", "E5", Some((3.0, 1.0)), Some((0.6, 0.5)));
        assert_eq!((best.points_loss(), best.win_rate_loss(), best.grade()), (Some(0.0), Some(0.0), Grade::Best));
        let better = assessment("C3", "E5", Some((3.0, 4.0)), Some((0.6, 0.7)));
        assert_eq!((better.points_loss(), better.win_rate_loss(), better.grade()), (Some(0.0), Some(0.0), Grade::Good));
    }

    #[test]
    fn points_decide_the_grade_then_the_win_rate_then_the_rank() {
        let all = assessment("C3", "E5", Some((3.0, -7.0)), Some((0.99, 0.98)));
        assert_eq!((all.grade(), all.measure()), (Grade::Blunder, Some(Measure::Points(10.0))));
        assert_eq!(assessment("C3", "E5", None, Some((0.6, 0.48))).grade(), Grade::Mistake);
        let ranked = assessment("C3", "E5", None, None);
        assert_eq!((ranked.rank_error(), ranked.grade()), (Some(0.625), Grade::Blunder));
    }

    #[test]
    fn a_loss_that_reaches_a_limit_has_the_worse_grade() {
        let grades = [1.4, 1.5, 3.9, 4.0, 7.9, 8.0].map(|loss| Grade::of(Measure::Points(loss)).name());
        assert_eq!(grades, ["good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder"]);
        assert_eq!(Grade::of(Measure::WinRate(f64::from(0.6f32 - 0.4f32))), Grade::Blunder);
    }
}
