//! What the page is told of the players: which names it may give them, what they can do, and whom to choose first.

use std::collections::HashMap;
use std::sync::LazyLock;

use ::web::message::Preset;
use ::web::{Guide, PresetName, Talents};
use goban::{Game, Rules};
use learn::metric::ranking_players;
use models::td::EMBEDDED;
use player::{Budget, Maker, Spec, Stop};
use roster::Roster;
use roster::partner::{self, LEVELS};

use super::lessons::School;
use crate::everyone;

/// The player that knows most about any position.
const USUAL: &str = "best";

/// Who is asked where the page names nobody.
pub fn usual() -> Option<Spec> {
    USUAL.parse().ok()
}

/// The opponents that the page offers, from the weakest to the strongest.
pub fn presets() -> Vec<Preset> {
    let levels = LEVELS.map(|level| Preset { title: rank(level).text(), spec: partner::at(level) });
    levels.into_iter().chain([Preset { title: PresetName::Strongest.text(), spec: USUAL.into() }]).collect()
}

/// A rank such as `10k` or `1d`.
fn rank(level: &str) -> PresetName {
    let (number, letter) = level.split_at(level.len() - 1);
    let rank = number.parse().unwrap_or_default();
    if letter == "k" { PresetName::Kyu { rank } } else { PresetName::Dan { rank } }
}

/// What the players can do, found out by asking them once.
static TALENTS: LazyLock<HashMap<&str, Talents>> = LazyLock::new(|| {
    let ranking = ranking_players(&Roster);
    let names = Roster.entries().iter().map(|entry| entry.name);
    names.map(|name| (name, Talents { ranks: ranking.contains(&name), thinks: thinks(name) })).collect()
});

/// Asks them now, on a thread of its own, so that no page has to wait for it.
pub fn ask_early() {
    std::thread::spawn(|| LazyLock::force(&TALENTS).len());
}

/// Whether a player tells what it thinks of a position.
fn thinks(name: &str) -> bool {
    let games = [5, 9].map(|size| Game::new(size, Rules::CHINESE, 0.5));
    let budget = Budget::playouts(20);
    let choice = Spec::new(name).and_then(|spec| Roster.make(&spec)).map(|mut player| {
        player.reset(1);
        let fitting = games.iter().find(|game| player.refuses(game).is_none()).unwrap_or(&games[0]);
        player.choose(fitting, budget, &Stop::new())
    });
    matches!(choice, Ok(Ok(choice)) if choice.analysis.win_rate.is_some() || choice.analysis.candidates.len() > 1)
}

/// What is known of the players beside their declarations.
pub struct Talented {
    school: School,
}

impl Talented {
    /// Of the players of the roster, and of those who have learnt on the page.
    pub fn new(school: School) -> Talented {
        Talented { school }
    }
}

impl Guide for Talented {
    /// Labels of engines, and models that come with the program or were learnt on the page; never a command, never
    /// another file.
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        match (player, param) {
            ("gtp", "command") => match everyone::engines() {
                Ok(engines) => engines.labels().map(str::to_string).collect(),
                Err(_) => Vec::new(),
            },
            ("rave", "clusters") => ["default", "paper-64", "paper-96"].map(str::to_string).to_vec(),
            ("mcts", "model") => ["auto"].into_iter().chain(models::net::EMBEDDED).map(str::to_string).collect(),
            ("net", "model") => models::net::EMBEDDED.map(str::to_string).to_vec(),
            ("preference", "model") => self.school.learnt_by(player),
            ("td", "net") => EMBEDDED.map(str::to_string).into_iter().chain(self.school.learnt_by(player)).collect(),
            _ => Vec::new(),
        }
    }

    fn public(&self, text: String) -> String {
        self.school.without_folder(text)
    }

    fn talents(&self, player: &str) -> Talents {
        TALENTS.get(player).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use ::web::{Limits, Program};

    use super::*;
    use crate::everyone::Everyone;

    fn program() -> Program {
        let school = School::beside(std::path::Path::new("no/such/ledger.db"));
        Program { guide: Box::new(Talented::new(school)), ..Program::new(Everyone) }
    }

    #[test]
    fn presets_are_players_that_a_page_may_name() {
        for preset in presets() {
            assert!(program().admit(&preset.spec, &Limits::default()).is_ok(), "{}", preset.spec);
        }
        assert!(usual().is_some_and(|spec| Everyone.make(&spec).is_ok()));
    }

    #[test]
    fn no_player_of_the_roster_takes_a_file_or_a_command_from_a_page() {
        let program = program();
        for entry in Everyone.entries() {
            for param in entry.params.iter().filter(|param| param.kind == player::Kind::Text) {
                let key = if param.keyless { String::new() } else { format!("{}=", param.name) };
                let spec = format!("{}:{key}[/etc/passwd]", entry.name);
                assert!(program.admit(&spec, &Limits::default()).is_err(), "{spec}");
                let inside = format!("mix:a=[{spec}]");
                assert!(program.admit(&inside, &Limits::default()).is_err(), "{inside}");
            }
        }
        assert!(program.admit("gtp:gnugo --mode gtp", &Limits::default()).is_err());
        assert!(program.admit("gtp", &Limits::default()).is_err(), "nobody knows which");
        assert!(program.admit("mcts:model=large", &Limits::default()).is_ok());
        assert!(program.admit("rave:opening=bias,clusters=paper-64", &Limits::default()).is_ok());
    }

    #[test]
    fn who_thinks_and_who_ranks_is_found_out() {
        let talents = |name: &str| program().guide.talents(name);
        assert!(talents("mcts").thinks && talents("preference").ranks && !talents("random").thinks);
    }
}
