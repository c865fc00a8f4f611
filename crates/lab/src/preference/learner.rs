//! What is studied: players of the roster, and tables of pattern preference with any settings.

use goban::{Board, Game, Move, Point, PointMap};
use models::preference::{Manner, Preference, Table, View, Window};
use player::{Budget, Choice, Failure, Player, Stop};
use serde::{Deserialize, Serialize};

use crate::{Lab, LabError};

/// The table size of the thesis's figures.
pub(super) const SIZE: u32 = 2_000_003;

/// A learner, as settings of a condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Learner {
    /// A player, by its specification.
    Player(String),
    /// A table.
    Table {
        /// The classification.
        view: View,
        /// Where values are kept.
        table: Table,
        /// How it learns.
        manner: Manner,
    },
}

impl Learner {
    /// A hash table of the thesis's size for a classification.
    pub(super) fn hashed(view: View) -> Learner {
        Learner::table(view, Table::Hash { size: SIZE })
    }

    /// A table that learns as the thesis's does.
    pub(super) fn table(view: View, table: Table) -> Learner {
        Learner::Table { view, table, manner: Manner::default() }
    }

    /// The player of a player's settings, or a new table.
    pub(super) fn build(&self, lab: &Lab<'_>) -> Result<Built, LabError> {
        Ok(match self {
            Learner::Player(spec) => Built::Player(lab.player(spec)?),
            Learner::Table { view, table, manner } => {
                let mut table = Preference::new(*view, *table).map_err(LabError::failed)?;
                table.set_manner(*manner);
                Built::Table(Box::new(TablePlayer::new(table)))
            }
        })
    }
}

/// A learner at work.
pub(super) enum Built {
    Player(Box<dyn Player>),
    Table(Box<TablePlayer>),
}

impl Built {
    pub(super) fn player(&mut self) -> &mut dyn Player {
        match self {
            Built::Player(player) => player.as_mut(),
            Built::Table(table) => table.as_mut(),
        }
    }

    /// Ends an epoch.
    pub(super) fn settle(&mut self) {
        if let Built::Table(table) = self {
            table.table.settle();
        }
    }

    /// The number of classes with a value, if the table counts them.
    pub(super) fn classes(&self) -> Option<usize> {
        match self {
            Built::Player(_) => None,
            Built::Table(table) => table.table.classes(),
        }
    }
}

/// A table that ranks and learns in a study.
pub(super) struct TablePlayer {
    table: Preference,
    points: Vec<Point>,
    /// The position that was ranked last, which need not be classified again.
    ranked: Option<(u64, usize)>,
}

impl TablePlayer {
    pub(super) fn new(table: Preference) -> TablePlayer {
        TablePlayer { table, points: Vec::new(), ranked: None }
    }
}

impl Player for TablePlayer {
    /// It is asked to rank only.
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.points.clear();
        self.points.extend(game.legal_points());
        self.table.rank(game.board(), &self.points, values);
        self.ranked = Some((game.hash(), game.move_number()));
        true
    }

    fn learn(&mut self, game: &Game, played: Move) -> bool {
        let known = self.ranked.take() == Some((game.hash(), game.move_number()));
        if !known {
            self.points.clear();
            self.points.extend(game.legal_points());
        }
        match played.point() {
            Some(point) if known => self.table.learn_again(&self.points, point),
            Some(point) => self.table.learn(game.board(), &self.points, point),
            None => self.table.learn_pass(game.board(), &self.points),
        }
        true
    }
}

/// A model that ranks and does not learn.
pub(super) struct Ranker<F> {
    rank: F,
    points: Vec<Point>,
}

impl<F: FnMut(&Board, &[Point], &mut PointMap<f32>) + Send> Ranker<F> {
    pub(super) fn new(rank: F) -> Ranker<F> {
        Ranker { rank, points: Vec::new() }
    }
}

impl<F: FnMut(&Board, &[Point], &mut PointMap<f32>) + Send> Player for Ranker<F> {
    /// It is asked to rank only.
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.points.clear();
        self.points.extend(game.legal_points());
        (self.rank)(game.board(), &self.points, values);
        true
    }
}

/// A square window, by the number of its lines.
pub(super) fn square(lines: u8) -> View {
    View::fixed(Window::Square, lines / 2)
}

/// A diamond.
pub(super) fn diamond(radius: u8) -> View {
    View::fixed(Window::Diamond, radius)
}

/// A window on the graph of chains.
pub(super) fn graph(radius: u8) -> View {
    View::fixed(Window::Graph, radius)
}
