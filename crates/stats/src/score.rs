//! Counted results: of games, and of pairs of games.

use std::cmp::Ordering;

use crate::interval::{Confidence, Estimate, Interval};
use crate::rate::win_rate;

/// How a game ended, seen from one of its two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Neither won nor lost.
    Draw,
    /// Won.
    Win,
}

impl Outcome {
    /// The same game seen from the other side.
    pub fn opposite(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// The result of two games: won by the player with more points in both.
    pub fn with(self, other: Outcome) -> Outcome {
        match (self.half_points() + other.half_points()).cmp(&2) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        }
    }

    /// Twice the points: 0, 1 or 2.
    fn half_points(self) -> usize {
        match self {
            Outcome::Loss => 0,
            Outcome::Draw => 1,
            Outcome::Win => 2,
        }
    }
}

/// Games counted one by one, seen from the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Score {
    /// Counts one more game.
    pub fn record(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The wins, and half the draws.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The points of a game: the win rate, draws as half. One half without games.
    pub fn rate(&self) -> f64 {
        Moments::of(self).mean
    }

    /// The same games seen from the other side.
    pub fn opposite(&self) -> Score {
        Score { wins: self.losses, losses: self.wins, draws: self.draws }
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// Games of two players: all of them, and each different one once.
///
/// Players with little randomness play the same game again and again, and a repeated game adds no evidence. So the win
/// rate is the share of all games, and everything inferred from the games (intervals, Elo, superiority, tests, ratings)
/// counts each different game once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Observed {
    /// All games.
    pub all: Score,
    /// Each different game once.
    pub different: Score,
}

impl Observed {
    /// Counts a game, and whether it differs from all earlier ones.
    pub fn record(&mut self, outcome: Outcome, is_new: bool) {
        self.all.record(outcome);
        if is_new {
            self.different.record(outcome);
        }
    }

    /// The number of games, including repeated ones.
    pub fn games(&self) -> u64 {
        self.all.games()
    }

    /// The share of all games that was won, draws as half, with Wilson's interval over the different games. Where the
    /// repeated games pull the share out of that interval, the interval is extended to it.
    pub fn win_rate(&self, confidence: Confidence) -> Estimate {
        let (value, Interval { low, high }) = (self.all.rate(), win_rate(&self.different, confidence).interval);
        Estimate { value, interval: Interval { low: low.min(value), high: high.max(value) } }
    }

    /// The same games seen from the other side.
    pub fn opposite(&self) -> Observed {
        Observed { all: self.all.opposite(), different: self.different.opposite() }
    }
}

/// Games of which no two are the same.
impl From<Score> for Observed {
    fn from(score: Score) -> Observed {
        Observed { all: score, different: score }
    }
}

impl std::ops::AddAssign for Observed {
    fn add_assign(&mut self, other: Observed) {
        self.all += other.all;
        self.different += other.different;
    }
}

/// Pairs of games, each pair the same opening with both colours, counted by the first player's points: 0, ½, 1, 1½ and
/// 2 of the two games. This is the order of fishtest's `Ptnml(0-2)`.
///
/// An opening that favours one colour gives a point to each side. Counted game by game this looks like noise. Counted
/// by pairs it cancels, and fewer games are needed to separate two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts one more pair of games.
    pub fn record(&mut self, one: Outcome, other: Outcome) {
        self.0[one.half_points() + other.half_points()] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// All games: two in each pair.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The points of a game: the win rate, draws as half. One half without games.
    pub fn rate(&self) -> f64 {
        Moments::of(self).mean
    }

    /// The same pairs seen from the other side.
    pub fn opposite(&self) -> Pairs {
        let mut counts = self.0;
        counts.reverse();
        Pairs(counts)
    }
}

/// Results that are counted in `N` classes: a [`Score`] in three (trinomial) or [`Pairs`] in five (pentanomial).
///
/// What is computed from the spread of results ([`elo`](crate::elo()), [`superiority`](crate::superiority),
/// [`Sprt::llr`](crate::Sprt::llr)) takes either.
pub trait Sample<const N: usize> {
    /// How often each result came, from no points to all of them in equal steps.
    fn counts(&self) -> [u64; N];
}

impl Sample<3> for Score {
    fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl Sample<5> for Pairs {
    fn counts(&self) -> [u64; 5] {
        self.0
    }
}

/// The value of the `i`th of `N` classes of results: 0 for the first, 1 for the last.
pub(crate) fn class_value<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// The mean and the spread of one game, estimated from a sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    /// How many games there were.
    pub games: f64,
    /// The mean result.
    pub mean: f64,
    /// The standard deviation of a game's result around the mean. For pairs it is what the deviation of the pairs comes
    /// to for each of their games, so that the mean's own deviation is always this over the root of `games`.
    pub deviation: f64,
}

impl Moments {
    pub fn of<const N: usize>(sample: &impl Sample<N>) -> Moments {
        let counts = sample.counts().map(|count| count as f64);
        let units: f64 = counts.iter().sum();
        if units == 0.0 {
            return Moments { games: 0.0, mean: 0.5, deviation: 0.0 };
        }
        let average = |value: &dyn Fn(f64) -> f64| -> f64 {
            counts.iter().enumerate().map(|(i, count)| count * value(class_value::<N>(i))).sum::<f64>() / units
        };
        let games_each = (N - 1) as f64 / 2.0;
        let mean = average(&|result| result);
        let variance = average(&|result| (result - mean).powi(2));
        Moments { games: units * games_each, mean, deviation: (variance * games_each).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn a_draw_is_half_a_win() {
        let mut score = Score::default();
        for outcome in [Win, Draw, Loss, Win] {
            score.record(outcome);
        }
        assert_eq!(score, Score { wins: 2, losses: 1, draws: 1 });
        assert_eq!((score.games(), score.points(), score.rate()), (4, 2.5, 0.625));
        assert_eq!(score.opposite().rate(), 0.375);
    }

    #[test]
    fn a_pair_is_counted_by_its_points() {
        let mut pairs = Pairs::default();
        for (one, other) in [(Win, Win), (Win, Loss), (Draw, Draw), (Loss, Win), (Draw, Loss)] {
            pairs.record(one, other);
        }
        assert_eq!(pairs, Pairs([0, 1, 3, 0, 1]));
        assert_eq!((pairs.games(), pairs.rate()), (10, 0.55));
        assert_eq!(pairs.opposite(), Pairs([1, 0, 3, 1, 0]));
    }

    #[test]
    fn without_games_the_rate_is_one_half() {
        assert_eq!((Score::default().rate(), Pairs::default().rate()), (0.5, 0.5));
    }

    /// Two players without chance, ten times with each colour: ten copies of one win and ten of one loss.
    #[test]
    fn a_repeated_game_makes_nothing_surer() {
        let mut observed = Observed::default();
        for number in 0..20 {
            observed.record(if number % 2 == 0 { Win } else { Loss }, number < 2);
        }
        let two = win_rate(&Score { wins: 1, losses: 1, draws: 0 }, Confidence::P95);
        assert_eq!((observed.games(), observed.win_rate(Confidence::P95)), (20, two));
    }

    /// One win was played 97 times over, and three different games were lost.
    #[test]
    fn an_interval_holds_the_share_of_all_games() {
        let score = |wins, losses| Score { wins, losses, draws: 0 };
        let observed = Observed { all: score(97, 3), different: score(1, 3) };
        let Estimate { value, interval } = observed.win_rate(Confidence::P95);
        let different = win_rate(&score(1, 3), Confidence::P95).interval;
        assert_eq!((value, interval.high, interval.low), (0.97, 0.97, different.low));
        assert!(different.high < 0.8);
        assert_eq!(observed.opposite().win_rate(Confidence::P95).value, 0.03);
    }

    /// Won with Black, lost with White, every time: no spread between pairs, all the spread there is between games.
    #[test]
    fn pairs_do_not_mistake_the_opening_for_chance() {
        let pairs = Moments::of(&Pairs([0, 0, 10, 0, 0]));
        let games = Moments::of(&Score { wins: 10, losses: 10, draws: 0 });
        assert_eq!((pairs.mean, pairs.deviation), (0.5, 0.0));
        assert_eq!((games.mean, games.deviation), (0.5, 0.5));
    }
}
