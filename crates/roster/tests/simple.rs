//! The simple players of Ying's report: `crawler`, `greedy`, `greedy-random`, `greedy-score` and `novice`.

mod common;

use std::collections::HashSet;

use common::{asked, choices, make, play, position, value_of};
use goban::{Board, Cell, Color, Game, Move, Point, PointSet, Rules, diagram};
use player::{Budget, Conclusion, Stop, Terms};

#[test]
fn the_crawler_goes_on_behind_its_last_stone_around_what_is_in_the_way() {
    let mut game = Game::new(5, Rules::CHINESE, 0.5);
    for name in ["B5", "D5", "C5", "A5"] {
        game.play(Move::from_gtp(name, 5).unwrap()).unwrap();
    }
    assert_eq!(asked("crawler", &game), "E5", "D5 is White's");
    game.play(Move::from_gtp("E5", 5).unwrap()).unwrap();
    game.play(Move::from_gtp("C3", 5).unwrap()).unwrap();
    assert_eq!(asked("crawler", &game), "A4", "the next row");
}

#[test]
fn the_crawler_begins_again_at_the_top_when_it_has_come_to_the_end() {
    let mut game = Game::new(3, Rules::CHINESE, 0.5);
    for name in ["C1", "A3"] {
        game.play(Move::from_gtp(name, 3).unwrap()).unwrap();
    }
    assert_eq!(asked("crawler", &game), "B3");
    let mut gap = Game::new(5, Rules::CHINESE, 0.5);
    for name in ["C5", "A1"] {
        gap.play(Move::from_gtp(name, 5).unwrap()).unwrap();
    }
    assert_eq!((asked("crawler", &gap), asked("crawler:from=top", &gap)), ("D5".to_string(), "A5".to_string()));
}

#[test]
fn crawlers_always_play_the_same_game_and_the_second_takes_everything() {
    for size in [5, 9, 19] {
        let terms = |seed| Terms { seed, ..Terms::default() };
        let [once, again] = [1, 2].map(|seed| play("crawler", "crawler", size, Rules::DEATHMATCH, &terms(seed)));
        assert_eq!(once.game.moves(), again.game.moves());
        let board = once.game.board();
        let black = board.points().filter(|&point| board.cell(point) == Cell::Black).count();
        let checkered = |point: Point| (board.cell(point) == Cell::White) == ((point.row() + point.col()) % 2 == 1);
        assert!(black == 0 && board.points().all(checkered), "white stones and gaps: {board:?}");
    }
}

#[test]
fn greedy_captures_as_many_as_it_can() {
    // At B1 it takes one stone, at E1 two.
    let game = position(
        "
        . . . . .
        . . . . X
        . . . X O
        X X . X O
        O . . . .",
        Color::Black,
    );
    assert_eq!(asked("greedy", &game), "E1");
}

#[test]
fn greedy_that_cares_for_nothing_but_captures_finds_all_other_moves_alike() {
    let game = position(
        "
        . . . . .
        . . . . X
        . . . X O
        X X . X O
        O . . . .",
        Color::Black,
    );
    let values = |spec: &str| ["B1", "E1", "C3", "A4", "C1"].map(|name| value_of(spec, &game, name));
    let [one, two, others @ ..] = values("greedy:otherwise=anything");
    assert!(two > one && one > others[0], "{one} {two}");
    assert_eq!(others, [others[0]; 3]);
    assert_eq!(values("greedy-random:otherwise=anything"), values("greedy:otherwise=anything"));
    assert_ne!(values("greedy")[2], values("greedy")[3]);
}

#[test]
fn greedy_extends_its_largest_chain_to_where_it_gets_most_liberties() {
    // The chain of two gets two more liberties at B3 and one more elsewhere; the single stone would get more.
    let game = position(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . X . .
        O . . . . . .
        X X O . . . .",
        Color::Black,
    );
    assert_eq!(asked("greedy", &game), "B2");
}

#[test]
fn greedy_draws_on_the_next_chain_where_the_largest_gets_no_more() {
    // The three stones in the corner have one liberty outside, and would have no more by taking it.
    let game = position(
        "
        . X O . . .
        X X O . . .
        O . O . . .
        O O O . . .
        . . . . . .
        . . . . . X",
        Color::Black,
    );
    let moves = choices("greedy-random", &game, 50);
    assert_eq!(moves, HashSet::from(["E1".to_string(), "F2".to_string()]));
}

#[test]
fn greedy_is_the_same_every_time_and_greedy_random_is_not() {
    let game = Game::new(9, Rules::CHINESE, 0.5);
    assert_eq!(choices("greedy", &game, 20).len(), 1);
    assert_eq!(asked("greedy", &game), "B8", "the first point with four liberties");
    let moves = choices("greedy-random", &game, 2_000);
    assert_eq!(moves.len(), 49, "every point with four liberties");
}

#[test]
fn greedy_keeps_out_of_atari_and_out_of_its_eyes() {
    let game = position(
        "
        . X . X X
        X X X X O
        X X O O O
        O O O . O
        . O . O .",
        Color::Black,
    );
    // A1, C1, D2 and E1 are suicide, and A5 and C5 eyes.
    assert_eq!(asked("greedy", &game), "pass");
}

#[test]
fn greedy_score_plays_what_changes_the_count_most() {
    // D4 would take three stones and their points; E1, White's corner.
    let game = position(
        "
        . X X X .
        X O O . X
        X O X . X
        . X X X X
        . . . . .",
        Color::Black,
    );
    assert_eq!(asked("greedy-score", &game), "D4");
}

#[test]
fn greedy_score_passes_where_no_move_makes_the_score_better() {
    let game = position(
        "
        . X O . O
        X X O O .
        . X O . O
        X X O O O
        . X O O O",
        Color::Black,
    );
    // White's eyes can't be entered, and to fill its own points gains nothing.
    assert_eq!(asked("greedy-score", &game), "pass");
}

#[test]
fn novice_puts_its_stones_where_they_share_no_liberty() {
    let game = position(
        "
        . . . . .
        . . . . .
        . . X . .
        . . . . .
        . . . . .",
        Color::Black,
    );
    // A move next to the stone, a jump or a diagonal away gains two liberties; a knight's move away gains three.
    let board = game.board();
    let gain = |name: &str| value_of("novice", &game, name) - value_of_pass(board);
    assert_eq!(["C4", "C5", "D4", "D5"].map(gain), [2.0, 2.0, 2.0, 3.0]);
    assert_eq!(choices("novice", &game, 100).len(), 8);
}

/// The value of the liberties on the board to the novice.
fn value_of_pass(board: &Board) -> f32 {
    let beside = |&&point: &&Point| board.surround(point).neighbors(Cell::Black) > 0;
    1.0 + board.empties().iter().filter(beside).count() as f32
}

#[test]
fn novices_form_no_chains_while_there_is_room() {
    let terms = Terms { move_limit: 40, seed: 3, ..Terms::default() };
    let bout = play("novice", "novice", 19, Rules::DEATHMATCH, &terms);
    assert_eq!(bout.conclusion, Conclusion::MoveLimit);
    let board = bout.game.board();
    assert!(board.points().all(|point| board.chain_size(point) == 1), "{board:?}");
}

#[test]
fn without_passes_eyes_are_filled_in_the_end() {
    let text = "
        . X .
        X X X
        X X .";
    for spec in ["crawler", "greedy", "greedy-random", "greedy-score", "novice", "naive", "gojen"] {
        let game = Game::from_board(diagram::board(text), Rules::DEATHMATCH, 0.0);
        assert!(["A3", "C3", "C1"].contains(&asked(spec, &game).as_str()), "{spec}");
    }
}

#[test]
fn no_player_repeats_an_earlier_position() {
    // White throws in at A1, Black takes; under simple ko both could continue forever.
    let text = "
        . . . . .
        O O O O O
        X X X X X
        . X . X X
        . X X . X";
    for spec in ["greedy", "greedy-random", "greedy-score", "novice", "naive", "gojen", "crawler"] {
        let mut game = Game::from_board(diagram::board(text), Rules::CHINESE, 0.0);
        game.set_to_play(Color::White);
        let (mut black, mut white) = (make(spec), make(spec));
        let mut seen = HashSet::from([game.hash()]);
        let terms = Terms { move_limit: 200, ..Terms::default() };
        let stop = player::Stop::new();
        let bout = player::bout(game, [black.as_mut(), white.as_mut()], &terms, &stop, &mut |turn| {
            assert!(turn.choice.mv == Move::Pass || seen.insert(turn.game.hash()), "{spec}: {:?}", turn.game);
        });
        assert_eq!(bout.conclusion, Conclusion::Finished, "{spec}");
    }
}

#[test]
fn each_beats_random_as_often_as_the_report_says_and_greedy_score_does_not_beat_greedy() {
    let random = "random:eyes=fill";
    let wins = |player: &str, opponent: &str| {
        let won = |&seed: &u64| {
            let seat = Color::BOTH[seed as usize % 2];
            let (black, white) = if seat == Color::Black { (player, opponent) } else { (opponent, player) };
            let bout = play(black, white, 10, Rules::DEATHMATCH, &Terms { seed, ..Terms::default() });
            bout.game.outcome(&PointSet::new()).and_then(|outcome| outcome.winner()) == Some(seat)
        };
        (1..=40_u64).filter(won).count()
    };
    let crawler = wins("crawler", random);
    assert!((24..=38).contains(&crawler), "{crawler} of 40, where the report has 3 in 4 to 4 in 5");
    let greedy = wins("greedy", random);
    assert!(greedy >= 38, "{greedy} of 40");
    let greedy_score = wins("greedy-score", "greedy-random");
    assert!(greedy_score <= 8, "{greedy_score} of 40");
}

#[test]
fn who_goes_by_preferences_says_what_it_would_rather_play() {
    let game = position(
        "
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X . . . .
        . . . . O . .
        . . . . . . .
        . . . . . . .
        X to play",
        Color::Black,
    );
    let choice = make("preference").choose(&game, Budget::default(), &Stop::new()).unwrap();
    let (title, text) = &choice.analysis.notes[0];
    assert_eq!((title.as_str(), text.matches('%').count()), ("Preferences", 3));
    assert!(text.starts_with("D5 ") && choice.mv.to_gtp(7) == "D5", "the stone is taken: {text}");
}
