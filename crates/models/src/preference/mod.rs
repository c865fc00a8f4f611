//! Pattern preference: the surroundings of a move decide its value (Stoutamire, "Machine Learning, Game Play, and Go",
//! 1991, chapter 5).
//!
//! A [`View`] assigns every move to a class by its surroundings; a [`Table`] keeps a value for each class. A
//! [`Preference`] ranks moves by the values of their classes and learns from expert moves: every move ranked above the
//! expert's loses a little value, and the expert's move gains as much.

mod corner;
mod embedded;
mod graph;
mod manner;
mod network;
mod padded_board;
mod store;
mod territory;
mod text;
mod values;
mod view;
mod window;

use std::sync::Arc;

use goban::{Board, Point, PointMap};

use corner::Corners;
use graph::Graph;
pub use manner::Manner;
use manner::Updates;
pub use network::{Network, NetworkError};
use padded_board::{PaddedBoard, place};
pub use territory::Territory;
pub use text::TextHash;
use text::Texts;
use values::Values;
pub use values::{Forget, MAX_SIZE, Table, TableError};
pub use view::{MAX_CORNER, MAX_LIBERTIES, MAX_RADIUS, View, ViewError, Window};
use window::Rings;

/// Assigns moves to classes.
#[derive(Clone)]
pub struct Classifier {
    view: View,
    padded: PaddedBoard,
    form: Form,
}

#[derive(Clone)]
enum Form {
    Rings(Rings),
    Texts(Box<Texts>),
    Graph(Box<Graph>),
}

impl Classifier {
    /// A classifier for a view.
    ///
    /// # Errors
    /// If the view is not supported.
    pub fn new(view: View) -> Result<Classifier, ViewError> {
        view.check()?;
        let form = match view.window {
            Window::Graph => Form::Graph(Box::new(Graph::new(view))),
            Window::Square | Window::Diamond => Form::Rings(Rings::new(view)),
        };
        Ok(Classifier { view, padded: PaddedBoard::new(), form })
    }

    /// A classifier whose classes are hashes of the pattern as text, with 32 bits.
    ///
    /// # Errors
    /// If the view is not supported: the window must be a square or a diamond.
    pub fn by_text(view: View, hash: TextHash) -> Result<Classifier, ViewError> {
        view.check()?;
        if view.window == Window::Graph {
            return Err(ViewError::Window(view.window.to_string()));
        }
        Ok(Classifier { view, padded: PaddedBoard::new(), form: Form::Texts(Box::new(Texts::new(view, hash))) })
    }

    /// The view.
    pub fn view(&self) -> View {
        self.view
    }

    /// The classes of moves at these points for the player to move, in the same order.
    pub fn classes(&mut self, board: &Board, points: &[Point], classes: &mut Vec<u64>) {
        self.padded.encode(board, &self.view);
        classes.clear();
        match &mut self.form {
            Form::Rings(rings) => classes.extend(points.iter().map(|&point| rings.class(&self.padded, place(point)))),
            Form::Texts(texts) => classes.extend(points.iter().map(|&point| texts.class(&self.padded, place(point)))),
            Form::Graph(graph) => {
                classes.extend(points.iter().map(|&point| graph.class(board, &self.padded, point)));
            }
        }
    }
}

/// A table of preference, which ranks moves and learns. Clones share its values until one of them learns.
#[derive(Clone)]
pub struct Preference {
    classifier: Classifier,
    table: Table,
    values: Arc<Values>,
    corners: Option<Box<Corners>>,
    manner: Manner,
    updates: Updates,
    /// A description of the training data.
    pub about: String,
    /// The number of training games, as counted by the caller.
    pub games: u64,
    positions: u64,
    /// The classes of the moves of the last position, and their scores.
    classes: Vec<u64>,
    scores: Vec<f32>,
}

impl Preference {
    /// An untrained table.
    ///
    /// # Errors
    /// If the view is not supported.
    ///
    /// # Panics
    /// If the size of the table is not supported, see [`Table::check`].
    pub fn new(view: View, table: Table) -> Result<Preference, ViewError> {
        assert!(table.check().is_ok(), "the table is checked before");
        let classifier = match table {
            Table::Text { hash, .. } => Classifier::by_text(view, hash)?,
            _ => Classifier::new(view)?,
        };
        let values = Arc::new(Values::new(table));
        let (about, games, positions) = (String::new(), 0, 0);
        let (classes, scores) = (Vec::new(), Vec::new());
        let (manner, updates) = (Manner::default(), Updates::default());
        let corners = (view.corner > 0).then(|| Box::new(Corners::new(view.corner)));
        Ok(Preference { classifier, table, values, corners, manner, updates, about, games, positions, classes, scores })
    }

    /// A table with these values for classes.
    ///
    /// # Errors
    /// If the view is not supported.
    pub fn with_values(view: View, values: impl IntoIterator<Item = (u64, f32)>) -> Result<Preference, ViewError> {
        let mut preference = Preference::new(view, Table::Map)?;
        let table = Arc::make_mut(&mut preference.values);
        values.into_iter().for_each(|(class, value)| table.add(class, value));
        Ok(preference)
    }

    /// The view.
    pub fn view(&self) -> View {
        self.classifier.view
    }

    /// The kind of table.
    pub fn table(&self) -> Table {
        self.table
    }

    /// The settings of learning.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Changes the settings of learning.
    pub fn set_manner(&mut self, manner: Manner) {
        self.settle();
        self.manner = manner;
    }

    /// The number of moves learnt from.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of classes with a value; `None` for tables whose classes share values.
    pub fn classes(&self) -> Option<usize> {
        self.values.classes()
    }

    /// The value of a move at each of these points for the player to move; a pass has value 0.
    pub fn rank(&mut self, board: &Board, points: &[Point], values: &mut PointMap<f32>) {
        self.classify(board, points);
        points.iter().zip(&self.scores).for_each(|(&point, &value)| values[point] = value);
    }

    /// Learns that an expert played one of these points, which are all legal points. A move that is not among them is
    /// ignored.
    pub fn learn(&mut self, board: &Board, points: &[Point], played: Point) {
        if let Some(place) = points.iter().position(|&point| point == played) {
            self.classify(board, points);
            self.follow_gradient(Some(place));
        }
    }

    /// As [`learn`](Preference::learn), for the position ranked last and the same points, without classifying again.
    pub fn learn_again(&mut self, points: &[Point], played: Point) {
        let place = points.iter().position(|&point| point == played);
        if let Some(place) = place.filter(|_| points.len() == self.classes.len()) {
            self.follow_gradient(Some(place));
        }
    }

    fn classify(&mut self, board: &Board, points: &[Point]) {
        self.classifier.classes(board, points, &mut self.classes);
        self.scores.clear();
        self.scores.extend(self.classes.iter().map(|&class| self.values.get(class)));
        if let Some(corners) = &mut self.corners {
            corners.classify(board, points, &mut self.scores);
        }
    }

    /// Learns that a player passed where these points were legal, if the [`Manner`] includes passes.
    pub fn learn_pass(&mut self, board: &Board, points: &[Point]) {
        if self.manner.pass && !points.is_empty() {
            self.classify(board, points);
            self.follow_gradient(None);
        }
    }

    /// Applies all pooled changes: the end of an epoch.
    pub fn settle(&mut self) {
        self.updates.settle(self.manner, Arc::make_mut(&mut self.values));
        if let Some(corners) = &mut self.corners {
            corners.updates.settle(self.manner, &mut corners.values);
        }
    }

    fn follow_gradient(&mut self, played: Option<usize>) {
        self.updates.compute(self.manner, &self.classes, &self.scores, played);
        self.updates.apply_or_pool(self.manner, Arc::make_mut(&mut self.values));
        if let Some(corners) = &mut self.corners {
            corners.learn(self.manner, &self.scores, played);
        }
        self.positions += 1;
        if let (Values::Cache(_), Some(played)) = (self.values.as_ref(), played) {
            self.note_use(self.classes[played], self.scores[played]);
        }
    }

    /// Notes in a cache by how much the value of each class reduces the error, compared with a new class.
    fn note_use(&mut self, own: u64, value: f32) {
        let Values::Cache(cache) = Arc::make_mut(&mut self.values) else { return };
        let share = 1.0 / self.classes.len() as f32;
        let blame = |other: f32, value: f32| match other.total_cmp(&value) {
            std::cmp::Ordering::Greater => share,
            std::cmp::Ordering::Equal => 0.5 * share,
            std::cmp::Ordering::Less => 0.0,
        };
        let mut better = 0.0;
        for (&class, &other) in self.classes.iter().zip(&self.scores) {
            if class != own {
                cache.note(class, blame(0.0, value) - blame(other, value));
                better += blame(other, 0.0) - blame(other, value);
            }
        }
        cache.note(own, better);
        cache.end_position();
    }
}

#[cfg(test)]
mod tests;
