//! How `orego` is set up.

mod common;

use common::make;
use goban::{Game, Move, Rules};
use player::{Maker, Player, Stop, Terms, bout};
use roster::{Roster, orego};

/// The first moves of a game of a player against a copy of it, on 9x9.
fn game_of(players: [&mut dyn Player; 2]) -> Vec<Move> {
    let terms = Terms { move_limit: 12, seed: 5, ..Terms::default() };
    let bout = bout(Game::new(9, Rules::CHINESE, 7.5), players, &terms, &Stop::new(), &mut |_| {});
    bout.game.moves().iter().map(|&(_, mv)| mv).collect()
}

fn self_play(spec: &str) -> Vec<Move> {
    game_of([&mut *make(spec), &mut *make(spec)])
}

#[test]
fn rave_with_its_settings_plays_the_same_moves() {
    let rave = "rave:playouts=200,policy=mogo,expand=1,priors=false,prior-even=2,mercy=1,self-atari=1000";
    assert_eq!(self_play("orego:playouts=200,reply=off"), self_play(rave));
}

#[test]
fn counting_replies_changes_no_move() {
    let spec = "orego:playouts=200,reply=lgrf2";
    let counting = || {
        let settings = Roster.settings(&spec.parse().unwrap()).unwrap();
        orego::counting(orego::Params::read(&settings), 9).unwrap()
    };
    let ((mut black, by_black), (mut white, by_white)) = (counting(), counting());
    assert_eq!(game_of([&mut *black, &mut *white]), self_play(spec));
    for counts in [by_black.counts(), by_white.counts()] {
        assert!((1..=6 * 200).contains(&counts.playouts), "six moves of each side: {}", counts.playouts);
        assert!(counts.tables[0].lookups() > 0 && counts.tables[1].lookups() > counts.tables[0].lookups());
        assert_eq!(counts.tables[2].lookups(), 0);
    }
}
