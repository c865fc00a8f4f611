//! `naive-mc`, `heavy-mc` and `uct`: the Monte-Carlo players of Ying's report.

use std::time::Duration;

use goban::{Color, Game, Move, Outcome, Point, PointSet, Rules, diagram, score};
use player::{Analysis, Bout, Budget, Choice, Clock, Conclusion, Maker, Player, Stop, Terms, TimeControl, bout};
use roster::Roster;

const ALL: [&str; 3] = ["naive-mc", "heavy-mc", "uct"];

fn make(spec: &str) -> Box<dyn Player> {
    Roster.make(&spec.parse().unwrap()).unwrap()
}

fn choose(player: &mut dyn Player, game: &Game, budget: Budget) -> Choice {
    player.choose(game, budget, &Stop::new()).unwrap()
}

fn position(text: &str, to_play: Color, rules: Rules, komi: f32) -> Game {
    let mut game = Game::from_board(diagram::board(text), rules, komi);
    game.set_to_play(to_play);
    game
}

fn at(name: &str, size: usize) -> Move {
    Move::Play(Point::from_gtp(name, size).unwrap())
}

fn play(black: &str, white: &str, game: Game, terms: &Terms) -> Bout {
    let (mut black, mut white) = (make(black), make(white));
    bout(game, [black.as_mut(), white.as_mut()], terms, &Stop::new(), &mut |_| {})
}

/// How many of twenty games on a board of that size the first player wins, with colours in turn.
fn wins(player: &str, opponent: &str, size: usize) -> usize {
    let win = |number: u64| {
        let seat = Color::BOTH[number as usize % 2];
        let players = if seat == Color::Black { [player, opponent] } else { [opponent, player] };
        let terms = Terms { seed: number, move_limit: 6 * size * size, ..Terms::default() };
        let bout = play(players[0], players[1], Game::new(size, Rules::CHINESE, 0.5), &terms);
        let dead = score::dead_stones(bout.game.board());
        let outcome = bout.game.outcome(&dead).unwrap_or_else(|| Outcome::by_score(bout.game.score(&dead)));
        outcome.winner() == Some(seat)
    };
    (0..20).filter(|&number| win(number)).count()
}

#[test]
fn each_finds_the_capture_that_wins() {
    // The side that plays C1 captures there, and wins the game by it.
    let text = "
        . X . O .
        X X X O O
        X . X O .
        X X X O O
        O O . X O";
    for rules in [Rules::CHINESE, Rules::JAPANESE, Rules::DEATHMATCH] {
        let game = position(text, Color::Black, rules, 2.5);
        for spec in ALL {
            let choice = choose(make(spec).as_mut(), &game, Budget::playouts(400));
            assert_eq!(choice.mv, at("C1", 5), "{spec} ({rules}): {:?}", choice.analysis.candidates);
        }
    }
}

#[test]
fn each_tells_what_it_has_tried() {
    let game = Game::new(5, Rules::CHINESE, 0.5);
    for spec in ALL {
        let Choice { mv, analysis } = choose(make(spec).as_mut(), &game, Budget::playouts(300));
        assert_eq!(analysis.best().map(|best| best.mv), Some(mv), "{spec}");
        assert_eq!(analysis.visits, 300, "{spec}");
        assert_eq!(analysis.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 300, "{spec}");
        assert!(analysis.candidates.iter().all(|candidate| candidate.win_rate.is_some()), "{spec}");
    }
}

#[test]
fn flat_monte_carlo_gives_every_move_the_same_number_of_games() {
    let game = Game::new(5, Rules::CHINESE, 0.5);
    for spec in ["naive-mc:games=7", "heavy-mc:games=7"] {
        let analysis = choose(make(spec).as_mut(), &game, Budget::default()).analysis;
        assert_eq!(analysis.candidates.len(), 26, "{spec}: all points and the pass");
        assert!(analysis.candidates.iter().all(|candidate| candidate.visits == 7), "{spec}");
        let rates: Vec<f32> = analysis.candidates.iter().filter_map(|candidate| candidate.win_rate).collect();
        assert!(rates.is_sorted_by(|a, b| a >= b), "{spec}: the best win rate first, {rates:?}");
    }
}

#[test]
fn what_was_counted_is_kept_when_the_opponents_move_was_explored() {
    let mut player = make("naive-mc:seed=1");
    let mut game = Game::new(5, Rules::CHINESE, 0.5);
    let mv = choose(player.as_mut(), &game, Budget::playouts(26 * 200)).mv;
    game.play(mv).unwrap();
    let reply = game.legal_points().next().unwrap();
    game.play(Move::Play(reply)).unwrap();
    // Of the 200 games behind the move, one in 24 or so went on with this reply.
    let kept = |player: &mut dyn Player, game: &Game| choose(player, game, Budget::playouts(0)).analysis.visits;
    let visits = kept(player.as_mut(), &game);
    assert!((1..40).contains(&visits), "{visits} games kept");
    let more = choose(player.as_mut(), &game, Budget::playouts(100)).analysis.visits;
    assert_eq!(more, visits + 100);

    let mut other = game.at(1);
    other.play(at("E5", 5)).or_else(|_| other.play(at("A1", 5))).unwrap();
    assert_eq!(kept(player.as_mut(), &other), 0, "a game from another position");
}

#[test]
fn nothing_is_kept_when_the_opponents_move_was_not_explored() {
    let mut player = make("naive-mc:seed=1");
    let mut game = Game::new(9, Rules::CHINESE, 0.5);
    let mv = choose(player.as_mut(), &game, Budget::playouts(82)).mv;
    game.play(mv).unwrap();
    // One game behind each move has explored one reply; one of these two is not it.
    let replies: Vec<Point> = game.legal_points().take(2).collect();
    let kept = replies.iter().map(|&reply| {
        let (mut player, mut game) = (make("naive-mc:seed=1"), game.clone());
        choose(player.as_mut(), &game.at(0), Budget::playouts(82));
        game.play(Move::Play(reply)).unwrap();
        choose(player.as_mut(), &game, Budget::playouts(0)).analysis.visits
    });
    assert!(kept.min() == Some(0));
}

#[test]
fn naive_mc_beats_random() {
    let won = wins("naive-mc:games=20", "random", 5);
    assert!(won >= 16, "{won} of 20");
}

#[test]
fn heavy_mc_beats_random() {
    let won = wins("heavy-mc:games=10", "random", 5);
    assert!(won >= 15, "{won} of 20");
}

#[test]
fn uct_beats_random() {
    let won = wins("uct:playouts=200", "random", 7);
    assert!(won >= 17, "{won} of 20");
}

#[test]
fn uct_beats_naive_mc_with_no_more_playouts() {
    let won = wins("uct:playouts=200", "naive-mc:games=8", 5);
    assert!(won >= 15, "{won} of 20");
}

#[test]
fn the_opponents_moves_can_be_played_by_another_player() {
    // Filling one's own eyes loses, so playouts in which White does that favour Black.
    let game = Game::new(5, Rules::CHINESE, 0.5);
    let hope = |spec: &str| {
        let analysis = choose(make(spec).as_mut(), &game, Budget::playouts(520)).analysis;
        analysis.candidates.iter().filter_map(|candidate| candidate.win_rate).sum::<f32>() / 26.0
    };
    let (even, better) = (hope("heavy-mc:seed=1"), hope("heavy-mc:opponent=[random:eyes=fill],seed=1"));
    assert!(better > even + 0.1, "{even} against one who spares eyes, {better} against one who does not");
}

#[test]
fn games_can_be_played_by_any_player() {
    let game = Game::new(3, Rules::CHINESE, 0.5);
    for policy in ["random:eyes=fill,pass=uniform", "greedy-random", "gojen", "uct:playouts=4", "heavy-mc:games=1"] {
        let spec = format!("heavy-mc:policy=[{policy}],longest=2");
        let choice = choose(make(&spec).as_mut(), &game, Budget::playouts(20));
        assert_eq!(choice.analysis.visits, 20, "{spec}");
    }
}

#[test]
fn a_playout_needs_a_player() {
    let error = Roster.make(&"heavy-mc:policy=[]".parse().unwrap()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "heavy-mc is not available: it needs a player for its games, as in heavy-mc:policy=greedy-random"
    );
}

#[test]
fn each_keeps_to_the_time_and_to_the_clock() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let control = TimeControl::SuddenDeath { main: Duration::from_secs(10) };
    for spec in ALL {
        for budget in [Budget::time(Duration::from_millis(60)), Budget::clock(Clock::new(control))] {
            // Nothing but the time ends this.
            choose(make(spec).as_mut(), &game, budget);
        }
        let choice = choose(make(spec).as_mut(), &game, Budget::time(Duration::ZERO));
        assert_eq!(choice.analysis.visits, 0, "{spec}");
    }
}

#[test]
fn each_reports_while_it_thinks() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    for spec in ALL {
        let mut seen: Vec<u64> = Vec::new();
        let mut watch = |analysis: &Analysis| seen.push(analysis.visits);
        make(spec).analyse(&game, Budget::playouts(200), &Stop::new(), Duration::ZERO, &mut watch).unwrap();
        assert!(seen.len() > 1 && seen.is_sorted(), "{spec}: {seen:?}");
    }
}

#[test]
fn each_passes_when_that_wins_and_plays_on_when_it_does_not() {
    // White's stone in the corner is dead. Counted, Black has 15 points and White 10.
    let text = "
        O . X O .
        . . X O O
        . X X O .
        . . X O O
        . . X O .";
    for spec in ALL {
        let ask = |komi: f32| {
            let mut game = position(text, Color::White, Rules::CHINESE, komi);
            game.play(Move::Pass).unwrap();
            choose(make(spec).as_mut(), &game, Budget::playouts(200)).mv
        };
        assert_eq!(ask(4.5), Move::Pass, "{spec} is ahead");
        assert_ne!(ask(5.5), Move::Pass, "{spec} is behind");
    }
}

#[test]
fn before_it_passes_it_captures_if_told_to_clean_up() {
    // Black has won only once the dead stones are off the board.
    let text = "
        O . X O .
        O . X O O
        . X X O .
        . . X O O
        O O X O .";
    for spec in ALL {
        let mut game = position(text, Color::White, Rules::CHINESE, 4.5);
        game.play(Move::Pass).unwrap();
        let mut player = make(spec);
        assert_eq!(choose(player.as_mut(), &game, Budget::playouts(200)).mv, Move::Pass, "{spec}");
        player.clean_up(true);
        assert_ne!(choose(player.as_mut(), &game, Budget::playouts(200)).mv, Move::Pass, "{spec}");
    }
}

#[test]
fn each_plays_legal_games_on_13x13_under_every_rule_set() {
    for spec in ALL {
        for (name, rules) in Rules::ALL {
            let terms = Terms { budgets: [Budget::playouts(4); 2], move_limit: 300, ..Terms::default() };
            let conclusion = play(spec, spec, Game::new(13, rules, 0.5), &terms).conclusion;
            assert!(!matches!(conclusion, Conclusion::Forfeit { .. }), "{spec} ({name}): {conclusion:?}");
        }
    }
}

#[test]
fn a_deathmatch_is_played_to_its_end() {
    for spec in ["naive-mc:games=4", "heavy-mc:games=2", "uct:playouts=40"] {
        let terms = Terms { seed: 3, ..Terms::default() };
        let bout = play(spec, "random:eyes=fill", Game::new(4, Rules::DEATHMATCH, 0.0), &terms);
        assert_eq!(bout.conclusion, Conclusion::Finished, "{spec}");
        assert!(bout.game.moves().iter().all(|(_, mv)| mv.point().is_some()), "{spec}");
        assert!(bout.game.outcome(&PointSet::new()).is_some(), "{spec}");
    }
}

#[test]
fn each_has_an_answer_to_a_game_that_is_over() {
    for spec in ALL {
        let mut game = Game::new(5, Rules::CHINESE, 0.5);
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        choose(make(spec).as_mut(), &game, Budget::playouts(10));
    }
}
