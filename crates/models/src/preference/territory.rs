//! Values of points instead of moves (Stoutamire 1991, section 7.2): an estimate of the final owner.
//!
//! Every point, empty or not, is assigned to a class by its surroundings. The value of a class is the mean final owner
//! of its points: 1 for the player to move, -1 for the opponent. The value of a move is the sum over the board after it
//! minus the sum before it, from the mover's perspective: a gain in points, not only a rank.

use goban::{Board, Color, Point, PointMap};
use serde::{Deserialize, Serialize};

use super::padded_board::{PaddedBoard, place};
use super::store::{content, float};
use super::values::ClassMap;
use super::view::{View, ViewError, Window};
use super::window::Rings;
use crate::file::{self, Cursor, ModelError};

/// Estimates the final owner of points.
#[derive(Clone)]
pub struct Territory {
    view: View,
    rings: Rings,
    classes: ClassMap<Class>,
    /// A description of the training data.
    pub about: String,
    /// The number of training games, as counted by the caller.
    pub games: u64,
    before: PaddedBoard,
    after: PaddedBoard,
    /// The estimate for each point of the current position.
    values: PointMap<f32>,
}

/// The final owners of the points of a class.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    mean: f32,
    times: u32,
}

/// The kind of model file.
const KIND: &str = "territory";
/// The weight of the prior: a class is estimated as if it had occurred this many times more, with no owner.
const DOUBT: f32 = 2.0;
/// The most classes in a file.
const MAX_CLASSES: u64 = 1 << 27;

#[derive(Serialize, Deserialize)]
struct Description {
    view: View,
    #[serde(default)]
    about: String,
    #[serde(default)]
    games: u64,
}

impl Territory {
    /// An untrained estimator.
    ///
    /// # Errors
    /// If the view is not supported: the window must be a square or a diamond.
    pub fn new(view: View) -> Result<Territory, ViewError> {
        view.check()?;
        if view.window == Window::Graph {
            return Err(ViewError::Window(view.window.to_string()));
        }
        Ok(Territory {
            view,
            rings: Rings::new(view),
            classes: ClassMap::default(),
            about: String::new(),
            games: 0,
            before: PaddedBoard::new(),
            after: PaddedBoard::new(),
            values: PointMap::new(0.0),
        })
    }

    /// The view.
    pub fn view(&self) -> View {
        self.view
    }

    /// The number of known classes.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// Learns the final owners of the points of a position.
    pub fn learn(&mut self, board: &Board, owner: &PointMap<Option<Color>>) {
        self.before.encode(board, &self.view);
        let us = board.to_play();
        for point in board.points() {
            let class = self.classes.entry(self.rings.class(&self.before, place(point))).or_default();
            let value = owner[point].map_or(0.0, |owner| if owner == us { 1.0 } else { -1.0 });
            class.times = class.times.saturating_add(1);
            class.mean += (value - class.mean) / class.times as f32;
        }
    }

    /// The estimated owner of each point: 1 for the player to move, -1 for the opponent.
    pub fn estimate(&mut self, board: &Board) -> &PointMap<f32> {
        self.before.encode(board, &self.view);
        for point in board.points() {
            self.values[point] = value(&self.classes, &self.rings, &self.before, point);
        }
        &self.values
    }

    /// The points that a move at each of these points gains for the player to move.
    pub fn rank(&mut self, board: &Board, points: &[Point], values: &mut PointMap<f32>) {
        self.estimate(board);
        let (us, reach) = (board.to_play(), usize::from(self.view.reach()));
        for &point in points {
            let mut after = *board;
            after.play_unchecked(point);
            after.set_to_play(us);
            self.after.encode(&after, &self.view);
            // Only points within reach of a change can have another value.
            let changed = |&other: &Point| self.before.at(place(other)) != self.after.at(place(other));
            let mut touched = PointMap::new(false);
            let mut gain = 0.0;
            for change in board.points().filter(changed) {
                for near in around(change, reach, board.size()) {
                    if !std::mem::replace(&mut touched[near], true) {
                        gain += value(&self.classes, &self.rings, &self.after, near) - self.values[near];
                    }
                }
            }
            values[point] = gain;
        }
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let description = Description { view: self.view, about: self.about.clone(), games: self.games };
        let description = serde_json::to_string(&description).unwrap_or_default();
        let mut all: Vec<_> = self.classes.iter().collect();
        all.sort_unstable_by_key(|&(&class, _)| class);
        let mut bytes = Vec::new();
        for (class, &Class { mean, times }) in all {
            bytes.extend(class.to_le_bytes());
            bytes.extend(mean.to_le_bytes());
            bytes.extend(times.to_le_bytes());
        }
        file::write(KIND, &description, &file::pack(&bytes))
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Territory, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let Description { view, about, games } = serde_json::from_str(parts.description).map_err(content)?;
        let mut territory = Territory { about, games, ..Territory::new(view).map_err(content)? };
        let bytes = file::unpack(parts.content, 16 * MAX_CLASSES)?;
        let mut bytes = Cursor(&bytes);
        while !bytes.0.is_empty() {
            let (class, mean) = (bytes.number::<8>()?, float(&mut bytes)?);
            territory.classes.insert(class, Class { mean, times: bytes.number::<4>()? as u32 });
        }
        Ok(territory)
    }
}

fn value(classes: &ClassMap<Class>, rings: &Rings, padded: &PaddedBoard, point: Point) -> f32 {
    let class = classes.get(&rings.class(padded, place(point)));
    class.map_or(0.0, |class| class.mean * class.times as f32 / (class.times as f32 + DOUBT))
}

/// All points of the square around a point.
fn around(point: Point, reach: usize, size: usize) -> impl Iterator<Item = Point> {
    let span = |line: usize| line.saturating_sub(reach)..=(line + reach).min(size - 1);
    let (rows, cols) = (span(point.row()), span(point.col()));
    rows.flat_map(move |row| cols.clone().map(move |col| Point::new(row, col)))
}

#[cfg(test)]
mod tests {
    use goban::{diagram, score};

    use super::*;

    fn taught(diagram: &str) -> (Territory, Board) {
        let board = diagram::board(diagram);
        let count = score::area(&board, &score::dead_stones(&board));
        let mut territory = Territory::new(View::fixed(Window::Diamond, 2)).unwrap();
        (0..20).for_each(|_| territory.learn(&board, &count.owner));
        (territory, board)
    }

    const SETTLED: &str = "
        . X . X O . O
        X X X X O O O
        . X X X O O .
        X X . X O O O
        X X X X O . O
        X . X X O O O
        . X X X O O .";

    #[test]
    fn points_are_worth_what_became_of_them() {
        let (mut territory, board) = taught(SETTLED);
        let values = territory.estimate(&board);
        let at = |name: &str| values[Point::from_gtp(name, 7).unwrap()];
        assert!(at("A7") > 0.8 && at("B4") > 0.8 && at("F7") < -0.8 && at("G3") < -0.8);
    }

    /// The sum over the neighbourhood of a change is the difference of the sums over the whole board.
    #[test]
    fn a_move_is_worth_the_difference_it_makes() {
        let (mut territory, _) = taught(SETTLED);
        let board = diagram::board(
            "
            . X . . O . O
            X X X X O O O
            . X . . . O .
            X X . X O O O
            X X . X . . O
            X . X . O O O
            . X X X O O .",
        );
        let points: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
        let mut values = PointMap::new(0.0);
        territory.rank(&board, &points, &mut values);
        let mut sum = |board: &Board| {
            let values = territory.estimate(board);
            board.points().map(|point| values[point]).sum::<f32>()
        };
        let before = sum(&board);
        for point in points {
            let mut after = board;
            after.play_unchecked(point);
            after.set_to_play(board.to_play());
            assert!((values[point] - (sum(&after) - before)).abs() < 1e-3, "{point:?}");
        }
    }

    #[test]
    fn what_was_learnt_survives_in_a_file() {
        let (mut before, board) = taught(SETTLED);
        before.about = "one position".to_string();
        let mut after = Territory::read(&before.write()).unwrap();
        assert_eq!(
            (after.view(), after.classes(), after.about.as_str()),
            (before.view(), before.classes(), "one position")
        );
        let (a, b) = (before.estimate(&board), after.estimate(&board));
        assert!(board.points().all(|point| a[point] == b[point]));
        assert_eq!(Territory::new(View::fixed(Window::Graph, 1)).err(), Some(ViewError::Window("graph".to_string())));
    }
}
