//! The course of a reviewed game as a picture: Black's win rate and lead, and what each move lost.

use goban::Color;
use plot::{Axis, Line, LineChart, Panels, Series};

use super::{Assessment, Change, MoveReview, Review};

impl Review {
    /// A chart for each measure that the review has, one below the other, as SVG.
    pub fn chart(&self, title: &str) -> String {
        let lead = self.course(|mv| mv.lead, |lead| -lead);
        let rate = self.course(|mv| mv.win_rate, |rate| 1.0 - rate);
        let number = |review: Option<&MoveReview>| review.map_or(1, |review| review.number) as f64;
        let x = Axis::new("move").from(number(self.moves.first()) - 1.0).to(number(self.moves.last()));
        let panel = |y: Axis, series: Vec<Series>| {
            let chart = LineChart { x: x.clone(), y, series, size: (800.0, 220.0), ..LineChart::default() };
            (!chart.series.is_empty()).then_some(chart)
        };
        let charts = [
            panel(Axis::new("Black's lead"), lead),
            panel(Axis::new("Black's win rate").from(0.0).to(1.0).percent(), rate),
            panel(Axis::new("points lost").from(0.0), self.losses(Assessment::points_loss)),
            panel(Axis::new("rank error").from(0.0).to(1.0), self.losses(Assessment::rank_error)),
        ];
        Panels { title: title.to_string(), charts: charts.into_iter().flatten().collect() }.svg()
    }

    /// A value of the positions from Black's view: before each move, and after the last.
    fn course(&self, value: fn(&Assessment) -> Option<Change>, flip: fn(f32) -> f32) -> Vec<Series> {
        let mut points = Vec::new();
        for review in &self.moves {
            let Some(change) = value(&review.assessment) else { continue };
            let black = |value| f64::from(if review.assessment.color == Color::Black { value } else { flip(value) });
            // The value after the move is the one before the next.
            if points.last().is_none_or(|&(x, _)| x + 1.0 < review.number as f64) {
                points.push((review.number as f64 - 1.0, black(change.before)));
            }
            points.push((review.number as f64, black(change.after)));
        }
        if points.is_empty() { Vec::new() } else { vec![Series::new("", points)] }
    }

    /// A measure of each side's moves.
    fn losses(&self, value: fn(&Assessment) -> Option<f64>) -> Vec<Series> {
        let side = |(color, name): (Color, &str)| {
            let moves = self.moves.iter().filter(|review| review.assessment.color == color);
            let points = moves.filter_map(|review| Some((review.number as f64, value(&review.assessment)?)));
            Series { line: Line::None, marks: true, ..Series::new(name, points.collect()) }
        };
        let sides = [(Color::Black, "Black"), (Color::White, "White")].map(side);
        sides.into_iter().filter(|series| !series.points.is_empty()).collect()
    }
}
