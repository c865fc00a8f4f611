//! `naive` and `gojen`, the players of Mayer's paper: what they know, problem by problem.

mod common;

use std::collections::HashSet;

use common::{asked, choices, make, play, position, value_of, wins};
use goban::{Color, Game, Move, Rules};
use player::{Budget, Conclusion, Stop, Terms};

const BOTH: [&str; 2] = ["naive", "gojen"];

#[test]
fn stones_that_could_get_away_are_captured() {
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
        Color::Black,
    );
    for spec in BOTH {
        assert_eq!(asked(spec, &game), "D3", "{spec}");
    }
}

#[test]
fn stones_in_atari_are_saved_where_they_can_be() {
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . O . . .
        . . O X O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
        Color::Black,
    );
    for spec in BOTH {
        assert_eq!(asked(spec, &game), "D3", "{spec}");
    }
}

#[test]
fn stones_that_are_lost_are_given_up() {
    // Black can run to D1, and no further.
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O O O . .
        . O X . . O .",
        Color::Black,
    );
    for spec in BOTH {
        assert!(value_of(spec, &game, "D1") <= 0.0, "{spec}");
    }
}

#[test]
fn lost_stones_of_the_opponent_are_left_lying() {
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X . .
        . X O . . X .",
        Color::Black,
    );
    for spec in BOTH {
        assert!(value_of(spec, &game, "D1") <= value_of(spec, &game, "D4"), "{spec}: a move like any other, at best");
    }
}

#[test]
fn a_ladder_that_works_is_begun_and_one_that_does_not_is_not() {
    let ladder = "
        . . . . . . . . .
        . . X X . . . . .
        . X O . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . a . .
        . . . . . . . . .
        . . . . . . . . .";
    for spec in BOTH {
        let works = position(ladder, Color::Black);
        let broken = position(&ladder.replace('a', "O"), Color::Black);
        assert_eq!(asked(spec, &works), "C6", "{spec}");
        assert!(value_of(spec, &works, "C6") >= value_of(spec, &broken, "C6") + 2.0, "{spec}");
    }
}

#[test]
fn a_weak_stone_is_saved_by_connecting_it() {
    // White could catch the stone at D1 from either side.
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X . . . .
        . X . O . . .
        . X O O O O .
        . X . X . . .",
        Color::Black,
    );
    for spec in BOTH {
        assert_eq!(asked(spec, &game), "C1", "{spec}");
    }
}

#[test]
fn the_bigger_stake_comes_first() {
    // Three stones are in atari at the top, one at the bottom.
    let game = position(
        "
        O X X X . . .
        . O O O . . .
        . . . . . . .
        . . . . . . .
        . . . O . . .
        . . O X O . .
        . . . . . . .",
        Color::Black,
    );
    for spec in BOTH {
        assert_eq!(asked(spec, &game), "E7", "{spec}");
    }
}

#[test]
fn nothing_is_played_where_everything_is_settled() {
    let text = "
        . X . X O .
        X X X X O O
        O . X O . O
        X X X O O O
        . X O O . O
        . X O . O O";
    for spec in BOTH {
        assert_eq!(asked(spec, &position(text, Color::Black)), "pass", "{spec}");
    }
    // Where every stone counts, or cleaning up is set, the dead one is taken first.
    for spec in BOTH {
        let mut game = position(text, Color::Black);
        let mut player = make(spec);
        player.clean_up(true);
        let choice = player.choose(&game, Budget::default(), &Stop::new()).unwrap();
        assert_eq!(choice.mv, Move::from_gtp("B4", 6).unwrap(), "{spec}");
        game.set_rules(Rules::TROMP_TAYLOR);
        assert_eq!(asked(spec, &game), "B4", "{spec}");
    }
}

#[test]
fn own_eye_spaces_are_left_open() {
    let game = position(
        "
        . . . X O O .
        X X X X O . O
        X X X O O O O
        X O O O . O .
        X X X X O O O
        . . . X O . O
        O O O X O O .",
        Color::Black,
    );
    for spec in BOTH {
        for name in ["A7", "B7", "C7"] {
            assert!(value_of(spec, &game, name) <= 0.0, "{spec} at {name}");
        }
    }
}

#[test]
fn gojen_opens_in_a_corner_of_a_large_board_and_in_the_middle_of_a_small_one() {
    let corners = choices("gojen", &Game::new(19, Rules::CHINESE, 7.5), 300);
    assert_eq!(corners.len(), 4 + 8, "star points and small points: {corners:?}");
    assert_eq!(asked("gojen", &Game::new(5, Rules::CHINESE, 0.5)), "C3");
}

#[test]
fn gojen_plays_hane_at_the_head_of_two_and_says_so() {
    let game = position(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O O . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        Color::Black,
    );
    assert_eq!(choices("gojen", &game, 30), HashSet::from(["C5".to_string(), "F5".to_string()]));
    let choice = make("gojen").choose(&game, Budget::default(), &Stop::new()).unwrap();
    assert_eq!(choice.analysis.notes, [("shape".to_string(), "hane at the head of two".to_string())]);
}

#[test]
fn gojen_answers_a_peep() {
    let game = position(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        Color::Black,
    );
    assert_eq!(asked("gojen", &game), "D5");
}

#[test]
fn gojen_would_rather_not_make_an_empty_triangle() {
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
        Color::Black,
    );
    for name in ["D3", "E3", "D5", "E5"] {
        assert!(value_of("gojen", &game, name) < value_of("gojen", &game, "C4"), "{name}");
    }
}

#[test]
fn each_is_stronger_than_the_one_before() {
    let [naive, gojen] = [wins("naive", "random", 9, 20), wins("gojen", "naive", 9, 20)];
    assert!(naive >= 16 && gojen >= 16, "naive {naive}, gojen {gojen} of 20");
    let [naive, gojen] = [wins("naive", "random", 5, 20), wins("gojen", "naive", 5, 20)];
    assert!(naive >= 15 && gojen >= 15, "naive {naive}, gojen {gojen} of 20 on 5x5");
}

#[test]
fn their_games_come_to_an_end() {
    for spec in BOTH {
        for (name, rules) in Rules::ALL.into_iter().filter(|(name, _)| *name != "deathmatch") {
            let terms = Terms { move_limit: 4 * 81, seed: 7, ..Terms::default() };
            assert_eq!(play(spec, spec, 9, rules, &terms).conclusion, Conclusion::Finished, "{spec} ({name})");
        }
    }
}
