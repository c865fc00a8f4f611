//! What counted results mean: pure functions without input or output.
//!
//! The crate deals with results and players, and is independent of the game.
//!
//! | question | answer |
//! |---|---|
//! | How often does it win? | [`win_rate`], [`wilson`] |
//! | How much stronger is it? | [`elo`](elo()), [`normalized_elo`], [`superiority`]; [`Summary`] as a block of text |
//! | Is one of two players the stronger one? | [`sign_test`], [`binomial_test`]; [`Sprt`] while games are played |
//! | Do two win rates differ? | [`RateTest`], which chooses between [`fisher_test`] and [`z_test`] |
//! | By how much do two samples differ? | [`rate_difference`], [`mean_difference`]; [`correlation_difference`] |
//! | How strong are the players? | [`Ratings`] of a [`CrossTable`] |
//! | What is the mean of measured values, and their spread? | [`mean`](mean()), [`mean_estimate`], [`deviation`] |
//! | What if they come in clusters, or in pairs? | [`cluster_mean`]; [`correlation`] |
//! | Which parameters win the most games? | [`Spsa`] |
//!
//! A match is a [`Score`], and [`Pairs`] where each opening is played with both colours; what goes by the spread of the
//! results takes either. A repeated game adds no evidence: [`Observed`] counts all games, and each different one once.
//!
//! A draw is half a win. Without games the win rate is one half with an interval from 0 to 1, and Elo is 0 with an
//! interval from minus to plus infinity.
//!
//! ```
//! use stats::{Confidence, Score, elo, superiority, win_rate};
//!
//! let score = Score { wins: 182, losses: 18, draws: 0 };
//! let rate = win_rate(&score, Confidence::P95);
//! assert_eq!(format!("{:.3} from {:.3}", rate.value, rate.interval.low), "0.910 from 0.862");
//! assert_eq!(format!("{:.0}", elo(&score, Confidence::P95).value), "402");
//! assert!(superiority(&score) > 0.999);
//! ```

mod alternative;
mod binomial;
mod compare;
mod correlation;
mod cross;
mod difference;
mod elo;
mod fisher;
mod interval;
mod mean;
mod multinomial;
mod normal;
mod rate;
mod ratings;
mod score;
mod sprt;
mod spsa;
mod student;
mod summary;
mod z_test;

pub use alternative::Alternative;
pub use binomial::{binomial_test, sign_test};
pub use compare::RateTest;
pub use correlation::correlation_difference;
pub use cross::{Cell, CrossTable, Ending, Forfeits};
pub use difference::{mean_difference, rate_difference};
pub use elo::{elo, elo_of_rate, normalized_elo, rate_of_elo, superiority};
pub use fisher::fisher_test;
pub use interval::{Confidence, Estimate, Interval};
pub use mean::{Cluster, cluster_mean, correlation, deviation, mean, mean_estimate};
pub use rate::{wilson, win_rate};
pub use ratings::{Anchor, Rating, RatingSettings, Ratings, RatingsError};
pub use score::{Observed, Outcome, Pairs, Sample, Score};
pub use sprt::{EloModel, Sprt, SprtDecision, SprtError, SprtStatus};
pub use spsa::Spsa;
pub use summary::Summary;
pub use z_test::z_test;

/// The logarithm of `n!`.
fn ln_factorial(n: u64) -> f64 {
    libm::lgamma(n as f64 + 1.0)
}
