//! The board as inputs of a network: koten, roban and katatsugi (Mayer 2007, section II-C).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The inputs of a network, from a player's perspective: an own stone is 1, the opponent's -1, an empty point 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Representation {
    /// An input for each point: its stone.
    Koten,
    /// An input for each 3x3 square: its mean; and one for the mean of the board.
    Roban,
    /// An input for each point: a weighted sum over the point and its neighbours.
    Katatsugi {
        /// The weight of the point.
        centre: f32,
        /// The weight of each neighbour.
        beside: f32,
    },
}

/// The weight of a point for an input.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Link {
    pub input: usize,
    pub point: usize,
    pub weight: f32,
}

/// A text that names no representation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a representation: expected koten, roban or katatsugi")]
pub struct RepresentationError(pub String);

impl Representation {
    /// Katatsugi with the weights of the paper: 0.2 for each of the five points.
    pub const KATATSUGI: Representation = Representation::Katatsugi { centre: 0.2, beside: 0.2 };
    /// The names of all representations.
    pub const NAMES: [&'static str; 3] = ["koten", "roban", "katatsugi"];

    /// The name of the representation.
    pub fn name(self) -> &'static str {
        match self {
            Representation::Koten => "koten",
            Representation::Roban => "roban",
            Representation::Katatsugi { .. } => "katatsugi",
        }
    }

    /// The number of inputs on a board of this size.
    pub fn inputs(self, size: usize) -> usize {
        match self {
            Representation::Roban => size.saturating_sub(2).pow(2) + 1,
            Representation::Koten | Representation::Katatsugi { .. } => size * size,
        }
    }

    /// The hidden layers of the paper on a board of this size: one with a unit for each point; for roban two, each with
    /// twice as many units as inputs, which is about as many links in all.
    pub fn hidden(self, size: usize) -> Vec<usize> {
        match self {
            Representation::Roban => vec![2 * self.inputs(size); 2],
            Representation::Koten | Representation::Katatsugi { .. } => vec![size * size],
        }
    }

    /// The links from points, in row-major order, to inputs.
    pub(super) fn links(self, size: usize) -> Vec<Link> {
        let points = size * size;
        let mut links = Vec::new();
        for point in 0..points {
            let (row, col) = (point / size, point % size);
            let mut link = |input, weight| links.push(Link { input, point, weight });
            match self {
                Representation::Koten => link(point, 1.0),
                Representation::Roban => {
                    let side = size.saturating_sub(2);
                    let span = |at: usize| at.saturating_sub(2)..(at + 1).min(side);
                    let squares = span(row).flat_map(|top| span(col).map(move |left| top * side + left));
                    squares.for_each(|square| link(square, 1.0 / 9.0));
                    link(side * side, 1.0 / points as f32);
                }
                Representation::Katatsugi { centre, beside } => {
                    link(point, centre);
                    let neighbors = [
                        (row > 0, point.wrapping_sub(size)),
                        (row + 1 < size, point + size),
                        (col > 0, point.wrapping_sub(1)),
                        (col + 1 < size, point + 1),
                    ];
                    neighbors.iter().filter(|(there, _)| *there).for_each(|&(_, neighbor)| link(neighbor, beside));
                }
            }
        }
        links
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Representation::Katatsugi { centre, beside } if *self != Representation::KATATSUGI => {
                write!(f, "katatsugi ({centre}, {beside})")
            }
            _ => f.write_str(self.name()),
        }
    }
}

impl FromStr for Representation {
    type Err = RepresentationError;

    fn from_str(text: &str) -> Result<Representation, RepresentationError> {
        match text {
            "koten" => Ok(Representation::Koten),
            "roban" => Ok(Representation::Roban),
            "katatsugi" => Ok(Representation::KATATSUGI),
            _ => Err(RepresentationError(text.to_string())),
        }
    }
}
