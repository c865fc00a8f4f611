//! A match in six lines: the block that engine developers paste into pull requests.
//!
//! The form is OpenBench's, which many readers know, with the figures that fastchess and fishtest add.

use std::fmt;

use crate::cross::Forfeits;
use crate::elo::{elo, normalized_elo, superiority};
use crate::interval::{Confidence, Estimate};
use crate::score::{Observed, Pairs, Score};
use crate::sprt::{Sprt, SprtStatus};

/// A match between two players, seen from the first.
///
/// With finished pairs, Elo, superiority and the test use pairs, otherwise single games. Each different game counts
/// once; only the win rate is that of all games.
///
/// ```
/// use stats::{Pairs, Score, Sprt, Summary};
///
/// let summary = Summary {
///     title: "mcts v uct, 9x9, komi 7".to_string(),
///     score: Score { wins: 816, losses: 670, draws: 1328 }.into(),
///     pairs: Pairs([50, 287, 610, 387, 73]),
///     sprt: Some("0,5,0.05,0.05,normalized".parse::<Sprt>()?),
///     ..Summary::default()
/// };
/// assert_eq!(summary.to_string(), "\
/// Match | mcts v uct, 9x9, komi 7
/// Elo   | 18.04 +- 8.23 (95%), nElo 28.19 +- 12.84
/// LOS   | 100.00%
/// LLR   | 2.97 (-2.94, 2.94) <0.00, 5.00>, H1 accepted
/// Games | N: 2814 W: 816 L: 670 D: 1328, 52.6% (50.7% to 54.4%)
/// Pairs | [50, 287, 610, 387, 73]");
/// # Ok::<(), stats::SprtError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The players and the conditions; an empty line is left out.
    pub title: String,
    /// All games, forfeits among them.
    pub score: Observed,
    /// How many of them were forfeits.
    pub forfeits: Forfeits,
    /// The finished pairs of different games; none where games are not played in pairs.
    pub pairs: Pairs,
    /// The test, if the match is one.
    pub sprt: Option<Sprt>,
}

impl Summary {
    /// The difference in Elo, with 95% confidence.
    pub fn elo(&self) -> Estimate {
        match self.paired() {
            Some(pairs) => elo(pairs, Confidence::P95),
            None => elo(&self.score.different, Confidence::P95),
        }
    }

    /// The difference in normalised Elo, with 95% confidence.
    pub fn normalized_elo(&self) -> Estimate {
        match self.paired() {
            Some(pairs) => normalized_elo(pairs, Confidence::P95),
            None => normalized_elo(&self.score.different, Confidence::P95),
        }
    }

    /// The likelihood of superiority.
    pub fn superiority(&self) -> f64 {
        match self.paired() {
            Some(pairs) => superiority(pairs),
            None => superiority(&self.score.different),
        }
    }

    /// How the test stands, if there is one.
    pub fn status(&self) -> Option<SprtStatus> {
        self.sprt.map(|sprt| match self.paired() {
            Some(pairs) => sprt.status(pairs),
            None => sprt.status(&self.score.different),
        })
    }

    fn paired(&self) -> Option<&Pairs> {
        (self.pairs.pairs() > 0).then_some(&self.pairs)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.title.is_empty() {
            writeln!(f, "Match | {}", self.title)?;
        }
        write!(f, "Elo   | {} (95%)", self.elo())?;
        let normalized = self.normalized_elo();
        if normalized.interval.low.is_finite() && normalized.interval.high.is_finite() {
            write!(f, ", nElo {normalized}")?;
        }
        writeln!(f, "\nLOS   | {:.2}%", 100.0 * self.superiority())?;
        if let Some(status) = self.status() {
            writeln!(f, "LLR   | {status}")?;
        }
        let Score { wins, losses, draws } = self.score.all;
        let rate = self.score.win_rate(Confidence::P95).map(|rate| 100.0 * rate);
        write!(f, "Games | N: {} W: {wins} L: {losses} D: {draws}", self.score.games())?;
        write!(f, ", {:.1}% ({:.1}% to {:.1}%)", rate.value, rate.interval.low, rate.interval.high)?;
        if self.score.different != self.score.all {
            write!(f, "; {} different", self.score.different.games())?;
        }
        let Forfeits { won, lost } = self.forfeits;
        if won + lost > 0 {
            write!(f, "; {won} won and {lost} lost by forfeit")?;
        }
        if let Some(Pairs(counts)) = self.paired() {
            write!(f, "\nPairs | {counts:?}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_games_and_a_forfeit() {
        let summary = Summary {
            score: Score { wins: 182, losses: 18, draws: 0 }.into(),
            forfeits: Forfeits { won: 3, lost: 0 },
            ..Summary::default()
        };
        assert_eq!(
            summary.to_string(),
            "\
Elo   | 401.92 +- 83.33 (95%), nElo 497.76 +- 48.15
LOS   | 100.00%
Games | N: 200 W: 182 L: 18 D: 0, 91.0% (86.2% to 94.2%); 3 won and 0 lost by forfeit"
        );
    }

    #[test]
    fn a_clean_sweep_says_what_is_known() {
        let summary = Summary { score: Score { wins: 20, losses: 0, draws: 0 }.into(), ..Summary::default() };
        assert!(summary.to_string().starts_with("Elo   | above 286.61 (95%)\nLOS   | 100.00%\n"), "{summary}");
    }

    /// Twenty games of two players without chance: one that Black wins, with both colours.
    #[test]
    fn repeated_games_are_told_and_make_nothing_surer() {
        let score = |wins, losses| Score { wins, losses, draws: 0 };
        let summary = Summary {
            score: Observed { all: score(10, 10), different: score(1, 1) },
            pairs: Pairs([0, 0, 1, 0, 0]),
            ..Summary::default()
        };
        assert_eq!(
            summary.to_string(),
            "\
Elo   | 0.00 +- 392.52 (95%), nElo 0.00 +- 481.51
LOS   | 50.00%
Games | N: 20 W: 10 L: 10 D: 0, 50.0% (9.5% to 90.5%); 2 different
Pairs | [0, 0, 1, 0, 0]"
        );
    }

    #[test]
    fn before_the_first_game() {
        let summary = Summary { sprt: Some("0,10,0.05,0.05".parse().unwrap()), ..Summary::default() };
        assert_eq!(
            summary.to_string(),
            "\
Elo   | unknown (95%)
LOS   | 50.00%
LLR   | 0.00 (-2.94, 2.94) [0.00, 10.00]
Games | N: 0 W: 0 L: 0 D: 0, 50.0% (0.0% to 100.0%)"
        );
    }
}
