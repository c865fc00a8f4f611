//! What a search keeps, how it ends, and how komi affects it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use goban::{Color, Game, Move, Rules, diagram};
use player::{Restriction, Restrictions, Stop};
use search::playout::Patterns;
use search::uct::{SearchSettings, Searcher};
use search::{Search, SearchResult, Task, Until};

/// A searcher of uniform playouts.
fn searcher(size: usize) -> Searcher<()> {
    let settings = SearchSettings { memory: 64 << 20, ..SearchSettings::default() };
    let mut searcher = Searcher::new(settings, Arc::new(Patterns::mogo()), size, || ());
    searcher.reset(1);
    searcher
}

fn playouts(playouts: u64) -> Until {
    Until { playouts, deadline: None, early: false }
}

fn search(searcher: &mut Searcher<()>, game: &Game, until: Until) -> SearchResult {
    searcher.search(
        &Task { game, until, restrictions: &Restrictions::default() },
        &Stop::new(),
        Duration::MAX,
        &mut |_| {},
    )
}

fn visits(result: &SearchResult) -> u64 {
    result.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum()
}

#[test]
fn a_second_search_after_two_moves_starts_with_visits_from_the_first() {
    let (mut searcher, mut game) = (searcher(5), Game::new(5, Rules::CHINESE, 0.5));
    let first = search(&mut searcher, &game, playouts(2000));
    assert_eq!((first.kept, visits(&first)), (0, 2000));
    for &mv in &first.candidates[0].line[..2] {
        game.play(mv).unwrap();
    }
    let second = search(&mut searcher, &game, playouts(100));
    assert!(second.kept > 20, "{} visits kept", second.kept);
    assert_eq!(visits(&second), second.kept + 100);
}

#[test]
fn a_search_that_goes_on_is_one_search() {
    let (mut searcher, game) = (searcher(5), Game::new(5, Rules::CHINESE, 0.5));
    let first = search(&mut searcher, &game, playouts(300));
    let both = search(&mut searcher, &game, playouts(100)).after(first);
    assert_eq!((both.kept, both.playouts, visits(&both)), (0, 400, 400));
}

#[test]
fn another_komi_makes_another_tree() {
    let (mut searcher, mut game) = (searcher(5), Game::new(5, Rules::CHINESE, 0.5));
    search(&mut searcher, &game, playouts(100));
    game.set_komi(24.5);
    assert_eq!(search(&mut searcher, &game, playouts(1)).kept, 0);
}

#[test]
fn extra_komi_changes_who_wins_and_not_the_score() {
    let game = Game::new(5, Rules::CHINESE, 0.5);
    let [plain, asked] = [0.0, 30.0].map(|extra| {
        let mut searcher = searcher(5);
        searcher.set_extra_komi(extra);
        search(&mut searcher, &game, playouts(500))
    });
    assert!(plain.win_rate > 0.4 && asked.win_rate < 0.01, "{} and {}", plain.win_rate, asked.win_rate);
    assert!(asked.score > -5.0, "{}", asked.score);
}

#[test]
fn a_leader_that_can_not_be_overtaken_ends_the_search() {
    // Everything hangs on B7, which decides whether the corner lives.
    let board = goban::diagram::board(
        "
        . . . X O . .
        X X X X O . O
        O O O O O O .
        . . . O . . .
        O O O O O O O
        X X X X X X X
        . . X . . X .
        O to play",
    );
    let game = Game::from_board(board, Rules::CHINESE, -5.5);
    let result = search(&mut searcher(7), &game, Until { early: true, ..playouts(20_000) });
    assert!(result.playouts < 15_000, "{}", result.playouts);
    assert_eq!(result.candidates[0].mv.to_gtp(7), "B7");
}

#[test]
fn a_search_without_time_still_knows_a_move() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let deadline = Some(Instant::now());
    let result = search(&mut searcher(9), &game, Until { playouts: u64::MAX, deadline, early: true });
    assert_eq!(result.playouts, 0);
    assert!(result.candidates[0].mv.point().is_some());
}

/// Black's and White's halves are alive and settled: fifteen points to ten.
fn settled(komi: f32) -> Game {
    let board = diagram::board(
        "
        . X X O .
        X X X O O
        . X X O .
        X X X O O
        . X X O .
        X to play",
    );
    Game::from_board(board, Rules::CHINESE, komi)
}

#[test]
fn jigo_is_worth_one_half() {
    for (komi, rate) in [(4.5, 1.0), (5.0, 0.5), (5.5, 0.0)] {
        let result = search(&mut searcher(5), &settled(komi), playouts(100));
        assert_eq!(result.win_rate, rate, "komi {komi}");
    }
}

#[test]
fn after_a_game_is_resumed_it_takes_two_passes_to_end_it() {
    let mut game = settled(4.5);
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    game.resume();
    let result = search(&mut searcher(5), &game, playouts(200));
    let pass = result.candidates.iter().find(|candidate| candidate.mv == Move::Pass).unwrap();
    assert!(pass.line.len() > 1, "White may answer the pass: {:?}", pass.line);
}

#[test]
fn only_allowed_moves_are_searched_and_reported() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let moves: Vec<Move> = ["A1", "J9", "pass"].map(|name| Move::from_gtp(name, 9).unwrap()).to_vec();
    let mut restrictions = Restrictions::default();
    let only = Restriction { color: Color::Black, moves: moves.clone(), allow: true, until_depth: 1 };
    assert!(restrictions.add(only));
    let mut searcher = searcher(9);
    search(&mut searcher, &game, playouts(100));
    let task = Task { game: &game, until: playouts(300), restrictions: &restrictions };
    let result = searcher.search(&task, &Stop::new(), Duration::MAX, &mut |_| {});
    assert_eq!(result.candidates.len(), 3);
    assert!(result.candidates.iter().all(|each| moves.contains(&each.mv)), "J9 too, an image of A1");
    assert_eq!(visits(&result), 300);
}

#[test]
fn moves_to_avoid_are_avoided_down_to_their_depth() {
    let game = Game::new(5, Rules::CHINESE, 0.5);
    let middle = Move::from_gtp("C3", 5).unwrap();
    let line = |restrictions: &Restrictions| {
        let task = Task { game: &game, until: playouts(3000), restrictions };
        searcher(5).search(&task, &Stop::new(), Duration::MAX, &mut |_| {}).candidates[0].line.clone()
    };
    assert_eq!(line(&Restrictions::default())[0], middle);
    let mut restrictions = Restrictions::default();
    for color in Color::BOTH {
        assert!(restrictions.add(Restriction { color, moves: vec![middle], allow: false, until_depth: 4 }));
    }
    let avoided = line(&restrictions);
    assert!(avoided.len() > 3 && !avoided[..4].contains(&middle), "{avoided:?}");
}
