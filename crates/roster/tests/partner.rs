//! `partner` has an adjustable strength.

mod common;

use std::time::Duration;

use common::{make, position, wins};
use goban::{Color, Game, Move, Rules};
use player::{Budget, Maker, Stop};
use roster::Roster;
use roster::partner::{LEVELS, at};

#[test]
fn every_level_is_a_player_and_the_usual_one_needs_no_name() {
    for level in LEVELS {
        assert!(Roster.make(&at(level).parse().unwrap()).is_ok(), "{level}");
        assert_eq!(Roster.canonical(&at(level).parse().unwrap()).unwrap().to_string(), at(level));
    }
    let complaint = Roster.make(&"partner:level=9p".parse().unwrap()).err().unwrap().to_string();
    assert!(complaint.contains("9p") && complaint.contains("30k"), "{complaint}");
}

/// Levels that are far apart: the stronger one wins nearly always.
#[test]
fn the_stronger_level_wins() {
    assert!(wins("partner:level=15k", "partner:level=30k", 9, 20) >= 14);
    assert!(wins("partner:level=4k", "partner:level=15k", 13, 10) >= 8);
    assert!(wins("partner:level=1d", "partner:level=10k", 9, 10) >= 8);
}

#[test]
fn even_the_weakest_knows_more_than_greed() {
    assert!(wins("partner:level=30k", "random", 9, 20) >= 18);
}

#[test]
fn more_time_makes_it_no_stronger() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    for level in ["20k", "3d"] {
        let play = |budget: Budget| {
            let mut partner = make(&at(level));
            partner.reset(5);
            partner.choose(&game, budget, &Stop::new()).unwrap().mv
        };
        assert_eq!(play(Budget::time(Duration::from_secs(60))), play(Budget::default()), "{level}");
    }
}

/// There is a fight in the middle, and corners are open.
#[test]
fn it_goes_wrong_by_plausible_moves() {
    let game = position(
        "
        . . . . . . . . .
        . . . X X . . . .
        . . X O O X . . .
        . . X O . . . . .
        . . . X X . . . .
        . . . . . . O . .
        . . O . . . . . .
        . . . . . O . . .
        . . . . . . . . .",
        Color::Black,
    );
    let first_line = (1..=40).filter(|&seed| {
        let mut partner = make("partner:level=15k");
        partner.reset(seed);
        let choice = partner.choose(&game, Budget::default(), &Stop::new()).unwrap();
        let Move::Play(point) = choice.mv else { return true };
        [point.row(), point.col()].iter().any(|&line| line == 0 || line == 8)
    });
    assert!(first_line.count() <= 4, "people of that strength hardly play on the first line here, nor pass");
}
