//! Section III: the strength of the opponents, and gojen's rank by handicap against GNU Go.

use arena::{Adjudication, Conditions, referee};
use goban::{Game, Point, Rules, fixed_handicap};
use player::Player;
use plot::{Axis, LineChart, Reference, Series};
use serde::{Deserialize, Serialize};
use stats::{Confidence, Interval, Score, win_rate};

use super::matches::{self, Games};
use super::{FAMILY_NAME, OPPONENTS};
use crate::games::{self, GameOutcome};
use crate::verdict::Finding;
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Figure, Lab, LabError, Scale, Table, Trial, Unit, Verdict, papers,
    percent,
};

/// The games.
pub(crate) const TRIAL: Trial = Trial { name: "representations/gojen", alone: false, conditions, measure };

/// The numbers of stones. One is the first move, without komi.
const STONES: [usize; 6] = [1, 9, 13, 17, 21, 25];
/// The numbers of stones between which the paper's rank lies: 23 to 31 kyu.
const FEWER: usize = 13;
const MORE: usize = 21;

/// The ranks.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/gojen",
    title: "The rank of gojen, and the order of the opponents",
    place: "section III",
    source: "GOjen, the best of the three programs, is based on Fuming Wang's JaGo and knows 32 patterns. Against GNU \
             Go 3.2, with an estimated rank of 10 kyu, the paper arrives at about 28 kyu for it, and does not say how. \
             Naive knows how to save and capture stones, and Random plays any legal move.",
    ours: "GOjen is not available. Our gojen is another program, written after this description, with 32 shapes of our \
           own. It plays against GNU Go 3.8 at level 10 on 19x19 with growing handicaps, 20 games each, Chinese rules \
           with half a point of komi, ended where unconditional life decides them; above nine stones they stand on a \
           grid of every third line. If one stone is one rank and GNU Go has 10 kyu, the number of stones with which \
           gojen wins half of its games is the difference to its rank. The order of our three programs is measured on \
           5x5, 1,000 games a pair, under the terms of the samples.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "GOjen has a rank of about 28 kyu, if GNU Go has 10 kyu",
            place: "section III",
            test: "our gojen wins less than half of its games with 13 stones and more than half with 21, which is 23 \
                   to 31 kyu: Wilson's 95% intervals; each part is refuted at 5% divided by 2",
            judge: |evidence| {
                let half = |stones: usize, range: Interval| {
                    let score = games::score(evidence, &handicap_name(stones)).all;
                    refuted_at(&handicap_name(stones), &score, range, 2)
                };
                Finding::all([
                    half(FEWER, Interval { low: f64::NEG_INFINITY, high: 0.5 }),
                    half(MORE, Interval { low: 0.5, high: f64::INFINITY }),
                ])
            },
        },
        Claim {
            text: "The three programs are of different quality: GOjen is the best, Random the weakest",
            place: "section III",
            test: "Wilson's 95% interval of the share of games that the better one wins on 5x5 lies above one half, \
                   for each pair of our programs; each part is refuted at 5% divided by 3",
            judge: |evidence| {
                let part = |(better, worse): (usize, usize)| {
                    let name = pair_name(better, worse);
                    let games = evidence.outcomes::<Games>(&name).into_iter().next().unwrap_or_default();
                    let Games { games, wins, draws, .. } = games;
                    let score = Score { wins, losses: games - wins - draws, draws };
                    refuted_at(&name, &score, Interval { low: 0.5, high: f64::INFINITY }, 3)
                };
                Finding::all(PAIRS.map(part))
            },
        },
    ],
    exhibits,
};

/// The pairs of opponents, the better one first.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

fn pair_name(better: usize, worse: usize) -> String {
    format!("{} v {}", OPPONENTS[better], OPPONENTS[worse])
}

fn handicap_name(stones: usize) -> String {
    format!("handicap {stones}")
}

/// A win rate lies in a range, refuted at 5% divided by the number of parts.
fn refuted_at(name: &str, score: &Score, range: Interval, parts: usize) -> Finding {
    let finding = Finding::rate_within(name, score, range);
    let wider = win_rate(score, Confidence::new(1.0 - 0.05 / parts as f64).unwrap_or_default());
    let is_outside = wider.interval.high < range.low || wider.interval.low > range.high;
    match finding.verdict {
        Verdict::DoesNotHold if !is_outside => Finding::new(Verdict::Undecided, finding.figures),
        _ => finding,
    }
}

/// What a unit plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Settings {
    /// A game with a handicap for the first player.
    Handicap { stones: usize, size: usize, first: String, second: String },
    /// Games between two players on 5x5.
    Pair { first: String, second: String, games: u64 },
}

fn conditions(scale: Scale) -> Vec<Condition> {
    let handicap = |stones: usize| {
        let (size, second) = (scale.pick(19, 9), games::gnugo(scale));
        let settings = Settings::Handicap { stones, size, first: OPPONENTS[0].to_string(), second };
        Condition::new(handicap_name(stones), scale.pick(20, 2), scale.pick(50.0, 0.05), &settings)
    };
    let pair = |(better, worse): (usize, usize)| {
        let [first, second] = [better, worse].map(|place| learn::td::sample::PAPER[place].to_string());
        let settings = Settings::Pair { first, second, games: scale.pick(1_000, 4) };
        Condition::new(pair_name(better, worse), 1, scale.pick(2.0, 0.01), &settings)
    };
    let stones = scale.pick(&STONES[..], &STONES[..2]);
    PAIRS.map(pair).into_iter().chain(stones.iter().map(|&stones| handicap(stones))).collect()
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<serde_json::Value, LabError> {
    let outcome = match unit.settings()? {
        Settings::Handicap { stones, size, first, second } => {
            // The stones are placed by hand: there are fixed places for nine at most.
            let conditions = Conditions {
                komi: 0.5,
                adjudication: Some(Adjudication::Settled),
                ..Conditions::new(size, Rules::CHINESE, 0)
            };
            let mut game = Game::new(size, conditions.rules, conditions.komi);
            if stones > 1 {
                game.place_free_handicap(&places(size, stones)?).map_err(LabError::failed)?;
            }
            let (mut black, mut white) = (lab.player(&first)?, lab.player(&second)?);
            let players: [&mut dyn Player; 2] = [&mut *black, &mut *white];
            let played = referee(game, players, &conditions, unit.seed(), &lab.stop, &mut |_| {});
            let played = played.ok_or(LabError::Stopped)?;
            serde_json::to_value(GameOutcome::new(&played, goban::Color::Black))
        }
        Settings::Pair { first, second, games } => {
            let (mut one, mut other) = (lab.player(&first)?, lab.player(&second)?);
            serde_json::to_value(matches::play(one.as_mut(), other.as_mut(), games, unit.seed(), lab)?)
        }
    };
    outcome.map_err(LabError::failed)
}

/// The places of handicap stones: the fixed ones for up to nine, and for more the points of a grid of every third line
/// of 19x19, the middle of the board first.
fn places(size: usize, stones: usize) -> Result<Vec<Point>, LabError> {
    let fixed = fixed_handicap(size, stones.min(9)).map_err(LabError::failed)?;
    if stones <= 9 {
        return Ok(fixed);
    }
    const LINES: [usize; 5] = [3, 6, 9, 12, 15];
    let grid = LINES.iter().flat_map(|&row| LINES.map(|col| Point::new(row, col)));
    let mut others: Vec<Point> = grid.filter(|point| !fixed.contains(point)).collect();
    // Diagonal to the centre, then beside it, then the sides, turning around the centre.
    let distance = |point: &Point| (point.row() as i32 - 9, point.col() as i32 - 9);
    others.sort_by_key(|point| {
        let (down, right) = distance(point);
        let turning = (down.abs() > right.abs()) == (down * right > 0);
        (down.abs().max(right.abs()), down.abs().min(right.abs()) == 0, turning)
    });
    Ok(fixed.into_iter().chain(others).take(stones).collect())
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let gnugo = papers::value(FAMILY_NAME, "gnugo.rank").unwrap_or(10.0);
    let rates: Vec<(usize, Score)> =
        STONES.iter().map(|&stones| (stones, games::score(evidence, &handicap_name(stones)).all)).collect();
    let caption = "Games that gojen won against GNU Go with handicap stones on 19x19, and the rank at which such a \
                   handicap makes an even game if GNU Go has 10 kyu.";
    let mut table = Table::new(caption, ["stones", "games won", "rank"]);
    for stones in STONES {
        let won = games::rate_in_words(&games::score(evidence, &handicap_name(stones)));
        table.row([stones.to_string(), won, format!("{:.0} kyu", gnugo + stones as f64)]);
    }
    let paper = papers::cell(FAMILY_NAME, "gojen.rank", |rank| format!("{:.0} stones, {rank:.0} kyu", rank - gnugo));
    table.row(["paper".to_string(), "50.0%".to_string(), paper]);
    let measured: Vec<(f64, stats::Estimate)> = rates
        .iter()
        .filter(|(_, score)| score.games() > 0)
        .map(|(stones, score)| (*stones as f64, win_rate(score, Confidence::P95)))
        .collect();
    let bars = measured.iter().map(|(x, rate)| (*x, rate.interval.low, rate.interval.high));
    let series = Series::new("gojen", measured.iter().map(|(x, rate)| (*x, rate.value)).collect()).with_bars(bars);
    let chart = LineChart {
        title: "gojen against GNU Go with handicap".to_string(),
        x: Axis::new("handicap stones").from(0.0).to(26.0),
        y: Axis::new("games won").from(0.0).to(1.0).percent(),
        series: vec![series],
        references: vec![Reference::new(0.5, "an even game")],
        ..LineChart::default()
    };
    let caption = "Win rate of gojen against GNU Go by handicap stones, with 95% intervals.";
    vec![table.into(), Figure::new("", caption, chart.svg()).into(), pairs_table(evidence).into()]
}

fn pairs_table(evidence: &Evidence) -> Table {
    let caption = "Our three programs against each other on 5x5: games won, drawn and lost by the first.";
    let mut table = Table::new(caption, ["pair", "won", "drawn", "lost", "different games"]);
    for (better, worse) in PAIRS {
        let name = pair_name(better, worse);
        let cells = evidence.outcomes::<Games>(&name).into_iter().next().map_or_else(
            || vec!["-".to_string(); 4],
            |games| {
                let drawn = percent(games.draws as f64 / games.games.max(1) as f64);
                vec![percent(games.share()), drawn, percent(games.lost()), games.different.to_string()]
            },
        );
        table.row([name].into_iter().chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};
    use crate::games::made_up;

    #[test]
    fn large_handicaps_stand_on_a_grid() {
        let names = |stones| {
            let mut names: Vec<String> = places(19, stones).unwrap().iter().map(|point| point.to_gtp(19)).collect();
            names.sort();
            names
        };
        for stones in STONES.into_iter().filter(|&stones| stones > 1) {
            let mut all = names(stones);
            all.dedup();
            assert_eq!(all.len(), stones);
        }
        for inner in ["G7", "G13", "N7", "N13"] {
            assert!(names(13).contains(&inner.to_string()), "{inner}");
        }
        for beside in ["G10", "N10", "K7", "K13"] {
            assert!(names(17).contains(&beside.to_string()), "{beside}");
        }
        // With 21 stones there is one more on each side.
        let more: Vec<String> = names(21).into_iter().filter(|name| !names(17).contains(name)).collect();
        let on =
            |line: fn(&Point) -> bool| more.iter().filter(|name| line(&Point::from_gtp(name, 19).unwrap())).count();
        assert_eq!([on(|p| p.row() == 3), on(|p| p.row() == 15), on(|p| p.col() == 3), on(|p| p.col() == 15)], [1; 4]);
    }

    fn rank(fewer: (usize, usize), more: (usize, usize)) -> Verdict {
        let games = |(won, lost)| made_up(won, lost);
        let evidence = Evidence::made_up([(handicap_name(FEWER), games(fewer)), (handicap_name(MORE), games(more))]);
        (EXPERIMENT.claims[0].judge)(&evidence).verdict
    }

    #[test]
    fn gojen_has_28_kyu_or_not() {
        assert_eq!(rank((4, 16), (16, 4)), Holds);
        assert_eq!(rank((18, 2), (20, 0)), DoesNotHold);
        assert_eq!(rank((9, 11), (16, 4)), Undecided);
        assert_eq!(rank((0, 0), (0, 0)), Undecided);
    }

    #[test]
    fn the_opponents_differ_or_not() {
        let verdict = |wins: u64, games: u64| {
            let of =
                |(better, worse)| (pair_name(better, worse), vec![Games { games, wins, draws: 0, different: games }]);
            (EXPERIMENT.claims[1].judge)(&Evidence::made_up(PAIRS.map(of))).verdict
        };
        assert_eq!([verdict(700, 1_000), verdict(300, 1_000), verdict(5, 10)], [Holds, DoesNotHold, Undecided]);
    }
}
