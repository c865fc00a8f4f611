//! Distributions that change, as Stoutamire (1991) shows how a player's error changes in the course of a game.
//!
//! His NRM plots (normalised rank against move, section 4.2) give, for each move number, the distribution of the error
//! from 0 to 1: as a surface, with the contour map that corresponds to it. Here a matrix of counts is made a [`Field`]
//! of heights, the heights of all pictures of a figure are put on one scale ([`Heights`]), and each field is drawn
//! twice.

mod contour;
mod field;
mod heights;
mod iso;
mod surface;

use crate::axis::Axis;
use crate::font;
use crate::scale::usable;
use crate::svg::{Anchor, MARGIN, Page, Rect, title_height};

use field::Field;
use heights::Heights;

/// Where a surface is seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// The rotation of the surface in degrees. At 0 the rows go from left to right and the first column is at the back;
    /// from there the surface turns so that the last row goes to the back.
    pub turn: f64,
    /// The height of the eye in degrees: 0 is level with the floor and 90 is straight above it.
    pub tilt: f64,
}

impl Default for Viewpoint {
    fn default() -> Viewpoint {
        Viewpoint { turn: 34.0, tilt: 32.0 }
    }
}

/// A distribution for each of many steps, as a surface and as a contour map.
///
/// The counts of each row are made a distribution: heights are densities, so that over errors from 0 to 1 a row is 1
/// high throughout if all errors are equally frequent, for any number of columns. A row without counts is a gap.
///
/// ```
/// use plot::{Axis, Density};
///
/// let counts = vec![vec![10.0, 10.0, 10.0, 10.0], vec![25.0, 10.0, 5.0, 0.0]];
/// let nrm = Density {
///     title: "A player who learns as the game goes on".into(),
///     rows: Axis::new("move number").from(0.0).to(200.0),
///     columns: Axis::new("error"),
///     counts,
///     ..Density::default()
/// };
/// assert!(nrm.svg().contains("move number"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Density {
    /// What the picture shows.
    pub title: String,
    /// What the rows are, and from where to where: without that, the number of each.
    pub rows: Axis,
    /// What the columns are, and from where to where: without that, 0 to 1.
    pub columns: Axis,
    /// What the heights are.
    pub heights: String,
    /// For each row, how often each column was seen. Where a row is shorter than others, the rest was not seen.
    pub counts: Vec<Vec<f64>>,
    /// How often the counts are smoothed: each becomes half of itself and a quarter of each of its neighbours, along
    /// the rows and along the columns.
    pub smooth: usize,
    /// The height at which the surface is cut off, if a few peaks should not make all else flat.
    pub top: Option<f64>,
    /// The heights of the contours; if empty, round ones are chosen.
    pub levels: Vec<f64>,
    /// Where the surface is seen from.
    pub view: Viewpoint,
}

impl Default for Density {
    fn default() -> Density {
        Density {
            title: String::new(),
            rows: Axis::default(),
            columns: Axis::default(),
            heights: "density".into(),
            counts: Vec::new(),
            smooth: 0,
            top: None,
            levels: Vec::new(),
            view: Viewpoint::default(),
        }
    }
}

impl Density {
    /// The surface, and beside it the contour map.
    pub fn svg(&self) -> String {
        figure(&self.title, &[Density { title: String::new(), ..self.clone() }], 1)
    }

    /// The axis of the rows with both ends known.
    fn row_axis(&self) -> Axis {
        fixed(&self.rows, self.counts.len().max(1) as f64)
    }

    /// The axis of the columns with both ends known.
    fn column_axis(&self) -> Axis {
        fixed(&self.columns, 1.0)
    }
}

/// Several distributions on the same scale, each as a surface with its contour map.
#[derive(Clone, Debug, PartialEq)]
pub struct DensityGrid {
    /// What the picture shows.
    pub title: String,
    /// The distributions, from left to right and from top to bottom. The scale goes up to the highest of them; the
    /// levels of the contours are taken from the first one that has any.
    pub panels: Vec<Density>,
    /// The number of columns.
    pub across: usize,
}

impl Default for DensityGrid {
    fn default() -> DensityGrid {
        DensityGrid { title: String::new(), panels: Vec::new(), across: 2 }
    }
}

impl DensityGrid {
    /// The picture.
    pub fn svg(&self) -> String {
        figure(&self.title, &self.panels, self.across)
    }
}

/// An axis with both ends known, and equal steps.
fn fixed(axis: &Axis, end: f64) -> Axis {
    let known = |value: Option<f64>, otherwise: f64| value.and_then(|value| usable(value, false)).unwrap_or(otherwise);
    let (low, high) = (known(axis.low, 0.0), known(axis.high, end));
    let (low, high) = if low < high { (low, high) } else { (0.0, end) };
    Axis { low: Some(low), high: Some(high), log: false, ..axis.clone() }
}

/// All panels in rows, with one key to their colours at the right.
fn figure(title: &str, panels: &[Density], across: usize) -> String {
    const GAP: f64 = 22.0;
    const HEADING: f64 = 20.0;
    const KEY: f64 = 84.0;
    let across = across.clamp(1, panels.len().max(1));
    let (surface, contour, height) = if across == 1 { (440.0, 360.0, 330.0) } else { (350.0, 270.0, 260.0) };
    let (panel_width, headed) = (surface + contour + GAP, panels.iter().any(|panel| !panel.title.is_empty()));
    let panel_height = height + if headed { HEADING } else { 0.0 };
    let lines = panels.len().div_ceil(across).max(1);
    let width = 2.0 * MARGIN + across as f64 * (panel_width + GAP) + KEY;

    let fields: Vec<Field> = panels.iter().map(Field::of).collect();
    let heights = Heights::of(panels, &fields);
    // The title may take several lines, which shift everything below it.
    let titled = title_height(title, width);
    let mut page = Page::new((width, titled + lines as f64 * (panel_height + GAP) - GAP + MARGIN), title);
    page.title(title, width);
    for (number, (panel, field)) in panels.iter().zip(&fields).enumerate() {
        let left = MARGIN + (number % across) as f64 * (panel_width + GAP);
        let top = titled + (number / across) as f64 * (panel_height + GAP);
        let heading = font::shortened(&panel.title, font::NAME, panel_width);
        page.text("name", Anchor::Start, (left, top + 10.0), &heading);
        let top = top + panel_height - height;
        surface::draw(&mut page, Rect { left, top, width: surface, height }, panel, field, &heights);
        let left = left + surface + GAP;
        contour::draw(&mut page, Rect { left, top, width: contour, height }, panel, field, &heights);
    }
    let top = titled + panel_height - height;
    let key = Rect { left: width - MARGIN - KEY + 8.0, top, width: KEY - 8.0, height: 0.8 * height };
    let name = panels.first().map_or("", |panel| panel.heights.as_str());
    heights.draw_key(&mut page, key, name);
    page.finish()
}
