//! What the tests of players share: positions from diagrams, and the moves and values of players there.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::HashSet;
use std::time::Duration;

use goban::diagram::Diagram;
use goban::{Color, Game, Point, PointMap, Rules};
use player::{Analysis, Bout, Budget, Maker, Player, Stop, Terms, bout};
use roster::Roster;

/// The player of a specification.
pub fn make(spec: &str) -> Box<dyn Player> {
    Roster.make(&spec.parse().unwrap()).unwrap()
}

/// The position of a diagram under Chinese rules.
pub fn position(text: &str, to_play: Color) -> Game {
    let mut game = Game::from_board(Diagram::parse(text).unwrap().board, Rules::CHINESE, 0.5);
    game.set_to_play(to_play);
    game
}

/// What a player plays, by name.
pub fn asked(spec: &str, game: &Game) -> String {
    let choice = make(spec).choose(game, Budget::default(), &Stop::new()).unwrap();
    choice.mv.to_gtp(game.size())
}

/// What a player plays, asked so often.
pub fn choices(spec: &str, game: &Game, times: usize) -> HashSet<String> {
    let mut player = make(spec);
    let mut ask = || player.choose(game, Budget::default(), &Stop::new()).unwrap().mv.to_gtp(game.size());
    (0..times).map(|_| ask()).collect()
}

/// The value of a point to a player.
pub fn value_of(spec: &str, game: &Game, name: &str) -> f32 {
    let mut values = PointMap::new(f32::NAN);
    assert!(make(spec).rank(game, &mut values), "{spec} does not rank");
    values[Point::from_gtp(name, game.size()).unwrap()]
}

/// A game between two players.
pub fn play(black: &str, white: &str, size: usize, rules: Rules, terms: &Terms) -> Bout {
    let (mut black, mut white) = (make(black), make(white));
    bout(Game::new(size, rules, 0.5), [black.as_mut(), white.as_mut()], terms, &Stop::new(), &mut |_| {})
}

/// The number of games that the first player wins, under Chinese rules with alternating colours.
pub fn wins(player: &str, opponent: &str, size: usize, games: u64) -> usize {
    let win = |number: &u64| {
        let seat = Color::BOTH[*number as usize % 2];
        let (black, white) = if seat == Color::Black { (player, opponent) } else { (opponent, player) };
        let terms = Terms { seed: *number, move_limit: 6 * size * size, ..Terms::default() };
        let game = play(black, white, size, Rules::CHINESE, &terms).game;
        let lead = game.score(&goban::score::dead_stones(game.board()));
        if seat == Color::Black { lead > 0.0 } else { lead < 0.0 }
    };
    (0..games).filter(win).count()
}

/// Asks a player for a move and gives the signal to answer: before it begins, or at its first report.
pub fn interrupted(spec: &str, game: &Game, before: bool) {
    let stop = Stop::new();
    if before {
        stop.stop();
    }
    let mut report = |_: &Analysis| stop.stop();
    let choice = make(spec).analyse(game, Budget::default(), &stop, Duration::ZERO, &mut report).unwrap();
    assert!(game.check(game.to_play(), choice.mv).is_ok(), "{spec} answers with a move that is not legal");
}
