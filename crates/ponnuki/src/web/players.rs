//! The players of the page: the names that it may give them, their abilities, and the presets.

use std::collections::HashMap;
use std::sync::LazyLock;

use ::web::message::Preset;
use ::web::{Guide, ModelStore, PresetName};
use learn::abilities::{Abilities, abilities};
use player::{Maker, Spec};
use roster::partner::{self, LEVELS};
use roster::{Roster, embedded_models};

use crate::all_players;

/// The strongest player on every board.
const STRONGEST: &str = "best";

/// The default player of the page.
pub fn default_player() -> Option<Spec> {
    STRONGEST.parse().ok()
}

/// The opponents that the page offers, from the weakest to the strongest.
pub fn presets() -> Vec<Preset> {
    let levels = LEVELS.map(|level| Preset { title: rank(level).text(), spec: partner::at(level) });
    levels.into_iter().chain([Preset { title: PresetName::Strongest.text(), spec: STRONGEST.into() }]).collect()
}

/// A rank such as `10k` or `1d`.
fn rank(level: &str) -> PresetName {
    let (number, letter) = level.split_at(level.len() - 1);
    let rank = number.parse().unwrap_or_default();
    if letter == "k" { PresetName::Kyu { rank } } else { PresetName::Dan { rank } }
}

/// The abilities of the players of the roster.
static ABILITIES: LazyLock<HashMap<&str, Abilities>> = LazyLock::new(|| {
    let names = Roster.entries().iter().map(|entry| entry.name);
    names.map(|name| (name, abilities(&Roster, name))).collect()
});

/// Finds the abilities in the background, before a page needs them.
pub fn find_abilities() {
    std::thread::spawn(|| LazyLock::force(&ABILITIES).len());
}

/// What the page may know about the players and the models that were learnt on it.
pub struct PlayerGuide {
    store: ModelStore,
}

impl PlayerGuide {
    /// The players of the roster, with the models in a store.
    pub fn new(store: ModelStore) -> PlayerGuide {
        PlayerGuide { store }
    }
}

impl Guide for PlayerGuide {
    /// Labels of engines, embedded models, and models that were learnt on the page. Never a command or another file.
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        let embedded = embedded_models(player, param).into_iter().map(str::to_string);
        match (player, param) {
            ("gtp", "command") => match all_players::engines() {
                Ok(engines) => engines.labels().map(str::to_string).collect(),
                Err(_) => Vec::new(),
            },
            ("preference", "model") | ("td", "net") => embedded.chain(self.store.learnt_by(player)).collect(),
            _ => embedded.collect(),
        }
    }

    fn public(&self, text: String) -> String {
        self.store.without_folder(text)
    }

    fn abilities(&self, player: &str) -> Abilities {
        ABILITIES.get(player).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use ::web::{Limits, Program};

    use super::*;
    use crate::all_players::AllPlayers;

    fn program() -> Program {
        let store = ModelStore::beside(std::path::Path::new("no/such/ledger.db"));
        Program { guide: Box::new(PlayerGuide::new(store)), ..Program::new(AllPlayers) }
    }

    #[test]
    fn presets_are_players_that_a_page_may_name() {
        for preset in presets() {
            assert!(program().admit(&preset.spec, &Limits::default()).is_ok(), "{}", preset.spec);
        }
        assert!(default_player().is_some_and(|spec| AllPlayers.make(&spec).is_ok()));
    }

    #[test]
    fn no_player_of_the_roster_takes_a_file_or_a_command_from_a_page() {
        let program = program();
        for entry in AllPlayers.entries() {
            for param in entry.params.iter().filter(|param| param.kind == player::Kind::Text) {
                let key = if param.keyless { String::new() } else { format!("{}=", param.name) };
                let spec = format!("{}:{key}[/etc/passwd]", entry.name);
                assert!(program.admit(&spec, &Limits::default()).is_err(), "{spec}");
                let inside = format!("mix:a=[{spec}]");
                assert!(program.admit(&inside, &Limits::default()).is_err(), "{inside}");
            }
        }
        assert!(program.admit("gtp:gnugo --mode gtp", &Limits::default()).is_err());
        assert!(program.admit("gtp", &Limits::default()).is_err(), "without a label");
        assert!(program.admit("mcts:model=large", &Limits::default()).is_ok());
        assert!(program.admit("rave:opening=bias,clusters=paper-64", &Limits::default()).is_ok());
    }

    #[test]
    fn the_page_shows_the_abilities_of_players() {
        let abilities = |name: &str| program().guide.abilities(name);
        assert!(abilities("mcts").analyses && abilities("preference").ranks && !abilities("random").analyses);
    }
}
