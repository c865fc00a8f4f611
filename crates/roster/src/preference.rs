//! `preference`: plays the likeliest move of experts, by the patterns around it.
//!
//! By default that is the softmax model that comes with the program (`models::intuition`). With a `window` it is a
//! table of pattern preference as in Stoutamire's "Machine Learning, Game Play, and Go" (1991) that is
//! untrained and can be taught; with a `model`, the model in a file.

use goban::{Game, Move, Point, PointMap, life};
use models::expert::Expert;
use models::preference::{Preference, View, Window};
use player::{Budget, Choice, Entry, Failure, Player, SpecError, Stop, choices, parameters};

use crate::load::load;
use crate::pattern_params::{TableParams, ViewParams};
use crate::seed::SeedParams;
use crate::simple::{MoveEvaluator, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "preference",
    summary: "plays the likeliest move of experts, by patterns learnt from their games",
    params: Params::PARAMS,
    build: |settings, _| {
        let params = Params::read(settings);
        let expert = expert(&params)?;
        // The softmax has no passes; to a table, moves are better or worse than a pass.
        let pass = if let Expert::Intuition(..) = expert { PassRule::Settled } else { PassRule::Value };
        Ok(by_expert(expert, pass, params.seed))
    },
};

parameters! {
    /// Its model, or the table that it starts with.
    pub struct Params {
        /// the file of a model; without one, the built-in model
        pub model: String = "", role Model, when window "none";
        /// the window of an untrained table; none for a model
        pub window: WindowChoice = "none";
        ..view: ViewParams;
        ..table: TableParams;
        ..seed: SeedParams;
    }
}

choices! {
    /// The window of an untrained table.
    pub enum WindowChoice {
        /// No table, but a model.
        None = "none",
        /// A square.
        Square = "square",
        /// A diamond.
        Diamond = "diamond",
        /// The graph of chains.
        Graph = "graph",
    }
}

fn expert(params: &Params) -> Result<Expert, SpecError> {
    let window = match params.window {
        WindowChoice::Square => Window::Square,
        WindowChoice::Diamond => Window::Diamond,
        WindowChoice::Graph => Window::Graph,
        WindowChoice::None if params.model.is_empty() => return Ok(Expert::default()),
        WindowChoice::None => return load(ENTRY.name, &params.model, Expert::read),
    };
    let view = View { corner: params.table.corner, ..params.view.view(window) };
    let mut table = Preference::new(view, params.table.table())
        .map_err(|error| SpecError::Unavailable { player: ENTRY.name.to_string(), reason: error.to_string() })?;
    table.set_manner(params.table.manner());
    Ok(Expert::Table(Box::new(table)))
}

choices! {
    /// When it passes.
    pub enum PassRule {
        /// When everything is settled.
        Settled = "settled",
        /// When no move is preferred to a pass.
        Value = "value",
    }
}

/// The player of a model.
pub(crate) fn by_expert(expert: Expert, pass: PassRule, seed: SeedParams) -> Box<dyn Player> {
    let inner = Simple::new(Evaluator { expert, pass }, seed);
    Box::new(Chooser { inner, ranked: None, points: Vec::new() })
}

/// The values of moves by a model.
struct Evaluator {
    expert: Expert,
    pass: PassRule,
}

/// The best points of a model as text, with the likelihood that experts play there, or their value.
fn favourites(expert: &mut Expert, game: &Game, points: &mut [Point]) -> String {
    const REPORTED: usize = 3;
    let mut values = PointMap::new(0.0);
    expert.rank(game.board(), points, &mut values);
    points.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
    let most = points.first().map_or(0.0, |&best| values[best]);
    let whole: f32 = points.iter().map(|&point| (values[point] - most).exp()).sum();
    let reported = points.iter().take(REPORTED).map(|&point| {
        let name = point.to_gtp(game.size());
        match expert {
            Expert::Intuition(..) => format!("{name} {:.0}%", 100.0 * (values[point] - most).exp() / whole),
            _ => format!("{name} {:.2}", values[point]),
        }
    });
    reported.collect::<Vec<_>>().join(", ")
}

impl MoveEvaluator for Evaluator {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        self.expert.rank(game.board(), points, values);
        if self.pass == PassRule::Settled {
            // Settled points have no value, and all others have one.
            let settled = life::settled(game.board());
            for &point in points {
                values[point] = if settled[point].is_some() { 0.0 } else { values[point].exp().max(f32::MIN_POSITIVE) };
            }
        }
    }
}

/// The player. Its choice follows the rules of [`Simple`]; its ranking is that of the model alone.
struct Chooser {
    inner: Simple<Evaluator>,
    /// The position that was ranked last, which need not be ranked again for learning: its hash and its move number.
    ranked: Option<(u64, usize)>,
    points: Vec<Point>,
}

impl Player for Chooser {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.ranked = None;
        let mut choice = self.inner.choose(game, budget, stop)?;
        self.points.clear();
        self.points.extend(game.legal_points());
        let favourites = favourites(&mut self.inner.evaluator_mut().expert, game, &mut self.points);
        choice.analysis.note("Preferences", favourites);
        Ok(choice)
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.points.clear();
        self.points.extend(game.legal_points());
        self.inner.evaluator_mut().expert.rank(game.board(), &self.points, values);
        self.ranked = Some((game.hash(), game.move_number()));
        true
    }

    fn learn(&mut self, game: &Game, played: Move) -> bool {
        let known = self.ranked.take() == Some((game.hash(), game.move_number()));
        let Expert::Table(table) = &mut self.inner.evaluator_mut().expert else { return false };
        let Some(point) = played.point() else {
            self.points.clear();
            self.points.extend(game.legal_points());
            table.learn_pass(game.board(), &self.points);
            return true;
        };
        if known {
            table.learn_again(&self.points, point);
        } else {
            self.points.clear();
            self.points.extend(game.legal_points());
            table.learn(game.board(), &self.points, point);
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.inner.reset(seed);
    }

    fn clean_up(&mut self, on: bool) {
        self.inner.clean_up(on);
    }
}

#[cfg(test)]
mod tests {
    use goban::Rules;
    use player::Maker;

    use super::*;
    use crate::Roster;

    fn make(text: &str) -> Result<Box<dyn Player>, String> {
        Roster.make(&text.parse().unwrap()).map_err(|error| error.to_string())
    }

    /// The third-line move that is shown again and again becomes the favourite of an untaught table.
    #[test]
    fn a_table_learns_what_it_is_shown() {
        let mut player = make("preference:window=diamond,radius=2,expand=5,liberties=1,table=map").ok().unwrap();
        let game = Game::new(9, Rules::CHINESE, 7.5);
        let shown = Point::from_gtp("C4", 9).unwrap();
        let mut values = PointMap::new(0.0);
        assert!(player.rank(&game, &mut values));
        assert!(game.legal_points().all(|point| values[point] == 0.0), "nothing is learnt yet");
        for _ in 0..3 {
            player.rank(&game, &mut values);
            assert!(player.learn(&game, Move::Play(shown)));
        }
        player.rank(&game, &mut values);
        assert!(game.legal_points().all(|point| values[point] <= values[shown]) && values[shown] > 0.0);
        // Learning without ranking before comes to the same.
        let mut other = make("preference:window=diamond,radius=2,expand=5,liberties=1,table=map").ok().unwrap();
        (0..3).for_each(|_| assert!(other.learn(&game, Move::Play(shown))));
        let mut same = PointMap::new(0.0);
        other.rank(&game, &mut same);
        assert!(game.legal_points().all(|point| values[point] == same[point]));
    }

    #[test]
    fn a_model_does_not_learn_while_it_plays() {
        let mut player = make("preference").ok().unwrap();
        let game = Game::new(9, Rules::CHINESE, 7.5);
        assert!(!player.learn(&game, Move::Play(Point::from_gtp("C4", 9).unwrap())));
    }

    #[test]
    fn what_cannot_be_had_is_said_in_a_sentence() {
        let error = |text: &str| make(text).err().unwrap();
        assert!(error("preference:model=gone.model").contains("gone.model cannot be read"));
        let both = error("preference:model=gone.model,window=square");
        assert_eq!(both, "preference's model has no effect unless window=none");
        assert!(error("preference:model=Cargo.toml").contains("Cargo.toml cannot be used: this is not a model file"));
    }
}
