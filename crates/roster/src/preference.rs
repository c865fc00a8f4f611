//! `preference`: plays what experts like, by what it looks like.
//!
//! By default that is the softmax model that comes with the program (`models::intuition`). With a `window` it is a
//! table of pattern preference as in Stoutamire's "Machine Learning, Game Play, and Go" (1991) that knows nothing yet
//! and can be taught; with a `model`, whatever a file holds.

use std::sync::Arc;

use goban::{Board, Game, Move, Point, PointMap, life};
use models::file;
use models::intuition::{Features, Intuition};
use models::preference::{Network, Preference, Territory, View};
use player::{Budget, Choice, Entry, Failure, Param, Player, Settings, SpecError, Stop};

use crate::load::load;
use crate::pattern_params::{TableParams, ViewParams};
use crate::simple::{Judge, SEED, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "preference",
    summary: "plays what experts like, by shapes that were learnt from their games",
    params: &player::concat::<{ FIRST.len() + ViewParams::PARAMS.len() + TableParams::PARAMS.len() + 1 }>(&[
        FIRST,
        ViewParams::PARAMS,
        TableParams::PARAMS,
        &[SEED],
    ]),
    build: |settings, _| {
        let mind = mind(settings)?;
        Ok(Box::new(Chooser { inner: Simple::new(mind, settings.int("seed")), looked_at: None, points: Vec::new() }))
    },
};

/// What is declared before the shared parameters.
const FIRST: &[Param] = &[
    Param::text("model", "", "the file of a model; without one, the model that comes with the program"),
    Param::choice(
        "window",
        &["none", "square", "diamond", "graph"],
        "none",
        "what an untaught table looks at around a move; none for a model",
    ),
];

fn mind(settings: &Settings) -> Result<Mind, SpecError> {
    let unavailable = |reason: String| SpecError::Unavailable { player: "preference".to_string(), reason };
    let (model, window) = (settings.text("model"), settings.text("window"));
    if window != "none" {
        if !model.is_empty() {
            return Err(unavailable("give a model or a window, but not both".to_string()));
        }
        let mut values = settings.values();
        let _ = values.nth(FIRST.len() - 1);
        let (seen, kept) = (ViewParams::take(&mut values), TableParams::take(&mut values));
        let window = window.parse().map_err(|error: models::preference::ViewError| unavailable(error.to_string()))?;
        let view = View { corner: kept.corner(), ..seen.view(window) };
        let mut table = Preference::new(view, kept.table()).map_err(|error| unavailable(error.to_string()))?;
        table.set_manner(kept.manner());
        return Ok(Mind::Table(Box::new(table)));
    }
    if model.is_empty() {
        return Ok(Mind::intuition(Intuition::embedded().clone()));
    }
    load(ENTRY.name, model, Mind::read)
}

/// What it knows.
enum Mind {
    Intuition { model: Arc<Intuition>, features: Box<Features>, worths: Vec<f32> },
    Table(Box<Preference>),
    Territory(Box<Territory>),
    Network(Box<Network>),
}

impl Mind {
    /// Whatever a file holds.
    fn read(bytes: &[u8]) -> Result<Mind, file::ModelError> {
        match file::kind(bytes)? {
            "territory" => Territory::read(bytes).map(|territory| Mind::Territory(Box::new(territory))),
            "network" => Network::read(bytes).map(|network| Mind::Network(Box::new(network))),
            "intuition" => Intuition::read(bytes).map(|model| Mind::intuition(Arc::new(model))),
            _ => Preference::read(bytes).map(|table| Mind::Table(Box::new(table))),
        }
    }

    fn intuition(model: Arc<Intuition>) -> Mind {
        Mind::Intuition { model, features: Box::default(), worths: Vec::new() }
    }

    /// What each of these points is worth. Of a model of likelihood, its logarithm; of others, more or less than a
    /// pass.
    fn rank(&mut self, board: &Board, points: &[Point], worth: &mut PointMap<f32>) {
        match self {
            Mind::Table(table) => table.rank(board, points, worth),
            Mind::Territory(territory) => territory.rank(board, points, worth),
            Mind::Network(network) => network.rank(board, points, worth),
            Mind::Intuition { model, features, worths } => {
                model.rank(features, board, points, worths);
                points.iter().zip(worths).for_each(|(&point, &mut value)| worth[point] = value);
            }
        }
    }
}

impl Mind {
    /// The points that it likes best, in words, with how likely experts are to play there or what they are worth to it.
    fn favourites(&mut self, game: &Game, points: &mut [Point]) -> String {
        const TOLD: usize = 3;
        let mut worth = PointMap::new(0.0);
        self.rank(game.board(), points, &mut worth);
        points.sort_by(|&one, &other| worth[other].total_cmp(&worth[one]));
        let most = points.first().map_or(0.0, |&best| worth[best]);
        let whole: f32 = points.iter().map(|&point| (worth[point] - most).exp()).sum();
        let told = points.iter().take(TOLD).map(|&point| {
            let name = point.to_gtp(game.size());
            match self {
                Mind::Intuition { .. } => format!("{name} {:.0}%", 100.0 * (worth[point] - most).exp() / whole),
                _ => format!("{name} {:.2}", worth[point]),
            }
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

impl Judge for Mind {
    fn judge(&mut self, game: &Game, points: &[Point], worth: &mut PointMap<f32>) {
        self.rank(game.board(), points, worth);
        if let Mind::Intuition { .. } = self {
            // The model was never told of passes: what is settled is not worth a move, and everything else is.
            let settled = life::settled(game.board());
            for &point in points {
                worth[point] = if settled[point].is_some() { 0.0 } else { worth[point].exp().max(f32::MIN_POSITIVE) };
            }
        }
    }
}

/// The player: what it chooses goes by good sense, what it ranks does not.
struct Chooser {
    inner: Simple<Mind>,
    /// The position that was ranked last, so that learning from it need not look again: its hash and its number of
    /// moves.
    looked_at: Option<(u64, usize)>,
    points: Vec<Point>,
}

impl Player for Chooser {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.looked_at = None;
        let mut choice = self.inner.choose(game, budget, stop)?;
        self.points.clear();
        self.points.extend(game.legal_points());
        choice.analysis.note("Preferences", self.inner.judge_mut().favourites(game, &mut self.points));
        Ok(choice)
    }

    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        self.points.clear();
        self.points.extend(game.legal_points());
        self.inner.judge_mut().rank(game.board(), &self.points, worth);
        self.looked_at = Some((game.hash(), game.move_number()));
        true
    }

    fn learn(&mut self, game: &Game, played: Move) -> bool {
        let known = self.looked_at.take() == Some((game.hash(), game.move_number()));
        let Mind::Table(table) = self.inner.judge_mut() else { return false };
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
        let mut worth = PointMap::new(0.0);
        assert!(player.rank(&game, &mut worth));
        assert!(game.legal_points().all(|point| worth[point] == 0.0), "it knows nothing");
        for _ in 0..3 {
            player.rank(&game, &mut worth);
            assert!(player.learn(&game, Move::Play(shown)));
        }
        player.rank(&game, &mut worth);
        assert!(game.legal_points().all(|point| worth[point] <= worth[shown]) && worth[shown] > 0.0);
        // Learning without ranking before comes to the same.
        let mut other = make("preference:window=diamond,radius=2,expand=5,liberties=1,table=map").ok().unwrap();
        (0..3).for_each(|_| assert!(other.learn(&game, Move::Play(shown))));
        let mut same = PointMap::new(0.0);
        other.rank(&game, &mut same);
        assert!(game.legal_points().all(|point| worth[point] == same[point]));
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
        assert!(error("preference:model=gone.model,window=square").contains("a model or a window, but not both"));
        assert!(error("preference:model=Cargo.toml").contains("Cargo.toml cannot be used: this is no model file"));
    }
}
