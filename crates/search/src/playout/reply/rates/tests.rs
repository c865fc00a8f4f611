//! Every neighbourhood counted by hand on short playouts, and the draws against the formula.

use std::thread;

use goban::{Game, Rules};

use super::*;
use crate::playout::reply::tests::{at, game, playout};

fn tally(visits: u64, wins: u64) -> Option<Tally> {
    Some(Tally { visits, wins })
}

/// Rates that have seen these playouts from the empty board of 5x5, each with its winner.
fn taught(neighborhood: Neighborhood, playouts: &[(&str, Color)]) -> Rates {
    let rates = Rates::new(neighborhood, 0.1);
    playouts.iter().for_each(|(moves, winner)| rates.learn(&playout(&game(""), moves), Some(*winner)));
    rates
}

const STORY: [(&str, Color); 3] =
    [("A1 B1 C1 D1 E1", Color::Black), ("A2 B1 C1 D1", Color::White), ("A1 B1 E1 C1 D1 pass C2", Color::Black)];

#[test]
fn softmax_1_counts_replies_to_the_last_move() {
    let rates = taught(Neighborhood::SameLast, &STORY);
    let known = |moves: &str, reply: &str| rates.tally(game(moves).board(), at(reply));
    assert_eq!(known("A5 B1", "C1"), tally(2, 1), "of Black to B1, after any move");
    assert_eq!(known("A5 B1", "E1"), tally(1, 1));
    assert_eq!(known("C1", "D1"), tally(2, 1), "of White to C1");
    assert_eq!(known("A5 C1", "D1"), tally(1, 1), "of Black to C1");
    assert_eq!(known("A5 B1", "D1"), tally(0, 0));
    assert_eq!(known("", "A1"), None, "there is nothing to answer on an empty board");
    assert_eq!(known("A5 pass", "C2"), None, "nor to a pass, which taught nothing either");
}

#[test]
fn softmax_2_counts_replies_to_the_last_two_moves_and_falls_back_on_one() {
    let rates = taught(Neighborhood::SameLastTwo, &STORY);
    let known = |moves: &str, reply: &str| rates.tally(game(moves).board(), at(reply));
    assert_eq!(known("A1 B1", "C1"), tally(1, 1));
    assert_eq!(known("A2 B1", "C1"), tally(1, 0));
    assert_eq!(known("A2 B1", "E1"), tally(1, 1), "never made to the two: as a reply to B1");
    assert_eq!(known("A5 B1", "C1"), tally(2, 1));
    assert_eq!(known("C1", "D1"), tally(2, 1));
    assert_eq!(known("A5 pass", "C2"), None);
}

#[test]
fn amaf_counts_a_players_moves_in_all_states() {
    let rates = taught(Neighborhood::All, &STORY);
    let known = |moves: &str, reply: &str| rates.tally(game(moves).board(), at(reply));
    for moves in ["", "A5 B5", "A5 B5 C5 pass"] {
        assert_eq!(known(moves, "A1"), tally(2, 2), "first moves count too");
        assert_eq!(known(moves, "C1"), tally(2, 1));
        assert_eq!(known(moves, "E1"), tally(2, 2));
    }
    assert_eq!(known("A5", "D1"), tally(2, 1));
    assert_eq!(known("A5 B5", "D1"), tally(1, 1));
}

#[test]
fn cmc_counts_what_a_player_did_at_any_time_after_its_own_move() {
    let rates = taught(Neighborhood::SameOwn, &STORY);
    let known = |moves: &str, reply: &str| rates.tally(game(moves).board(), at(reply));
    assert_eq!(known("A1 A5", "C1"), tally(1, 1));
    assert_eq!(known("A1 A5", "E1"), tally(2, 2), "once as the next move of Black, once later");
    assert_eq!(known("A1 A5", "C2"), tally(1, 1));
    assert_eq!(known("E1 A5", "D1"), tally(1, 1));
    assert_eq!(known("E1 A5", "A1"), tally(0, 0), "it came before");
    assert_eq!(known("A5", "C1"), None, "White has not moved yet");
    assert_eq!(known("A5 pass", "A1"), tally(0, 0));
}

#[test]
fn in_cmc_a_move_made_twice_counts_once_and_the_last_real_ones_count() {
    let rates = Rates::new(Neighborhood::SameOwn, 0.1);
    rates.learn(&playout(&game("A1 B1"), "C1 D1 C1 D2 E1"), Some(Color::Black));
    let known = |moves: &str, reply: &str| rates.tally(game(moves).board(), at(reply));
    assert_eq!(known("A1 A5", "E1"), tally(1, 1));
    assert_eq!(known("C1 A5", "E1"), tally(1, 1));
    assert_eq!(known("A1 A5", "C1"), tally(2, 2), "it was made in two states");
    assert_eq!(known("B1 A5", "D1"), tally(0, 0), "B1 was White's");
    assert_eq!(known("A5 B1 A4", "D1"), tally(1, 0));
}

#[test]
fn past_counts_by_the_stones_beside_the_last_move() {
    let rates = taught(
        Neighborhood::SameStone,
        &[("C3 C4 D4 A1 B2", Color::Black), ("C3 E1 D4", Color::White), ("A5 C4 D4", Color::Black)],
    );
    let known = |moves: &str, reply: &str| rates.tally(game(moves).board(), at(reply));
    // White C4 beside Black C3: the first playout shares both stones, the third one.
    assert_eq!(known("C3 C4", "D4"), tally(3, 3));
    // White B4 beside Black C3: the first playout shares that stone.
    assert_eq!(known("C3 B4", "D4"), tally(1, 1));
    // White E1: the second playout shares it, and nothing else is near.
    assert_eq!(known("C3 E1", "D4"), tally(1, 0));
    assert_eq!(known("A5 A1", "D4"), tally(0, 0));
    assert_eq!(known("", "D4"), None);
}

#[test]
fn a_draw_is_not_counted_and_a_new_game_knows_nothing() {
    use Neighborhood::*;
    for neighborhood in [SameLast, SameLastTwo, All, SameOwn, SameStone] {
        let rates = Rates::new(neighborhood, 0.1);
        rates.learn(&playout(&game(""), "A1 B1 C1"), None);
        let known = || rates.tally(game("A1 B1").board(), at("C1"));
        assert_eq!(known(), tally(0, 0), "{neighborhood:?}");
        rates.learn(&playout(&game(""), "A1 B1 C1"), Some(Color::Black));
        assert_ne!(known(), tally(0, 0), "{neighborhood:?}");
        rates.clear();
        assert_eq!(known(), tally(0, 0), "{neighborhood:?}");
    }
}

#[test]
fn moves_are_drawn_as_often_as_the_gibbs_policy_says() {
    // Black answers A1 by B1 (won 3 of 4), by B2 (1 of 4), by C1 (1 of 1); of five more points nothing is known.
    let mut game = Game::new(3, Rules::SIMPLE, 0.5);
    game.play_as(Color::White, goban::Move::Play(Point::from_gtp("A1", 3).unwrap())).unwrap();
    let lessons = [("B1", 3, 1), ("B2", 1, 3), ("C1", 1, 0)].map(|(name, wins, losses)| {
        let reply = Point::from_gtp(name, 3).unwrap();
        (reply, wins, losses)
    });
    for temperature in [0.1, 0.5, 3.0] {
        let rates = Rates::new(Neighborhood::SameLast, temperature);
        let mut trace = Trace::default();
        trace.begin(&game);
        for (reply, wins, losses) in lessons {
            trace.again();
            trace.push(Some(reply));
            (0..wins).for_each(|_| rates.learn(&trace, Some(Color::Black)));
            (0..losses).for_each(|_| rates.learn(&trace, Some(Color::White)));
        }
        let points: Vec<Point> = game.legal_points().collect();
        let weight = |point: &Point| {
            let lesson = lessons.iter().find(|(reply, ..)| reply == point);
            let rate = lesson.map_or(0.5, |&(_, wins, losses)| f64::from(wins) / f64::from(wins + losses));
            (rate / f64::from(temperature)).exp()
        };
        let total: f64 = points.iter().map(weight).sum();
        let draws = 40_000;
        let mut rng = Rng::new(11);
        let drawn: Vec<Point> = (0..draws).map(|_| rates.propose(game.board(), &mut rng).unwrap()).collect();
        let chi_square: f64 = points
            .iter()
            .map(|point| {
                let expected = f64::from(draws) * weight(point) / total;
                let found = drawn.iter().filter(|drawn| *drawn == point).count() as f64;
                (found - expected).powi(2) / expected
            })
            .sum();
        assert_eq!(points.len(), 8);
        assert!(chi_square < 24.3, "{chi_square} of 7 degrees of freedom, beyond the 0.1% point, at {temperature}");
    }
}

#[test]
fn however_cold_the_best_move_is_drawn() {
    let rates = Rates::new(Neighborhood::SameLast, 0.0);
    rates.learn(&playout(&game("A1"), "B1"), Some(Color::White));
    let (game, mut rng) = (game("A1"), Rng::new(2));
    assert!((0..1000).all(|_| rates.propose(game.board(), &mut rng) == Some(at("B1"))));
}

#[test]
fn only_legal_moves_that_fill_no_own_eye_are_drawn() {
    let mut board = goban::diagram::board(
        "
        . X O O .
        X O . O O
        . X O . .
        . . . X X
        . . . X .",
    );
    board.set_to_play(Color::Black);
    board.play(goban::Move::Play(at("C4"))).unwrap();
    let (rates, mut rng) = (Rates::new(Neighborhood::All, 1000.0), Rng::new(3));
    let drawn: PointSet = (0..5000).filter_map(|_| rates.propose(&board, &mut rng)).collect();
    // White may not take back the ko, nor kill itself in two corners, and keeps its eye in a third.
    let left_out: PointSet = ["B4", "A5", "E1", "E5"].map(at).into_iter().collect();
    for &point in board.empties() {
        assert_eq!(drawn.contains(point), !left_out.contains(point), "{point:?}");
    }
}

#[test]
fn a_full_tally_is_halved() {
    let rates = Rates::new(Neighborhood::All, 0.1);
    let full = Tally { visits: 1 << 31, wins: 1 << 30 };
    rates.word(Color::Black, 0, at("A1")).store(full.pack(), Relaxed);
    rates.add(Color::Black, 0, at("A1"), true);
    assert_eq!(rates.get(Color::Black, 0, at("A1")), full.halved());
}

#[test]
fn a_pair_that_comes_to_the_place_of_another_wears_it_down_and_takes_it() {
    let word = AtomicU64::new(0);
    let (old, new) = (Pair { word: &word, tag: 5 }, Pair { word: &word, tag: 6 });
    (0..5).for_each(|_| old.add(true));
    assert_eq!((old.get(), new.get()), (Tally { visits: 5, wins: 5 }, Tally::default()));
    new.add(false);
    assert_eq!((old.get(), new.get()), (Tally { visits: 2, wins: 2 }, Tally::default()));
    new.add(false);
    assert_eq!((old.get(), new.get()), (Tally { visits: 1, wins: 1 }, Tally::default()));
    new.add(false);
    assert_eq!((old.get(), new.get()), (Tally::default(), Tally { visits: 1, wins: 0 }));
    word.store(Pair::pack(6, Tally { visits: NUMBER, wins: 10 }), Relaxed);
    new.add(true);
    assert_eq!(new.get(), Tally { visits: NUMBER / 2 + 1, wins: 6 });
}

#[test]
fn no_two_pairs_share_place_and_tag() {
    let rates = Rates::new(Neighborhood::SameLastTwo, 0.1);
    let mut seen = std::collections::HashSet::new();
    for player in Color::BOTH {
        for last in Point::all(7) {
            for before in Point::all(7) {
                for reply in Point::all(7) {
                    let pair = rates.pair(player, [last, before], reply);
                    assert!(seen.insert((std::ptr::from_ref(pair.word), pair.tag)));
                }
            }
        }
    }
}

#[test]
fn no_visit_is_lost_between_threads() {
    for neighborhood in [Neighborhood::SameLast, Neighborhood::SameLastTwo] {
        let rates = Rates::new(neighborhood, 0.1);
        thread::scope(|scope| {
            for winner in [Color::Black, Color::White, Color::Black, Color::Black] {
                let rates = &rates;
                scope.spawn(move || {
                    let trace = playout(&game(""), "A1 B1 C1 D1");
                    (0..2000).for_each(|_| rates.learn(&trace, Some(winner)));
                });
            }
        });
        assert_eq!(rates.tally(game("A1 B1").board(), at("C1")), tally(8000, 6000), "{neighborhood:?}");
    }
}
