//! `random`: any legal move, each equally likely.

use std::collections::HashMap;

use goban::{Color, Game, Move, Point, PointMap, Rules};
use player::{Budget, Conclusion, Maker, Player, Stop, Terms, bout};
use roster::Roster;

fn make(spec: &str) -> Box<dyn Player> {
    Roster.make(&spec.parse().unwrap()).unwrap()
}

fn choose(player: &mut dyn Player, game: &Game) -> Move {
    player.choose(game, Budget::default(), &Stop::new()).unwrap().mv
}

/// A game in which the points of a diagram are set up.
fn position(diagram: &str, to_play: Color, rules: Rules) -> Game {
    let board = goban::diagram::board(diagram);
    let mut game = Game::from_board(board, rules, 0.5);
    game.set_to_play(to_play);
    game
}

fn point(name: &str, size: usize) -> Move {
    Move::Play(Point::from_gtp(name, size).unwrap())
}

/// What a player chooses in many tries, and how often.
fn tally(spec: &str, game: &Game, tries: u32) -> HashMap<Move, u32> {
    let mut player = make(spec);
    let mut tally = HashMap::new();
    for _ in 0..tries {
        *tally.entry(choose(player.as_mut(), game)).or_insert(0) += 1;
    }
    tally
}

fn chi_square(tally: &HashMap<Move, u32>) -> f64 {
    let expected = f64::from(tally.values().sum::<u32>()) / tally.len() as f64;
    tally.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
}

const TWO_EYES: &str = "
    . X . . O
    X X . O O
    . . . . .
    O . . . X
    . . . X .";

#[test]
fn every_legal_move_is_equally_likely() {
    let game = position(TWO_EYES, Color::Black, Rules::CHINESE);
    let filling = tally("random:eyes=fill,seed=1", &game, 32_000);
    assert_eq!(filling.len(), 16, "all the empty points");
    assert!(chi_square(&filling) < 37.7, "chi square {} of 15 degrees of freedom", chi_square(&filling));
    let passing = tally("random:eyes=fill,pass=uniform,seed=1", &game, 34_000);
    assert_eq!(passing.len(), 17, "and the pass");
    assert!(chi_square(&passing) < 39.3, "chi square {} of 16 degrees of freedom", chi_square(&passing));
}

#[test]
fn own_eyes_are_spared_unless_told_otherwise() {
    let game = position(TWO_EYES, Color::Black, Rules::CHINESE);
    let keeping = tally("random", &game, 2_000);
    let eyes = [point("A5", 5), point("E1", 5)];
    assert_eq!((keeping.len(), eyes.map(|eye| keeping.contains_key(&eye))), (14, [false; 2]));
    let filling = tally("random:eyes=fill", &game, 2_000);
    assert_eq!((filling.len(), eyes.map(|eye| filling.contains_key(&eye))), (16, [true; 2]));
}

const ALIVE: &str = "
    . X .
    X X X
    X X X";

#[test]
fn it_passes_when_only_eyes_are_left() {
    let game = position(ALIVE, Color::Black, Rules::CHINESE);
    assert_eq!(choose(make("random").as_mut(), &game), Move::Pass);
    assert_ne!(choose(make("random:eyes=fill").as_mut(), &game), Move::Pass);
}

#[test]
fn an_eye_is_filled_where_passing_is_forbidden() {
    let game = position(ALIVE, Color::Black, Rules::DEATHMATCH);
    assert!(choose(make("random:pass=uniform").as_mut(), &game).point().is_some());
}

#[test]
fn superko_is_obeyed() {
    for seed in 1..20 {
        let spec = format!("random:eyes=fill,seed={seed}");
        let (mut black, mut white) = (make(&spec), make(&spec));
        let game = Game::new(3, Rules::TROMP_TAYLOR, 0.5);
        let terms = Terms { move_limit: 500, ..Terms::default() };
        let bout = bout(game, [black.as_mut(), white.as_mut()], &terms, &Stop::new(), &mut |_| {});
        assert!(!matches!(bout.conclusion, Conclusion::Forfeit { .. }), "{:?}", bout.conclusion);
    }
}

#[test]
fn every_form_plays_legal_games_on_every_board_under_every_rule_set() {
    for spec in ["random", "random:eyes=fill", "random:pass=uniform", "random:eyes=fill,pass=uniform"] {
        for size in [2, 5, 9, 19] {
            for (name, rules) in Rules::ALL {
                let (mut black, mut white) = (make(spec), make(spec));
                let terms = Terms { move_limit: 4 * size * size, seed: 5, ..Terms::default() };
                let game = Game::new(size, rules, 0.5);
                let bout = bout(game, [black.as_mut(), white.as_mut()], &terms, &Stop::new(), &mut |_| {});
                assert!(
                    !matches!(bout.conclusion, Conclusion::Forfeit { .. }),
                    "{spec} {size} {name}: {:?}",
                    bout.conclusion
                );
            }
        }
    }
}

#[test]
fn games_that_spare_eyes_come_to_an_end() {
    for size in [5, 9, 19] {
        for (name, rules) in Rules::ALL.into_iter().filter(|(name, _)| *name != "deathmatch") {
            let (mut black, mut white) = (make("random"), make("random"));
            let game = Game::new(size, rules, 0.5);
            let terms = Terms { move_limit: 4 * size * size, ..Terms::default() };
            let bout = bout(game, [black.as_mut(), white.as_mut()], &terms, &Stop::new(), &mut |_| {});
            assert_eq!(bout.conclusion, Conclusion::Finished, "{size}x{size} ({name})");
        }
    }
}

#[test]
fn its_own_seed_outweighs_that_of_the_game() {
    let game = Game::new(9, Rules::CHINESE, 0.5);
    let first = |spec: &str, seed: u64| {
        let mut player = make(spec);
        player.reset(seed);
        [(); 8].map(|()| choose(player.as_mut(), &game))
    };
    assert_eq!(first("random:seed=3", 1), first("random:seed=3", 2));
    assert_eq!(first("random:seed=0", 1), first("random:seed=0", 2), "0 is a seed like any other");
    assert_eq!(first("random", 1), first("random", 1));
    assert_ne!(first("random", 1), first("random", 2));
}

#[test]
fn it_ranks_by_chance_and_its_eyes_last() {
    let game = position(TWO_EYES, Color::Black, Rules::CHINESE);
    let mut player = make("random");
    let mut ranked = |seed| {
        let mut values = PointMap::new(-1.0);
        player.reset(seed);
        assert!(player.rank(&game, &mut values));
        values
    };
    let values = ranked(1);
    let at = |name| values[Point::from_gtp(name, 5).unwrap()];
    assert_eq!((at("A5"), at("E1")), (0.0, 0.0), "its eyes");
    assert_eq!((at("B5"), at("E5")), (-1.0, -1.0), "stones are left alone");
    let mut drawn: Vec<f32> = game.legal_points().map(|point| values[point]).filter(|&value| value > 0.0).collect();
    drawn.sort_by(f32::total_cmp);
    drawn.dedup();
    assert_eq!(drawn.len(), 14, "the others are told apart");
    assert!(ranked(1) == values && ranked(2) != values, "by the seed of the game");
}
