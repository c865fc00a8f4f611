//! Many games at once, all of them in the ledger, even when they are interrupted.

mod common;

use std::sync::Mutex;

use arena::ledger::ResultRow;
use arena::{Fault, Finish, Fixture, Match, Observer, Runner, Series, Table, Tally, tables_for};
use common::{AllPlayers, Sandbox, series, spec};
use goban::Color;
use player::{Stop, Turn};

#[test]
fn a_series_is_played_and_kept() {
    let games = Sandbox::new().play(series("random", "first"), 10).unwrap();
    assert_eq!(games.len(), 10);
    for (number, game) in games.iter().enumerate() {
        let first = if number % 2 == 0 { Color::Black } else { Color::White };
        assert_eq!((game.result.number, game.result.first), (number as u64, first));
        assert_eq!(game.result.in_order(), ["random", "first"]);
        let reading = kifu::read(game.sgf.as_bytes()).unwrap();
        let replayed = kifu::Replay::new(&reading.collection.trees[0]).game().unwrap();
        assert_eq!(replayed.moves().len() as u64, game.result.moves);
        assert_eq!(game.times.len() as u64, game.result.moves);
        assert_eq!((game.size, game.rules.as_str(), game.komi), (5, "chinese", 7.5));
        assert!(game.machine.cores > 0 && game.begun <= game.result.ended && game.version == gtp::version());
    }
}

#[test]
fn the_same_seed_plays_the_same_games_at_any_number_of_tables() {
    let records = |tables| {
        let sandbox = Sandbox::new();
        let entered = Match::enter(&sandbox.ledger, series("random", "random:eyes=fill")).unwrap();
        sandbox.runner(&(), tables).play(entered.fixtures(8)).unwrap();
        let games = sandbox.games(&entered.series.contest);
        games.iter().map(|game| (game.seed, game.sgf.clone())).collect::<Vec<_>>()
    };
    assert_eq!(records(1), records(3));
}

#[test]
fn a_match_goes_on_where_it_was_left_and_can_be_made_longer() {
    let sandbox = Sandbox::new();
    let first = sandbox.play(series("random", "first"), 3).unwrap();
    let all = sandbox.play(series("random", "first"), 7).unwrap();
    assert_eq!((first.len(), all.len()), (3, 7));
    assert_eq!(&all[..3], &first[..]);
    let again = Match::enter(&sandbox.ledger, series("random", "first")).unwrap();
    assert_eq!((again.before.len(), again.fixtures(7).count()), (7, 0), "there is nothing left to play");
    assert_eq!(sandbox.ledger.contests().unwrap().len(), 1);
    let other = Match::enter(&sandbox.ledger, Series { seed: 2, ..series("random", "first") }).unwrap();
    assert_eq!(other.before, [], "with another seed it is another match");
}

#[test]
fn players_that_panic_or_fail_lose_only_their_own_games() {
    let sandbox = Sandbox::new();
    for (player, fault) in
        [("panicker", Fault::Crash), ("clumsy", Fault::Crash), ("mute", Fault::Crash), ("cheat", Fault::IllegalMove)]
    {
        for game in sandbox.play(series("random", player), 4).unwrap() {
            assert_eq!(game.result.finish, Finish::Forfeit(fault), "{player}: {}", game.remark);
            assert_eq!(game.result.winner(), Some(0), "{player}");
        }
    }
    assert!(sandbox.play(series("random", "first"), 2).unwrap().iter().all(|game| !game.result.finish.is_forfeit()));
}

/// Counts, and closes the runner or stops all games after some of them.
struct Usher<'a> {
    tally: Mutex<Tally>,
    enough: u64,
    signal: &'a Stop,
}

impl Observer for Usher<'_> {
    fn ends(&self, _: Table, _: &Fixture, result: &ResultRow) {
        let mut tally = self.tally.lock().unwrap();
        tally.add(result);
        if tally.games() >= self.enough {
            self.signal.stop();
        }
    }
}

#[test]
fn a_hall_that_closes_finishes_what_is_being_played() {
    let sandbox = Sandbox::new();
    let closing = Stop::new();
    let usher = Usher { tally: Mutex::default(), enough: 3, signal: &closing };
    let entered = Match::enter(&sandbox.ledger, series("random", "random")).unwrap();
    let runner = Runner { closing: closing.clone(), ..sandbox.runner(&usher, 2) };
    let played = runner.play(entered.fixtures(1000)).unwrap();
    assert!((3..=4).contains(&played), "{played}");
    assert_eq!(sandbox.games(&entered.series.contest).len() as u64, played);
    assert_eq!(usher.tally.lock().unwrap().games(), played);
}

#[test]
fn games_that_are_broken_off_are_played_again() {
    struct Impatient(Stop);
    impl Observer for Impatient {
        fn moves(&self, _: Table, fixture: &Fixture, _: &Turn<'_>) {
            if fixture.number == 2 {
                self.0.stop();
            }
        }
    }
    let sandbox = Sandbox::new();
    let entered = Match::enter(&sandbox.ledger, series("random", "random")).unwrap();
    let stop = Stop::new();
    let impatient = Impatient(stop.clone());
    let runner = Runner { stop: stop.clone(), ..sandbox.runner(&impatient, 1) };
    assert_eq!(runner.play(entered.fixtures(5)), Ok(2));
    let games = sandbox.play(series("random", "random"), 5).unwrap();
    assert_eq!(games.iter().map(|game| game.result.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

#[test]
fn two_halls_on_one_ledger_agree_on_the_results() {
    let sandbox = Sandbox::new();
    let entered = Match::enter(&sandbox.ledger, series("random", "random")).unwrap();
    let signal = Stop::new();
    let ushers = [0, 1].map(|_| Usher { tally: Mutex::default(), enough: u64::MAX, signal: &signal });
    std::thread::scope(|scope| {
        for usher in &ushers {
            let (sandbox, entered) = (&sandbox, &entered);
            scope.spawn(move || sandbox.runner(usher, 1).play(entered.fixtures(20)).unwrap());
        }
    });
    let results = sandbox.ledger.results(&entered.series.contest).unwrap();
    assert_eq!(results.len(), 20);
    for usher in ushers {
        assert_eq!(*usher.tally.lock().unwrap(), Tally::of(&results));
    }
}

#[test]
fn as_many_tables_as_cores_over_threads() {
    let cores = arena::Machine::here().cores;
    assert_eq!(tables_for(&AllPlayers, &[spec("random"), spec("first")]), Ok(cores));
    assert!(tables_for(&AllPlayers, &[spec("nobody")]).is_err());
}
