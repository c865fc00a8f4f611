//! How `rave` plays by playouts where a board is so small that one mistake loses all of it. On 5x5 the first move in
//! the centre wins the whole board for Black, so that with any komi below 25 points Black wins.

use goban::{Game, Move, Rules, diagram, score};
use player::{Budget, Maker, Player, Stop, Terms, bout};
use roster::Roster;

fn make(spec: &str) -> Box<dyn Player> {
    let mut player = Roster.make(&spec.parse().unwrap()).unwrap();
    player.reset(1);
    player
}

fn game(text: &str) -> Game {
    Game::from_board(diagram::board(text), Rules::CHINESE, 7.5)
}

fn play(game: &mut Game, moves: &[&str]) {
    for name in moves {
        game.play(Move::from_gtp(name, game.size()).unwrap()).unwrap();
    }
}

/// The move for the side to move, as GTP writes it.
fn answer(playouts: u64, seed: u64, game: &Game) -> String {
    let mut player = make(&format!("rave:memory=64,seed={seed}"));
    player.choose(game, Budget::playouts(playouts), &Stop::new()).unwrap().mv.to_gtp(game.size())
}

#[test]
fn black_wins_from_the_centre() {
    for seed in 1..=4 {
        let (mut black, mut white) = (make("rave:memory=64"), make("uct:memory=64"));
        let mut game = Game::new(5, Rules::CHINESE, 7.5);
        play(&mut game, &["C3"]);
        let terms = Terms { budgets: [Budget::playouts(2000); 2], move_limit: 120, seed, ..Terms::default() };
        let end = bout(game, [black.as_mut(), white.as_mut()], &terms, &Stop::new(), &mut |_| {}).game;
        let lead = end.score(&score::dead_stones(end.board()));
        assert!(lead > 0.0, "game {seed}: {lead}\n{}", diagram::showboard(end.board()));
    }
}

#[test]
fn who_leads_does_not_pass_before_the_count_says_so() {
    // Black can kill everything, but as it stands White's stones count as alive.
    let open = game(
        "
        . . . . .
        . O O X X
        . X X O O
        . . O X .
        . . . . .
        X to play",
    );
    for seed in [1, 2] {
        assert_ne!(answer(600, seed, &open), "pass", "seed {seed}");
    }
}

#[test]
fn who_is_behind_does_not_pass_while_there_is_something_to_try() {
    // White has lost if Black answers well, but nothing is settled yet.
    let mut lost = Game::new(5, Rules::CHINESE, 7.5);
    play(&mut lost, &["C3", "B4", "B3", "D4", "C4", "D2", "D3", "B2", "C2"]);
    let drawn = game(
        "
        . . . . .
        . O X O .
        . X X X .
        . O X O .
        . . . . .
        O to play",
    );
    assert_eq!(lost.hash(), drawn.hash());
    for seed in [1, 2] {
        assert_ne!(answer(600, seed, &lost), "pass", "seed {seed}");
    }
}

#[test]
fn who_is_behind_passes_where_nothing_can_change() {
    let settled = game(
        "
        . X . X O
        X X X X O
        . X X X O
        X X X X O
        X . X O .
        O to play",
    );
    assert_eq!(answer(300, 1, &settled), "pass");
}

#[test]
fn simple_ko_lets_a_position_come_back_and_only_that_wins_here() {
    // Black takes three stones at A5; White plays two of them again and takes A5 with the third. Now it is the same
    // position, and Black takes them again: anything else loses the board.
    let mut race = game(
        "
        . O O X .
        O X O X X
        O X X . X
        O O O X X
        O . O O O
        X to play",
    );
    play(&mut race, &["A5", "C4", "pass", "C5", "pass", "B5"]);
    assert_eq!(answer(600, 1, &race), "A5");
}
