//! How far a contest has got, in a line: games, score, and how long the rest may take.

use std::time::{Duration, Instant};

use arena::Tally;
use arena::ledger::ResultRow;
use arena::stats::{Confidence, Estimate, win_rate};

use super::matches::summary;

/// Something that keeps up with games as they end.
pub trait Progress: Send {
    /// Another game is over.
    fn add(&mut self, result: &ResultRow);

    /// Where it stands.
    fn line(&self) -> String;
}

/// How many games there are, and how quickly they go.
pub struct Pace {
    games: Option<u64>,
    before: u64,
    played: u64,
    began: Instant,
}

impl Pace {
    /// So many games are to be played, if that is known, and some were played before.
    pub fn new(games: Option<u64>, before: u64) -> Pace {
        Pace { games, before, played: before, began: Instant::now() }
    }

    /// How long the rest takes at the pace of the games that were played here.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let (here, rest) = (self.played - self.before, self.games?.saturating_sub(self.played));
        let each = elapsed.as_secs_f64() / here as f64;
        Duration::try_from_secs_f64(each * rest as f64).ok().filter(|_| here > 0 && rest > 0)
    }

    fn count(&self) -> String {
        match self.games {
            Some(games) => format!("{} of {games} games", self.played),
            None => format!("{} games", self.played),
        }
    }

    /// As the end of a line.
    fn rest(&self) -> String {
        self.left(self.began.elapsed()).map(|left| format!("; {} left", clock(left))).unwrap_or_default()
    }
}

/// `1:02:03` or `2:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// A match. The judge sees how it stands after each game.
pub struct MatchProgress<'a> {
    pace: Pace,
    tally: Tally,
    judge: &'a (dyn Fn(&Tally) + Sync),
}

impl<'a> MatchProgress<'a> {
    /// A match of so many games, if that is known, of which some were played before.
    pub fn new(games: Option<u64>, before: &[ResultRow], judge: &'a (dyn Fn(&Tally) + Sync)) -> MatchProgress<'a> {
        let mut progress = MatchProgress { pace: Pace::new(games, 0), tally: Tally::default(), judge };
        before.iter().for_each(|result| progress.add(result));
        progress.pace = Pace::new(games, before.len() as u64);
        progress
    }
}

impl Progress for MatchProgress<'_> {
    fn add(&mut self, result: &ResultRow) {
        self.pace.played += 1;
        self.tally.add(result);
        (self.judge)(&self.tally);
    }

    fn line(&self) -> String {
        let Tally { wins, losses, draws, forfeits, .. } = &self.tally;
        let summary = summary("", &self.tally, None);
        let Estimate { value, interval } = win_rate(&summary.score, Confidence::P95).map(|rate| 100.0 * rate);
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

/// An event of a tournament.
pub struct EventProgress {
    name: String,
    pace: Pace,
    forfeits: u64,
}

impl EventProgress {
    /// An event of so many games, of which some were played before.
    pub fn new(name: &str, pace: Pace) -> EventProgress {
        EventProgress { name: name.to_string(), pace, forfeits: 0 }
    }
}

impl Progress for EventProgress {
    fn add(&mut self, result: &ResultRow) {
        self.pace.played += 1;
        self.forfeits += u64::from(result.finish.is_forfeit());
    }

    fn line(&self) -> String {
        let forfeits = if self.forfeits > 0 { format!("; {} by forfeit", self.forfeits) } else { String::new() };
        format!("{}: {}{forfeits}{}", self.name, self.pace.count(), self.pace.rest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_by_what_was_played_here() {
        let seconds = Duration::from_secs;
        let left = |before, played, games| Pace { played, ..Pace::new(Some(games), before) }.left(seconds(30));
        assert_eq!(left(40, 50, 100), Some(seconds(150)));
        assert_eq!(left(50, 50, 100), None);
        assert_eq!(left(40, 100, 100), None);
        assert_eq!([clock(seconds(123)), clock(seconds(3723))], ["2:03", "1:02:03"]);
    }

    #[test]
    fn before_the_first_game_little_is_known() {
        let progress = MatchProgress::new(Some(100), &[], &|_| {});
        assert_eq!(progress.line(), "0 of 100 games: 0 won, 0 lost; 50.0% (0.0 to 100.0)");
    }
}
