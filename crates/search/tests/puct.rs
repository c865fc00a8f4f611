//! The search by an evaluator. Evaluations are scripted, so that no test depends on trained weights.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use goban::{Color, Game, Move, Point, Rules, diagram};
use models::net::{Evaluation, Position};
use player::{Restriction, Restrictions, Stop};
use search::puct::{Evaluator, Formula, SearchSettings, Searcher};
use search::{Candidate, Search, SearchResult, Task, Until};

/// An evaluator that says what a function says.
struct Scripted<F>(F);

impl<F: Fn(&Position<'_>) -> Evaluation + Send> Evaluator for Scripted<F> {
    fn evaluate(&mut self, position: &Position<'_>) -> Evaluation {
        (self.0)(position)
    }
}

/// An even position in which all moves are equally likely and no point has an owner.
fn even(position: &Position<'_>) -> Evaluation {
    let points = position.board.size().pow(2);
    Evaluation { policy: vec![0.0; points + 1], win: 0.5, lead: 0.0, ownership: vec![0.0; points] }
}

fn searcher<F>(size: usize, settings: SearchSettings, script: F) -> Searcher<()>
where
    F: Fn(&Position<'_>) -> Evaluation + Send + Clone + 'static,
{
    let evaluator = || Box::new(Scripted(script.clone())) as Box<dyn Evaluator>;
    let mut searcher = Searcher::new(settings, size, evaluator, || ());
    searcher.reset(1);
    searcher
}

fn usual() -> SearchSettings {
    SearchSettings { memory: 32 << 20, points: 0.0, ..SearchSettings::default() }
}

fn until(playouts: u64) -> Until {
    Until { playouts, deadline: None, early: false }
}

fn search(searcher: &mut dyn Search, game: &Game, visits: u64) -> SearchResult {
    let task = Task { game, until: until(visits), restrictions: &Restrictions::default() };
    searcher.search(&task, &Stop::new(), Duration::MAX, &mut |_| {})
}

fn mv(name: &str, size: usize) -> Move {
    Move::from_gtp(name, size).unwrap()
}

fn candidate(result: &SearchResult, mv: Move) -> &Candidate {
    result.candidates.iter().find(|candidate| candidate.mv == mv).unwrap()
}

fn visits(result: &SearchResult) -> u64 {
    result.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum()
}

/// Black's and White's halves are alive and settled: fifteen points to ten.
fn settled(komi: f32, rules: Rules) -> Game {
    let board = diagram::board(
        "
        . X X O .
        X X X O O
        . X X O .
        X X X O O
        . X X O .
        X to play",
    );
    Game::from_board(board, rules, komi)
}

/// Every stone and every eye belongs to whose it is.
fn owners(position: &Position<'_>) -> Evaluation {
    let (board, us) = (position.board, position.board.to_play());
    let owner = |point: Point| {
        let of = |color: Color| board.cell(point).is(color) || board.surround(point).is_enclosed_by(color);
        if of(us) {
            1.0
        } else if of(us.other()) {
            -1.0
        } else {
            0.0
        }
    };
    Evaluation { ownership: Point::all(board.size()).map(owner).collect(), ..even(position) }
}

#[test]
fn a_pass_into_jigo_is_worth_one_half() {
    for (komi, rate) in [(4.5, 1.0), (5.0, 0.5), (5.5, 0.0)] {
        for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR] {
            let mut game = settled(komi, rules);
            game.play(Move::Pass).unwrap();
            let result = search(&mut searcher(5, usual(), owners), &game, 40);
            let pass = candidate(&result, Move::Pass);
            assert_eq!(pass.win_rate, 1.0 - rate, "White's pass with komi {komi} under {rules}");
            assert_eq!(pass.score, Some(5.0 - komi));
        }
    }
}

#[test]
fn after_a_game_is_resumed_one_pass_does_not_end_it() {
    let mut game = settled(4.5, Rules::CHINESE);
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    game.resume();
    let pass = |game: &Game| candidate(&search(&mut searcher(5, usual(), owners), game, 40), Move::Pass).win_rate;
    assert!(pass(&game) < 1.0, "the evaluator calls the position even, and the game is not over");
    game.play(Move::Pass).unwrap();
    assert_eq!(pass(&game), 0.0, "White's pass ends it, and Black has won");
}

/// The side with a stone on C3 has won.
fn the_middle_wins(position: &Position<'_>) -> Evaluation {
    let board = position.board;
    let win = match board.cell(Point::from_gtp("C3", 5).unwrap()).color() {
        Some(color) if color == board.to_play() => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    Evaluation { win, ..even(position) }
}

#[test]
fn a_winning_move_is_found_and_its_value_is_that_of_the_player_who_makes_it() {
    let game = Game::new(5, Rules::CHINESE, 7.5);
    let result = search(&mut searcher(5, usual(), the_middle_wins), &game, 300);
    assert_eq!(result.candidates[0].mv, mv("C3", 5));
    assert_eq!(result.candidates[0].win_rate, 1.0);
    let other = candidate(&result, mv("A1", 5));
    assert!(other.win_rate <= 0.5, "White answers in the middle: {}", other.win_rate);
}

#[test]
fn a_refutation_two_moves_deep_is_found_against_the_priors() {
    // The evaluator likes A1 and calls it won, until White has answered at B2.
    let script = |position: &Position<'_>| {
        let has = |name: &str| position.board.cell(Point::from_gtp(name, 5).unwrap()).color();
        let trapped = has("A1") == Some(Color::Black) && has("B2") == Some(Color::White);
        let black = if trapped {
            0.0
        } else if has("A1") == Some(Color::Black) {
            0.9
        } else {
            0.5
        };
        let win = if position.board.to_play() == Color::Black { black } else { 1.0 - black };
        let mut evaluation = Evaluation { win, ..even(position) };
        evaluation.policy[Point::from_gtp("A1", 5).unwrap().row_major(5)] = 3.0;
        evaluation
    };
    let result = search(&mut searcher(5, usual(), script), &Game::new(5, Rules::CHINESE, 7.5), 6000);
    assert_ne!(result.candidates[0].mv, mv("A1", 5));
    assert_eq!(candidate(&result, mv("A1", 5)).line[1], mv("B2", 5));
}

#[test]
fn visits_are_counted_and_a_second_search_keeps_them() {
    let (mut searcher, mut game) = (searcher(9, usual(), even), Game::new(9, Rules::CHINESE, 7.5));
    let first = search(&mut searcher, &game, 400);
    assert_eq!((first.kept, first.playouts, visits(&first)), (0, 400, 400));
    let more = search(&mut searcher, &game, 20).after(first);
    assert_eq!((more.kept, more.playouts, visits(&more)), (0, 420, 420));
    for &mv in &more.candidates[0].line[..2] {
        game.play(mv).unwrap();
    }
    let second = search(&mut searcher, &game, 50);
    assert!(second.kept > 0);
    assert_eq!(visits(&second), second.kept + 50);
}

#[test]
fn another_komi_makes_another_tree() {
    let (mut searcher, mut game) = (searcher(5, usual(), even), Game::new(5, Rules::CHINESE, 7.5));
    search(&mut searcher, &game, 50);
    game.set_komi(6.5);
    assert_eq!(search(&mut searcher, &game, 1).kept, 0);
}

#[test]
fn threads_share_a_tree_and_count_every_simulation_once() {
    let evaluations = Arc::new(AtomicUsize::new(0));
    let script = {
        let evaluations = evaluations.clone();
        move |position: &Position<'_>| {
            evaluations.fetch_add(1, Relaxed);
            even(position)
        }
    };
    let settings = SearchSettings { threads: 4, ..usual() };
    let result = search(&mut searcher(9, settings, script), &Game::new(9, Rules::CHINESE, 7.5), 200);
    assert_eq!((result.playouts, visits(&result)), (200, 200), "no simulation is left unfinished");
    assert_eq!(evaluations.load(Relaxed), 201, "one evaluation for each simulation, and one of the root");
}

#[test]
fn who_is_on_the_way_counts_as_a_loss_so_that_others_go_elsewhere() {
    // All moves look alike. One thread tries each once before it tries any twice; so do four.
    for threads in [1, 4] {
        let formula = Formula { urgency: 0.0, ..usual().formula };
        let settings = SearchSettings { threads, formula, ..usual() };
        let result = search(&mut searcher(5, settings, even), &Game::new(5, Rules::CHINESE, 7.5), 26);
        let most = result.candidates.iter().map(|candidate| candidate.visits).max();
        assert_eq!(most, Some(1), "{threads} threads and 26 moves");
    }
}

#[test]
fn playouts_count_moves_that_came_later_where_they_are_asked_for() {
    let rave = |playouts: f32, rave: f32| {
        let formula = Formula { rave, ..usual().formula };
        let mut searcher = searcher(9, SearchSettings { playouts, formula, ..usual() }, even);
        let result = search(&mut searcher, &Game::new(9, Rules::CHINESE, 7.5), 50);
        result.candidates.iter().filter_map(|candidate| candidate.rave).collect::<Vec<_>>()
    };
    let counted = rave(0.5, 300.0);
    assert!(counted.len() > 60 && counted.iter().all(|rate| (0.0..=1.0).contains(rate)), "{counted:?}");
    assert!(rave(0.5, 0.0).is_empty() && rave(0.0, 300.0).is_empty());
}

#[test]
fn a_search_without_time_still_knows_its_moves() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let stop = Stop::new();
    stop.stop();
    for (deadline, stop) in [(Some(Instant::now()), Stop::new()), (None, stop)] {
        let until = Until { playouts: u64::MAX, deadline, early: false };
        let task = Task { game: &game, until, restrictions: &Restrictions::default() };
        let result = searcher(9, usual(), even).search(&task, &stop, Duration::MAX, &mut |_| {});
        assert_eq!((result.playouts, result.candidates.len()), (0, 82));
    }
}

#[test]
fn a_ko_is_not_taken_back_at_once() {
    let mut ko = Game::new(9, Rules::CHINESE, 7.5);
    // White has just taken at E5.
    for name in ["D5", "F4", "E4", "F6", "E6", "G5", "F5", "E5"] {
        ko.play(mv(name, 9)).unwrap();
    }
    assert_eq!(ko.prisoners(Color::White), 1);
    let tries = |game: &Game| {
        let result = search(&mut searcher(9, usual(), even), game, 20);
        result.candidates.iter().any(|each| each.mv == mv("F5", 9))
    };
    assert!(!tries(&ko));
    for name in ["A1", "J9"] {
        ko.play(mv(name, 9)).unwrap();
    }
    assert!(tries(&ko), "after a threat and an answer it may be");
}

fn restricted(size: usize, moves: &[&str], allow: bool, color: Color, until_depth: usize) -> Restrictions {
    let moves = moves.iter().map(|name| mv(name, size)).collect();
    let mut restrictions = Restrictions::default();
    assert!(restrictions.add(Restriction { color, moves, allow, until_depth }));
    restrictions
}

#[test]
fn only_allowed_moves_are_searched_and_each_gets_its_visits() {
    let game = Game::new(5, Rules::CHINESE, 7.5);
    let restrictions = restricted(5, &["A1", "B1"], true, Color::Black, 1);
    let task = Task { game: &game, until: until(100), restrictions: &restrictions };
    let mut searcher = searcher(5, usual(), the_middle_wins);
    search(&mut searcher, &game, 100);
    let result = searcher.search(&task, &Stop::new(), Duration::MAX, &mut |_| {});
    let mut names: Vec<String> = result.candidates.iter().map(|each| each.mv.to_gtp(5)).collect();
    names.sort();
    assert_eq!(names, ["A1", "B1"]);
    assert_eq!(visits(&result), 100, "all of the search is theirs");
    let free = search(&mut searcher, &game, 300);
    assert_eq!(free.candidates[0].mv, mv("C3", 5), "the next search is free again");
}

#[test]
fn an_own_eye_is_searched_where_it_is_allowed() {
    let mut game = settled(4.5, Rules::CHINESE);
    game.set_to_play(Color::Black);
    let restrictions = restricted(5, &["A5"], true, Color::Black, 1);
    let task = Task { game: &game, until: until(10), restrictions: &restrictions };
    let result = searcher(5, usual(), owners).search(&task, &Stop::new(), Duration::MAX, &mut |_| {});
    assert_eq!(result.candidates.iter().map(|each| each.mv).collect::<Vec<_>>(), [mv("A5", 5)]);
}

#[test]
fn moves_to_avoid_are_avoided_down_to_their_depth() {
    let game = Game::new(5, Rules::CHINESE, 7.5);
    // White may not answer in the middle on the second move of a line, so A1 is no worse than other moves.
    for (until_depth, refuted) in [(2, false), (1, true)] {
        let mut restrictions = restricted(5, &["C3"], false, Color::White, until_depth);
        let moves = vec![mv("C3", 5)];
        assert!(restrictions.add(Restriction { color: Color::Black, moves, allow: false, until_depth: 1 }));
        let task = Task { game: &game, until: until(2000), restrictions: &restrictions };
        let result = searcher(5, usual(), the_middle_wins).search(&task, &Stop::new(), Duration::MAX, &mut |_| {});
        assert!(result.candidates.iter().all(|each| each.mv != mv("C3", 5)));
        let answers = &result.candidates[0].line;
        assert_eq!(answers[1] == mv("C3", 5), refuted, "{answers:?}");
    }
}
