//! The surroundings of a move that decide its class (Stoutamire 1991, sections 5.2 and 5.5).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The largest radius of a window.
pub const MAX_RADIUS: u8 = 9;
/// The most liberties that can be distinguished.
pub const MAX_LIBERTIES: u8 = 7;

/// The most lines of a corner.
pub const MAX_CORNER: u8 = 13;

/// The form of a window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Window {
    /// All points within the radius in either direction: 3x3 for radius 1.
    Square,
    /// All points within the radius in Manhattan distance.
    Diamond,
    /// All chains, empty points and edges within `radius` steps from neighbour to neighbour, where a chain is one step.
    Graph,
}

/// The features that decide the class of a move. Two moves are of one class if these are equal, from the perspective of
/// the player to move and under the eight symmetries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    /// The form.
    pub window: Window,
    /// The radius.
    pub radius: u8,
    /// The largest radius, if the window expands until it has enough stones (conditional expansion). At most `radius`
    /// for a fixed window.
    pub expand: u8,
    /// The stones that end the expansion.
    pub stones: u8,
    /// The liberties of chains that are distinguished: 1 distinguishes atari, 0 nothing.
    pub liberties: u8,
    /// Whether a ko point that may not be retaken differs from other empty points.
    pub ko: bool,
    /// The lines of a corner, if corners are matched as a whole in addition to the window (see `corner`); 0 if not.
    #[serde(default)]
    pub corner: u8,
}

/// Why a view is not supported.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ViewError {
    /// A radius that is not supported.
    #[error("a window of radius {0} is not supported: 1 to {MAX_RADIUS}")]
    Radius(u8),
    /// A number of liberties that is not supported.
    #[error("{0} liberties cannot be distinguished: 0 to {MAX_LIBERTIES}")]
    Liberties(u8),
    /// A corner that is too large.
    #[error("corners of {0} lines are not supported: 0 to {MAX_CORNER}")]
    Corner(u8),
    /// A text that names no window.
    #[error("'{0}' is not a window: expected square, diamond or graph")]
    Window(String),
}

impl View {
    /// A fixed window without other features.
    pub const fn fixed(window: Window, radius: u8) -> View {
        View { window, radius, expand: radius, stones: 1, liberties: 0, ko: false, corner: 0 }
    }

    /// The best classification of the thesis (section 6.1): a diamond of radius 2 that expands up to 5 until it has a
    /// stone, with chains in atari distinguished. (The text says diameter; its figures mean the radius.)
    pub const THESIS: View = View { expand: 5, liberties: 1, ..View::fixed(Window::Diamond, 2) };

    /// Checks the settings.
    ///
    /// # Errors
    /// If a setting is not supported.
    pub fn check(&self) -> Result<(), ViewError> {
        let radii = [self.radius, self.reach()];
        match radii.into_iter().find(|radius| !(1..=MAX_RADIUS).contains(radius)) {
            Some(radius) => Err(ViewError::Radius(radius)),
            None if self.corner > MAX_CORNER => Err(ViewError::Corner(self.corner)),
            None if self.liberties > MAX_LIBERTIES => Err(ViewError::Liberties(self.liberties)),
            None => Ok(()),
        }
    }

    /// The largest radius of the window.
    pub fn reach(&self) -> u8 {
        self.expand.max(self.radius)
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Window::Square => "square",
            Window::Diamond => "diamond",
            Window::Graph => "graph",
        })
    }
}

impl FromStr for Window {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Window, ViewError> {
        [Window::Square, Window::Diamond, Window::Graph]
            .into_iter()
            .find(|window| window.to_string() == text)
            .ok_or_else(|| ViewError::Window(text.to_string()))
    }
}
