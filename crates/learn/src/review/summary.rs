//! A review in a few figures, for both sides or one of them.

use goban::Color;

use super::{Assessment, Grade, MoveReview, Review};
use crate::metric::Placing;

/// The figures of some moves. A mean is missing where no move has the measure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The number of moves.
    pub moves: usize,
    /// The mean rank error.
    pub rank_error: Option<f64>,
    /// The mean loss of win rate, from 0 to 1.
    pub win_rate_loss: Option<f64>,
    /// The mean loss of points.
    pub points_loss: Option<f64>,
    /// The number of moves of each grade, in the order of [`Grade::ALL`].
    pub grades: [usize; 5],
    placings: Vec<Placing>,
}

impl Summary {
    /// The share of moves that are graded best or good, from 0 to 1.
    pub fn accuracy(&self) -> f64 {
        (self.grades[0] + self.grades[1]) as f64 / self.moves.max(1) as f64
    }

    /// The share of moves that are among the first places of the ranking, as [`Placing::top`] counts ties.
    pub fn top(&self, places: u32) -> Option<f64> {
        stats::mean(self.placings.iter().map(|placing| placing.top(places)))
    }
}

impl Review {
    /// The figures of all moves, or of one side's.
    pub fn summary(&self, color: Option<Color>) -> Summary {
        let moves: Vec<&Assessment> = self.moves.iter().map(|review| &review.assessment).collect();
        let moves: Vec<&Assessment> =
            moves.into_iter().filter(|mv| color.is_none_or(|color| mv.color == color)).collect();
        let mean = |of: fn(&Assessment) -> Option<f64>| stats::mean(moves.iter().filter_map(|mv| of(mv)));
        Summary {
            moves: moves.len(),
            rank_error: mean(Assessment::rank_error),
            win_rate_loss: mean(Assessment::win_rate_loss),
            points_loss: mean(Assessment::points_loss),
            grades: Grade::ALL.map(|grade| moves.iter().filter(|mv| mv.grade() == grade).count()),
            placings: moves.iter().filter_map(|mv| mv.placing).collect(),
        }
    }

    /// The worst moves, worst first: inaccuracies, mistakes and blunders.
    pub fn worst(&self, count: usize) -> Vec<&MoveReview> {
        let bad = |review: &&MoveReview| review.assessment.grade() >= Grade::Inaccuracy;
        let mut worst: Vec<&MoveReview> = self.moves.iter().filter(bad).collect();
        worst.sort_by(|a, b| {
            let (a, b) = (a.assessment.severity(), b.assessment.severity());
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        worst.truncate(count);
        worst
    }
}
