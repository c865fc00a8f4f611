//! What holds for every player of the roster, present and future.

mod common;

use goban::{Game, Rules};
use player::{Bout, Budget, Conclusion, Maker, Spec, Stop, Terms, bout};
use roster::Roster;

fn specs() -> impl Iterator<Item = Spec> {
    Roster.entries().iter().map(|entry| Spec::new(entry.name).unwrap())
}

/// A game of a player against itself, with a budget that lets those who search finish on every board.
fn play_itself(spec: &Spec, size: usize, rules: Rules, terms: Terms) -> Bout {
    let playouts = match size {
        0..9 => 40,
        9 => 8,
        _ => 2,
    };
    let budget = Budget { playouts: Some(playouts), ..Budget::default() };
    let terms = &Terms { budgets: [budget; 2], ..terms };
    let (mut black, mut white) = (Roster.make(spec).unwrap(), Roster.make(spec).unwrap());
    let game = Game::new(size, rules, 0.5);
    bout(game, [black.as_mut(), white.as_mut()], terms, &Stop::new(), &mut |_| {})
}

#[test]
fn every_name_is_there_once() {
    for entry in Roster.entries() {
        assert_eq!(Roster.entries().iter().filter(|other| other.name == entry.name).count(), 1, "{}", entry.name);
    }
}

#[test]
fn every_default_is_of_its_own_kind_and_goes_without_saying() {
    for spec in specs() {
        let mut full = spec.clone();
        for (param, value) in Roster.settings(&spec).unwrap().iter() {
            full.set(param.name, &value.to_string()).unwrap();
        }
        assert_eq!(Roster.canonical(&full).unwrap(), spec);
    }
}

#[test]
fn every_player_plays_legal_games_on_every_board_under_every_rule_set() {
    for spec in specs() {
        for size in [2, 5, 9, 13, 19] {
            // Large boards are played to the middle game, where rule sets differ only in suicide and passing.
            let (rule_sets, move_limit) = if size > 9 {
                (vec![("tromp-taylor", Rules::TROMP_TAYLOR), ("deathmatch", Rules::DEATHMATCH)], 100)
            } else {
                (Rules::ALL.to_vec(), 3 * size * size)
            };
            for (name, rules) in rule_sets {
                if Roster.make(&spec).unwrap().refuses(&Game::new(size, rules, 0.5)).is_some() {
                    continue;
                }
                let terms = Terms { move_limit, ..Terms::default() };
                let conclusion = play_itself(&spec, size, rules, terms).conclusion;
                assert!(
                    !matches!(conclusion, Conclusion::Forfeit { .. }),
                    "{spec} on {size}x{size} ({name}): {conclusion:?}"
                );
            }
        }
    }
}

/// Players that could think for hours and report while they do.
const REPORTERS: [&str; 7] = [
    "naive-mc:games=1000000",
    "heavy-mc:games=1000000",
    "uct:playouts=1000000000",
    "mcts:playouts=1000000000",
    "rave:playouts=1000000000",
    "alphabeta:depth=100,nodes=1000000000",
    "stages:opening=[uct:playouts=1000000000]",
];

/// Players that could think for hours in silence.
const READERS: [&str; 3] = ["distance:depth=4", "distance:depth=4,cells=8,k=200", "td:depth=50"];

/// How soon they answer is for `ponnuki bench` to measure: here, a player that ignores the signal never answers.
#[test]
fn every_player_answers_when_it_is_stopped() {
    let mut middle_game = Game::new(19, Rules::CHINESE, 7.5);
    let mut random = common::make("random");
    for _ in 0..120 {
        let choice = random.choose(&middle_game, Budget::default(), &Stop::new()).unwrap();
        middle_game.play(choice.mv).unwrap();
    }
    for game in [&middle_game, &Game::new(19, Rules::CHINESE, 7.5)] {
        let everybody = specs().map(|spec| spec.to_string()).chain(REPORTERS.map(String::from));
        everybody.chain(READERS.map(String::from)).for_each(|spec| common::interrupted(&spec, game, true));
        REPORTERS.iter().for_each(|spec| common::interrupted(spec, game, false));
    }
}

#[test]
fn every_player_plays_the_same_game_with_the_same_seed() {
    for spec in specs() {
        let [once, again] =
            [(); 2].map(|()| play_itself(&spec, 9, Rules::CHINESE, Terms { seed: 42, ..Terms::default() }).game);
        assert_eq!(once.moves(), again.moves(), "{spec}");
    }
}
