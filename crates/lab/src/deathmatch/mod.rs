//! Kristen Ying, "Artificial Intelligence for Go" (2009): ten simple players against each other in "AI deathmatches".
//!
//! The report tells in words who won and how; the experiments repeat its cross table on two boards, and judge the words
//! by measures on the games. `conditions` has the players and pairs, `duel` plays a game, `shape` measures how stones lie,
//! `judge` has the tests; the claims are in `results`, `forms`, `phases`, `knowledge` and `speed`.

mod conditions;
mod duel;
mod exhibits;
mod forms;
mod judge;
mod knowledge;
mod nineteen;
mod phases;
mod results;
mod shape;
mod speed;
mod ten;

use crate::Family;

/// The experiments of the report.
pub(crate) const FAMILY: Family = Family {
    name: "deathmatch",
    source: "Kristen Ying, \"Artificial Intelligence for Go\", CIS 499 Senior Design Project Final Report, University \
             of Pennsylvania (2009)",
    experiments: &[&ten::EXPERIMENT, &nineteen::EXPERIMENT],
};
