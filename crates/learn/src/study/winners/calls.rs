//! What players said of who wins, counted.
//!
//! A position counts as right where the side that won was given more than one half, and half where it was given just
//! that. The Brier score is the mean square of what its win rate was short of 1: 0 for one who knows, 0.25 for one half
//! everywhere.
//!
//! Positions of one game have the same winner and are much alike, so the games are the units ([`stats::cluster_mean`]).
//! Where all games give the same figure there is no spread to go by, and no interval.

use serde::Serialize;
use stats::{Cluster, Confidence, cluster_mean};

/// So many moves make a stretch.
const STRETCH: usize = 20;
/// Moves after this one are in the last stretch, however many there are.
const LAST: usize = 300;

/// What a player said in each position: how likely the side that won the game was to win.
#[derive(Clone, Debug)]
pub struct Calls {
    /// The player, as its specification has it.
    pub player: String,
    games: Vec<Vec<Call>>,
}

#[derive(Clone, Copy, Debug)]
struct Call {
    /// The number of the move that was to be made, from 1.
    number: u16,
    /// The win rate of who won.
    rate: f32,
}

/// How well winners were told in some positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// How many positions there were.
    pub positions: usize,
    /// How many games they come from.
    pub games: usize,
    /// The share of them in which the winner was told right.
    pub right: f64,
    /// How far the share may be off to either side, with 95% confidence; nothing where no two games differ.
    pub right_margin: Option<f64>,
    /// The Brier score.
    pub brier: f64,
    /// How far it may be off.
    pub brier_margin: Option<f64>,
}

/// The figures of a stretch of moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Stretch {
    /// Its first move.
    pub from: usize,
    /// Its last move; nothing for the last stretch, which is open.
    pub to: Option<usize>,
    /// The mean number of its moves.
    pub mean_move: f64,
    /// The figures.
    #[serde(flatten)]
    pub figures: Figures,
}

/// The figures of a player, as an object of JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The player.
    pub player: String,
    /// Of all positions.
    #[serde(flatten)]
    pub all: Figures,
    /// Of each stretch of moves in which there were some.
    pub moves: Vec<Stretch>,
}

impl Calls {
    /// A player who was not asked yet.
    pub(super) fn new(player: String) -> Calls {
        Calls { player, games: Vec::new() }
    }

    /// Another game begins.
    pub(super) fn begin_game(&mut self) {
        self.games.push(Vec::new());
    }

    /// Before the move of that number, from 1, the side that was to win had that win rate.
    pub(super) fn add(&mut self, number: usize, rate: f32) {
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        if let Some(game) = self.games.last_mut() {
            game.push(Call { number, rate });
        }
    }

    /// How many games have a position.
    pub fn games(&self) -> usize {
        self.games.iter().filter(|game| !game.is_empty()).count()
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// The figures of all positions; nothing without one.
    pub fn all(&self) -> Option<Figures> {
        self.figures(|_| true)
    }

    /// The figures of each stretch of moves in which there is a position.
    pub fn stretches(&self) -> Vec<Stretch> {
        let stretch = |from: usize| {
            let to = (from <= LAST).then_some(from + STRETCH - 1);
            let within = |number: usize| number >= from && to.is_none_or(|to| number <= to);
            let figures = self.figures(within)?;
            let numbers = self.games.iter().flatten().map(|call| usize::from(call.number));
            let sum: usize = numbers.filter(|&number| within(number)).sum();
            Some(Stretch { from, to, mean_move: sum as f64 / figures.positions as f64, figures })
        };
        (1..=LAST + 1).step_by(STRETCH).filter_map(stretch).collect()
    }

    /// All of it; nothing without a position.
    pub fn summary(&self) -> Option<Summary> {
        Some(Summary { player: self.player.clone(), all: self.all()?, moves: self.stretches() })
    }

    fn figures(&self, within: impl Fn(usize) -> bool) -> Option<Figures> {
        let in_game = |game: &Vec<Call>| {
            let calls = || game.iter().filter(|call| within(usize::from(call.number)));
            let sum = |worth: fn(&Call) -> f64| calls().map(worth).sum::<f64>();
            (calls().count(), [sum(Call::right), sum(Call::brier)])
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
        Some(Figures { positions, games: games.len(), right, right_margin, brier, brier_margin })
    }
}

impl Call {
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

/// The mean over the positions of all games and its 95% margin; no margin where no two games differ. Both figures lie
/// between 0 and 1, so that the margin is at most 1.
fn mean_with_margin(games: &[Cluster]) -> Option<(f64, Option<f64>)> {
    let estimate = cluster_mean(games, Confidence::P95)?;
    let margin = Some(estimate.error()).filter(|&margin| margin > 0.0 && margin.is_finite());
    Some((estimate.value, margin.map(|margin| margin.min(1.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(games: &[&[(usize, f32)]]) -> Calls {
        let mut calls = Calls::new("x".to_string());
        for game in games {
            calls.begin_game();
            game.iter().for_each(|&(number, rate)| calls.add(number, rate));
        }
        calls
    }

    #[test]
    fn one_half_counts_half() {
        let figures = calls(&[&[(1, 0.5), (2, 0.75)], &[(3, 0.25), (4, 0.5)]]).all().unwrap();
        assert_eq!((figures.positions, figures.games, figures.right), (4, 2, 0.5));
        assert_eq!(figures.brier, (0.25 + 0.0625 + 0.5625 + 0.25) / 4.0);
    }

    #[test]
    fn stretches_have_twenty_moves_and_the_last_is_open() {
        let calls = calls(&[&[(1, 1.0), (20, 0.0), (21, 1.0), (300, 1.0)], &[(301, 0.0), (400, 1.0), (99_999, 1.0)]]);
        let stretches: Vec<_> =
            calls.stretches().iter().map(|row| (row.from, row.to, row.figures.positions, row.figures.right)).collect();
        let expected =
            [(1, Some(20), 2, 0.5), (21, Some(40), 1, 1.0), (281, Some(300), 1, 1.0), (301, None, 3, 2.0 / 3.0)];
        assert_eq!(stretches, expected, "those without a position are left out");
        assert_eq!(calls.stretches()[0].mean_move, 10.5);
    }

    #[test]
    fn the_stretches_add_up_to_all() {
        let rate = |n: usize| (n * 37 % 101) as f32 / 100.0;
        let games: Vec<Vec<(usize, f32)>> =
            (0..30).map(|game| (game..340 - game).step_by(7).map(|n| (n + 1, rate(n + game))).collect()).collect();
        let calls = calls(&games.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let (all, rows) = (calls.all().unwrap(), calls.stretches());
        let sum = |of: fn(&Figures) -> f64| {
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
        let figures = calls(&[right, right, half, half]).all().unwrap();
        assert!((figures.right_margin.unwrap() - 3.182 * 0.288675 / 2.0).abs() < 1e-4, "{figures:?}");
    }

    #[test]
    fn more_positions_of_the_same_games_are_no_surer() {
        let games = |each: usize| -> Vec<Vec<(usize, f32)>> {
            (0..10).map(|game| vec![(game + 1, if game < 6 { 0.9 } else { 0.1 }); each]).collect()
        };
        let margin = |games: Vec<Vec<(usize, f32)>>| {
            calls(&games.iter().map(Vec::as_slice).collect::<Vec<_>>()).all().and_then(|all| all.right_margin).unwrap()
        };
        assert!((margin(games(1)) - margin(games(25))).abs() < 1e-12);
    }

    #[test]
    fn where_games_do_not_differ_there_is_no_interval() {
        let figures = calls(&[&[(1, 0.9), (2, 0.8)], &[(1, 0.7)], &[(1, 0.9), (2, 0.9)]]).all().unwrap();
        assert_eq!((figures.right, figures.right_margin), (1.0, None));
        assert!(figures.brier_margin.is_some_and(|margin| margin > 0.0), "{figures:?}");
    }

    #[test]
    fn a_single_game_has_no_interval() {
        let figures = calls(&[&[(1, 0.9), (2, 0.1)], &[]]).all().unwrap();
        assert_eq!((figures.games, figures.right, figures.right_margin, figures.brier_margin), (1, 0.5, None, None));
        assert_eq!(calls(&[&[]]).all(), None);
    }

    #[test]
    fn the_summary_has_the_names_that_scripts_rely_on() {
        let summary = serde_json::to_value(calls(&[&[(1, 0.75), (30, 0.75)], &[(2, 0.25)]]).summary()).unwrap();
        assert_eq!((&summary["player"], &summary["positions"], &summary["games"]), (&"x".into(), &3.into(), &2.into()));
        assert_eq!((&summary["moves"][1]["from"], &summary["moves"][1]["to"]), (&21.into(), &40.into()));
        assert_eq!((&summary["moves"][1]["brier"], &summary["moves"][1]["right_margin"]), (&0.0625.into(), &().into()));
        assert!(summary["right"].is_f64() && summary["right_margin"].is_f64() && summary["brier_margin"].is_f64());
    }
}
