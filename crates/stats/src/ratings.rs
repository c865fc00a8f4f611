//! Ratings: the Elo of every player, fitted to all games of a table at once.
//!
//! The model is Bradley and Terry's (1952): each player has a strength, and the expected result of a game is the
//! logistic function of the difference. The ratings are the likeliest ones, under which every player is expected to
//! score just the points that it has scored.
//!
//! A draw counts as half a win and half a loss, as in Ordo. Models with a separate probability of draws (Davidson; Rao
//! and Kupper, as in Bayeselo) measure the difference by the odds of winning to losing instead, so that players who
//! draw much would be rated further apart than their win rate says, and a tournament of two would not have the Elo of
//! their match. But draws leave less to chance, and error bars allow for that: where H is the Hessian of the negative
//! log-likelihood, the covariance is H⁻¹(H - Q)H⁻¹, with Q the variance that draws take away (for half points, a
//! quarter of the share of draws). Without draws this is the usual H⁻¹.
//!
//! A game that repeats another one counts once with it ([`Observed`](crate::Observed)).
//!
//! A player that has lost all of its games would be infinitely weak. So every player has some virtual draws, one by
//! default, with the opponents that it met (as in Bayeselo). Players who have not met, not even through others, cannot
//! be compared; they fall into groups, each with its own zero.

mod groups;
mod likelihood;
mod matrix;

use std::f64::consts::LN_10;

use thiserror::Error;

use crate::cross::CrossTable;
use crate::interval::{Confidence, Estimate, Interval};
use crate::normal;
use crate::score::Score;
use likelihood::Encounters;

/// Elo in a natural unit of strength.
const ELO: f64 = 400.0 / LN_10;

/// How ratings are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingSettings {
    /// Imagined draws of each player: 0 for none, otherwise between 0.001 and 1000.
    pub prior: f64,
    /// A player whose rating is given. Without one, the mean rating is 0.
    pub anchor: Option<Anchor>,
    /// Whether forfeits count like played games.
    pub forfeits: bool,
}

impl Default for RatingSettings {
    fn default() -> RatingSettings {
        RatingSettings { prior: 1.0, anchor: None, forfeits: false }
    }
}

/// A player whose rating is given, and to which all others are relative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// Its number in the table.
    pub player: usize,
    /// Its rating.
    pub elo: f64,
}

/// Why ratings cannot be computed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RatingsError {
    /// Some players have won everything against the rest.
    #[error("{} never lost a point to the others and would be rated infinitely higher; use a prior", names.join(", "))]
    Unbounded {
        /// Their names.
        names: Vec<String>,
    },
    /// The anchor is not a player.
    #[error("the anchor is player {player}, but the table's {players} players are numbered from 0; name one of them")]
    Anchor {
        /// The number given.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// The anchor's rating is not a number.
    #[error("the anchor's rating is {0}; give a number")]
    AnchorElo(f64),
    /// The prior is not a number of games.
    #[error("{0} virtual draws are not a prior; give 0, or from 0.001 to 1000")]
    Prior(f64),
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Its number in the table.
    pub player: usize,
    /// Its group: players in different groups cannot be compared.
    pub group: usize,
    /// The rating, relative to the anchor or to the mean of its group.
    pub elo: f64,
    /// Its standard deviation: 0 for the anchor, infinite for a player without games.
    pub deviation: f64,
    /// The games that the rating comes from.
    pub score: Score,
}

impl Rating {
    /// The rating with its error bars, relative to the anchor or to the mean of its group.
    pub fn estimate(&self, confidence: Confidence) -> Estimate {
        estimate(self.elo, self.deviation, confidence)
    }
}

fn estimate(value: f64, deviation: f64, confidence: Confidence) -> Estimate {
    let error = confidence.deviations() * deviation;
    Estimate { value, interval: Interval { low: value - error, high: value + error } }
}

/// The ratings of all players of a table.
///
/// ```
/// use stats::{Anchor, Cell, Confidence, CrossTable, RatingSettings, Ratings, Score};
///
/// let mut table = CrossTable::new();
/// let (gnugo, mcts) = (table.player("gtp:gnugo"), table.player("mcts"));
/// table.add(mcts, gnugo, Cell { played: Score { wins: 182, losses: 18, draws: 0 }.into(), ..Cell::default() });
/// let anchor = Some(Anchor { player: gnugo, elo: 1800.0 });
/// let ratings = Ratings::fit(&table, &RatingSettings { anchor, ..RatingSettings::default() })?;
/// let best = ratings.ranked()[0];
/// assert_eq!(best.player, mcts);
/// assert_eq!(best.estimate(Confidence::P95).to_string(), "2197.64 +- 83.08");
/// # Ok::<(), stats::RatingsError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    ratings: Vec<Rating>,
    groups: Vec<Vec<usize>>,
    /// Row by row, in Elo squared; zero between groups.
    covariance: Vec<f64>,
}

impl Ratings {
    /// The likeliest ratings.
    ///
    /// # Errors
    ///
    /// If the settings make no sense, or if without a prior some rating would be infinite.
    pub fn fit(table: &CrossTable, settings: &RatingSettings) -> Result<Ratings, RatingsError> {
        check(table, settings)?;
        let encounters = Encounters::of(table, settings);
        let groups = groups::connected(&encounters);
        let players = table.players();
        let mut fitted =
            Ratings { ratings: Vec::with_capacity(players), groups, covariance: vec![0.0; players * players] };
        for group in 0..fitted.groups.len() {
            fitted.fit_group(table, settings, &encounters, group)?;
        }
        fitted.ratings.sort_by_key(|rating| rating.player);
        Ok(fitted)
    }

    fn fit_group(
        &mut self,
        table: &CrossTable,
        settings: &RatingSettings,
        encounters: &Encounters,
        group: usize,
    ) -> Result<(), RatingsError> {
        let members = self.groups[group].clone();
        if let Some(unbeaten) = groups::unbeaten(encounters, &members) {
            let names = unbeaten.into_iter().map(|player| table.names()[player].clone()).collect();
            return Err(RatingsError::Unbounded { names });
        }
        let anchor = settings.anchor.filter(|anchor| members.contains(&anchor.player));
        let reference = anchor.and_then(|anchor| members.iter().position(|&member| member == anchor.player));
        let fit = likelihood::fit(&encounters.among(&members), reference);
        let zero = anchor.map_or(0.0, |anchor| anchor.elo);
        for (i, &player) in members.iter().enumerate() {
            for (j, &other) in members.iter().enumerate() {
                self.covariance[player * table.players() + other] = ELO * ELO * fit.covariance.at(i, j);
            }
            let known = members.len() > 1 || anchor.is_some();
            let deviation = if known { ELO * fit.covariance.at(i, i).max(0.0).sqrt() } else { f64::INFINITY };
            let score = encounters.score(player);
            self.ratings.push(Rating { player, group, elo: zero + ELO * fit.strengths[i], deviation, score });
        }
        Ok(())
    }

    /// All ratings, by the players' numbers in the table.
    pub fn all(&self) -> &[Rating] {
        &self.ratings
    }

    /// All ratings, group by group, the highest first.
    pub fn ranked(&self) -> Vec<&Rating> {
        let mut ranked: Vec<&Rating> = self.ratings.iter().collect();
        ranked.sort_by(|a, b| a.group.cmp(&b.group).then(b.elo.total_cmp(&a.elo)));
        ranked
    }

    /// The groups of players who can be compared, the largest first. Reports mention more than one group.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The covariance of two players' ratings, in Elo squared; 0 where they cannot be compared.
    pub fn covariance(&self, one: usize, other: usize) -> f64 {
        let players = self.ratings.len();
        if one < players && other < players { self.covariance[one * players + other] } else { 0.0 }
    }

    /// How much higher the one is rated than the other, surer than the two ratings by themselves; nothing where they
    /// cannot be compared.
    pub fn difference(&self, one: usize, other: usize, confidence: Confidence) -> Option<Estimate> {
        let (value, deviation) = self.apart(one, other)?;
        Some(estimate(value, deviation, confidence))
    }

    /// The likelihood that the one is stronger than the other; nothing where they cannot be compared.
    pub fn superiority(&self, one: usize, other: usize) -> Option<f64> {
        let (value, deviation) = self.apart(one, other)?;
        Some(if value == 0.0 { 0.5 } else { normal::cdf(value / deviation) })
    }

    /// The difference and its standard deviation.
    fn apart(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let (a, b) = (self.ratings.get(one)?, self.ratings.get(other)?);
        if a.group != b.group {
            return None;
        }
        let variance = self.covariance(one, one) + self.covariance(other, other) - 2.0 * self.covariance(one, other);
        Some((a.elo - b.elo, variance.max(0.0).sqrt()))
    }
}

fn check(table: &CrossTable, settings: &RatingSettings) -> Result<(), RatingsError> {
    if settings.prior != 0.0 && !(0.001..=1000.0).contains(&settings.prior) {
        return Err(RatingsError::Prior(settings.prior));
    }
    match settings.anchor {
        Some(Anchor { player, .. }) if player >= table.players() => {
            Err(RatingsError::Anchor { player, players: table.players() })
        }
        Some(Anchor { elo, .. }) if !elo.is_finite() => Err(RatingsError::AnchorElo(elo)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
