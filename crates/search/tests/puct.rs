//! What a search by a network finds, keeps and is told.

use std::time::{Duration, Instant};

use goban::{Color, Game, Move, Point, Rules};
use models::net::Network;
use player::Stop;
use search::puct::{Formula, Searcher, Settings};
use search::{Search, Until, Verdict};

fn searcher(size: usize, settings: Settings) -> Searcher<()> {
    let mut searcher = Searcher::new(settings, Network::embedded("small").unwrap().clone(), size, || ());
    searcher.reset(1);
    searcher
}

fn usual() -> Settings {
    Settings { memory: 32 << 20, all_sides: false, ..Settings::default() }
}

fn search(searcher: &mut dyn Search, game: &Game, visits: u64) -> Verdict {
    let until = Until { playouts: visits, deadline: None, early: false };
    searcher.search(game, until, &Stop::new(), Duration::MAX, &mut |_| {})
}

fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(9, Rules::CHINESE, 7.5);
    for name in moves {
        game.play(Move::from_gtp(name, 9).unwrap()).unwrap();
    }
    game
}

fn visits(verdict: &Verdict) -> u64 {
    verdict.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum()
}

/// White's five stones in the middle have one liberty, G4, and it is Black's turn.
const CAUGHT: [&str; 16] =
    ["D5", "E5", "E6", "F5", "F6", "G5", "G6", "E4", "D4", "F4", "E3", "A9", "F3", "A1", "H5", "J9"];

#[test]
fn stones_in_atari_are_seen_as_lost() {
    let verdict = search(&mut searcher(9, usual()), &game(&CAUGHT), 200);
    let owner = verdict.ownership.unwrap();
    for name in ["E5", "F5", "G5", "E4", "F4"] {
        assert!(owner[Point::from_gtp(name, 9).unwrap()] > 0.5, "{name} is to be Black's");
    }
    assert!(verdict.win_rate > 0.9 && verdict.score > 20.0, "{} {}", verdict.win_rate, verdict.score);
}

#[test]
fn visits_are_counted_and_a_second_search_keeps_them() {
    let (mut searcher, mut game) = (searcher(9, usual()), game(&["E5"]));
    let first = search(&mut searcher, &game, 100);
    assert_eq!((first.kept, first.playouts, visits(&first)), (0, 100, 100));
    let more = search(&mut searcher, &game, 20).after(first);
    assert_eq!((more.kept, more.playouts, visits(&more)), (0, 120, 120));
    for &mv in &more.candidates[0].line[..2] {
        game.play(mv).unwrap();
    }
    let second = search(&mut searcher, &game, 50);
    assert!(second.kept > 0);
    assert_eq!(visits(&second), second.kept + 50);
}

#[test]
fn the_same_seed_thinks_the_same() {
    let look = || {
        let verdict = search(&mut searcher(9, usual()), &game(&["E5", "E3"]), 60);
        verdict.candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect::<Vec<_>>()
    };
    assert_eq!(look(), look());
}

#[test]
fn komi_and_rules_are_told_to_the_network() {
    let [fair, hopeless] = [7.5, 60.5].map(|komi| {
        let mut game = game(&["E5"]);
        game.set_komi(komi);
        search(&mut searcher(9, usual()), &game, 30)
    });
    assert!(hopeless.win_rate > 0.95 && hopeless.win_rate > fair.win_rate, "White is far ahead");
    assert!(hopeless.score < fair.score, "{} {}", hopeless.score, fair.score);
}

#[test]
fn several_threads_share_a_tree() {
    let settings = Settings { threads: 4, playouts: 0.5, ..usual() };
    let verdict = search(&mut searcher(9, settings), &game(&["E5"]), 200);
    assert_eq!((verdict.playouts, visits(&verdict)), (200, 200));
}

#[test]
fn playouts_tell_of_moves_that_came_later_where_they_are_asked() {
    let rave = |playouts: f32, rave: f32| {
        let formula = Formula { rave, ..usual().formula };
        let verdict = search(&mut searcher(9, Settings { playouts, formula, ..usual() }), &game(&["E5"]), 50);
        verdict.candidates.iter().filter_map(|candidate| candidate.rave).collect::<Vec<_>>()
    };
    let told = rave(0.5, 300.0);
    assert!(told.len() > 60 && told.iter().all(|rate| (0.0..=1.0).contains(rate)), "{told:?}");
    assert!(rave(0.5, 0.0).is_empty() && rave(0.0, 300.0).is_empty());
}

#[test]
fn it_ends_in_time_and_when_it_is_told() {
    let (mut searcher, game) = (searcher(9, usual()), game(&[]));
    let begun = Instant::now();
    let deadline = Some(begun + Duration::from_millis(200));
    let until = Until { playouts: u64::MAX, deadline, early: false };
    searcher.search(&game, until, &Stop::new(), Duration::MAX, &mut |_| {});
    assert!(begun.elapsed() < Duration::from_millis(600), "{:?}", begun.elapsed());
    let stop = Stop::new();
    stop.stop();
    let verdict = searcher.search(&game, Until { deadline: None, ..until }, &stop, Duration::MAX, &mut |_| {});
    assert_eq!(verdict.playouts, 0);
    assert!(!verdict.candidates.is_empty(), "it has something to play all the same");
}

#[test]
fn a_ko_is_not_taken_back_at_once() {
    // White has just taken at E5.
    let mut ko = game(&["D5", "F4", "E4", "F6", "E6", "G5", "F5", "E5"]);
    let taken = Move::from_gtp("F5", 9).unwrap();
    assert_eq!(ko.prisoners(Color::White), 1);
    let tries =
        |game: &Game| search(&mut searcher(9, usual()), game, 20).candidates.iter().any(|each| each.mv == taken);
    assert!(!tries(&ko));
    for name in ["A1", "J9"] {
        ko.play(Move::from_gtp(name, 9).unwrap()).unwrap();
    }
    assert!(tries(&ko), "after a threat and an answer it may be");
}

#[test]
fn where_both_have_passed_the_board_is_counted() {
    // A wall for each: Black has five of nine columns.
    let mut game = game(&[]);
    for row in 1..=9 {
        for (col, color) in [("E", Color::Black), ("F", Color::White)] {
            assert_eq!(game.to_play(), color);
            game.play(Move::from_gtp(&format!("{col}{row}"), 9).unwrap()).unwrap();
        }
    }
    game.play(Move::Pass).unwrap();
    game.set_komi(20.5);
    let verdict = search(&mut searcher(9, usual()), &game, 100);
    let pass = verdict.candidates.iter().find(|candidate| candidate.mv == Move::Pass).unwrap();
    assert!(pass.win_rate > 0.9, "White wins by a pass: 45 to 36 and 20.5 ({})", pass.win_rate);
    let owners = verdict.ownership.unwrap();
    let [black, white] = ["A5", "J5"].map(|name| owners[Point::from_gtp(name, 9).unwrap()]);
    assert!(black > 0.8 && white < -0.8, "{black} {white}");
}
