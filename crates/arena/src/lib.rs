//! Where players meet: one game under a referee, matches, tournaments, and the ledger in which every game is kept.
//!
//! - [`referee()`] plays one game under its [`Conditions`] to a result, even if players fail.
//! - A [`Series`] lists the games of two players, each with its colours, its opening and its seed; a [`Fixture`] is one
//!   of them. The plan follows from what was asked for and from nothing else, so that it can be taken up again
//!   anywhere.
//! - The [`Runner`] has some tables at which fixtures are played at the same time; each finished game goes into the
//!   [`Ledger`] before the next one starts at its table.
//! - A [`Match`] is a series that is in the ledger; [`Tally`] counts one; [`tournament`] plays events of many players;
//!   [`tuning`] improves the parameters of one.
//! - A [`report`] prints ratings, win rates and tests of a whole ledger, in seven formats. The statistics are those of
//!   [`stats`].
//!
//! The crate does not depend on the list of players: everything takes a [`player::Maker`].

mod conditions;
mod contest;
mod digest;
pub mod ledger;
mod machine;
mod matches;
mod opening;
mod pairing;
mod record;
pub mod referee;
pub mod report;
mod runner;
mod tally;
pub mod tournament;
pub mod tuning;

pub use conditions::{Conditions, ConditionsError};
pub use contest::{Colors, Contest, Fixture, Series};
pub use digest::Digest;
pub use ledger::{Ledger, LedgerError};
pub use machine::Machine;
pub use matches::Match;
pub use opening::{Openings, OpeningsError};
pub use record::date;
pub use referee::{Adjudication, Fault, Finish, Played, referee};
pub use runner::{Observer, Runner, RunnerError, Table, tables_for, try_out};
pub use tally::Tally;
