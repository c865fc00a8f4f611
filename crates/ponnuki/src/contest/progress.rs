//! Progress of a contest in a line: games, score and time left.

use arena::Tally;
use arena::ledger::ResultRow;
use arena::tuning::Run;
use stats::{Confidence, Estimate};

use crate::progress::Pace;

/// Progress that is updated after each game.
pub trait ContestProgress: Send {
    /// Adds a finished game.
    fn add(&mut self, result: &ResultRow);

    /// The status line.
    fn line(&self) -> String;
}

/// Progress of a match. `judge` is called with the tally after each game.
pub struct MatchProgress<'a> {
    pace: Pace,
    tally: Tally,
    judge: &'a (dyn Fn(&Tally) + Sync),
}

impl<'a> MatchProgress<'a> {
    /// A match of `games` games, if known, with the results of earlier runs.
    pub fn new(games: Option<u64>, before: &[ResultRow], judge: &'a (dyn Fn(&Tally) + Sync)) -> MatchProgress<'a> {
        let mut progress = MatchProgress { pace: Pace::new(games, 0), tally: Tally::default(), judge };
        before.iter().for_each(|result| progress.add(result));
        progress.pace = Pace::new(games, before.len() as u64);
        progress
    }
}

impl ContestProgress for MatchProgress<'_> {
    fn add(&mut self, result: &ResultRow) {
        self.pace.add(1);
        self.tally.add(result);
        (self.judge)(&self.tally);
    }

    fn line(&self) -> String {
        let Tally { wins, losses, draws, forfeits, .. } = &self.tally;
        let summary = self.tally.summary("", None);
        let Estimate { value, interval } = summary.score.win_rate(Confidence::P95).map(|rate| 100.0 * rate);
        let mut line = format!("{}: {wins} won, {losses} lost", self.pace.count());
        if *draws > 0 {
            line += &format!(", {draws} drawn");
        }
        line += &format!("; {value:.1}% ({:.1} to {:.1})", interval.low, interval.high);
        if summary.elo().value.is_finite() && self.tally.games() > 0 {
            line += &format!(", Elo {:+.0}", summary.elo().value);
        }
        let forfeits: u64 = forfeits.iter().sum();
        if forfeits > 0 {
            line += &format!("; {forfeits} by forfeit");
        }
        line + &self.pace.rest()
    }
}

/// Progress of an event of a tournament.
pub struct EventProgress {
    name: String,
    pace: Pace,
    forfeits: u64,
}

impl EventProgress {
    /// The progress of the event of that name.
    pub fn new(name: &str, pace: Pace) -> EventProgress {
        EventProgress { name: name.to_string(), pace, forfeits: 0 }
    }
}

impl ContestProgress for EventProgress {
    fn add(&mut self, result: &ResultRow) {
        self.pace.add(1);
        self.forfeits += u64::from(result.finish.is_forfeit());
    }

    fn line(&self) -> String {
        let forfeits = if self.forfeits > 0 { format!("; {} by forfeit", self.forfeits) } else { String::new() };
        format!("{}: {}{forfeits}{}", self.name, self.pace.count(), self.pace.rest())
    }
}

/// Progress of a tuning, with the current parameters.
pub struct TuningProgress<'a> {
    run: &'a Run<'a>,
    pace: Pace,
}

impl<'a> TuningProgress<'a> {
    /// A tuning of `games` games.
    pub fn new(run: &'a Run<'a>, games: u64) -> TuningProgress<'a> {
        TuningProgress { run, pace: Pace::new(Some(games), run.games()) }
    }
}

impl ContestProgress for TuningProgress<'_> {
    fn add(&mut self, _: &ResultRow) {
        self.pace.add(1);
    }

    fn line(&self) -> String {
        let shares = self.run.shares();
        let params = self.run.space().params().iter().zip(shares);
        let values = params.map(|(tuned, share)| format!("{} {}", tuned.param.name, tuned.nearest_value(share)));
        format!("{}: {}{}", self.pace.count(), values.collect::<Vec<_>>().join(", "), self.pace.rest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_first_game_the_interval_is_everything() {
        let progress = MatchProgress::new(Some(100), &[], &|_| {});
        assert_eq!(progress.line(), "0 of 100 games: 0 won, 0 lost; 50.0% (0.0 to 100.0)");
    }
}
