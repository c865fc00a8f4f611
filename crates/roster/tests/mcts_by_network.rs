//! How `mcts` behaves where it searches by a network.

use goban::{Board, Game, Move, Point, Rules, Symmetry, diagram};
use player::{Budget, Choice, Maker, Player, Stop};
use roster::Roster;

fn mcts(params: &str) -> Box<dyn Player> {
    let mut player = Roster.make(&format!("mcts:{params},memory=64").parse().unwrap()).unwrap();
    player.reset(1);
    player
}

fn choose(player: &mut dyn Player, game: &Game) -> Choice {
    player.choose(game, Budget::default(), &Stop::new()).unwrap()
}

/// Black has 35 points of area and White 46; everything is alive and every border closed.
const FINISHED: &str = "
    . . . X O . . . .
    . X . X O . O . .
    . . X X O O . O .
    X X . X O . O . .
    . . X X O . . . .
    . X . X O . O O .
    . . X X O O . . .
    X X X O O . O . .
    . . X O . . . . .";

/// White's stones in the corner are dead if Black plays G8, and alive after any other move.
const UNFINISHED: &str = "
    . . X X X O X . .
    . X . X X O . . .
    X X X X X . O O .
    . X . X X X X O O
    X X X X X X X X X
    O O O O O O O O O
    . O . O . . O . O
    . O O . O O O O .
    . . O . . . O . .
    X to play";

/// What looks dead may be so because of the move that the search has in mind: it must not be forgotten over the question whether
/// the game is over, nor, where dead stones have to be taken off, over another move that begins to take them. From all sides, because
/// the order of points has a say in that one.
#[test]
fn a_move_that_finishes_the_game_is_played() {
    let drawn = diagram::board(UNFINISHED);
    for (rules, symmetry) in
        [Rules::CHINESE, Rules::TROMP_TAYLOR].iter().flat_map(|&rules| Symmetry::ALL.map(|it| (rules, it)))
    {
        let stones = drawn.points().filter_map(|point| Some((symmetry.apply(point, 9), drawn.cell(point).color()?)));
        let game = Game::from_board(Board::with_stones(9, stones).unwrap(), rules, -4.5);
        let choice = choose(mcts("net=small,playouts=200,resign=0").as_mut(), &game);
        let finishing = symmetry.apply(Point::from_gtp("G8", 9).unwrap(), 9);
        assert_eq!(choice.mv, Move::Play(finishing), "{rules}, {symmetry:?}");
        let visits: u64 = choice.analysis.candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(visits >= 100, "{visits} of 200 visits are for a move");
    }
}

#[test]
fn a_finished_game_is_not_played_on() {
    // The large network is not so sure that Black, who is behind, has nothing left to try.
    for (net, rules, to_play) in [
        ("large", Rules::CHINESE, "O"),
        ("large", Rules::JAPANESE, "O"),
        ("small", Rules::JAPANESE, "O"),
        ("small", Rules::JAPANESE, "X"),
    ] {
        let game = Game::from_board(diagram::board(&format!("{FINISHED}\n{to_play} to play")), rules, 6.5);
        let choice = choose(mcts(&format!("net={net},playouts=60,resign=0")).as_mut(), &game);
        assert_eq!(choice.mv, Move::Pass, "{net}, {to_play} by {rules}");
    }
}

#[test]
fn a_won_game_is_ended_when_the_opponent_passes() {
    let mut game = Game::from_board(diagram::board(&format!("{FINISHED}\nX to play")), Rules::CHINESE, 6.5);
    game.play(Move::Pass).unwrap();
    assert_eq!(choose(mcts("net=small,playouts=60").as_mut(), &game).mv, Move::Pass);
}

#[test]
fn a_hopeless_game_is_resigned() {
    const HOPELESS: &str = "
        . . . . . . . . .
        . . O . . . O . .
        . . . . O . . . .
        . . O . . . O . .
        . . . . X . . . .
        . . O . . . O . .
        . . . . O . . . .
        . . O . X . O . .
        . . . . . . . . .
        X to play";
    let mut player = mcts("net=small,playouts=30");
    let mut game = Game::from_board(diagram::board(HOPELESS), Rules::CHINESE, 7.5);
    let mut moves = Vec::new();
    for _ in 0..4 {
        moves.push(choose(player.as_mut(), &game).mv);
        game.play(Move::Pass).unwrap();
        let reply = game.legal_points().last().unwrap();
        game.play(Move::Play(reply)).unwrap();
    }
    assert!(moves.contains(&Move::Resign), "{moves:?}");
}

#[test]
fn by_itself_it_takes_the_network_where_that_was_taught_and_playouts_elsewhere() {
    let visits = |size: usize, rules: Rules| {
        let game = Game::new(size, rules, 6.5);
        let mut player = mcts("early=false");
        player.choose(&game, Budget::default(), &Stop::new()).unwrap().analysis.visits
    };
    assert_eq!(visits(9, Rules::CHINESE), 400);
    assert_eq!(visits(5, Rules::CHINESE), 8000, "never taught");
    assert_eq!(visits(9, Rules::DEATHMATCH), 8000, "never taught to play on to the last move");
}

#[test]
fn by_itself_it_takes_the_small_network_on_9x9_and_the_large_one_above() {
    for (size, best) in [(9, "small"), (13, "large")] {
        let game = Game::new(size, Rules::CHINESE, 7.5);
        let thought = |net: &str| choose(mcts(&format!("net={net},playouts=4")).as_mut(), &game).analysis.win_rate;
        assert_eq!(thought("auto"), thought(best), "{size}x{size}");
        let other = if best == "small" { "large" } else { "small" };
        assert_ne!(thought("auto"), thought(other), "{size}x{size}");
    }
}

#[test]
fn clusters_of_openings_are_for_playouts() {
    let refused = Roster.make(&"mcts:net=small,opening=bias".parse().unwrap());
    let reason = refused.err().unwrap().to_string();
    assert!(reason.ends_with("opening=bias is for the search by playouts: take net=off"), "{reason}");
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let by_playouts = choose(mcts("opening=bias,playouts=50").as_mut(), &game).analysis;
    assert!(by_playouts.notes.iter().any(|(title, _)| title == "RAVE"), "{:?}", by_playouts.notes);
}

#[test]
fn variety_replies_in_several_ways() {
    let replies = |params: &str| {
        let mut player = mcts(params);
        let reply = |seed: u64| {
            player.reset(seed);
            let mut game = Game::new(9, Rules::CHINESE, 7.5);
            game.play(Move::from_gtp("E5", 9).unwrap()).unwrap();
            choose(player.as_mut(), &game).mv.to_gtp(9)
        };
        let mut moves: Vec<String> = (1..=8).map(reply).collect();
        moves.sort();
        moves.dedup();
        moves.len()
    };
    let (plain, varied) = (replies("net=small,playouts=30"), replies("net=small,playouts=30,variety=2"));
    assert!(varied > plain + 1, "{varied} replies instead of {plain}");
}
