use proptest::prelude::*;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::cross::{Cell, Ending};
use super::super::elo::{elo, rate_of_elo};
use super::super::score::Outcome;
use super::*;

/// As published: nothing imagined, and everybody relative to one player.
fn plain(anchor: usize) -> RatingSettings {
    RatingSettings { prior: 0.0, anchor: Some(Anchor { player: anchor, elo: 0.0 }), forfeits: false }
}

fn met(table: &mut CrossTable, one: &str, other: &str, wins: u64, losses: u64, draws: u64) {
    let (one, other) = (table.player(one), table.player(other));
    table.add(one, other, Cell { played: Score { wins, losses, draws }.into(), ..Cell::default() });
}

fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() <= within, "{value} is not {expected}");
}

/// Stigler's counts of which journal of statistics cites which (Agresti 2002, page 448), and the strengths and standard
/// errors that the R package BradleyTerry2 prints for them, relative to Biometrika and in natural units.
#[test]
fn the_journals_of_statistics() {
    let mut table = CrossTable::new();
    met(&mut table, "Biometrika", "Comm Statist", 730, 33, 0);
    met(&mut table, "Biometrika", "JASA", 498, 320, 0);
    met(&mut table, "Biometrika", "JRSS-B", 221, 284, 0);
    met(&mut table, "Comm Statist", "JASA", 68, 813, 0);
    met(&mut table, "Comm Statist", "JRSS-B", 17, 276, 0);
    met(&mut table, "JASA", "JRSS-B", 142, 325, 0);
    let ratings = Ratings::fit(&table, &plain(0)).unwrap();
    let published = [("Comm Statist", -2.94907, 0.10255), ("JASA", -0.47957, 0.06059), ("JRSS-B", 0.26895, 0.07083)];
    for (name, strength, error) in published {
        let rating = ratings.all()[table.player(name)];
        near(rating.elo / ELO, strength, 5e-6);
        near(rating.deviation / ELO, error, 5e-6);
    }
}

/// The Eastern Division of the American League in 1987, home and away together: Agresti (2002), table 10.11, relative
/// to Baltimore; the standard errors are said there to be about 0.3.
#[test]
fn the_baseball_teams_of_1987() {
    let teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
    // Wins of the row's team at home against the column's, and losses.
    #[rustfmt::skip]
    let home = [
        [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
    ];
    let mut table = CrossTable::new();
    for team in teams {
        table.player(team);
    }
    for (row, results) in home.iter().enumerate() {
        for (column, &(wins, losses)) in results.iter().enumerate() {
            met(&mut table, teams[row], teams[column], wins, losses, 0);
        }
    }
    let ratings = Ratings::fit(&table, &plain(6)).unwrap();
    for (rating, strength) in ratings.all().iter().zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]) {
        near(rating.elo / ELO, strength, 0.005);
        near(rating.deviation / ELO, if rating.player == 6 { 0.0 } else { 0.3 }, 0.05);
    }
}

/// A comparison of rating programs by Kai Laskos (2012): 75%, 75% and 90% with many draws among them, made so that the
/// ratings are 191, 0 and -191. Ordo found 190.1, Bayeselo 166, EloStat 180.
fn three_engines() -> CrossTable {
    let mut table = CrossTable::new();
    met(&mut table, "Houdini", "Strelka", 18, 3, 9);
    met(&mut table, "Strelka", "Komodo", 18, 3, 9);
    met(&mut table, "Houdini", "Komodo", 24, 0, 6);
    table
}

#[test]
fn draws_do_not_squeeze_the_ratings() {
    let settings = RatingSettings { prior: 0.0, ..RatingSettings::default() };
    let ratings = Ratings::fit(&three_engines(), &settings).unwrap();
    for (rating, elo) in ratings.all().iter().zip([190.85, 0.0, -190.85]) {
        near(rating.elo, elo, 0.01);
    }
}

/// Two thirds of the points either way.
#[test]
fn draws_shorten_the_error_bars() {
    let deviation = |wins, losses, draws| {
        let mut table = CrossTable::new();
        met(&mut table, "a", "b", wins, losses, draws);
        Ratings::fit(&table, &plain(1)).unwrap().all()[0].deviation
    };
    let (decided, drawn) = (deviation(40, 20, 0), deviation(30, 10, 20));
    assert!(drawn < 0.85 * decided, "{drawn} {decided}");
}

/// A tournament of two is their match: the same Elo, and the same error bars but for the form of the interval.
#[test]
fn a_tournament_of_two_is_a_match() {
    let score = Score { wins: 880, losses: 759, draws: 1863 };
    let mut table = CrossTable::new();
    met(&mut table, "a", "b", score.wins, score.losses, score.draws);
    let ratings = Ratings::fit(&table, &plain(1)).unwrap();
    let (rating, alone) = (ratings.all()[0].estimate(Confidence::P95), elo(&score, Confidence::P95));
    near(rating.value, alone.value, 1e-6);
    near(rating.error(), alone.error(), 0.02);
    assert_eq!(ratings.all()[1].deviation, 0.0);
}

#[test]
fn a_player_without_a_point_has_a_rating_only_with_a_prior() {
    let mut table = CrossTable::new();
    met(&mut table, "mcts", "uct", 60, 40, 0);
    met(&mut table, "mcts", "random", 100, 0, 0);
    met(&mut table, "uct", "random", 100, 0, 0);
    let ratings = Ratings::fit(&table, &RatingSettings::default()).unwrap();
    let random = ratings.all()[2];
    assert!(random.elo < -500.0 && random.elo > -1500.0 && random.deviation > 100.0, "{random:?}");
    let refused = Ratings::fit(&table, &RatingSettings { prior: 0.0, ..RatingSettings::default() }).unwrap_err();
    assert_eq!(refused, RatingsError::Unbounded { names: vec!["mcts".to_string(), "uct".to_string()] });
    assert!(refused.to_string().starts_with("mcts, uct never lost a point to the others"));
}

#[test]
fn players_who_never_met_are_told_apart() {
    let mut table = CrossTable::new();
    met(&mut table, "a", "b", 3, 5, 0);
    met(&mut table, "x", "y", 7, 5, 0);
    met(&mut table, "y", "z", 7, 5, 0);
    let lonely = table.player("lonely");
    let ratings = Ratings::fit(&table, &RatingSettings::default()).unwrap();
    assert_eq!(ratings.groups(), [vec![2, 3, 4], vec![0, 1], vec![5]]);
    assert_eq!(ratings.difference(0, 2, Confidence::P95), None);
    assert_eq!(ratings.superiority(0, 2), None);
    assert!(ratings.superiority(2, 4).unwrap() > 0.5);
    assert_eq!((ratings.all()[lonely].elo, ratings.all()[lonely].deviation), (0.0, f64::INFINITY));
    let order: Vec<usize> = ratings.ranked().iter().map(|rating| rating.player).collect();
    assert_eq!(order, [2, 3, 4, 1, 0, 5]);
}

#[test]
fn the_anchor_stays_where_it_is_put() {
    let free = Ratings::fit(&three_engines(), &RatingSettings::default()).unwrap();
    let anchor = Some(Anchor { player: 1, elo: 1800.0 });
    let held = Ratings::fit(&three_engines(), &RatingSettings { anchor, ..RatingSettings::default() }).unwrap();
    assert_eq!((held.all()[1].elo, held.all()[1].deviation), (1800.0, 0.0));
    near(held.all()[0].elo - 1800.0, free.all()[0].elo - free.all()[1].elo, 1e-6);
    // What is known of a difference does not depend on where the zero is.
    let apart = |ratings: &Ratings| ratings.difference(0, 2, Confidence::P95).unwrap();
    near(apart(&held).value, apart(&free).value, 1e-6);
    near(apart(&held).error(), apart(&free).error(), 1e-6);
    near(free.all().iter().map(|rating| rating.elo).sum(), 0.0, 1e-9);
}

#[test]
fn forfeits_count_if_asked() {
    let mut table = CrossTable::new();
    met(&mut table, "sound", "broken", 5, 5, 0);
    for _ in 0..10 {
        table.record(0, 1, Outcome::Win, Ending::Forfeit);
    }
    let of =
        |forfeits| Ratings::fit(&table, &RatingSettings { forfeits, ..RatingSettings::default() }).unwrap().all()[0];
    near(of(false).elo, 0.0, 1e-9);
    assert_eq!(of(false).score.games(), 10);
    assert!(of(true).elo > 50.0 && of(true).score.games() == 20);
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |settings: RatingSettings| Ratings::fit(&three_engines(), &settings).unwrap_err();
    let anchor = |player, elo| RatingSettings { anchor: Some(Anchor { player, elo }), ..RatingSettings::default() };
    assert_eq!(refused(anchor(3, 0.0)), RatingsError::Anchor { player: 3, players: 3 });
    assert_eq!(refused(anchor(0, f64::INFINITY)), RatingsError::AnchorElo(f64::INFINITY));
    for prior in [-1.0, 1e-9, 1e9] {
        assert_eq!(refused(RatingSettings { prior, ..RatingSettings::default() }), RatingsError::Prior(prior));
    }
    let empty = Ratings::fit(&CrossTable::new(), &RatingSettings::default()).unwrap();
    assert!(empty.all().is_empty() && empty.groups().is_empty());
}

/// Forty players within 2,000 Elo and 100,000 games: the ratings come back, and the error bars hold what they promise.
#[test]
fn a_league_of_forty() {
    const PLAYERS: usize = 40;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut chance = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let truth: Vec<f64> = (0..PLAYERS).map(|_| 2000.0 * chance()).collect();
    let mut table = CrossTable::new();
    for player in 0..PLAYERS {
        table.player(&player.to_string());
    }
    for one in 0..PLAYERS {
        for other in one + 1..PLAYERS {
            for _ in 0..128 {
                let won = chance() < rate_of_elo(truth[one] - truth[other]);
                let outcome = if won { Outcome::Win } else { Outcome::Loss };
                table.record(one, other, outcome, Ending::Played);
            }
        }
    }
    let ratings = Ratings::fit(&table, &RatingSettings::default()).unwrap();
    let mean = truth.iter().sum::<f64>() / PLAYERS as f64;
    let held = ratings.all().iter().zip(&truth);
    let held =
        held.filter(|(rating, truth)| rating.estimate(Confidence::P95).interval.contains(**truth - mean)).count();
    assert!((34..=40).contains(&held), "{held} of {PLAYERS} within their error bars");
    assert!(ratings.all().iter().all(|rating| rating.deviation < 15.0));
}

proptest! {
    /// The likeliest ratings expect of every player the points that it has scored, the imagined draws among
    /// them.
    #[test]
    fn everybody_scores_what_is_expected(results in proptest::collection::vec((0u64..30, 0u64..30, 0u64..10), 10)) {
        let mut table = CrossTable::new();
        let names = ["a", "b", "c", "d", "e"];
        let mut results = results.into_iter();
        for (i, one) in names.iter().enumerate() {
            for other in &names[i + 1..] {
                let (wins, losses, draws) = results.next().unwrap();
                met(&mut table, one, other, wins, losses, draws);
            }
        }
        let settings = RatingSettings::default();
        let ratings = Ratings::fit(&table, &settings).unwrap();
        let encounters = Encounters::of(&table, &settings);
        for one in 0..names.len() {
            let others = (0..names.len()).filter(|&other| other != one);
            let (scored, expected) = others.fold((0.0, 0.0), |(scored, expected), other| {
                let rate = rate_of_elo(ratings.all()[one].elo - ratings.all()[other].elo);
                (scored + encounters.points(one, other), expected + rate * encounters.games(one, other))
            });
            prop_assert!((scored - expected).abs() < 1e-6, "{scored} {expected}");
        }
    }

    /// However lopsided the results, ratings and error bars are numbers.
    #[test]
    fn no_result_breaks_the_fit(
        results in proptest::collection::vec((prop_oneof![Just(0u64), 0u64..5, 0u64..100_000], 0u64..3), 6),
        prior in 0.001f64..10.0,
    ) {
        let mut table = CrossTable::new();
        let names = ["a", "b", "c", "d"];
        let mut results = results.into_iter();
        for (i, one) in names.iter().enumerate() {
            for other in &names[i + 1..] {
                let (wins, losses) = results.next().unwrap();
                met(&mut table, one, other, wins, losses, 0);
            }
        }
        let ratings = Ratings::fit(&table, &RatingSettings { prior, ..RatingSettings::default() }).unwrap();
        for rating in ratings.all() {
            prop_assert!(rating.elo.is_finite() && !rating.deviation.is_nan(), "{rating:?}");
            let grouped = ratings.groups()[rating.group].len() > 1;
            prop_assert!(rating.deviation > 0.0 && (rating.deviation.is_finite() || !grouped), "{rating:?}");
        }
    }
}
