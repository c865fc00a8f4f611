//! A match as the ledger knows it: begun anew, or taken up where it was left.
//!
//! The terms of a series make its name in the ledger, so that a match is found again by saying the same once more. The
//! number of games is not part of the terms: a match can be made longer.

use std::collections::HashSet;

use crate::ledger::ResultRow;
use crate::{Contest, Fixture, Ledger, LedgerError, Series};

/// A match that is in the ledger.
#[derive(Clone, Debug)]
pub struct Match {
    /// All its games.
    pub series: Series,
    /// What was played of it before.
    pub before: Vec<ResultRow>,
}

impl Match {
    /// Enters a match into the ledger; or, if that is wanted, takes up the last one with the same terms, if there is one.
    ///
    /// # Errors
    /// If the ledger cannot be read or written.
    pub fn enter(ledger: &Ledger, series: Series, resume: bool) -> Result<Match, LedgerError> {
        let digest = series.id();
        let id = |run: usize| if run == 1 { digest.clone() } else { format!("{digest}-{run}") };
        let known: HashSet<String> = ledger.contests()?.into_iter().map(|contest| contest.id).collect();
        let runs = (1..).take_while(|&run| known.contains(&id(run))).count();
        if resume && runs > 0 {
            let contest = id(runs);
            let before = ledger.results(&contest)?;
            return Ok(Match { series: Series { contest: contest.into(), ..series }, before });
        }
        let [first, second] = &series.players;
        let (kind, name, terms) = ("match".to_string(), format!("{first} v {second}"), series.terms());
        let mut contest = Contest { id: id(runs + 1), kind, name, terms };
        // Another program may begin the same match at the same moment.
        for run in runs + 2.. {
            if ledger.enter(&contest)? {
                break;
            }
            contest.id = id(run);
        }
        Ok(Match { series: Series { contest: contest.id.into(), ..series }, before: Vec::new() })
    }

    /// The games that are still to be played to make it so many.
    pub fn fixtures(&self, games: u64) -> impl Iterator<Item = Fixture> + Send + '_ {
        let played: HashSet<u64> = self.before.iter().map(|result| result.number).collect();
        (0..games).filter(move |number| !played.contains(number)).map(|number| self.series.fixture(number))
    }
}
