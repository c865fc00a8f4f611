//! `iku`: the program of Stoutamire's "Machine Learning, Game Play, and Go" (1991), a table of pattern preference.
//!
//! It is the player `preference` with the embedded table: the best classification of the thesis, learnt from games like
//! those of the thesis. Unlike the table of an untrained `preference`, it starts with what it has learnt; a study or a
//! review with `--learn` teaches it further, as chapter 6 of the thesis does.
//!
//! In the thesis it ranks the moves of records and plays no games. There a pass has the value of a pattern that was
//! never seen. Most patterns are worth less, and by that rule it would pass in the middle game.

use models::expert::Expert;
use models::preference::Preference;
use player::{Entry, parameters};

use crate::preference::{PassRule, by_expert};
use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "iku",
    summary: "the program of Stoutamire's thesis: plays the pattern that experts prefer, without reading",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { pass, seed } = Params::read(settings);
        Ok(by_expert(Expert::Table(Box::new(Preference::embedded().clone())), pass, seed))
    },
};

parameters! {
    /// When it passes, and how it breaks ties.
    pub struct Params {
        /// when it passes: when everything is settled, or when no move has a greater value than a pass
        pub pass: PassRule = "settled";
        ..seed: SeedParams;
    }
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Point, PointMap, Rules};
    use player::{Budget, Maker, Player, Stop};

    use crate::Roster;

    #[test]
    fn it_learns_from_games_and_a_new_one_starts_afresh() {
        let make = || Roster.make(&"iku".parse().unwrap()).unwrap();
        let value = |player: &mut dyn Player, game: &Game, point: Point| {
            let mut values = PointMap::new(0.0);
            assert!(player.rank(game, &mut values));
            values[point]
        };
        let game = Game::new(19, Rules::CHINESE, 7.5);
        let shown = Point::from_gtp("A1", 19).unwrap();
        let (mut taught, mut fresh) = (make(), make());
        let before = value(fresh.as_mut(), &game, shown);
        assert!(before < 0.0, "a pass is preferred to the corner");
        (0..9).for_each(|_| assert!(taught.learn(&game, Move::Play(shown))));
        assert!(value(taught.as_mut(), &game, shown) > before);
        assert_eq!(value(fresh.as_mut(), &game, shown), before);
    }
    /// Where no move has a greater value than a pass, and the board is not settled, the rule makes the difference.
    #[test]
    fn it_passes_by_the_rule_that_is_named() {
        let moves = |spec: &str| {
            let mut player = Roster.make(&spec.parse().unwrap()).unwrap();
            let mut game = Game::new(9, Rules::CHINESE, 7.5);
            while !game.is_over() && game.move_number() < 300 {
                let mv = player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv;
                game.play(mv).unwrap();
            }
            (
                game.move_number(),
                game.board().points().filter(|&point| game.board().cell(point).color().is_none()).count(),
            )
        };
        let (by_value, settled) = (moves("iku:pass=value,seed=1"), moves("iku:seed=1"));
        assert!(by_value.0 < settled.0 && by_value.1 > settled.1, "{by_value:?} {settled:?}");
    }
}
