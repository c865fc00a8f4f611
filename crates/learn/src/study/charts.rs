//! The charts of a study: the study plot, the mean error over the game, the distribution of errors over the game (NRM
//! plot), and the accuracy of predicted winners.

use plot::{Axis, Density, LineChart, Panels, Reference, Series};

use super::winners::{MoveRange, PredictionFigures, Predictions};
use super::{Findings, Nrm};

/// The error against the number of positions studied (figure 4.3 of the thesis).
pub fn study_plot(findings: &[Findings]) -> LineChart {
    let series = |findings: &Findings| {
        let points = findings.study_plot().into_iter().map(|(positions, error)| (positions as f64, f64::from(error)));
        Series::new(findings.player.as_str(), points.collect::<Vec<_>>())
    };
    LineChart {
        title: "Study plot".to_string(),
        x: Axis::new("moves studied"),
        y: Axis::new("error").from(0.0),
        series: findings.iter().map(series).collect(),
        references: vec![Reference::new(0.5, "chance")],
        ..LineChart::default()
    }
}

/// The least number of positions for a mean to be drawn.
const ENOUGH: u32 = 20;

/// The mean error at each move of the game.
pub fn error_by_move(findings: &[Findings]) -> LineChart {
    let series = |findings: &Findings| {
        let means = findings.last().map(|pass| pass.studied.by_move()).unwrap_or_default();
        let enough = means.into_iter().enumerate().filter(|(_, (_, positions))| *positions >= ENOUGH);
        let points = enough.map(|(index, (error, _))| (index as f64 + 1.0, error));
        Series::new(findings.player.as_str(), points.collect::<Vec<_>>())
    };
    LineChart {
        title: "Error over the game".to_string(),
        x: Axis::new("move number"),
        y: Axis::new("mean error").from(0.0),
        series: findings.iter().map(series).collect(),
        references: vec![Reference::new(0.5, "chance")],
        ..LineChart::default()
    }
}

/// The number of error bins that are drawn: more make a noisy surface.
const DRAWN: usize = Nrm::ERRORS / 2;

/// The distribution of errors at each stage of the game (figure 4.1 of the thesis); `None` without a position. Rows
/// with less than a twentieth of the positions of the fullest end the plot.
pub fn nrm_plot(findings: &Findings) -> Option<Density> {
    let rows: Vec<Vec<f64>> = findings.last()?.studied.nrm().counts().iter().map(|row| row.to_vec()).collect();
    nrm_density(&findings.player, &rows)
}

/// As [`nrm_plot`], from the rows of [`Nrm::counts`] or of sums of them.
pub fn nrm_density(title: &str, rows: &[Vec<f64>]) -> Option<Density> {
    let positions = |row: &[f64]| row.iter().sum::<f64>();
    let most = rows.iter().map(|row| positions(row)).reduce(f64::max).filter(|&most| most > 0.0)?;
    let is_enough = |row: &&Vec<f64>| 20.0 * positions(row) >= most;
    let bins = |row: &Vec<f64>| row.chunks(row.len().div_ceil(DRAWN).max(1)).map(positions).collect();
    let counts: Vec<Vec<f64>> = rows.iter().take_while(is_enough).map(bins).collect();
    Some(Density {
        title: title.to_string(),
        rows: Axis::new("move number").from(0.0).to((counts.len() * Nrm::MOVES) as f64),
        columns: Axis::new("error").from(0.0).to(1.0),
        counts,
        ..Density::default()
    })
}

/// The share of right predictions and the Brier score, by move number.
pub fn winners(predictions: &[Predictions]) -> Panels {
    let chart = |y: Axis, reference: Reference, figure: fn(&PredictionFigures) -> (f64, Option<f64>)| {
        let series = |predictions: &Predictions| {
            let ranges = predictions.ranges();
            let points = ranges.iter().map(|range| (range.mean_move, figure(&range.figures).0));
            let interval = |range: &MoveRange| {
                let (value, margin) = figure(&range.figures);
                let ends = margin.map(|margin| ((value - margin).max(0.0), (value + margin).min(1.0)));
                let (low, high) = ends.unwrap_or((f64::NAN, f64::NAN));
                (range.mean_move, low, high)
            };
            let band = ranges.iter().map(interval).collect();
            Series { band, marks: true, ..Series::new(predictions.player.as_str(), points.collect()) }
        };
        LineChart {
            x: Axis::new("move number").from(0.0),
            y,
            series: predictions.iter().map(series).collect(),
            references: vec![reference],
            size: (800.0, 320.0),
            ..LineChart::default()
        }
    };
    let right = chart(Axis::new("right").percent(), Reference::new(0.5, "chance"), |it| (it.right, it.right_margin));
    let brier = chart(Axis::new("Brier score").from(0.0), Reference::new(0.25, "one half everywhere"), |it| {
        (it.brier, it.brier_margin)
    });
    Panels { title: "Who will win, by move number, with 95% intervals".to_string(), charts: vec![right, brier] }
}

#[cfg(test)]
mod tests {
    use super::super::Pass;
    use super::*;
    use crate::metric::Placing;

    /// A player that was measured on `games` games of `moves` moves, always with the first rank of two.
    fn findings(games: usize, moves: usize) -> Findings {
        let mut pass = Pass::default();
        for _ in 0..games {
            pass.studied.start_game();
            (1..=moves).for_each(|number| pass.studied.add(number, Placing::among([1.0, 0.0], 1.0)));
        }
        Findings { player: "x".to_string(), passes: vec![pass] }
    }

    #[test]
    fn a_mean_of_few_positions_is_not_drawn() {
        let drawn = |games| error_by_move(&[findings(games, 3)]).series[0].points.clone();
        assert_eq!(drawn(19), []);
        assert_eq!(drawn(20), [(1.0, 0.25), (2.0, 0.25), (3.0, 0.25)]);
    }

    #[test]
    fn the_nrm_plot_counts_pairs_of_bins_and_needs_a_position() {
        let density = nrm_plot(&findings(20, 11)).unwrap();
        assert_eq!((density.counts.len(), density.counts[0].len()), (2, Nrm::ERRORS / 2));
        assert_eq!((density.counts[0][6], density.counts[1][6]), (200.0, 20.0), "errors of 0.25 in moves 1-10 and 11");
        assert!(nrm_plot(&findings(0, 0)).is_none());
    }
}
