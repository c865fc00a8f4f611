//! What results mean, and how sure that is: pure functions without input or output of their own.
//!
//! A match is a [`Score`], and [`Pairs`] where each opening is played with both colours. From either of them come
//! [`elo`], [`normalized_elo`] and [`superiority`], and the log-likelihood ratio of an [`Sprt`]; from a score the
//! [`win_rate`] and the tests that the papers use ([`z_test`], [`binomial_test`]). [`Summary`] is all of this as the
//! block of text that people paste into pull requests.
//!
//! A tournament is a [`CrossTable`], and its [`Ratings`] are fitted to all of its games at once.
//!
//! Games that repeat others are no further evidence: [`Observed`] counts all games, and each different one once.
//!
//! A draw is half a win throughout. Where there are no games yet, nothing is known and the answers say so: a win rate
//! of one half somewhere between 0 and 1, an Elo of 0 somewhere between minus and plus infinity.
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

mod cross;
mod elo;
mod interval;
mod multinomial;
mod normal;
mod rate;
mod ratings;
mod score;
mod sprt;
mod summary;

pub use cross::{Cell, CrossTable, Ending, Forfeits};
pub use elo::{elo, elo_of_rate, normalized_elo, rate_of_elo, superiority};
pub use interval::{Confidence, Estimate, Interval};
pub use rate::{Alternative, Correction, ZTest, binomial_test, sign_test, wilson, win_rate, z_test};
pub use ratings::{Anchor, Rating, RatingSettings, Ratings, RatingsError};
pub use score::{Observed, Outcome, Pairs, Sample, Score};
pub use sprt::{EloModel, Sprt, SprtError, SprtStatus, Verdict};
pub use summary::Summary;
