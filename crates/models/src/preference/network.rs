//! A table as a network of two layers that does the same and can be trained on (Stoutamire 1991, section 5.1).
//!
//! The first layer has a node for every pattern of a small window: it is joined with weight 1 to what the pattern has at each
//! place, and a steep sigmoid lets it speak only where all places are right. The second layer is one node that adds up what
//! the patterns are worth. The thesis saw that this is possible and too slow for the machines of its time.

use goban::{Board, Point, PointMap};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::sight::{EDGE, EMPTY, Seen, Sight, WIDTH, place};
use super::store::{content, float};
use super::view::{View, Window};
use super::window::Rings;
use super::{Preference, Values};
use crate::file::{self, Cursor, ModelError};

/// A network of two layers that ranks moves.
#[derive(Clone)]
pub struct Network {
    view: View,
    places: Vec<isize>,
    nodes: usize,
    /// By place, by what is there, by node.
    first: Vec<f32>,
    bias: Vec<f32>,
    second: Vec<f32>,
    /// What it learnt from, in words.
    pub about: String,
    /// How many games it has learnt from since it was made, as its teacher counts them.
    pub games: u64,
    sight: Sight,
    /// The windows of the position that was looked at last, all different, and which of them each move has.
    windows: Vec<Seeing>,
    of_move: Vec<u32>,
}

/// What the network makes of one window.
#[derive(Clone, Debug)]
struct Seeing {
    things: Vec<u8>,
    /// The nodes that speak, and how loud.
    active: Vec<(u32, f32)>,
    output: f32,
}

/// Why a table cannot be made a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "only a table of a 3x3 square or a diamond of radius 1, without expansion, liberties, ko or corners, can be made a network"
)]
pub struct NetworkError;

/// What can be at a place: nothing, the edge, one's own stone, the other's.
const THINGS: usize = 4;
/// How steep the sigmoid is.
const STEEPNESS: f32 = 10.0;
/// A node whose input is lower says nothing.
const SILENCE: f32 = -12.0;
/// How sharply an order of two moves is judged: differences of the outputs are multiplied by this.
const SHARPNESS: f32 = 4.0;
/// What the file says it is.
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
        if view != View::fixed(view.window, 1) || view.window == Window::Graph {
            return Err(NetworkError);
        }
        let rings = Rings::new(view);
        let patterns: Vec<(Vec<Seen>, f32)> = patterns(view)
            .into_iter()
            .map(|pattern| (value(&rings, &table.values, view, &pattern), pattern))
            .filter(|(value, _)| *value != 0.0)
            .map(|(value, pattern)| (pattern, value))
            .collect();
        let square: f32 = patterns.iter().map(|(_, value)| value * value).sum();
        // Values have no unit: the network learns best where they are about one.
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
            sight: Sight::new(),
            windows: Vec::new(),
            of_move: Vec::new(),
        }
    }

    /// How many nodes the first layer has.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// What a move at each of these points is worth to the player whose turn it is.
    pub fn rank(&mut self, board: &Board, points: &[Point], worth: &mut PointMap<f32>) {
        self.look(board, points);
        for (&point, &window) in points.iter().zip(&self.of_move) {
            worth[point] = self.windows[window as usize].output;
        }
    }

    /// Learns that an expert played one of these points, which are all that are legal, by the gradient of a smooth form of the
    /// rank error: for every other move, a sigmoid of how much more it is worth. Nothing is learnt from a move that is not
    /// among them.
    pub fn learn(&mut self, board: &Board, points: &[Point], played: Point, rate: f32) {
        let Some(place) = points.iter().position(|&point| point == played) else { return };
        self.look(board, points);
        let own = self.of_move[place] as usize;
        let worth = self.windows[own].output;
        let mut blame = vec![0.0; self.windows.len()];
        for &window in &self.of_move {
            let window = window as usize;
            if window != own {
                let above = sigmoid(SHARPNESS * (self.windows[window].output - worth));
                let slope = SHARPNESS * above * (1.0 - above) / points.len() as f32;
                blame[window] += slope;
                blame[own] -= slope;
            }
        }
        for (window, blame) in self.windows.iter().zip(blame) {
            if blame == 0.0 {
                continue;
            }
            for &(node, loud) in &window.active {
                let n = node as usize;
                let step = rate * blame;
                let inner = step * self.second[n] * STEEPNESS * loud * (1.0 - loud);
                self.second[n] -= step * loud;
                self.bias[n] -= inner;
                for (place, &thing) in window.things.iter().enumerate() {
                    self.first[(place * THINGS + usize::from(thing)) * self.nodes + n] -= inner;
                }
            }
        }
    }

    fn look(&mut self, board: &Board, points: &[Point]) {
        self.sight.look(board, &self.view);
        self.windows.clear();
        self.of_move.clear();
        let mut input = Vec::new();
        for &point in points {
            let at = place(point);
            let things: Vec<u8> =
                self.places.iter().map(|&offset| thing(self.sight.at(at.wrapping_add_signed(offset))) as u8).collect();
            let known = self.windows.iter().position(|window| window.things == things);
            let number = known.unwrap_or_else(|| {
                self.windows.push(self.see(things, &mut input));
                self.windows.len() - 1
            });
            self.of_move.push(number as u32);
        }
    }

    fn see(&self, things: Vec<u8>, input: &mut Vec<f32>) -> Seeing {
        input.clone_from(&self.bias);
        for (place, &thing) in things.iter().enumerate() {
            let from = (place * THINGS + usize::from(thing)) * self.nodes;
            input.iter_mut().zip(&self.first[from..from + self.nodes]).for_each(|(sum, weight)| *sum += weight);
        }
        let mut active = Vec::new();
        let mut output = 0.0;
        for (node, &sum) in input.iter().enumerate() {
            if STEEPNESS * sum > SILENCE {
                let loud = sigmoid(STEEPNESS * sum);
                output += loud * self.second[node];
                active.push((node as u32, loud));
            }
        }
        Seeing { things, active, output }
    }

    /// The bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let (view, nodes, about, games) = (self.view, self.nodes, self.about.clone(), self.games);
        let description = serde_json::to_string(&Description { view, nodes, about, games }).unwrap_or_default();
        let all = self.first.iter().chain(&self.bias).chain(&self.second);
        let bytes: Vec<u8> = all.flat_map(|weight| weight.to_le_bytes()).collect();
        file::write(KIND, &description, &file::pack(&bytes))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Network, ModelError> {
        let parts = file::read(bytes, KIND)?;
        let Description { view, nodes, about, games } = serde_json::from_str(parts.description).map_err(content)?;
        if nodes > MOST_NODES || view != View::fixed(view.window, 1) || view.window == Window::Graph {
            return Err(content("no network looks so"));
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
const MOST_NODES: usize = 10_000;

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What is seen, as one of four things.
fn thing(seen: Seen) -> usize {
    match seen {
        EMPTY => 0,
        EDGE => 1,
        OWN => 2,
        _ => 3,
    }
}

/// Stones, where liberties are not told apart.
const OWN: Seen = 3;
const OTHER: Seen = 4;

/// The places around the centre, in rows.
fn neighbors(view: View) -> Vec<(i32, i32)> {
    let square = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col)));
    let inside = |&(row, col): &(i32, i32)| match view.window {
        Window::Diamond => row.abs() + col.abs() == 1,
        _ => (row, col) != (0, 0),
    };
    square.filter(inside).collect()
}

/// Everything that can be seen around an empty point.
fn patterns(view: View) -> Vec<Vec<Seen>> {
    let places = neighbors(view);
    let mut patterns = Vec::new();
    // Nothing, or the first line from either side, in both directions.
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

/// What a pattern is worth by a table.
fn value(rings: &Rings, values: &Values, view: View, pattern: &[Seen]) -> f32 {
    let centre = place(Point::new(1, 1));
    let mut sight = Sight::new();
    sight.put(centre, EMPTY);
    for (&(row, col), &seen) in neighbors(view).iter().zip(pattern) {
        sight.put(centre.wrapping_add_signed(row as isize * WIDTH as isize + col as isize), seen);
    }
    values.get(rings.class(&sight, centre))
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
            let mut worth = PointMap::new(0.0);
            let above = |(board, played): &(Board, Point)| {
                let points = points(board);
                network.rank(board, &points, &mut worth);
                points.iter().filter(|&&point| worth[point] > worth[*played]).count()
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
