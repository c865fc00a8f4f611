//! The search tree: what holds for its statistics in every position.

use std::sync::Arc;
use std::time::Duration;

use goban::{Game, Move, Point, Rules, diagram};
use player::{Restrictions, Stop};
use search::playout::{Chances, Mogo, Patterns, Replies, ReplyTables};
use search::uct::{Formula, SearchSettings, Searcher};
use search::{Search, SearchResult, Task, Until};

type Policy = (Replies, Mogo);

fn searcher(settings: SearchSettings, size: usize) -> Searcher<Policy> {
    let patterns = Arc::new(Patterns::mogo());
    let tables = ReplyTables::new("lgrf2".parse().unwrap(), 0.1, size);
    let chances = Chances { rescue: 0.9, capture_last: 0.9, nakade: 0.9, pattern: 0.9, capture: 0.5, self_atari: 2 };
    let mut searcher = Searcher::new(settings, patterns.clone(), size, move || {
        (Replies::new(tables.clone()), Mogo::new(chances, patterns.clone()))
    });
    searcher.reset(1);
    searcher
}

fn search(searcher: &mut Searcher<Policy>, game: &Game, playouts: u64) -> SearchResult {
    let until = Until { playouts, deadline: None, early: false };
    searcher.search(
        &Task { game, until, restrictions: &Restrictions::default() },
        &Stop::new(),
        Duration::MAX,
        &mut |_| {},
    )
}

fn visits(result: &SearchResult, mv: Move) -> u32 {
    result.candidates.iter().find(|candidate| candidate.mv == mv).map_or(0, |candidate| candidate.visits)
}

fn small() -> SearchSettings {
    SearchSettings { memory: 32 << 20, ..SearchSettings::default() }
}

#[test]
fn every_simulation_is_a_visit_of_one_move() {
    for threads in [1, 3] {
        let mut searcher = searcher(SearchSettings { threads, ..small() }, 9);
        let result = search(&mut searcher, &Game::new(9, Rules::CHINESE, 7.5), 2000);
        assert_eq!(result.playouts, 2000);
        assert_eq!(result.candidates.iter().map(|candidate| candidate.visits).sum::<u32>(), 2000);
    }
}

#[test]
fn one_thread_and_a_seed_make_the_same_search() {
    let run = || {
        let mut searcher = searcher(small(), 9);
        let mut game = Game::new(9, Rules::CHINESE, 7.5);
        let mut log = Vec::new();
        for _ in 0..6 {
            let result = search(&mut searcher, &game, 500);
            log.extend(result.candidates.iter().map(|c| (c.mv, c.visits, c.win_rate.to_bits())));
            game.play(result.candidates[0].mv).unwrap();
        }
        log
    };
    assert_eq!(run(), run());
}

#[test]
fn symmetric_moves_are_searched_once_on_an_empty_board() {
    let result = search(&mut searcher(small(), 9), &Game::new(9, Rules::CHINESE, 7.5), 100);
    let points = result.candidates.iter().filter(|candidate| candidate.mv != Move::Pass).count();
    assert_eq!(points, 15, "an eighth of the board with its axes");
}

#[test]
fn what_was_searched_is_kept_across_both_moves() {
    for transpositions in [true, false] {
        let mut searcher = searcher(SearchSettings { transpositions, ..small() }, 5);
        let mut game = Game::new(5, Rules::CHINESE, 0.5);
        game.play(Move::from_gtp("C3", 5).unwrap()).unwrap();
        let line = search(&mut searcher, &game, 4000).candidates[0].line.clone();
        assert!(line.len() >= 2, "{line:?}");
        game.play(line[0]).unwrap();
        game.play(line[1]).unwrap();
        let kept: u32 = search(&mut searcher, &game, 16).candidates.iter().map(|c| c.visits).sum();
        assert!(kept > 100, "only {kept} visits, transpositions {transpositions}");
    }
}

#[test]
fn sequences_that_meet_share_their_node() {
    let formula = Formula { exploration: 1.0, rave_equivalence: 0.0 };
    let nodes = |transpositions| {
        let settings = SearchSettings { transpositions, expand: 1, formula, ..small() };
        search(&mut searcher(settings, 3), &Game::new(3, Rules::CHINESE, 0.5), 3000).nodes
    };
    let (shared, apart) = (nodes(true), nodes(false));
    assert!(shared < apart * 9 / 10, "{shared} nodes shared, {apart} apart");
}

#[test]
fn no_position_of_the_game_is_brought_back_under_superko() {
    // Black may not take the ko back: that would bring back the position before White took it.
    let mut game = Game::new(5, Rules::TROMP_TAYLOR, 0.5);
    for name in ["B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"] {
        game.play(Move::from_gtp(name, 5).unwrap()).unwrap();
    }
    let result = search(&mut searcher(small(), 5), &game, 500);
    assert_eq!(visits(&result, Move::from_gtp("C2", 5).unwrap()), 0);
}

#[test]
fn simple_ko_lets_a_position_of_the_game_come_back() {
    // White has played two of three stones again that Black had taken at A5, and takes A5 back at B5.
    let race = "
        . O O X .
        O X O X X
        O X X . X
        O O O X X
        O . O O O
        X to play";
    for (rules, may_come_back) in [(Rules::CHINESE, true), (Rules::TROMP_TAYLOR, false)] {
        let mut game = Game::from_board(diagram::board(race), rules, 7.5);
        for name in ["A5", "C4", "pass", "C5", "pass"] {
            game.play(Move::from_gtp(name, 5).unwrap()).unwrap();
        }
        let result = search(&mut searcher(small(), 5), &game, 500);
        let tried = visits(&result, Move::from_gtp("B5", 5).unwrap()) > 0;
        assert_eq!(tried, may_come_back, "{rules}");
    }
}

#[test]
fn a_full_memory_goes_on_playing_sensibly() {
    let settings = SearchSettings { memory: 1 << 20, expand: 1, ..SearchSettings::default() };
    let mut searcher = searcher(settings, 9);
    let mut game = Game::new(9, Rules::CHINESE, 7.5);
    for _ in 0..4 {
        let result = search(&mut searcher, &game, 3000);
        assert!(result.nodes * 81 * 24 <= 1 << 20, "{} nodes", result.nodes);
        let best = &result.candidates[0];
        assert!(best.visits > 20 && best.mv != Move::Pass, "{best:?}");
        game.play(best.mv).unwrap();
    }
}

#[test]
fn a_stopped_search_ends_at_once() {
    let stop = Stop::new();
    stop.stop();
    let until = Until { playouts: u64::MAX, deadline: None, early: false };
    let game = Game::new(19, Rules::CHINESE, 7.5);
    let result = searcher(small(), 19).search(
        &Task { game: &game, until, restrictions: &Restrictions::default() },
        &stop,
        Duration::MAX,
        &mut |_| {},
    );
    assert_eq!(result.playouts, 0);
}

#[test]
fn the_tree_of_a_deathmatch_has_no_passes() {
    let result = search(&mut searcher(small(), 5), &Game::new(5, Rules::DEATHMATCH, 0.0), 300);
    assert!(result.candidates.iter().all(|candidate| candidate.mv != Move::Pass));
    assert!(visits(&result, Move::Play(Point::new(2, 2))) > 0);
}
