//! Who plays whom: Ying's ten players all against all, and the players of her questions.

use super::duel::{Duel, Measure, late_from};
use crate::{Condition, Scale};

/// A board, and what is played on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// The size of the board.
    pub(super) size: usize,
    /// The games of a pair.
    pub(super) games: u64,
    /// The games of a pair with Heavy Monte-Carlo.
    pub(super) heavy_games: u64,
    /// Simulated games of Naive Monte-Carlo for each legal move.
    pub(super) naive: u64,
    /// Simulated games of Heavy Monte-Carlo for each legal move.
    pub(super) heavy: u64,
    /// Simulations of UCT for each move.
    pub(super) uct: u64,
    /// What one game of a player takes on one core, in seconds.
    pub(super) seconds: fn(&str) -> f64,
}

/// The small board.
pub(super) const TEN: Setup = Setup {
    size: 10,
    games: 200,
    heavy_games: 200,
    naive: 10,
    heavy: 10,
    uct: 1_000,
    seconds: |player| match player {
        "naive" => 0.2,
        "heavy" => 5.5,
        "distance" => 0.33,
        "uct" => 0.41,
        _ => 0.002,
    },
};

/// The large board, on which Heavy Monte-Carlo simulates one game for each move.
pub(super) const NINETEEN: Setup = Setup {
    size: 19,
    games: 20,
    heavy_games: 4,
    naive: 10,
    heavy: 1,
    uct: 3_610,
    seconds: |player| match player {
        "naive" => 19.0,
        "heavy" => 90.0,
        "distance" => 5.0,
        "uct" => 47.0,
        "greedy-score" => 0.1,
        _ => 0.01,
    },
};

/// Her ten players, in her order: our name and hers.
pub(super) const PLAYERS: [(&str, &str); 10] = [
    ("random", "Random"),
    ("crawler", "Crawler"),
    ("naive", "Naive Monte-Carlo"),
    ("greedy", "Greedy"),
    ("greedy-random", "Greedy Randomized"),
    ("greedy-score", "Greedy Score"),
    ("heavy", "Heavy Monte-Carlo"),
    ("novice", "Novice"),
    ("distance", "Distance"),
    ("uct", "UCT"),
];

/// Those that do not simulate games.
pub(super) const WITHOUT_SIMULATIONS: [&str; 7] =
    ["random", "crawler", "greedy", "greedy-random", "greedy-score", "novice", "distance"];

/// The simulated games of Naive Monte-Carlo for each move with which she thinks it might do better.
pub(super) const MORE: u64 = 50;
/// The simulated games of Naive Monte-Carlo that take a little less time than those of Heavy Monte-Carlo.
pub(super) const EQUAL_TIME: u64 = 200;
/// The simulations with which UCT takes less than a quarter of Naive Monte-Carlo's time, and some between.
pub(super) const QUICK_UCT: [u64; 3] = [80, 150, 300];
/// The opponents that a player may know.
pub(super) const KNOWN: [&str; 3] = ["crawler", "greedy", "greedy-random"];

impl Setup {
    /// The board and the simulations of a scale.
    fn at(self, scale: Scale) -> Setup {
        scale.pick(self, Setup { size: 5, games: 2, heavy_games: 2, naive: 2, heavy: 1, uct: 20, ..self })
    }

    /// The specification of one of her players.
    pub(super) fn spec(&self, player: &str) -> String {
        match player {
            "random" => "random:eyes=fill".to_string(),
            "naive" => naive(self.naive),
            "heavy" => format!("heavy-mc:policy=greedy-random,games={}", self.heavy),
            "uct" => uct(self.uct),
            other => other.to_string(),
        }
    }

    /// All against all, everyone against itself included.
    pub(super) fn pairs(self, scale: Scale) -> Vec<Condition> {
        let setup = self.at(scale);
        let pair = |first: &str, second: &str| {
            let games = match (first, second) {
                ("heavy", _) | (_, "heavy") => setup.heavy_games,
                // Cheap games, and a rate that is to be compared with a published one, or is near one half.
                ("crawler", "random") => 5 * setup.games,
                ("random", "random") => 10 * setup.games,
                _ => setup.games,
            };
            let measure = match (first, second) {
                ("naive", "crawler" | "random") => Measure::ShapesAndPhases,
                ("random", "random") => Measure::Result,
                (_, "random") | ("crawler", "crawler") => Measure::Shapes,
                _ => Measure::Result,
            };
            let duel = Duel::new(&setup.spec(first), &setup.spec(second), setup.size, measure);
            let seconds = (self.seconds)(first) + (self.seconds)(second);
            Condition::new(versus(first, second), scale.pick(games, 2), seconds, &duel)
        };
        let rows = PLAYERS.iter().enumerate();
        rows.flat_map(|(row, (first, _))| PLAYERS[..=row].iter().map(move |(second, _)| pair(first, second))).collect()
    }

    /// The games of her questions, on the small board.
    pub(super) fn questions(self, scale: Scale) -> Vec<Condition> {
        let setup = self.at(scale);
        let seconds = |first: f64, second: &str| first + (self.seconds)(second);
        let game = |name: String, first: String, second: &str, each: f64, measure: Measure| {
            let duel = Duel::new(&first, &setup.spec(second), setup.size, measure);
            Condition::new(name, setup.games, seconds(each, second), &duel)
        };
        let of = |first: &str, spec: String, second: &str, each: f64| {
            game(versus(first, second), spec, second, each, Measure::Result)
        };
        let mut all = vec![
            of("filling crawler", "crawler:eyes=fill".to_string(), "random", 0.002),
            of(&more(), naive(scale.pick(MORE, 3)), "greedy", 1.0),
        ];
        all.extend(QUICK_UCT.map(|playouts| {
            let spec = uct(scale.pick(playouts, playouts / 20));
            of(&quick(playouts), spec, "naive", playouts as f64 * 0.0004)
        }));
        let equal = of(&equal_time(), naive(scale.pick(EQUAL_TIME, 4)), "heavy", 4.0);
        all.push(Condition { units: scale.pick(100, 2), ..equal });
        for opponent in ["random", "crawler"] {
            for (name, spec) in [("early naive", setup.early()), ("late naive", setup.late())] {
                all.push(game(versus(name, opponent), spec, opponent, 0.1, Measure::Phases));
            }
        }
        let both = Duel::new(&setup.late(), &setup.early(), setup.size, Measure::Phases);
        all.push(Condition::new(versus("late naive", "early naive"), setup.games, 0.2, &both));
        for opponent in KNOWN {
            all.push(of("plain", simulator("random", None), opponent, 0.05));
            all.push(of("knowing", simulator("random", Some(opponent)), opponent, 0.4));
            all.push(of("copying", simulator(opponent, None), opponent, 0.6));
        }
        all.push(of("plain", simulator("random", None), "random", 0.05));
        all.push(of("mistaken", simulator("random", Some("greedy-random")), "random", 0.4));
        all
    }

    /// Naive Monte-Carlo on early turns, then Random.
    fn early(&self) -> String {
        self.stages("naive", "random")
    }

    /// Random on early turns, then Naive Monte-Carlo.
    fn late(&self) -> String {
        self.stages("random", "naive")
    }

    fn stages(&self, first: &str, then: &str) -> String {
        format!(
            "stages:opening=[{}],opening-moves={},middle=[{}],endgame=[],endgame-legal=0",
            self.spec(first),
            late_from(self.size),
            self.spec(then)
        )
    }

    /// The players whose time is measured, by name, with the games of each.
    pub(super) fn timed(self, scale: Scale) -> Vec<(&'static str, String, u64)> {
        let setup = self.at(scale);
        let games = |player: &str| if (self.seconds)(player) > 2.0 && self.size > 10 { 4 } else { 10 };
        let all = PLAYERS.iter().filter(|(player, _)| *player != "random");
        all.map(|(player, _)| (*player, setup.spec(player), scale.pick(games(player), 1))).collect()
    }
}

/// `crawler v random`: the name of a condition.
pub(super) fn versus(first: &str, second: &str) -> String {
    format!("{first} v {second}")
}

/// The name of Naive Monte-Carlo with more games.
pub(super) fn more() -> String {
    format!("naive {MORE}")
}

/// The name of Naive Monte-Carlo with as much time as Heavy Monte-Carlo.
pub(super) fn equal_time() -> String {
    format!("naive {EQUAL_TIME}")
}

/// The name of UCT with few simulations.
pub(super) fn quick(playouts: u64) -> String {
    format!("uct {playouts}")
}

/// Naive Monte-Carlo.
pub(super) fn naive(games: u64) -> String {
    format!("naive-mc:games={games}")
}

/// UCT.
pub(super) fn uct(playouts: u64) -> String {
    format!("uct:playouts={playouts}")
}

/// Flat Monte Carlo with one game for each legal move, played by `policy`; the opponent's moves by `opponent`.
fn simulator(policy: &str, opponent: Option<&str>) -> String {
    let opponent = opponent.map_or(String::new(), |opponent| format!(",opponent={opponent}"));
    format!("heavy-mc:policy={policy}{opponent},games=1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cross_table_has_every_pair_once() {
        let pairs = TEN.pairs(Scale::Full);
        assert_eq!(pairs.len(), 55);
        let games: u64 = pairs.iter().map(|pair| pair.units).sum();
        assert_eq!(games, 55 * 200 + 800 + 1_800);
        let heavy = NINETEEN.pairs(Scale::Full).into_iter().filter(|pair| pair.name.contains("heavy"));
        assert!(heavy.clone().all(|pair| pair.units == 4));
        assert_eq!(heavy.count(), 10);
    }

    #[test]
    fn no_two_conditions_share_a_name() {
        for scale in [Scale::Full, Scale::Smoke] {
            let all = TEN.pairs(scale).into_iter().chain(TEN.questions(scale));
            let mut names: Vec<String> = all.map(|condition| condition.name).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }
}
