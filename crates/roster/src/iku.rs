//! `iku`: the program of Stoutamire's "Machine Learning, Game Play, and Go" (1991), a table of pattern preference.
//!
//! It is the player `preference` with the embedded table: the best classification of the thesis, learnt from games like
//! those of the thesis. Unlike the table of an untrained `preference`, it starts with what it has learnt; a study or a
//! review with `--learn` teaches it further, as chapter 6 of the thesis does.

use models::expert::Expert;
use models::preference::Preference;
use player::{Entry, parameters};

use crate::preference::by_expert;
use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "iku",
    summary: "the program of Stoutamire's thesis: plays the pattern that experts prefer, without reading",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { seed } = Params::read(settings);
        Ok(by_expert(Expert::Table(Box::new(Preference::embedded().clone())), seed))
    },
};

parameters! {
    /// How it breaks ties.
    pub struct Params {
        ..seed: SeedParams;
    }
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Point, PointMap, Rules};
    use player::Maker;

    use crate::Roster;

    #[test]
    fn it_learns_from_games_and_a_new_one_starts_afresh() {
        let make = || Roster.make(&"iku".parse().unwrap()).unwrap();
        let value = |player: &mut dyn player::Player, game: &Game, point: Point| {
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
}
