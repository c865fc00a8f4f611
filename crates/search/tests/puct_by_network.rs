//! What a search by a trained network finds. What the search itself does is in `puct.rs`, by scripted evaluations.

use std::time::Duration;

use goban::{Color, Game, Move, Point, Rules};
use models::net::Network;
use player::{Restrictions, Stop};
use search::puct::{Evaluator, NetworkEvaluator, SearchSettings, Searcher};
use search::{Search, SearchResult, Task, Until};

fn searcher(size: usize, settings: SearchSettings) -> Searcher<()> {
    let evaluator = NetworkEvaluator::new(Network::embedded("small").unwrap().clone(), size, 4 << 20);
    let mut searcher = Searcher::new(settings, size, || Box::new(evaluator.clone()) as Box<dyn Evaluator>, || ());
    searcher.reset(1);
    searcher
}

fn usual() -> SearchSettings {
    SearchSettings { memory: 32 << 20, symmetries: false, ..SearchSettings::default() }
}

fn search(searcher: &mut dyn Search, game: &Game, visits: u64) -> SearchResult {
    let until = Until { playouts: visits, deadline: None, early: false };
    searcher.search(
        &Task { game, until, restrictions: &Restrictions::default() },
        &Stop::new(),
        Duration::MAX,
        &mut |_| {},
    )
}

fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(9, Rules::CHINESE, 7.5);
    for name in moves {
        game.play(Move::from_gtp(name, 9).unwrap()).unwrap();
    }
    game
}

/// White's five stones in the middle have one liberty, G4, and it is Black's turn.
const CAUGHT: [&str; 16] =
    ["D5", "E5", "E6", "F5", "F6", "G5", "G6", "E4", "D4", "F4", "E3", "A9", "F3", "A1", "H5", "J9"];

#[test]
fn stones_in_atari_are_seen_as_lost() {
    let result = search(&mut searcher(9, usual()), &game(&CAUGHT), 200);
    let owner = result.ownership.unwrap();
    for name in ["E5", "F5", "G5", "E4", "F4"] {
        assert!(owner[Point::from_gtp(name, 9).unwrap()] > 0.5, "{name} is to be Black's");
    }
    assert!(result.win_rate > 0.9 && result.score > 20.0, "{} {}", result.win_rate, result.score);
}

#[test]
fn the_same_seed_thinks_the_same() {
    let look = || {
        let result = search(&mut searcher(9, usual()), &game(&["E5", "E3"]), 60);
        result.candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect::<Vec<_>>()
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
    let result = search(&mut searcher(9, usual()), &game, 100);
    let pass = result.candidates.iter().find(|candidate| candidate.mv == Move::Pass).unwrap();
    assert!(pass.win_rate > 0.9, "White wins by a pass: 45 to 36 and 20.5 ({})", pass.win_rate);
    let owners = result.ownership.unwrap();
    let [black, white] = ["A5", "J5"].map(|name| owners[Point::from_gtp(name, 9).unwrap()]);
    assert!(black > 0.8 && white < -0.8, "{black} {white}");
}
