//! What the ratings of the roster share: players in the order of their expected strength, a sparse schedule, and
//! ratings from all games at once.
//!
//! Games between players of very different strength say little. So each player meets those that are one, two and four
//! places below it, and pairs that a claim names.

use plot::{Axis, Dot, DotChart};
use stats::{Anchor, Cell, Confidence, CrossTable, RatingSettings, Ratings, Score};

use crate::games::{self, Pairing};
use crate::verdict::{Finding, refuting};
use crate::{Condition, Evidence, Exhibit, Figure, Scale, Table};

/// A player of a tournament.
pub(super) struct Contender {
    /// Its name in tables: its specification, but for GNU Go.
    pub name: &'static str,
    /// What its moves of one game take, in seconds.
    pub seconds: f64,
}

/// A player with its seconds.
pub(super) const fn player(name: &'static str, seconds: f64) -> Contender {
    Contender { name, seconds }
}

/// The players on one board.
pub(super) struct Tournament {
    /// The size of the board.
    pub size: usize,
    /// The games of each pair.
    pub games: u64,
    /// The players, the weakest first as far as is known.
    pub contenders: &'static [Contender],
    /// Pairs that claims name, which have more games.
    pub named: &'static [(&'static str, &'static str)],
}

/// The anchor of the ratings, at level 10.
pub(super) const GNUGO: &str = "GNU Go";
const ANCHOR: f64 = 1800.0;

/// The distances in the list of those who meet.
const STEPS: [usize; 3] = [1, 2, 4];
/// The games of pairs that claims name.
const NAMED_GAMES: u64 = 60;
/// Players that are quick enough for a smoke run.
const QUICK: f64 = 0.05;

/// The test of claims about ratings.
pub(super) const RATED: &str = "ratings by Bradley and Terry from all games of the tournament; the 95% interval of the \
                                difference lies above 0";
/// The test of claims that nearly all games are won.
pub(super) const NEARLY_ALL: &str = "more than 90% of the games: the 95% interval (Wilson's) lies above it; less than \
                                     90% refutes it";

impl Tournament {
    /// A pair, its games and its seconds for each game.
    fn pairs(&self, scale: Scale) -> Vec<(&Contender, &Contender, u64)> {
        let quick = |contender: &&Contender| contender.seconds < QUICK || contender.name == GNUGO;
        let contenders: Vec<&Contender> =
            self.contenders.iter().filter(|contender| scale == Scale::Full || quick(contender)).collect();
        let steps = scale.pick(&STEPS[..], &STEPS[..1]);
        let mut pairs = Vec::new();
        for (place, &stronger) in contenders.iter().enumerate() {
            for weaker in steps.iter().filter_map(|&step| contenders.get(place.checked_sub(step)?)) {
                pairs.push((stronger, *weaker, scale.pick(self.games, 2)));
            }
        }
        let find = |name: &str| contenders.iter().copied().find(|contender| contender.name == name);
        for &(first, second) in self.named {
            let (Some(first), Some(second)) = (find(first), find(second)) else { continue };
            pairs.retain(|(one, other, _)| (one.name, other.name) != (first.name, second.name));
            pairs.push((first, second, scale.pick(NAMED_GAMES, 2)));
        }
        pairs
    }

    /// The conditions: one for each pair, from balanced openings, with both colours.
    pub fn conditions(&self, scale: Scale) -> Vec<Condition> {
        let size = scale.pick(self.size, 9);
        let spec = |name: &str| if name == GNUGO { games::gnugo(scale) } else { name.to_string() };
        let condition = |(first, second, games): (&Contender, &Contender, u64)| {
            let pairing = Pairing { opening: size / 4 * 2, ..Pairing::new(spec(first.name), spec(second.name), size) };
            Condition::new(pair(first.name, second.name), games, first.seconds + second.seconds, &pairing)
        };
        self.pairs(scale).into_iter().map(condition).collect()
    }

    /// The score of one player against another in their own games.
    pub fn score(&self, evidence: &Evidence, first: &str, second: &str) -> Score {
        games::score(evidence, &pair(first, second)).different
    }

    /// The results of all pairs, and the ratings.
    fn standings(&self, evidence: &Evidence) -> Option<(CrossTable, Ratings)> {
        let mut table = CrossTable::new();
        for (first, second, _) in self.pairs(evidence.scale) {
            let played = games::score(evidence, &pair(first.name, second.name));
            if played.games() > 0 {
                let (first, second) = (table.player(first.name), table.player(second.name));
                table.add(first, second, Cell { played, ..Cell::default() });
            }
        }
        let anchor = table.names().iter().position(|name| name == GNUGO);
        let anchor = anchor.map(|player| Anchor { player, elo: ANCHOR });
        let ratings = Ratings::fit(&table, &RatingSettings { anchor, ..RatingSettings::default() }).ok()?;
        (table.players() > 0).then_some((table, ratings))
    }

    /// The first player is rated above each of the others.
    pub fn above(&self, evidence: &Evidence, first: &str, others: &[&str]) -> Finding {
        let pairs: Vec<(&str, &str)> = others.iter().map(|&other| (first, other)).collect();
        self.ordered(evidence, &pairs)
    }

    /// The first of each pair is rated above the second.
    pub fn ordered(&self, evidence: &Evidence, pairs: &[(&str, &str)]) -> Finding {
        let Some((table, ratings)) = self.standings(evidence) else { return Finding::no_evidence() };
        let number = |name: &str| table.names().iter().position(|other| other == name);
        let pairs_played = self.pairs(evidence.scale).len() as u64;
        let units = (evidence.entries.len() as u64).div_ceil(pairs_played.max(1));
        Finding::all(pairs.iter().map(|&(first, second)| {
            let apart = |confidence| ratings.difference(number(first)?, number(second)?, confidence);
            match (apart(Confidence::P95), apart(refuting(pairs.len()))) {
                (Some(usual), Some(wider)) => {
                    Finding::positive(&format!("{first} above {second}, Elo"), usual, wider, units)
                }
                _ => Finding { figures: format!("{first} and {second}: not measured yet"), ..Finding::no_evidence() },
            }
        }))
    }

    /// The first player wins nearly all of its games against the second.
    pub fn nearly_all(&self, evidence: &Evidence, first: &str, second: &str) -> Finding {
        let name = format!("{first} against {second}");
        Finding::rate_above(&name, &self.score(evidence, first, second), 0.9, 0.0, 1)
    }

    /// The ratings as a table and a figure, and the games against GNU Go.
    pub fn exhibits(&self, evidence: &Evidence) -> Vec<Exhibit> {
        let Some((table, ratings)) = self.standings(evidence) else {
            return vec![Exhibit::Text("No games were played yet.".to_string())];
        };
        let mut shown = Table::new(
            "Ratings with 95% intervals, and the games behind them.",
            ["player", "rating", "95% interval", "games", "won"],
        );
        let mut dots = Vec::new();
        let largest = ratings.groups().first().map_or(0, Vec::len);
        for rating in ratings.ranked() {
            let (name, estimate) = (&table.names()[rating.player], rating.estimate(Confidence::P95));
            let given = name == GNUGO && ratings.groups()[rating.group].len() > 1;
            let interval = if given { "given".to_string() } else { format!("± {:.0}", estimate.error()) };
            shown.row([
                name.clone(),
                format!("{:.0}", rating.elo),
                interval.clone(),
                rating.score.games().to_string(),
                rating.score.points().to_string(),
            ]);
            if ratings.groups()[rating.group].len() == largest {
                let interval = Some((estimate.interval.low, estimate.interval.high));
                dots.push(Dot {
                    name: name.clone(),
                    value: rating.elo,
                    interval,
                    figure: format!("{:.0}", rating.elo),
                });
            }
        }
        let anchored = table.names().iter().any(|name| name == GNUGO);
        let scale = if anchored {
            format!("GNU Go at level 10 has {ANCHOR}, and the intervals are those of the difference to it")
        } else {
            "GNU Go has not played yet, and the mean is 0".to_string()
        };
        let caption = format!("Ratings on {0}x{0} with 95% intervals; {scale}.", self.size);
        let title = format!("The roster on {0}x{0}", self.size);
        let chart = DotChart { title, values: Axis::new("Elo"), dots, ..DotChart::default() };
        let mut exhibits = vec![shown.into(), Figure::new("", caption, chart.svg()).into()];
        if ratings.groups().len() > 1 {
            exhibits.push(Exhibit::Text(
                "Some players have not met the others yet, not even through third ones. Their ratings cannot be \
                 compared with the others, and the figure leaves them out."
                    .to_string(),
            ));
        }
        exhibits.push(self.against_gnugo(evidence).into());
        exhibits
    }

    fn against_gnugo(&self, evidence: &Evidence) -> Table {
        let mut table = Table::new("Games with GNU Go, from the view of the other player.", ["player", "won"]);
        for (first, second, _) in self.pairs(evidence.scale) {
            let played = games::score(evidence, &pair(first.name, second.name));
            match (first.name, second.name) {
                (name, GNUGO) => table.row([name.to_string(), games::rate_in_words(&played)]),
                (GNUGO, name) => table.row([name.to_string(), games::rate_in_words(&played.opposite())]),
                _ => {}
            }
        }
        table
    }
}

/// The name of the condition of a pair.
fn pair(first: &str, second: &str) -> String {
    format!("{first} v {second}")
}

#[cfg(test)]
pub(super) mod tests {
    use player::Maker;
    use roster::Roster;

    use super::*;

    /// Evidence of the full schedule in which each pair played so many games, and the first of it won the share that
    /// the difference of these ratings makes likely.
    pub(in crate::ponnuki) fn made_up(tournament: &Tournament, games: u64, elo: impl Fn(&str) -> f64) -> Evidence {
        let outcomes = |(first, second, _): (&Contender, &Contender, u64)| {
            let rate = stats::rate_of_elo(elo(first.name) - elo(second.name));
            let wins = (rate * games as f64).round() as usize;
            (pair(first.name, second.name), games::made_up(wins, games as usize - wins))
        };
        Evidence::made_up(tournament.pairs(Scale::Full).into_iter().map(outcomes))
    }

    /// The schedule names players that exist, and connects all of them.
    pub(in crate::ponnuki) fn check(tournament: &Tournament) {
        for contender in tournament.contenders.iter().filter(|contender| contender.name != GNUGO) {
            let spec = contender.name.parse().unwrap();
            assert!(Roster.make(&spec).is_ok(), "{spec}");
            assert_eq!(Roster.canonical(&spec).unwrap().to_string(), contender.name, "the shortest form");
        }
        for (first, second) in tournament.named {
            let is_there = |name: &str| tournament.contenders.iter().any(|contender| contender.name == name);
            assert!(is_there(first) && is_there(second), "{first} {second}");
        }
        let evidence = made_up(tournament, 20, |_| 1800.0);
        let (table, ratings) = tournament.standings(&evidence).unwrap();
        assert_eq!((table.players(), ratings.groups().len()), (tournament.contenders.len(), 1));
        assert!(ratings.all().iter().all(|rating| (rating.elo - ANCHOR).abs() < 1.0));
    }

    const SMALL: Tournament = Tournament {
        size: 9,
        games: 4,
        contenders: &[player("random", 0.0), player("naive", 0.0), player(GNUGO, 4.0), player("rave", 2.0)],
        named: &[("rave", "random"), ("rave", GNUGO)],
    };

    #[test]
    fn each_player_meets_its_neighbours_and_named_pairs_once() {
        let names: Vec<String> =
            SMALL.conditions(Scale::Full).iter().map(|one| format!("{} {}", one.name, one.units)).collect();
        let expected = [
            "naive v random 4",
            "GNU Go v naive 4",
            "GNU Go v random 4",
            "rave v naive 4",
            "rave v random 60",
            "rave v GNU Go 60",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn ratings_decide_claims_about_strength() {
        let elo = |name: &str| match name {
            "random" => 1400.0,
            "naive" => 1650.0,
            GNUGO => 1800.0,
            _ => 1810.0,
        };
        use crate::Verdict::{DoesNotHold, Holds, Undecided};
        let evidence = made_up(&SMALL, 200, elo);
        let verdict = |first: &str, others: &[&str]| SMALL.above(&evidence, first, others).verdict;
        assert_eq!(verdict("rave", &["random", "naive"]), Holds);
        assert_eq!(verdict("naive", &["random", GNUGO]), DoesNotHold);
        assert_eq!(verdict("rave", &[GNUGO]), Undecided);
        assert_eq!(verdict("rave", &["greedy"]), Undecided, "it was not there");
    }

    #[test]
    fn players_that_have_not_met_are_in_the_table_and_not_in_the_figure() {
        let few =
            Evidence::made_up([("naive v random", games::made_up(3, 1)), ("rave v GNU Go", games::made_up(1, 3))]);
        let exhibits = SMALL.exhibits(&few);
        assert!(matches!(&exhibits[0], Exhibit::Table(table) if table.rows.len() == 4));
        assert!(exhibits.iter().any(|one| matches!(one, Exhibit::Text(text) if text.contains("have not met"))));
    }
}
