//! From the string to the player: the list of players, and their maker.

use goban::Game;
use serde::Serialize;

use crate::settings::unknown;
use crate::{Budget, Param, Player, Settings, Spec, SpecError, instead};

/// One player of a list: its name, its parameters, and how it is made.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Entry {
    /// The name in a specification.
    pub name: &'static str,
    /// One sentence, without a full stop.
    pub summary: &'static str,
    /// The parameters.
    #[serde(rename = "parameters")]
    pub params: &'static [Param],
    /// Makes the player from its settings; the maker is for the players inside it.
    #[serde(skip)]
    pub build: fn(&Settings, &dyn Maker) -> Made,
}

/// A player, or why it cannot be made.
pub type Made = Result<Box<dyn Player>, SpecError>;

/// A factory of players, by specification. `arena`, `gtp` and `web` know players only through one.
pub trait Maker: Send + Sync {
    /// The players.
    fn entries(&self) -> &[Entry];

    /// Makes a player. A list of entries needs no more than [`make`]`(self, spec)`.
    ///
    /// # Errors
    /// If the specification names no player, or does not fit its parameters, or the player is not available.
    fn make(&self, spec: &Spec) -> Made;

    /// Makes a player for a game with this budget for each move.
    ///
    /// # Errors
    /// As [`make`](Maker::make), and if the player [refuses](Player::refuses) the game or
    /// [the budget](Player::refuses_budget).
    fn make_for(&self, spec: &Spec, game: &Game, budget: Budget) -> Made {
        let player = self.make(spec)?;
        match player.refuses(game).or_else(|| player.refuses_budget(budget)) {
            Some(reason) => Err(SpecError::Refused(reason)),
            None => Ok(player),
        }
    }

    /// The entry of that name.
    ///
    /// # Errors
    /// If there is none; the error names the nearest, or all.
    fn entry(&self, name: &str) -> Result<&Entry, SpecError> {
        let entries = self.entries();
        entries.iter().find(|entry| entry.name == name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_string(),
            instead: instead(name, entries.iter().map(|entry| entry.name)),
        })
    }

    /// What to write for a parameter that a player had under this key in earlier versions.
    fn renamed(&self, player: &str, key: &str) -> Option<&str> {
        let _ = (player, key);
        None
    }

    /// The declaration of a parameter.
    ///
    /// # Errors
    /// If there is no such player, or it has no such parameter; the error names the nearest.
    fn param(&self, player: &str, key: &str) -> Result<&'static Param, SpecError> {
        let Entry { name, params, .. } = *self.entry(player)?;
        if let Some(param) = params.iter().find(|param| param.name == key) {
            return Ok(param);
        }
        Err(match self.renamed(name, key) {
            Some(now) => SpecError::Renamed { player: name.into(), key: key.into(), now: now.into() },
            None => unknown(name, params, key),
        })
    }

    /// Checks a specification, players inside it included, and gives every parameter its value. Players inside come
    /// out in their shortest form.
    ///
    /// # Errors
    /// As [`make`](Maker::make), but for what only building the player would show.
    fn settings(&self, spec: &Spec) -> Result<Settings, SpecError> {
        let entry = self.entry(spec.name())?;
        for (key, _) in spec.settings().filter(|(key, _)| !key.is_empty()) {
            self.param(entry.name, key)?;
        }
        let mut settings = Settings::resolve(spec, entry.params)?;
        settings.replace_players(|inner| self.canonical(inner))?;
        Ok(settings)
    }

    /// The shortest specification of the same player: only what differs from the defaults, in the order of declaration.
    /// Two specifications are of the same player just when these are equal.
    ///
    /// # Errors
    /// As [`settings`](Maker::settings).
    fn canonical(&self, spec: &Spec) -> Result<Spec, SpecError> {
        self.settings(spec)?.spec()
    }
}

/// Makes a player from the entries of a maker.
///
/// # Errors
/// As [`Maker::make`].
pub fn make(maker: &dyn Maker, spec: &Spec) -> Made {
    let settings = maker.settings(spec)?;
    (maker.entry(spec.name())?.build)(&settings, maker)
}

#[cfg(test)]
mod tests {
    use goban::Move;
    use proptest::prelude::*;

    use super::*;
    use crate::{Choice, Failure, Stop};

    /// Passes, or has another player move.
    struct Deputy(Option<Box<dyn Player>>);

    impl Player for Deputy {
        fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
            match &mut self.0 {
                Some(player) => player.choose(game, budget, stop),
                None => Ok(Choice::new(Move::Pass)),
            }
        }
    }

    struct Troupe;

    const TROUPE: &[Entry] = &[
        Entry { name: "passer", summary: "passes", params: &[], build: |_, _| Ok(Box::new(Deputy(None))) },
        Entry {
            name: "deputy",
            summary: "has another player move",
            params: DeputyParams::PARAMS,
            build: |settings, maker| {
                let player = DeputyParams::read(settings).who.map(|spec| maker.make(&spec)).transpose()?;
                Ok(Box::new(Deputy(player)))
            },
        },
    ];

    crate::parameters! {
        /// Who moves for the deputy.
        #[allow(dead_code, reason = "the tests set it")]
        struct DeputyParams {
            /// the other player
            who: Spec = "passer";
            /// how well it is paid
            weight: u32 = 1, in 0..=9;
        }
    }

    impl Maker for Troupe {
        fn entries(&self) -> &[Entry] {
            TROUPE
        }

        fn make(&self, spec: &Spec) -> Made {
            make(self, spec)
        }
    }

    fn complaint(text: &str) -> String {
        Troupe.make(&text.parse().unwrap()).err().unwrap().to_string()
    }

    #[test]
    fn a_player_is_made_with_the_players_inside_it() {
        let spec = "deputy:who=[deputy:who=[deputy]]".parse().unwrap();
        let mut player = Troupe.make(&spec).unwrap();
        let game = Game::new(9, goban::Rules::CHINESE, 7.5);
        assert_eq!(player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv, Move::Pass);
    }

    #[test]
    fn the_shortest_form_is_shortest_inside_too() {
        let spec = "deputy:who=[deputy:weight=3,who=[passer]],weight=1".parse().unwrap();
        assert_eq!(Troupe.canonical(&spec).unwrap().to_string(), "deputy:who=[deputy:weight=3]");
    }

    #[test]
    fn an_unknown_player_names_the_nearest_known_one() {
        assert_eq!(complaint("paser"), "there is no player called paser: did you mean passer?");
        assert_eq!(complaint("foo"), "there is no player called foo: expected one of passer, deputy");
        assert_eq!(
            complaint("deputy:who=[deptuy:weight=3]"),
            "in deputy's who: there is no player called deptuy: did you mean deputy?"
        );
        assert_eq!(
            complaint("deputy:who=[deputy:weihgt=3]"),
            "in deputy's who: deputy has no parameter weihgt: did you mean weight?"
        );
    }

    #[test]
    fn a_parameter_is_found_by_its_name() {
        assert_eq!(Troupe.param("deputy", "weight").map(|param| param.default), Ok("1"));
        let complaint = |player: &str, key: &str| Troupe.param(player, key).unwrap_err().to_string();
        assert_eq!(complaint("deputy", "weigth"), "deputy has no parameter weigth: did you mean weight?");
        assert_eq!(complaint("passer", "weight"), "passer has no parameters, so weight cannot be set");
    }

    fn spec() -> impl Strategy<Value = Spec> {
        let leaf = prop_oneof![Just("passer"), Just("deputy")].prop_map(|name| Spec::new(name).unwrap());
        leaf.prop_recursive(5, 20, 1, |inner| {
            (inner, prop::option::of(0..10u8)).prop_map(|(inner, weight)| {
                let mut spec = Spec::new("deputy").unwrap();
                weight.into_iter().for_each(|weight| spec.set("weight", &weight.to_string()).unwrap());
                spec.set("who", &inner.to_string()).unwrap();
                spec
            })
        })
    }

    proptest! {
        #[test]
        fn the_shortest_form_is_read_back_and_stays_as_it_is(spec in spec()) {
            let shortest = Troupe.canonical(&spec).unwrap();
            prop_assert_eq!(shortest.to_string().parse::<Spec>(), Ok(shortest.clone()));
            prop_assert_eq!(Troupe.settings(&shortest).unwrap(), Troupe.settings(&spec).unwrap());
            prop_assert_eq!(Troupe.canonical(&shortest).unwrap(), shortest);
        }
    }
}
