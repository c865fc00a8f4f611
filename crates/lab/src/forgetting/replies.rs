//! Games of `orego` against itself with its replies counted: the evidence of table I, the durations and figures 8 and 9.
//!
//! A unit is a game. Each side has its own searcher and its own reply tables; the counts of both are added up.

use arena::{Conditions, referee};
use goban::{Game, Rules};
use player::{Player, Settings, Spec};
use plot::{Axis, LineChart, Panels, Series};
use roster::orego;
use search::playout::{LifetimeCount, TableCounts};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Condition, Evidence, Lab, LabError, Scale, Trial, Unit};

/// The policies whose replies are counted: the value of `reply`, the paper's name, and the moves of context.
pub(super) const POLICIES: [(&str, &str, usize); 4] =
    [("lgr1", "LGR-1", 1), ("lgr2", "LGR-2", 2), ("lgrf1", "LGRF-1", 1), ("lgrf2", "LGRF-2", 2)];

/// The two with one move of context, without and with forgetting.
pub(super) const ONE_MOVE: [(&str, &str); 2] = [("lgr1", "LGR-1"), ("lgrf1", "LGRF-1")];
/// The mean distance of fewer replies of a game is left out.
const ENOUGH: u64 = 1000;
/// Durations below this are counted one by one.
pub(super) const SHORT: u64 = 128;

/// The games.
pub(super) const REPLIES: Trial = Trial { name: "forgetting/replies", alone: false, conditions, measure };

/// What the four experiments on these games have in common, for their descriptions.
macro_rules! the_games {
    () => {
        "The player orego plays itself on 19x19 with 8,000 playouts per move, divided over two threads, under Chinese \
         rules with a komi of 7.5. Each side has its own search tree and its own reply tables, which live as long as \
         the game. Both sides pass and resign as orego does, on which the paper is silent. "
    };
}
pub(super) use the_games;

#[derive(Serialize, Deserialize)]
struct SelfPlay {
    player: String,
    size: usize,
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |(word, _, _): (&str, &str, usize)| {
        let player = super::orego(word, 8_000, scale);
        Condition::new(word, scale.pick(100, 2), 90.0, &SelfPlay { player, size: scale.pick(19, 7) })
    };
    POLICIES.map(condition).to_vec()
}

/// What was counted in one game, over both sides.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct CountedGame {
    /// The result, such as `B+3.5`.
    pub result: String,
    /// The number of moves.
    pub moves: usize,
    /// The number of playouts.
    pub playouts: u64,
    /// The tables for one and, where the policy has one, two moves of context.
    pub tables: Vec<CountedTable>,
}

/// What was counted of the tables for one length of context.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct CountedTable {
    /// Lookups that found a reply that can be played.
    pub legal: u64,
    /// Lookups that found an illegal one.
    pub illegal: u64,
    /// Lookups that found a legal one that would fill an own eye.
    pub own_eye: u64,
    /// Lookups that found nothing.
    pub none: u64,
    /// The replies that were overwritten or forgotten.
    pub removed: u64,
    /// Their durations in playouts, summed up.
    pub duration: u64,
    /// Their numbers and distances by duration, of the longest context alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub durations: Vec<Durations>,
}

/// The replies whose durations lie in a range: its two ends, their number, and the sum of their distances from the
/// moves that they answered.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Durations(pub u64, pub u64, pub u64, pub f64);

impl Durations {
    /// The middle of the range on a logarithmic axis.
    pub fn middle(&self) -> f64 {
        (self.0 as f64 * self.1 as f64).sqrt()
    }
}

impl CountedTable {
    fn new(counts: &TableCounts, by_duration: bool) -> CountedTable {
        let durations = |lifetime: &LifetimeCount| {
            let LifetimeCount { from, to, replies, distance } = *lifetime;
            Durations(from, to, replies, (distance * 100.0).round() / 100.0)
        };
        CountedTable {
            legal: counts.legal,
            illegal: counts.illegal,
            own_eye: counts.own_eye,
            none: counts.none,
            removed: counts.removed(),
            duration: counts.lifetime,
            durations: counts.lifetimes.iter().filter(|_| by_duration).map(durations).collect(),
        }
    }

    /// The share of a number among all lookups; `None` without any.
    pub fn share(&self, number: u64) -> Option<f64> {
        let lookups = self.legal + self.illegal + self.own_eye + self.none;
        (lookups > 0).then(|| number as f64 / lookups as f64)
    }

    /// The mean duration of a reply in playouts, if any was removed.
    pub fn mean_duration(&self) -> Option<f64> {
        (self.removed > 0).then(|| self.duration as f64 / self.removed as f64)
    }

    /// The share of removed replies that lasted for at least this many playouts.
    pub fn lasting(&self, playouts: u64) -> Option<f64> {
        let count = |durations: &mut dyn Iterator<Item = &Durations>| durations.map(|each| each.2).sum::<u64>() as f64;
        let all = count(&mut self.durations.iter());
        (all > 0.0).then(|| count(&mut self.durations.iter().filter(|each| each.0 >= playouts)) / all)
    }

    /// The mean distance of the replies whose durations lie from one number to below another, if there are enough.
    pub fn mean_distance(&self, from: u64, below: u64) -> Option<f64> {
        let within = self.durations.iter().filter(|each| each.0 >= from && each.1 < below);
        let (replies, distance) = within.fold((0, 0.0), |(replies, sum), each| (replies + each.2, sum + each.3));
        (replies >= ENOUGH).then(|| distance / replies as f64)
    }
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let SelfPlay { player, size } = unit.settings()?;
    let spec: Spec = player.parse()?;
    let settings = Settings::resolve(&spec, orego::Params::PARAMS)?;
    let counting = || orego::counting(orego::Params::read(&settings), size);
    let ((mut black, by_black), (mut white, by_white)) = (counting()?, counting()?);
    let players: [&mut dyn Player; 2] = [&mut *black, &mut *white];
    let conditions = Conditions::new(size, Rules::CHINESE, 0);
    let game = Game::new(size, conditions.rules, conditions.komi);
    let played = referee(game, players, &conditions, unit.seed(), &lab.stop, &mut |_| {}).ok_or(LabError::Stopped)?;
    let mut counts = by_black.counts();
    counts += &by_white.counts();
    let asked = counts.tables.iter().filter(|table| table.lookups() > 0).count();
    let table = |(place, table): (usize, &TableCounts)| CountedTable::new(table, place + 1 == asked);
    let counted = CountedGame {
        result: played.outcome.to_string(),
        moves: played.game.moves().len(),
        playouts: counts.playouts,
        tables: counts.tables.iter().take(asked).enumerate().map(table).collect(),
    };
    serde_json::to_value(counted).map_err(LabError::failed)
}

/// A number of each game of a policy, from its table for contexts of this length. Games without it are left out.
pub(super) fn by_game(
    evidence: &Evidence,
    policy: &str,
    context: usize,
    of: impl Fn(&CountedTable) -> Option<f64>,
) -> Vec<f64> {
    let games: Vec<CountedGame> = evidence.outcomes(policy);
    games.iter().filter_map(|game| of(game.tables.get(context - 1)?)).collect()
}

/// The replies of all games of a policy by duration, the shortest first, in the table for its longest context.
pub(super) fn all_durations(evidence: &Evidence, policy: &str) -> Vec<Durations> {
    let games: Vec<CountedGame> = evidence.outcomes(policy);
    let tables = games.iter().filter_map(|game| game.tables.last());
    let mut all: Vec<Durations> = tables.flat_map(|table| table.durations.iter().copied()).collect();
    all.sort_by_key(|each| each.0);
    let sum = |class: &[Durations]| {
        let start = Durations(class[0].0, class[0].1, 0, 0.0);
        class.iter().fold(start, |sum, each| Durations(sum.0, sum.1, sum.2 + each.2, sum.3 + each.3))
    };
    all.chunk_by(|one, other| one.0 == other.0).map(sum).collect()
}

/// A picture of curves by duration: the short durations on a linear axis, and all of them on a logarithmic one below.
pub(super) fn by_duration(title: &str, y: &Axis, series: &[Series]) -> String {
    let x = || Axis::new("duration in playouts");
    let chart = |x, series| LineChart { x, y: y.clone(), series, size: (800.0, 340.0), ..LineChart::default() };
    let short = |series: &Series| {
        let mut short = series.clone();
        short.points.retain(|point| point.0 < SHORT as f64);
        short.band.retain(|range| range.0 < SHORT as f64);
        short
    };
    let upper = chart(x().from(0.0).to(SHORT as f64), series.iter().map(short).collect());
    let lower = chart(x().from(1.0).log(), series.to_vec());
    Panels { title: title.to_string(), charts: vec![upper, lower] }.svg()
}

/// The number of games of each policy, and how long they were.
pub(super) fn games_in_words(evidence: &Evidence) -> String {
    let policy = |(word, name, _): (&str, &str, usize)| {
        let games: Vec<CountedGame> = evidence.outcomes(word);
        let moves = stats::mean(games.iter().map(|game| game.moves as f64)).unwrap_or(0.0);
        format!("{name} {} of {moves:.0} moves on average", games.len())
    };
    format!("Games: {}.", POLICIES.map(policy).join(", "))
}

/// `45.2 ± 0.7`: the mean over the games, and the standard deviation between them; a dash without games.
pub(super) fn with_spread(values: &[f64], decimals: usize) -> String {
    let Some(value) = stats::mean(values.iter().copied()) else { return "-".to_string() };
    match stats::deviation(values) {
        Some(deviation) => format!("{value:.decimals$} ± {deviation:.decimals$}"),
        None => format!("{value:.decimals$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Results;

    #[test]
    fn every_table_that_a_policy_has_is_counted() {
        let results = Results::new("unused");
        let stop = player::Stop::new();
        let lab = Lab { maker: &roster::Roster, results: &results, games: Vec::new(), scale: Scale::Smoke, stop };
        for (word, _, longest) in POLICIES {
            let player = format!("orego:playouts=60,reply={word}");
            let condition = Condition::new(word, 1, 0.0, &SelfPlay { player, size: 5 });
            let unit = Unit { trial: REPLIES.name, condition: &condition, number: 0 };
            let value = measure(&unit, &lab).unwrap();
            assert_eq!(measure(&unit, &lab).unwrap(), value, "with one thread a game follows from its seed");
            let game: CountedGame = serde_json::from_value(value).unwrap();
            assert_eq!(game.tables.len(), longest, "{word}");
            for table in &game.tables {
                let found = [table.legal, table.illegal, table.own_eye, table.none];
                let shares = found.map(|number| table.share(number).unwrap());
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{word}: {shares:?}");
                assert!(table.mean_duration().is_some(), "{word}");
            }
            let [.., last] = &game.tables[..] else { panic!("{word} has no table") };
            assert_eq!(last.durations.iter().map(|each| each.2).sum::<u64>(), last.removed, "{word}");
            assert_eq!(last.lasting(0), Some(1.0));
        }
    }

    #[test]
    fn the_mean_distance_is_that_of_the_durations_in_a_range() {
        let durations = vec![Durations(0, 0, 900, 9000.0), Durations(1, 1, 600, 3000.0), Durations(2, 2, 600, 1800.0)];
        let table = CountedTable { durations, ..CountedTable::default() };
        assert_eq!(table.mean_distance(1, 3), Some(4.0));
        assert_eq!(table.mean_distance(0, 1), None, "too few replies");
        assert_eq!(table.lasting(1), Some(1200.0 / 2100.0));
    }
}
