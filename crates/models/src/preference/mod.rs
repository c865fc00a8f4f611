//! Pattern preference: what a move looks like decides what it is worth (Stoutamire, "Machine Learning, Game Play, and Go",
//! 1991, chapter 5).
//!
//! A [`View`] puts every move into a class by what is around it; a [`Table`] keeps a value for each class. A
//! [`Preference`] ranks moves by the values of their classes and learns from moves that experts made: every move that it
//! liked better becomes worth a little less, and the expert's move as much more.

mod corner;
mod graph;
mod manner;
mod network;
mod sight;
mod store;
mod territory;
mod values;
mod view;
mod window;

use goban::{Board, Point, PointMap};

use corner::Corners;
use graph::Graph;
use manner::Lessons;
pub use manner::Manner;
pub use network::{Network, NetworkError};
use sight::{Sight, place};
pub use territory::Territory;
use values::Values;
pub use values::{Forget, MAX_SIZE, Table, TableError};
pub use view::{MAX_CORNER, MAX_LIBERTIES, MAX_RADIUS, View, ViewError, Window};
use window::Rings;

/// Puts moves into classes.
#[derive(Clone)]
pub struct Classifier {
    view: View,
    sight: Sight,
    form: Form,
}

#[derive(Clone)]
enum Form {
    Rings(Rings),
    Graph(Box<Graph>),
}

impl Classifier {
    /// A classifier by that view.
    ///
    /// # Errors
    /// If the view is not supported.
    pub fn new(view: View) -> Result<Classifier, ViewError> {
        view.check()?;
        let form = match view.window {
            Window::Graph => Form::Graph(Box::new(Graph::new(view))),
            Window::Square | Window::Diamond => Form::Rings(Rings::new(view)),
        };
        Ok(Classifier { view, sight: Sight::new(), form })
    }

    /// What it looks at.
    pub fn view(&self) -> View {
        self.view
    }

    /// The classes of moves at these points for the player whose turn it is, in the same order.
    pub fn classes(&mut self, board: &Board, points: &[Point], classes: &mut Vec<u64>) {
        self.sight.look(board, &self.view);
        classes.clear();
        match &mut self.form {
            Form::Rings(rings) => classes.extend(points.iter().map(|&point| rings.class(&self.sight, place(point)))),
            Form::Graph(graph) => {
                classes.extend(points.iter().map(|&point| graph.class(board, &self.sight, point)));
            }
        }
    }
}

/// A table of preference: it ranks, and it learns.
#[derive(Clone)]
pub struct Preference {
    classifier: Classifier,
    table: Table,
    values: Values,
    corners: Option<Box<Corners>>,
    manner: Manner,
    lessons: Lessons,
    /// What it learnt from, in words.
    pub about: String,
    /// How many games it has learnt from, as its teacher counts them.
    pub games: u64,
    positions: u64,
    /// The classes of the moves of the position that was looked at last, and what they are worth.
    classes: Vec<u64>,
    worths: Vec<f32>,
}

impl Preference {
    /// A table that has learnt nothing.
    ///
    /// # Errors
    /// If the view is not supported.
    ///
    /// # Panics
    /// If the size of the table is not supported, see [`Table::check`].
    pub fn new(view: View, table: Table) -> Result<Preference, ViewError> {
        assert!(table.check().is_ok(), "the table is checked before");
        let (classifier, values) = (Classifier::new(view)?, Values::new(table));
        let (about, games, positions) = (String::new(), 0, 0);
        let (classes, worths) = (Vec::new(), Vec::new());
        let (manner, lessons) = (Manner::default(), Lessons::default());
        let corners = (view.corner > 0).then(|| Box::new(Corners::new(view.corner)));
        Ok(Preference { classifier, table, values, corners, manner, lessons, about, games, positions, classes, worths })
    }

    /// A table of these values, each class having its own.
    ///
    /// # Errors
    /// If the view is not supported.
    pub fn with_values(view: View, values: impl IntoIterator<Item = (u64, f32)>) -> Result<Preference, ViewError> {
        let mut preference = Preference::new(view, Table::Map)?;
        values.into_iter().for_each(|(class, value)| preference.values.add(class, value));
        Ok(preference)
    }

    /// What it looks at.
    pub fn view(&self) -> View {
        self.classifier.view
    }

    /// Where it keeps its values.
    pub fn table(&self) -> Table {
        self.table
    }

    /// How it learns.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Makes it learn in another way from now on.
    pub fn set_manner(&mut self, manner: Manner) {
        self.settle();
        self.manner = manner;
    }

    /// How many moves it has learnt from.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many classes have a value; not known of tables whose values are shared.
    pub fn classes(&self) -> Option<usize> {
        self.values.classes()
    }

    /// What a move at each of these points is worth to the player whose turn it is; a pass is worth 0.
    pub fn rank(&mut self, board: &Board, points: &[Point], worth: &mut PointMap<f32>) {
        self.look(board, points);
        points.iter().zip(&self.worths).for_each(|(&point, &value)| worth[point] = value);
    }

    /// Learns that an expert played one of these points, which are all that are legal. Nothing is learnt from a move that
    /// is not among them.
    pub fn learn(&mut self, board: &Board, points: &[Point], played: Point) {
        if let Some(place) = points.iter().position(|&point| point == played) {
            self.look(board, points);
            self.follow_gradient(Some(place));
        }
    }

    /// As [`learn`](Preference::learn), of the position that was ranked last and the same points, without looking again.
    pub fn learn_again(&mut self, points: &[Point], played: Point) {
        let place = points.iter().position(|&point| point == played);
        if let Some(place) = place.filter(|_| points.len() == self.classes.len()) {
            self.follow_gradient(Some(place));
        }
    }

    fn look(&mut self, board: &Board, points: &[Point]) {
        self.classifier.classes(board, points, &mut self.classes);
        self.worths.clear();
        self.worths.extend(self.classes.iter().map(|&class| self.values.get(class)));
        if let Some(corners) = &mut self.corners {
            corners.look(board, points, &mut self.worths);
        }
    }

    /// Learns that a player passed where these points were legal, if its [`Manner`] is to.
    pub fn learn_pass(&mut self, board: &Board, points: &[Point]) {
        if self.manner.pass && !points.is_empty() {
            self.look(board, points);
            self.follow_gradient(None);
        }
    }

    /// Lets everything that was pooled go into the values: the end of a pass over the games.
    pub fn settle(&mut self) {
        self.lessons.settle(self.manner, &mut self.values);
        if let Some(corners) = &mut self.corners {
            corners.lessons.settle(self.manner, &mut corners.values);
        }
    }

    fn follow_gradient(&mut self, played: Option<usize>) {
        self.lessons.blame(self.manner, &self.classes, &self.worths, played);
        self.lessons.take_in(self.manner, &mut self.values);
        if let Some(corners) = &mut self.corners {
            corners.learn(self.manner, &self.worths, played);
        }
        self.positions += 1;
        if let (Values::Cache(_), Some(played)) = (&self.values, played) {
            self.note_use(self.classes[played], self.worths[played]);
        }
    }

    /// Tells a cache by how much the value of each class has made the error smaller than the value of a new one would have.
    fn note_use(&mut self, own: u64, worth: f32) {
        let Values::Cache(cache) = &mut self.values else { return };
        let share = 1.0 / self.classes.len() as f32;
        let blame = |other: f32, worth: f32| match other.total_cmp(&worth) {
            std::cmp::Ordering::Greater => share,
            std::cmp::Ordering::Equal => 0.5 * share,
            std::cmp::Ordering::Less => 0.0,
        };
        let mut better = 0.0;
        for (&class, &other) in self.classes.iter().zip(&self.worths) {
            if class != own {
                cache.note(class, blame(0.0, worth) - blame(other, worth));
                better += blame(other, 0.0) - blame(other, worth);
            }
        }
        cache.note(own, better);
        cache.end_position();
    }
}

#[cfg(test)]
mod tests;
