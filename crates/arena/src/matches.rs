//! A match in the ledger: new, or resumed.
//!
//! The conditions of a series form its name in the ledger: the same command resumes the match. The number of games is
//! not part of the terms: a match can be made longer.

use std::collections::HashSet;

use crate::ledger::ResultRow;
use crate::{Contest, Fixture, Ledger, LedgerError, Series};

/// A match that is in the ledger.
#[derive(Clone, Debug)]
pub struct Match {
    /// All its games.
    pub series: Series,
    /// What was played of it before, in the order in which the games ended.
    pub before: Vec<ResultRow>,
}

impl Match {
    /// Announces a match to the ledger, or finds what was played of it before: the same terms have the same games, and
    /// playing them again would add nothing.
    ///
    /// # Errors
    /// If the ledger cannot be read or written.
    pub fn enter(ledger: &Ledger, series: Series) -> Result<Match, LedgerError> {
        let digest = series.id();
        // A ledger may hold the same match more than once; the fullest one counts.
        let known: HashSet<String> = ledger.contests()?.into_iter().map(|contest| contest.id).collect();
        let again = (2..).map(|run| format!("{digest}-{run}")).take_while(|id| known.contains(id));
        let (mut id, mut before) = (digest.clone(), ledger.results(&digest)?);
        for other in again {
            let results = ledger.results(&other)?;
            if results.len() > before.len() {
                (id, before) = (other, results);
            }
        }
        let [first, second] = &series.players;
        let (kind, name, terms) = ("match".to_string(), format!("{first} v {second}"), series.terms());
        ledger.announce(Contest { id: id.clone(), kind, name, terms })?;
        Ok(Match { series: Series { contest: id.into(), ..series }, before })
    }

    /// The games still to be played to reach this number.
    pub fn fixtures(&self, games: u64) -> impl Iterator<Item = Fixture> + Send + '_ {
        let played: HashSet<u64> = self.before.iter().map(|result| result.number).collect();
        (0..games).filter(move |number| !played.contains(number)).map(|number| self.series.fixture(number))
    }
}
