//! Tournaments that are read, played, interrupted and resumed.

mod common;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use arena::ledger::ResultRow;
use arena::tournament::{Tournament, standings};
use arena::{Finish, Fixture, Ledger, Observer, Runner, Table};
use common::{AllPlayers, Sandbox};
use player::Stop;

fn read(sandbox: &Sandbox, text: &str) -> Tournament {
    let path = sandbox.folder.path().join("cup.toml");
    std::fs::write(&path, text).expect("a file");
    Tournament::read(&path, &AllPlayers).expect("a tournament")
}

/// Gives a signal after some games.
struct Clock {
    left: AtomicU64,
    signal: Stop,
}

impl Observer for Clock {
    fn ends(&self, _: Table, _: &Fixture, _: &ResultRow) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.signal.stop();
        }
    }
}

/// Plays an event in several sittings of some games each.
fn play_in_sittings(sandbox: &Sandbox, event: &arena::tournament::Event, games: u64) -> Vec<ResultRow> {
    for sitting in 0.. {
        assert!(sitting < 100, "it never ends");
        if event.due(&event.results(&sandbox.ledger).expect("a ledger")).is_empty() {
            break;
        }
        let clock = Clock { left: AtomicU64::new(games), signal: Stop::new() };
        let closing = clock.signal.clone();
        event.play(&Runner { closing, ..sandbox.runner(&clock, 2) }).expect("the runner does not fail");
    }
    event.results(&sandbox.ledger).expect("a ledger")
}

#[test]
fn a_round_robin_in_sittings_has_every_game_once() {
    let sandbox = Sandbox::new();
    let text = "
        players = ['random', 'first', 'random:eyes=fill', 'gtp:serve random', 'gtp:crash-genmove']
        [[event]]
        size = 5
        games = 2
        openings = 'balanced'
        opening-moves = 2";
    let event = &read(&sandbox, text).events[0];
    let results = play_in_sittings(&sandbox, event, 7);
    let keys: HashSet<&str> = results.iter().map(|result| result.key.as_str()).collect();
    assert_eq!((results.len(), keys.len() as u64), (20, event.games_in_all()));
    let last = standings(&results).pop().expect("five of them");
    assert_eq!((last.player.as_str(), last.losses, last.forfeits), ("gtp:crash-genmove", 8, 8));
    // Two that fill their own eyes may capture each other until the limit of moves.
    let usual = |finish: Finish| matches!(finish, Finish::Passes | Finish::MoveLimit);
    let played: Vec<Finish> = results.iter().map(|r| r.finish).filter(|finish| !finish.is_forfeit()).collect();
    assert!(played.len() == 12 && played.iter().all(|&finish| usual(finish)), "{played:?}");
}

#[test]
fn a_swiss_tournament_in_sittings_is_the_same_as_in_one() {
    let text = "
        players = ['random', 'first', 'random:eyes=fill', 'random:patience=1', 'random:patience=2']
        [[event]]
        format = 'swiss'
        rounds = 3
        size = 5
        games = 2";
    let play = |games| {
        let sandbox = Sandbox::new();
        let mut results = play_in_sittings(&sandbox, &read(&sandbox, text).events[0], games);
        results.sort_by(|one, other| one.key.cmp(&other.key));
        results.into_iter().map(|result| (result.key, result.outcome.to_string())).collect::<Vec<_>>()
    };
    let at_once = play(1000);
    assert_eq!(at_once.len(), 12);
    assert_eq!(play(3), at_once);
}

#[test]
fn handicap_games_are_played_as_the_table_says() {
    let sandbox = Sandbox::new();
    let text = "
        players = ['random', 'first']
        [ranks]
        random = '1k'
        first = '5k'
        [[event]]
        games = 2
        [[event.handicaps]]
        ranks-apart = 3
        stones = 3
        komi = 0.5";
    let tournament = read(&sandbox, text);
    let ledger = Ledger::open(&tournament.ledger).expect("a ledger");
    let event = &tournament.events[0];
    event.play(&Runner { ledger: &ledger, ..sandbox.runner(&(), 1) }).expect("the runner does not fail");
    for result in event.results(&ledger).expect("results") {
        let game = ledger.game(&result.key).expect("a ledger").expect("a game");
        assert_eq!((game.handicap, game.komi, result.players[0].as_str()), (3, 0.5, "first"));
        assert!(game.sgf.contains("HA[3]") && game.sgf.contains("AB[cc]"), "{}", game.sgf);
    }
}
