//! The course of a tuning as a picture: each parameter by the number of games.

use plot::{Axis, LineChart, Series};

use super::Run;

impl Run<'_> {
    /// Each parameter as a share of its range, by the number of games.
    pub fn chart(&self) -> LineChart {
        let history = self.history();
        let series = self.space().params().iter().enumerate().map(|(number, tuned)| {
            let points = history.iter().enumerate().map(|(step, shares)| (2.0 * step as f64, shares[number]));
            Series::new(format!("{} ({} to {})", tuned.param.name, tuned.low, tuned.high), points.collect())
        });
        LineChart {
            title: format!("Tuning of {}", crate::report::shown(&self.space().player().to_string())),
            x: Axis::new("games").from(0.0),
            y: Axis::new("share of the range").from(0.0).to(1.0).percent(),
            series: series.collect(),
            ..LineChart::default()
        }
    }
}
