//! `net` plays its network's first choice.

mod common;

use goban::{Color, Game, Move, Point, Rules};
use player::{Budget, Stop};

use common::{make, position, wins};

#[test]
fn it_opens_in_a_corner() {
    let game = Game::new(19, Rules::CHINESE, 7.5);
    let choice = make("net").choose(&game, Budget::default(), &Stop::new()).unwrap();
    let Move::Play(point) = choice.mv else { panic!("{:?}", choice.mv) };
    let from_edge = |line: usize| line.min(18 - line) + 1;
    assert!([point.row(), point.col()].iter().all(|&line| (3..=4).contains(&from_edge(line))), "{point:?}");
    let win = choice.analysis.win_rate.unwrap();
    assert!((0.3..0.7).contains(&win), "an even game: {win}");
}

/// On boards that it was never taught on it has learnt the same game.
#[test]
fn it_beats_who_plays_anything_on_boards_of_every_size() {
    assert_eq!(wins("net", "random", 19, 4), 4);
    assert_eq!(wins("net", "random", 13, 4), 4);
    assert!(wins("net", "greedy", 9, 10) >= 9);
}

#[test]
fn what_is_settled_is_not_played() {
    let game = position(
        "
        . X . X O . .
        X X X X O O O
        . X . X O . O
        X X X X O O O
        O O O O O . O
        O . O . O O .
        . O O O O . O",
        Color::Black,
    );
    let choice = make("net").choose(&game, Budget::default(), &Stop::new()).unwrap();
    assert_eq!(choice.mv, Move::Pass);
}

#[test]
fn the_likeliest_move_is_told_first_and_the_eight_sides_agree() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let choice = make("net:all-sides=true").choose(&game, Budget::default(), &Stop::new()).unwrap();
    let policy = choice.analysis.policy.unwrap();
    let at = |name: &str| policy[Point::from_gtp(name, 9).unwrap()];
    for (one, other) in [("C4", "F7"), ("D3", "F3"), ("E7", "C5"), ("E3", "G5")] {
        assert!((at(one) - at(other)).abs() < 1e-4, "{one} {} and {other} {}", at(one), at(other));
    }
    assert_eq!(Some(choice.mv), choice.analysis.candidates.first().map(|candidate| candidate.mv));
    let rest = choice.analysis.candidates.iter().filter_map(|candidate| candidate.prior);
    assert!(rest.fold(0.0, f32::max) <= choice.analysis.candidates[0].prior.unwrap());
}

#[test]
fn a_temperature_gives_variety() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let opening = |spec: &str, seed: u64| {
        let mut player = make(spec);
        player.reset(seed);
        player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv
    };
    let different = |spec: &str| {
        let mut moves: Vec<Move> = (1..=20).map(|seed| opening(spec, seed)).collect();
        moves.sort_by_key(|mv| mv.to_gtp(9));
        moves.dedup();
        moves.len()
    };
    assert_eq!(different("net"), 1);
    assert!(different("net:temperature=2") > 3);
}
