//! Predicted win rates, compared with the results of the games.
//!
//! A prediction is right if the win rate of the winner is above one half; exactly one half counts as half right. The
//! Brier score is the mean square of one minus that win rate: 0 for perfect predictions, 0.25 for one half everywhere.
//!
//! Positions of one game share the winner and resemble each other, so confidence intervals treat games as clusters
//! ([`stats::cluster_mean`]). If all games have the same mean there is no interval.

use serde::Serialize;
use stats::{Cluster, Confidence, cluster_mean};

/// The number of moves in a range.
const RANGE: usize = 20;
/// The last range has all moves after this one.
const LAST: usize = 300;

/// The predictions of a player: in each position, its win rate for the side that won the game.
#[derive(Clone, Debug)]
pub struct Predictions {
    /// The specification of the player.
    pub player: String,
    games: Vec<Vec<Prediction>>,
}

#[derive(Clone, Copy, Debug)]
struct Prediction {
    /// The number of the next move, from 1.
    number: u16,
    /// The win rate of the winner.
    rate: f32,
}

/// The figures of a set of predictions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PredictionFigures {
    /// The number of positions.
    pub positions: usize,
    /// The number of games that they come from.
    pub games: usize,
    /// The share of right predictions.
    pub right: f64,
    /// The margin of its 95% interval; `None` if no two games differ.
    pub right_margin: Option<f64>,
    /// The Brier score.
    pub brier: f64,
    /// The margin of its 95% interval; `None` if no two games differ.
    pub brier_margin: Option<f64>,
}

/// The figures of a range of moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveRange {
    /// The first move.
    pub from: usize,
    /// The last move; `None` for the last range, which is open.
    pub to: Option<usize>,
    /// The mean move number of its positions.
    pub mean_move: f64,
    /// The figures.
    #[serde(flatten)]
    pub figures: PredictionFigures,
}

/// The figures of a player as a JSON object.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PredictionSummary {
    /// The player.
    pub player: String,
    /// All positions.
    #[serde(flatten)]
    pub all: PredictionFigures,
    /// The ranges of moves that have positions.
    pub moves: Vec<MoveRange>,
}

impl Predictions {
    /// No predictions yet.
    pub(super) fn new(player: String) -> Predictions {
        Predictions { player, games: Vec::new() }
    }

    /// Starts another game.
    pub(super) fn start_game(&mut self) {
        self.games.push(Vec::new());
    }

    /// Adds the win rate of the winner before the move of that number, from 1.
    pub(super) fn add(&mut self, number: usize, rate: f32) {
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        if let Some(game) = self.games.last_mut() {
            game.push(Prediction { number, rate });
        }
    }

    /// The number of games with a position.
    pub fn games(&self) -> usize {
        self.games.iter().filter(|game| !game.is_empty()).count()
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// The figures of all positions; `None` without one.
    pub fn all(&self) -> Option<PredictionFigures> {
        self.figures(|_| true)
    }

    /// The figures of each range of moves that has a position.
    pub fn ranges(&self) -> Vec<MoveRange> {
        let range = |from: usize| {
            let to = (from <= LAST).then_some(from + RANGE - 1);
            let within = |number: usize| number >= from && to.is_none_or(|to| number <= to);
            let figures = self.figures(within)?;
            let numbers = self.games.iter().flatten().map(|prediction| usize::from(prediction.number));
            let sum: usize = numbers.filter(|&number| within(number)).sum();
            Some(MoveRange { from, to, mean_move: sum as f64 / figures.positions as f64, figures })
        };
        (1..=LAST + 1).step_by(RANGE).filter_map(range).collect()
    }

    /// The summary; `None` without a position.
    pub fn summary(&self) -> Option<PredictionSummary> {
        Some(PredictionSummary { player: self.player.clone(), all: self.all()?, moves: self.ranges() })
    }

    fn figures(&self, within: impl Fn(usize) -> bool) -> Option<PredictionFigures> {
        let in_game = |game: &Vec<Prediction>| {
            let chosen = || game.iter().filter(|prediction| within(usize::from(prediction.number)));
            let sum = |score: fn(&Prediction) -> f64| chosen().map(score).sum::<f64>();
            (chosen().count(), [sum(Prediction::right), sum(Prediction::brier)])
        };
        let games: Vec<(usize, [f64; 2])> = self.games.iter().map(in_game).filter(|&(count, _)| count > 0).collect();
        let positions: usize = games.iter().map(|&(count, _)| count).sum();
        if positions == 0 {
            return None;
        }
        let clusters = |which: usize| -> Vec<Cluster> {
            games.iter().map(|&(count, sums)| Cluster { count: count as f64, sum: sums[which] }).collect()
        };
        let (right, right_margin) = mean_with_margin(&clusters(0))?;
        let (brier, brier_margin) = mean_with_margin(&clusters(1))?;
        Some(PredictionFigures { positions, games: games.len(), right, right_margin, brier, brier_margin })
    }
}

impl Prediction {
    fn right(&self) -> f64 {
        match self.rate {
            rate if rate > 0.5 => 1.0,
            rate if rate < 0.5 => 0.0,
            _ => 0.5,
        }
    }

    fn brier(&self) -> f64 {
        (1.0 - f64::from(self.rate)).powi(2)
    }
}

/// The mean over the positions of all games and the margin of its 95% interval, if any two games differ. All values are
/// between 0 and 1, so the margin is at most 1.
fn mean_with_margin(games: &[Cluster]) -> Option<(f64, Option<f64>)> {
    let estimate = cluster_mean(games, Confidence::P95)?;
    let margin = Some(estimate.error()).filter(|&margin| margin > 0.0 && margin.is_finite());
    Some((estimate.value, margin.map(|margin| margin.min(1.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predictions(games: &[&[(usize, f32)]]) -> Predictions {
        let mut predictions = Predictions::new("x".to_string());
        for game in games {
            predictions.start_game();
            game.iter().for_each(|&(number, rate)| predictions.add(number, rate));
        }
        predictions
    }

    #[test]
    fn one_half_counts_half() {
        let figures = predictions(&[&[(1, 0.5), (2, 0.75)], &[(3, 0.25), (4, 0.5)]]).all().unwrap();
        assert_eq!((figures.positions, figures.games, figures.right), (4, 2, 0.5));
        assert_eq!(figures.brier, (0.25 + 0.0625 + 0.5625 + 0.25) / 4.0);
    }

    #[test]
    fn ranges_have_twenty_moves_and_the_last_is_open() {
        let predictions =
            predictions(&[&[(1, 1.0), (20, 0.0), (21, 1.0), (300, 1.0)], &[(301, 0.0), (400, 1.0), (99_999, 1.0)]]);
        let ranges: Vec<_> = predictions
            .ranges()
            .iter()
            .map(|row| (row.from, row.to, row.figures.positions, row.figures.right))
            .collect();
        let expected =
            [(1, Some(20), 2, 0.5), (21, Some(40), 1, 1.0), (281, Some(300), 1, 1.0), (301, None, 3, 2.0 / 3.0)];
        assert_eq!(ranges, expected, "ranges without a position are left out");
        assert_eq!(predictions.ranges()[0].mean_move, 10.5);
    }

    #[test]
    fn the_ranges_add_up_to_all() {
        let rate = |n: usize| (n * 37 % 101) as f32 / 100.0;
        let games: Vec<Vec<(usize, f32)>> =
            (0..30).map(|game| (game..340 - game).step_by(7).map(|n| (n + 1, rate(n + game))).collect()).collect();
        let predictions = predictions(&games.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let (all, rows) = (predictions.all().unwrap(), predictions.ranges());
        let sum = |of: fn(&PredictionFigures) -> f64| {
            rows.iter().map(|row| row.figures.positions as f64 * of(&row.figures)).sum::<f64>() / all.positions as f64
        };
        assert_eq!(rows.iter().map(|row| row.figures.positions).sum::<usize>(), all.positions);
        assert!((sum(|figures| figures.right) - all.right).abs() < 1e-12);
        assert!((sum(|figures| figures.brier) - all.brier).abs() < 1e-12);
    }

    #[test]
    fn games_of_one_length_have_the_interval_of_the_mean_over_games() {
        // Shares of 1, 1, 0.5 and 0.5: a standard deviation of 0.288675, of the mean half of that, times 3.182.
        let right: &[(usize, f32)] = &[(1, 0.9), (11, 0.8)];
        let half: &[(usize, f32)] = &[(1, 0.9), (11, 0.2)];
        let figures = predictions(&[right, right, half, half]).all().unwrap();
        assert!((figures.right_margin.unwrap() - 3.182 * 0.288675 / 2.0).abs() < 1e-4, "{figures:?}");
    }

    #[test]
    fn more_positions_of_the_same_games_do_not_narrow_the_interval() {
        let games = |each: usize| -> Vec<Vec<(usize, f32)>> {
            (0..10).map(|game| vec![(game + 1, if game < 6 { 0.9 } else { 0.1 }); each]).collect()
        };
        let margin = |games: Vec<Vec<(usize, f32)>>| {
            predictions(&games.iter().map(Vec::as_slice).collect::<Vec<_>>())
                .all()
                .and_then(|all| all.right_margin)
                .unwrap()
        };
        assert!((margin(games(1)) - margin(games(25))).abs() < 1e-12);
    }

    #[test]
    fn without_a_difference_between_games_there_is_no_interval() {
        let figures = predictions(&[&[(1, 0.9), (2, 0.8)], &[(1, 0.7)], &[(1, 0.9), (2, 0.9)]]).all().unwrap();
        assert_eq!((figures.right, figures.right_margin), (1.0, None));
        assert!(figures.brier_margin.is_some_and(|margin| margin > 0.0), "{figures:?}");
    }

    #[test]
    fn a_single_game_has_no_interval() {
        let figures = predictions(&[&[(1, 0.9), (2, 0.1)], &[]]).all().unwrap();
        assert_eq!((figures.games, figures.right, figures.right_margin, figures.brier_margin), (1, 0.5, None, None));
        assert_eq!(predictions(&[&[]]).all(), None);
    }

    #[test]
    fn the_summary_has_the_names_that_scripts_rely_on() {
        let summary = serde_json::to_value(predictions(&[&[(1, 0.75), (30, 0.75)], &[(2, 0.25)]]).summary()).unwrap();
        assert_eq!((&summary["player"], &summary["positions"], &summary["games"]), (&"x".into(), &3.into(), &2.into()));
        assert_eq!((&summary["moves"][1]["from"], &summary["moves"][1]["to"]), (&21.into(), &40.into()));
        assert_eq!((&summary["moves"][1]["brier"], &summary["moves"][1]["right_margin"]), (&0.0625.into(), &().into()));
        assert!(summary["right"].is_f64() && summary["right_margin"].is_f64() && summary["brier_margin"].is_f64());
    }
}
