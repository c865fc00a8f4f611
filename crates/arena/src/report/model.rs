//! The figures of a report, independent of its format.

use std::collections::BTreeSet;

use super::Anchor;
use super::times::Times;
use crate::{Contest, Fault, Finish};
use stats::{Alternative, Cell, Confidence, Estimate, Observed, RateTest, Score, elo, sign_test, superiority};

/// The figures of a report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// What it is called.
    pub title: String,
    /// The events whose games it counts, in the order in which they began.
    pub events: Vec<EventLine>,
    /// The players, group by group of those who can be compared, the highest rated first.
    pub players: Vec<PlayerLine>,
    /// How each has done against each, in the order of the players. Where a player met itself, Black's result.
    pub cells: Vec<Vec<Cell>>,
    /// The independent results of each against each, in the same order: two games with the same opening and the colours
    /// exchanged are one result, won by the player who scored more; any other game is one by itself.
    pub independent: Vec<Vec<Score>>,
    /// How games ended, the most frequent way first.
    pub endings: Vec<EndingLine>,
    /// Black's result in all games that were played.
    pub black: Observed,
    /// Games in all, forfeits among them.
    pub games: u64,
    /// Games that were forfeited.
    pub forfeits: u64,
    /// Games with handicap stones.
    pub handicaps: u64,
    /// Boards and rules that were played on.
    pub boards: BTreeSet<(u64, String)>,
    /// When the first game began and when the last one ended, in milliseconds since 1970; nothing without games.
    pub period: Option<[u64; 2]>,
    /// The player whose rating was given.
    pub anchor: Option<Anchor>,
    /// The baseline: the player with whom all others are compared.
    pub baseline: Option<String>,
}

/// An event and its number of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventLine {
    /// The event.
    pub contest: Contest,
    /// Its games, forfeits among them.
    pub games: u64,
}

/// How a player has done against all others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerLine {
    /// Its specification.
    pub name: String,
    /// The name that another program reports.
    pub engine: String,
    /// Its group: players of different groups cannot be compared.
    pub group: usize,
    /// The rating with its 95% error bars; `None` if it has no opponent.
    pub rating: Option<Estimate>,
    /// All of its games against others, played or forfeited.
    pub total: Cell,
    /// The games that it played as Black, and as White.
    pub colors: [Observed; 2],
    /// How often it broke down, and how: in the order of [`FAULTS`].
    pub faults: [u64; FAULTS.len()],
    /// How long its moves took.
    pub times: Times,
}

/// The ways to break down, in the order of [`PlayerLine::faults`].
pub const FAULTS: [Fault; 5] = [Fault::IllegalMove, Fault::Hang, Fault::Crash, Fault::Garbage, Fault::Refusal];

impl PlayerLine {
    /// Its win rate over all games, draws as half, with the 95% interval of its different games.
    pub fn rate(&self) -> Estimate {
        self.total.played.win_rate(Confidence::P95)
    }
}

/// How one player has done against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairLine<'a> {
    /// The two.
    pub players: [&'a PlayerLine; 2],
    /// Their games, seen by the first.
    pub cell: Cell,
    /// Their [independent results](Report::independent), seen by the first.
    pub independent: Score,
}

impl PairLine<'_> {
    /// The win rate of the first over all games, draws as half, with the 95% interval of their different games.
    pub fn rate(&self) -> Estimate {
        self.cell.played.win_rate(Confidence::P95)
    }

    /// By how much the first is stronger, by their different games alone.
    pub fn elo(&self) -> Estimate {
        elo(&self.cell.played.different, Confidence::P95)
    }

    /// The likelihood that the first is the stronger one, by their different games alone.
    pub fn superiority(&self) -> f64 {
        superiority(&self.cell.played.different)
    }

    /// The two-sided p-value of the sign test: how likely independent results as uneven as these are between equals.
    pub fn p_value(&self) -> f64 {
        sign_test(&self.independent, Alternative::Different)
    }
}

/// How two players have done against the same opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ComparisonLine<'a> {
    /// The two.
    pub players: [&'a PlayerLine; 2],
    /// The opponent.
    pub opponent: &'a PlayerLine,
    /// The games of each against the opponent.
    pub played: [Observed; 2],
    /// The test that suits the number of games.
    pub test: RateTest,
}

impl ComparisonLine<'_> {
    /// By how much the first player's win rate is higher.
    pub fn difference(&self) -> f64 {
        self.played[0].all.rate() - self.played[1].all.rate()
    }

    /// The two-sided p-value: how likely different games as uneven as these are if both players are equally good
    /// against the opponent.
    pub fn p_value(&self) -> f64 {
        self.test.p_value(&self.played[0].different, &self.played[1].different)
    }
}

/// A way to end, and how many games did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EndingLine {
    /// The way.
    pub finish: Finish,
    /// How many games.
    pub games: u64,
    /// The moves of all of them together.
    pub moves: u64,
}

impl EndingLine {
    /// The mean length of these games in moves.
    pub fn length(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.moves as f64 / self.games as f64 }
    }
}

impl Report {
    /// All pairs that have met, the higher rated first.
    pub fn pairs(&self) -> impl Iterator<Item = PairLine<'_>> {
        let places = 0..self.players.len();
        let all = places.clone().flat_map(move |one| (one + 1..places.end).map(move |other| (one, other)));
        all.filter_map(|(one, other)| self.pair(one, other))
    }

    /// The two players at these places, if they have met.
    pub fn pair(&self, one: usize, other: usize) -> Option<PairLine<'_>> {
        let (players, cell) = ([self.players.get(one)?, self.players.get(other)?], self.cell(one, other));
        let independent = self.independent.get(one).and_then(|row| row.get(other)).copied().unwrap_or_default();
        (cell.all().games() > 0).then_some(PairLine { players, cell, independent })
    }

    /// Comparisons of two players by their games against each opponent that both have met: all players with the
    /// baseline or, without one, all players who have not met each other.
    pub fn comparisons(&self) -> Vec<ComparisonLine<'_>> {
        let places = 0..self.players.len();
        let met = |one: usize, other: usize| self.cell(one, other).played.games() > 0;
        let pairs: Vec<(usize, usize)> = match self.baseline.as_ref() {
            Some(name) => {
                let baseline = places.clone().find(|&place| self.players[place].name == *name);
                let others = |baseline: usize| places.clone().filter(move |&place| place != baseline);
                baseline.into_iter().flat_map(|baseline| others(baseline).map(move |one| (one, baseline))).collect()
            }
            None => {
                let all = places.clone().flat_map(|one| (one + 1..places.end).map(move |other| (one, other)));
                all.filter(|&(one, other)| !met(one, other)).collect()
            }
        };
        let lines = pairs.into_iter().flat_map(|(one, other)| {
            let common = places.clone().filter(move |&third| third != one && third != other);
            let common = common.filter(move |&third| met(one, third) && met(other, third));
            common.map(move |third| self.comparison(one, other, third))
        });
        lines.collect()
    }

    fn comparison(&self, one: usize, other: usize, opponent: usize) -> ComparisonLine<'_> {
        let played = [one, other].map(|place| self.cell(place, opponent).played);
        ComparisonLine {
            players: [&self.players[one], &self.players[other]],
            opponent: &self.players[opponent],
            played,
            test: RateTest::suited_to(&played[0].different, &played[1].different),
        }
    }

    /// How a player has done against another, by their places in the report; nothing where they are not in it.
    pub fn cell(&self, one: usize, other: usize) -> Cell {
        self.cells.get(one).and_then(|row| row.get(other)).copied().unwrap_or_default()
    }

    /// The places of the players in groups of those who can be compared. A player without a rating is alone.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (place, player) in self.players.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if self.players[group[0]].group == player.group => group.push(place),
                _ => groups.push(vec![place]),
            }
        }
        groups
    }

    /// How many of the played games repeat others.
    pub fn repeats(&self) -> u64 {
        self.black.games() - self.black.different.games()
    }

    /// Whether there are ratings that cannot be compared.
    pub fn is_divided(&self) -> bool {
        let rated = |group: &Vec<usize>| group.iter().any(|&place| self.players[place].rating.is_some());
        self.groups().iter().filter(|group| rated(group)).count() > 1
    }
}
