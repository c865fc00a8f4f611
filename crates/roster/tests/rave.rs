//! How `rave` behaves around its search by playouts: at the end of the game, by the clock, and on the opponent's time.

use std::thread;
use std::time::Duration;

use goban::{Color, Game, Move, PointMap, Rules, diagram};
use player::{Budget, Clock, Maker, Player, Stop, Terms, TimeControl, bout};
use roster::Roster;

fn rave(params: &str) -> Box<dyn Player> {
    let mut player = Roster.make(&format!("rave:{params}memory=64").parse().unwrap()).unwrap();
    player.reset(1);
    player
}

fn game(text: &str, rules: Rules, komi: f32) -> Game {
    Game::from_board(diagram::board(text), rules, komi)
}

/// The move for the side to move, as GTP writes it.
fn answer(player: &mut dyn Player, game: &Game) -> String {
    player.choose(game, Budget::default(), &Stop::new()).unwrap().mv.to_gtp(game.size())
}

fn after_a_pass(mut game: Game) -> Game {
    game.play(Move::Pass).unwrap();
    game
}

/// Black has 28 points of area and White 21, or 13 and 9 of territory; everything is alive and every border closed.
const FINISHED: &str = "
    . . X X O . .
    . X . X O . .
    . . X X O O .
    X X X X O . O
    . . . X O O .
    . X X X O . O
    . . . X O O .";

/// As before, with a dead white stone. If it were alive, Black would have 21 points of area and White 22.
const DEAD_STONE: &str = "
    . . X X O . .
    . O . X O . .
    . . X X O O .
    X X X X O . O
    . . . X O O .
    . X X X O . O
    . . . X O O .";

#[test]
fn a_won_game_is_ended_when_the_opponent_passes() {
    let game = after_a_pass(game(&format!("{FINISHED}\nO to play"), Rules::CHINESE, 0.5));
    assert_eq!(answer(rave("playouts=300,").as_mut(), &game), "pass");
}

#[test]
fn a_dead_stone_needs_no_move_where_the_rules_let_players_agree() {
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        let game = after_a_pass(game(&format!("{DEAD_STONE}\nO to play"), rules, 0.5));
        assert_eq!(answer(rave("playouts=400,").as_mut(), &game), "pass", "{rules}");
    }
}

/// Plays on from a position, one side by `rave`, the other passing, until the game is over or after `moves` moves.
fn play_on(player: &mut dyn Player, mut game: Game, moves: usize) -> Game {
    let us = game.to_play();
    for _ in 0..moves {
        if game.is_over() {
            break;
        }
        let mv = if game.to_play() == us {
            player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv
        } else {
            Move::Pass
        };
        game.play(mv).unwrap();
        player.observe(&game, mv);
    }
    game
}

#[test]
fn a_dead_stone_is_captured_before_passing_under_tromp_taylor_rules() {
    let game = after_a_pass(game(&format!("{DEAD_STONE}\nO to play"), Rules::TROMP_TAYLOR, 6.5));
    let end = play_on(rave("playouts=300,").as_mut(), game, 20);
    assert!(end.is_over(), "{}", diagram::showboard(end.board()));
    assert!(end.prisoners(Color::Black) >= 1);
    assert!(end.score(&goban::PointSet::new()) > 0.0);
}

#[test]
fn dead_stones_are_captured_before_passing_when_cleaning_up() {
    let mut player = rave("playouts=300,");
    player.clean_up(true);
    let end = play_on(player.as_mut(), game(&format!("{DEAD_STONE}\nX to play"), Rules::CHINESE, 0.5), 20);
    assert!(end.is_over() && end.prisoners(Color::Black) >= 1, "{}", diagram::showboard(end.board()));
    player.clean_up(false);
    let game = game(&format!("{DEAD_STONE}\nX to play"), Rules::CHINESE, 0.5);
    assert_eq!(play_on(player.as_mut(), game, 20).prisoners(Color::Black), 0);
}

#[test]
fn territory_is_not_filled_under_japanese_rules() {
    for (to_play, komi) in [("X", 0.5), ("O", 0.5), ("X", 20.5)] {
        let game = game(&format!("{FINISHED}\n{to_play} to play"), Rules::JAPANESE, komi);
        assert_eq!(answer(rave("playouts=600,resign=0,").as_mut(), &game), "pass", "{to_play} with komi {komi}");
    }
}

#[test]
fn a_territory_with_a_hole_is_closed_before_passing() {
    let hole = "
        . . X X O . .
        . X . X O . .
        . . X X O O .
        X X X X O . O
        . . . . O O .
        . X X X O . O
        . . . X O O .
        X to play";
    for (rules, komi) in [(Rules::JAPANESE, 3.5), (Rules::CHINESE, 6.5), (Rules::TROMP_TAYLOR, 6.5)] {
        let answer = |komi: f32| answer(rave("playouts=600,").as_mut(), &game(hole, rules, komi));
        assert_eq!(answer(komi), "D3", "{rules}, where the game hangs on it");
        assert_ne!(answer(0.5), "pass", "{rules}, where it is won anyway");
    }
}

#[test]
fn a_chain_that_can_be_killed_is_settled_before_passing() {
    // Three in a row: the side that plays B7 decides whether the corner lives, and with it the game.
    let corner = "
        . . . X O . .
        X X X X O . O
        O O O O O O .
        . . . O . . .
        O O O O O O O
        X X X X X X X
        . . X . . X .";
    for to_play in ["X", "O"] {
        let game = game(&format!("{corner}\n{to_play} to play"), Rules::JAPANESE, -5.5);
        assert_eq!(answer(rave("playouts=600,").as_mut(), &game), "B7", "{to_play}");
    }
}

#[test]
fn a_won_game_is_won_against_every_attempt() {
    for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::TROMP_TAYLOR] {
        let (mut black, mut white) = (rave("playouts=100,"), Roster.make(&"random".parse().unwrap()).unwrap());
        let game = game(&format!("{DEAD_STONE}\nX to play"), rules, 0.5);
        let terms = Terms { move_limit: 150, ..Terms::default() };
        let game = bout(game, [black.as_mut(), white.as_mut()], &terms, &Stop::new(), &mut |_| {}).game;
        assert!(game.is_over(), "{rules}\n{}", diagram::showboard(game.board()));
        let dead = goban::score::dead_stones(game.board());
        assert!(game.score(&dead) > 0.0, "{rules}: {}\n{}", game.score(&dead), diagram::showboard(game.board()));
    }
}

#[test]
fn a_seki_is_left_alone() {
    // A stone of either colour at C7 or C6 is captured there.
    let seki = "
        O X . O X . .
        O X . O X . .
        O X O O X . .
        O O X X X . .
        . O O O X . .
        . . . O X . .
        . . . O X . .";
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        for to_play in ["X", "O"] {
            let game = game(&format!("{seki}\n{to_play} to play"), rules, 0.5);
            for game in [game.clone(), after_a_pass(game)] {
                let mv = answer(rave("playouts=400,resign=0,").as_mut(), &game);
                assert!(mv != "C7" && mv != "C6", "{to_play} by {rules} rules plays {mv}");
            }
        }
    }
}

#[test]
fn eyes_are_not_filled_when_nothing_else_is_left() {
    let two_eyes = "
        . X X X X
        X X X X X
        X X X X X
        X X X X X
        X X X X .
        X to play";
    assert_eq!(answer(rave("playouts=50,").as_mut(), &game(two_eyes, Rules::CHINESE, 0.5)), "pass");
}

#[test]
fn a_lost_game_is_resigned_after_some_moves_and_not_at_once() {
    let lost = "
        X X X X X X X
        X . X X . X X
        X X X X X X X
        X X . X X X X
        . . . . . . .
        . . . O . . .
        . . . . . . .
        O to play";
    let (mut player, mut game) = (rave("playouts=300,"), game(lost, Rules::CHINESE, 0.5));
    let mut own = 0;
    while !game.is_over() && own < 10 {
        let mv = player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv;
        own += 1;
        game.play(mv).unwrap();
        if !game.is_over() {
            let reply = game.legal_points().last().unwrap();
            game.play(Move::Play(reply)).unwrap();
        }
    }
    assert_eq!(game.moves().last(), Some(&(Color::White, Move::Resign)));
    assert_eq!(own, 3);
}

#[test]
fn a_game_is_never_resigned_with_resign_at_zero() {
    let lost = format!("{FINISHED}\nO to play");
    let (mut player, game) = (rave("playouts=50,resign=0,"), game(&lost, Rules::CHINESE, -30.0));
    assert!(!play_on(player.as_mut(), game, 30).moves().iter().any(|&(_, mv)| mv == Move::Resign));
}

#[test]
fn a_handicap_does_not_decide_the_game_beforehand() {
    let mut game = Game::new(19, Rules::JAPANESE, 0.5);
    game.place_fixed_handicap(9).unwrap();
    let win_rate = |params: &str| {
        let choice = rave(params).choose(&game, Budget::playouts(500), &Stop::new()).unwrap();
        choice.analysis.win_rate.unwrap()
    };
    let [plain, dynamic] = ["dynamic-komi=false,", "dynamic-komi=true,"].map(win_rate);
    assert!(plain < 0.35 && (0.35..0.65).contains(&dynamic), "{plain}, with dynamic komi {dynamic}");
}

#[test]
fn a_budget_of_playouts_is_kept_exactly() {
    for threads in [1, 2] {
        for text in ["", FINISHED, DEAD_STONE] {
            let game = match text {
                "" => Game::new(9, Rules::CHINESE, 7.5),
                text => game(text, Rules::JAPANESE, 0.5),
            };
            let mut player = rave(&format!("early=false,threads={threads},"));
            for playouts in [0, 1, 7, 100, 333] {
                // What was kept from before would count too.
                player.reset(1);
                let choice = player.choose(&game, Budget::playouts(playouts), &Stop::new()).unwrap();
                assert!(choice.analysis.visits <= playouts, "{} of {playouts}", choice.analysis.visits);
                assert!(!text.is_empty() || choice.analysis.visits == playouts);
            }
        }
    }
}

#[test]
fn a_limit_of_time_ends_the_thinking() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    // Nothing but the time ends this.
    rave("early=false,").choose(&game, Budget::time(Duration::from_millis(100)), &Stop::new()).unwrap();
    let choice = rave("early=false,").choose(&game, Budget::time(Duration::ZERO), &Stop::new()).unwrap();
    assert!(matches!(choice.mv, Move::Play(_)) && choice.analysis.visits == 0);
}

#[test]
fn an_easy_choice_takes_fewer_playouts() {
    // Only one point is left to play.
    let forced = "
        . X X O O
        X X X O .
        . . X O O
        X X X O .
        X . X O O
        X to play";
    let game = game(forced, Rules::CHINESE, 0.5);
    let choice = rave("").choose(&game, Budget::playouts(20_000), &Stop::new()).unwrap();
    assert!(choice.analysis.visits < 15_000, "{}", choice.analysis.visits);
}

#[test]
fn the_clock_ends_the_thinking_under_every_time_control() {
    let ms = Duration::from_millis;
    let game = Game::new(7, Rules::CHINESE, 7.5);
    for control in [
        TimeControl::SuddenDeath { main: ms(800) },
        TimeControl::Fischer { main: ms(300), increment: ms(10) },
        TimeControl::Canadian { main: ms(0), period: ms(500), stones: 20 },
        TimeControl::ByoYomi { main: ms(200), period: ms(60), periods: 1 },
    ] {
        let choice = rave("lag=0.05,").choose(&game, Budget::clock(Clock::new(control)), &Stop::new()).unwrap();
        assert!(matches!(choice.mv, Move::Play(_)), "{control:?}");
    }
}

#[test]
fn a_clock_with_nothing_left_is_answered_at_once() {
    let clock = Clock::set(TimeControl::SuddenDeath { main: Duration::from_secs(60) }, Duration::ZERO, 0);
    let choice = rave("").choose(&Game::new(9, Rules::CHINESE, 7.5), Budget::clock(clock), &Stop::new()).unwrap();
    assert!(matches!(choice.mv, Move::Play(_)) && choice.analysis.visits == 0);
}

#[test]
fn the_same_seed_thinks_the_same_thoughts() {
    let think = || {
        let (mut player, mut game) = (rave("playouts=300,"), Game::new(9, Rules::CHINESE, 7.5));
        let mut thoughts = Vec::new();
        for _ in 0..8 {
            let choice = player.choose(&game, Budget::default(), &Stop::new()).unwrap();
            game.play(choice.mv).unwrap();
            player.observe(&game, choice.mv);
            thoughts.push(choice);
        }
        thoughts
    };
    assert_eq!(think(), think());
}

/// How many visits of the root earlier searches had left, by the analysis' note.
fn kept(player: &mut dyn Player, game: &Game) -> u64 {
    let choice = player.choose(game, Budget::playouts(1), &Stop::new()).unwrap();
    let note = choice.analysis.notes.iter().find(|(title, _)| title == "Tree").unwrap();
    note.1.split_whitespace().rev().find_map(|word| word.parse().ok()).unwrap()
}

#[test]
fn the_subtree_is_kept_across_two_moves() {
    let (mut player, mut game) = (rave("early=false,"), Game::new(5, Rules::CHINESE, 0.5));
    let line = player.choose(&game, Budget::playouts(1000), &Stop::new()).unwrap().analysis.candidates[0].line.clone();
    for &mv in &line[..2] {
        game.play(mv).unwrap();
    }
    assert!(kept(player.as_mut(), &game) > 20);
    player.reset(1);
    assert_eq!(kept(player.as_mut(), &game), 0);
}

#[test]
fn pondering_fills_the_tree_and_ends_when_the_opponent_has_moved() {
    let mut player = rave("ponder=true,");
    let before = Game::new(5, Rules::CHINESE, 0.5);
    // The machine may give the thread that ponders no time at first, so each try waits longer than the last.
    let pondered = (0..13).any(|attempt| {
        let mut game = before.clone();
        let choice = player.choose(&game, Budget::playouts(100), &Stop::new()).unwrap();
        game.play(choice.mv).unwrap();
        player.observe(&game, choice.mv);
        thread::sleep(Duration::from_millis(20 << attempt));
        kept(player.as_mut(), &game) > 300
    });
    assert!(pondered, "the opponent's position was not thought about");
}

#[test]
fn an_analysis_has_everything_that_was_thought() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let mut reports = 0;
    let mut report = |_: &player::Analysis| reports += 1;
    let (budget, every) = (Budget::playouts(2000), Duration::ZERO);
    let analysis = rave("early=false,").analyse(&game, budget, &Stop::new(), every, &mut report).unwrap().analysis;
    assert!(reports >= 3, "{reports} reports");
    let best = analysis.best().unwrap();
    assert!(best.win_rate.is_some() && best.prior.is_some() && best.line.len() > 1 && best.line[0] == best.mv);
    assert!(analysis.score.is_some() && analysis.score_spread.unwrap() > 0.0 && analysis.ownership.is_some());
    assert!(analysis.candidates.is_sorted_by_key(|candidate| std::cmp::Reverse(candidate.visits)));
    assert!(analysis.notes.iter().any(|(title, _)| title == "RAVE"));
}

#[test]
fn priors_come_from_the_model_that_is_named() {
    let game = Game::new(19, Rules::CHINESE, 7.5);
    let priors = |params: &str| {
        let choice = rave(params).choose(&game, Budget::playouts(1), &Stop::new()).unwrap();
        let mut priors: Vec<_> = choice.analysis.candidates.iter().map(|one| (one.mv.to_gtp(19), one.prior)).collect();
        priors.sort_by(|one, other| one.0.cmp(&other.0));
        priors
    };
    let [default, intuition, iku, none] =
        ["", "prior-model=intuition,", "prior-model=iku,", "prior-intuition=0,"].map(priors);
    assert_eq!(default, intuition);
    assert!(iku != intuition && iku != none);
    let error = Roster.make(&"rave:prior-model=gone.model".parse().unwrap()).err().unwrap().to_string();
    assert!(error.contains("gone.model cannot be read") && error.contains("intuition, iku"), "{error}");
}

#[test]
fn points_are_ranked_by_visits_with_all_their_images() {
    let mut values = PointMap::new(-1.0);
    assert!(rave("playouts=200,").rank(&Game::new(5, Rules::CHINESE, 0.5), &mut values));
    let [centre, corner, other_corner] = [(2, 2), (0, 0), (4, 4)].map(|(row, col)| values[goban::Point::new(row, col)]);
    assert!(centre > corner && corner == other_corner && corner >= 0.0, "{centre} {corner} {other_corner}");
}

#[test]
fn moves_that_were_tried_equally_often_are_told_apart_by_win_rate() {
    let mut values = PointMap::new(-1.0);
    let game = Game::new(9, Rules::CHINESE, 7.5);
    assert!(rave("playouts=60,").rank(&game, &mut values));
    let visits: std::collections::BTreeSet<u32> = game.legal_points().map(|point| values[point] as u32).collect();
    let values: std::collections::BTreeSet<u32> = game.legal_points().map(|point| values[point].to_bits()).collect();
    assert!(values.len() > visits.len(), "{values:?} {visits:?}");
}
