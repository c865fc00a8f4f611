//! A table as an equivalent network of two layers, which can be trained further (Stoutamire 1991, section 5.1).
//!
//! The first layer has a node for every pattern of a small window. It has weight 1 to the pattern's content of each
//! point, and a steep sigmoid activates it only if all points match. The second layer is one node that adds up the
//! values of the patterns. The thesis proposed it, but found it too slow for its machines.

use std::collections::BTreeMap;

use goban::{Board, Point, PointMap};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::padded_board::{Content, EDGE, EMPTY, PaddedBoard, WIDTH, place};
use super::store::{content, float};
use super::values::ClassMap;
use super::view::{View, Window};
use super::window::Rings;
use super::{Preference, Table, Values};
use crate::file::{self, Cursor, ModelError};

/// A network of two layers that ranks moves.
#[derive(Clone)]
pub struct Network {
    view: View,
    places: Vec<isize>,
    nodes: usize,
    /// By point of the window, content, node.
    first: Vec<f32>,
    bias: Vec<f32>,
    second: Vec<f32>,
    /// A description of the training data.
    pub about: String,
    /// The number of training games since it was made, as counted by the caller.
    pub games: u64,
    padded: PaddedBoard,
    /// The windows seen since the weights last changed. Positions share most of theirs.
    known: ClassMap<WindowOutput>,
    /// The window of each move of the last position.
    of_move: Vec<u64>,
}

/// The network's output for one window.
#[derive(Clone, Debug)]
struct WindowOutput {
    /// The active nodes, and their activations.
    active: Vec<(u32, f32)>,
    output: f32,
}

/// A table that cannot become a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "only a table of a 3x3 square or a diamond of radius 1, without expansion, liberties, ko, corners or hashes of \
     text, can be made a network"
)]
pub struct NetworkError;

/// The contents of a point: empty, edge, own stone, opponent's stone.
const THINGS: usize = 4;
/// The steepness of the sigmoid.
const STEEPNESS: f32 = 10.0;
/// A node with a lower input is inactive.
const MIN_INPUT: f32 = -12.0;
/// The factor of differences of outputs in the loss.
const SHARPNESS: f32 = 4.0;
/// The kind of model file.
const KIND: &str = "network";

#[derive(Serialize, Deserialize)]
struct Description {
    view: View,
    nodes: usize,
    #[serde(default)]
    about: String,
    #[serde(default)]
    games: u64,
}

impl Network {
    /// The network that ranks as a table does.
    ///
    /// # Errors
    /// If the table's window is not simple enough.
    pub fn of(table: &Preference) -> Result<Network, NetworkError> {
        let view = table.view();
        let by_text = matches!(table.table(), Table::Text { .. });
        if view != View::fixed(view.window, 1) || view.window == Window::Graph || by_text {
            return Err(NetworkError);
        }
        let rings = Rings::new(view);
        let patterns: Vec<(Vec<Content>, f32)> = patterns(view)
            .into_iter()
            .map(|pattern| (value(&rings, &table.values, view, &pattern), pattern))
            .filter(|(value, _)| *value != 0.0)
            .map(|(value, pattern)| (pattern, value))
            .collect();
        let square: f32 = patterns.iter().map(|(_, value)| value * value).sum();
        // Values have no unit: the network learns best if they are about one.
        let unit = (square / patterns.len().max(1) as f32).sqrt().max(f32::MIN_POSITIVE);
        let mut network = Network::blank(view, patterns.len());
        network.about.clone_from(&table.about);
        for (node, (pattern, value)) in patterns.iter().enumerate() {
            for (place, &seen) in pattern.iter().enumerate() {
                network.first[(place * THINGS + thing(seen)) * patterns.len() + node] = 1.0;
            }
            network.bias[node] = 0.5 - pattern.len() as f32;
            network.second[node] = value / unit;
        }
        Ok(network)
    }

    fn blank(view: View, nodes: usize) -> Network {
        let places: Vec<isize> =
            neighbors(view).iter().map(|&(row, col)| row as isize * WIDTH as isize + col as isize).collect();
        Network {
            view,
            nodes,
            first: vec![0.0; places.len() * THINGS * nodes],
            bias: vec![0.0; nodes],
            second: vec![0.0; nodes],
            places,
            about: String::new(),
            games: 0,
            padded: PaddedBoard::new(),
            known: ClassMap::default(),
            of_move: Vec::new(),
        }
    }

    /// The number of nodes of the first layer.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The value of a move at each of these points for the player to move.
    pub fn rank(&mut self, board: &Board, points: &[Point], values: &mut PointMap<f32>) {
        self.classify(board, points);
        for (&point, window) in points.iter().zip(&self.of_move) {
            values[point] = self.known[window].output;
        }
    }

    /// Learns that an expert played one of these points, which are all legal points, by the gradient of a smooth rank
    /// error: for every other move, a sigmoid of the difference in value. A move that is not among them is ignored.
    pub fn learn(&mut self, board: &Board, points: &[Point], played: Point, rate: f32) {
        let Some(place) = points.iter().position(|&point| point == played) else { return };
        self.classify(board, points);
        let own = self.of_move[place];
        let value = self.known[&own].output;
        // In order, because the sum of changes depends on it in the last bits.
        let mut blame: BTreeMap<u64, f32> = BTreeMap::new();
        for &window in self.of_move.iter().filter(|&&window| window != own) {
            let above = sigmoid(SHARPNESS * (self.known[&window].output - value));
            let slope = SHARPNESS * above * (1.0 - above) / points.len() as f32;
            *blame.entry(window).or_default() += slope;
            *blame.entry(own).or_default() -= slope;
        }
        let known = std::mem::take(&mut self.known);
        for (window, blame) in blame {
            for &(node, activation) in &known[&window].active {
                let n = node as usize;
                let step = rate * blame;
                let inner = step * self.second[n] * STEEPNESS * activation * (1.0 - activation);
                self.second[n] -= step * activation;
                self.bias[n] -= inner;
                for (place, thing) in things(window, self.places.len()).enumerate() {
                    self.first[(place * THINGS + thing) * self.nodes + n] -= inner;
                }
            }
        }
    }

    fn classify(&mut self, board: &Board, points: &[Point]) {
        self.padded.encode(board, &self.view);
        self.of_move.clear();
        let mut input = Vec::new();
        for &point in points {
            let at = place(point);
            let things = self.places.iter().map(|&offset| thing(self.padded.at(at.wrapping_add_signed(offset))));
            // The first point has the lowest digit.
            let window = things.rev().fold(0, |window, thing| window * THINGS as u64 + thing as u64);
            self.of_move.push(window);
            if !self.known.contains_key(&window) {
                let output = self.see(window, &mut input);
                self.known.insert(window, output);
            }
        }
    }

    fn see(&self, window: u64, input: &mut Vec<f32>) -> WindowOutput {
        input.clone_from(&self.bias);
        for (place, thing) in things(window, self.places.len()).enumerate() {
            let from = (place * THINGS + thing) * self.nodes;
            input.iter_mut().zip(&self.first[from..from + self.nodes]).for_each(|(sum, weight)| *sum += weight);
        }
        let mut active = Vec::new();
        let mut output = 0.0;
        for (node, &sum) in input.iter().enumerate() {
            if STEEPNESS * sum > MIN_INPUT {
                let activation = sigmoid(STEEPNESS * sum);
                output += activation * self.second[node];
                active.push((node as u32, activation));
            }
        }
        WindowOutput { active, output }
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let (view, nodes, about, games) = (self.view, self.nodes, self.about.clone(), self.games);
        let description = serde_json::to_string(&Description { view, nodes, about, games }).unwrap_or_default();
        let all = self.first.iter().chain(&self.bias).chain(&self.second);
        let bytes: Vec<u8> = all.flat_map(|weight| weight.to_le_bytes()).collect();
        file::write(KIND, &description, &file::pack(&bytes))
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Network, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let Description { view, nodes, about, games } = serde_json::from_str(parts.description).map_err(content)?;
        if nodes > MAX_NODES || view != View::fixed(view.window, 1) || view.window == Window::Graph {
            return Err(content("its view or number of nodes is not supported"));
        }
        let mut network = Network { about, games, ..Network::blank(view, nodes) };
        let weights = network.first.len() + 2 * nodes;
        let bytes = file::unpack(parts.content, 4 * weights as u64)?;
        let mut bytes = Cursor(&bytes);
        let Network { first, bias, second, .. } = &mut network;
        for weight in first.iter_mut().chain(bias).chain(second) {
            *weight = float(&mut bytes)?;
        }
        Ok(network)
    }
}

/// More patterns than a 3x3 window has.
const MAX_NODES: usize = 10_000;

/// The contents of a window's points.
fn things(window: u64, places: usize) -> impl Iterator<Item = usize> {
    (0..places).scan(window, |rest, _| {
        let thing = *rest % THINGS as u64;
        *rest /= THINGS as u64;
        Some(thing as usize)
    })
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// One of the four contents.
fn thing(seen: Content) -> usize {
    match seen {
        EMPTY => 0,
        EDGE => 1,
        OWN => 2,
        _ => 3,
    }
}

/// Stones, if liberties are not distinguished.
const OWN: Content = 3;
const OTHER: Content = 4;

/// The points around the centre, row by row.
fn neighbors(view: View) -> Vec<(i32, i32)> {
    let square = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col)));
    let inside = |&(row, col): &(i32, i32)| match view.window {
        Window::Diamond => row.abs() + col.abs() == 1,
        _ => (row, col) != (0, 0),
    };
    square.filter(inside).collect()
}

/// All patterns around an empty point.
fn patterns(view: View) -> Vec<Vec<Content>> {
    let places = neighbors(view);
    let mut patterns = Vec::new();
    // No edge, or the edge on either side, in both directions.
    for (edge_row, edge_col) in (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col))) {
        let is_off = |&(row, col): &(i32, i32)| (row != 0 && row == edge_row) || (col != 0 && col == edge_col);
        let inside = places.iter().filter(|at| !is_off(at)).count() as u32;
        for mut number in 0..3usize.pow(inside) {
            let see = |at: &(i32, i32)| {
                if is_off(at) {
                    return EDGE;
                }
                let seen = [EMPTY, OWN, OTHER][number % 3];
                number /= 3;
                seen
            };
            patterns.push(places.iter().map(see).collect());
        }
    }
    patterns
}

/// The value of a pattern in a table.
fn value(rings: &Rings, values: &Values, view: View, pattern: &[Content]) -> f32 {
    let centre = place(Point::new(1, 1));
    let mut padded = PaddedBoard::new();
    padded.put(centre, EMPTY);
    for (&(row, col), &seen) in neighbors(view).iter().zip(pattern) {
        padded.put(centre.wrapping_add_signed(row as isize * WIDTH as isize + col as isize), seen);
    }
    values.get(rings.class(&padded, centre))
}

#[cfg(test)]
mod tests {
    use super::super::{Table, tests::position};
    use super::*;

    fn points(board: &Board) -> Vec<Point> {
        board.points().filter(|&point| board.is_legal(point)).collect()
    }

    fn taught(window: Window) -> (Preference, Vec<(Board, Point)>) {
        let mut table = Preference::new(View::fixed(window, 1), Table::Map).unwrap();
        let lessons: Vec<(Board, Point)> = (0..40)
            .map(|seed| {
                let board = position(9, 5 + seed as usize, seed);
                (board, points(&board)[seed as usize % 30])
            })
            .collect();
        lessons.iter().for_each(|(board, played)| table.learn(board, &points(board), *played));
        (table, lessons)
    }

    #[test]
    fn a_window_has_as_many_patterns_as_can_be_counted() {
        // Of 3x3: none of the eight off the board, three of them in four ways, or five in four.
        assert_eq!(patterns(View::fixed(Window::Square, 1)).len(), 6561 + 4 * 243 + 4 * 27);
        assert_eq!(patterns(View::fixed(Window::Diamond, 1)).len(), 81 + 4 * 27 + 4 * 9);
    }

    #[test]
    fn a_network_ranks_as_its_table_does() {
        for window in [Window::Diamond, Window::Square] {
            let (mut table, lessons) = taught(window);
            let mut network = Network::of(&table).unwrap();
            for (board, _) in &lessons {
                let points = points(board);
                let [mut a, mut b] = [PointMap::new(0.0); 2];
                table.rank(board, &points, &mut a);
                network.rank(board, &points, &mut b);
                let most = points.iter().map(|&point| a[point].abs()).fold(0.0, f32::max);
                for (&x, &y) in points.iter().flat_map(|x| points.iter().map(move |y| (x, y))) {
                    assert!(
                        a[x] <= a[y] + 0.1 * most || b[x] > b[y],
                        "{window:?}: {} {} {} {}",
                        a[x],
                        a[y],
                        b[x],
                        b[y]
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_not_simple_is_refused() {
        let table = |view: View| Preference::new(view, Table::Map).unwrap();
        assert!(Network::of(&table(View::THESIS)).is_err());
        assert!(Network::of(&table(View { liberties: 1, ..View::fixed(Window::Square, 1) })).is_err());
    }

    #[test]
    fn it_learns_on_and_survives_in_a_file() {
        let (table, lessons) = taught(Window::Square);
        let mut network = Network::of(&table).unwrap();
        let error = |network: &mut Network| {
            let mut values = PointMap::new(0.0);
            let above = |(board, played): &(Board, Point)| {
                let points = points(board);
                network.rank(board, &points, &mut values);
                points.iter().filter(|&&point| values[point] > values[*played]).count()
            };
            lessons.iter().map(above).sum::<usize>()
        };
        let before = error(&mut network);
        for _ in 0..30 {
            lessons.iter().for_each(|(board, played)| network.learn(board, &points(board), *played, 0.5));
        }
        let after = error(&mut network);
        assert!(after < before, "{after} moves are ranked above those played, {before} before");
        let mut read = Network::read(&network.write()).unwrap();
        assert_eq!((error(&mut read), read.nodes()), (after, network.nodes()));
    }
}
