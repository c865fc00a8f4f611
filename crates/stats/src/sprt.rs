//! The sequential probability ratio test: play until it is decided, and no longer.
//!
//! Two hypotheses are given, that the first player is `elo0` or `elo1` points stronger than the second. After each game
//! or pair of games the log-likelihood ratio (LLR) shows which of them the results favour; when it leaves its bounds
//! the test is over. The bounds are Wald's (1945): a player of `elo0` is accepted with a chance of about `alpha`, one
//! of `elo1` rejected with a chance of about `beta`. The ratio is the generalised one over all distributions of results
//! that the hypotheses allow (`multinomial`), for pairs of games the pentanomial model of fishtest.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::elo::{NORMALIZED, rate_of_elo};
use crate::interval::Interval;
use crate::multinomial::Shares;
use crate::score::Sample;

/// What the two hypotheses are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Elo as it is read off the win rate.
    #[default]
    Logistic,
    /// Elo in units of the spread of a game's result, as fishtest has it: a test takes about as many games for any
    /// share of draws.
    Normalized,
}

/// A test. It is written `elo0,elo1,alpha,beta`, with `,normalized` appended for normalised Elo.
///
/// ```
/// use stats::{Pairs, Sprt, SprtDecision};
///
/// let sprt: Sprt = "0,10,0.05,0.05".parse()?;
/// let status = sprt.status(&Pairs([8, 3, 110, 5, 24]));
/// assert_eq!(status.to_string(), "1.92 (-2.94, 2.94) [0.00, 10.00]");
/// assert_eq!(status.decision, SprtDecision::Undecided);
/// # Ok::<(), stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Why a test is invalid.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("a test of {elo0} against {elo1} Elo decides nothing; the first must be less than the second")]
    Order {
        /// The first hypothesis.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// A hypothesis is out of reach.
    #[error("{0} Elo is out of reach for a test; give hypotheses between -{LARGEST} and {LARGEST}")]
    Elo(f64),
    /// An error rate is not one.
    #[error("{0} is not an error rate; give alpha and beta between 0 and 1, and less than 1 together")]
    Rate(f64),
    /// A text that names no test.
    #[error("'{0}' is not a test; write it as elo0,elo1,alpha,beta, such as 0,10,0.05,0.05")]
    Text(String),
}

/// Beyond this a win rate cannot be distinguished from 0 or 1 with any precision.
const LARGEST: f64 = 3000.0;

impl Sprt {
    /// A test of `elo0` against `elo1`, with the chances to accept a player of `elo0` and to reject one of `elo1`.
    ///
    /// # Errors
    ///
    /// If the hypotheses are out of order or out of range, or an error rate is not a probability.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        for elo in [elo0, elo1] {
            if elo.is_nan() || elo.abs() > LARGEST {
                return Err(SprtError::Elo(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 1.0) {
                return Err(SprtError::Rate(rate));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Rate(alpha.max(beta)));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The hypotheses, `elo0` and `elo1`.
    pub fn hypotheses(&self) -> Interval {
        Interval { low: self.elo0, high: self.elo1 }
    }

    /// The chance to accept a player of `elo0`.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The chance to reject a player of `elo1`.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// What the hypotheses are measured in.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The bounds of the log-likelihood ratio: at the lower one `elo0` is accepted, at the upper one `elo1`.
    pub fn bounds(&self) -> Interval {
        Interval { low: (self.beta / (1.0 - self.alpha)).ln(), high: ((1.0 - self.beta) / self.alpha).ln() }
    }

    /// The log-likelihood ratio of the results: of [`Pairs`](crate::Pairs), or of a [`Score`](crate::Score) where games
    /// are not played in pairs. 0 without results.
    pub fn llr<const N: usize>(&self, sample: &impl Sample<N>) -> f64 {
        let Some(shares) = Shares::of(sample) else { return 0.0 };
        match self.model {
            EloModel::Logistic => shares.mean_ratio(rate_of_elo(self.elo0), rate_of_elo(self.elo1)),
            EloModel::Normalized => {
                // The mean of n games is √n times as many of its own deviations above one half as a single game.
                let games_each = (N - 1) as f64 / 2.0;
                let deviations = |elo: f64| elo / NORMALIZED * games_each.sqrt();
                shares.deviations_ratio(deviations(self.elo0), deviations(self.elo1))
            }
        }
    }

    /// How the test stands after these results.
    pub fn status<const N: usize>(&self, sample: &impl Sample<N>) -> SprtStatus {
        let (llr, bounds) = (self.llr(sample), self.bounds());
        let decision = if llr >= bounds.high {
            SprtDecision::H1
        } else if llr <= bounds.low {
            SprtDecision::H0
        } else {
            SprtDecision::Undecided
        };
        SprtStatus { llr, bounds, hypotheses: self.hypotheses(), model: self.model, decision }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mistake = || SprtError::Text(text.to_string());
        let mut parts = text.split(',').map(str::trim);
        let mut number = || parts.next().and_then(|part| part.parse().ok()).ok_or_else(mistake);
        let (elo0, elo1, alpha, beta) = (number()?, number()?, number()?, number()?);
        let model = match parts.next() {
            None | Some("logistic") => EloModel::Logistic,
            Some("normalized") => EloModel::Normalized,
            Some(_) => return Err(mistake()),
        };
        if parts.next().is_some() {
            return Err(mistake());
        }
        Sprt::new(elo0, elo1, alpha, beta, model)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)?;
        match self.model {
            EloModel::Logistic => Ok(()),
            EloModel::Normalized => write!(f, ",normalized"),
        }
    }
}

/// What a test has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// Nothing yet: play on.
    Undecided,
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

/// How a test stands, written as the ratio, its bounds and the hypotheses. Normalised hypotheses are written in angle
/// brackets, as fishtest does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtStatus {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Its bounds.
    pub bounds: Interval,
    /// The hypotheses, `elo0` and `elo1`.
    pub hypotheses: Interval,
    /// What the hypotheses are measured in.
    pub model: EloModel,
    /// What is decided.
    pub decision: SprtDecision,
}

impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low: elo0, high: elo1 } = self.hypotheses;
        write!(f, "{:.2} ({:.2}, {:.2}) ", self.llr, self.bounds.low, self.bounds.high)?;
        match self.model {
            EloModel::Logistic => write!(f, "[{elo0:.2}, {elo1:.2}]")?,
            EloModel::Normalized => write!(f, "<{elo0:.2}, {elo1:.2}>")?,
        }
        match self.decision {
            SprtDecision::Undecided => Ok(()),
            SprtDecision::H0 => write!(f, ", H0 accepted"),
            SprtDecision::H1 => write!(f, ", H1 accepted"),
        }
    }
}

#[cfg(test)]
mod tests;
