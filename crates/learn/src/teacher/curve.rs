//! Learning curves: a bounded number of points, however long the lesson.

use plot::{Axis, LineChart, Series};

use super::{Measure, Taught};

/// A curve that drops every second point whenever it grows too long.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    points: Vec<(f64, f64)>,
    /// One point of this many is kept.
    every: u64,
    pushed: u64,
}

/// The most points of a curve.
const MAX_POINTS: usize = 400;

impl Default for Curve {
    fn default() -> Curve {
        Curve { points: Vec::new(), every: 1, pushed: 0 }
    }
}

impl Curve {
    /// Adds a point.
    pub fn push(&mut self, point: (f64, f64)) {
        self.pushed += 1;
        if self.pushed.is_multiple_of(self.every) {
            self.points.push(point);
        }
        if self.points.len() > MAX_POINTS {
            self.every *= 2;
            let mut keep = false;
            self.points.retain(|_| {
                keep = !keep;
                keep
            });
        }
    }

    /// The points.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }
}

impl FromIterator<(f64, f64)> for Curve {
    fn from_iter<I: IntoIterator<Item = (f64, f64)>>(points: I) -> Curve {
        let mut curve = Curve::default();
        points.into_iter().for_each(|point| curve.push(point));
        curve
    }
}

/// The learning curves of a lesson as a chart.
pub fn chart(measure: Measure, taught: &Taught) -> LineChart {
    let (title, x, y, percent) = match measure {
        Measure::RankError => ("Error before learning", "games", "normalised rank of the move played", false),
        Measure::Loss => ("Loss before learning", "games", "-ln p of the move played", false),
        Measure::Fitness => ("Fitness by generation", "generation", "share of variance explained", true),
        Measure::Strength => ("Strength", "games", "share of games won", true),
    };
    let y = Axis::new(y);
    let series = taught.curves.iter().map(|(name, curve)| Series::new(*name, curve.points().to_vec()));
    LineChart {
        title: title.to_string(),
        x: Axis::new(x),
        y: if percent { y.percent() } else { y },
        series: series.collect(),
        ..LineChart::default()
    }
}
