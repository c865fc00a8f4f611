//! `distance` and `genetic`: players by an evaluation of boards.

mod common;

use std::time::Duration;

use common::{asked, choices, make, position, wins};
use goban::{Color, Game, Rules};
use player::{Budget, Maker, Stop};
use roster::Roster;

const BOTH: [&str; 2] = ["distance", "genetic"];

#[test]
fn both_beat_random() {
    for spec in BOTH {
        let won = wins(spec, "random", 9, 10);
        assert!(won >= 8, "{spec} won {won} of 10");
    }
}

#[test]
fn eyes_are_left_alone_and_a_settled_board_is_passed_on() {
    let game = position(
        "
        . X X O .
        X X X O O
        . X X O .
        X X X O O
        . X X O .",
        Color::Black,
    );
    for spec in ["distance", "distance:depth=2", "distance:cells=16", "genetic", "genetic:model=untrained"] {
        assert_eq!(asked(spec, &game), "pass", "{spec}");
    }
}

#[test]
fn the_untrained_are_as_different_as_their_seeds() {
    let game = position(
        "
        . . . . .
        . X . O .
        . . X . .
        . O . . .
        . . . . .",
        Color::Black,
    );
    let ranks = |spec: &str| {
        let mut values = goban::PointMap::new(0.0);
        assert!(make(spec).rank(&game, &mut values));
        game.legal_points().map(|point| values[point]).collect::<Vec<f32>>()
    };
    assert_eq!(ranks("genetic:model=untrained,seed=1"), ranks("genetic:model=untrained,seed=1"));
    assert_ne!(ranks("genetic:model=untrained,seed=1"), ranks("genetic:model=untrained,seed=2"));
}

#[test]
fn a_symmetric_board_leaves_the_choice_to_chance() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let chosen = choices("distance:k=1000", &game, 20);
    assert!(chosen.len() > 1 || chosen.contains("E5"), "{chosen:?}");
}

#[test]
fn each_keeps_to_its_boards_and_to_the_time() {
    for spec in ["distance:depth=4", "distance:depth=4,cells=8,k=200", "genetic"] {
        let mut player = make(spec);
        let game = Game::new(19, Rules::CHINESE, 7.5);
        player.choose(&game, Budget::playouts(1), &Stop::new()).unwrap();
        // Without the limit, two of them would read for hours.
        for time in [0, 40].map(Duration::from_millis) {
            player.choose(&game, Budget::time(time), &Stop::new()).unwrap();
        }
    }
}

#[test]
fn what_was_found_in_the_library_is_told() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let choice = make("distance").choose(&game, Budget::default(), &Stop::new()).unwrap();
    let (title, text) = &choice.analysis.notes[0];
    assert!(title == "library" && text.starts_with("win rate ") && text.contains("the nearest board is 0."), "{text}");
}

#[test]
fn a_file_that_cannot_be_had_is_named() {
    let error = |spec: &str| Roster.make(&spec.parse().unwrap()).err().unwrap().to_string();
    assert!(error("distance:library=gone.model").starts_with("distance is not available: gone.model cannot be read"));
    assert!(error("genetic:model=Cargo.toml").contains("Cargo.toml cannot be used: this is not a model file"));
}
