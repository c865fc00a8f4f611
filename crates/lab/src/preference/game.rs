//! The trial of chapter 6: the master game, move by move, with learning.
//!
//! The moves of the game stand with their printed errors in the thesis, so the record is not needed.

use std::time::Instant;

use goban::{Game, Move, Point, PointMap};
use learn::iku::{Printed, master_game};
use learn::metric::{Placing, RULES, RankedMoves, rank_values};
use learn::preference::teach;
use learn::review::Ranked;
use models::preference::{Preference, Table, View};
use player::Player;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::learner::{SIZE, TablePlayer};
use super::pools::{Pools, SETS, training_games};
use super::study::rounded;
use crate::{Condition, Lab, LabError, Scale, Trial, Unit};

/// The size of the board.
pub(super) const LINES: usize = 19;

/// The classification of chapter 6 after a set of games.
pub(super) const TRAINED: &str = "trained on a set";
/// The same with corners.
pub(super) const CORNERS: &str = "trained on a set, with corners";
/// The same without training: it knows only what this game has shown so far.
pub(super) const UNTRAINED: &str = "this game only";
/// The embedded model of this program.
pub(super) const EMBEDDED: &str = "embedded model";

/// The games.
pub(super) const TRIAL: Trial = Trial {
    name: "preference/master",
    alone: false,
    conditions: |scale: Scale| {
        let sets = scale.pick(SETS, 2);
        let corners = View { corner: 7, ..View::THESIS };
        let reviewer = |view, trained| Reviewer { view, trained };
        vec![
            Condition::new(TRAINED, sets, 10.0, &reviewer(Some(View::THESIS), true)),
            Condition::new(CORNERS, sets, 12.0, &reviewer(Some(corners), true)),
            Condition::new(UNTRAINED, 1, 1.0, &reviewer(Some(View::THESIS), false)),
            Condition::new(EMBEDDED, 1, 1.0, &reviewer(None, false)),
        ]
    },
    measure,
};

/// Who ranks the moves.
#[derive(Serialize, Deserialize)]
struct Reviewer {
    /// The classification; the embedded model without one.
    view: Option<View>,
    /// Whether it learns from a set of games first.
    trained: bool,
}

/// The game as it was ranked.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Reviewed {
    /// The error of each move, with the legal points as moves.
    pub errors: Vec<f64>,
    /// The error of each move as the thesis counts: with all empty points and the pass as moves.
    pub counted: Vec<f64>,
    /// The rank of each move.
    pub ranks: Vec<u32>,
    /// The seconds that the game took.
    pub seconds: f64,
    /// The points that are ranked first at move 2.
    pub favourites: Vec<String>,
    /// The rank of a 4-4 point at move 2.
    pub four_four: u32,
    /// The ranks of Q14 at move 24, and of P8 at moves 28 to 32.
    pub q14: u32,
    pub p8: Vec<u32>,
    /// The value of the last move.
    pub last: f64,
    /// The ranked points of the thesis's boards, for the first set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Vec<(String, u32)>>,
}

/// The moves of figures 6.1 to 6.18. The caption of figure 6.4 is lost; the text comments on move 9 there.
pub(super) const FIGURES: [usize; 18] = [2, 5, 6, 9, 11, 15, 20, 21, 22, 24, 28, 43, 47, 79, 92, 138, 145, 230];

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Reviewer { view, trained } = unit.settings()?;
    let mut player: Box<dyn Player> = match view {
        None => lab.player("preference")?,
        Some(view) => {
            let mut table = Preference::new(view, Table::Hash { size: SIZE }).map_err(LabError::failed)?;
            if trained {
                let games = training_games(&Pools::of(lab)?.set(unit.number));
                teach(&mut table, &games, 1, &lab.stop, |_| {});
                lab.check_stop()?;
            }
            Box::new(TablePlayer::new(table))
        }
    };
    let mut reviewed = review(player.as_mut())?;
    if unit.number > 0 || unit.condition.name != TRAINED {
        reviewed.boards.clear();
    }
    serde_json::to_value(reviewed).map_err(LabError::failed)
}

fn review(player: &mut dyn Player) -> Result<Reviewed, LabError> {
    let mut reviewed = Reviewed::default();
    let mut game = Game::new(LINES, RULES, 0.0);
    let began = Instant::now();
    for Printed { number, point, .. } in master_game() {
        let values = rank_values(player, &game).ok_or_else(|| LabError::failed("the player does not rank"))?;
        let placing = |moves| Placing::of_moves(moves, &game, &values, point);
        let legal = placing(RankedMoves::Legal);
        reviewed.errors.push(rounded(legal.error()));
        reviewed.counted.push(rounded(placing(RankedMoves::EmptyAndPass).error()));
        reviewed.ranks.push(legal.rank());
        reviewed.note(number, &game, &values, point);
        player.learn(&game, Move::Play(point));
        game.play(Move::Play(point)).map_err(LabError::failed)?;
    }
    reviewed.seconds = (began.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    Ok(reviewed)
}

impl Reviewed {
    /// Notes what the text says of this move.
    fn note(&mut self, number: usize, game: &Game, values: &PointMap<f32>, played: Point) {
        let rank = |name: &str| {
            let value = Point::from_gtp(name, LINES).map_or(f32::NAN, |point| values[point]);
            Placing::among(game.legal_points().map(|point| values[point]), value).rank()
        };
        let name = |ranked: &Ranked| (ranked.point.to_gtp(LINES), ranked.rank);
        match number {
            2 => {
                let ranked = Ranked::down_to(game, values, played);
                self.favourites = ranked.iter().filter(|one| one.rank == 1).map(|one| name(one).0).collect();
                self.four_four = rank("D4");
            }
            24 => self.q14 = rank("Q14"),
            28..=32 => self.p8.push(rank("P8")),
            230 => self.last = f64::from(values[played]),
            _ => {}
        }
        if FIGURES.contains(&number) {
            self.boards.push(Ranked::down_to(game, values, played).iter().map(name).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_can_be_replayed_and_every_figure_has_its_board() {
        let mut player = TablePlayer::new(Preference::new(View::THESIS, Table::Map).unwrap());
        let reviewed = review(&mut player).unwrap();
        assert_eq!((reviewed.errors.len(), reviewed.boards.len(), reviewed.p8.len()), (230, FIGURES.len(), 5));
        assert_eq!(reviewed.errors[0], 0.5, "nothing is known at the first move");
        let board = &reviewed.boards[FIGURES.len() - 1];
        assert!(board.iter().any(|(name, rank)| name == "E13" && *rank == reviewed.ranks[229]));
    }
}
